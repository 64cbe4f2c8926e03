//! Adjacent transpositions: one of the n − 1 pairs of neighbours is drawn, all equally likely, and a fair coin says whether
//! the two are swapped. It is the lazy walk: half of its moves leave the deck as it is, so that its parity does not
//! alternate.
//!
//! Some n³ ln n / π² moves are needed, and for large decks they are enough (Wilson, 2004; Lacoin, 2016): each card wanders
//! to its place a step at a time.

use super::super::prelude::*;
use super::super::two_card;
use super::{Alike, MOVES, Move, build};

pub(in super::super) const KIND: Kind = Kind {
    name: "adjacent-transpositions",
    group: Group::Studied,
    time: None,
    about: "two random neighbours are swapped, if a coin says so (the lazy walk)",
    source: "Wilson (2004), Mixing times of lozenge tiling and card shuffling Markov chains; Lacoin (2016)",
    parameters: MOVES,
    build: |params| build(AdjacentTranspositions, params),
};

#[derive(Debug)]
struct AdjacentTranspositions;

/// The probability that two given neighbours are swapped.
fn each(cards: usize) -> f64 {
    0.5 / (cards - 1) as f64
}

/// The neighbours of a position.
fn neighbours(at: usize, cards: usize) -> impl Iterator<Item = usize> {
    let above = at.checked_sub(1);
    above.into_iter().chain((at + 1 < cards).then_some(at + 1))
}

impl Move for AdjacentTranspositions {
    fn go<D: Draws>(&self, deck: &mut [Card], _scratch: &mut Scratch, draws: &mut D) {
        let upper = draws.below(deck.len() as u32 - 1) as usize;
        if draws.chance(0.5) {
            deck.swap(upper, upper + 1);
        }
    }

    fn one_card(&self, cards: usize) -> Matrix {
        let each = each(cards);
        let mut matrix = Matrix::zero(cards);
        for from in 0..cards {
            let mut stays = 1.0;
            for to in neighbours(from, cards) {
                matrix.add(from, to, each);
                stays -= each;
            }
            matrix.add(from, from, stays);
        }
        matrix
    }

    fn two_card(&self, pairs: &Pairs, direction: Direction) -> Pairs {
        let cards = pairs.cards();
        let each = each(cards);
        two_card::gone(pairs, direction, |[a, b], goes| {
            let mut stays = 1.0;
            let mut swap = |to| {
                goes(to, each);
                stays -= each;
            };
            for to in neighbours(a, cards) {
                swap(if to == b { [b, a] } else { [to, b] });
            }
            for to in neighbours(b, cards).filter(|to| *to != a) {
                swap([a, to]);
            }
            goes([a, b], stays);
        })
    }

    fn effort(&self, cards: usize) -> Effort {
        Effort::of_tables(cards, 2).and(5.0 * (cards * cards) as f64)
    }

    fn orders(&self, cards: usize) -> Vec<Alike> {
        vec![Alike::new(1, 0.5), Alike::new(cards - 1, each(cards))]
    }

    /// That of one card alone, which wanders along the deck: 1 − (1 − cos π/n)/(n − 1).
    fn second_eigenvalue(&self, cards: usize) -> Option<Eigenvalue> {
        let n = cards as f64;
        let slowest = 1.0 - libm::cos(std::f64::consts::PI / n);
        Some(Eigenvalue {
            modulus: 1.0 - slowest / (n - 1.0),
            source: "Bacher, 1994",
        })
    }

    fn describe(&self) -> String {
        "two random neighbours swapped, if a coin says so".to_owned()
    }
}
