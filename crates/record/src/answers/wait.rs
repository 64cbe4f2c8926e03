//! `wait`: how long a game lasts that one of two rolls ends, given which; the findings.

use serde::{Deserialize, Serialize};

/// The name of the question.
pub const NAME: &str = "wait";

/// The length of games that are won.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Wait {
    /// The probability that a roll ends the game.
    pub ends: f64,
    /// The same as a fraction.
    pub ends_exact: Option<String>,
    /// The probability that it does not.
    pub goes_on: f64,
    /// The probability that a game is won.
    pub won: f64,
    /// The same as a fraction.
    pub won_exact: Option<String>,
    /// The mean number of rolls of games that are won, the last one counted.
    pub mean: f64,
    /// The same as a fraction.
    pub mean_exact: Option<String>,
    /// The standard deviation.
    pub standard_deviation: f64,
    /// The mean of another game, whose dice cannot lose: the losing rolls are taken out of them.
    pub mean_without_losing_rolls: f64,
    /// The same as a fraction.
    pub mean_without_losing_rolls_exact: Option<String>,
    /// The law of the number of rolls, as far as it is likely.
    pub rolls: Vec<Rolls>,
}

/// A number of rolls.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Rolls {
    /// The number.
    pub rolls: u64,
    /// The probability that a game that is won takes so many.
    pub probability: f64,
}
