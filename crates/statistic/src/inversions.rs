//! Inversions: the number of pairs of cards that have changed their order.
//!
//! The finest single measure of how far the order as a whole is from the old one or from its reverse: it
//! is what the classical mistakes (a swap with any card, one range too small) move most. On ideal decks
//! they follow the Mahonian law, mean n(n−1)/4, variance n(n−1)(2n+5)/72.

use super::cell_counts::on_lanes;
use super::scalar::{OfDecks, Scalar};
use super::suite::Suite;
use super::{Compares, Kind};
use deck::{BLOCK, Block, Lanes, Layout, MAX_CARDS, MIN_CARDS};

pub(super) const KIND: Kind = Kind {
    name: "inversions",
    about: "have half of all pairs of cards changed their order? tests the mean (exact law) and the full law (Mahonian)",
    plain: "pairs that changed their order",
    causes: "swaps with any card, or with a range that is one too small; too few riffles",
    example: "A deck of 52 cards has 1,326 pairs. In a fair deck half of them (663) lie in the opposite of their old order. After one riffle a quarter do (331.5), and after three 580.",
    compares: &Compares::Number,
    source: "Rodrigues (1839); Knuth (1998), The Art of Computer Programming 3, 5.1.1",
    parameters: &[],
    cards: MIN_CARDS..=MAX_CARDS,
    covers: &[crate::Feature::OldOrder, crate::Feature::Trend],
    suite: Some(Suite::Quick),
    on: deck::subject::Kind::DECK,
    lagged: true,
    build: |_, design| Ok(Box::new(OfDecks::new(&INVERSIONS, design.size))),
};

static INVERSIONS: Scalar = Scalar {
    name: KIND.name,
    title: "inversions",
    unit: "inversions",
    seen: "pairs of cards that changed their order",
    range: |cards| (0, (cards * (cards - 1) / 2) as u64),
    // The inverse of a deck has as many.
    layout: Layout::CardLanes,
    values,
    known_mean: |known| known.mean(KIND.name),
    law_test: true,
    words: |mean, ideal| {
        format!(
            "{:.2}% of all pairs of cards have changed their order; fair is 50%",
            50.0 * mean / ideal
        )
    },
};

fn values(block: &Block, values: &mut [u32; BLOCK]) {
    // The Lehmer digits of a deck add up to them, if others have asked for these.
    if let Some(Lanes::Bytes(digits)) = block.lanes(Layout::Lehmer) {
        // Half of 255 times 254 is below 2¹⁶.
        let mut sums = [0_u16; BLOCK];
        for digit in digits {
            for (sum, digit) in sums.iter_mut().zip(digit) {
                // Lanes past the last deck may hold anything.
                *sum = sum.wrapping_add(u16::from(*digit));
            }
        }
        *values = sums.map(u32::from);
        return;
    }
    let kernel = block.isa().kernel();
    on_lanes!(block, Layout::CardLanes, |lanes| kernel
        .inversions(lanes, values));
}
