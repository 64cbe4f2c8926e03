//! Borel's shuffle: a packet out of the deck is put on top, all packets equally likely.
//!
//! Borel and Chéron (1940) are cited for it by Diaconis and Saloff-Coste (1993), who study it. Neither text was at hand: the
//! convention here is ours. A packet holds the cards a + 1 to b from the top, and all n(n + 1)/2 pairs of 0 ≤ a < b ≤ n are
//! equally likely. The packets from the top (a = 0) leave the deck as it is, with probability 2/(n + 1).
//!
//! A packet of s cards from behind a others changes places with them. A change undone is one of as many cards, so that the
//! walk is reversible.

use super::super::prelude::*;
use super::{Alike, MOVES, Move, build};

pub(in super::super) const KIND: Kind = Kind {
    name: "borel",
    group: Group::Studied,
    time: None,
    about: "a packet from anywhere in the deck goes on top, all packets equally likely",
    source: "Borel and Chéron (1940), Théorie mathématique du bridge, as Diaconis and Saloff-Coste (1993) cite it; neither \
             was read",
    parameters: MOVES,
    build: |params| build(Borel, params),
};

#[derive(Debug)]
struct Borel;

/// The probability of each packet.
fn each(cards: usize) -> f64 {
    let n = cards as f64;
    2.0 / (n * (n + 1.0))
}

impl Move for Borel {
    fn go<D: Draws>(&self, deck: &mut [Card], _scratch: &mut Scratch, draws: &mut D) {
        let cards = deck.len() as u32;
        // Two different ends among n + 1.
        let one = draws.below(cards + 1);
        let other = draws.below(cards);
        let other = other + u32::from(other >= one);
        let (above, end) = (one.min(other) as usize, one.max(other) as usize);
        deck[..end].rotate_left(above);
    }

    /// A card below the packet stays; one in it comes up by those above the packet; one above it goes down by the packet.
    fn one_card(&self, cards: usize) -> Matrix {
        let each = each(cards);
        let mut matrix = Matrix::zero(cards);
        for from in 0..cards {
            matrix.add(from, from, each * (from * (from + 1) / 2) as f64);
            for to in 0..=from {
                matrix.add(from, to, each * (cards - from) as f64);
            }
            for to in from + 1..cards {
                matrix.add(from, to, each * (cards - to) as f64);
            }
        }
        matrix
    }

    /// Both directions are the same.
    fn two_card(&self, pairs: &Pairs, _direction: Direction) -> Pairs {
        let each = each(pairs.cards());
        let (above, below) = (with_first_above(pairs), with_first_above(&pairs.swapped()));
        let sum = |i: usize, j: usize| {
            if i < j {
                above.get(i, j)
            } else {
                below.get(j, i)
            }
        };
        Pairs::from_fn(pairs.cards(), |i, j| each * sum(i, j))
    }

    fn effort(&self, cards: usize) -> Effort {
        let n = cards as f64;
        Effort::of_tables(cards, 6).and(2.0 * n * n * n / 3.0)
    }

    /// All but those from the top give orders of their own.
    fn orders(&self, cards: usize) -> Vec<Alike> {
        let each = each(cards);
        vec![
            Alike::new(1, each * cards as f64),
            Alike::new(cards * (cards - 1) / 2, each),
        ]
    }

    fn describe(&self) -> String {
        "a random packet to the top".to_owned()
    }
}

/// For two cards of which the first lies above: the sum of the table over all packets, of where they go.
fn with_first_above(pairs: &Pairs) -> Pairs {
    let cards = pairs.cards();
    let parted = Parted::new(pairs);
    Pairs::from_fn(cards, |i, j| {
        if i > j {
            return 0.0;
        }
        let apart = j - i;
        // Both lie below the packet.
        let mut sum = (i * (i + 1) / 2) as f64 * pairs.get(i, j);
        // Both are in it, or the first alone.
        for to in 0..=i {
            sum += (cards - j) as f64 * pairs.get(to, to + apart);
            sum += apart as f64 * pairs.get(to, j);
        }
        // It comes from between them.
        for to in i + 1..j {
            sum += (j - to) as f64 * pairs.get(to, j);
        }
        // Both lie above it.
        for to in j + 1..cards {
            sum += (cards - to) as f64 * pairs.get(to - apart, to);
        }
        // The second is in it: they change sides.
        sum + parted.sum(i, j)
    })
}

/// Sums of a table over pairs whose second card lies above the first: by the place of the second, and how far below it the
/// first lies.
struct Parted {
    cards: usize,
    /// The sum over second cards above place y, and distances up to d, at y (n + 1) + d.
    sums: Vec<f64>,
}

impl Parted {
    fn new(pairs: &Pairs) -> Self {
        let cards = pairs.cards();
        let width = cards + 1;
        let mut sums = vec![0.0; width * width];
        for above in 0..cards {
            let mut row = 0.0;
            for apart in 1..=cards {
                if above + apart < cards {
                    row += pairs.get(above + apart, above);
                }
                sums[(above + 1) * width + apart] = sums[above * width + apart] + row;
            }
        }
        Self { cards, sums }
    }

    /// Over all packets that hold the card at `j` and none at `i`, which lies above: the second card goes to one of the
    /// first j − i places, and the first card comes to lie at least i + 1 and at most i + n − j below it.
    fn sum(&self, i: usize, j: usize) -> f64 {
        let row = (j - i) * (self.cards + 1);
        self.sums[row + i + self.cards - j] - self.sums[row + i]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Shuffle;

    fn once() -> super::super::Moves<Borel> {
        super::super::Moves {
            one: Borel,
            moves: 1,
        }
    }

    #[test]
    fn each_packet_is_as_likely_and_those_from_the_top_change_nothing() {
        for cards in 2..=8 {
            let mut orders = once().orders(cards);
            let sorted: Vec<Card> = (0..cards as Card).collect();
            let stays = orders.remove(&sorted).unwrap();
            assert!((stays - 2.0 / (cards as f64 + 1.0)).abs() < 1e-12);
            // The others, each once.
            assert_eq!(orders.len(), cards * (cards - 1) / 2);
            for above in 1..cards {
                for end in above + 1..=cards {
                    let mut deck = sorted.clone();
                    deck[..end].rotate_left(above);
                    let probability = orders.remove(&deck).unwrap();
                    assert!((probability - each(cards)).abs() < 1e-12);
                }
            }
        }
    }
}
