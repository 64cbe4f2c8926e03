//! Seeds of decks: programs that seed their generator anew for each deck.
//!
//! Without such a policy every batch of decks has a stream of its own, and nothing can be seen of
//! how it was seeded. With one, each deck is shuffled by a fresh stream of `pcg64` (or of `msvc`), whose seed
//! is a number: *two decks with the same number are shuffled alike*, in every run, whatever the seed of
//! the experiment. The seedings differ in where the numbers come from.
//!
//! # From a policy to streams
//!
//! All streams are those of [`PcgDraws`], made of a domain, a number of 128 bits, a label, a replicate
//! and a batch as described there. Frozen: a change is value-breaking.
//!
//! - The stream of a deck whose seed is s: domain `colddeck pcg64 deck v1`, number s, nothing else. With the
//!   generator `msvc`: as after `srand(s)`, of s the lower 32 bits.
//! - `bits = k`: s is the upper k bits of a word. The words, one for each deck of a batch in order,
//!   come from the stream with domain `colddeck deck seeds v1`, the seed of the experiment, and the
//!   label, replicate and batch of the decks.
//! - `clock`: s = T₀ + ⌊d·f/X⌋ for deck d of a replicate, from 0, with f ticks and X decks a second, in
//!   doubles. T₀ is a random time of the 2³¹ seconds that begin with 1970, in ticks: a number below
//!   f·2³¹ (Lemire, 2019), the first from the stream with domain `colddeck deck clock v1`, the seed of the
//!   experiment, and the label and replicate of the decks.
//! - `one`: s is the seed of the experiment.
//! - `numbers`: s is the seed of the experiment plus d for deck d of all replicates, from 0.

use super::seed::{Seed, SeedError};
use super::{Draws, PcgDraws};
use text::names;

/// Marks what is hashed into the stream of a deck.
const DECK: &[u8] = b"colddeck pcg64 deck v1";

/// Marks what is hashed into the stream that gives a batch's decks their seeds.
const SEEDS: &[u8] = b"colddeck deck seeds v1";

/// Marks what is hashed into the stream that gives a replicate the time at which it begins.
const CLOCK: &[u8] = b"colddeck deck clock v1";

/// Seconds of a signed 32-bit count of seconds, from 1970 to 2038.
const CLOCK_SECONDS: u64 = 1 << 31;

/// Decks a second where nothing else is said: a server, or a careless simulation.
pub const DEFAULT_DECKS_PER_SECOND: f64 = 1_000.0;

/// Decks a second that are accepted: a deck in a quarter of an hour, and as many as nobody can deal.
pub const DECKS_PER_SECOND: std::ops::RangeInclusive<f64> = 1e-3..=1e9;

/// The unit that a clock counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tick {
    /// Seconds, as `time(NULL)` does.
    Seconds,
    /// Milliseconds.
    Milliseconds,
}

impl Tick {
    /// Their names in a spec.
    pub const NAMES: &[(&'static str, Self)] = &[
        ("seconds", Self::Seconds),
        ("milliseconds", Self::Milliseconds),
    ];

    /// Its name in a spec.
    pub fn name(self) -> &'static str {
        match self {
            Self::Seconds => "seconds",
            Self::Milliseconds => "milliseconds",
        }
    }

    fn per_second(self) -> u64 {
        match self {
            Self::Seconds => 1,
            Self::Milliseconds => 1_000,
        }
    }
}

/// Ways in which decks come to their seeds.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub enum Seeding {
    /// A stream for each batch, as the generator gives it.
    #[default]
    Batches,
    /// Each deck from a random number of so many bits, from 1 to 64.
    Bits(u32),
    /// Each deck from the time at which it is dealt.
    Clock {
        /// The unit that the clock counts.
        tick: Tick,
        /// Decks dealt in a second.
        decks_per_second: f64,
    },
    /// Every deck from the same number.
    One,
    /// Each deck from its own number, the seed of the experiment for the first one.
    Numbers,
}

impl Seeding {
    /// The words of the command line: each with what it means.
    pub const WORDS: &[(&'static str, &'static str)] = &[
        ("batches", "a stream for each batch of decks; the default"),
        (
            "N-bit",
            "each deck from a random seed of so many bits, from 1 to 64, as in 16-bit; in a spec also \
             { bits = 16 }",
        ),
        (
            "clock",
            "each deck from the second in which it is dealt, 1000 decks a second; in a spec also \
             { clock = \"milliseconds\", decks-per-second = 50 }",
        ),
        ("one", "every deck from the same seed"),
        (
            "numbers",
            "each deck from its number: the first from the seed, the second from the next whole number;              with generator msvc and shuffle freecell, the deals of FreeCell",
        ),
    ];

    /// The clock in seconds, at the default rate.
    const CLOCK: Self = Self::Clock {
        tick: Tick::Seconds,
        decks_per_second: DEFAULT_DECKS_PER_SECOND,
    };

    /// The policy that a word names.
    ///
    /// # Errors
    /// If the word names no policy; the message says what was found and what is accepted.
    pub fn parse(word: &str) -> Result<Self, String> {
        let bits = || {
            let digits = word.strip_suffix("-bit")?;
            let plain = digits.bytes().all(|byte| byte.is_ascii_digit());
            let bits = digits.parse().ok().filter(|_| plain)?;
            (1..=u64::BITS).contains(&bits).then_some(bits)
        };
        match word {
            "batches" => Ok(Self::Batches),
            "clock" => Ok(Self::CLOCK),
            "one" => Ok(Self::One),
            "numbers" => Ok(Self::Numbers),
            _ => bits().map(Self::Bits).ok_or_else(|| {
                let all = || Self::WORDS.iter().map(|(word, _)| *word);
                format!(
                    "found `{}`; accepted: {} (N from 1 to 64){}",
                    word.escape_debug(),
                    names::list(all()),
                    names::hint(word, all())
                )
            }),
        }
    }

    /// Natural logarithm of the number of seeds that a deck can have; `None` where it is not limited.
    pub fn ln_seeds(self) -> Option<f64> {
        match self {
            Self::Batches => None,
            Self::Bits(bits) => Some(f64::from(bits) * std::f64::consts::LN_2),
            Self::Clock { tick, .. } => {
                let seeds = CLOCK_SECONDS * tick.per_second();
                Some(libm::log(seeds as f64))
            }
            // A deck's number is known, and so is the deck.
            Self::One | Self::Numbers => Some(0.0),
        }
    }

    /// Returns true if a deck tells nothing of the decks before it.
    pub fn is_independent(self) -> bool {
        matches!(self, Self::Batches | Self::Bits(_))
    }

    /// Says it in words, for reports.
    pub fn describe(self) -> String {
        match self {
            Self::Batches => "a stream for each batch".to_owned(),
            Self::Bits(bits) => format!("each deck from a random seed of {bits} bits"),
            Self::Clock {
                tick,
                decks_per_second,
            } => format!(
                "each deck from the time in {}, {decks_per_second} decks a second",
                tick.name()
            ),
            Self::One => "every deck from the same seed".to_owned(),
            Self::Numbers => "each deck from its number, the first from the seed".to_owned(),
        }
    }

    /// The seeds of the decks of a batch; `None` where decks have none of their own.
    ///
    /// # Errors
    /// If the seed of the experiment is a list.
    pub fn seeds(
        self,
        seed: &Seed,
        label: &str,
        replicate: u64,
        batch: u64,
    ) -> Result<Option<Seeds>, SeedError> {
        let seed = seed.integer()?;
        Ok(match self {
            Self::Batches => None,
            Self::Bits(bits) => Some(Seeds::Bits {
                words: PcgDraws::of_domain(SEEDS, seed, label, replicate, batch),
                bits,
            }),
            Self::Clock {
                tick,
                decks_per_second,
            } => {
                let mut draws = PcgDraws::of_domain(CLOCK, seed, label, replicate, 0);
                let ticks = tick.per_second();
                Some(Seeds::Clock {
                    start: draws.below_u64(CLOCK_SECONDS * ticks),
                    ticks: ticks as f64,
                    decks_per_second,
                })
            }
            Self::One => Some(Seeds::One(seed)),
            Self::Numbers => Some(Seeds::Numbers(seed)),
        })
    }
}

/// Gives the decks of a batch their seeds, one after the other.
#[derive(Debug, Clone)]
pub enum Seeds {
    /// See [`Seeding::Bits`].
    Bits {
        /// A word for each deck.
        words: PcgDraws,
        /// Bits that are used of it.
        bits: u32,
    },
    /// See [`Seeding::Clock`].
    Clock {
        /// The time at which the replicate begins, in ticks.
        start: u64,
        /// Ticks in a second.
        ticks: f64,
        /// Decks in a second.
        decks_per_second: f64,
    },
    /// See [`Seeding::One`].
    One(u128),
    /// See [`Seeding::Numbers`]: that of the first deck.
    Numbers(u128),
}

impl Seeds {
    /// The seed of the next deck, which is deck `at` of all replicates, from 0.
    pub fn next_seed(&mut self, at: u64) -> u128 {
        match self {
            Self::Bits { words, bits } => u128::from(words.word() >> (u64::BITS - *bits)),
            Self::Clock {
                start,
                ticks,
                decks_per_second,
            } => {
                let passed = libm::floor(at as f64 * *ticks / *decks_per_second);
                u128::from(*start) + passed as u128
            }
            Self::One(seed) => *seed,
            Self::Numbers(first) => first.wrapping_add(u128::from(at)),
        }
    }

    /// The stream of a deck with this seed.
    pub fn stream(seed: u128) -> PcgDraws {
        PcgDraws::of_domain(DECK, seed, "", 0, 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seeds(seeding: Seeding, seed: u128, replicate: u64, batch: u64) -> Seeds {
        let seeds = seeding.seeds(&Seed::Integer(seed), "routine S", replicate, batch);
        seeds.unwrap().unwrap()
    }

    fn first(seeding: Seeding, count: u64) -> Vec<u128> {
        let mut seeds = seeds(seeding, 1, 0, 0);
        (0..count).map(|at| seeds.next_seed(at)).collect()
    }

    /// Values of the frozen mapping, worked out by a program of its own (`python3 tests/data/zoo.py`): a
    /// change here is value-breaking.
    #[test]
    fn the_mapping_is_frozen() {
        let clock = |tick| Seeding::Clock {
            tick,
            decks_per_second: 2.0,
        };
        assert_eq!(
            first(Seeding::Bits(16), 4),
            [14_237, 19_106, 58_086, 34_815]
        );
        assert_eq!(
            first(Seeding::Bits(64), 2),
            [4_007_502_115_997_901_252, 5_377_993_904_160_394_047]
        );
        assert_eq!(
            first(clock(Tick::Seconds), 5),
            [63_070_761, 63_070_761, 63_070_762, 63_070_762, 63_070_763]
        );
        assert_eq!(
            first(clock(Tick::Milliseconds), 3),
            [63_070_761_636, 63_070_762_136, 63_070_762_636]
        );
        assert_eq!(first(Seeding::One, 2), [1, 1]);
        assert_eq!(first(Seeding::Numbers, 3), [1, 2, 3]);
        let mut draws = Seeds::stream(12_345);
        let values: Vec<u32> = (0..6).map(|_| draws.below(52)).collect();
        assert_eq!(values, [31, 16, 12, 16, 22, 46]);
    }

    #[test]
    fn seeds_have_as_many_bits_as_asked_for() {
        for bits in [1, 2, 16, 33, 63] {
            let seeds = first(Seeding::Bits(bits), 400);
            assert!(seeds.iter().all(|seed| seed >> bits == 0), "{bits}");
            assert!(seeds.iter().any(|seed| seed >> (bits - 1) == 1), "{bits}");
        }
        let wide = first(Seeding::Bits(64), 400);
        assert!(wide.iter().any(|seed| seed >> 63 == 1));
    }

    #[test]
    fn batches_have_seeds_of_their_own_and_replicates_other_times() {
        let next =
            |seeding, seed, replicate, batch| seeds(seeding, seed, replicate, batch).next_seed(0);
        let bits = Seeding::Bits(64);
        for (seed, replicate, batch) in [(2, 0, 0), (1, 1, 0), (1, 0, 1)] {
            assert_ne!(next(bits, 1, 0, 0), next(bits, seed, replicate, batch));
        }
        let clock = Seeding::CLOCK;
        assert_eq!(next(clock, 1, 0, 0), next(clock, 1, 0, 1));
        for (seed, replicate) in [(2, 0), (1, 1)] {
            assert_ne!(next(clock, 1, 0, 0), next(clock, seed, replicate, 0));
        }
    }

    /// However the decks are cut into batches, deck d has the time at which it is dealt.
    #[test]
    fn the_clock_goes_on_at_its_rate() {
        let mut seeds = seeds(Seeding::CLOCK, 1, 0, 7);
        let start = seeds.next_seed(0);
        for (deck, seconds) in [(999, 0), (1_000, 1), (1_999, 1), (123_456_789, 123_456)] {
            assert_eq!(seeds.next_seed(deck) - start, seconds);
        }
        let slow = Seeding::Clock {
            tick: Tick::Milliseconds,
            decks_per_second: 0.5,
        };
        let times = first(slow, 3);
        assert_eq!([times[1] - times[0], times[2] - times[0]], [2_000, 4_000]);
    }

    #[test]
    fn words_are_read_and_others_refused() {
        for (word, seeding) in [
            ("batches", Seeding::Batches),
            ("16-bit", Seeding::Bits(16)),
            ("64-bit", Seeding::Bits(64)),
            ("clock", Seeding::CLOCK),
            ("one", Seeding::One),
            ("numbers", Seeding::Numbers),
        ] {
            assert_eq!(Seeding::parse(word), Ok(seeding));
        }
        for word in [
            "", "0-bit", "65-bit", "-bit", "+4-bit", "16", "16bit", "Clock", "time",
        ] {
            let error = Seeding::parse(word).unwrap_err();
            let start =
                format!("found `{word}`; accepted: `batches`, `N-bit`, `clock`, `one`, `numbers`");
            assert!(error.starts_with(&start), "{error}");
        }
        let error = Seeding::parse("clok").unwrap_err();
        assert!(error.ends_with("did you mean `clock`?"), "{error}");
    }

    #[test]
    fn the_number_of_seeds_is_what_it_is() {
        assert_eq!(Seeding::Batches.ln_seeds(), None);
        assert_eq!(Seeding::One.ln_seeds(), Some(0.0));
        let bits = Seeding::Bits(31).ln_seeds().unwrap();
        assert!((Seeding::CLOCK.ln_seeds().unwrap() - bits).abs() < 1e-12);
    }
}
