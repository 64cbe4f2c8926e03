//! Nothing moves: the deck that nobody shuffled.

use super::prelude::*;
use super::two_card;

pub(super) const KIND: Kind = Kind {
    name: "identity",
    group: Group::Cards,
    time: None,
    about: "nothing moves",
    source: "the identity permutation",
    parameters: &[],
    build: |_| Ok(Box::new(Identity)),
};

#[derive(Debug)]
struct Identity;

impl Law for Identity {
    fn shuffle<D: Draws>(&self, _deck: &mut [Card], _scratch: &mut Scratch, _draws: &mut D) {}

    fn one_card(&self, cards: usize) -> Option<Matrix> {
        Some(Matrix::identity(cards))
    }

    fn two_card(&self, pairs: &Pairs, _direction: Direction) -> Option<Pairs> {
        Some(pairs.clone())
    }

    fn two_card_effort(&self, cards: usize) -> Option<Effort> {
        Some(two_card::effort_of_moving(cards))
    }

    fn ln_support(&self, _cards: usize) -> f64 {
        0.0
    }

    fn is_odd(&self, _cards: usize) -> Option<bool> {
        Some(false)
    }

    fn mixing(&self) -> Mixing {
        Mixing::Nothing
    }

    fn describe(&self) -> String {
        "no shuffle at all".to_owned()
    }
}
