//! The random numbers of C++ programs, bit for bit, as GCC's library libstdc++ makes them.
//!
//! The C++ standard ([rand]) fixes what the engines `std::mt19937` and `std::minstd_rand0` give. It leaves
//! distributions and `std::shuffle` to the library, and they differ between libraries and versions:
//! this is libstdc++ of GCC 11 to 15. Bounded draws were others before 11. From 16 on doubles are others (P0952R2)
//! unless the program defines `_GLIBCXX_USE_OLD_GENERATE_CANONICAL`; its whole numbers and shuffles stay.
//! `.ci/streams` compares all this with a compiled program.
//!
//! | draw | in C++ |
//! | --- | --- |
//! | [`Libstdcpp::uniform`] | `std::uniform_int_distribution<std::uint64_t>(0, most)(engine)`, and of any narrower type |
//! | [`Libstdcpp::double`] | `std::uniform_real_distribution<double>()(engine)`, which is `generate_canonical` |
//! | with a probability, a coin | `std::bernoulli_distribution(p)(engine)`: a double below p |
//! | a binomial of fair coins | so many coins; `std::binomial_distribution` goes through logarithms, whose last bits differ between machines |
//! | [`Libstdcpp::shuffle`] | `std::shuffle(begin, end, engine)` |
//!
//! Doubles of `minstd_rand0` take two roundings; where a compiler fuses them into one (GCC does for
//! processors that can, ARM's among them, without `-ffp-contract=off`) the last bit may differ.
//! Doubles of `mt19937` take one anyway.

#[cfg(feature = "full")]
use serde::{Deserialize, Serialize};

use std::cmp::Ordering;

use super::mt19937::Mt19937;
use super::{Draws, ProgramDraws};
use crate::Card;

/// An engine of C++: where its numbers come from.
pub trait Engine {
    /// Its largest number less its smallest.
    const RANGE: u64;

    /// Its next number, less the smallest: uniform on `0..=RANGE`.
    fn number(&mut self) -> u64;
}

impl Engine for Mt19937 {
    const RANGE: u64 = u32::MAX as u64;

    #[inline]
    fn number(&mut self) -> u64 {
        self.next_u32().into()
    }
}

/// The modulus of the generator of Lewis, Goodman and Miller (1969): the prime 2³¹ − 1.
const MODULUS: u64 = (1 << 31) - 1;

/// Its multiplier, 7⁵.
const MULTIPLIER: u64 = 16_807;

/// `std::minstd_rand0`: x ← 16807 x modulo 2³¹ − 1 (Lewis, Goodman and Miller, "A pseudo-random number generator
/// for the System/360", IBM Systems Journal 8(2), 1969; Park and Miller's "minimal standard", 1988). In libstdc++ it
/// is `std::default_random_engine`.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "full", derive(Serialize, Deserialize))]
pub struct MinstdRand0 {
    state: u64,
}

impl MinstdRand0 {
    /// The engine `std::minstd_rand0(seed)`. A multiple of the modulus, where it would stay at 0, counts as 1.
    #[must_use]
    pub fn from_seed(seed: u32) -> Self {
        let state = u64::from(seed) % MODULUS;
        Self {
            state: state.max(1),
        }
    }
}

impl Engine for MinstdRand0 {
    // From 1 to one less than the modulus.
    const RANGE: u64 = MODULUS - 2;

    #[inline]
    fn number(&mut self) -> u64 {
        self.state = self.state * MULTIPLIER % MODULUS;
        self.state - 1
    }
}

/// Draws that libstdc++ makes of the numbers of an engine.
///
/// ```
/// use colddeck_deck::rng::cpp::Libstdcpp;
/// use colddeck_deck::rng::mt19937::Mt19937;
///
/// // std::mt19937 engine; std::uniform_int_distribution<> die(1, 6); six times die(engine)
/// let mut cpp = Libstdcpp::of(Mt19937::from_seed(5489));
/// let throws: Vec<u64> = (0..6).map(|_| 1 + cpp.uniform(5)).collect();
/// assert_eq!(throws, [5, 1, 6, 6, 1, 6]);
/// ```
#[derive(Clone, Debug)]
#[cfg_attr(feature = "full", derive(Serialize, Deserialize))]
pub struct Libstdcpp<E> {
    engine: E,
}

impl<E: Engine> Libstdcpp<E> {
    /// Distributions over this engine.
    pub fn of(engine: E) -> Self {
        Self { engine }
    }

    /// `uniform_int_distribution(0, most)`: uniform on `0..=most`.
    ///
    /// Below the engine's range, numbers of 32 full bits are scaled by multiplication and drawn again where a
    /// value would be favoured (Lemire, "Fast random integer generation in an interval", ACM Transactions on
    /// Modeling and Computer Simulation 29(1), 2019); others are divided into equal shares, and drawn again when
    /// in none. Above the range a number is the lower digit of two, and both are drawn again when beyond `most`.
    pub fn uniform(&mut self, most: u64) -> u64 {
        match most.cmp(&E::RANGE) {
            Ordering::Equal => self.engine.number(),
            Ordering::Less if E::RANGE == u64::from(u32::MAX) => self.scaled(most + 1),
            Ordering::Less => self.shared(most + 1),
            Ordering::Greater => loop {
                let base = E::RANGE + 1;
                let high = self.uniform(most / base) * base;
                let sum = high.checked_add(self.engine.number());
                if let Some(value) = sum.filter(|value| *value <= most) {
                    return value;
                }
            },
        }
    }

    /// A number of 32 bits times the bound: the upper half is the value, the lower half says whether it is one
    /// too many.
    #[inline]
    fn scaled(&mut self, bound: u64) -> u64 {
        const WORDS: u64 = 1 << 32;
        let mut product = self.engine.number() * bound;
        if product % WORDS < bound {
            let refused = WORDS % bound;
            while product % WORDS < refused {
                product = self.engine.number() * bound;
            }
        }
        product / WORDS
    }

    /// The share of the range in which the next number falls that is in one.
    fn shared(&mut self, bound: u64) -> u64 {
        let share = E::RANGE / bound;
        loop {
            let number = self.engine.number();
            if number < share * bound {
                return number / share;
            }
        }
    }

    /// `generate_canonical<double, 53>`: two numbers as digits, the first one the lower, divided by all that they
    /// can be. A quotient that rounds to 1 becomes the double before it.
    #[inline]
    pub fn double(&mut self) -> f64 {
        const BEFORE_ONE: f64 = 1.0 - f64::EPSILON / 2.0;
        let base = E::RANGE as f64 + 1.0;
        let low = self.engine.number() as f64;
        let high = self.engine.number() as f64;
        let quotient = (low + high * base) / (base * base);
        quotient.min(BEFORE_ONE)
    }

    /// `std::shuffle`: from the second item up, each swaps with one at or before it. As long as the range of the
    /// engine holds the square of the number of items, two swaps share a draw; of an even number of items the
    /// first swap has a draw of its own.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        let count = items.len() as u64;
        if count == 0 {
            return;
        }
        if E::RANGE / count < count {
            for at in 1..items.len() {
                let other = self.uniform(at as u64);
                items.swap(at, other as usize);
            }
            return;
        }
        let mut at = 1;
        if count.is_multiple_of(2) {
            let other = self.uniform(1);
            items.swap(at, other as usize);
            at += 1;
        }
        while at < items.len() {
            let (first, second) = (at as u64 + 1, at as u64 + 2);
            let both = self.uniform(first * second - 1);
            items.swap(at, (both / second) as usize);
            items.swap(at + 1, (both % second) as usize);
            at += 2;
        }
    }
}

impl<E: Engine> Draws for Libstdcpp<E> {
    #[inline]
    fn below(&mut self, bound: u32) -> u32 {
        self.uniform(u64::from(bound) - 1) as u32
    }

    #[inline]
    fn second_of(&mut self, first: u32, second: u32) -> bool {
        self.double() < f64::from(second) / (f64::from(first) + f64::from(second))
    }

    fn binomial_half(&mut self, n: u32) -> u32 {
        (0..n).map(|_| u32::from(self.double() < 0.5)).sum()
    }

    fn chance(&mut self, p: f64) -> bool {
        self.double() < p
    }

    fn coins(&mut self, n: usize, words: &mut Vec<u64>) {
        words.clear();
        words.resize(n.div_ceil(64), 0);
        for at in 0..n {
            words[at / 64] |= u64::from(self.double() < 0.5) << (at % 64);
        }
    }

    fn shuffle(&mut self, deck: &mut [Card]) {
        Libstdcpp::shuffle(self, deck);
    }

    fn word(&mut self) -> u64 {
        self.uniform(u64::MAX)
    }
}

impl<E: Engine> ProgramDraws for Libstdcpp<E> {
    fn double(&mut self) -> f64 {
        Libstdcpp::double(self)
    }

    fn any_u32(&mut self) -> u32 {
        self.uniform(u32::MAX.into()) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Gives these numbers in turn.
    struct Told<const RANGE: u64>(Vec<u64>);

    impl<const RANGE: u64> Engine for Told<RANGE> {
        const RANGE: u64 = RANGE;

        fn number(&mut self) -> u64 {
            self.0.remove(0)
        }
    }

    const WORD: u64 = u32::MAX as u64;

    /// The C++ standard asks for these of engines with their default seeds, [rand.predef].
    #[test]
    fn the_ten_thousandth_numbers_are_those_of_the_standard() {
        let mut engine = MinstdRand0::from_seed(1);
        let number = (0..10_000).map(|_| engine.number()).last();
        assert_eq!(number, Some(1_043_618_065 - 1));
        let mut engine = Mt19937::from_seed(5489);
        let number = (0..10_000).map(|_| engine.number()).last();
        assert_eq!(number, Some(4_123_659_995));
    }

    #[test]
    fn a_seed_where_the_engine_would_stay_at_nought_counts_as_one() {
        for seed in [0, 1, MODULUS as u32, 2 * MODULUS as u32] {
            assert_eq!(MinstdRand0::from_seed(seed).number(), MULTIPLIER - 1);
        }
        // From 1 to 2³² − 1, the largest being 2 · modulus + 1.
        assert_eq!(MinstdRand0::from_seed(u32::MAX).number(), MULTIPLIER - 1);
        assert_eq!(MinstdRand0::from_seed(2).number(), 2 * MULTIPLIER - 1);
    }

    #[test]
    fn the_first_of_two_numbers_is_the_lower_and_nothing_reaches_one() {
        const BEFORE_ONE: f64 = 1.0 - f64::EPSILON / 2.0;
        for (numbers, value) in [
            ([0, 1 << 31], 0.5),
            ([1, 0], 1.0 / 2_f64.powi(64)),
            ([0, 0], 0.0),
            ([WORD, WORD], BEFORE_ONE),
            // The first that rounds up to 1, and the last that does not.
            ([WORD - 1023, WORD], BEFORE_ONE),
            ([WORD - 1024, WORD], BEFORE_ONE),
            ([WORD - 3 * 1024, WORD], 1.0 - f64::EPSILON),
        ] {
            let double = Libstdcpp::of(Told::<WORD>(numbers.to_vec())).double();
            assert_eq!(double.to_bits(), value.to_bits(), "{numbers:?}");
        }
    }

    /// Every number of a small engine, so that each value comes equally often of those that are not refused.
    #[test]
    fn values_are_equally_likely() {
        const RANGE: u64 = 41;
        for most in 0..=RANGE {
            let mut counts = vec![0; most as usize + 1];
            for number in 0..=RANGE {
                // A refused number is followed by a 0, which is not refused.
                let mut told = Libstdcpp::of(Told::<RANGE>(vec![number, 0]));
                let value = told.uniform(most);
                if told.engine.0.len() == 1 {
                    counts[value as usize] += 1;
                }
            }
            assert!(
                counts[0] > 0 && counts.iter().all(|&count| count == counts[0]),
                "{most}: {counts:?}"
            );
        }
        for most in RANGE + 1..3 * RANGE {
            let mut counts = vec![0; most as usize + 1];
            for high in 0..=RANGE {
                for low in 0..=RANGE {
                    let mut told = Libstdcpp::of(Told::<RANGE>(vec![high, low, 0, 0, 0, 0]));
                    let value = told.uniform(most);
                    if told.engine.0.len() == 4 {
                        counts[value as usize] += 1;
                    }
                }
            }
            assert!(
                counts[0] > 0 && counts.iter().all(|&count| count == counts[0]),
                "{most}: {counts:?}"
            );
        }
    }

    #[test]
    fn words_are_scaled_and_the_favoured_ones_drawn_again() {
        let uniform = |numbers: &[u64], most| {
            let mut told = Libstdcpp::of(Told::<WORD>(numbers.to_vec()));
            (told.uniform(most), told.engine.0.len())
        };
        // 2³² = 6 · 715827882 + 4: lower halves of 0, 1, 2 and 3 are too many.
        assert_eq!(uniform(&[0, WORD], 5), (5, 0));
        assert_eq!(uniform(&[1, WORD], 5), (0, 1));
        // A power of two takes the upper bits, and one value still takes a number.
        assert_eq!(uniform(&[1 << 31, 0], 1), (1, 1));
        assert_eq!(uniform(&[0, 1], 0), (0, 1));
        // The first number is the upper half of 64 bits.
        assert_eq!(uniform(&[1, 2], u64::MAX), ((1 << 32) + 2, 0));
        assert_eq!(uniform(&[3, 4], WORD), (3, 1));
    }

    #[test]
    fn swaps_share_draws_while_the_square_fits() {
        let left = |cards: usize| {
            let mut told = Libstdcpp::of(Told::<48>(vec![0; 60]));
            told.shuffle(&mut vec![0; cards]);
            60 - told.engine.0.len()
        };
        // 48 / 6 is 8, 48 / 7 is 6.
        assert_eq!(
            [0, 1, 2, 3, 4, 5, 6, 7, 8].map(left),
            [0, 0, 1, 1, 2, 2, 3, 6, 7]
        );
    }

    /// Each order of a small deck is equally likely: all draws are gone through, those below 2, 6 and 20 by
    /// numbers that stand for them.
    #[test]
    fn every_order_comes_once() {
        for (cards, bounds) in [(3, vec![6]), (4, vec![2, 12]), (5, vec![6, 20])] {
            let mut orders = std::collections::BTreeSet::new();
            let outcomes: u64 = bounds.iter().product();
            for outcome in 0..outcomes {
                let mut rest = outcome;
                let digits = bounds.iter().map(|bound| {
                    let digit = rest % bound;
                    rest /= bound;
                    // The middle of its share of all words.
                    (2 * digit + 1) * (1 << 31) / bound
                });
                let mut deck: Vec<u64> = (0..cards).collect();
                Libstdcpp::of(Told::<WORD>(digits.collect())).shuffle(&mut deck);
                orders.insert(deck);
            }
            assert_eq!(orders.len() as u64, (1..=cards).product::<u64>());
            assert_eq!(orders.len() as u64, outcomes);
        }
    }
}
