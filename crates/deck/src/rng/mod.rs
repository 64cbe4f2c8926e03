//! Named, frozen generators, and the draws that shuffles are made of.
//!
//! A generator's name fixes every value that it gives: a better one gets a new name. Most derive a
//! fresh stream for each batch of decks from the spec alone, so that any number of threads gives
//! the same decks; a compatibility stream reproduces another program's single serial stream.

#[cfg(feature = "full")]
pub mod cpp;
#[cfg(feature = "full")]
mod generator;
#[cfg(feature = "full")]
pub mod matlab;
#[cfg(feature = "full")]
pub mod msvc;
#[cfg(feature = "full")]
pub mod mt19937;
#[cfg(feature = "full")]
pub(crate) mod numpy_binomial;
#[cfg(feature = "full")]
pub mod numpy_legacy;
mod pcg64;
pub(crate) mod picks;
#[cfg(feature = "full")]
pub mod python;
#[cfg(feature = "full")]
mod seed;
#[cfg(feature = "full")]
pub mod seeding;
#[cfg(feature = "full")]
pub(crate) mod xoshiro;

#[cfg(feature = "full")]
pub use generator::{About, GENERATORS, Generator, Stream, Streams};
pub use pcg64::PcgDraws;
#[cfg(feature = "full")]
pub use seed::{Seed, SeedError};
#[cfg(feature = "full")]
pub use seeding::{Seeding, Seeds};
#[cfg(feature = "full")]
pub use xoshiro::XoshiroDraws;

use crate::Card;

/// Puts items of any kind in a uniformly random order: from the last on, each swaps with one at or before it (Durstenfeld,
/// 1964).
pub fn shuffle_items<T>(draws: &mut (impl Draws + ?Sized), items: &mut [T]) {
    for last in (1..items.len()).rev() {
        items.swap(last, draws.below(last as u32 + 1) as usize);
    }
}

/// The random draws that a shuffle may ask for. Each generator has its own way to make each.
pub trait Draws {
    /// A whole number, uniform on `0..bound`; `bound` is at least 1.
    fn below(&mut self, bound: u32) -> u32;

    /// True with probability `second / (first + second)`, `second` or `first` positive.
    fn second_of(&mut self, first: u32, second: u32) -> bool;

    /// A draw from the binomial distribution of `n` fair coins.
    fn binomial_half(&mut self, n: u32) -> u32;

    /// True with probability `p`, from 0 to 1.
    fn chance(&mut self, p: f64) -> bool;

    /// `n` labels, 0 or 1, that form a chain, as the low bits of `labels`, which are all 0 before: the first is 0 with
    /// probability `first`, and each further one with that of `after` which belongs to the label before it.
    fn labels(&mut self, first: f64, after: [f64; 2], n: usize, labels: &mut [u64]) {
        let mut chance = first;
        for place in 0..n {
            let label = usize::from(!self.chance(chance));
            chance = after[label];
            labels[place / 64] |= (label as u64) << (place % 64);
        }
    }

    /// `n` fair coins, as the low bits of `words`, first coin lowest; bits above the n-th are 0.
    fn coins(&mut self, n: usize, words: &mut Vec<u64>);

    /// Puts `deck` in a uniformly random order.
    fn shuffle(&mut self, deck: &mut [Card]);

    /// A whole number uniform on `0..=most`, modulo `bound`: what C programs make of `rand() % bound`
    /// where `RAND_MAX` is `most`. Not uniform where `bound` does not divide `most + 1`.
    #[inline]
    fn remainder(&mut self, most: u32, bound: u32) -> u32 {
        let number = match most.checked_add(1) {
            Some(numbers) => self.below(numbers),
            None => (self.below(1 << 16) << 16) | self.below(1 << 16),
        };
        number % bound
    }

    /// A word of 64 fair bits.
    fn word(&mut self) -> u64;

    /// A whole number below each of `bounds`, uniform and independent, several of them made from one
    /// word: [`picks`]. The product of `bounds` is below 2⁶⁴.
    #[inline]
    fn below_each(&mut self, bounds: &[u32], picks: &mut [u32]) {
        while !picks::picks(self.word(), bounds, picks) {}
    }
}

/// Draws that programs make besides those that shuffles ask for: of the generators of other
/// programs, [`About::like`].
pub trait ProgramDraws: Draws {
    /// A double from 0 to 1, as the program gives it.
    fn double(&mut self) -> f64;

    /// A whole number, uniform on `0..2³²`: what [`Draws::below`] would give for that bound, which it cannot hold.
    fn any_u32(&mut self) -> u32;
}

/// Draws of a generator that is not known by type: what shuffles within shuffles are given.
pub struct AnyDraws<'a>(pub &'a mut dyn Draws);

impl Draws for AnyDraws<'_> {
    fn below(&mut self, bound: u32) -> u32 {
        self.0.below(bound)
    }

    fn second_of(&mut self, first: u32, second: u32) -> bool {
        self.0.second_of(first, second)
    }

    fn binomial_half(&mut self, n: u32) -> u32 {
        self.0.binomial_half(n)
    }

    fn chance(&mut self, p: f64) -> bool {
        self.0.chance(p)
    }

    fn labels(&mut self, first: f64, after: [f64; 2], n: usize, labels: &mut [u64]) {
        self.0.labels(first, after, n, labels);
    }

    fn coins(&mut self, n: usize, words: &mut Vec<u64>) {
        self.0.coins(n, words);
    }

    fn shuffle(&mut self, deck: &mut [Card]) {
        self.0.shuffle(deck);
    }

    fn remainder(&mut self, most: u32, bound: u32) -> u32 {
        self.0.remainder(most, bound)
    }

    fn word(&mut self) -> u64 {
        self.0.word()
    }

    fn below_each(&mut self, bounds: &[u32], picks: &mut [u32]) {
        self.0.below_each(bounds, picks);
    }
}
