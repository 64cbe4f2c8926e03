//! `cycles`: how a routine without chance moves a deck when it is done again and again; the findings.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The name of the question.
pub const NAME: &str = "cycles";

/// Cycles of a fixed rearrangement.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Cycles {
    /// The number of times that it must be done until the deck is as it was; text if a double does not hold it.
    pub order: Value,
    /// The number of digits of that.
    pub order_digits: usize,
    /// Number of cycles, cards that stay included.
    pub cycles: usize,
    /// Length of the longest.
    pub longest: usize,
    /// 1 where all cards are in one cycle, so that every card visits every position; else 0.
    pub uniform: u8,
    /// The share of the n² cells (card, position) that come up before the deck is back.
    pub occupied: f64,
    /// Number of positions whose card stays.
    pub fixed_cards: usize,
    /// Number of pairs of positions whose cards change places.
    pub swapped_pairs: usize,
    /// Positions whose card stays.
    pub fixed: Vec<usize>,
    /// Pairs of positions whose cards change places.
    pub swapped: Vec<[usize; 2]>,
    /// Cycles by length, the longest first.
    pub lengths: Vec<Length>,
    /// The position to which the card at each position goes.
    pub to: Vec<usize>,
    /// The cycle of each position, by its smallest position: a card that starts at i is at j in some round
    /// just if both have the same.
    pub cycle: Vec<usize>,
    /// The deck at the start and after each round, as starting positions from the top down, for up to
    /// `ROUNDS_SHOWN` cards and as many rounds, or until it is as it was.
    pub rounds: Vec<Vec<usize>>,
    /// Its relation to another routine.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub compared: Option<Compared>,
    /// The same followed by a cut of 0, 1, … cards from the top to the bottom.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cuts: Option<Cuts>,
    /// The same for other decks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decks: Option<Decks>,
}

/// Cycles of one length.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Length {
    /// Positions in the cycle.
    pub length: usize,
    /// Number of such cycles.
    pub cycles: usize,
}

/// The relation of two rearrangements.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Compared {
    /// The other routine.
    pub with: String,
    /// 1 where both are the same, else 0.
    pub equal: u8,
    /// 1 where one undoes the other.
    pub inverse: u8,
    /// 1 where both have the same number of cycles of each length.
    pub same_lengths: u8,
    /// All relations that make this one the other.
    pub relations: Vec<Relation>,
}

/// A rearrangement followed by each cut.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Cuts {
    /// Number of cuts with which all cards are in one cycle.
    pub uniform: usize,
    /// The cuts with which all cards are in one cycle.
    pub uniform_cuts: Vec<usize>,
    /// The cut with the largest order, the first of several.
    pub longest_cut: usize,
    /// The rearrangement with each cut, from 0.
    pub each: Vec<Cut>,
}

/// One of them.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Cut {
    /// Cards from the top to the bottom.
    pub cut: usize,
    /// The number of rounds until the deck is as it was.
    pub order: Value,
    /// Number of cycles.
    pub cycles: usize,
    /// Cards that stay.
    pub fixed_cards: usize,
}

/// The rearrangement of decks of other sizes.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Decks {
    /// Number of decks whose order is larger than their number of cards.
    pub order_above_cards: usize,
    /// Number of decks of which all cards are in one cycle.
    pub uniform: usize,
    /// Decks of 2, 3, … cards.
    pub each: Vec<Deck>,
}

/// One of them.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Deck {
    /// Cards.
    pub cards: usize,
    /// The number of rounds until the deck is as it was.
    pub order: Value,
    /// Number of cycles.
    pub cycles: usize,
    /// Positions whose card stays.
    pub fixed: Vec<usize>,
    /// Pairs of positions whose cards change places.
    pub swapped: Vec<[usize; 2]>,
}

/// A way to get one rearrangement from another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Relation {
    /// True if it is the other one's inverse, and not the other one itself.
    pub inverse: bool,
    /// True if the deck is turned end for end before that.
    pub reversed_before: bool,
    /// True if the deck is turned end for end after it.
    pub reversed_after: bool,
}
