//! The first decks of a run as they are, and a sample of later ones: for what learns from single decks.

use super::counter::{Counter, Keeps};
use super::tally::{Kept, Notes};
use deck::kernel::BYTE_CARDS;
use deck::{BLOCK, Block, Card, Layout, Rows};

/// Keeps the first decks, card by card, and of later ones a sample.
pub(super) const FIRST_DECKS: &dyn Counter = &FirstDecks;

/// First decks that are kept, at the most.
const MOST_DECKS: u64 = 100_000;

/// Cards that are kept, at the most, in all first decks together: 100,000 decks of 64 cards, 640 of 10,000.
const MOST_CARDS: u64 = 64 * MOST_DECKS;

/// Later decks that are kept each time that their number grows e-fold, as a share of the first: 23,000 of a million decks of
/// 52 cards.
const ONE_LATER_IN: u64 = 10;

/// Decks that are learned from, at the most.
const MOST_LEARNED: u64 = 1 << 15;

/// Cards of all decks that are learned from, at the most: 32,768 decks of 64 cards, 209 of 10,000.
const MOST_LEARNED_CARDS: u64 = 64 * MOST_LEARNED;

#[derive(Debug)]
struct FirstDecks;

impl Counter for FirstDecks {
    fn name(&self) -> &'static str {
        "first-decks"
    }

    fn cells(&self, _cards: usize) -> usize {
        0
    }

    fn layout(&self) -> Layout {
        // The inverses: other counters read them too, so that no block is turned over for this one.
        Layout::Rows
    }

    fn count(&self, _block: &Block, _cells: &mut [u64], _: &mut Notes) {}

    fn keeps(&self, cards: usize) -> Keeps {
        let bytes = if cards <= BYTE_CARDS { 1 } else { 2 };
        let decks = MOST_DECKS.min(MOST_CARDS / cards as u64);
        Keeps {
            decks,
            sampled: decks / ONE_LATER_IN,
            width: cards * bytes,
            ..Keeps::default()
        }
    }

    fn keep(&self, block: &Block, kept: &mut Kept) {
        for (at, index) in (0..block.len()).zip(block.first()..) {
            match block.rows() {
                Some(Rows::Bytes(rows)) => kept.push(index, rows.row(at).iter().copied()),
                Some(Rows::Words(rows)) => {
                    kept.push(
                        index,
                        rows.row(at).iter().flat_map(|cell| cell.to_le_bytes()),
                    );
                }
                None => {}
            }
        }
    }
}

/// Decks of so many cards that are learned from, at the most: the first ones of those that are kept.
pub(super) fn learned(cards: usize) -> usize {
    MOST_LEARNED.min(MOST_LEARNED_CARDS / cards as u64) as usize
}

/// The decks to learn from, of so many cards, that came since there were `known`: their bytes, as [`FIRST_DECKS`] kept them.
pub(super) fn fresh(kept: &Kept, known: usize, cards: usize) -> impl Iterator<Item = &[u8]> {
    let left = learned(cards) - known;
    let all = if left > 0 {
        kept.in_order_after(known)
    } else {
        Vec::new()
    };
    all.into_iter().take(left).map(|(_, bytes)| bytes)
}

/// Decks with their indices, in order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Sample {
    cards: usize,
    indices: Vec<u64>,
    /// deck[position] = card, one after the other.
    decks: Vec<Card>,
}

/// Makes the deck of which [`FIRST_DECKS`] kept these bytes.
pub(super) fn restore(bytes: &[u8], deck: &mut [Card]) {
    if bytes.len() == deck.len() {
        for (card, &position) in (0..).zip(bytes) {
            deck[usize::from(position)] = card;
        }
    } else {
        for (card, position) in (0..).zip(bytes.chunks_exact(2)) {
            deck[usize::from(position[0]) | usize::from(position[1]) << 8] = card;
        }
    }
}

impl Sample {
    /// The decks that [`FIRST_DECKS`] kept, of `cards` cards, from the first on: `most` of them at the most.
    pub fn of(kept: &Kept, cards: usize, most: usize) -> Self {
        let number = kept.len().min(most);
        let mut sample = Self {
            cards,
            indices: Vec::with_capacity(number),
            decks: vec![0; number * cards],
        };
        let decks = sample.decks.chunks_exact_mut(cards);
        for ((index, bytes), deck) in kept.in_order().into_iter().zip(decks) {
            sample.indices.push(index);
            restore(bytes, deck);
        }
        sample
    }

    /// Cards in each deck.
    pub fn cards(&self) -> usize {
        self.cards
    }

    /// Number of decks.
    pub fn len(&self) -> usize {
        self.indices.len()
    }

    /// The index of the deck at this place.
    pub(crate) fn index(&self, at: usize) -> u64 {
        self.indices[at]
    }

    /// The cards of all decks, one deck after the other.
    pub(crate) fn all(&self) -> &[Card] {
        &self.decks
    }

    /// The decks whose index is `wanted`.
    pub(crate) fn those(&self, wanted: impl Fn(u64) -> bool) -> Vec<&[Card]> {
        let decks = self.indices.iter().zip(self.decks.chunks_exact(self.cards));
        decks
            .filter(|(index, _)| wanted(**index))
            .map(|(_, deck)| deck)
            .collect()
    }

    /// The order of every second deck relative to the one before it: of decks 1, 3, 5, … as if the deck
    /// before had been the starting order, up to `most` of them. No deck is used twice, and none is
    /// compared across blocks.
    pub fn relative(&self, most: usize) -> Self {
        let n = self.cards;
        let mut relative = Self {
            cards: n,
            indices: Vec::new(),
            decks: Vec::new(),
        };
        let mut place = vec![0; n];
        let pairs = self.indices.windows(2).zip(self.decks.chunks_exact(n));
        for (at, (pair, before)) in pairs.enumerate() {
            if relative.len() == most {
                break;
            }
            // Blocks hold an even number of decks, so that both are in the same one.
            const { assert!(BLOCK.is_multiple_of(2)) };
            if pair[0] % 2 != 0 || pair[1] != pair[0] + 1 {
                continue;
            }
            for (position, &card) in (0..).zip(before) {
                place[usize::from(card)] = position;
            }
            let after = &self.decks[(at + 1) * n..][..n];
            relative.indices.push(pair[0] / 2);
            let cards = after.iter().map(|&card| place[usize::from(card)]);
            relative.decks.extend(cards);
        }
        relative
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Tally;

    fn tally(decks: &[&[Card]], first: u64) -> Tally {
        let cards = decks[0].len();
        let mut block = Block::new(cards);
        block.clear(first);
        for deck in decks {
            block.push(deck);
        }
        block.index(FIRST_DECKS.layout());
        let mut tally = Tally::empty(FIRST_DECKS, cards);
        tally.count(FIRST_DECKS, &block);
        tally
    }

    #[test]
    fn decks_come_back_as_they_were_in_order() {
        let mut whole = tally(&[&[2, 0, 1], &[1, 2, 0]], 64);
        whole.merge(&tally(&[&[0, 2, 1]], 3));
        let sample = Sample::of(whole.kept(), 3, 9);
        assert_eq!(sample.indices, [3, 64, 65]);
        assert_eq!(sample.decks, [0, 2, 1, 2, 0, 1, 1, 2, 0]);
        assert_eq!(sample.those(|index| index % 2 == 1), [[0, 2, 1], [1, 2, 0]]);
        // The same with two bytes for each card.
        let mut large: Vec<Card> = (0..1_000).collect();
        large.swap(3, 999);
        let sample = Sample::of(tally(&[&large], 0).kept(), 1_000, 9);
        assert_eq!(sample.decks, large);
    }

    #[test]
    fn relative_orders_are_of_pairs_of_neighbours_that_share_no_deck() {
        // The second deck is the first with its top card at the bottom, and so on.
        let rolled: [&[Card]; 5] = [
            &[2, 0, 3, 1],
            &[0, 3, 1, 2],
            &[3, 1, 2, 0],
            &[1, 2, 0, 3],
            &[2, 0, 3, 1],
        ];
        let sample = Sample::of(tally(&rolled, 0).kept(), 4, 9);
        let relative = sample.relative(10);
        assert_eq!(relative.indices, [0, 1]);
        assert_eq!(relative.decks, [1, 2, 3, 0, 1, 2, 3, 0]);
        assert_eq!(sample.relative(1).len(), 1);
        // A sample that starts at an odd index has one pair less.
        let sample = Sample::of(tally(&rolled[..4], 1).kept(), 4, 9);
        assert_eq!(sample.relative(10).indices, [1]);
    }
}
