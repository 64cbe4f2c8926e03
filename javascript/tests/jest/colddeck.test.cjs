require('colddeck/jest');

function fisherYates(deck) {
  for (let last = deck.length - 1; last > 0; last -= 1) {
    const other = Math.floor(Math.random() * (last + 1));
    [deck[last], deck[other]] = [deck[other], deck[last]];
  }
}

const byCoin = (deck) => deck.sort(() => Math.random() - 0.5);

test('the matcher of Jest', () => {
  expect(fisherYates).toBeFairShuffle(52, { seed: 1 });
  expect(byCoin).not.toBeFairShuffle(52, { seed: 1 });
  expect(() => expect(byCoin).toBeFairShuffle(52, { seed: 1 })).toThrow(/This shuffle is not fair.*random-comparator/s);
  expect(() => expect(fisherYates).not.toBeFairShuffle(52, { seed: 1 })).toThrow(/expected to fail. No evidence against/);
});
