//! Descents: the number of cards that lie directly below a higher card.
//!
//! Descents of a deck are the rising sequences of its inverse, less one. They see what comes after
//! what in the deck, where rising sequences see where a card's next one is. On ideal decks they
//! follow the Eulerian law, mean (n−1)/2, variance (n+1)/12.

use super::cell_counts::{count_pairs, neighbours, on_lanes};
use super::scalar::{OfDecks, Scalar};
use super::suite::Suite;
use super::{Compares, Kind};
use deck::{BLOCK, Block, Layout, MAX_CARDS, MIN_CARDS};

pub(super) const KIND: Kind = Kind {
    name: "descents",
    about: "does a lower card follow a higher one half of the time? tests the mean (exact law) and the full law (Eulerian)",
    plain: "steps down to a lower card",
    causes: "neighbours that stay together, as after cuts or when whole packets move",
    example: "Go down a fair deck of 52 cards: on average 25.5 of the 51 steps lead to a card that lay higher before. After one riffle 12.75 do, and after a cut at most one.",
    compares: &Compares::Number,
    source: "Graham, Knuth and Patashnik (1994), Concrete Mathematics, 6.2",
    parameters: &[],
    cards: MIN_CARDS..=MAX_CARDS,
    covers: &[crate::Feature::OldOrder],
    suite: Some(Suite::Standard),
    on: deck::subject::Kind::DECK,
    lagged: true,
    build: |_, design| Ok(Box::new(OfDecks::new(&DESCENTS, design.size))),
};

static DESCENTS: Scalar = Scalar {
    name: KIND.name,
    title: "descents",
    unit: "descents",
    seen: "times that the next card is a lower one",
    range: |cards| (0, cards as u64 - 1),
    layout: Layout::PlaceLanes,
    values,
    known_mean: |known| known.mean(KIND.name),
    law_test: true,
    words: |mean, ideal| {
        format!(
            "going down a deck, the next card is a lower one {mean:.2} times; in a fair deck {ideal:.2}"
        )
    },
};

fn values(block: &Block, values: &mut [u32; BLOCK]) {
    on_lanes!(block, Layout::PlaceLanes, |lanes| count_pairs(
        neighbours(lanes),
        |upper, lower| lower < upper,
        values
    ));
}
