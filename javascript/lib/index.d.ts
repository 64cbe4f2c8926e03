/** Findings of a test. */
export interface Tested {
  /** The statistic, by the name that `colddeck explain` knows. */
  readonly statistic: string;
  /** 0, or how many decks back the order of each deck is taken from. */
  readonly lag: number;
  readonly test: string;
  /** Its p-value; null if there are too few decks for it, or if it was a bet. */
  readonly p: number | null;
  /** The same, adjusted for all tests together (Holm, 1979). */
  readonly pAdjusted: number | null;
  readonly verdict: string;
  /** What was seen beside what a fair shuffle has; empty where there is nothing to say. */
  readonly words: string;
  /** The smallest departure that it would have shown with a probability of .9; null where nobody knows. */
  readonly detectable: { readonly value: number; readonly unit: string } | null;
}

/** The findings of a check. A pass proves no more than its words say. */
export class Verdict {
  /** `too-little`: too few decks for any test, or to decide. */
  readonly outcome: 'no-evidence' | 'evidence' | 'too-little';
  /** True if no test failed, in decks enough for one. */
  readonly passed: boolean;
  /** The answer and the evidence, a line each. */
  readonly words: string;
  /** The likeliest cause: the model of a wrong shuffle that alone fits the first 500 decks, or that few orders are possible. */
  readonly cause: string | null;
  /** Cards in a deck. */
  readonly cards: number;
  /** Cards that were drawn of each, if not all. */
  readonly drawn: number | null;
  /** Decks that were looked at. */
  readonly decks: number;
  /** The error level of all tests together. */
  readonly level: number;
  /** The largest distance from fair that a law may have; null where the decks were not watched. */
  readonly within: number | null;
  readonly tests: readonly Tested[];
  /** The tests that failed, one of each statistic, the strongest first. */
  readonly failures: readonly Tested[];
  /** The words, and the cause if there is one. */
  toString(): string;
}

/** Thrown where a shuffle is not fair. */
export class AssertionError extends Error {
  readonly code: 'ERR_ASSERTION';
  readonly verdict: Verdict;
}

/**
 * Puts `deck` in a new order, in place, or returns the new order. If it returns fewer cards than there are, these are tested as
 * the first ones. `random` is `Math.random`, or what a `seed` gives.
 */
export type Shuffle<Card> = (deck: Card[], random: () => number) => Iterable<Card> | void;

/** What is asked beside the shuffle. */
export interface Options {
  /** Decks that are shuffled, 201 or more; 10,000 if absent. Where they are watched it is the most, and 100,000 if absent. */
  decks?: number;
  /** The error level of all tests together, from 1e-9 to .05; 1e-9 if absent. */
  level?: number;
  /** Which statistics are looked at; `standard` if absent. */
  suite?: 'quick' | 'standard' | 'deep';
  /** Watches the decks, and stops once it fails, or once no law can be farther from fair than this: .001 to .5. */
  within?: number;
  /**
   * Makes the outcome the same each time, for a shuffle that draws from nothing but `random` or `Math.random`: while it runs, both
   * are a generator with this seed. Nothing is said of the real `Math.random` then.
   */
  seed?: number;
  /** Whether the likeliest cause of a failure is looked for, which takes seconds; true if absent. */
  cause?: boolean;
}

/** Decks of a check if nothing else is said. */
export const DECKS: number;
/** The error level of a check if nothing else is said. */
export const LEVEL: number;

/**
 * Asserts that nothing speaks against `shuffle`. `cards` is their number, and the deck then is 0, 1, …; or it is the deck itself.
 *
 * @throws AssertionError with what was seen and what is fair, or if there are too few decks for any test
 * @throws TypeError if the shuffle loses cards or makes new ones; RangeError if a number is out of its range
 */
export function assertFair(shuffle: Shuffle<number>, cards?: number, options?: Options): Verdict;
export function assertFair<Card>(shuffle: Shuffle<Card>, cards: Iterable<Card>, options?: Options): Verdict;

/** The same, but gives the findings whatever they are. */
export function check(shuffle: Shuffle<number>, cards?: number, options?: Options): Verdict;
export function check<Card>(shuffle: Shuffle<Card>, cards: Iterable<Card>, options?: Options): Verdict;

/**
 * Tests decks that something else shuffled: each the numbers from 0 or from 1 on, or the items of `cards`, which is the order before
 * the shuffle. The error level is .001 if absent.
 */
export function testDecks(decks: Iterable<Iterable<number>>, options?: DecksOptions<number>): Verdict;
export function testDecks<Card>(
  decks: Iterable<Iterable<Card>>,
  options: DecksOptions<Card> & { cards: Iterable<Card> },
): Verdict;

export interface DecksOptions<Card> extends Pick<Options, 'suite'> {
  /** The cards of a deck, in their order before the shuffle; 0, 1, 2, … if absent. */
  cards?: Iterable<Card>;
  /** The probability of a false alarm, over all tests together; 0.001 if absent. */
  level?: number;
  /** Whether the likeliest cause of a failure is looked for, which takes seconds; false if absent. */
  cause?: boolean;
}

/** What `expect.extend` of Vitest and Jest takes. */
export const matchers: {
  toBeFairShuffle(
    shuffle: (deck: any[], random: () => number) => unknown,
    cards?: number | Iterable<unknown>,
    options?: Options,
  ): { pass: boolean; message: () => string };
};
