//! A shuffle written in Rust, checked where it is written: in its own tests.
//!
//! ```
//! use colddeck::check::Random;
//! use rand::RngExt;
//!
//! fn my_shuffle(deck: &mut [u16], rng: &mut Random) {
//!     for last in (1..deck.len()).rev() {
//!         deck.swap(last, rng.random_range(0..=last));
//!     }
//! }
//!
//! # let many = |decks: u64| decks / 20;
//! # colddeck::check(52, |deck: &mut [u16], rng| my_shuffle(deck, rng)).decks(many(200_000)).seed(1).assert_fair();
//! # if false {
//! colddeck::check(52, |deck: &mut [u16], rng| my_shuffle(deck, rng)).decks(200_000).seed(1).assert_fair();
//! # }
//! ```
//!
//! The closure gets a deck in the order 0, 1, …, n − 1 and a generator, [`Random`], and puts the deck in
//! a new order. Where the shuffle takes no generator of `rand` 0.10, or where its own is to be tested
//! with it, seed it from `rng`: `MyGenerator::new(rng.next_u64())`. With
//! [`rand`](https://docs.rs/rand)'s own shuffle:
//!
//! ```
//! use rand::seq::SliceRandom;
//!
//! let checked = colddeck::check(40, |deck: &mut [u16], rng| deck.shuffle(rng)).decks(10_000).run()?;
//! assert!(checked.is_passed(), "{checked}");
//! # Ok::<(), colddeck::check::CheckError>(())
//! ```
//!
//! A wrong one is told so in words:
//!
//! ```should_panic
//! use rand::RngExt;
//!
//! // Every card is swapped with any card: 52^52 equally likely ways for 52! orders.
//! colddeck::check(52, |deck: &mut [u16], rng| {
//!     for card in 0..deck.len() {
//!         deck.swap(card, rng.random_range(0..52));
//!     }
//! })
//! .decks(10_000)
//! .assert_fair();
//! ```
//!
//! # Never flaky
//!
//! All randomness derives from the seed, which is 1 unless [`Check::seed`] says otherwise: the outcome
//! is the same on every machine, with any number of threads, every time, as long as the closure draws
//! from nothing but its generator. A fair shuffle could only fail by the one choice of the seed, and
//! for that the chance is at most the level, 10⁻⁹ unless [`Check::level`] says otherwise, over all tests
//! together (Holm, 1979). So a failure is never bad luck, and after a change of the shuffle or of
//! colddeck the chance is 10⁻⁹ again.
//!
//! The size of a flaw that this finds depends on the number of decks; [`Checked`] says what would have been seen.

use std::fmt;

use thiserror::Error;

use ::run::conduct::{self, ConductError, Machine};
use record::{Outcome, Record};

use ::run::spec::{Lags, Origin, SpecError, Testing};
use deck::rng::Seed;
use engine::simulate::{self, Unwatched};

use ::text::names;
use deck::subject::WholeDeck;
pub use source::Random;
pub use statistic::Suite;

/// The level of a check when nothing else is said.
pub const DEFAULT_LEVEL: f64 = 1e-9;

/// Decks of a check when nothing else is said.
pub const DEFAULT_DECKS: u64 = 100_000;

/// The name of the experiment.
const NAME: &str = "check";

/// A check of `shuffle`, which gets decks of `cards` cards in the order 0, 1, …, `cards` − 1, each with a
/// generator, and puts them in a new order. Several threads call it; what it remembers from deck to deck
/// would depend on which of them does.
///
/// Nothing runs until [`Check::assert_fair`] or [`Check::run`]. See [the module](mod@self) for examples.
pub fn check<F>(cards: usize, shuffle: F) -> Check<F>
where
    F: Fn(&mut [u16], &mut Random) + Sync,
{
    Check {
        cards,
        shuffle,
        decks: DEFAULT_DECKS,
        seed: 1,
        level: DEFAULT_LEVEL,
        suite: Suite::Standard,
        threads: None,
    }
}

/// A check that is ready to run: made by [`check()`].
#[derive(Clone)]
#[must_use = "nothing is checked until `assert_fair` or `run`"]
pub struct Check<F> {
    cards: usize,
    shuffle: F,
    decks: u64,
    seed: u64,
    level: f64,
    suite: Suite,
    threads: Option<usize>,
}

impl<F> fmt::Debug for Check<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Check")
            .field("cards", &self.cards)
            .field("decks", &self.decks)
            .field("seed", &self.seed)
            .field("level", &self.level)
            .field("suite", &self.suite)
            .field("threads", &self.threads)
            .finish_non_exhaustive()
    }
}

/// The reason why a check came to no result.
#[derive(Debug, Error)]
pub enum CheckError {
    /// A number that the check was given.
    #[error("{what}: found {found}; accepted: {accepted}")]
    Number {
        /// The name of the number.
        what: &'static str,
        /// The number.
        found: String,
        /// The range in which it can be.
        accepted: String,
    },
    /// The closure left something that is no deck, or there are no threads.
    #[error(transparent)]
    Conduct(#[from] ConductError),
    /// Never, as all that a check is given is checked before.
    #[error(transparent)]
    Spec(SpecError),
}

impl From<SpecError> for CheckError {
    fn from(error: SpecError) -> Self {
        match error {
            SpecError::Number {
                what,
                found,
                accepted,
            } => Self::Number {
                what,
                found,
                accepted,
            },
            error => Self::Spec(error),
        }
    }
}

impl<F> Check<F>
where
    F: Fn(&mut [u16], &mut Random) + Sync,
{
    /// Sets how many decks are shuffled: [`DEFAULT_DECKS`] if not given.
    pub fn decks(self, decks: u64) -> Self {
        Self { decks, ..self }
    }

    /// Sets the seed that all draws derive from: 1 if not given.
    pub fn seed(self, seed: u64) -> Self {
        Self { seed, ..self }
    }

    /// Sets the error level of all tests together, from 10⁻⁹ to 0.05: with a seed picked at random, a fair
    /// shuffle fails with at most this probability. It is [`DEFAULT_LEVEL`] if not given.
    pub fn level(self, level: f64) -> Self {
        Self { level, ..self }
    }

    /// Sets which statistics are looked at: [`Suite::Standard`] if not given.
    pub fn suite(self, suite: Suite) -> Self {
        Self { suite, ..self }
    }

    /// Sets how many threads shuffle and count: as many as there are processors if not given. The result does
    /// not depend on it.
    pub fn threads(self, threads: usize) -> Self {
        Self {
            threads: Some(threads),
            ..self
        }
    }

    /// Asserts that nothing speaks against the shuffle.
    ///
    /// # Panics
    ///
    /// If a test fails: what was seen, beside what a fair shuffle has, with p adjusted for all tests. If
    /// there are too few decks for any test. If the closure leaves something that is no permutation of
    /// the deck, or a number given is out of its range.
    #[track_caller]
    pub fn assert_fair(&self) {
        match self.run() {
            Ok(checked) => assert!(checked.is_passed(), "{checked}"),
            Err(error) => panic!("{error}"),
        }
    }

    /// Shuffles and tests, and gives the findings.
    pub fn run(&self) -> Result<Checked, CheckError> {
        let threads = self.threads.unwrap_or_else(simulate::available_threads);
        if !(1..=MOST_THREADS).contains(&threads) {
            return Err(CheckError::Number {
                what: "threads",
                found: threads.to_string(),
                accepted: format!("1 to {MOST_THREADS}"),
            });
        }
        let testing = Testing {
            name: NAME,
            subject: WholeDeck.into(),
            size: self.cards,
            decks: Some(self.decks),
            seed: Seed::Integer(self.seed.into()),
            alpha: self.level,
            suite: self.suite,
            types: None,
            arrangement: None,
            until: None,
            accept_within: None,
            control: false,
            lags: Lags::Brief,
        };
        let experiment = testing.of_library(Origin::closure(&self.shuffle))?;
        let record = conduct::run(&experiment, Machine::from(threads), &Unwatched)?;
        Ok(Checked { record })
    }
}

/// More threads than this are a slip of the pen.
const MOST_THREADS: usize = 1024;

/// The findings of a check. Displayed, they are the explanation in plain words.
#[derive(Debug, Clone, PartialEq)]
pub struct Checked {
    record: Record,
}

impl Checked {
    /// Returns true if there was no evidence against the shuffle, in decks enough for at least one test.
    pub fn is_passed(&self) -> bool {
        self.outcome() == Outcome::NoEvidence
    }

    /// Gives the outcome of all tests together: [`Outcome::NoEvidence`], [`Outcome::Evidence`], or, with too
    /// few decks for any test, [`Outcome::TooLittle`].
    pub fn outcome(&self) -> Outcome {
        self.record.outcome
    }

    /// Gives the record, with all figures and tests.
    pub fn record(&self) -> &Record {
        &self.record
    }
}

impl fmt::Display for Checked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let experiment = &self.record.experiment;
        write!(
            f,
            "{}\n{} cards, {}, error level {:e} for all {} tests together (p: adjusted for that)",
            report::words(&self.record),
            experiment.deck,
            names::counted(experiment.trials, "deck"),
            experiment.alpha,
            experiment.tests
        )
    }
}

#[cfg(test)]
mod tests;
