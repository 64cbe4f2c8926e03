//! Shuffles that take one card after the other and insert it at a random place above it: the exact
//! chains of one card and of two.
//!
//! A step takes the card at s and inserts it at j, `top` ≤ j ≤ s, with probability v(j); the cards from
//! j to s − 1 move down by one. So the card at s goes to j with probability v(j), and a card at a,
//! `top` ≤ a < s, moves down with probability V(a) = v(top) + … + v(a), the place being at a or above.
//! A step takes some n² multiplications, and a shuffle of n steps n³.

use laws::matrix::Matrix;
use laws::pairs::{Direction, Effort, Pairs};

/// One card inserted above its place.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Insertion {
    /// The first of the places where it may go.
    top: usize,
    /// The probability of each place from `top` on; the last place is the card's own.
    places: Vec<f64>,
    /// For each place, the probability that the card goes there or above.
    above: Vec<f64>,
    /// For each place, the probability that the card goes below it.
    below: Vec<f64>,
}

/// Takes the places of a pair of cards, the places to which they go, and the probability of that.
type Visit<'a> = dyn FnMut([usize; 2], [usize; 2], f64) + 'a;

impl Insertion {
    /// Inserts the card that lies so many places below `top` as there are `places`, less one.
    pub fn new(top: usize, places: Vec<f64>) -> Self {
        let sum = |total: &mut f64, v: &f64| {
            *total += v;
            Some(*total)
        };
        let above = places.iter().scan(0.0, sum).collect();
        let mut below: Vec<f64> = places.iter().rev().scan(0.0, sum).collect();
        // From "there or below" to "below".
        below.pop();
        below.reverse();
        below.push(0.0);
        Self {
            top,
            places,
            above,
            below,
        }
    }

    /// The probability of each place.
    #[cfg(test)]
    pub fn places(&self) -> &[f64] {
        &self.places
    }

    /// The position of the card that is inserted.
    fn at(&self) -> usize {
        self.top + self.places.len() - 1
    }

    /// Says where the card at `from` goes, and how likely that is.
    fn moves(&self, from: usize, mut visit: impl FnMut(usize, f64)) {
        match from.checked_sub(self.top) {
            Some(place) if from < self.at() => {
                visit(from, self.below[place]);
                visit(from + 1, self.above[place]);
            }
            Some(_) if from == self.at() => {
                for (place, &v) in self.places.iter().enumerate() {
                    visit(self.top + place, v);
                }
            }
            _ => visit(from, 1.0),
        }
    }

    /// All moves of the pairs of cards, the upper one first.
    fn pairs(&self, cards: usize, visit: &mut Visit<'_>) {
        let (s, top) = (self.at(), self.top);
        for b in s + 1..cards {
            for a in 0..b {
                self.moves(a, |to, p| visit([a, b], [to, b], p));
            }
        }
        for a in 0..top {
            for b in a + 1..=s {
                self.moves(b, |to, p| visit([a, b], [a, to], p));
            }
        }
        for a in top..s {
            // The places below the upper card, and not below the lower one.
            let mut between = 0.0;
            for b in a + 1..s {
                between += self.places[b - top];
                visit([a, b], [a + 1, b + 1], self.above[a - top]);
                visit([a, b], [a, b + 1], between);
                visit([a, b], [a, b], self.below[b - top]);
            }
            for (place, &v) in self.places.iter().enumerate() {
                let moved = usize::from(top + place <= a);
                visit([a, s], [a + moved, top + place], v);
            }
        }
    }

    /// Takes `pairs` through the step.
    pub fn two_card(&self, pairs: &Pairs, direction: Direction) -> Pairs {
        let cards = pairs.cards();
        let mut next = Pairs::zero(cards);
        self.pairs(cards, &mut |[a, b], [i, j], probability| {
            // In either order.
            for ([a, b], [i, j]) in [([a, b], [i, j]), ([b, a], [j, i])] {
                match direction {
                    Direction::Backward => next.row_mut(a)[b] += probability * pairs.get(i, j),
                    Direction::Forward => next.row_mut(i)[j] += probability * pairs.get(a, b),
                }
            }
        });
        next
    }

    /// The chain of one card followed by the step.
    pub fn one_card(&self, chain: &Matrix) -> Matrix {
        let mut next = Matrix::zero(chain.size());
        for card in 0..chain.size() {
            for (at, &here) in chain.row(card).iter().enumerate() {
                self.moves(at, |to, probability| next.add(card, to, probability * here));
            }
        }
        next
    }
}

/// Gives the effort of so many insertions.
pub fn effort(cards: usize, insertions: usize) -> Effort {
    let n = cards as f64;
    Effort::of_tables(cards, 3).and(6.0 * insertions as f64 * n * n)
}
