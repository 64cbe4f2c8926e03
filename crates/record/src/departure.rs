//! The part of the record that says how much the departure of a routine matters.

use serde::{Deserialize, Serialize};

use super::HardlyShuffled;
use text::judgement::{Extent, Unaveraged};

/// Says how much a routine's departure from the ideal shuffle matters, as far as it is known: judged in the same way in
/// every kind of run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Departure {
    /// The extent.
    pub extent: Extent,
    /// The departure that does not matter, in total variation.
    pub delta: f64,
    /// The probability with which none of the limits is too small that the extent rests on.
    pub confidence: f64,
    /// The laws over all decks that are bounded.
    pub laws: Vec<Law>,
    /// The evidence that no such law shows the size of.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unaveraged: Vec<Unaveraged>,
    /// The share of hardly shuffled decks that is excluded; absent where one was seen, and where nothing looks for them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hardly_shuffled: Option<HardlyShuffled>,
    /// The same of decks that were hardly shuffled since the deck before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hardly_shuffled_since: Option<HardlyShuffled>,
    /// Decks that would tell whether the laws are within `delta`: `None` if these do, if no number is known to, or if
    /// nothing goes by numbers.
    pub decks_needed: Option<u64>,
}

/// A law over all decks, and how far from the ideal one it may be.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Law {
    /// The statistic that bounds it.
    pub statistic: String,
    /// The law, in words.
    pub bounds: String,
    /// The upper limit of its total variation from the ideal one.
    pub limit: f64,
}

impl Departure {
    /// The largest limit; `None` if there are none.
    pub fn largest(&self) -> Option<f64> {
        self.laws.iter().map(|law| law.limit).reduce(f64::max)
    }

    /// Returns true if decks were shown to go together or to change: limits of independent decks do not hold then.
    pub fn is_between_decks(&self) -> bool {
        self.unaveraged.iter().any(|what| what.is_between_decks())
    }
}
