//! Rising sequences: R = 1 + the number of cards c with pos[c+1] < pos[c].
//!
//! A deck falls apart into R interleaved runs of consecutive cards, each in order from the top
//! down: a sorted deck has one, one riffle gives at most two, each further riffle at most doubles
//! them. On ideal decks R follows the Eulerian law, mean (n+1)/2, variance (n+1)/12. Source: Bayer
//! and Diaconis (1992); the Eulerian law: Tanny (1973).

use super::scalar::{Number, OfDecks};
use super::suite::Suite;
use super::wager::{self, Wager};
use super::{Compares, Kind};
use deck::{BLOCK, Block, Layout, MAX_CARDS, MIN_CARDS, Rows};
use laws::known::Known;

pub(super) const KIND: Kind = Kind {
    name: "rising-sequences",
    about: "is the order random? tests the mean number of rising sequences (exact law) and its full law (Eulerian)",
    plain: "the order of the cards",
    causes: "cards that lay together and still do: too few riffles, mashes or cuts",
    example: "Pick the cards up in their old order from the top down, and start over when you reach the bottom: each pass through the deck picks up one run. One riffle of 52 cards leaves 2, three leave 7.9, seven 24.7; a fair deck has 26.5.",
    compares: &Compares::Number,
    source: "Bayer and Diaconis (1992), Trailing the dovetail shuffle to its lair; Tanny (1973)",
    parameters: &[],
    cards: MIN_CARDS..=MAX_CARDS,
    covers: &[crate::Feature::OldOrder],
    suite: Some(Suite::Quick),
    on: deck::subject::Kind::DECK,
    lagged: true,
    build: |_, design| {
        Ok(Box::new(OfDecks::of(
            Box::new(RisingSequences),
            design.size,
        )))
    },
};

/// The number of rising sequences of each deck.
#[derive(Debug)]
struct RisingSequences;

impl Number for RisingSequences {
    fn label(&self) -> &'static str {
        KIND.name
    }

    fn title(&self) -> String {
        "rising seq.".to_owned()
    }

    fn unit(&self) -> String {
        "rising sequences".to_owned()
    }

    fn seen(&self) -> Option<String> {
        Some("runs of cards in their old order".to_owned())
    }

    fn range(&self, cards: usize) -> (u64, u64) {
        (1, cards as u64)
    }

    fn layout_read(&self) -> Layout {
        Layout::Rows
    }

    fn values(&self, block: &Block, values: &mut [u32; BLOCK]) {
        count(block, values);
    }

    fn known_mean(&self, known: &Known) -> Option<f64> {
        known.rising_mean
    }

    fn own_wager(&self, law: &[f64], cards: usize, width: usize) -> Option<Box<dyn Wager>> {
        let wager = wager::RisingSequences::new(law, cards, width)?;
        Some(Box::new(wager))
    }

    fn words(&self, mean: f64, ideal: f64) -> String {
        format!(
            "a deck holds {mean:.1} runs of cards that still lie in their old order; a fair one has {ideal:.1}"
        )
    }
}

fn count(block: &Block, values: &mut [u32; BLOCK]) {
    let mut falls = [0; BLOCK];
    let kernel = block.isa().kernel();
    match block.rows() {
        Some(Rows::Bytes(rows)) => kernel.falls(rows, &mut falls),
        Some(Rows::Words(rows)) => kernel.falls(rows, &mut falls),
        None => {}
    }
    for (value, falls) in values.iter_mut().zip(falls) {
        *value = 1 + u32::from(falls);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Halves, Tally};

    #[test]
    fn sorted_reversed_and_riffled_decks_have_1_n_and_2() {
        let mut block = Block::new(4);
        block.clear(0);
        for deck in [[0, 1, 2, 3], [3, 2, 1, 0], [0, 2, 1, 3], [2, 3, 0, 1]] {
            block.push(&deck);
        }
        block.index_rows();
        let mut tally = Tally::empty(&RisingSequences, 4);
        tally.count(&RisingSequences, &block);
        let halves = Halves::of(&tally);
        assert_eq!(halves.even, [1, 1, 0, 0]);
        assert_eq!(halves.odd, [0, 1, 0, 1]);
        assert_eq!(halves.whole(), [1, 2, 0, 1]);
    }
}
