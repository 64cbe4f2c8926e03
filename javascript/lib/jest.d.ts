import type { Options } from 'colddeck';

declare global {
  namespace jest {
    interface Matchers<R> {
      /** Asserts that nothing speaks against this shuffle: `colddeck.check` says more. */
      toBeFairShuffle(cards?: number | Iterable<unknown>, options?: Options): R;
    }
  }
}

export {};
