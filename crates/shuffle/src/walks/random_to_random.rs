//! Random to random: a card is drawn, all n equally likely, taken out, and put back at a random place, all n equally
//! likely.
//!
//! It is a random card to the top and then the top card to a random place, and reversible. Some ¾ n ln n moves are needed
//! and enough for large decks (Bernstein and Nestoridi, 2019). Its eigenvalues are known (Dieker and Saliola, 2018), and
//! not the law of the deck.

use super::super::prelude::*;
use super::random_to_top::RandomToTop;
use super::top_to_random::TopToRandom;
use super::{Alike, MOVES, Move, build};

pub(in super::super) const KIND: Kind = Kind {
    name: "random-to-random",
    group: Group::Studied,
    time: None,
    about: "a random card goes to a random place",
    source: "Diaconis and Saloff-Coste (1993), Comparison techniques for random walk on finite groups; Dieker and Saliola \
             (2018), Spectral analysis of random-to-random Markov chains",
    parameters: MOVES,
    build: |params| build(RandomToRandom, params),
};

#[derive(Debug)]
struct RandomToRandom;

impl Move for RandomToRandom {
    fn go<D: Draws>(&self, deck: &mut [Card], _scratch: &mut Scratch, draws: &mut D) {
        let cards = deck.len() as u32;
        let (from, to) = (draws.below(cards) as usize, draws.below(cards) as usize);
        if from < to {
            deck[from..=to].rotate_left(1);
        } else {
            deck[to..=from].rotate_right(1);
        }
    }

    /// The card itself is drawn with 1/n, and goes anywhere. Otherwise one above it is, with i/n at position i, or one
    /// below; and it is put back above or below.
    fn one_card(&self, cards: usize) -> Matrix {
        let n = cards as f64;
        let square = n * n;
        let mut matrix = Matrix::of_cells(cards, vec![1.0 / square; cards * cards]);
        for at in 0..cards {
            let (above, below) = (at as f64, (cards - 1 - at) as f64);
            matrix.add(at, at, (above * above + below * below) / square);
            if at > 0 {
                matrix.add(at, at - 1, above * (below + 1.0) / square);
            }
            if at + 1 < cards {
                matrix.add(at, at + 1, below * (above + 1.0) / square);
            }
        }
        matrix
    }

    fn two_card(&self, pairs: &Pairs, direction: Direction) -> Pairs {
        match direction {
            Direction::Forward => {
                TopToRandom.two_card(&RandomToTop.two_card(pairs, direction), direction)
            }
            Direction::Backward => {
                RandomToTop.two_card(&TopToRandom.two_card(pairs, direction), direction)
            }
        }
    }

    fn effort(&self, cards: usize) -> Effort {
        TopToRandom.effort(cards).times(2)
    }

    /// Neighbours are exchanged in two ways, and each farther move is an order of its own.
    fn orders(&self, cards: usize) -> Vec<Alike> {
        let n = cards as f64;
        let each = 1.0 / (n * n);
        vec![
            Alike::new(1, 1.0 / n),
            Alike::new(cards - 1, 2.0 * each),
            Alike::new((cards - 1) * (cards - 2), each),
        ]
    }

    /// 1 − (n + 2)/n².
    fn second_eigenvalue(&self, cards: usize) -> Option<Eigenvalue> {
        let n = cards as f64;
        Some(Eigenvalue {
            modulus: 1.0 - (n + 2.0) / (n * n),
            source: "Dieker and Saliola, 2018",
        })
    }

    fn describe(&self) -> String {
        "a random card to a random place".to_owned()
    }
}
