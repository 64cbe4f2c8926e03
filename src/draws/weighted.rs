//! Independent draws with weights.

use super::Rule;
use crate::rng::Draws;
use crate::subject::Weights;

/// Draws one symbol after the other, each with its weight, whatever came before.
#[derive(Debug, Clone)]
pub struct Weighted {
    weights: Weights,
    /// The sum of the weights up to each symbol and its own.
    sums: Vec<u32>,
}

impl Weighted {
    /// Draws with these weights.
    pub fn new(weights: &Weights) -> Self {
        let sums = weights.get().iter().scan(0, |sum, &weight| {
            *sum += weight;
            Some(*sum)
        });
        Self {
            sums: sums.collect(),
            weights: weights.clone(),
        }
    }
}

impl Rule for Weighted {
    fn weights(&self, into: &mut Vec<f64>) {
        into.clear();
        into.extend(self.weights.get().iter().map(|weight| f64::from(*weight)));
    }

    fn draw(&mut self, draws: &mut dyn Draws) -> u16 {
        let at = draws.below(self.weights.total());
        self.sums.partition_point(|&sum| sum <= at) as u16
    }

    fn see(&mut self, symbol: u16) -> bool {
        usize::from(symbol) < self.sums.len()
    }

    fn boxed(&self) -> Box<dyn Rule> {
        Box::new(self.clone())
    }
}
