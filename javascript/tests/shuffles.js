// Shuffles that were reported of real programs, written anew from what the reports describe, and right ones.

export function fisherYates(deck) {
  for (let last = deck.length - 1; last > 0; last -= 1) swap(deck, last, below(last + 1));
}

function below(bound) {
  return Math.floor(Math.random() * bound);
}

function swap(deck, one, other) {
  [deck[one], deck[other]] = [deck[other], deck[one]];
}

/** A small generator of its own, as each seeded one is: mulberry32. */
function seeded(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let word = Math.imul(state ^ (state >>> 15), 1 | state);
    word = (word + Math.imul(word ^ (word >>> 7), 61 | word)) ^ word;
    return ((word ^ (word >>> 14)) >>> 0) / 2 ** 32;
  };
}

function shuffledBy(deck, random) {
  for (let last = deck.length - 1; last > 0; last -= 1) swap(deck, last, Math.floor(random() * (last + 1)));
}

let kept;

/** The shuffle, the report, and the end of the likeliest cause where one is named. */
export const WRONG = [
  {
    name: 'each card is swapped with any: johreh/gloomycompanion #39',
    shuffle: (deck) => deck.forEach((_, at) => swap(deck, at, below(deck.length))),
    cause: 'swap-with-any.',
  },
  {
    name: 'the same with any but the last, random(51) + 1: an online poker, Arkin and others (1999)',
    shuffle: (deck) => deck.forEach((_, at) => swap(deck, at, below(deck.length - 1))),
    cause: 'asf-poker.',
  },
  {
    name: 'sorted by a coin: pakastin/deck-of-cards #9',
    shuffle: (deck) => deck.sort(() => Math.random() * 100 - 50),
    cause: 'random-comparator algorithm=binary-insertion.',
  },
  {
    name: 'sorted by a coin that knows no ties: phuocng/1loc #284',
    shuffle: (deck) => deck.sort(() => (Math.random() < 0.5 ? -1 : 1)),
    cause: 'random-comparator algorithm=binary-insertion.',
  },
  {
    name: 'no item stays where it is: dtao/lazy.js #142',
    shuffle: (deck) => {
      for (let last = deck.length - 1; last > 0; last -= 1) swap(deck, last, below(last));
    },
    cause: 'sattolo.',
  },
  {
    name: 'the index is lowered too early, and the last item stays: Marak/faker.js #614',
    shuffle: (deck) => {
      for (let last = deck.length - 2; last > 0; last -= 1) swap(deck, last, below(last + 1));
    },
    cause: 'favoured-place card=52 place=52 times=52.0.',
  },
  {
    name: 'the first one in the queue stays: uzox/uzox #6',
    shuffle: (deck) => {
      const rest = deck.slice(1);
      fisherYates(rest);
      return [deck[0], ...rest];
    },
    cause: 'favoured-place card=1 place=1 times=52.0.',
  },
  {
    name: 'one of five places is skipped: bitshares/bitshares1-core #1348',
    shuffle: (deck) =>
      deck.forEach((_, at) => {
        if (at % 5 < 4) swap(deck, at, below(deck.length));
      }),
  },
  {
    name: 'never seeded, so that each start gives the same order: mpv-player/mpv #10389',
    shuffle: (deck) => shuffledBy(deck, seeded(1)),
    cause: 'all in the same order.',
  },
  {
    name: 'seeded anew with 15 bits: julianxhokaxhiu/FFNx #392',
    shuffle: (deck) => shuffledBy(deck, seeded(below(2 ** 15))),
    cause: 'with a short seed, does that.',
  },
  {
    name: 'a byte modulo the number of places: privy-io/shamir-secret-sharing #20',
    shuffle: (deck) => {
      for (let last = deck.length - 1; last > 0; last -= 1) swap(deck, last, below(256) % (last + 1));
    },
    cause: 'modulo-rand rand-max=255 from=bottom.',
  },
  {
    name: 'the last element is no choice: zairza-cetb/literature #45',
    shuffle: (deck) => {
      for (let at = 0; at < deck.length - 1; at += 1) swap(deck, at, at + below(deck.length - 1 - at));
    },
    cause: 'favoured-place card=52 place=52 times=52.0.',
  },
  {
    name: 'shuffled once and for all: mpv-player/mpv #14337',
    shuffle: (deck) => {
      if (kept === undefined) fisherYates((kept = deck.slice()));
      return kept;
    },
    cause: 'all in the same order.',
  },
];
