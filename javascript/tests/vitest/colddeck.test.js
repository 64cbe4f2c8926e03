import 'colddeck/vitest';
import { expect, test } from 'vitest';

import { fisherYates, WRONG } from '../shuffles.js';

// No test depends on how busy a machine is: this one takes two seconds where nothing else runs.
test('the matcher of Vitest', { timeout: 600_000 }, () => {
  expect(fisherYates).toBeFairShuffle(52, { seed: 1 });
  expect(WRONG[0].shuffle).not.toBeFairShuffle(52, { seed: 1 });
  expect(() => expect(WRONG[0].shuffle).toBeFairShuffle(52, { seed: 1 })).toThrow(/This shuffle is not fair.*swap-with-any/s);
  expect(() => expect(fisherYates).not.toBeFairShuffle(52, { seed: 1 })).toThrow(/expected to fail. No evidence against/);
});
