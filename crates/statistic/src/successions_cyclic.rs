//! Successions around the deck: as successions, with the lowest card after the highest and the top of
//! the deck after its bottom, so that a cut changes nothing.
//!
//! On ideal decks mean n/(n−1).

use super::cell_counts::{count_pairs, neighbours, on_lanes};
use super::scalar::{OfDecks, Scalar};
use super::suite::Suite;
use super::{Compares, Kind};
use deck::kernel::Cell;
use deck::{BLOCK, Block, Layout, MAX_CARDS};

pub(super) const KIND: Kind = Kind {
    name: "successions-cyclic",
    about: "how many neighbours stay together around the deck, whatever cut it gets? tests the mean (exact law) and the full law",
    plain: "neighbours that stay together",
    causes: "clumps: too few riffles, mashes with thick packets, cuts, overhand shuffles",
    example: "This is `successions`, with the deck laid out in a ring. A fair ring of 52 cards has 1.02 on average, and one that was riffled once has 26. A deck that was only cut always has 52.",
    compares: &Compares::Number,
    source: "Tanny (1976), Permutations and successions",
    parameters: &[],
    // Two cards have two always.
    cards: 3..=MAX_CARDS,
    covers: &[crate::Feature::OldOrder],
    suite: Some(Suite::Deep),
    on: deck::subject::Kind::DECK,
    lagged: true,
    build: |_, design| Ok(Box::new(OfDecks::new(&SUCCESSIONS_CYCLIC, design.size))),
};

static SUCCESSIONS_CYCLIC: Scalar = Scalar {
    name: KIND.name,
    title: "successions (around)",
    unit: "successions around the deck",
    seen: "",
    range: |cards| (0, cards as u64),
    layout: Layout::CardLanes,
    values,
    known_mean: |known| known.mean(KIND.name),
    law_test: true,
    words: |mean, ideal| {
        format!(
            "around the deck, {mean:.2} pairs of old neighbours still lie together, in order; in a fair deck {ideal:.2} do"
        )
    },
};

fn values(block: &Block, values: &mut [u32; BLOCK]) {
    on_lanes!(block, Layout::CardLanes, |lanes| of_places(lanes, values));
}

fn of_places<T: Cell>(lanes: &[[T; BLOCK]], values: &mut [u32; BLOCK]) {
    let (one, cards) = (T::of(1), T::of(lanes.len()));
    let around = lanes.last().zip(lanes.first());
    let follows = |place: T, next: T| {
        let below = place.plus(one);
        next == if below == cards { T::default() } else { below }
    };
    count_pairs(neighbours(lanes).chain(around), follows, values);
}
