//! Is this shuffle fair? Asserted where it is written: in its own tests.
//!
//! ```toml
//! [dev-dependencies]
//! # From a clone, until it is published.
//! colddeck-check = { path = "../colddeck/crates/check" }
//! rand = "0.10"
//! ```
//!
//! ```
//! use rand::RngExt;
//!
//! fn my_shuffle<T, R: rand::Rng>(deck: &mut [T], rng: &mut R) {
//!     for last in (1..deck.len()).rev() {
//!         deck.swap(last, rng.random_range(0..=last));
//!     }
//! }
//!
//! # let _tested =
//! # || {
//! colddeck_check::check(52, |deck, rng| my_shuffle(deck, rng)).decks(200_000).seed(1).assert_fair();
//! # };
//! # colddeck_check::check(52, |deck, rng| my_shuffle(deck, rng)).decks(5_000).seed(1).assert_fair();
//! ```
//!
//! The closure gets a deck in the order 0, 1, …, n − 1 and a generator, [`Random`], and puts the deck in a new order. A wrong
//! shuffle panics with what was seen and, if one model alone fits, the likeliest cause:
//!
//! ```should_panic
//! use rand::RngExt;
//!
//! // Every card is swapped with any card: 52^52 equally likely ways for 52! orders.
//! colddeck_check::check(52, |deck, rng| {
//!     for card in 0..deck.len() {
//!         deck.swap(card, rng.random_range(0..52));
//!     }
//! })
//! .assert_fair();
//! ```
//!
//! # What can be checked
//!
//! | your function | the check |
//! | --- | --- |
//! | shuffles a slice in place | [`check`]`(52, `&#124;`deck, rng`&#124;` …)` |
//! | shuffles a slice of your own type | [`check_items`]`(&cards, `&#124;`deck, rng`&#124;` …)` |
//! | returns an order, or an iterator over one | [`check_orders`]`(52, `&#124;`rng`&#124;` …)` |
//! | draws a few of many, or shuffles a part | [`check_sample`]`(52, 5, `&#124;`rng`&#124;` …)` |
//! | made its decks already | [`check_decks`]`(52, decks)` |
//!
//! A function without a generator ignores `rng`. One with a generator of its own is seeded from it:
//! `MyGenerator::new(rng.next_u64())`.
//!
//! # Never flaky
//!
//! All randomness derives from the seed, which is 1 unless [`Check::seed`] says otherwise. So the outcome is the same on every
//! machine, every time, as long as the function draws from nothing but `rng`. A fair shuffle fails only by the choice of the
//! seed, with a probability of at most the level: 10⁻⁹ unless [`Check::level`] says otherwise, over all tests together (Holm,
//! 1979). A function that draws from elsewhere has that chance in each run.
//!
//! A pass says that no test failed. It does not say that the shuffle is fair: each [`Tested`] says how large a fault it would
//! have shown, and [`Check::within`] stops once limits are shown.
//!
//! # Speed
//!
//! Without optimisation counting is a thousand times slower. Say this once in your `Cargo.toml`: 200,000 decks then take about
//! two seconds in a debug build.
//!
//! ```toml
//! [profile.dev.package]
//! colddeck-deck = { opt-level = 3 }
//! colddeck-statistic = { opt-level = 3 }
//! ```
//!
//! Or watch the decks: [`Check::within`]`(0.05)` takes some 12,000 of 52 cards. The feature `cause` looks for the likeliest cause
//! where this crate and its models are optimised: by `cargo test --release`, or with `[profile.dev.package."*"]` and
//! `opt-level = 3` in the place of the above, which takes some minutes to compile. Without it (`default-features = false`)
//! a debug build from nothing takes less than half a minute of two cores.

#![warn(missing_docs)]

#[cfg(feature = "cause")]
mod cause;
mod checked;
#[cfg(feature = "cause")]
mod few_orders;
mod making;

use std::fmt;
use std::hash::Hash;

use thiserror::Error;

use deck::kernel::Isa;
use deck::subject::{Shape, Subject, Told, View, WholeDeck};
use deck::{Block, MAX_CARDS, MIN_CARDS};
use engine::count::{self, Counts, Never, Unwatched, Watch};
use engine::verdict::anytime::{NothingToWatch, Referee, Rules};
use source::{SourceError, Viewed};
use statistic::{Design, Probe};
use text::names::grouped;

use making::{Making, in_place, items, orders, sample, written};

pub use checked::{Checked, Outcome, Tested};
pub use source::Random;
pub use statistic::Suite;
pub use text::judgement::Verdict;

/// The level of a check when nothing else is said.
pub const DEFAULT_LEVEL: f64 = 1e-9;

/// Decks of a check when nothing else is said.
pub const DEFAULT_DECKS: u64 = 100_000;

/// The fewest decks of a check: fewer tell next to nothing, and a function makes more at no cost.
const FEWEST_DECKS: u64 = 201;

/// The most decks.
const MOST_DECKS: u64 = 1_000_000_000_000;

/// Levels that can be asked for.
const LEVELS: std::ops::RangeInclusive<f64> = 1e-9..=0.05;

/// A check of `shuffle`, which gets a deck of `cards` cards in the order 0, 1, …, `cards` − 1 and a generator, and puts it in
/// a new order. Nothing runs until [`Check::assert_fair`] or [`Check::run`].
pub fn check<'a>(cards: usize, shuffle: impl FnMut(&mut [u16], &mut Random) + 'a) -> Check<'a> {
    Check::new(cards, None, in_place(shuffle))
}

/// A check of `shuffle`, which gets a copy of `cards`, all different, and puts it in a new order.
///
/// ```
/// use rand::seq::SliceRandom;
///
/// let cards = ["ace", "king", "queen", "jack"];
/// colddeck_check::check_items(&cards, |deck, rng| deck.shuffle(rng)).decks(5_000).assert_fair();
/// ```
pub fn check_items<'a, T: Clone + Eq + Hash + 'a>(
    cards: &[T],
    shuffle: impl FnMut(&mut [T], &mut Random) + 'a,
) -> Check<'a> {
    Check::new(cards.len(), None, items(cards, shuffle))
}

/// A check of `order`, which gives the numbers 0, 1, …, `cards` − 1 in a new order: a vector, an iterator.
///
/// ```
/// use rand::seq::index;
///
/// colddeck_check::check_orders(10, |rng| index::sample(rng, 10, 10)).decks(5_000).assert_fair();
/// ```
pub fn check_orders<'a, I>(cards: usize, order: impl FnMut(&mut Random) -> I + 'a) -> Check<'a>
where
    I: IntoIterator<Item: TryInto<usize>>,
{
    Check::new(cards, None, orders(order))
}

/// A check of `draw`, which draws `drawn` of the numbers 0, 1, …, `cards` − 1, none twice, in random order: a sample, the part
/// of a deck that was shuffled.
///
/// ```
/// use rand::seq::SliceRandom;
///
/// colddeck_check::check_sample(52, 5, |rng| {
///     let mut deck: Vec<u16> = (0..52).collect();
///     deck.partial_shuffle(rng, 5).0.to_vec()
/// })
/// .decks(5_000)
/// .assert_fair();
/// ```
pub fn check_sample<'a, I>(
    cards: usize,
    drawn: usize,
    draw: impl FnMut(&mut Random) -> I + 'a,
) -> Check<'a>
where
    I: IntoIterator<Item: TryInto<usize>>,
{
    Check::new(cards, Some(drawn), sample(drawn, draw))
}

/// A check of decks that were made before: each is the numbers 0, 1, …, `cards` − 1 in an order. All of them are looked at.
pub fn check_decks<'a, D>(cards: usize, decks: impl IntoIterator<Item = D> + 'a) -> Check<'a>
where
    D: IntoIterator<Item: TryInto<usize>>,
{
    let mut check = Check::new(cards, None, written(decks.into_iter()));
    check.given = true;
    check
}

/// A check that is ready to run: made by [`check()`] and its like.
#[must_use = "nothing is checked until `assert_fair` or `run`"]
pub struct Check<'a> {
    cards: usize,
    drawn: Option<usize>,
    making: Box<Making<'a>>,
    /// True if the decks were made before, so that nobody knows how many there are.
    given: bool,
    decks: u64,
    seed: u64,
    level: f64,
    suite: Suite,
    within: Option<f64>,
}

impl fmt::Debug for Check<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Check")
            .field("cards", &self.cards)
            .field("drawn", &self.drawn)
            .field("decks", &self.decks)
            .field("seed", &self.seed)
            .field("level", &self.level)
            .field("suite", &self.suite)
            .field("within", &self.within)
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
    /// The function left something that is no deck: which deck, what was found, what is accepted.
    #[error("{0}")]
    Deck(String),
    /// No statistic can be decided early.
    #[error(transparent)]
    NothingToWatch(#[from] NothingToWatch),
}

impl From<SourceError> for CheckError {
    fn from(error: SourceError) -> Self {
        Self::Deck(error.to_string())
    }
}

impl<'a> Check<'a> {
    fn new(cards: usize, drawn: Option<usize>, making: Box<Making<'a>>) -> Self {
        Self {
            cards,
            drawn,
            making,
            given: false,
            decks: DEFAULT_DECKS,
            seed: 1,
            level: DEFAULT_LEVEL,
            suite: Suite::Standard,
            within: None,
        }
    }

    /// Sets how many decks are made: [`DEFAULT_DECKS`] if not given. Decks that were made before are all looked at.
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

    /// Watches the decks as they come, and stops as soon as it is decided; [`Check::decks`] is the most. It fails once the bets
    /// against a fair shuffle have won enough (Vovk and Wang, 2021), which happens by chance with at most the level. It passes
    /// once the law of every statistic that has a limit is shown to be within so much of the fair one, in total variation:
    /// from .001 to .5. If neither comes, the outcome is [`Outcome::TooFew`].
    pub fn within(self, distance: f64) -> Self {
        Self {
            within: Some(distance),
            ..self
        }
    }

    /// Asserts that no test fails.
    ///
    /// # Panics
    ///
    /// If a test fails: what was seen, beside what a fair shuffle has, with p adjusted for all tests. If there are too few
    /// decks. If the function leaves something that is no permutation of the deck, or a number given is out of its range.
    #[track_caller]
    pub fn assert_fair(self) {
        match self.run() {
            Ok(checked) if checked.is_passed() => {}
            Ok(checked) => panic!("{}", explained(&checked)),
            Err(error) => panic!("{error}"),
        }
    }

    /// Shuffles and tests, and gives the findings.
    pub fn run(mut self) -> Result<Checked, CheckError> {
        self.checked()?;
        let isa = Isa::best();
        let streams = (self.seed, self.most());
        let source = making::Source::new(self.cards, self.making.as_mut(), streams);
        let asked = Asked {
            cards: self.cards,
            drawn: self.drawn,
            level: self.level,
            suite: self.suite,
            within: self.within,
            trials: if self.given { MOST_DECKS } else { self.decks },
            isa,
        };
        asked.of(source)
    }

    fn most(&self) -> u64 {
        if self.given { u64::MAX } else { self.decks }
    }

    /// Refuses numbers out of their ranges.
    fn checked(&self) -> Result<(), CheckError> {
        let number = |what, found: String, accepted: String| {
            Err(CheckError::Number {
                what,
                found,
                accepted,
            })
        };
        if !(MIN_CARDS..=MAX_CARDS).contains(&self.cards) {
            return number(
                "cards",
                self.cards.to_string(),
                format!("{MIN_CARDS} to {MAX_CARDS}"),
            );
        }
        if let Some(drawn) = self.drawn.filter(|drawn| !(1..=self.cards).contains(drawn)) {
            return number("drawn", drawn.to_string(), format!("1 to {}", self.cards));
        }
        if !self.given && !(FEWEST_DECKS..=MOST_DECKS).contains(&self.decks) {
            return number(
                "decks",
                self.decks.to_string(),
                format!("{FEWEST_DECKS} to {}", grouped(MOST_DECKS)),
            );
        }
        if !LEVELS.contains(&self.level) {
            let accepted = format!("{:e} to {}", LEVELS.start(), LEVELS.end());
            return number("level", self.level.to_string(), accepted);
        }
        match self.within {
            Some(within) if !(0.001..=0.5).contains(&within) => {
                number("within", within.to_string(), "0.001 to 0.5".to_owned())
            }
            _ => Ok(()),
        }
    }
}

/// The findings of a check that failed, with the likeliest cause.
fn explained(checked: &Checked) -> String {
    #[cfg(feature = "cause")]
    if let Some(cause) = checked.likeliest_cause() {
        return format!("{checked}\n{cause}");
    }
    if cfg!(all(feature = "cause", not(optimised))) {
        return format!(
            "{checked}\nIn optimised builds (`cargo test --release`) the likeliest cause is looked for."
        );
    }
    checked.to_string()
}

/// The question to decks, wherever they come from.
struct Asked {
    cards: usize,
    drawn: Option<usize>,
    level: f64,
    suite: Suite,
    within: Option<f64>,
    trials: u64,
    isa: Isa,
}

impl Asked {
    /// Counts and judges the decks of `source`.
    fn of(&self, mut source: making::Source<'_>) -> Result<Checked, CheckError> {
        let mut checked = match self.drawn {
            None => self.judged(&WholeDeck, |probes, watch| {
                self.count(&mut source, probes, watch)
            }),
            Some(drawn) => {
                let view = View {
                    shape: Shape::First(drawn),
                    classes: None,
                    told: Told::Places,
                };
                self.judged(&view, |probes, watch| {
                    let block = Block::with_isa(self.cards, self.isa);
                    self.count(&mut Viewed::new(&mut source, &view, block), probes, watch)
                })
            }
        }?;
        checked.drawn = self.drawn;
        #[cfg(feature = "cause")]
        {
            checked.first = source.first();
        }
        if checked.decks < FEWEST_DECKS && checked.outcome == Outcome::NoEvidence {
            checked.outcome = Outcome::TooFew;
        }
        Ok(checked)
    }

    fn count<B: statistic::Counted>(
        &self,
        source: &mut dyn source::Source<B>,
        probes: &[Probe],
        watch: &mut dyn Watch,
    ) -> Result<Counts, SourceError> {
        let fit = statistic::most_subjects(probes, self.cards).map_or(u64::MAX, |(most, _)| most);
        let size = (self.cards, self.trials.min(fit));
        count::count(source, size, probes, self.isa, &Unwatched, watch)
    }

    /// Counts what `subject` has, and judges it: by tests of all decks, or by bets on the way.
    fn judged(
        &self,
        subject: &dyn Subject,
        count: impl FnOnce(&[Probe], &mut dyn Watch) -> Result<Counts, SourceError>,
    ) -> Result<Checked, CheckError> {
        let design = Design {
            size: self.cards,
            trials: self.trials,
            replicates: 1,
        };
        let probes = self.suite.probes_on(subject, &design);
        let probes = probes.expect("suites need no parameters");
        let (counts, finding) = match self.within {
            None => (count(&probes, &mut Never)?, None),
            Some(delta) => {
                let rules = Rules {
                    alpha: self.level,
                    beta: self.level,
                    delta,
                };
                let mut referee = Referee::new(rules, &probes, &design, &[false])?;
                let counts = count(&probes, &mut referee)?;
                let finding = referee.findings(&[&counts]).pop();
                (counts, finding)
            }
        };
        let design = Design {
            trials: counts.subjects(),
            ..design
        };
        Ok(match finding {
            None => checked::by_tests(&probes, &design, &counts, self.level),
            Some(finding) => checked::by_bets(&probes, &design, &counts, (self.level, &finding)),
        })
    }
}

#[cfg(test)]
mod tests;
