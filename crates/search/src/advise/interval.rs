//! Intervals for the mean of a bounded number that hold at whatever moment they are looked at.
//!
//! For each mean m somebody bets against it, with stakes that were fixed beforehand: Π (1 + λ (x − m)) over all decks is
//! worth 1 on average if m is the mean, and so is the average over several stakes λ. By Ville's inequality it ever
//! exceeds 1/α with probability at most α; the means whose capital stays below are the interval (Waudby-Smith and Ramdas,
//! 2024, Estimating means of bounded random variables by betting). One side needs no bound at all: numbers are at least 0.

use serde::{Deserialize, Serialize};

/// Steps of the search for an end of an interval: a millionth of its range.
const STEPS: usize = 20;

/// Stakes, each half of the one before: for from 1,000 decks to 65,536.
const STAKES: usize = 4;

/// Decks for which the largest stake is best.
const FEWEST: f64 = 1_024.0;

/// Counts of decks by their number: `counts[x]` decks had the number x.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Histogram(pub Vec<u32>);

impl Histogram {
    /// Adds a deck.
    pub fn add(&mut self, number: usize) {
        if self.0.len() <= number {
            self.0.resize(number + 1, 0);
        }
        self.0[number] += 1;
    }

    /// Decks.
    pub fn decks(&self) -> u64 {
        self.0.iter().map(|count| u64::from(*count)).sum()
    }

    /// The mean; 0 of no decks.
    pub fn mean(&self) -> f64 {
        let sum: u64 = (0..)
            .zip(&self.0)
            .map(|(x, count)| x * u64::from(*count))
            .sum();
        sum as f64 / self.decks().max(1) as f64
    }

    /// The standard error of the mean.
    pub fn standard_error(&self) -> f64 {
        let (mean, decks) = (self.mean(), self.decks().max(2) as f64);
        let terms = self.0.iter().enumerate().map(|(x, count)| {
            let off = x as f64 - mean;
            off * off * f64::from(*count)
        });
        let squares: f64 = terms.sum();
        (squares / (decks * (decks - 1.0))).sqrt()
    }
}

/// Makes intervals of numbers from 0 to `most`.
#[derive(Debug, Clone)]
pub(crate) struct Intervals {
    most: f64,
    /// ln of what the capital must reach: of each side.
    ln_enough: f64,
    stakes: Vec<f64>,
}

impl Intervals {
    /// Makes the bets for numbers from 0 to `most` with a standard deviation of about `spread` (a
    /// wrong one makes intervals wider, not wrong). Each side misses with a probability of at most
    /// `miss`, however often one looks.
    pub fn new(most: usize, spread: f64, miss: f64) -> Self {
        let ln_enough = -libm::log(miss);
        let largest = (2.0 * ln_enough / FEWEST).sqrt() / spread.max(1e-9);
        let stakes = std::iter::successors(Some(largest), |stake| Some(0.5 * stake));
        Self {
            most: most as f64,
            ln_enough,
            stakes: stakes.take(STAKES).collect(),
        }
    }

    /// The interval of the mean.
    pub fn of(&self, counts: &Histogram) -> (f64, f64) {
        let mean = counts.mean();
        if counts.decks() == 0 {
            return (0.0, self.most);
        }
        let low = self.end(mean, 0.0, |m| self.ln_capital(counts, m, 1.0));
        let high = self.end(mean, self.most, |m| self.ln_capital(counts, m, -1.0));
        (low, high)
    }

    /// The outermost mean from `inside` to `outside` that is not yet refuted.
    fn end(&self, inside: f64, outside: f64, ln_capital: impl Fn(f64) -> f64) -> f64 {
        let (mut inside, mut outside) = (inside, outside);
        if ln_capital(outside) < self.ln_enough {
            return outside;
        }
        for _ in 0..STEPS {
            let middle = 0.5 * (inside + outside);
            if ln_capital(middle) < self.ln_enough {
                inside = middle;
            } else {
                outside = middle;
            }
        }
        // Refuted: the interval ends no farther out.
        outside
    }

    /// ln of the capital of who bets that the mean is larger than `m` (`side` 1) or smaller (−1).
    fn ln_capital(&self, counts: &Histogram, m: f64, side: f64) -> f64 {
        // The most that one deck can lose: a stake that may lose everything is not laid.
        let worst = if side > 0.0 { m } else { self.most - m };
        let widest = 0.5 / self.most.max(1.0);
        let stakes = self.stakes.iter().copied().chain([widest]);
        let each = stakes.map(|stake| {
            if stake * worst >= 1.0 {
                return 0.0;
            }
            let terms = counts.0.iter().enumerate().filter(|(_, count)| **count > 0);
            let terms = terms
                .map(|(x, count)| f64::from(*count) * libm::log1p(side * stake * (x as f64 - m)));
            terms.sum::<f64>()
        });
        let each: Vec<f64> = each.collect();
        let largest = each.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let sum: f64 = each.iter().map(|ln| libm::exp(ln - largest)).sum();
        largest + libm::log(sum / each.len() as f64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use deck::rng::{Generator, Seed};

    /// Sums of twelve coins, and a skewed number: looked at after each of 64 batches, 99% intervals miss in at most the
    /// share that they state, and narrow as they should. 1,000 runs; a right one fails with a probability of 1e-4.
    #[test]
    fn looked_at_all_along_they_miss_no_more_often_than_stated() {
        let intervals = Intervals::new(12, 1.7, 0.005);
        let mut missed = [0, 0];
        let mut widths = 0.0;
        for run in 0..1000 {
            let mut stream = Generator::Pcg64
                .stream(&Seed::Integer(5), "interval", run, 0)
                .unwrap();
            let draws = stream.draws();
            let mut counts = [Histogram::default(), Histogram::default()];
            let mut out = [false; 2];
            for _ in 0..64 {
                for _ in 0..32 {
                    let coins = (0..12).filter(|_| draws.chance(0.5)).count();
                    counts[0].add(coins);
                    // 12 with probability 1/50: a mean of .24.
                    counts[1].add(if draws.chance(0.02) { 12 } else { 0 });
                }
                for (at, truth) in [6.0, 0.24].into_iter().enumerate() {
                    let (low, high) = intervals.of(&counts[at]);
                    out[at] |= !(low..=high).contains(&truth);
                }
            }
            for (missed, out) in missed.iter_mut().zip(out) {
                *missed += usize::from(out);
            }
            let (low, high) = intervals.of(&counts[0]);
            widths += (high - low) / 1000.0;
        }
        // At 1% of 1,000 runs: 23 or more come with probability 3e-4 if the level is just kept.
        assert!(missed.iter().all(|missed| *missed < 23), "{missed:?}");
        // 2,048 decks: a normal interval of that confidence, looked at once, is .19 wide.
        assert!((0.15..0.45).contains(&widths), "{widths}");
    }

    #[test]
    fn no_decks_say_nothing_and_equal_ones_much() {
        let intervals = Intervals::new(60, 2.0, 0.005);
        assert_eq!(intervals.of(&Histogram::default()), (0.0, 60.0));
        let mut all = Histogram::default();
        (0..4096).for_each(|_| all.add(5));
        let (low, high) = intervals.of(&all);
        assert!(low < 5.0 && 5.0 < high && high - low < 0.5, "{low} {high}");
        assert!(all.standard_error() < 1e-15);
    }
}
