//! The stream of numpy's legacy generator, `numpy.random.RandomState` (also behind
//! `numpy.random.seed` and `numpy.random.shuffle`), bit for bit. numpy promises that it stays as it
//! is (NEP 19, "Random number generator policy", 2018), so results that were published with it can
//! be had again.
//!
//! Below it is the Mersenne Twister of Matsumoto and Nishimura (1998); nothing is buffered between
//! calls but its words, so calls of different kinds may follow each other in any order.
//! `tests/it/value_stability.rs` holds it to values that numpy itself gave.

#[cfg(feature = "full")]
use serde::{Deserialize, Serialize};

use super::mt19937::Mt19937;
use super::numpy_binomial::Binomial;
use super::{Draws, ProgramDraws};
use crate::Card;

/// Packets of fewer cards have their shares in a table: those of a deck of up to 64.
const TABLED: usize = 64;

/// [`share`] of all small packets. A division in the middle of a riffle would keep every card
/// waiting for the one before it.
static SHARES: [[u64; TABLED]; TABLED] = {
    let mut shares = [[0; TABLED]; TABLED];
    let (mut first, mut second) = (0, 1);
    while first < TABLED {
        while second < TABLED {
            shares[first][second] = share(first as u32, second as u32);
            second += 1;
        }
        (first, second) = (first + 1, 0);
    }
    shares
};

/// The smallest 53 random bits whose double is not below first / (first + second), as rounded by
/// the division. Scaling by a power of two is exact, so it is that quotient times 2⁵³, rounded up.
const fn share(first: u32, second: u32) -> u64 {
    const SCALE: f64 = (1_u64 << 53) as f64;
    (first as f64 / (first + second) as f64 * SCALE).ceil() as u64
}

/// numpy's legacy generator.
///
/// ```
/// use colddeck_deck::rng::numpy_legacy::NumpyLegacy;
///
/// // numpy.random.RandomState(0xC7).randint(7, 13, 6)
/// let mut numpy = NumpyLegacy::from_seed(0xC7);
/// let draws: Vec<u32> = (0..6).map(|_| numpy.range(7, 13)).collect();
/// assert_eq!(draws, [11, 7, 10, 9, 12, 9]);
/// ```
#[derive(Clone, Debug)]
#[cfg_attr(feature = "full", derive(Serialize, Deserialize))]
pub struct NumpyLegacy {
    words: Mt19937,
    /// The sampler of the last pair (n, p), kept since setting one up costs more than a draw.
    #[cfg_attr(feature = "full", serde(skip))]
    binomial: Option<Binomial>,
}

impl NumpyLegacy {
    /// The generator `RandomState(seed)` for an integer (`init_genrand`, Matsumoto and Nishimura
    /// 2002).
    #[must_use]
    pub fn from_seed(seed: u32) -> Self {
        Self::from_words(Mt19937::from_seed(seed))
    }

    /// The generator `RandomState([..])` for a list of integers (`init_by_array`, Matsumoto and
    /// Nishimura 2002). The list `[7]` is another seed than the integer `7`.
    ///
    /// # Panics
    ///
    /// If the list is empty, which numpy refuses as well.
    #[must_use]
    pub fn from_list(seed: &[u32]) -> Self {
        Self::from_words(Mt19937::from_list(seed))
    }

    fn from_words(words: Mt19937) -> Self {
        Self {
            words,
            binomial: None,
        }
    }

    /// The next word of the Mersenne Twister, uniform on all 2³² of them.
    #[inline]
    pub fn next_u32(&mut self) -> u32 {
        self.words.next_u32()
    }

    /// `random_sample()`, which is also `uniform()`: uniform on the multiples of 2⁻⁵³ in [0, 1),
    /// from two words.
    #[inline]
    pub fn next_double(&mut self) -> f64 {
        self.words.next_double()
    }

    /// `random_sample() >= first / (first + second)`: from one double.
    #[inline]
    pub(super) fn second_of(&mut self, first: u32, second: u32) -> bool {
        let bits = self.words.next_53_bits();
        let row = SHARES.get(first as usize);
        match row.and_then(|row| row.get(second as usize)) {
            Some(&share) => bits >= share,
            None => bits >= share(first, second),
        }
    }

    /// `binomial(1, 0.5, n)`: as many fair coins, in the low bits of `words`, the first one lowest.
    pub(super) fn coins(&mut self, n: usize, words: &mut Vec<u64>) {
        words.clear();
        let mut left = n;
        while left > 0 {
            let count = left.min(64);
            words.push(self.words.next_above_half(count));
            left -= count;
        }
    }

    /// `randint(bound)`: uniform on `0..bound`. Takes as many low bits of a word as the largest
    /// value has and draws again while they exceed it, so `bound == 1` draws nothing and no other
    /// bound draws fewer than one word.
    ///
    /// # Panics
    ///
    /// If `bound` is 0: there is no value to give.
    #[inline]
    pub fn below(&mut self, bound: u32) -> u32 {
        assert!(bound > 0, "cannot draw from an empty range");
        let largest = bound - 1;
        if largest == 0 {
            return 0;
        }
        let mask = u32::MAX >> largest.leading_zeros();
        loop {
            let value = self.next_u32() & mask;
            if value <= largest {
                return value;
            }
        }
    }

    /// `randint(low, high)`: uniform on `low..high`, drawn as [`Self::below`] does.
    ///
    /// # Panics
    ///
    /// If `low..high` is empty.
    #[inline]
    pub fn range(&mut self, low: u32, high: u32) -> u32 {
        assert!(low < high, "cannot draw from the empty range {low}..{high}");
        low + self.below(high - low)
    }

    /// `binomial(n, p)`: the number of successes among `n` trials that each succeed with
    /// probability `p`.
    ///
    /// Draws by inversion where min(np, n(1−p)) ≤ 30, from one double, even for n = 0; else by BTPE
    /// (Kachitvichyanukul and Schmeiser 1988), from pairs of doubles. For p > ½ the failures are
    /// drawn.
    ///
    /// # Panics
    ///
    /// If `p` is not in [0, 1].
    #[inline]
    #[expect(
        clippy::float_cmp,
        reason = "only a probability of exactly one half has this short cut"
    )]
    pub fn binomial(&mut self, n: u32, p: f64) -> u32 {
        // The coin that riffles toss for every card. Inversion comes down to comparing the double with
        // exactly one half.
        if n == 1 && p == 0.5 {
            return self.words.next_above_half(1) as u32;
        }
        self.any_binomial(n, p)
    }

    fn any_binomial(&mut self, n: u32, p: f64) -> u32 {
        let sampler = match &mut self.binomial {
            Some(last) if last.is_for(n, p) => last,
            slot => slot.insert(Binomial::new(n, p)),
        };
        sampler.draw(&mut self.words)
    }

    /// `shuffle(items)`: from the last item down to the second, swaps with one at or before it (R.
    /// Durstenfeld, "Algorithm 235: Random permutation", Communications of the ACM 7(7), 1964).
    /// Draws even if an item stays.
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

impl Draws for NumpyLegacy {
    fn below(&mut self, bound: u32) -> u32 {
        NumpyLegacy::below(self, bound)
    }

    // The published program compares so: one double, in floating point.
    fn second_of(&mut self, first: u32, second: u32) -> bool {
        NumpyLegacy::second_of(self, first, second)
    }

    fn binomial_half(&mut self, n: u32) -> u32 {
        self.binomial(n, 0.5)
    }

    fn chance(&mut self, p: f64) -> bool {
        self.next_double() < p
    }

    fn coins(&mut self, n: usize, words: &mut Vec<u64>) {
        NumpyLegacy::coins(self, n, words);
    }

    fn shuffle(&mut self, deck: &mut [Card]) {
        NumpyLegacy::shuffle(self, deck);
    }

    // The first 32-bit word is the lower half.
    fn word(&mut self) -> u64 {
        let low = u64::from(self.next_u32());
        low | (u64::from(self.next_u32()) << 32)
    }
}

impl ProgramDraws for NumpyLegacy {
    fn double(&mut self) -> f64 {
        self.next_double()
    }

    fn any_u32(&mut self) -> u32 {
        self.next_u32()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_compare_as_the_quotients_do() {
        const STEP: f64 = f64::EPSILON / 2.0;
        for first in 0..=TABLED as u32 + 6 {
            for second in 1..=TABLED as u32 + 6 {
                let quotient = f64::from(first) / f64::from(first + second);
                let share = share(first, second);
                assert!(share as f64 * STEP >= quotient, "{first} {second}");
                assert!(
                    share == 0 || (share - 1) as f64 * STEP < quotient,
                    "{first} {second}"
                );
                let (mut ours, mut twin) =
                    (NumpyLegacy::from_seed(first), Mt19937::from_seed(first));
                for _ in 0..20 {
                    assert_eq!(
                        ours.second_of(first, second),
                        twin.next_double() >= quotient
                    );
                }
            }
        }
    }

    #[test]
    fn coins_are_single_binomial_draws_also_where_a_block_ends() {
        let (mut ours, mut twin) = (NumpyLegacy::from_seed(7), NumpyLegacy::from_seed(7));
        let mut words = Vec::new();
        for n in (0..200).cycle().take(600) {
            ours.coins(n, &mut words);
            assert_eq!(words.len(), n.div_ceil(64));
            for i in 0..n {
                let coin = (words[i / 64] >> (i % 64)) as u32 & 1;
                assert_eq!(coin, twin.binomial(1, 0.5));
            }
            if let Some(last) = words.last()
                && !n.is_multiple_of(64)
            {
                assert_eq!(last >> (n % 64), 0);
            }
            // An odd word now and then, so that pairs start anywhere.
            assert_eq!(ours.next_u32(), twin.next_u32());
        }
    }
}
