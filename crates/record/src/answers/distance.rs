//! `tv`: how far a routine is from ideal over all orders; the findings.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::bound::Bound;
use super::digits::{Digits, Exact};

/// The name of the question.
pub const NAME: &str = "tv";

/// The distance from the ideal shuffle.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Distance {
    /// Total variation itself, where it is known.
    pub total_variation: Option<Bound>,
    /// It is at least each of these, the best first.
    pub at_least: Vec<Bound>,
    /// It is at most each of these, the best first.
    pub at_most: Vec<Bound>,
    /// The largest 1 − n!·P(order), where it is known.
    pub separation: Option<f64>,
    /// 1 − separation; text where it is too small for a double.
    pub separation_gap: Option<Value>,
    /// The largest |n!·P(order) − 1|; text where it is too large for a double.
    pub l_infinity: Option<Value>,
    /// The information that is left about the order, in bits: log₂ n! less the entropy.
    pub information_left_bits: Option<f64>,
    /// The expected number of rising sequences.
    pub rising_sequences: Option<f64>,
    /// The deck after each riffle, for routines of riffles alone, and on until it is near ideal.
    pub after: Vec<Riffles>,
    /// The distances of a deck with repeated cards, if it has such cards.
    pub repeated: Option<Repeated>,
    /// Exact distances over all orders in digits, where these were asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub digits: Option<Digits>,
}

/// A deck after so many riffles.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Riffles {
    /// Riffles so far.
    pub riffles: u32,
    /// True if the routine has just so many.
    #[serde(default)]
    pub asked: bool,
    /// Total variation.
    pub total_variation: f64,
    /// The difference by which it is below 1; text if that is too small for a double.
    pub gap: Value,
    /// Separation.
    pub separation: f64,
    /// The information that is left about the order, in bits.
    pub information_left_bits: f64,
    /// The expected number of rising sequences.
    pub rising_sequences: f64,
    /// Total variation in digits, where these were asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub digits: Option<Exact>,
}

/// A deck of cards that cannot all be told apart.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Repeated {
    /// Cards of each type, in the order in which they come from the top; empty where all cards differ.
    pub types: Vec<usize>,
    /// How they lie at the start, in words; absent in older answers, of which each type lies in one piece.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// The part that is seen, in words; absent if it is the whole deck.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub view: Option<String>,
    /// The moves that follow the riffles of each row once, in words; absent where none do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub then: Option<String>,
    /// The separation distance between arrangements, where each type lies in one piece.
    pub separation: Option<f64>,
    /// The difference by which it is below 1; text if that is too small for a double.
    pub gap: Option<Value>,
    /// The assumption that it rests on.
    pub assumption: Option<String>,
    /// The deck after each riffle, where its distances are known.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub after: Vec<Seen>,
    /// How these distances are known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
    /// The distances that are not given of these rows, and why; absent where all are.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left_out: Option<String>,
}

/// The types of the cards after so many riffles.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Seen {
    /// Riffles so far; none for one riffle of several packets.
    pub riffles: Option<u32>,
    /// True if the routine has just so many.
    #[serde(default)]
    pub asked: bool,
    /// Total variation between arrangements: it is at least and at most so large.
    pub total_variation: [f64; 2],
    /// Separation, where it is known.
    pub separation: Option<f64>,
    /// The largest |P(arrangement)/P(ideal) − 1|, where it is known.
    pub l_infinity: Option<f64>,
    /// The information that is left about the arrangement, in bits, at least and at most, where it is known.
    pub information_left_bits: Option<[f64; 2]>,
    /// An estimate of that information from drawn decks, and its standard error: no limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bits_estimate: Option<[f64; 2]>,
}
