//! Successions of values around: as successions, and the lowest card may follow the highest as well.
//!
//! On ideal decks mean 1 and variance 1: the law of the fixed points of a deck with one card less. A
//! variant that looks at decks that were cut, with nothing new to say of others.

use super::cell_counts::{count_pairs, neighbours, on_lanes};
use super::scalar::{OfDecks, Scalar};
use super::suite::Suite;
use super::{Compares, Kind};
use crate::deck::{BLOCK, Block, Layout, MAX_CARDS};
use crate::kernel::Cell;

pub(super) const KIND: Kind = Kind {
    name: "successions-cyclic-values",
    about: "successions, the lowest card also following the highest: mean (exact law) and full law",
    plain: "neighbours that stay together",
    causes: "clumps: too few riffles, mashes with thick packets, cuts, overhand shuffles",
    example: "As `successions`, but the card from the top may also follow the card from the bottom. A fair deck of 52 cards has 1 on average, one that was riffled once 25.5, and a deck that was only cut always 51.",
    compares: &Compares::Number,
    source: "Tanny (1976), Permutations and successions",
    parameters: &[],
    // Two cards have one always.
    cards: 3..=MAX_CARDS,
    suite: Some(Suite::Deep),
    on: crate::subject::Kind::Deck,
    lagged: true,
    build: |_, design| {
        Ok(Box::new(OfDecks::new(
            &SUCCESSIONS_CYCLIC_VALUES,
            design.size,
        )))
    },
};

static SUCCESSIONS_CYCLIC_VALUES: Scalar = Scalar {
    name: KIND.name,
    title: "successions (values around)",
    unit: "successions, the lowest card after the highest included",
    seen: "",
    range: |cards| (0, cards as u64 - 1),
    layout: Layout::CardLanes,
    values,
    known_mean: |known| known.mean(KIND.name),
    law_test: true,
    words: |mean, ideal| {
        format!(
            "cards that started next to each other, the lowest after the highest included, still follow each other {mean:.2} times a deck; a fair deck has {ideal:.2}"
        )
    },
};

fn values(block: &Block, values: &mut [u32; BLOCK]) {
    on_lanes!(block, Layout::CardLanes, |lanes| of_places(lanes, values));
}

fn of_places<T: Cell>(lanes: &[[T; BLOCK]], values: &mut [u32; BLOCK]) {
    let one = T::of(1);
    let around = lanes.last().zip(lanes.first());
    count_pairs(
        neighbours(lanes).chain(around),
        |place, next| next == place.plus(one),
        values,
    );
}
