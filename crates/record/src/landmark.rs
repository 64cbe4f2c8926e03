//! Shuffles that everybody knows, beside which a routine can be placed.

use serde::{Deserialize, Serialize};

/// A well-known shuffle of decks of the same size, done so often.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Landmark {
    /// Its name, as in `7 riffles`.
    pub name: String,
    /// The cards that an opponent calls of its decks, by the rule of those tried that calls most.
    pub calls: f64,
}

/// A well-known shuffle of decks of the same size, by its exact distance from a fair one.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Distant {
    /// Its name, as in `10 shelves`.
    pub name: String,
    /// Its total variation from a fair shuffle, over all orders.
    pub total_variation: f64,
}
