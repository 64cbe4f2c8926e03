//! Roll and keep: n dice of d sides are rolled, the m highest are kept, and the score is their sum; 5d6k3 is five dice of
//! six sides, three kept.
//!
//! A roll is grouped by the smallest kept value a and the number b < m of dice above it. With at most n − m dice below a,
//! these are C(n, b) Σ_{c ≤ n−m} C(n−b, c) (a−1)^c ways of placing the b and the c, and the b show any values above a. So the
//! scores have the generating function
//!
//! Σ z^(a m) C(n, b) C(n−b, c) (a−1)^c (z + z² + … + z^(d−a))^b over all a, b < m and c ≤ n−m.
//!
//! In whole numbers its coefficients follow one from the other, by a differential equation (file `above.rs`): one score of
//! 10,000 dice takes a second. All scores of many dice are added up in doubles (file `nearly.rs`), with probabilities in
//! place of ways; nothing is subtracted there, so that the tails are as right as the middle.

mod above;
pub mod effort;
mod nearly;
pub mod printed;

use dashu_int::UBig;
use dashu_ratio::RBig;

use above::Above;
pub use nearly::{cells, nearly};

/// Dice that can be rolled.
pub const MOST_DICE: usize = 10_000;

/// Sides that a die can have.
pub const MOST_SIDES: usize = 1_000;

/// Steps of machine words for which the ways of one score are counted: some seconds.
pub const MOST_WORDS: f64 = 1.5e9;

/// Steps of machine words for which the ways of all scores are counted: a fraction of a second.
pub const FEW_WORDS: f64 = 5e7;

/// Dice that are rolled and kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Dice {
    /// Dice that are rolled.
    pub dice: usize,
    /// Sides of each.
    pub sides: usize,
    /// Dice that are kept: from 1 to all.
    pub keep: usize,
}

impl Dice {
    /// The lowest score.
    pub fn lowest(&self) -> usize {
        self.keep
    }

    /// The highest score.
    pub fn highest(&self) -> usize {
        self.keep * self.sides
    }

    /// All rolls.
    pub fn rolls(&self) -> UBig {
        UBig::from(self.sides).pow(self.dice)
    }

    /// Steps of machine words that it takes to count the ways of scores up to `score`.
    pub fn words(&self, score: usize) -> f64 {
        let words = self.dice as f64 * libm::log2(self.sides as f64) / 64.0 + 1.0;
        self.coefficients(score) as f64 * above::STEPS as f64 * words
    }

    /// Coefficients that are counted for it: the sums above each smallest kept value.
    fn coefficients(&self, score: usize) -> u64 {
        let of = |smallest: usize| score.checked_sub(smallest * self.keep);
        let coefficients = (1..=self.sides).map_while(of);
        coefficients.map(|last| last as u64 + 1).sum()
    }

    /// Counts the rolls in which the score is m, m + 1, …, `last`.
    pub fn ways_up_to(&self, last: usize) -> Vec<UBig> {
        let mut ways = vec![UBig::ZERO; (last + 1).saturating_sub(self.lowest())];
        for smallest in 1..=self.sides {
            let from = smallest * self.keep;
            if from > last {
                break;
            }
            for (cell, more) in ways[from - self.lowest()..]
                .iter_mut()
                .zip(Above::new(self, smallest))
            {
                *cell += more;
            }
        }
        ways
    }

    /// Counts the rolls in which the score is `score`.
    pub fn ways(&self, score: usize) -> UBig {
        let above = |smallest: usize| {
            let above = score.checked_sub(smallest * self.keep)?;
            Above::new(self, smallest).nth(above)
        };
        (1..=self.sides).map_while(above).sum()
    }

    /// Mean and variance of the score, from the numbers of ways of all scores.
    pub fn moments(&self, ways: &[UBig]) -> (RBig, RBig) {
        let rolls = self.rolls();
        let sum = |power: usize| {
            let terms = (self.lowest()..).zip(ways);
            let sum: UBig = terms
                .map(|(score, ways)| UBig::from(score).pow(power) * ways)
                .sum();
            RBig::from_parts(sum.into(), rolls.clone())
        };
        let mean = sum(1);
        let variance = sum(2) - &mean * &mean;
        (mean, variance)
    }
}

#[cfg(test)]
mod tests;
