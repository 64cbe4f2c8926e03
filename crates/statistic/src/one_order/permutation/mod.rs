//! Permutations of the numbers below n that a generator makes without a table, an order for each key: place i of the order of key
//! k holds the image of i.
//!
//! If each key gives an independent permutation, and all are equally likely, numbers stay where they are as often as in one, fall
//! into as many cycles, and a bit that is flipped in an index or in a key changes each bit of the image as chance has it. Laws are
//! exact, or those of a law with the exact mean and variance: see [`laws::keyed`].

mod avalanche;
mod differences;
mod numbers;
#[cfg(test)]
mod tests;

use crate::Statistic;
use deck::subject::Order;
use laws::matched::Moments;

pub(crate) use avalanche::{INDEX, KEY};
pub(crate) use differences::KIND as DIFFERENCES;

/// Items from which on bits and differences are looked at.
const FEWEST: usize = 16;

/// Items from which on fixed points and cycles are counted.
const FEWEST_COUNTED: usize = 4;

/// Indices whose images are looked at in pairs, at the most: from 0 on.
const MOST_INDICES: usize = 1 << 22;

/// The statistics of a permutation for each key.
pub(super) fn all(order: &Order) -> Vec<Box<dyn Statistic>> {
    let items = order.items();
    let mut all: Vec<Box<dyn Statistic>> = Vec::new();
    if items >= FEWEST_COUNTED {
        all.extend(numbers::all(items));
    }
    if items >= FEWEST {
        all.push(Box::new(avalanche::Index::new(items)));
        if order.epochs.len() > 1 {
            all.push(Box::new(avalanche::Key::new(order.epochs.clone())));
        }
        all.push(Box::new(differences::Differences::new(items)));
    }
    all
}

/// Bits of the numbers below so many.
fn bits(items: usize) -> u32 {
    usize::BITS - items.saturating_sub(1).leading_zeros()
}

/// A count that comes in steps of `span` between `least` and `most`.
#[derive(Debug, Clone, Copy)]
struct Between {
    least: u64,
    most: u64,
    span: u64,
}

impl Between {
    /// The p-value of a count with this mean and variance: that of a law of counts, or of one of numbers between the least and the
    /// most, whichever is larger. Each looks half a step nearer to the mean, as counts come in steps.
    fn p(self, fair: Moments, seen: u64) -> f64 {
        if fair.variance < 1e-9 {
            return 1.0;
        }
        let further = self.span - 1;
        let upper = fair.of_count(seen.saturating_sub(further)).upper;
        let lower = fair.of_count(seen + further).lower;
        let count = (2.0 * upper.min(lower)).min(1.0);
        let (least, range) = (self.least as f64, self.most as f64 - self.least as f64);
        let share = (fair.mean - least) / range;
        let is_within = share > 0.0 && share < 1.0;
        // The variance of a number that is the least or the most is the largest that there is.
        if !is_within || fair.variance > 0.999 * range * range * share * (1.0 - share) {
            return count;
        }
        let above = Moments {
            mean: fair.mean - least,
            ..fair
        };
        let seen = seen as f64 - least;
        let step = 0.5 * self.span as f64;
        let upper = above.of_bounded((seen - step).max(0.0), range).upper;
        let lower = above.of_bounded((seen + step).min(range), range).lower;
        count.max((2.0 * upper.min(lower)).min(1.0))
    }
}
