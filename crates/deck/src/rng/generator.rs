//! Generators by their names, and their streams.

use serde::{Deserialize, Serialize};

use super::cpp::{Libstdcpp, MinstdRand0};
use super::matlab::Matlab;
use super::msvc::Msvc;
use super::mt19937::Mt19937;
use super::numpy_legacy::NumpyLegacy;
use super::python::Python;
use super::{Draws, PcgDraws, ProgramDraws, Seed, SeedError, Seeds, XoshiroDraws, seed};

/// The streams of a generator: one for each batch, or one for a whole routine.
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
    /// `std::mt19937` with libstdc++'s distributions.
    CppMt19937,
    /// `std::minstd_rand0`, libstdc++'s `default_random_engine`, with its distributions.
    CppMinstdRand0,
    /// MATLAB's default generator.
    Matlab,
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
    /// The name by which `--like` calls the program whose numbers it gives.
    pub like: Option<&'static str>,
}

/// All generators.
pub static GENERATORS: &[About] = &[
    About {
        generator: Generator::Xoshiro256ppX8,
        name: "xoshiro256pp-x8",
        about: "eight interleaved xoshiro256++ (Blackman and Vigna, 2021) that shuffle 64 decks at \
                once, a stream for each batch; the default",
        like: None,
    },
    About {
        generator: Generator::Pcg64,
        name: "pcg64",
        about: "PCG XSL RR 128/64 (O'Neill, 2014), a stream for each batch; deck by deck",
        like: None,
    },
    About {
        generator: Generator::NumpyLegacy,
        name: "numpy-legacy",
        about: "numpy's legacy RandomState (MT19937), one serial stream for each routine, \
                to reproduce published numpy simulations",
        like: Some("numpy"),
    },
    About {
        generator: Generator::Python,
        name: "python",
        about: "Python's random.Random (MT19937; random.shuffle, randrange, getrandbits), one serial stream \
                for each routine; seeds as whole numbers, or as a list of 32-bit words, the lowest first, and \
                without a sign, which Python ignores",
        like: Some("python"),
    },
    About {
        generator: Generator::Msvc,
        name: "msvc",
        about: "rand() of Microsoft's C library, 15 bits at a time, one serial stream for each routine, or one for each deck with a seeding; with shuffle freecell and seeding numbers, the deals of FreeCell",
        like: None,
    },
    About {
        generator: Generator::CppMt19937,
        name: "cpp-mt19937",
        about: "C++'s std::mt19937 with the distributions and the std::shuffle of libstdc++ (GCC 11 to 15), one \
                serial stream for each routine; seeds below 2^32",
        like: Some("c++"),
    },
    About {
        generator: Generator::CppMinstdRand0,
        name: "cpp-minstd-rand0",
        about: "C++'s std::minstd_rand0, which is std::default_random_engine in libstdc++ (GCC 11 to 15), with its \
                distributions and its std::shuffle, one serial stream for each routine; seeds below 2^32",
        like: Some("c++-default"),
    },
    About {
        generator: Generator::Matlab,
        name: "matlab",
        about: "MATLAB's rng(seed), rand, randi and randperm(n) (MT19937, the seed 0 being 5489), by their published \
                description, one serial stream for each routine; seeds below 2^32",
        like: Some("matlab"),
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

    /// The generator of the program that `--like` calls so.
    pub fn like(program: &str) -> Option<Self> {
        GENERATORS
            .iter()
            .find(|about| about.like == Some(program))
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
            Self::CppMt19937 => "cpp-mt19937",
            Self::CppMinstdRand0 => "cpp-minstd-rand0",
            Self::Matlab => "matlab",
        }
    }

    /// Says how its streams run through the decks of a routine.
    pub fn streams(self) -> Streams {
        match self {
            Self::Xoshiro256ppX8 | Self::Pcg64 => Streams::Batches,
            Self::NumpyLegacy
            | Self::Python
            | Self::Msvc
            | Self::CppMt19937
            | Self::CppMinstdRand0
            | Self::Matlab => Streams::Serial,
        }
    }

    /// Checks that this generator can be seeded so; the error says what it takes.
    pub fn check(self, seed: &Seed) -> Result<(), SeedError> {
        match self {
            Self::Xoshiro256ppX8 | Self::Pcg64 => seed.integer().map(drop),
            Self::NumpyLegacy => seed.words().map(drop),
            Self::Python => Ok(()),
            Self::Msvc | Self::CppMt19937 | Self::CppMinstdRand0 | Self::Matlab => {
                seed.word(self.name()).map(drop)
            }
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
            Self::Msvc => Ok(Stream::Msvc(Msvc::from_seed(seed.word(self.name())?))),
            Self::CppMt19937 => {
                let engine = Mt19937::from_seed(seed.word(self.name())?);
                Ok(Stream::CppMt19937(Libstdcpp::of(engine)))
            }
            Self::CppMinstdRand0 => {
                let engine = MinstdRand0::from_seed(seed.word(self.name())?);
                Ok(Stream::CppMinstdRand0(Libstdcpp::of(engine)))
            }
            Self::Matlab => {
                let matlab = Matlab::from_seed(seed.word(self.name())?);
                Ok(Stream::Matlab(matlab))
            }
        }
    }
}

/// A seeded generator in mid-stream. Shuffles match on it once for a whole block of decks.
#[derive(Debug, Clone, Serialize, Deserialize)]
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
    /// See [`Generator::CppMt19937`].
    CppMt19937(Libstdcpp<Mt19937>),
    /// See [`Generator::CppMinstdRand0`].
    CppMinstdRand0(Libstdcpp<MinstdRand0>),
    /// See [`Generator::Matlab`].
    Matlab(Matlab),
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
            Self::CppMt19937(draws) => draws,
            Self::CppMinstdRand0(draws) => draws,
            Self::Matlab(draws) => draws,
        }
    }

    /// Its draws as those of the program that it is like; none of a generator of ours.
    pub fn program(&mut self) -> Option<&mut dyn ProgramDraws> {
        match self {
            Self::Xoshiro(_) | Self::Pcg64(_) | Self::Msvc(_) => None,
            Self::NumpyLegacy(draws) => Some(draws),
            Self::Python(draws) => Some(draws),
            Self::CppMt19937(draws) => Some(draws),
            Self::CppMinstdRand0(draws) => Some(draws),
            Self::Matlab(draws) => Some(draws),
        }
    }

    /// Goes on as `other`; false, and nothing changes, if that is a stream of another generator.
    pub fn go_on_as(&mut self, other: Self) -> bool {
        let alike = std::mem::discriminant(self) == std::mem::discriminant(&other);
        if alike {
            *self = other;
        }
        alike
    }

    /// The stream of a deck that has this seed of its own, of `msvc` or else of `pcg64`: see [`super::seeding`].
    #[must_use]
    pub fn of_deck(&self, seed: u128) -> Self {
        match self {
            Self::Msvc(_) => Self::Msvc(Msvc::from_seed(seed as u32)),
            _ => Self::Pcg64(Seeds::stream(seed)),
        }
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
            // Generators that `--like` names, and no others, draw as programs do.
            let mut stream = about.generator.stream(&Seed::Integer(1), "", 0, 0).unwrap();
            assert_eq!(stream.program().is_some(), about.like.is_some());
            let found = about.like.map(Generator::like);
            assert_eq!(found, about.like.map(|_| Some(about.generator)));
        }
        assert_eq!(Generator::like("fortran"), None);
        assert_eq!(Generator::named("mersenne"), None);
    }
}
