//! Parity: whether an odd number of exchanges leads from the old order to the new.
//!
//! Half of all orders are odd. A shuffle that makes the same number of swaps each time, none of them
//! of a card with itself, gives one kind only, and may be perfect in every other respect: all
//! means and all places are right. One test: with two values the mean is the law.

use super::cycles;
use super::scalar::{OfDecks, Scalar};
use super::suite::Suite;
use super::{Compares, Kind};
use deck::{BLOCK, Block, Layout, MAX_CARDS, MIN_CARDS};

pub(super) const KIND: Kind = Kind {
    name: "parity",
    about: "are half of the decks an odd number of swaps away from the old order? (exact law)",
    plain: "odd and even orders",
    causes: "a fixed number of swaps: a loop that never swaps a card with itself, or quarter turns of a cube",
    example: "Any order can be made by swapping two cards at a time: some orders always take an even number of swaps, the others an odd number. Half of all fair decks are odd. Sattolo's loop makes exactly 51 swaps of 52 cards, so every deck is odd.",
    compares: &Compares::Number,
    source: "Cramer (1750); Knuth (1998), The Art of Computer Programming 3, 5.1.1",
    parameters: &[],
    cards: MIN_CARDS..=MAX_CARDS,
    covers: &[],
    suite: Some(Suite::Standard),
    on: deck::subject::Kind::DECK,
    lagged: true,
    build: |_, design| Ok(Box::new(OfDecks::new(&PARITY, design.size))),
};

static PARITY: Scalar = Scalar {
    name: KIND.name,
    title: "odd orders",
    unit: "odd orders",
    seen: "",
    range: |_| (0, 1),
    layout: Layout::SwapsFromTop,
    values,
    known_mean: |known| known.mean(KIND.name),
    law_test: false,
    words: |mean, ideal| {
        format!(
            "{:.1}% of the decks are an odd number of swaps away from the old order; {:.0}% of fair ones are",
            100.0 * mean,
            100.0 * ideal
        )
    },
};

/// A cycle of l cards takes l − 1 swaps.
fn values(block: &Block, values: &mut [u32; BLOCK]) {
    cycles::values(block, values);
    let cards = block.cards() as u32;
    for value in values {
        *value = cards.wrapping_sub(*value) % 2;
    }
}
