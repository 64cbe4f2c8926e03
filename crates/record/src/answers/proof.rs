//! Games that would show that an event comes more often than it should; the findings of several questions.

use serde::{Deserialize, Serialize};

/// Games that would show that an event comes more often than it should.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Proof {
    /// So many times as often.
    pub ratio: f64,
    /// Games to play; none where it takes more than 10¹².
    pub games: Option<u64>,
    /// Games of these with the event, at least.
    pub at_least: Option<u64>,
    /// The probability that fair games show so many.
    pub level: f64,
    /// The probability that games which have it so often do, at least.
    pub power: f64,
}
