//! Shuffles that move the top card alone, to a random place: the exact chains of one card and of two.
//!
//! The top card goes to j with probability w(j), and the cards from 1 to j move up by one. So a card at a ≥ 1 moves up if
//! the place is at a or below, and of two cards at a < b both move up if it is at b or below, and a alone if it is
//! between. A table of pairs takes some n² multiplications.

use laws::matrix::Matrix;
use laws::pairs::{Direction, Effort, Pairs};

/// The top card, and where it may go.
#[derive(Debug)]
pub(crate) struct TopCard {
    /// The probability of each place.
    to: Vec<f64>,
    /// For each place, the probability that the card stays above it.
    above: Vec<f64>,
    /// For each place, the probability that the card goes there or below.
    below: Vec<f64>,
}

impl TopCard {
    /// Gives the top card these probabilities, one for each place of the deck.
    pub fn to(places: impl Iterator<Item = f64>) -> Self {
        let to: Vec<f64> = places.collect();
        let (mut above, mut below) = (vec![0.0; to.len()], to.clone());
        for place in 1..to.len() {
            above[place] = above[place - 1] + to[place - 1];
        }
        for place in (1..to.len()).rev() {
            below[place - 1] += below[place];
        }
        Self { to, above, below }
    }

    /// The chain of one card.
    pub fn one_card(&self) -> Matrix {
        let cards = self.to.len();
        let mut matrix = Matrix::zero(cards);
        for (place, &w) in self.to.iter().enumerate() {
            matrix.add(0, place, w);
        }
        for at in 1..cards {
            matrix.add(at, at - 1, self.below[at]);
            matrix.add(at, at, self.above[at]);
        }
        matrix
    }

    /// Takes `pairs` through the move.
    pub fn two_card(&self, pairs: &Pairs, direction: Direction) -> Pairs {
        match direction {
            Direction::Backward => self.backward(pairs),
            Direction::Forward => self.forward(pairs),
        }
    }

    /// The probabilities that neither of two cards below the top moves up, the upper one alone, or both.
    fn up(&self, one: usize, other: usize) -> [f64; 3] {
        let (upper, lower) = (one.min(other), one.max(other));
        let alone = self.above[lower] - self.above[upper];
        [self.above[upper], alone, self.below[lower]]
    }

    fn backward(&self, pairs: &Pairs) -> Pairs {
        let cards = self.to.len();
        // The other card, at b, makes room: it is at b − 1 if the top card goes to b or below.
        let place = |b: usize, j: usize| if b <= j { b - 1 } else { b };
        Pairs::from_fn(cards, |a, b| {
            let weighed = self.to.iter().enumerate();
            match (a, b) {
                (0, _) => weighed.map(|(j, w)| w * pairs.get(j, place(b, j))).sum(),
                (_, 0) => weighed.map(|(j, w)| w * pairs.get(place(a, j), j)).sum(),
                _ => {
                    let [neither, alone, both] = self.up(a, b);
                    let moved = if a < b {
                        pairs.get(a - 1, b)
                    } else {
                        pairs.get(a, b - 1)
                    };
                    neither * pairs.get(a, b) + alone * moved + both * pairs.get(a - 1, b - 1)
                }
            }
        })
    }

    fn forward(&self, pairs: &Pairs) -> Pairs {
        let last = self.to.len() - 1;
        // All pairs of places from which (i, j) is reached.
        Pairs::from_fn(last + 1, |i, j| {
            let (low, high) = (i.min(j), i.max(j));
            let came = |upper: usize, lower: usize| {
                if i < j {
                    pairs.get(upper, lower)
                } else {
                    pairs.get(lower, upper)
                }
            };
            // The top card to the upper of both places; to the lower one, past the card that was below.
            let mut sum = self.to[low] * came(0, high) + self.to[high] * came(low + 1, 0);
            if low > 0 {
                sum += self.above[low] * came(low, high);
            }
            if low + 1 < high {
                sum += (self.above[high] - self.above[low + 1]) * came(low + 1, high);
            }
            if high < last {
                sum += self.below[high + 1] * came(low + 1, high + 1);
            }
            sum
        })
    }
}

/// Gives the effort of [`TopCard::two_card`].
pub fn effort(cards: usize) -> Effort {
    Effort::of_tables(cards, 6)
}
