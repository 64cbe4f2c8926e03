// The package in Node: the program lies beside.

import { readFileSync } from 'node:fs';

import { checks } from './checks.js';

export { AssertionError, DECKS, LEVEL } from './checks.js';
export { Verdict } from './verdict.js';

const file = new URL('../dist/colddeck.wasm', import.meta.url);
export const { assertFair, check, matchers, testDecks } = checks(() => new WebAssembly.Module(readFileSync(file)));
