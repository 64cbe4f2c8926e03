//! `streak`: how long until the same symbol comes so many times in a row, and how likely that is in so many draws; the findings.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The name of the question.
pub const NAME: &str = "streak";

/// A streak of one symbol.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Streak {
    /// Draws of it in a row.
    pub run: u64,
    /// Its probability in a draw.
    pub p: f64,
    /// The decimal logarithm of the probability that it begins at a given draw.
    pub begins_log10: f64,
    /// The mean number of draws until it is complete; text where no double holds it.
    pub wait: Value,
    /// The decimal logarithm of that.
    pub wait_log10: f64,
    /// The digits of the whole part of that; null where they are not certain.
    pub wait_digits: Option<u64>,
    /// Draws in which it is looked for, if any.
    pub draws: Option<u64>,
    /// The probability that it comes in these.
    pub within: Option<f64>,
}
