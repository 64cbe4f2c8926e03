// Compiles, and does not where a line says that it must not.

import { assertFair, check, testDecks, type Verdict } from 'colddeck';
import 'colddeck/vitest';
import { expect } from 'vitest';

const numbers: Verdict = assertFair((deck, random) => void deck.sort(() => random() - 0.5), 52, { seed: 1 });
const named: Verdict = check((deck: string[]) => deck.reverse(), ['a', 'b'], { within: 0.05 });
const there: Verdict = testDecks([[0, 1], Uint8Array.of(1, 0)], { level: 0.01 });
testDecks([['a', 'b']], { cards: ['a', 'b'] });
expect(() => {}).toBeFairShuffle(52);
export const told: string[] = [numbers, named, there].map((verdict) => verdict.cause ?? verdict.outcome);

// @ts-expect-error a deck of names needs to know its cards
testDecks([['a', 'b']]);
// @ts-expect-error there is no such option
assertFair((deck) => deck, 52, { deck: 3 });
