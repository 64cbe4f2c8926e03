//! Cycles: go from a card's place to the place that it came from, and from there again, until you are
//! back; the number of such rings, cards that stayed where they were included.
//!
//! The shuffle of Fisher and Yates opens a ring in each step that leaves a card where it is: as many
//! swaps with itself, as many rings. On ideal decks they follow the law of the Stirling numbers of the
//! first kind, mean 1 + 1/2 + … + 1/n. Sattolo's algorithm, a Fisher-Yates shuffle off by one, gives
//! one ring always.

use super::cell_counts::{count_places, on_lanes};
use super::scalar::{OfDecks, Scalar};
use super::suite::Suite;
use super::{Compares, Kind};
use deck::kernel::Cell;
use deck::{BLOCK, Block, Layout, MAX_CARDS, MIN_CARDS};

pub(super) const KIND: Kind = Kind {
    name: "cycles",
    about: "into how many cycles does the order fall? tests the mean (exact law) and the full law (Stirling numbers of the first kind)",
    plain: "the cycles of the order",
    causes: "Sattolo's loop, which never swaps a card with itself; one fixed order, repeated",
    example: "Start at a place, go to the place where its card came from, and go on until you are back: that is a cycle. A fair deck of 52 cards has 4.5 of them on average; Sattolo's loop always gives 1.",
    compares: &Compares::Number,
    source: "Feller (1945); Sattolo (1986), An algorithm to generate a random cyclic permutation",
    parameters: &[],
    cards: MIN_CARDS..=MAX_CARDS,
    covers: &[],
    suite: Some(Suite::Standard),
    on: deck::subject::Kind::DECK,
    lagged: true,
    build: |_, design| Ok(Box::new(OfDecks::new(&CYCLES, design.size))),
};

static CYCLES: Scalar = Scalar {
    name: KIND.name,
    title: "cycles",
    unit: "cycles",
    seen: "",
    range: |cards| (1, cards as u64),
    layout: Layout::SwapsFromTop,
    values,
    known_mean: |known| known.mean(KIND.name),
    law_test: true,
    words: |mean, ideal| {
        format!(
            "a deck has {mean:.2} cycles (rings of cards that took each other's places); a fair one has {ideal:.2}"
        )
    },
};

/// The number of cycles of each deck, by [`Layout::SwapsFromTop`].
pub(super) fn values(block: &Block, values: &mut [u32; BLOCK]) {
    on_lanes!(block, Layout::SwapsFromTop, |lanes| of_swaps(lanes, values));
}

fn of_swaps<T: Cell>(lanes: &[[T; BLOCK]], values: &mut [u32; BLOCK]) {
    count_places(lanes, |_, swap| swap == T::default(), values);
}
