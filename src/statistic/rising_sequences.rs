//! Rising sequences: R = 1 + the number of cards c with pos[c+1] < pos[c].
//!
//! A deck falls apart into R interleaved runs of consecutive cards, each in order from the top
//! down: a sorted deck has one, one riffle gives at most two, each further riffle at most doubles
//! them. On ideal decks R follows the Eulerian law, mean (n+1)/2, variance (n+1)/12. Source: Bayer
//! and Diaconis (1992); the Eulerian law: Tanny (1973).

use super::scalar::{OfDecks, Scalar};
use super::suite::Suite;
use super::{Compares, Kind};
use crate::deck::{BLOCK, Block, Layout, MAX_CARDS, MIN_CARDS, Rows};

pub(super) const KIND: Kind = Kind {
    name: "rising-sequences",
    about: "is the order random? mean number of rising sequences (exact law) and its full law against the Eulerian",
    plain: "the order of the cards",
    causes: "cards that lay together still do: too few riffles, mashes or cuts",
    compares: &Compares::Number,
    source: "Bayer and Diaconis (1992), Trailing the dovetail shuffle to its lair; Tanny (1973)",
    parameters: &[],
    cards: MIN_CARDS..=MAX_CARDS,
    suite: Some(Suite::Quick),
    on: crate::subject::Kind::Deck,
    lagged: true,
    build: |_, design| Ok(Box::new(OfDecks::new(&RISING_SEQUENCES, design.size))),
};

static RISING_SEQUENCES: Scalar = Scalar {
    name: KIND.name,
    title: "rising seq.",
    unit: "rising sequences",
    range: |cards| (1, cards as u64),
    layout: Layout::Rows,
    values,
    known_mean: |known| known.rising_mean,
    law_test: true,
    words: |mean, ideal| {
        format!(
            "a deck holds {mean:.1} runs of cards that still lie in their old order; a fair one has {ideal:.1}"
        )
    },
};

fn values(block: &Block, values: &mut [u32; BLOCK]) {
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
    use crate::statistic::{Halves, Tally};

    #[test]
    fn sorted_reversed_and_riffled_decks_have_1_n_and_2() {
        let mut block = Block::new(4);
        block.clear(0);
        for deck in [[0, 1, 2, 3], [3, 2, 1, 0], [0, 2, 1, 3], [2, 3, 0, 1]] {
            block.push(&deck);
        }
        block.index_rows();
        let mut tally = Tally::empty(&RISING_SEQUENCES, 4);
        tally.count(&RISING_SEQUENCES, &block);
        let halves = Halves::of(&tally);
        assert_eq!(halves.even, [1, 1, 0, 0]);
        assert_eq!(halves.odd, [0, 1, 0, 1]);
        assert_eq!(halves.whole(), [1, 2, 0, 1]);
    }
}
