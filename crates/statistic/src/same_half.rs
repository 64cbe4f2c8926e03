//! The same half: how many cards of the top half of the deck are still in it.
//!
//! The question of the rules of tournaments. On ideal decks hypergeometric: with h = ⌊n/2⌋ mean h²/n.
//! As many cards of the bottom half have come up as have gone down, so nothing more is to be seen
//! from there.

use super::cell_counts::{count_places, on_lanes};
use super::scalar::{OfDecks, Scalar};
use super::suite::Suite;
use super::{Compares, Kind};
use deck::kernel::Cell;
use deck::{BLOCK, Block, Layout, MAX_CARDS, MIN_CARDS};
use laws::lattice::sum::Sum;

pub(super) const KIND: Kind = Kind {
    name: "same-half",
    about: "how many cards of the top half are still there? tests the mean (exact law) and the full law (hypergeometric)",
    plain: "cards that stay in their half",
    causes: "too few riffles, or a cut before or after them",
    example: "Of the 26 cards in the top half of 52, 13 are still there after a fair shuffle, on average. After one riffle 14.4 are, after three 13.8. If only the top half was shuffled, all 26 are.",
    compares: &Compares::Number,
    source: "Feller (1968), An Introduction to Probability Theory and Its Applications 1, II.6",
    parameters: &[],
    cards: MIN_CARDS..=MAX_CARDS,
    covers: &[],
    suite: Some(Suite::Standard),
    on: deck::subject::Kind::DECK,
    lagged: true,
    build: |_, design| Ok(Box::new(OfDecks::new(&SAME_HALF, design.size))),
};

static SAME_HALF: Scalar = Scalar {
    name: KIND.name,
    title: "top half kept",
    unit: "cards still in the top half",
    seen: "cards of the top half still there",
    range: |cards| (0, cards as u64 / 2),
    layout: Layout::CardLanes,
    values,
    known_mean: |known| {
        let chain = known.chain.as_ref()?;
        let half = chain.size() / 2;
        let stays = (0..half).flat_map(|card| &chain.row(card)[..half]);
        Some(Sum::of(stays.copied()).value())
    },
    law_test: true,
    words: |mean, ideal| {
        format!(
            "of the cards that were in the top half {mean:.2} are still there; in a fair deck {ideal:.2}"
        )
    },
};

fn values(block: &Block, values: &mut [u32; BLOCK]) {
    on_lanes!(block, Layout::CardLanes, |lanes| of_places(lanes, values));
}

fn of_places<T: Cell>(lanes: &[[T; BLOCK]], values: &mut [u32; BLOCK]) {
    let half = lanes.len() / 2;
    let below = T::of(half);
    count_places(&lanes[..half], |_, place| place < below, values);
}
