// The program of WebAssembly: decks go in as numbers, the findings come out.

const utf8 = new TextDecoder();

/** An address: above 2 GiB they come as numbers below 0. */
const at = (address) => address >>> 0;

/**
 * Runs the program once, in a memory of its own.
 *
 * @param {WebAssembly.Module} module
 * @param {(write: Uint16Array) => boolean} next writes the next deck, as numbers from 0; false if there are no more
 */
export function started(module, next) {
  let thrown;
  const instance = new WebAssembly.Instance(module, {
    host: {
      make(deck, cards) {
        if (thrown) return -1;
        try {
          return next(new Uint16Array(exports.memory.buffer, at(deck), cards)) ? 1 : 0;
        } catch (error) {
          thrown = { error };
          return -1;
        }
      },
    },
  });
  const { exports } = instance;
  return {
    seed: exports.seed,
    draw: exports.draw,
    /** Counts and judges: gives the findings, or throws what `next` threw, or what is wrong with the question. */
    check({ cards, drawn = 0, decks = 0, level, within = 0, suite, cause }) {
      exports.check(cards, drawn, decks, level, within, suite, cause);
      if (thrown) throw thrown.error;
      const bytes = new Uint8Array(exports.memory.buffer, at(exports.answer()), exports.answer_length());
      const found = JSON.parse(utf8.decode(bytes));
      if (found.error !== undefined) throw new RangeError(found.error);
      return found;
    },
  };
}
