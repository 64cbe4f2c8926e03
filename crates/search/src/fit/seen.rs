//! The part of a deck that is seen: all of it, or not which of several copies a card is, or the first cards alone.
//!
//! Of decks with copies one order stands for all that look the same: in it copies keep the order in which they lay before
//! the shuffle. Of a hand its cards stand sorted. Statistics are taken of what stands, of decks that were simulated and of
//! those that are asked about alike.

use std::collections::BTreeMap;

use deck::Card;
use deck::subject::Shape;
use laws::counting::ln_factorial;

/// The part of a deck that is seen.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Seen {
    /// The whole order.
    #[default]
    Whole,
    /// The class of each card, by its place before the shuffle; cards of one class look alike.
    Classes(Vec<u16>),
    /// The first cards, in order or as a set; no others are seen.
    Part(Shape),
}

impl Seen {
    /// Returns true if the whole order is seen.
    pub(crate) fn is_whole(&self) -> bool {
        matches!(self, Self::Whole)
    }

    /// The shape of the view, where not all cards are seen.
    pub(super) fn shape(&self) -> Option<Shape> {
        match self {
            Self::Whole | Self::Classes(_) => None,
            Self::Part(shape) => Some(*shape),
        }
    }

    /// The number of cards that stand for a deck of `cards`.
    pub(super) fn standing_cards(&self, cards: usize) -> usize {
        self.shape().map_or(cards, Shape::seen)
    }

    /// The order that stands for all that look like this one, or the cards of it that are seen.
    pub fn standing(&self, deck: &[Card]) -> Vec<Card> {
        match self {
            Self::Whole => deck.to_vec(),
            Self::Classes(of) => copies_in_order(of, deck),
            Self::Part(shape) => {
                let cards: Vec<Card> = shape.places().map(|place| deck[place]).collect();
                self.standing_of_view(&cards)
            }
        }
    }

    /// The cards that stand for a view with these, cell by cell.
    pub fn standing_of_view(&self, cards: &[Card]) -> Vec<Card> {
        let mut cards = cards.to_vec();
        let cell = self.shape().map_or(1, Shape::cell);
        cards.chunks_mut(cell).for_each(<[Card]>::sort_unstable);
        cards
    }

    /// What stands for decks, one after the other.
    pub(super) fn all_standing(&self, decks: Vec<Card>, cards: usize) -> Vec<Card> {
        if self.is_whole() {
            return decks;
        }
        let decks = decks.chunks_exact(cards);
        decks.flat_map(|deck| self.standing(deck)).collect()
    }

    /// The natural logarithm of the share of all orders that look like one of `cards` cards.
    pub(super) fn ln_share(&self, cards: usize) -> f64 {
        let alike = match self {
            Self::Whole => 0.0,
            Self::Classes(of) => {
                let mut counts: BTreeMap<u16, usize> = BTreeMap::new();
                for class in of {
                    *counts.entry(*class).or_default() += 1;
                }
                counts.values().map(|count| ln_factorial(*count)).sum()
            }
            Self::Part(shape) => {
                let unseen = ln_factorial(cards.saturating_sub(shape.seen()));
                unseen + shape.cells() as f64 * ln_factorial(shape.cell())
            }
        };
        alike - ln_factorial(cards)
    }
}

/// The order in which copies, cards of one class, lie as they lay before the shuffle.
fn copies_in_order(of: &[u16], deck: &[Card]) -> Vec<Card> {
    let mut left: BTreeMap<u16, std::collections::VecDeque<Card>> = BTreeMap::new();
    for (place, class) in of.iter().enumerate() {
        left.entry(*class).or_default().push_back(place as Card);
    }
    let next = |card: &Card| left.get_mut(&of[usize::from(*card)])?.pop_front();
    deck.iter().filter_map(next).collect()
}

#[cfg(test)]
mod tests {
    use super::super::model::testing::all;
    use super::*;

    /// Each order stands for as many as its share says.
    #[test]
    fn shares_are_those_of_enumeration() {
        for seen in [
            Seen::Whole,
            Seen::Classes(vec![0, 1, 0, 1, 1]),
            Seen::Classes(vec![2, 1, 0, 1, 2]),
            Seen::Part(Shape::First(2)),
            Seen::Part(Shape::First(5)),
            Seen::Part(Shape::Hand(3)),
            Seen::Part(Shape::in_turn(2, 2)),
        ] {
            let mut counts = BTreeMap::new();
            for deck in all(5) {
                let standing = seen.standing(&deck);
                assert_eq!(standing.len(), seen.standing_cards(5));
                *counts.entry(standing).or_insert(0) += 1;
            }
            let share = libm::exp(seen.ln_share(5)) * 120.0;
            assert!(
                counts
                    .values()
                    .all(|count| (share - f64::from(*count)).abs() < 1e-9)
            );
        }
    }

    #[test]
    fn copies_keep_their_order() {
        let seen = Seen::Classes(vec![0, 1, 0, 1, 1]);
        let standing = seen.standing(&[3, 2, 4, 1, 0]);
        assert_eq!(standing, [1, 0, 3, 4, 2]);
        assert_eq!(seen.standing(&standing), standing);
    }

    #[test]
    fn a_hand_is_sorted_and_first_cards_are_not() {
        let deck = [3, 2, 4, 1, 0];
        assert_eq!(Seen::Part(Shape::Hand(3)).standing(&deck), [2, 3, 4]);
        assert_eq!(Seen::Part(Shape::First(3)).standing(&deck), [3, 2, 4]);
    }
}
