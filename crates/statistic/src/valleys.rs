//! Valleys: the number of cards that lie between two higher cards.
//!
//! A card, neither the first nor the last, is a valley if both its neighbours lay below it in the sorted deck. Packets that keep
//! their order and packets that were turned round have no valley inside, so a deck that was made of few such packets
//! has too few: the orders that a shelf shuffler can give are those with fewer valleys than shelves, and among them it gives
//! those with the same number the same chance (Diaconis, Fulman and Holmes, 2013). No other statistic of a deck can
//! tell more of such a machine. On ideal decks the mean is (n−2)/3 and the variance 2(n+1)/45.
//!
//! Between two valleys lies a peak, so that the numbers of peaks and of valleys differ by one at the most, and peaks
//! would say nothing new.

use super::cell_counts::{count_triples, on_lanes};
use super::scalar::{OfDecks, Scalar};
use super::suite::Suite;
use super::{Compares, Kind};
use deck::{BLOCK, Block, Layout, MAX_CARDS};

pub(super) const KIND: Kind = Kind {
    name: "valleys",
    about: "does a third of the cards lie between two higher ones? tests the mean (exact law) and the full law",
    plain: "cards between two higher ones",
    causes: "few packets, in order or turned round, as a shelf shuffler leaves them, or riffles of a sorted deck",
    example: "In a fair deck of 52 cards 16.7 of the 50 inner cards lie between two higher ones. After a shelf shuffler with ten shelves at most 9 do.",
    compares: &Compares::Number,
    source: "Diaconis, Fulman and Holmes (2013), Analysis of casino shelf shuffling machines; Warren and Seneta (1996), Peaks and Eulerian numbers in a random sequence",
    parameters: &[],
    cards: 3..=MAX_CARDS,
    // Ordinal patterns, which are standard, count the same threes of cards.
    covers: &[crate::Feature::OldOrder],
    suite: Some(Suite::Deep),
    on: deck::subject::Kind::DECK,
    lagged: true,
    build: |_, design| Ok(Box::new(OfDecks::new(&VALLEYS, design.size))),
};

static VALLEYS: Scalar = Scalar {
    name: KIND.name,
    title: "valleys",
    unit: "valleys",
    seen: "cards between two higher ones",
    range: |cards| (0, (cards as u64 - 1) / 2),
    layout: Layout::PlaceLanes,
    values,
    known_mean: |known| known.mean(KIND.name),
    law_test: true,
    words: |mean, ideal| {
        format!("{mean:.2} cards of a deck lie between two higher ones; in a fair deck {ideal:.2}")
    },
};

fn values(block: &Block, values: &mut [u32; BLOCK]) {
    on_lanes!(block, Layout::PlaceLanes, |lanes| count_triples(
        lanes,
        |upper, here, lower| here < upper && here < lower,
        values
    ));
}
