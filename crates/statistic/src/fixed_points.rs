//! Fixed points: the number of cards that are where they started.
//!
//! On ideal decks as many as rencontres, mean and variance 1. In the order of a deck relative to an
//! earlier one, they are cards that are where they were then.

use super::cell_counts::{count_places, on_lanes};
use super::scalar::{OfDecks, Scalar};
use super::suite::Suite;
use super::{Compares, Kind};
use deck::{BLOCK, Block, Layout, MAX_CARDS, MIN_CARDS};
use laws::lattice::sum::Sum;

pub(super) const KIND: Kind = Kind {
    name: "fixed-points",
    about: "does one card of a deck, on average, stay where it was? tests the mean (exact law) and the full law (rencontres)",
    plain: "cards that stay in place",
    causes: "a shuffle that lets no card stay (Sattolo's), or that leaves part of the deck alone",
    example: "In a fair deck one card, on average, is where it was before, whatever the size of the deck. After one riffle of 52 cards two are, on average; after Sattolo's loop none ever is.",
    compares: &Compares::Number,
    source: "Montmort (1713); Riordan (1958), An Introduction to Combinatorial Analysis, 3.5",
    parameters: &[],
    cards: MIN_CARDS..=MAX_CARDS,
    covers: &[],
    suite: Some(Suite::Quick),
    on: deck::subject::Kind::DECK,
    lagged: true,
    build: |_, design| Ok(Box::new(OfDecks::new(&FIXED_POINTS, design.size))),
};

static FIXED_POINTS: Scalar = Scalar {
    name: KIND.name,
    title: "fixed points",
    unit: "fixed points",
    seen: "cards where they were",
    range: |cards| (0, cards as u64),
    layout: Layout::CardLanes,
    values,
    known_mean: |known| {
        let chain = known.chain.as_ref()?;
        let stays = (0..chain.size()).map(|card| chain.get(card, card));
        Some(Sum::of(stays).value())
    },
    law_test: true,
    words: |mean, ideal| {
        format!("{mean:.2} cards of a deck are where they were; in a fair deck {ideal:.2} are")
    },
};

fn values(block: &Block, values: &mut [u32; BLOCK]) {
    on_lanes!(block, Layout::CardLanes, |lanes| count_places(
        lanes,
        |card, place| card == place,
        values
    ));
}
