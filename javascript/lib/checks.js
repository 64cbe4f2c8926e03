// Checks of shuffles and decks. The host says how the program is compiled: see index.js and browser.js.

import { Cards, listed, shown } from './cards.js';
import { started } from './program.js';
import { Verdict } from './verdict.js';

/** The error level of a check: a fair shuffle fails with at most this probability. */
export const LEVEL = 1e-9;

/** Decks of a check. */
export const DECKS = 10_000;

/** The most decks of a check that ends once it is decided. */
const MOST = 100_000;

/** Fewer decks tell next to nothing. */
const FEWEST = 201;

const SUITES = ['quick', 'standard', 'deep'];

const OPTIONS = ['decks', 'level', 'suite', 'within', 'seed', 'cause'];

/** Thrown where a shuffle is not fair; test runners show its message. */
export class AssertionError extends Error {
  name = 'AssertionError';
  code = 'ERR_ASSERTION';

  constructor(message, verdict) {
    super(message);
    this.verdict = verdict;
  }
}

/** All that the package exports, on the program that `compile` gives. */
export function checks(compile) {
  let compiled;
  /** Starts the program, which takes one of the `orders` of these cards after the other. */
  const begin = (orders, cards) =>
    started((compiled ??= compile()), (deck) => {
      const order = orders.next();
      if (order === undefined) return false;
      cards.write(deck, order);
      return true;
    });

  function check(shuffle, cards = 52, options = {}) {
    known(options, OPTIONS);
    const { level = LEVEL, suite, within, seed, cause = true } = options;
    const { decks = within === undefined ? DECKS : MOST } = options;
    if (typeof shuffle !== 'function') throw new TypeError(`shuffle: found ${shown(shuffle)}; accepted: a function`);
    whole('decks', decks, FEWEST);
    between('level', level, LEVEL, 0.05);
    if (within !== undefined) between('within', within, 0.001, 0.5);
    const all = Cards.of(cards);
    const orders = new Orders(() => {
      const given = all.items.slice();
      const order = shuffle(given, random) ?? given;
      const many = all.items.length;
      if (order === given && given.length !== many) {
        throw new TypeError(`deck ${all.decks}: the shuffle left ${given.length} of ${many} cards; accepted: all, or return a list of its own`);
      }
      return listed(order, all.decks);
    });
    const run = begin(orders, all);
    const random = seed === undefined ? Math.random : run.draw;
    const found = () => {
      // The first order says how many cards the function gives.
      const { length } = orders.first();
      const drawn = length < all.items.length ? length : 0;
      return run.check({ cards: all.items.length, drawn, decks, level, within, suite: numbered(suite), cause });
    };
    if (seed === undefined) return new Verdict(found());
    run.seed(whole('seed', seed, 0));
    return new Verdict(instead(random, found));
  }

  function assertFair(shuffle, cards, options) {
    const verdict = check(shuffle, cards, options);
    if (!verdict.passed) throw new AssertionError(verdict.toString(), verdict);
    return verdict;
  }

  function testDecks(decks, options = {}) {
    known(options, ['cards', 'level', 'suite', 'cause']);
    const { cards, level = 0.001, suite, cause = false } = options;
    between('level', level, LEVEL, 0.05);
    if (typeof decks?.[Symbol.iterator] !== 'function') {
      throw new TypeError(`decks: found ${shown(decks)}; accepted: decks, one after the other`);
    }
    const rows = decks[Symbol.iterator]();
    let all;
    const orders = new Orders(() => {
      const { value, done } = rows.next();
      return done ? undefined : listed(value, all?.decks ?? 0);
    });
    const first = orders.first();
    if (first === undefined) throw new RangeError('decks: found none; accepted: one or more');
    all = cards === undefined ? Cards.numbered(first) : Cards.of(cards).whole();
    const run = begin(orders, all);
    return new Verdict(run.check({ cards: all.items.length, level, suite: numbered(suite), cause }));
  }

  const matchers = {
    toBeFairShuffle(shuffle, cards, options) {
      // What is expected to fail needs no cause.
      const verdict = check(shuffle, cards, this?.isNot ? { ...options, cause: false } : options);
      // Too few decks are evidence neither for `not` nor against it.
      const pass = this?.isNot ? verdict.outcome !== 'evidence' : verdict.passed;
      return { pass, message: () => `${this?.isNot ? 'It was expected to fail. ' : ''}${verdict}` };
    },
  };

  return { assertFair, check, matchers, testDecks };
}

/** Orders, one after the other; undefined after the last. */
class Orders {
  #make;
  #first;

  constructor(make) {
    this.#make = make;
  }

  /** The first one, which is still to be taken. */
  first() {
    return (this.#first ??= this.#make());
  }

  next() {
    const order = this.#first ?? this.#make();
    this.#first = undefined;
    return order;
  }
}

/** Calls `run` while `Math.random` is `random`. */
function instead(random, run) {
  const usual = Math.random;
  Math.random = random;
  try {
    return run();
  } finally {
    Math.random = usual;
  }
}

/** The number of a suite. */
function numbered(suite = 'standard') {
  const at = SUITES.indexOf(suite);
  if (at < 0) throw new RangeError(`suite: found ${shown(suite)}; accepted: ${SUITES.join(', ')}`);
  return at;
}

function whole(what, number, least) {
  if (Number.isSafeInteger(number) && number >= least) return number;
  throw new RangeError(`${what}: found ${shown(number)}; accepted: a whole number from ${least} to ${Number.MAX_SAFE_INTEGER}`);
}

function between(what, number, least, most) {
  if (typeof number === 'number' && number >= least && number <= most) return;
  throw new RangeError(`${what}: found ${shown(number)}; accepted: ${least} to ${most}`);
}

/** Refuses options that do not exist. */
function known(options, names) {
  if (typeof options !== 'object' || options === null) {
    throw new TypeError(`options: found ${shown(options)}; accepted: an object, such as { seed: 1 }`);
  }
  const strange = Object.keys(options).find((name) => !names.includes(name));
  if (strange !== undefined) throw new TypeError(`options: found ${shown(strange)}; accepted: ${names.join(', ')}`);
}
