//! What is seen of a deck: all of it, or not which of several copies a card is, or the first cards alone, or hands.
//!
//! Of all orders that look the same one stands for them: copies keep the order in which they lay before the shuffle, the
//! cards of a hand lie in that order too, and so does the rest that is not seen. Statistics are taken of that order, of
//! decks that were simulated and of those that are asked about alike.

use std::collections::BTreeMap;

use deck::Card;
use deck::subject::Shape;
use laws::counting::ln_factorial;
use text::sorting;

/// What is seen of a deck.
#[derive(Debug, Clone, Default)]
pub struct Seen {
    /// The class of each card, by its place before the shuffle; cards of one class look alike. Nothing if all differ.
    pub classes: Option<Vec<u16>>,
    /// The places that are seen; all of them if nothing is said.
    pub shape: Option<Shape>,
}

impl Seen {
    /// Returns true if the whole order is seen.
    pub(crate) fn is_whole(&self) -> bool {
        self.classes.is_none() && self.shape.is_none()
    }

    fn class(&self, card: Card) -> u16 {
        self.classes
            .as_ref()
            .map_or(card, |classes| classes[usize::from(card)])
    }

    /// The places of each cell in which the order is not seen, and last the places that are not seen at all.
    fn cells(&self, cards: usize) -> Vec<Vec<usize>> {
        let Some(shape) = self.shape else {
            return (0..cards).map(|place| vec![place]).collect();
        };
        let places: Vec<usize> = shape.places().collect();
        let mut seen = vec![false; cards];
        for place in &places {
            seen[*place] = true;
        }
        let cells = places.chunks(shape.cell()).map(<[usize]>::to_vec);
        let rest = (0..cards).filter(|place| !seen[*place]).collect();
        cells.chain([rest]).collect()
    }

    /// The order that stands for all that look like this one, from the top: cell by cell, the rest last.
    pub fn standing(&self, deck: &[Card]) -> Vec<Card> {
        let mut found = Vec::with_capacity(deck.len());
        for cell in self.cells(deck.len()) {
            let mut cell: Vec<u16> = cell.iter().map(|place| self.class(deck[*place])).collect();
            sorting::by(&mut cell, u16::cmp);
            found.extend(cell);
        }
        self.told_apart(found)
    }

    /// The orders that stand for decks, one after the other.
    pub(super) fn all_standing(&self, decks: Vec<Card>, cards: usize) -> Vec<Card> {
        if self.is_whole() {
            return decks;
        }
        let decks = decks.chunks_exact(cards);
        decks.flat_map(|deck| self.standing(deck)).collect()
    }

    /// The order that stands for rows of the cards that are seen, cell by cell: their classes, or they themselves.
    pub fn standing_of_row(&self, row: &[u16], cards: usize) -> Vec<Card> {
        let mut left: Vec<u16> = (0..cards as Card).map(|card| self.class(card)).collect();
        sorting::by(&mut left, u16::cmp);
        let mut found = Vec::with_capacity(cards);
        let cell = self.shape.map_or(1, Shape::cell);
        for cell in row.chunks(cell) {
            let mut cell = cell.to_vec();
            sorting::by(&mut cell, u16::cmp);
            for class in cell {
                if let Ok(at) = left.binary_search(&class) {
                    left.remove(at);
                }
                found.push(class);
            }
        }
        found.extend(left);
        self.told_apart(found)
    }

    /// Copies in the order in which they lay before.
    fn told_apart(&self, classes: Vec<u16>) -> Vec<Card> {
        let Some(of) = &self.classes else {
            return classes;
        };
        let mut places: Vec<std::vec::IntoIter<Card>> = Vec::new();
        let kinds = of.iter().max().map_or(0, |most| usize::from(*most) + 1);
        for kind in 0..kinds {
            let lie = (0..of.len()).filter(|place| usize::from(of[*place]) == kind);
            places.push(
                lie.map(|place| place as Card)
                    .collect::<Vec<_>>()
                    .into_iter(),
            );
        }
        let next = classes.iter().map(|kind| places[usize::from(*kind)].next());
        next.map(Option::unwrap_or_default).collect()
    }

    /// The natural logarithm of the share of all orders that look like the one that stands for them.
    pub(super) fn ln_share(&self, standing: &[Card]) -> f64 {
        let (seen, cell) = match self.shape {
            Some(shape) => (shape.seen(), shape.cell()),
            None => (standing.len(), 1),
        };
        let (seen, rest) = standing.split_at(seen);
        let mut alike = 0.0;
        let mut counts = BTreeMap::new();
        for cell in seen.chunks(cell).chain([rest]) {
            alike += ln_factorial(cell.len());
            let mut within = BTreeMap::new();
            for card in cell {
                let class = self.class(*card);
                *within.entry(class).or_insert(0_usize) += 1;
                *counts.entry(class).or_insert(0_usize) += 1;
            }
            alike -= within
                .values()
                .map(|count| ln_factorial(*count))
                .sum::<f64>();
        }
        alike += counts
            .values()
            .map(|count| ln_factorial(*count))
            .sum::<f64>();
        alike - ln_factorial(standing.len())
    }
}

#[cfg(test)]
mod tests {
    use super::super::model::testing::all;
    use super::*;

    /// Orders stand for as many as their share says, for each way to see a deck.
    #[test]
    fn shares_are_those_of_enumeration() {
        let two = Some(vec![0, 1, 0, 1, 1]);
        for (classes, shape) in [
            (None, None),
            (two.clone(), None),
            (None, Some(Shape::First(2))),
            (None, Some(Shape::Hand(3))),
            (None, Some(Shape::Hands { hands: 2, cards: 2 })),
            (two.clone(), Some(Shape::Hand(2))),
            (two, Some(Shape::First(3))),
        ] {
            let seen = Seen { classes, shape };
            let mut counts = BTreeMap::new();
            for deck in all(5) {
                *counts.entry(seen.standing(&deck)).or_insert(0) += 1;
            }
            for (standing, count) in &counts {
                let share = libm::exp(seen.ln_share(standing)) * 120.0;
                assert!(
                    (share - f64::from(*count)).abs() < 1e-9,
                    "{seen:?} {standing:?} {count}"
                );
            }
        }
    }

    #[test]
    fn rows_stand_for_decks_that_begin_so() {
        let seen = Seen {
            classes: None,
            shape: Some(Shape::Hand(2)),
        };
        assert_eq!(
            seen.standing_of_row(&[3, 1], 5),
            seen.standing(&[1, 3, 4, 2, 0])
        );
        let seen = Seen {
            classes: Some(vec![0, 1, 0, 1, 1]),
            shape: Some(Shape::First(2)),
        };
        assert_eq!(seen.standing_of_row(&[1, 0], 5), [1, 0, 2, 3, 4]);
        assert_eq!(seen.standing(&[3, 2, 4, 1, 0]), [1, 0, 2, 3, 4]);
    }
}
