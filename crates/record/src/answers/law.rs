//! `law`: the whole law of a small deck, and the law of its rising sequences; the findings.

use serde::{Deserialize, Serialize};

use super::digits::{Digits, Exact};

/// The name of the question.
pub const NAME: &str = "law";

/// The law of a deck over all its orders; of a larger deck, where it is known, that of its rising
/// sequences alone.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Law {
    /// Orders that can come up.
    pub reachable: Option<usize>,
    /// Total variation from the ideal shuffle.
    pub total_variation: f64,
    /// Its distance from 1, exact where it rounds to 1; absent where that is no more than the difference.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub total_variation_gap: Option<f64>,
    /// The largest 1 − n!·P(order).
    pub separation: f64,
    /// Its distance from 1, likewise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub separation_gap: Option<f64>,
    /// The entropy, in bits.
    pub entropy_bits: Option<f64>,
    /// log₂ n! less the entropy.
    pub information_left_bits: f64,
    /// The likeliest orders, the likeliest first.
    pub likeliest: Vec<Likely>,
    /// All orders of a deck of at most four cards that can come, in the order of a dictionary.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub orders: Vec<Likely>,
    /// The law of the number of rising sequences; empty for shelf shuffles of large decks.
    pub rising_sequences: Vec<Rising>,
    /// The law of the number of valleys, of shelf shuffles of large decks; of peaks, if the first of them takes cards
    /// from the top.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub valleys: Vec<Valleys>,
    /// Exact distances in digits, where these were asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub digits: Option<Digits>,
}

/// An order.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Likely {
    /// The deck, top first; cards count from 1.
    pub order: Vec<usize>,
    /// Its probability.
    pub probability: f64,
    /// Its probability as a multiple of that in an ideal deck.
    pub times: f64,
}

/// A number of rising sequences.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Rising {
    /// The number.
    pub rising_sequences: u64,
    /// Its probability.
    pub probability: f64,
    /// The same on ideal decks.
    pub ideal: f64,
    /// Both in digits, the probability first, where these were asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub digits: Option<[Exact; 2]>,
}

/// A number of cards between two higher ones.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Valleys {
    /// The number.
    pub valleys: u64,
    /// Its probability.
    pub probability: f64,
    /// The same on ideal decks.
    pub ideal: f64,
}
