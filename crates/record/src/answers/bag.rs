//! `bag`: what a shuffle bag does to a sequence of draws; the findings.

use serde::{Deserialize, Serialize};

/// The name of the question.
pub const NAME: &str = "bag";

/// Draws from a bag.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Bag {
    /// Items of each symbol in a full bag.
    pub items: Vec<u32>,
    /// Draws until the bag is full again.
    pub take: u32,
    /// Bits that a draw holds on average for someone who counts.
    pub entropy: f64,
    /// Bits that an independent draw with the same shares holds.
    pub entropy_independent: f64,
    /// Draws until the bag is full again that someone who counts calls right, on average; null where it takes too long.
    pub right: Option<f64>,
    /// Their standard deviation.
    pub right_deviation: Option<f64>,
    /// The number that he would call right of as many independent draws.
    pub right_independent: f64,
    /// The figures of each symbol.
    pub symbols: Vec<Symbol>,
    /// Draws in a row in which symbols were counted.
    pub window: u64,
    /// Bags in a row in which the longest streak is looked for, if any.
    pub bags: Option<u64>,
    /// The length of that streak, on average.
    pub streak_in_bags: Option<f64>,
    /// The bag's array, draw after draw.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trace: Option<Vec<Step>>,
    /// The steps of programs that draw all items once, if they were asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub work: Option<Work>,
    /// The bag's array as it grows, if that was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub growth: Option<Vec<Growth>>,
    /// The price of adding items in the middle of a sequence, if that was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub adding: Option<Adding>,
}

/// The price of adding items in the middle of a sequence: total variation, averaged over what was drawn before.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Adding {
    /// Draws before it.
    pub after: u32,
    /// Items that are added.
    pub added: usize,
    /// Items in the bag then.
    pub items: u32,
    /// The distance of the shares, over the draws before and a full sequence after, from the shares in the bag.
    pub shares: f64,
    /// The distance of the next draw from that of a bag which keeps drawn items out.
    pub next: f64,
}

/// The steps of programs that draw all items once.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Work {
    /// Moves of items that are left, if each draw takes the first item off a list.
    pub front_moves: u64,
    /// The most of one such draw.
    pub front_most: u64,
    /// The same moves, if each draw takes the last item off.
    pub end_moves: u64,
    /// Steps of the draw that fills a list again and shuffles it: each item added, each swap, and the item taken off.
    pub refill_most: u64,
    /// Steps of any other draw from such a list.
    pub refill_least: u64,
    /// Steps of all draws from it together.
    pub refill_all: u64,
    /// Swaps of the bag's program in a draw, at most.
    pub bag_most: u64,
    /// Its swaps in all draws together.
    pub bag_all: u64,
}

/// The bag's array after items were added.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Growth {
    /// Items that were added.
    pub added: u64,
    /// Items in it.
    pub items: u64,
    /// Its places.
    pub places: u64,
    /// Items that were copied into a new array; 0 where there was room.
    pub copied: u64,
}

/// A symbol in a bag.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Symbol {
    /// Its share of all draws.
    pub share: f64,
    /// The share of its comings that follow one at once; null where its law takes too long.
    pub at_once: Option<f64>,
    /// The most of it in a row; null where there is no end.
    pub longest_streak: Option<u64>,
    /// The decimal logarithm of the probability of that at a given seam of two bags.
    pub streak_log10: Option<f64>,
    /// The most draws in a row without it; null where there is no end.
    pub longest_drought: Option<u64>,
    /// The fewest of it in the window, wherever that begins.
    pub fewest: u64,
    /// The most of it.
    pub most: u64,
    /// The standard deviation of how often it comes there; null where its law takes too long.
    pub deviation: Option<f64>,
    /// The probability that it does not come there at all; null likewise.
    pub absent: Option<f64>,
}

/// The array after a draw, or after items were added.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Step {
    /// The index that was picked; null where items were added.
    pub picked: Option<usize>,
    /// The symbol that was drawn, counted from 1.
    pub drawn: Option<u16>,
    /// The array, symbols counted from 1.
    pub array: Vec<u16>,
    /// The index of the cursor.
    pub cursor: usize,
}
