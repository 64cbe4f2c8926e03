//! `luck`: how rare a draw is, for one game, for many, and for the unluckiest of many players; the findings.

use serde::{Deserialize, Serialize};

use super::proof::Proof;

/// The name of the question.
pub const NAME: &str = "luck";

/// How rare a draw is where all is fair.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Luck {
    /// The draw as it was typed.
    pub draw: String,
    /// How it was read, in words: "no land among the first 20 cards".
    pub words: String,
    /// The cards that it comes from.
    pub from: Origin,
    /// The probability that just this comes.
    pub exactly: f64,
    /// This and all that is farther from the mean on its side; absent where that is the same, or has no side.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tail: Option<Tail>,
    /// The law of the number of cards, or of draws, that was counted; absent where the event is of another kind.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub law: Option<Law>,
    /// How the probability is known.
    pub by: String,
    /// Such draws among several games; absent where none were asked about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub games: Option<Games>,
    /// Players who each play so many games; absent where none were asked about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub players: Option<Players>,
    /// Games that would show that it comes more often; empty where it comes in most games.
    pub proofs: Vec<Proof>,
    /// The log to keep.
    pub log: Log,
}

/// The cards of a draw.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Origin {
    /// A deck.
    Deck {
        /// Its cards.
        cards: usize,
        /// Its types in words; absent for a pack of cards.
        types: Option<String>,
    },
    /// Independent draws.
    Draws {
        /// How many.
        draws: u64,
        /// The probability of a hit in each of them, as a fraction.
        hit: String,
    },
}

/// A side of the mean.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Side {
    /// So few, or fewer.
    Fewer,
    /// So many, or more.
    More,
}

/// A draw and all that is farther from the mean on its side.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Tail {
    /// The side.
    pub side: Side,
    /// The probability of all of it.
    pub chance: f64,
}

/// The law of a number.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Law {
    /// The number, in words.
    pub of: String,
    /// Its values, ascending.
    pub values: Vec<u64>,
    /// The probability of each.
    pub probabilities: Vec<f64>,
    /// Its mean.
    pub mean: f64,
    /// True for each value that is such a draw.
    pub such: Vec<bool>,
}

/// Such draws among several games.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Games {
    /// Games with such a draw, at least.
    pub times: u64,
    /// Games that are played.
    pub of: u64,
    /// The expected number of games with such a draw.
    pub expected: f64,
    /// The probability of so many of them or more.
    pub chance: f64,
}

/// Players who each play several games.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Players {
    /// How many.
    pub players: u64,
    /// The expected number of those who see such a draw so often.
    pub expected: f64,
    /// The probability that one of them does.
    pub some: f64,
    /// The most times that the unluckiest of them sees it with a probability of one half or more: a median of the maximum.
    pub unluckiest: u64,
    /// The probability that one of them sees it so often.
    pub unluckiest_chance: f64,
}

/// The log to keep.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Log {
    /// Its rows, in words.
    pub rows: String,
    /// The command that tests it.
    pub command: String,
}

impl Luck {
    /// The probability of such a draw: just this, or this and all that is more extreme.
    pub fn chance(&self) -> f64 {
        self.tail.map_or(self.exactly, |tail| tail.chance)
    }
}
