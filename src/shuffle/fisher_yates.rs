//! The ideal shuffle: all n! orders equally likely.
//!
//! For i from the bottom position up to the second, swap the card at i with one picked uniformly
//! from the positions 0..=i. Fisher and Yates (1938), in the form of Durstenfeld (1964),
//! Algorithm 235.

use super::{Kind, Law, Mixing, Scratch, ln_factorial, two_card};
use crate::deck::Card;
use crate::exact::matrix::Matrix;
use crate::exact::pairs::{Direction, Effort, Pairs};
use crate::rng::Draws;

pub(super) const KIND: Kind = Kind {
    name: "fisher-yates",
    about: "the ideal shuffle: all orders equally likely",
    source: "Fisher and Yates (1938); Durstenfeld (1964), Algorithm 235",
    parameters: &[],
    build: |_| Ok(Box::new(FisherYates)),
};

/// The ideal shuffle; the control group is shuffled by it too.
#[derive(Debug)]
pub struct FisherYates;

impl Law for FisherYates {
    fn shuffle<D: Draws>(&self, deck: &mut [Card], _scratch: &mut Scratch, draws: &mut D) {
        draws.shuffle(deck);
    }

    fn one_card(&self, cards: usize) -> Option<Matrix> {
        Some(Matrix::uniform(cards))
    }

    fn two_card(&self, pairs: &Pairs, _direction: Direction) -> Option<Pairs> {
        Some(pairs.levelled())
    }

    fn two_card_effort(&self, cards: usize) -> Option<Effort> {
        Some(two_card::effort_of_moving(cards))
    }

    fn ln_support(&self, cards: usize) -> f64 {
        ln_factorial(cards)
    }

    fn mixing(&self) -> Mixing {
        Mixing::Ideal
    }

    fn describe(&self) -> String {
        "ideal shuffle (Fisher-Yates)".to_owned()
    }
}
