// The package in Node's own runner. All seeds are fixed; at 1e-9 none of the fair shuffles fails by chance. A cause is not named
// with a probability of about .01 where it should be: then by the choice of the seed.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { assertFair, AssertionError, check, LEVEL, matchers, testDecks, Verdict } from 'colddeck';

import { fisherYates, WRONG } from './shuffles.js';

for (const { name, shuffle, cause } of WRONG) {
  test(`caught: ${name}`, () => {
    assert.throws(
      () => assertFair(shuffle, 52, { seed: 2 }),
      (error) => {
        assert(error instanceof AssertionError && error.code === 'ERR_ASSERTION');
        assert.match(error.message, /^This shuffle is not fair: 10,000 decks of 52 cards show it\.\n {2}- /);
        assert(cause === undefined ? error.verdict.cause === null : error.verdict.cause?.endsWith(cause), error.verdict.cause);
        return true;
      },
    );
  });
}

test('a right shuffle passes with a thousand of a thousand seeds', () => {
  for (let seed = 1; seed <= 1_000; seed += 1) assertFair(fisherYates, 52, { seed, decks: 300, suite: 'quick' });
});

test('a shuffle may give its order back in any form, and get cards of any kind', () => {
  const usual = { seed: 2, decks: 1_000 };
  assertFair((deck) => Uint8Array.from(deck, (_, at) => at).sort() && (fisherYates(deck), Uint8Array.from(deck)), 40, usual);
  assertFair((deck) => (fisherYates(deck), new Set(deck)), 30, usual);
  assertFair((deck, random) => deck.map((card) => [random(), card]).sort((a, b) => a[0] - b[0]).map(([, card]) => card), 52, usual);
  const suits = ['♠', '♥', '♦', '♣'].flatMap((suit) => ['J', 'Q', 'K', 'A'].map((rank) => ({ suit, rank })));
  assertFair(fisherYates, suits, usual);
});

test('fewer cards than there are are the first ones', () => {
  const sample = (deck) => (fisherYates(deck), deck.slice(0, 5));
  assert.equal(assertFair(sample, 52, { seed: 3 }).drawn, 5);
  assert.equal(check((deck) => sample(deck).sort((a, b) => a - b), 52, { seed: 3 }).outcome, 'evidence');
});

test('decks that are watched end as soon as it is decided', () => {
  const verdict = assertFair(fisherYates, 52, { seed: 4, within: 0.05 });
  assert(verdict.decks < 100_000 && verdict.within <= 0.05);
});

test('the same seed gives the same, and Math.random is what it was', () => {
  const { random } = Math;
  const run = () => JSON.stringify(check(fisherYates, 20, { seed: 5, decks: 500 }));
  assert.equal(run(), run());
  assert.throws(() => check(() => assert.fail('its own words'), 20, { seed: 5 }), /its own words/);
  assert.equal(Math.random, random);
});

test('a check within a check is one of its own', () => {
  const within = (deck) => {
    check(fisherYates, 5, { decks: 201 });
    fisherYates(deck);
  };
  assert(check(within, 5, { decks: 201 }) instanceof Verdict);
});

test('figures are those of the command', { skip: !process.env.COLDDECK && 'no COLDDECK' }, () => {
  const decks = [];
  check((deck) => (fisherYates(deck), decks.push(deck), undefined), 52, { seed: 6, decks: 2_000 });
  const verdict = testDecks(decks);
  const path = join(mkdtempSync(join(tmpdir(), 'colddeck-')), 'decks.txt');
  writeFileSync(path, decks.map((deck) => deck.join(' ')).join('\n'));
  const record = JSON.parse(execFileSync(process.env.COLDDECK, ['test', path, '--deck', '52', '--json']));
  const { tests } = record.routines.find((routine) => !routine.control);
  assert.equal(tests.length, verdict.tests.length);
  for (const [at, test] of tests.entries()) {
    const { p, p_adjusted: pAdjusted, verdict: said } = test;
    assert.deepEqual({ p, pAdjusted, said }, { p: verdict.tests[at].p, pAdjusted: verdict.tests[at].pAdjusted, said: verdict.tests[at].verdict });
  }
});

test('decks that are there are tested', () => {
  const decks = [];
  check((deck) => (fisherYates(deck), decks.push(deck.map((card) => card + 1)), undefined), 10, { seed: 7, decks: 1_000 });
  assert.equal(testDecks(decks).outcome, 'no-evidence');
  assert.equal(testDecks(decks.map((deck) => deck.map(String)), { cards: decks[0].map(String) }).decks, 1_000);
  assert.equal(testDecks(decks.slice(0, 3)).outcome, 'too-little');
  assert.equal(testDecks(decks.map(() => decks[0])).outcome, 'evidence');
});

test('wrong input is answered', () => {
  const cases = [
    [() => assertFair((deck) => void (deck[1] = 0)), TypeError, 'deck 0: found 0 twice; accepted: each card once'],
    [() => assertFair((deck) => deck.map(() => 99)), TypeError, 'deck 0: found 99; accepted: the cards that were given'],
    [() => assertFair(3), TypeError, 'shuffle: found 3; accepted: a function'],
    [
      () => assertFair(async () => { throw new Error('nobody hears of it'); }),
      TypeError,
      'deck 0: found a promise; accepted: a list of cards. Await the decks yourself, then use testDecks',
    ],
    [() => assertFair((deck) => { deck.pop(); }), TypeError, 'deck 0: the shuffle left 51 of 52 cards; accepted: all, or return a list of its own'],
    [() => assertFair((deck) => deck.push(3)), TypeError, 'deck 0: found 53; accepted: a list of cards'],
    [() => assertFair(fisherYates, 1), RangeError, 'cards: found 1; accepted: 2 to 10000, or a list of so many'],
    [() => assertFair(fisherYates, '52'), RangeError, 'cards: found "52"; accepted: 2 to 10000, or a list of so many'],
    [() => assertFair(fisherYates, [...'abca']), RangeError, 'cards: found one twice; accepted: each once, such as "A♠ of the second deck"'],
    [() => assertFair(fisherYates, 52, { decks: 3 }), RangeError, 'decks: found 3; accepted: a whole number from 201 to 9007199254740991'],
    [() => assertFair(fisherYates, 52, { level: 2 }), RangeError, 'level: found 2; accepted: 1e-9 to 0.05'],
    [() => assertFair(fisherYates, 52, { within: NaN }), RangeError, 'within: found NaN; accepted: 0.001 to 0.5'],
    [() => assertFair(fisherYates, 52, { deck: 3 }), TypeError, 'options: found "deck"; accepted: decks, level, suite, within, seed, cause'],
    [() => assertFair(fisherYates, 52, null), TypeError, 'options: found null; accepted: an object, such as { seed: 1 }'],
    [() => assertFair(() => [], 5), TypeError, 'deck 0: found 0 cards; accepted: 1 to 5'],
    [() => testDecks([[0, 1]], { cards: [0, 1, 2] }), TypeError, 'deck 0: found 2 cards; accepted: 3'],
    [() => testDecks([[2, 3, 4]]), TypeError, 'deck 0: found 4; accepted: 0 to 2, or 1 to 3, each once; or say what the `cards` are'],
    [() => assertFair(fisherYates, 52, { suite: 'all' }), RangeError, 'suite: found "all"; accepted: quick, standard, deep'],
    [() => testDecks([]), RangeError, 'decks: found none; accepted: one or more'],
    [() => testDecks([[0, 1, 2], [0, 1]]), TypeError, 'deck 1: found 2 cards; accepted: 3'],
    [() => testDecks([['x', 'y']]), TypeError, 'deck 0: found "x"; accepted: whole numbers, or say what the `cards` are'],
  ];
  for (const [run, kind, message] of cases) {
    assert.throws(run, (error) => (assert.equal(error.message, message), error instanceof kind));
  }
});

test('the largest decks fit in memory', () => {
  assert(assertFair(fisherYates, 10_000, { seed: 10, decks: 201, suite: 'quick' }).passed);
});

test('too few decks fail as they are, and turned round', () => {
  const asked = [fisherYates, 52, { seed: 8, decks: 201, within: 0.01 }];
  assert.equal(check(...asked).outcome, 'too-little');
  assert.equal(matchers.toBeFairShuffle.call({ isNot: false }, ...asked).pass, false);
  assert.equal(matchers.toBeFairShuffle.call({ isNot: true }, ...asked).pass, true);
});

test('require gives the same', () => {
  const required = createRequire(import.meta.url)('colddeck');
  assert.equal(required.LEVEL, LEVEL);
  assert.equal(required.assertFair(fisherYates, 52, { seed: 9 }).words, assertFair(fisherYates, 52, { seed: 9 }).words);
});

const guide = new URL('../../../docs/javascript.md', import.meta.url);
test('the examples of the guide run', { skip: !existsSync(guide) && 'the guide is in the repository alone' }, async () => {
  const blocks = [...readFileSync(guide, 'utf8').matchAll(/^```js\n(.*?)^```/gms)].map(([, block]) => block);
  // What Vitest is asked runs there.
  const own = blocks.filter((block) => !block.includes('vitest'));
  assert(own.length >= 4);
  const path = new URL('guide.mjs', import.meta.url);
  writeFileSync(path, own.join('\n'));
  // What the guide draws by Math.random is always the same.
  const said = execFileSync(process.execPath, ['--random-seed=1', fileURLToPath(path)], { encoding: 'utf8' });
  assert.match(said, /This shuffle is not fair.*random-comparator.*too-little .*3 decks of 3 cards are too few/s);
});
