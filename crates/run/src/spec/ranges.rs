//! Numbers that an experiment is given, whoever gives them: the range of each, its usual value, and the check that all
//! go through.

use std::ops::RangeInclusive;

use text::names::grouped;

/// Most decks in a run: counts of cards stay far below 2⁶³, and a year of simulation above.
pub const MOST_DECKS: u64 = 1_000_000_000_000;

/// Decks that a run may have.
pub const TRIALS: RangeInclusive<u64> = 1..=MOST_DECKS;

/// Decks simulated when nothing else is said.
pub const DEFAULT_TRIALS: i64 = 100_000;

/// Most replicates: the record keeps a value for each.
pub(crate) const MOST_REPLICATES: u64 = 1_000_000;

pub use crate::questions::CARDS;

/// Error levels that a run may have.
pub(crate) const ALPHAS: RangeInclusive<f64> = 1e-9..=0.05;

/// The error level of a run when nothing else is said.
pub const DEFAULT_ALPHA: f64 = 0.001;

/// Departures that may be declared not to matter: the smallest takes a thousand million decks.
pub(crate) const DELTAS: RangeInclusive<f64> = 1e-4..=0.5;

/// The departure that does not matter when nothing else is said: whoever can tell such decks from ideal
/// ones by one of the statistics wins 52.5% of his bets.
pub(crate) const DEFAULT_DELTA: f64 = 0.05;

/// The most decks when nothing else is said: a hundred times what a decision takes at the usual
/// departure.
pub(crate) const DEFAULT_MAX_TRIALS: u64 = 1_000_000;

/// The error level of a run.
pub const ALPHA: Fraction = Fraction {
    about: "an error level",
    range: ALPHAS,
};

/// A departure that does not matter.
pub const DELTA: Fraction = Fraction {
    about: "a total variation",
    range: DELTAS,
};

/// A number between 0 and 1 that an experiment has.
#[derive(Debug)]
pub struct Fraction {
    about: &'static str,
    range: RangeInclusive<f64>,
}

/// A number out of its range, in the words of messages.
#[derive(Debug, PartialEq, Eq)]
pub struct OutOfRange {
    /// The number.
    pub found: String,
    /// The range, as people read it: `a whole number from 2 to 10,000`.
    pub accepted: String,
    /// The range, as code has it: `2 to 10000`.
    pub range: String,
}

impl Fraction {
    /// Gives the number back if it is within the range.
    pub fn check(&self, found: f64) -> Result<f64, OutOfRange> {
        if self.range.contains(&found) {
            return Ok(found);
        }
        let (low, high) = self.ends();
        Err(OutOfRange {
            found: found.to_string(),
            accepted: self.accepted(),
            range: format!("{low} to {high}"),
        })
    }

    /// Reads an option.
    pub fn parse(&self, text: &str) -> Result<f64, String> {
        let found = text.parse().ok();
        let found = found.and_then(|found| self.check(found).ok());
        found.ok_or_else(|| {
            let guess = self.meant(text);
            let guess = guess.map_or_else(String::new, |meant| format!("did you mean {meant}? "));
            format!("{guess}accepted: {}", self.accepted())
        })
    }

    /// The number that is likely meant by `5%`, `0,05` or `5`.
    fn meant(&self, text: &str) -> Option<f64> {
        let number = text.trim().trim_end_matches('%').trim().replace(',', ".");
        let number: f64 = number.parse().ok()?;
        let share = if text.contains('%') || number >= 1.0 {
            number / 100.0
        } else {
            number
        };
        self.check(share).ok()
    }

    fn accepted(&self) -> String {
        let (low, high) = self.ends();
        format!("{} from {low} to {high}", self.about)
    }

    /// The ends of the range, as they are written.
    fn ends(&self) -> (String, String) {
        let written = |number: f64| match number {
            small if small < 1e-6 => format!("{small:e}"),
            number => number.to_string(),
        };
        (written(*self.range.start()), written(*self.range.end()))
    }
}

/// Gives the whole number back if it is within `range`.
pub fn whole(found: i64, range: RangeInclusive<u64>) -> Result<u64, OutOfRange> {
    let fits = u64::try_from(found).ok();
    fits.filter(|number| range.contains(number)).ok_or_else(|| {
        let (low, high) = range.into_inner();
        OutOfRange {
            found: found.to_string(),
            accepted: format!("a whole number from {} to {}", grouped(low), grouped(high)),
            range: format!("{low} to {high}"),
        }
    })
}

/// The number of cards of a deck, if it is one of the `accepted`; the message is that of options that are read before decks are.
pub fn cards(found: i64, accepted: RangeInclusive<u64>) -> Result<usize, String> {
    let cards = whole(found, accepted).map(|cards| cards as usize);
    cards.map_err(|wrong| {
        format!(
            "--deck: found {}; accepted: {} cards",
            wrong.found, wrong.range
        )
    })
}
