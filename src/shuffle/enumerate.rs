//! The law of a shuffle over all orders, by walking every outcome of every draw.
//!
//! The oracle for chains, supports and bounds: it runs the shuffle's own code, with a generator that
//! gives each possible draw in turn and keeps its probability. For small decks only: an ideal
//! shuffle of n cards has n! outcomes.

use std::collections::BTreeMap;

use super::{Law, Scratch};
use crate::deck::Card;
use crate::rng::Draws;

/// Orders, as decks that started sorted, with their probabilities.
pub type Orders = BTreeMap<Vec<Card>, f64>;

/// All orders that `law` gives a sorted deck of `cards` cards.
pub(super) fn orders<L: Law>(law: &L, cards: usize) -> Orders {
    let mut walker = Walker::default();
    let mut orders = Orders::new();
    loop {
        let mut deck: Vec<Card> = (0..cards).map(|card| card as Card).collect();
        law.shuffle(&mut deck, &mut Scratch::default(), &mut walker);
        *orders.entry(deck).or_insert(0.0) += walker.probability();
        if !walker.next_path() {
            return orders;
        }
    }
}

/// The law of `first` followed by `second`.
pub fn then(first: &Orders, second: &Orders) -> Orders {
    let mut both = Orders::new();
    for (deck, p) in first {
        for (moves, q) in second {
            let moved = moves.iter().map(|&from| deck[usize::from(from)]).collect();
            *both.entry(moved).or_insert(0.0) += p * q;
        }
    }
    both
}

/// One draw on the path: which outcome, of how many, and the probabilities of all.
#[derive(Debug)]
struct Step {
    outcome: usize,
    probabilities: Vec<f64>,
}

/// A generator that walks the tree of all draws, depth first.
#[derive(Debug, Default)]
struct Walker {
    path: Vec<Step>,
    depth: usize,
}

impl Walker {
    /// The outcome of a draw with these probabilities.
    fn draw(&mut self, probabilities: impl Iterator<Item = f64>) -> usize {
        if self.depth == self.path.len() {
            self.path.push(Step {
                outcome: 0,
                probabilities: probabilities.collect(),
            });
        }
        self.depth += 1;
        self.path[self.depth - 1].outcome
    }

    fn probability(&self) -> f64 {
        self.path
            .iter()
            .map(|step| step.probabilities[step.outcome])
            .product()
    }

    /// Goes to the next path; false after the last one.
    fn next_path(&mut self) -> bool {
        self.depth = 0;
        while let Some(mut step) = self.path.pop() {
            step.outcome += 1;
            if step.outcome < step.probabilities.len() {
                self.path.push(step);
                return true;
            }
        }
        false
    }
}

impl Draws for Walker {
    fn below(&mut self, bound: u32) -> u32 {
        self.draw((0..bound).map(|_| 1.0 / f64::from(bound))) as u32
    }

    fn second_of(&mut self, first: u32, second: u32) -> bool {
        self.chance(f64::from(second) / f64::from(first + second))
    }

    fn binomial_half(&mut self, n: u32) -> u32 {
        (0..n).map(|_| u32::from(self.chance(0.5))).sum()
    }

    fn chance(&mut self, p: f64) -> bool {
        self.draw([1.0 - p, p].into_iter()) == 1
    }

    fn coins(&mut self, n: usize, words: &mut Vec<u64>) {
        words.clear();
        words.resize(n.div_ceil(64), 0);
        for i in 0..n {
            words[i / 64] |= u64::from(self.chance(0.5)) << (i % 64);
        }
    }

    fn shuffle(&mut self, deck: &mut [Card]) {
        for last in (1..deck.len()).rev() {
            let pick = self.below(last as u32 + 1) as usize;
            deck.swap(last, pick);
        }
    }
}
