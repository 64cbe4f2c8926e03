//! Named, frozen generators, and the draws that shuffles are made of.
//!
//! A generator's name fixes every value that it gives: a better one gets a new name. Most derive a
//! fresh stream for each batch of decks from the spec alone, so that any number of threads gives
//! the same decks; a compatibility stream reproduces another program's single serial stream.

pub mod msvc;
pub mod mt19937;
pub mod numpy_binomial;
pub mod numpy_legacy;
mod pcg64;
pub mod picks;
pub mod python;
mod seed;
pub mod seeding;
pub mod xoshiro;

pub use pcg64::PcgDraws;
pub use seed::{Seed, SeedError};
pub use seeding::{Seeding, Seeds};
pub use xoshiro::XoshiroDraws;

use msvc::Msvc;
use numpy_legacy::NumpyLegacy;
use python::Python;

use crate::deck::Card;

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

/// Whether a generator makes one stream for each batch, or one for a whole routine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Streams {
    /// Every batch has a stream of its own: batches run in parallel.
    Batches,
    /// One stream runs through all decks of a routine, deck after deck.
    Serial,
}

/// A generator, by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Generator {
    /// Eight interleaved xoshiro256++, for blocks of decks.
    Xoshiro256ppX8,
    /// PCG XSL RR 128/64 of `rand_pcg`.
    Pcg64,
    /// numpy's legacy `RandomState`.
    NumpyLegacy,
    /// Python's `random.Random`.
    Python,
    /// `rand()` of Microsoft's C library.
    Msvc,
}

/// The entry of a generator in lists and messages.
#[derive(Debug, Clone, Copy)]
pub struct About {
    /// The generator.
    pub generator: Generator,
    /// Its name in a spec.
    pub name: &'static str,
    /// One line for lists.
    pub about: &'static str,
}

/// All generators.
pub const GENERATORS: &[About] = &[
    About {
        generator: Generator::Xoshiro256ppX8,
        name: "xoshiro256pp-x8",
        about: "eight interleaved xoshiro256++ (Blackman and Vigna, 2021) that shuffle 64 decks at \
                once, a stream for each batch; the default",
    },
    About {
        generator: Generator::Pcg64,
        name: "pcg64",
        about: "PCG XSL RR 128/64 (O'Neill, 2014), a stream for each batch; deck by deck",
    },
    About {
        generator: Generator::NumpyLegacy,
        name: "numpy-legacy",
        about: "numpy's legacy RandomState (MT19937), one serial stream for each routine, \
                to reproduce published numpy simulations",
    },
    About {
        generator: Generator::Python,
        name: "python",
        about: "Python's random.Random (MT19937; random.shuffle, randrange, getrandbits), one serial stream \
                for each routine; seeds as whole numbers, or as a list of 32-bit words, the lowest first, and \
                without a sign, which Python ignores",
    },
    About {
        generator: Generator::Msvc,
        name: "msvc",
        about: "rand() of Microsoft's C library, 15 bits at a time, one serial stream for each routine, or one for                 each deck with a seeding; with shuffle freecell and seeding numbers, the deals of FreeCell",
    },
];

impl Generator {
    /// The generator of a spec that names none; the control group always has it.
    pub const DEFAULT: Self = Self::Xoshiro256ppX8;

    /// The generator of that name.
    pub fn named(name: &str) -> Option<Self> {
        GENERATORS
            .iter()
            .find(|about| about.name == name)
            .map(|about| about.generator)
    }

    /// Its name in a spec.
    pub fn name(self) -> &'static str {
        match self {
            Self::Xoshiro256ppX8 => "xoshiro256pp-x8",
            Self::Pcg64 => "pcg64",
            Self::NumpyLegacy => "numpy-legacy",
            Self::Python => "python",
            Self::Msvc => "msvc",
        }
    }

    /// How its streams run through the decks of a routine.
    pub fn streams(self) -> Streams {
        match self {
            Self::Xoshiro256ppX8 | Self::Pcg64 => Streams::Batches,
            Self::NumpyLegacy | Self::Python | Self::Msvc => Streams::Serial,
        }
    }

    /// Whether this generator can be seeded so; the error says what it takes.
    pub fn check(self, seed: &Seed) -> Result<(), SeedError> {
        match self {
            Self::Xoshiro256ppX8 | Self::Pcg64 => seed.integer().map(drop),
            Self::NumpyLegacy => seed.words().map(drop),
            Self::Python => Ok(()),
            Self::Msvc => seed.word().map(drop),
        }
    }

    /// The stream for one batch. `label` says what is shuffled. A serial generator has only one
    /// batch, and, as published, starts every routine from the same seed.
    pub fn stream(
        self,
        seed: &Seed,
        label: &str,
        replicate: u64,
        batch: u64,
    ) -> Result<Stream, SeedError> {
        match self {
            Self::Xoshiro256ppX8 => {
                let draws = XoshiroDraws::for_batch(seed.integer()?, label, replicate, batch);
                Ok(Stream::Xoshiro(draws))
            }
            Self::Pcg64 => {
                let draws = PcgDraws::for_batch(seed.integer()?, label, replicate, batch);
                Ok(Stream::Pcg64(draws))
            }
            Self::NumpyLegacy => Ok(Stream::NumpyLegacy(match seed.words()? {
                seed::Words::One(word) => NumpyLegacy::from_seed(word),
                seed::Words::Many(words) => NumpyLegacy::from_list(&words),
            })),
            Self::Python => Ok(Stream::Python(Python::from_words(&seed.little_endian()))),
            Self::Msvc => Ok(Stream::Msvc(Msvc::from_seed(seed.word()?))),
        }
    }
}

/// A seeded generator in mid-stream. Shuffles match on it once for a whole block of decks.
#[derive(Debug, Clone)]
pub enum Stream {
    /// See [`Generator::Xoshiro256ppX8`].
    Xoshiro(XoshiroDraws),
    /// See [`Generator::Pcg64`].
    Pcg64(PcgDraws),
    /// See [`Generator::NumpyLegacy`].
    NumpyLegacy(NumpyLegacy),
    /// See [`Generator::Python`].
    Python(Python),
    /// See [`Generator::Msvc`].
    Msvc(Msvc),
}

impl Stream {
    /// Its draws, for those who take them one by one.
    pub fn draws(&mut self) -> &mut dyn Draws {
        match self {
            Self::Xoshiro(draws) => draws.scalar(),
            Self::Pcg64(draws) => draws,
            Self::NumpyLegacy(draws) => draws,
            Self::Python(draws) => draws,
            Self::Msvc(draws) => draws,
        }
    }

    /// The stream of a deck that has this seed of its own, of `msvc` or else of `pcg64`: see [`seeding`].
    #[must_use]
    pub fn of_deck(&self, seed: u128) -> Self {
        match self {
            Self::Msvc(_) => Self::Msvc(Msvc::from_seed(seed as u32)),
            _ => Self::Pcg64(Seeds::stream(seed)),
        }
    }
}

impl Draws for NumpyLegacy {
    fn below(&mut self, bound: u32) -> u32 {
        NumpyLegacy::below(self, bound)
    }

    // As the published program compares: one double, in floating point.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_generator_is_registered_once_and_found_by_its_name() {
        for about in GENERATORS {
            assert_eq!(Generator::named(about.name), Some(about.generator));
            assert_eq!(about.generator.name(), about.name);
            assert!(!about.about.is_empty());
        }
        assert_eq!(Generator::named("mersenne"), None);
    }
}
