//! The law of a shuffle over all orders, by walking every outcome of every draw.
//!
//! The oracle for chains, supports and bounds: it runs the shuffle's own code, with a generator that
//! gives each possible draw in turn and keeps its probability. For small decks only: an ideal
//! shuffle of n cards has n! outcomes.

use std::collections::BTreeMap;

use super::{Scratch, Shuffle};
use deck::Card;
use deck::rng::Draws;
use laws::lattice::sum::Sum;

/// The orders that are possible, as decks that started sorted, with their probabilities.
pub type Orders = BTreeMap<Vec<Card>, f64>;

/// A path that leaves so many others aside at its draws, all in all, is one of more paths than can be
/// walked: keys of 64 bits, say. The deepest shuffle of nine cards that can be walked to its end,
/// packets of 1 to 10,000 cards, stays below 10³⁷.
const HOPELESS: f64 = 1e50;

/// All orders that `shuffle` gives a sorted deck of `cards` cards; `None` where its draws have more
/// than `most` outcomes.
pub(super) fn orders(shuffle: &dyn Shuffle, cards: usize, most: u64) -> Option<Orders> {
    let mut walker = Walker::default();
    let mut scratch = Scratch::default();
    let mut orders: BTreeMap<Vec<Card>, Sum> = BTreeMap::new();
    let sorted: Vec<Card> = (0..cards).map(|card| card as Card).collect();
    let mut deck = sorted.clone();
    for _ in 0..most {
        deck.copy_from_slice(&sorted);
        walker.start();
        shuffle.shuffle_within(&mut deck, &mut scratch, &mut walker);
        if walker.alternatives() > HOPELESS {
            return None;
        }
        if let Some(sum) = orders.get_mut(&deck) {
            sum.add(walker.probability);
        } else {
            let probability = Sum::of([walker.probability].into_iter());
            orders.insert(deck.clone(), probability);
        }
        if !walker.next_path() {
            let probabilities = orders.into_iter().map(|(deck, sum)| (deck, sum.value()));
            // Rare outcomes may underflow: what is left is the law to the last digit.
            return Some(probabilities.filter(|(_, p)| *p > 0.0).collect());
        }
    }
    None
}

/// One draw on the path: which outcome, of how many.
#[derive(Debug)]
struct Step {
    outcome: usize,
    outcomes: usize,
}

/// A generator that walks the tree of all draws, depth first.
#[derive(Debug, Default)]
struct Walker {
    path: Vec<Step>,
    depth: usize,
    /// The probability of the path so far.
    probability: f64,
}

impl Walker {
    /// Begins the shuffle that the path describes.
    fn start(&mut self) {
        self.depth = 0;
        self.probability = 1.0;
    }

    /// One of so many `outcomes`, whose probabilities are given by their index.
    fn draw(&mut self, outcomes: usize, probability: impl Fn(usize) -> f64) -> usize {
        if self.depth == self.path.len() {
            self.path.push(Step {
                outcome: 0,
                outcomes,
            });
        }
        let outcome = self.path[self.depth].outcome;
        self.depth += 1;
        self.probability *= probability(outcome);
        outcome
    }

    /// The product of the numbers of outcomes along the path.
    fn alternatives(&self) -> f64 {
        let outcomes = self.path.iter().map(|step| step.outcomes as f64);
        outcomes.product()
    }

    /// Goes to the next path; false after the last one.
    fn next_path(&mut self) -> bool {
        while let Some(mut step) = self.path.pop() {
            step.outcome += 1;
            if step.outcome < step.outcomes {
                self.path.push(step);
                return true;
            }
        }
        false
    }
}

impl Draws for Walker {
    fn below(&mut self, bound: u32) -> u32 {
        self.draw(bound as usize, |_| 1.0 / f64::from(bound)) as u32
    }

    fn second_of(&mut self, first: u32, second: u32) -> bool {
        self.chance(f64::from(second) / f64::from(first + second))
    }

    fn binomial_half(&mut self, n: u32) -> u32 {
        // C(n, k) / 2ⁿ, factor by factor.
        let pmf = |k: usize| {
            let ways = (1..=k).fold(1.0, |ways, i| ways * (n as usize + 1 - i) as f64 / i as f64);
            (0..n).fold(ways, |p, _| 0.5 * p)
        };
        self.draw(n as usize + 1, pmf) as u32
    }

    fn chance(&mut self, p: f64) -> bool {
        // An impossible outcome is no outcome.
        if p <= 0.0 || p >= 1.0 {
            return p > 0.0;
        }
        self.draw(2, |outcome| if outcome == 1 { p } else { 1.0 - p }) == 1
    }

    fn coins(&mut self, n: usize, words: &mut Vec<u64>) {
        words.clear();
        words.resize(n.div_ceil(64), 0);
        for i in 0..n {
            words[i / 64] |= u64::from(self.chance(0.5)) << (i % 64);
        }
    }

    /// The remainders are the outcomes, not the numbers that leave them: there may be 2³² of those.
    fn remainder(&mut self, most: u32, bound: u32) -> u32 {
        let numbers = u64::from(most) + 1;
        let bound = u64::from(bound);
        let probability = |outcome: usize| {
            let more = u64::from((outcome as u64) < numbers % bound);
            (numbers / bound + more) as f64 / numbers as f64
        };
        self.draw(bound.min(numbers) as usize, probability) as u32
    }

    /// Bit by bit. Nothing that is enumerated should ask for whole words: they have 2⁶⁴ outcomes.
    fn word(&mut self) -> u64 {
        (0..u64::BITS).fold(0, |word, bit| word | (u64::from(self.chance(0.5)) << bit))
    }

    /// The numbers are the outcomes, not the words that they are made of.
    fn below_each(&mut self, bounds: &[u32], picks: &mut [u32]) {
        for (&bound, pick) in bounds.iter().zip(picks) {
            *pick = self.below(bound);
        }
    }

    fn shuffle(&mut self, deck: &mut [Card]) {
        for last in (1..deck.len()).rev() {
            let pick = self.below(last as u32 + 1) as usize;
            deck.swap(last, pick);
        }
    }
}
