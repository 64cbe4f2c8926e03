//! The stream of Python's `random.Random`, bit for bit, so that experiments written in plain Python can
//! be had again.
//!
//! Below it is the Mersenne Twister of Matsumoto and Nishimura (1998), seeded by list (`init_by_array`)
//! with the 32-bit words of the seed's absolute value, the lowest first; nothing is buffered between calls
//! but its words. `random()` has been the same since Python 2.3, `getrandbits` of up to 32 bits since 2.4,
//! `shuffle` and the bounded draws since 3.2. `tests/it/value_stability.rs` holds it to values that Python
//! itself gave.
//!
//! | draw | in Python |
//! | --- | --- |
//! | [`Python::below`] | `randrange(bound)`: `getrandbits(bound.bit_length())`, again while it is not below |
//! | [`Python::next_double`] | `random()` |
//! | [`Python::bits`] | `getrandbits(k)` |
//! | coins, and a binomial of fair coins | `getrandbits(1)` for each |
//! | with probability first / second of two packets | `random() >= first / (first + second)` |
//! | [`Python::shuffle`] | `shuffle(deck)` |

#[cfg(feature = "full")]
use serde::{Deserialize, Serialize};

use super::mt19937::Mt19937;
use super::{Draws, ProgramDraws};
use crate::Card;

/// Bits of a word of the Mersenne Twister.
const WORD: u32 = u32::BITS;

/// The words of a seed that count, of which the lowest is the first: all up to the highest that is not 0, and one at the least.
#[must_use]
pub fn key(seed: &[u32]) -> &[u32] {
    match seed.iter().rposition(|&word| word != 0) {
        Some(highest) => &seed[..=highest],
        None => &[0],
    }
}

/// Python's `random.Random`.
///
/// ```
/// use colddeck_deck::rng::python::Python;
///
/// // r = random.Random(0); [r.randrange(52) for _ in range(6)]
/// let mut python = Python::from_words(&[0]);
/// let draws: Vec<u32> = (0..6).map(|_| python.below(52)).collect();
/// assert_eq!(draws, [24, 48, 26, 2, 16, 32]);
/// ```
#[derive(Clone, Debug)]
#[cfg_attr(feature = "full", derive(Serialize, Deserialize))]
pub struct Python {
    words: Mt19937,
}

impl Python {
    /// The generator `Random(seed)` for an integer whose absolute value has these 32-bit words, the lowest
    /// first. Zeros above its highest word, and there may be no other word, do not count.
    #[must_use]
    pub fn from_words(seed: &[u32]) -> Self {
        Self {
            words: Mt19937::from_list(key(seed)),
        }
    }

    /// `getrandbits(bits)`, from none to 32 of them: the highest bits of one word; nothing is drawn for
    /// none.
    ///
    /// # Panics
    ///
    /// If there are more than 32 bits.
    #[inline]
    pub fn bits(&mut self, bits: u32) -> u32 {
        assert!(bits <= WORD, "a word has {WORD} bits, not {bits}");
        if bits == 0 {
            return 0;
        }
        self.words.next_u32() >> (WORD - bits)
    }

    /// `random()`: uniform on the multiples of 2⁻⁵³ in [0, 1), from two words.
    #[inline]
    pub fn next_double(&mut self) -> f64 {
        self.words.next_double()
    }

    /// `randrange(bound)`: uniform on `0..bound`, from as many bits as `bound` itself has, drawn again while
    /// they are not below it. So a bound of 1 draws bits until one is 0, and a power of two needs two draws
    /// in the mean.
    ///
    /// # Panics
    ///
    /// If `bound` is 0: there is no value to give.
    #[inline]
    pub fn below(&mut self, bound: u32) -> u32 {
        assert!(bound > 0, "cannot draw from an empty range");
        let shift = bound.leading_zeros();
        loop {
            let value = self.words.next_u32() >> shift;
            if value < bound {
                return value;
            }
        }
    }

    /// `shuffle(items)`: from the last item down to the second, swaps with one at or before it (Durstenfeld,
    /// 1964).
    ///
    /// # Panics
    ///
    /// If there are more than 2³² − 1 items.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        let count = u32::try_from(items.len()).expect("no deck has more than 2^32 - 1 cards");
        for last in (1..count).rev() {
            let other = self.below(last + 1);
            items.swap(last as usize, other as usize);
        }
    }
}

impl Draws for Python {
    fn below(&mut self, bound: u32) -> u32 {
        Python::below(self, bound)
    }

    fn second_of(&mut self, first: u32, second: u32) -> bool {
        self.next_double() >= f64::from(first) / (f64::from(first) + f64::from(second))
    }

    fn binomial_half(&mut self, n: u32) -> u32 {
        (0..n).map(|_| self.bits(1)).sum()
    }

    fn chance(&mut self, p: f64) -> bool {
        self.next_double() < p
    }

    fn coins(&mut self, n: usize, words: &mut Vec<u64>) {
        words.clear();
        words.resize(n.div_ceil(64), 0);
        for at in 0..n {
            words[at / 64] |= u64::from(self.bits(1)) << (at % 64);
        }
    }

    fn shuffle(&mut self, deck: &mut [Card]) {
        Python::shuffle(self, deck);
    }

    // `getrandbits(64)`: the first word is the lower half.
    fn word(&mut self) -> u64 {
        let low = u64::from(self.bits(WORD));
        low | (u64::from(self.bits(WORD)) << WORD)
    }
}

impl ProgramDraws for Python {
    fn double(&mut self) -> f64 {
        self.next_double()
    }

    /// `randrange(2**32)`: 33 bits, as the bound has, so two words, the first the lower; again while the bit from
    /// the second is set.
    fn any_u32(&mut self) -> u32 {
        loop {
            let low = self.bits(WORD);
            if self.bits(1) == 0 {
                return low;
            }
        }
    }
}
