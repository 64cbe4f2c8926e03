//! The longest increasing subsequence: the most cards that still lie in their old order when all others
//! are taken out.
//!
//! About 2√n on ideal decks (Vershik and Kerov; Logan and Shepp, 1977). The law is exact, by Gessel's
//! determinant, up to 500 cards.

use super::cell_counts::on_lanes;
use super::scalar::{OfDecks, Scalar};
use super::suite::Suite;
use super::{Compares, Kind};
use deck::{BLOCK, Block, Layout, MIN_CARDS};

pub(super) const KIND: Kind = Kind {
    name: "longest-increasing-subsequence",
    about: "how many cards, at the most, still lie in their old order? tests the mean (exact law) and the full law",
    plain: "long runs in the old order",
    causes: "too few riffles: each leaves long runs of the old order",
    example: "Take out as few cards as you can until all others lie in their old order. A fair deck of 52 cards keeps 11.6 on average; after three riffles it keeps 16.3, after one 31.3.",
    compares: &Compares::Number,
    source: "Schensted (1961); Gessel (1990), Symmetric functions and P-recursiveness",
    parameters: &[],
    cards: MIN_CARDS..=MOST_CARDS,
    covers: &[crate::Feature::OldOrder],
    suite: Some(Suite::Standard),
    on: deck::subject::Kind::DECK,
    lagged: true,
    build: |_, design| {
        Ok(Box::new(OfDecks::new(
            &LONGEST_INCREASING_SUBSEQUENCE,
            design.size,
        )))
    },
};

/// The null law ends here: it takes two seconds at this size, and grows as the fourth power.
const MOST_CARDS: usize = 500;

static LONGEST_INCREASING_SUBSEQUENCE: Scalar = Scalar {
    name: KIND.name,
    title: "longest increasing",
    unit: "cards in the longest increasing subsequence",
    seen: "longest line of cards in their old order",
    range: |cards| (1, cards as u64),
    // The longest one of the inverse is as long.
    layout: Layout::CardLanes,
    values,
    known_mean: |known| known.mean(KIND.name),
    law_test: true,
    words: |mean, ideal| {
        format!(
            "the longest line of cards in their old order has {mean:.2} cards, with others between them; in a fair deck {ideal:.2}"
        )
    },
};

fn values(block: &Block, values: &mut [u32; BLOCK]) {
    let kernel = block.isa().kernel();
    on_lanes!(block, Layout::CardLanes, |lanes| kernel
        .increasing(lanes, values));
}
