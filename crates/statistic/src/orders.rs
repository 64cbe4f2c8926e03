//! Other orders of what came: is a value that depends on the order larger than the order explains? (A permutation test; Fisher,
//! 1935.) Subjects that are all bad in the same way give the same value in any order, and so do those of a source that
//! changes slowly if they change places with near ones only.

use deck::rng::{PcgDraws, shuffle_items};
use laws::student::student_upper;

/// A p-value against ideal subjects is compared with other orders of the same ones from here on: `other` is one of
/// `number` such p-values. The larger one counts.
pub(super) fn against_other_orders(ideal: f64, number: f64, other: impl FnOnce() -> f64) -> f64 {
    const STRIKING: f64 = 0.02;
    if ideal > STRIKING {
        return ideal;
    }
    ideal.max((number * other()).min(1.0))
}

/// A value of the same subjects in other orders.
pub(super) struct Orders {
    number: f64,
    mean: f64,
    /// The sum of squared departures from the mean.
    squares: f64,
    largest: f64,
}

impl Orders {
    /// Puts so many subjects in `number` orders, within each `block`, and takes the `values` of all of them. The orders are the
    /// same for all runs of the statistic `name`.
    pub(crate) fn of(
        name: &str,
        subjects: usize,
        (block, number): (usize, u64),
        values: impl Fn(&[Vec<u32>]) -> Vec<f64>,
    ) -> Self {
        let order = |at: u64| {
            let mut draws = PcgDraws::for_batch(SEED, name, 0, at);
            let mut order: Vec<u32> = (0..subjects as u32).collect();
            for block in order.chunks_mut(block) {
                shuffle_items(&mut draws, block);
            }
            order
        };
        let orders: Vec<Vec<u32>> = (0..number).map(order).collect();
        let mut found = Self {
            number: 0.0,
            mean: 0.0,
            squares: 0.0,
            largest: f64::NEG_INFINITY,
        };
        for value in values(&orders) {
            found.number += 1.0;
            let off = value - found.mean;
            found.mean += off / found.number;
            found.squares += off * (value - found.mean);
            found.largest = found.largest.max(value);
        }
        found
    }

    /// The probability that one more order gives a value as far from the mean of the others (Student's t), where values
    /// are sums of many.
    pub(crate) fn as_far(&self, value: f64) -> f64 {
        let off = (value - self.mean).abs();
        let df = self.number - 1.0;
        let deviation = (self.squares / df * (1.0 + 1.0 / self.number)).sqrt();
        if deviation > 0.0 {
            (2.0 * student_upper(off / deviation, df)).min(1.0)
        } else if off > 0.0 {
            0.0
        } else {
            1.0
        }
    }

    /// The probability that one more order gives so much, where the probability of more falls e-fold for each `scale`:
    /// exact for Gumbel's law, of which the difference from the largest of k others is logistic.
    pub(crate) fn at_least(&self, value: f64, scale: f64) -> f64 {
        1.0 / (1.0 + self.number * libm::exp((value - self.largest) / scale))
    }
}

const SEED: u128 = 1;
