//! Successions: the number of cards that still lie directly on the one that they started on.
//!
//! On ideal decks mean (n−1)/n, variance (n²−n−1)/n². They show in a single deck
//! that a cut, a packet or a block leaves cards together.

use super::cell_counts::{count_pairs, neighbours, on_lanes};
use super::scalar::{OfDecks, Scalar};
use super::suite::Suite;
use super::{Compares, Kind};
use deck::kernel::Cell;
use deck::{BLOCK, Block, Layout, MAX_CARDS, MIN_CARDS};

pub(super) const KIND: Kind = Kind {
    name: "successions",
    about: "do cards that started next to each other still follow each other? tests the mean (exact law) and the full law",
    plain: "neighbours that stay together",
    causes: "clumps: too few riffles, mashes with thick packets, cuts, overhand shuffles",
    example: "In a fair deck of 52 cards 0.98 cards, on average, lie directly under the card that was directly above them before. After one riffle 25.5 do, after three 6.4. A cut alone separates at most one pair and leaves 50 or 51.",
    compares: &Compares::Number,
    source: "Roselle (1968), Permutations by number of rises and successions",
    parameters: &[],
    cards: MIN_CARDS..=MAX_CARDS,
    covers: &[crate::Feature::OldOrder],
    suite: Some(Suite::Standard),
    on: deck::subject::Kind::DECK,
    lagged: true,
    build: |_, design| Ok(Box::new(OfDecks::new(&SUCCESSIONS, design.size))),
};

static SUCCESSIONS: Scalar = Scalar {
    name: KIND.name,
    title: "successions",
    unit: "successions",
    seen: "neighbours that stayed together",
    range: |cards| (0, cards as u64 - 1),
    // The inverse of a deck has as many.
    layout: Layout::CardLanes,
    values,
    known_mean: |known| known.mean(KIND.name),
    law_test: true,
    words: |mean, ideal| {
        format!(
            "{mean:.2} pairs of old neighbours in a deck still lie together, in order; in a fair deck {ideal:.2} do"
        )
    },
};

fn values(block: &Block, values: &mut [u32; BLOCK]) {
    on_lanes!(block, Layout::CardLanes, |lanes| of_places(lanes, values));
}

fn of_places<T: Cell>(lanes: &[[T; BLOCK]], values: &mut [u32; BLOCK]) {
    let one = T::of(1);
    let follows = |place: T, next: T| next == place.plus(one);
    count_pairs(neighbours(lanes), follows, values);
}
