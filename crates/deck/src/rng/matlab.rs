//! The random numbers of MATLAB's default generator, by its published description.
//!
//! MATLAB's own source is not public, and no copy of the program is at hand: this follows `MathWorks`' documentation
//! ("Creating and controlling a random number stream", `rng`, `rand`, `randi`, `randperm`), and is held to the values
//! that it prints. The C code that MATLAB Coder generates for `rand`, public in many repositories, does the same: the
//! formula of `init_genrand`, 53 bits of two words, and two more while these are 0.
//! Below it is the Mersenne Twister of Matsumoto and Nishimura (1998).
//!
//! | draw | in MATLAB |
//! | --- | --- |
//! | [`Matlab::from_seed`] | `rng(seed, "twister")`: `init_genrand`, except that 0 stands for 5489, the default |
//! | [`Matlab::double`] | `rand`: `genrand_res53`, drawn again while it is 0, so that it lies in (0, 1) |
//! | below a bound | `randi([0 bound - 1])`: ⌊rand · bound⌋, "one uniform value for each integer" |
//! | [`Matlab::shuffle`] | `deck(randperm(n))` |
//! | a coin | `randi([0 1])` |
//! | with probability first / second of two packets | `rand >= first / (first + second)` |
//! | 64 bits | two whole numbers below 2³², the first the lower half |
//!
//! MATLAB does not say how `randperm(n)` works. The orders that the documentation prints for it, of
//! six and of eight, are those that sort as many `rand`, as its older versions say: `[~, order] =
//! sort(rand(1, n))`. This module does the same. `randperm(n, k)` works otherwise and is
//! not offered.

#[cfg(feature = "full")]
use serde::{Deserialize, Serialize};

use super::mt19937::Mt19937;
use super::{Draws, ProgramDraws};
use crate::Card;

/// The seed that the seed 0 stands for: the default of the authors of the Mersenne Twister (2002).
const DEFAULT_SEED: u32 = 5489;

/// Numbers that 32 bits hold.
const WORDS: f64 = 4_294_967_296.0;

/// MATLAB's default generator.
///
/// ```
/// use colddeck_deck::rng::matlab::Matlab;
///
/// // rng("default"); rand(1, 4)
/// let mut matlab = Matlab::from_seed(0);
/// let values: Vec<String> = (0..4).map(|_| format!("{:.4}", matlab.double())).collect();
/// assert_eq!(values, ["0.8147", "0.9058", "0.1270", "0.9134"]);
/// ```
#[derive(Clone, Debug)]
#[cfg_attr(feature = "full", derive(Serialize, Deserialize))]
pub struct Matlab {
    words: Mt19937,
    /// Doubles by which a deck is sorted, as 53 bits, with their places. Kept from deck to deck.
    #[cfg_attr(feature = "full", serde(skip))]
    keys: Vec<(u64, usize)>,
}

impl Matlab {
    /// The generator after `rng(seed, "twister")`.
    #[must_use]
    pub fn from_seed(seed: u32) -> Self {
        let seed = if seed == 0 { DEFAULT_SEED } else { seed };
        Self {
            words: Mt19937::from_seed(seed),
            keys: Vec::new(),
        }
    }

    /// `rand` times 2⁵³.
    #[inline]
    fn bits(&mut self) -> u64 {
        loop {
            let bits = self.words.next_53_bits();
            if bits > 0 {
                return bits;
            }
        }
    }

    /// `rand`: uniform on the multiples of 2⁻⁵³ in (0, 1).
    #[inline]
    pub fn double(&mut self) -> f64 {
        const STEP: f64 = f64::EPSILON / 2.0;
        self.bits() as f64 * STEP
    }

    /// ⌊rand · bound⌋ of a bound up to 2³². The product never rounds up to the bound: the largest `rand` leaves at
    /// least half a unit of its last place, and a power of two, which leaves just that, is exact.
    #[inline]
    fn whole(&mut self, bound: f64) -> u32 {
        (self.double() * bound) as u32
    }

    /// `items(randperm(n))`: in the order that sorts n `rand`. Equal ones stay as they are.
    pub fn shuffle<T: Copy>(&mut self, items: &mut [T]) {
        let mut keys = std::mem::take(&mut self.keys);
        keys.clear();
        keys.extend((0..items.len()).map(|place| (self.bits(), place)));
        keys.sort_unstable();
        let before = items.to_vec();
        for (item, (_, place)) in items.iter_mut().zip(&keys) {
            *item = before[*place];
        }
        self.keys = keys;
    }
}

impl Draws for Matlab {
    #[inline]
    fn below(&mut self, bound: u32) -> u32 {
        self.whole(bound.into())
    }

    #[inline]
    fn second_of(&mut self, first: u32, second: u32) -> bool {
        self.double() >= f64::from(first) / (f64::from(first) + f64::from(second))
    }

    fn binomial_half(&mut self, n: u32) -> u32 {
        (0..n).map(|_| self.below(2)).sum()
    }

    fn chance(&mut self, p: f64) -> bool {
        self.double() < p
    }

    fn coins(&mut self, n: usize, words: &mut Vec<u64>) {
        words.clear();
        words.resize(n.div_ceil(64), 0);
        for at in 0..n {
            words[at / 64] |= u64::from(self.below(2)) << (at % 64);
        }
    }

    fn shuffle(&mut self, deck: &mut [Card]) {
        Matlab::shuffle(self, deck);
    }

    fn word(&mut self) -> u64 {
        let low = u64::from(self.any_u32());
        low | (u64::from(self.any_u32()) << 32)
    }
}

impl ProgramDraws for Matlab {
    fn double(&mut self) -> f64 {
        Matlab::double(self)
    }

    fn any_u32(&mut self) -> u32 {
        self.whole(WORDS)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_seed_nought_is_the_default_seed() {
        let first = |seed| Matlab::from_seed(seed).bits();
        assert_eq!(first(0), first(DEFAULT_SEED));
        assert_ne!(first(0), Mt19937::from_seed(0).next_53_bits());
        assert_eq!(first(1), Mt19937::from_seed(1).next_53_bits());
    }

    #[test]
    fn the_largest_double_stays_below_every_bound() {
        let largest = 1.0 - f64::EPSILON / 2.0;
        for bound in (1..2000).chain([1 << 31, (1 << 31) + 1, u32::MAX]) {
            assert_eq!((largest * f64::from(bound)) as u32, bound - 1);
        }
        assert_eq!((largest * WORDS) as u32, u32::MAX);
    }

    #[test]
    fn a_shuffle_sorts_by_as_many_doubles() {
        let (mut ours, mut twin) = (Matlab::from_seed(7), Matlab::from_seed(7));
        for cards in [0, 1, 2, 60, 3] {
            let mut deck: Vec<u16> = (0..cards).collect();
            let keys: Vec<f64> = deck.iter().map(|_| twin.double()).collect();
            ours.shuffle(&mut deck);
            let sorted = deck.windows(2).all(|pair| {
                let [first, second] = [pair[0], pair[1]].map(|card| keys[usize::from(card)]);
                first < second
            });
            assert!(sorted, "{deck:?}");
            deck.sort_unstable();
            assert!(deck.into_iter().eq(0..cards));
        }
    }
}
