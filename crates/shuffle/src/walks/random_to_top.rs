//! Random to top: a card is drawn, all n equally likely, and put on top.
//!
//! It is the inverse of the top card to a random place, and as far from uniform after any number of moves. A shelf of
//! books of which the one that was read last is put back in front is the same walk (the Tsetlin library, with all books
//! read alike): the cards that were drawn lie on top, the last one first, and the others below as they began.

use super::super::prelude::*;
use super::top_to_random::TopToRandom;
use super::{Alike, MOVES, Move, build};
use laws::walks::Walk;

pub(in super::super) const KIND: Kind = Kind {
    name: "random-to-top",
    group: Group::Studied,
    time: None,
    about: "a random card goes to the top: the inverse of the top card to a random place",
    source: "Diaconis, Fill and Pitman (1992), Analysis of top to random shuffles; Tsetlin (1963)",
    parameters: MOVES,
    build: |params| build(RandomToTop, params),
};

#[derive(Debug)]
pub(super) struct RandomToTop;

impl Move for RandomToTop {
    fn go<D: Draws>(&self, deck: &mut [Card], _scratch: &mut Scratch, draws: &mut D) {
        let place = draws.below(deck.len() as u32) as usize;
        deck[..=place].rotate_right(1);
    }

    fn one_card(&self, cards: usize) -> Matrix {
        TopToRandom.one_card(cards).transposed()
    }

    fn two_card(&self, pairs: &Pairs, direction: Direction) -> Pairs {
        let turned = match direction {
            Direction::Backward => Direction::Forward,
            Direction::Forward => Direction::Backward,
        };
        TopToRandom.two_card(pairs, turned)
    }

    fn effort(&self, cards: usize) -> Effort {
        TopToRandom.effort(cards)
    }

    fn orders(&self, cards: usize) -> Vec<Alike> {
        TopToRandom.orders(cards)
    }

    fn walk(&self) -> Option<Walk> {
        Some(Walk::RandomToTop)
    }

    /// As of its inverse.
    fn second_eigenvalue(&self, cards: usize) -> Option<Eigenvalue> {
        TopToRandom.second_eigenvalue(cards)
    }

    fn describe(&self) -> String {
        "a random card to the top".to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cards_that_were_not_drawn_keep_their_order_below() {
        let walk = super::super::Moves {
            one: RandomToTop,
            moves: 3,
        };
        for deck in crate::testing::sample(&walk, 20, 200) {
            assert!(deck[3..].is_sorted(), "{deck:?}");
        }
    }
}
