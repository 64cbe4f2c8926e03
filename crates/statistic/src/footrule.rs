//! Spearman's footrule: how many places all cards of a deck together have moved.
//!
//! With card c now at place p(c), places and cards counted from the old top, it is Σ |p(c) − c|. It shows
//! cards that stay near where they were, whatever their order there, and, at the other end, cards that have
//! all gone far: a cut in the middle moves every card by half a deck, which is as far as a deck can go. On
//! ideal decks each card moves a third of the deck, mean (n²−1)/3, variance (n+1)(2n²+7)/45; the law is
//! exact.
//!
//! Take the top card of four to the bottom: it moves three places and the three others one each, 6 in all;
//! a fair deck has 5. A footrule is always even, as each place that one card goes down another one comes up.
//! The greatest is ⌊n²/2⌋, of every order that exchanges the halves: a deck turned upside down has it, and
//! so has a cut in the middle.
//!
//! Diaconis and Graham (1977), Spearman's footrule as a measure of disarray.

use super::cell_counts::on_lanes;
use super::scalar::{OfDecks, Scalar};
use super::{Compares, Kind};
use deck::kernel::Cell;
use deck::{BLOCK, Block, Layout, MIN_CARDS};
use laws::lattice::sum::Sum;

pub(super) const KIND: Kind = Kind {
    name: "footrule",
    about: "how many places have all cards together moved? tests the mean (exact law) and the full law",
    plain: "how far cards have moved",
    causes: "cards that stay near their place: too few riffles, overhand shuffles, swaps of near cards",
    example: "Count for each card how many places it has moved, and add them up. In a fair deck of 52 cards that makes 901 places on average (17.3 for each card); after one riffle it is 663, after three 843.",
    compares: &Compares::Number,
    source: "Diaconis and Graham (1977), Spearman's footrule as a measure of disarray",
    parameters: &[],
    cards: MIN_CARDS..=MOST_CARDS,
    covers: &[crate::Feature::OldOrder],
    suite: None,
    on: deck::subject::Kind::DECK,
    lagged: true,
    build: |_, design| Ok(Box::new(OfDecks::new(&FOOTRULE, design.size))),
};

/// Sums over few decks are convolved value by value: up to a second at this size, and half a minute at
/// 500 cards.
const MOST_CARDS: usize = 200;

static FOOTRULE: Scalar = Scalar {
    name: KIND.name,
    title: "footrule",
    unit: "places moved, all cards together",
    seen: "places moved, all cards together",
    range: |cards| (0, (cards * cards / 2) as u64),
    // The inverse of a deck has the same value.
    layout: Layout::CardLanes,
    values,
    known_mean: |known| {
        let chain = known.chain.as_ref()?;
        let moves = (0..chain.size()).flat_map(|card| {
            let places = (0..).zip(chain.row(card));
            places.map(move |(place, p)| card.abs_diff(place) as f64 * p)
        });
        Some(Sum::of(moves).value())
    },
    law_test: true,
    words: |mean, ideal| {
        format!(
            "all cards of a deck together have moved {mean:.1} places; in a fair deck {ideal:.1}"
        )
    },
};

fn values(block: &Block, values: &mut [u32; BLOCK]) {
    on_lanes!(block, Layout::CardLanes, |lanes| of_places(lanes, values));
}

fn of_places<T: Cell>(lanes: &[[T; BLOCK]], values: &mut [u32; BLOCK]) {
    values.fill(0);
    for (card, lane) in (0..).zip(lanes) {
        for (value, place) in values.iter_mut().zip(lane) {
            *value += (place.index() as u32).abs_diff(card);
        }
    }
}
