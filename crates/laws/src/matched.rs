//! Tails of numbers whose mean and variance are known exactly and whose law is not: those of a law of the same kind that has both.

use super::beta::beta_lower;
use super::tail::{Tails, chi_squared_lower};

/// The mean and the variance of a number in fair decks.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Moments {
    /// The mean.
    pub mean: f64,
    /// The variance.
    pub variance: f64,
}

impl Moments {
    /// Those of a sum over so many independent decks.
    #[must_use]
    pub fn times(self, decks: u64) -> Self {
        Self {
            mean: self.mean * decks as f64,
            variance: self.variance * decks as f64,
        }
    }

    /// Tails of a number from 0 to `most`, by the beta law with this mean and variance (Wallace, 1959).
    pub fn of_bounded(self, value: f64, most: f64) -> Tails {
        let (mean, variance) = (self.mean / most, self.variance / (most * most));
        let both = mean * (1.0 - mean) / variance - 1.0;
        if both <= 1e-9 {
            // No law between two numbers has a larger variance than that of these two alone.
            let (is_least, is_most) = (value <= 0.0, value >= most);
            return Tails {
                lower: if is_most { 1.0 } else { 1.0 - mean },
                upper: if is_least { 1.0 } else { mean },
            };
        }
        let (a, b) = (mean * both, (1.0 - mean) * both);
        let x = (value / most).clamp(0.0, 1.0);
        Tails {
            lower: beta_lower(a, b, x),
            upper: beta_lower(b, a, 1.0 - x),
        }
    }

    /// Tails of a count, by the binomial, Poisson or negative binomial law with this mean and variance, whose numbers of trials
    /// need not be whole.
    pub fn of_count(self, count: u64) -> Tails {
        let Self { mean, variance } = self;
        // P(at least k).
        let at_least = |k: u64| -> f64 {
            if k == 0 {
                return 1.0;
            }
            let k = k as f64;
            let excess = variance / mean - 1.0;
            if excess < -1e-9 {
                let trials = mean / -excess;
                // Trials are as many as are whole in a sum of single ones but for rounding: the last value can come.
                if k >= trials + 1.0 {
                    return 0.0;
                }
                beta_lower(k, trials - k + 1.0, -excess)
            } else if excess > 1e-9 {
                let failures = mean / excess;
                beta_lower(k, failures, excess / (1.0 + excess))
            } else {
                chi_squared_lower(2.0 * mean, 2.0 * k)
            }
        };
        let upper = at_least(count);
        Tails {
            lower: (1.0 - at_least(count + 1)).max(0.0),
            upper,
        }
    }
}

/// A graph on the items, as far as its edges meet.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Graph {
    /// Its edges.
    pub edges: f64,
    /// Pairs of edges that share an item, each in both orders.
    pub paths: f64,
}

impl Graph {
    /// Groups of these sizes, all items of a group joined.
    pub fn cliques(sizes: impl IntoIterator<Item = u64>) -> Self {
        let mut graph = Self {
            edges: 0.0,
            paths: 0.0,
        };
        for size in sizes {
            let size = size as f64;
            graph.edges += 0.5 * size * (size - 1.0);
            graph.paths += size * (size - 1.0) * (size - 2.0);
        }
        graph
    }
}

/// The edges of one graph that fall on edges of another, if a fair order puts the items of the first on those of the second.
///
/// Two edges that share an item fall on two that do, and others on others, with probabilities that are counts of such pairs
/// (Daniels, 1944). At least four items.
pub fn common_edges(items: usize, one: Graph, other: Graph) -> Moments {
    let n = items as f64;
    let disjoint = |graph: Graph| graph.edges * (graph.edges - 1.0) - graph.paths;
    let pairs = n * (n - 1.0);
    let mean = one.edges * 2.0 * other.edges / pairs;
    let second = mean
        + one.paths * other.paths / (pairs * (n - 2.0))
        + disjoint(one) * 4.0 * disjoint(other) / (pairs * (n - 2.0) * (n - 3.0));
    Moments {
        mean,
        variance: second - mean * mean,
    }
}

/// The independent draws that a sample of `size` is worth, if two of its members are alike with the chance `alike`, and two
/// independent draws with the chance `fair` < 1: b/(1 + (b − 1)ρ) with ρ = (alike − fair)/(1 − fair), and b if ρ < 0 (Kish, 1965,
/// section 5.4).
pub fn effective_size(size: f64, alike: f64, fair: f64) -> f64 {
    let rho = ((alike - fair) / (1.0 - fair)).max(0.0);
    size / (1.0 + (size - 1.0) * rho)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fit::binomial_tails;
    use crate::testing::assert_close;

    #[test]
    fn laws_that_have_these_moments_are_met() {
        let binomial = Moments {
            mean: 12.0,
            variance: 8.4,
        };
        let exact = binomial_tails(19, 21, 0.3);
        let found = binomial.of_count(19);
        assert_close(found.upper, exact.upper, 1e-9);
        assert_close(found.lower, exact.lower, 1e-9);
        // The beta law of 2 and 3, from 0 to 10: P(below 4) is 1 − P(at most one of four is below .4).
        let beta = Moments {
            mean: 4.0,
            variance: 4.0,
        };
        let tails = beta.of_bounded(4.0, 10.0);
        assert_close(
            tails.upper,
            0.6_f64.powi(4) + 4.0 * 0.4 * 0.6_f64.powi(3),
            1e-12,
        );
        assert_close(tails.lower, 1.0 - tails.upper, 1e-12);
        // All or nothing, all in one of four.
        let either = Moments {
            mean: 2.5,
            variance: 18.75,
        };
        let (nothing, all) = (either.of_bounded(0.0, 10.0), either.of_bounded(10.0, 10.0));
        assert_close(nothing.lower, 0.75, 1e-12);
        assert_close(all.upper, 0.25, 1e-12);
        assert!(nothing.upper >= 1.0 && all.lower >= 1.0);
        // P(at least 2) of Poisson with mean 2, and of the number of tails before three heads.
        let poisson = Moments {
            mean: 2.0,
            variance: 2.0,
        };
        assert_close(
            poisson.of_count(2).upper,
            1.0 - 3.0 * libm::exp(-2.0),
            1e-12,
        );
        let waits = Moments {
            mean: 3.0,
            variance: 6.0,
        };
        assert_close(waits.of_count(1).upper, 0.875, 1e-12);
        assert_close(waits.of_count(1).lower, 0.125 + 0.1875, 1e-12);
        assert!(binomial.of_count(0).upper >= 1.0);
        // All of so many trials, whatever the last digits of mean and variance say.
        for tenths in 1..10 {
            let p = 0.1 * f64::from(tenths);
            let one = Moments {
                mean: p,
                variance: p - p * p,
            };
            assert_close(one.times(3).of_count(3).upper, p * p * p, 1e-6);
            assert!(one.times(3).of_count(5).upper <= 0.0);
        }
    }
}
