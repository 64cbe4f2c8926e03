//! `game`: the counts of a card game in an ideal deck, and how likely it is that it counts nothing; for
//! poker, the classes of hands; the findings.

use serde::{Deserialize, Serialize};

/// The name of the question.
pub const NAME: &str = "game";

/// A game on ideal decks.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Game {
    /// The game, by the name of its statistic.
    pub game: String,
    /// The thing that is counted, in words.
    pub counted: String,
    /// The event that nothing is counted, in words.
    pub event: String,
    /// Its probability, where that is known.
    pub none: Option<f64>,
    /// The same as a fraction, where it is short.
    pub none_exact: Option<String>,
    /// The mean of what is counted.
    pub mean: Option<f64>,
    /// The probability of each value.
    pub values: Vec<Likelihood>,
    /// The probability of the event from games that were dealt, where no law is known.
    pub estimate: Option<Estimate>,
    /// The classes of hands, if the game is poker.
    pub poker: Option<Poker>,
}

/// A value, and its probability.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Likelihood {
    /// The value.
    pub value: u64,
    /// Its probability.
    pub probability: f64,
}

/// A probability by sampling.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Estimate {
    /// The probability.
    pub mean: f64,
    /// Its standard error.
    pub standard_error: f64,
    /// Games that were dealt.
    pub games: u64,
}

/// Classes of poker hands.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Poker {
    /// The number of classes: hands of one class tie with each other.
    pub classes: usize,
    /// The number of hands.
    pub hands: u64,
    /// The median hand.
    pub median: String,
    /// The share of all hands that it beats.
    pub beaten_by_median: f64,
    /// The categories, the lowest first.
    pub categories: Vec<Category>,
}

/// A category of poker hands.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Category {
    /// Its name.
    pub name: String,
    /// Hands in it.
    pub hands: u64,
    /// Classes in it.
    pub classes: usize,
    /// Its probability.
    pub probability: f64,
}
