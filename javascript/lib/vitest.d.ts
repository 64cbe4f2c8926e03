import 'vitest';
import type { Options } from 'colddeck';

declare module 'vitest' {
  interface Matchers<T = any> {
    /** Asserts that nothing speaks against this shuffle: `colddeck.check` says more. */
    toBeFairShuffle(cards?: number | Iterable<unknown>, options?: Options): void;
  }
}
