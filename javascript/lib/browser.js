// The package in a browser: the program is fetched, and compiled before anything can ask for it.

import { checks } from './checks.js';

export { AssertionError, DECKS, LEVEL } from './checks.js';
export { Verdict } from './verdict.js';

const response = await fetch(new URL('../dist/colddeck.wasm', import.meta.url));
const module = await WebAssembly.compile(await response.arrayBuffer());
export const { assertFair, check, matchers, testDecks } = checks(() => module);
