//! `hit`: how many shuffles until a card is first at a position; the findings.

use serde::{Deserialize, Serialize};

/// The name of the question.
pub const NAME: &str = "hit";

/// Times until a card is at a position.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct HittingTimes {
    /// The position, from 1.
    pub to: usize,
    /// The times, by starting position; null where it may never happen.
    pub from: Vec<Option<Time>>,
    /// Mean time of a card that starts there to come back; null where it may never.
    pub mean_return: Option<f64>,
}

/// A random number of shuffles.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Time {
    /// Its mean.
    pub mean: f64,
    /// Its standard deviation.
    pub standard_deviation: f64,
}
