//! Pairs of small decks: how much of the order of one is left in the other.

/// Cards of a small deck, at the most: a power of two, so that any card is a place in a row.
pub const SMALL: usize = 64;

/// A place that no card has: no card's lies above it, and none follows one.
const BEYOND: u8 = u8::MAX;

/// A deck of up to [`SMALL`] cards.
#[derive(Debug, Clone, Copy)]
pub struct SmallDeck {
    /// The cards from the top; any number below [`SMALL`] past the last one.
    order: [u8; SMALL],
    /// The place of each card.
    place: [u8; SMALL],
}

impl SmallDeck {
    /// The deck with these cards from the top, each below their number, which is [`SMALL`] at the most.
    pub fn of(cards: impl ExactSizeIterator<Item = u8>) -> Self {
        let mut deck = Self {
            order: [0; SMALL],
            place: [0; SMALL],
        };
        for (at, card) in (0..).zip(cards) {
            deck.order[usize::from(at)] = card;
            deck.place[usize::from(card)] = at;
        }
        deck
    }

    /// The cards from the top, with the room after them.
    pub(super) fn order(&self) -> &[u8; SMALL] {
        &self.order
    }

    /// The place of each card, with the room after them.
    pub(super) fn place(&self) -> &[u8; SMALL] {
        &self.place
    }
}

/// The order of an earlier deck that is left in a later one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Left {
    /// Neighbours of the earlier deck of which the lower one lies above the other in the later deck.
    pub falls: u8,
    /// Neighbours of the earlier deck that lie so in the later one.
    pub kept: u8,
}

/// See [`Kernel::left`](super::Kernel::left).
pub(super) fn left(decks: &[SmallDeck], cards: usize, pairs: &[(u32, u32)], found: &mut [Left]) {
    for (left, &(before, after)) in found.iter_mut().zip(pairs) {
        let (order, place) = (
            decks[before as usize].order(),
            decks[after as usize].place(),
        );
        // Its end stands behind the last card, so that the compiler counts whole vectors.
        let mut places = [BEYOND; SMALL + 1];
        for (at, card) in places.iter_mut().zip(&order[..cards]) {
            *at = place[usize::from(*card) % SMALL];
        }
        *left = Left::default();
        for at in 0..SMALL {
            let (last, next) = (places[at], places[at + 1]);
            left.falls += u8::from(next < last);
            left.kept += u8::from(next == last.wrapping_add(1));
        }
    }
}
