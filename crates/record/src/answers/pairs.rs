//! `pairs`: where two cards go together, and what that means for the order of the deck; the findings.

use serde::{Deserialize, Serialize};

/// The name of the question.
pub const NAME: &str = "pairs";

/// The behaviour of pairs of cards.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Pairs {
    /// Expected values of order statistics.
    pub order: OrderMeans,
    /// The same of an ideal shuffle.
    pub ideal: OrderMeans,
    /// The two neighbouring cards whose places together are farthest from uniform, of some neighbours all
    /// over the deck; null where that takes too long.
    pub farthest_neighbours: Option<Neighbours>,
    /// The way in which all is known, where it is not the two-card chain.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
    /// `above[a][b]`: probability that the card from position a ends above the one from b.
    pub above: Vec<Vec<f64>>,
    /// `next[a][b]`: probability that the card from position b ends directly below the one from a.
    pub next: Vec<Vec<f64>>,
}

/// Two cards that start next to each other.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Neighbours {
    /// The position at which the upper one starts, from 1.
    pub first: usize,
    /// Total variation of the law of their two positions from uniform on n(n − 1) pairs: a lower
    /// bound for that of the whole deck.
    pub distance: f64,
}

/// Expected values of order statistics of a deck that starts as 0..n.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct OrderMeans {
    /// Rising sequences: 1 + #{c: card c + 1 above card c}.
    pub rising_sequences: f64,
    /// Descents: #{i: deck\[i\] > deck\[i + 1\]}.
    pub descents: f64,
    /// Inversions: pairs of cards whose larger one lies above.
    pub inversions: f64,
    /// Successions: #{i < n − 1: deck\[i + 1\] = deck\[i\] + 1}.
    pub successions: f64,
    /// Successions with values modulo n: card 0 follows card n − 1 as well.
    pub successions_of_values_around: f64,
    /// Successions with values and positions modulo n: the top card follows the bottom one as well.
    pub successions_around: f64,
}
