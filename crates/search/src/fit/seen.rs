//! The part of a deck that is seen: all of it, or not which of several copies a card is.
//!
//! One order stands for all that look the same: in it copies keep the order in which they lay before the shuffle.
//! Statistics are taken of that order, of decks that were simulated and of those that are asked about alike.

use std::collections::BTreeMap;

use deck::Card;
use laws::counting::ln_factorial;

/// The part of a deck that is seen.
#[derive(Debug, Clone, Default)]
pub struct Seen {
    /// The class of each card, by its place before the shuffle; cards of one class look alike. Nothing if all differ.
    pub classes: Option<Vec<u16>>,
}

impl Seen {
    /// Returns true if the whole order is seen.
    pub(crate) fn is_whole(&self) -> bool {
        self.classes.is_none()
    }

    /// The order that stands for all that look like this one.
    pub fn standing(&self, deck: &[Card]) -> Vec<Card> {
        let Some(of) = &self.classes else {
            return deck.to_vec();
        };
        let mut left: BTreeMap<u16, std::collections::VecDeque<Card>> = BTreeMap::new();
        for (place, class) in of.iter().enumerate() {
            left.entry(*class).or_default().push_back(place as Card);
        }
        let next = |card: &Card| left.get_mut(&of[usize::from(*card)])?.pop_front();
        deck.iter().filter_map(next).collect()
    }

    /// The orders that stand for decks, one after the other.
    pub(super) fn all_standing(&self, decks: Vec<Card>, cards: usize) -> Vec<Card> {
        if self.is_whole() {
            return decks;
        }
        let decks = decks.chunks_exact(cards);
        decks.flat_map(|deck| self.standing(deck)).collect()
    }

    /// The natural logarithm of the share of all orders that look like one of `cards` cards.
    pub(super) fn ln_share(&self, cards: usize) -> f64 {
        let mut counts: BTreeMap<u16, usize> = BTreeMap::new();
        for class in self.classes.iter().flatten() {
            *counts.entry(*class).or_default() += 1;
        }
        let alike: f64 = counts.values().map(|count| ln_factorial(*count)).sum();
        alike - ln_factorial(cards)
    }
}

#[cfg(test)]
mod tests {
    use super::super::model::testing::all;
    use super::*;

    /// Each order stands for as many as its share says.
    #[test]
    fn shares_are_those_of_enumeration() {
        for classes in [None, Some(vec![0, 1, 0, 1, 1]), Some(vec![2, 1, 0, 1, 2])] {
            let seen = Seen { classes };
            let mut counts = BTreeMap::new();
            for deck in all(5) {
                let standing = seen.standing(&deck);
                assert_eq!(seen.standing(&standing), standing);
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
        let seen = Seen {
            classes: Some(vec![0, 1, 0, 1, 1]),
        };
        assert_eq!(seen.standing(&[3, 2, 4, 1, 0]), [1, 0, 3, 4, 2]);
    }
}
