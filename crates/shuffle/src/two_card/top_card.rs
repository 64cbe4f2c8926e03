//! Shuffles that move the top card alone, to a random place: the exact chains of one card and of two.
//!
//! Seen from the bottom of the deck it is [`Insertion`]: the last card is inserted above its place. So a table is turned
//! over, taken through that, and turned back.

use super::insertions::{self, Insertion};
use laws::matrix::Matrix;
use laws::pairs::{Direction, Effort, Pairs};

/// The top card, and the probability of each place, from the top, that it may go to.
#[derive(Debug)]
pub(crate) struct TopCard(Insertion);

impl TopCard {
    /// Gives the top card these probabilities, one for each place of the deck.
    pub fn to(places: impl DoubleEndedIterator<Item = f64>) -> Self {
        Self(Insertion::new(0, places.rev().collect()))
    }

    /// The chain of one card.
    pub fn one_card(&self, cards: usize) -> Matrix {
        let turned = self.0.one_card(&Matrix::identity(cards));
        let last = cards * cards - 1;
        Matrix::of_cells(cards, (0..=last).map(|at| turned.cells()[last - at]))
    }

    /// Takes `pairs` through the move.
    pub fn two_card(&self, pairs: &Pairs, direction: Direction) -> Pairs {
        let turned = self.0.two_card(&turned(pairs), direction);
        self::turned(&turned)
    }
}

/// The table with the deck turned over.
fn turned(pairs: &Pairs) -> Pairs {
    let last = pairs.cards() - 1;
    Pairs::from_fn(pairs.cards(), |i, j| pairs.get(last - i, last - j))
}

/// Gives the effort of [`TopCard::two_card`].
pub fn effort(cards: usize) -> Effort {
    insertions::effort(cards, 1)
}
