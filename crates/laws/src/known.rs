//! The facts that are known of decks without looking at them: what theory proves of a routine, and statistics may use. It
//! stands below both, so that neither needs the other.

use std::collections::BTreeMap;

use crate::matrix::Matrix;

/// The facts that are known of the decks without looking at them.
#[derive(Debug, Default)]
pub struct Known {
    /// The one-card chain of the routine.
    pub chain: Option<Matrix>,
    /// The expected number of rising sequences.
    pub rising_mean: Option<f64>,
    /// The expected values of other statistics of one deck, by the name of their null law.
    pub means: BTreeMap<&'static str, f64>,
    /// The proved bounds of the distance from the ideal shuffle.
    pub distance: Option<Proved>,
    /// The most cards that anyone can call right, in the mean, who knows the routine and sees each card
    /// after calling it ([`OrderLaw::most_calls`](crate::order_law::OrderLaw::most_calls)).
    pub most_calls: Option<f64>,
    /// Proved limits of such calls, where they are not known.
    pub calls: ProvedCalls,
    /// True if the chain or some of `means` could be known, and would take too long.
    pub too_long: bool,
}

impl Known {
    /// The expected value of a statistic of one deck, by the name of its null law.
    pub fn mean(&self, statistic: &str) -> Option<f64> {
        self.means.get(statistic).copied()
    }
}

/// One end of the interval and how it was obtained.
#[derive(Debug, Clone, PartialEq)]
pub struct Bound {
    /// The bound.
    pub value: f64,
    /// The distance of the value from 1, exact where `value` rounds to 1.
    pub gap: f64,
    /// The way it was obtained, in words.
    pub by: String,
}

impl Bound {
    /// A bound that is not so near to 1 that it would round to it.
    pub fn new(value: f64, by: impl Into<String>) -> Self {
        Self {
            value,
            gap: 1.0 - value,
            by: by.into(),
        }
    }
}

/// The proved bounds of a routine's distance from the ideal shuffle, without a deck shuffled.
#[derive(Debug, Clone, PartialEq)]
pub struct Proved {
    /// It is at least each of these, the best one first. Empty where nothing is proved.
    pub lower: Vec<Bound>,
    /// It is at most each of these, the best one first. Empty where nothing is proved.
    pub upper: Vec<Bound>,
    /// Its value, where a closed form is known.
    pub exact: Option<Bound>,
}

impl Proved {
    /// The bounds for decks of which nothing is known.
    pub fn nothing() -> Self {
        Self {
            lower: Vec::new(),
            upper: Vec::new(),
            exact: None,
        }
    }
}

/// Proved limits of the mean number of cards that are called right.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct ProvedCalls {
    /// The best rule has at least so many right, seeing each card after calling it; `None` if no more is proved than of
    /// fair decks.
    pub at_least: Option<f64>,
    /// No rule has more right; `None` if nothing is proved.
    pub at_most: Option<f64>,
    /// The best list of cards that is written down before any card is turned has so many right: 1 of fair decks.
    pub unseen: Option<f64>,
}
