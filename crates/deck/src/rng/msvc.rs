//! Microsoft's C library's `rand()`, by which the deals of `FreeCell` are made, bit for bit.
//!
//! `srand(s)` sets the state x to s, and `rand()` makes it x ← 214013 x + 2531011 modulo 2³² and gives
//! ⌊x/2¹⁶⌋ modulo 2¹⁵. Bit 31 of the state never matters: there are 2³¹ streams, and each is a part of one
//! circle of that length. The constants are those of every `msvcrt.dll`, and of Jim Horne's note on how
//! `FreeCell` deals (mshuffle.txt, 1994).
//!
//! | draw | in C |
//! | --- | --- |
//! | [`Msvc::rand`] | `rand()` |
//! | `rand() % bound`, `RAND_MAX` being 32767 | the same |
//! | below a power of two up to 2¹⁵ | the low bits of `rand()` |
//! | any other bound | 30 bits, the first `rand()` above the second, drawn again where a remainder by `bound` would favour some |
//! | a coin | the low bit of `rand()` |
//! | with a probability | 53 bits from four `rand()`, the first the highest, as a fraction below it |

#[cfg(feature = "full")]
use serde::{Deserialize, Serialize};

use super::Draws;
use crate::Card;

/// Bits of a number.
const BITS: u32 = 15;

/// Numbers that `rand()` gives: `RAND_MAX` + 1.
const NUMBERS: u32 = 1 << BITS;

/// Microsoft's `rand()`.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "full", derive(Serialize, Deserialize))]
pub struct Msvc {
    state: u32,
}

impl Msvc {
    /// The generator after `srand(seed)`.
    pub fn from_seed(seed: u32) -> Self {
        Self { state: seed }
    }

    /// `rand()`: a number from 0 to 32767.
    #[inline]
    pub fn rand(&mut self) -> u32 {
        self.state = (self.state).wrapping_mul(214_013).wrapping_add(2_531_011);
        (self.state >> 16) % NUMBERS
    }

    /// Draws so many numbers in a row, the first the highest.
    fn numbers(&mut self, count: u32) -> u64 {
        (0..count).fold(0, |bits, _| bits << BITS | u64::from(self.rand()))
    }
}

impl Draws for Msvc {
    #[inline]
    fn below(&mut self, bound: u32) -> u32 {
        if bound.is_power_of_two() && bound <= NUMBERS {
            return self.rand() & (bound - 1);
        }
        let bound = u64::from(bound);
        let count = if bound <= 1 << (2 * BITS) { 2 } else { 3 };
        let all = 1_u64 << (count * BITS);
        loop {
            let number = self.numbers(count);
            if number < all - all % bound {
                return (number % bound) as u32;
            }
        }
    }

    fn second_of(&mut self, first: u32, second: u32) -> bool {
        self.below(first + second) >= first
    }

    fn binomial_half(&mut self, n: u32) -> u32 {
        (0..n).map(|_| self.below(2)).sum()
    }

    fn chance(&mut self, p: f64) -> bool {
        const DOUBLE: u32 = f64::MANTISSA_DIGITS;
        let unit = 1.0 / (1_u64 << DOUBLE) as f64;
        ((self.numbers(4) >> (4 * BITS - DOUBLE)) as f64) * unit < p
    }

    fn coins(&mut self, n: usize, words: &mut Vec<u64>) {
        words.clear();
        words.resize(n.div_ceil(64), 0);
        for at in 0..n {
            words[at / 64] |= u64::from(self.below(2)) << (at % 64);
        }
    }

    /// Swaps from the last card down to the second with `rand() % (place + 1)`.
    fn shuffle(&mut self, deck: &mut [Card]) {
        for last in (1..deck.len()).rev() {
            let other = self.remainder(NUMBERS - 1, last as u32 + 1);
            deck.swap(last, other as usize);
        }
    }

    /// Five numbers, the first the highest, less the bits that are too many.
    fn word(&mut self) -> u64 {
        self.numbers(5)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Printed by every C program of Microsoft's that never calls `srand`, which is as if with 1.
    #[test]
    fn it_gives_the_numbers_that_everybody_has_seen() {
        let mut rand = Msvc::from_seed(1);
        let numbers: Vec<u32> = (0..10).map(|_| rand.rand()).collect();
        assert_eq!(
            numbers,
            [
                41, 18_467, 6_334, 26_500, 19_169, 15_724, 11_478, 29_358, 26_962, 24_464
            ]
        );
    }

    #[test]
    fn a_remainder_is_that_of_the_next_number() {
        let (mut ours, mut plain) = (Msvc::from_seed(617), Msvc::from_seed(617));
        for bound in 1..=300 {
            assert_eq!(ours.remainder(NUMBERS - 1, bound), plain.rand() % bound);
        }
    }

    #[test]
    fn other_draws_are_as_even_as_the_numbers() {
        let mut rand = Msvc::from_seed(7);
        for bound in [1, 2, 3, 7, 52, 32_768, 40_000, 1 << 30, u32::MAX] {
            let (mut least, mut most) = (u32::MAX, 0);
            for _ in 0..400 {
                let drawn = rand.below(bound);
                assert!(drawn < bound);
                (least, most) = (least.min(drawn), most.max(drawn));
            }
            assert!(u64::from(least) * 20 <= u64::from(bound), "{bound} {least}");
            assert!(
                (u64::from(most) + 1) * 20 >= u64::from(bound) * 19,
                "{bound} {most}"
            );
        }
        let heads = (0..2_000).filter(|_| rand.chance(0.25)).count();
        assert!((400..600).contains(&heads), "{heads}");
        let mut words = Vec::new();
        rand.coins(70, &mut words);
        assert!(words.len() == 2 && words[1] >> 6 == 0);
    }
}
