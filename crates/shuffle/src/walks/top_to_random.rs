//! Top to random: the top card is inserted at a random place, all n places equally likely, its own among them.
//!
//! Once the card that began at the bottom has come up and is inserted itself, all orders are equally likely: a
//! strong uniform time of some n ln n moves (Aldous and Diaconis, 1986). The law is known exactly, however many moves are
//! made (Diaconis, Fill and Pitman, 1992; [`laws::walks`]).

use super::super::prelude::*;
use super::super::two_card::top_card::{self, TopCard};
use super::{Alike, MOVES, Move, build};
use laws::walks::Walk;

pub(in super::super) const KIND: Kind = Kind {
    name: "top-to-random",
    group: Group::Studied,
    time: None,
    about: "the top card goes to a random place, its own among them",
    source: "Aldous and Diaconis (1986), Shuffling cards and stopping times; Diaconis, Fill and Pitman (1992), Analysis of \
             top to random shuffles",
    parameters: MOVES,
    build: |params| build(TopToRandom, params),
};

#[derive(Debug)]
pub(super) struct TopToRandom;

fn top_card(cards: usize) -> TopCard {
    let each = 1.0 / cards as f64;
    TopCard::to((0..cards).map(|_| each))
}

impl Move for TopToRandom {
    fn go<D: Draws>(&self, deck: &mut [Card], _scratch: &mut Scratch, draws: &mut D) {
        let place = draws.below(deck.len() as u32) as usize;
        deck[..=place].rotate_left(1);
    }

    fn one_card(&self, cards: usize) -> Matrix {
        top_card(cards).one_card()
    }

    fn two_card(&self, pairs: &Pairs, direction: Direction) -> Pairs {
        top_card(pairs.cards()).two_card(pairs, direction)
    }

    fn effort(&self, cards: usize) -> Effort {
        top_card::effort(cards)
    }

    fn orders(&self, cards: usize) -> Vec<Alike> {
        Alike::all(libm::log(cards as f64))
    }

    fn walk(&self) -> Option<Walk> {
        Some(Walk::TopToRandom)
    }

    /// (n − 2)/n: the eigenvalues are j/n for j = 0, 1, …, n − 2, and 1.
    fn second_eigenvalue(&self, cards: usize) -> Option<Eigenvalue> {
        let n = cards as f64;
        Some(Eigenvalue {
            modulus: (n - 2.0) / n,
            source: "Diaconis, Fill and Pitman, 1992",
        })
    }

    fn describe(&self) -> String {
        "the top card to a random place".to_owned()
    }
}
