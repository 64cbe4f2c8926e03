//! `hot-hand`: what comes after a streak, among finitely many flips of a coin; the findings.

use serde::{Deserialize, Serialize};

/// Flips up to which all sequences are counted in whole numbers.
pub const MOST_EXACT: usize = 300;

/// The name of the question.
pub const NAME: &str = "hot-hand";

/// The flips that come after streaks. The noted flips go on with the streak, or end it; a wager is won if more of them
/// go on.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct HotHand {
    /// Flips in a sequence.
    pub flips: usize,
    /// Alike flips in a row from which on the next one is noted.
    pub streak: usize,
    /// The probability of heads, as a fraction.
    pub p: String,
    /// True if streaks of tails count too.
    pub either: bool,
    /// The expected return of a wager of 1: `win − lose`.
    pub expected_return: f64,
    /// The same as a fraction, where it is short.
    pub expected_return_exact: Option<String>,
    /// The probability that more noted flips go on than end a streak.
    pub win: f64,
    /// The probability that fewer do.
    pub lose: f64,
    /// The probability that as many do, none at all among them.
    pub push: f64,
    /// The probability that a flip is noted at all.
    pub any: f64,
    /// The mean share of noted flips that go on, among sequences with any.
    pub share: Option<f64>,
    /// The same as a fraction, where it is short.
    pub share_exact: Option<String>,
    /// The mean number of noted flips.
    pub noted: f64,
    /// The mean number of those that go on.
    pub going_on: f64,
    /// The share that goes on of all noted flips of many sequences together.
    pub share_of_all: Option<f64>,
    /// The steps of a recursion over the flips.
    pub effort: Efforts,
}

/// The states that recursions over the flips visit.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Efforts {
    /// For the expected return: the tally is the flips that go on less those that end a streak.
    pub expected_return: Effort,
    /// For the mean share, with both counts as tallies.
    pub share_by_both: Effort,
    /// For the mean share, with the number of noted flips as the only tally, and two numbers in each state.
    pub share: Effort,
}

/// The effort of a recursion.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Effort {
    /// States: flips done, run, tally.
    pub states: u64,
    /// Numbers in all of them.
    pub numbers: u64,
}
