//! The test of quotas: a source that deals its decks out so that each value comes as often as it should, and
//! not a deck more or less, has a law that is right beyond chance.
//!
//! The tail wanted is P(X² ≤ t) of Pearson's sum over the pooled values, for t far below its d degrees of freedom. The
//! chi-squared law has it only where the ball of radius √t holds many lattice points; counts are whole
//! numbers, and a perfect fit of few bins is common. So it is bounded: with y = (x − e)/√e every vector of counts has a
//! probability of at most (2π)^(−d/2) times the volume of its own cell, and all cells of the ball lie in the ball of
//! radius ρ = √t + r, where r² = Σ 1/(4e) is what a cell reaches at the most:
//!
//! ```text
//! P(X² ≤ t) ≤ (ρ²/2)^(d/2) / Γ(d/2 + 1).
//! ```
//!
//! (The local limit theorem for multinomial counts, each at least [`fit::FEWEST_EXPECTED`] on average.)

use super::{OfDecks, Pooled};
use crate::grain::QUOTAS;
use crate::{Counted, Outcome, Test};
use laws::fit;
use laws::tail::PValue;

/// Bins from which on a perfect fit is a surprise. Four equal bins meet their quotas of 20 decks with probability
/// 0.01.
const FEWEST_BINS: usize = 6;

impl<B: Counted> OfDecks<B> {
    /// Returns true if a perfect fit is ever a surprise.
    pub(super) fn has_quotas_test(&self) -> bool {
        let law = self.prepared().law.as_deref();
        let likely = |law: &[f64]| law.iter().filter(|p| **p > RARE).count();
        self.has_law_test() && law.is_some_and(|law| likely(law) >= FEWEST_BINS)
    }

    /// The test that the law is not right beyond chance.
    pub(super) fn quotas_test(&self, pooled: &[Pooled], decks: u64) -> Test {
        let mut test = Test::new(QUOTAS, format!("{} (quotas)", self.number().title()));
        if pooled.len() < FEWEST_BINS {
            let law = self.prepared().law.as_deref().unwrap_or_default();
            test.outcome = Outcome::TooFew {
                needed: fit::fewest_to_pool(law, FEWEST_BINS),
            };
            return test;
        }
        let total = decks as f64;
        let expected = || pooled.iter().map(|bin| bin.probability * total);
        let squares = pooled.iter().zip(expected());
        let sum: f64 = squares
            .map(|(bin, expected)| (bin.seen as f64 - expected).powi(2) / expected)
            .sum();
        let reach: f64 = expected().map(|expected| 0.25 / expected).sum();
        let df = (pooled.len() - 1) as f64;
        test.value = Some(sum);
        test.df = Some(df);
        test.outcome = Outcome::P(PValue::new(ball(sum.sqrt() + reach.sqrt(), df)));
        test.words = format!(
            "the counts of decks, by their number of {}, are nearer to their fair shares than chance allows",
            self.number().unit()
        );
        test
    }
}

/// Values that are less likely are pooled whatever the number of decks.
const RARE: f64 = 1e-9;

/// (ρ²/2)^(d/2) / Γ(d/2 + 1), at most 1.
fn ball(radius: f64, dimensions: f64) -> f64 {
    let half = 0.5 * dimensions;
    let ln = half * libm::log(0.5 * radius * radius) - libm::lgamma(half + 1.0);
    libm::exp(ln.min(0.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    /// P(X² ≤ t) of 90 counts in six cells that are all alike: exactly, as all vectors of counts.
    fn exactly(limits: &[f64]) -> Vec<f64> {
        const CELLS: u64 = 6;
        const TOTAL: u64 = 90;
        let ln_factorial = |k: u64| libm::lgamma(k as f64 + 1.0);
        // Σ 1/x! over the first cells, by their sum and the sum of their squares; larger counts are far off.
        let mut ways = BTreeMap::from([((0, 0), 1.0)]);
        for _ in 0..CELLS {
            let mut next = BTreeMap::new();
            for ((sum, squares), way) in ways {
                for x in 7..=23 {
                    let cell: &mut f64 = next.entry((sum + x, squares + x * x)).or_default();
                    *cell += way * libm::exp(-ln_factorial(x));
                }
            }
            ways = next;
        }
        let scale = libm::exp(ln_factorial(TOTAL) - TOTAL as f64 * libm::log(CELLS as f64));
        let values = ways.iter().filter(|((sum, _), _)| *sum == TOTAL);
        let values: Vec<(f64, f64)> = values
            .map(|((_, squares), way)| {
                (
                    (CELLS * squares) as f64 / TOTAL as f64 - TOTAL as f64,
                    way * scale,
                )
            })
            .collect();
        let below = |limit: &f64| {
            let cells = values.iter().filter(|(value, _)| value <= limit);
            cells.map(|(_, p)| p).sum()
        };
        limits.iter().map(below).collect()
    }

    #[test]
    fn the_bound_is_above_the_exact_tail_and_not_far() {
        let reach = (6.0 * 0.25_f64 / 15.0).sqrt();
        let limits = [0.0, 0.14, 0.3, 0.6, 1.0, 1.6];
        for (limit, exact) in limits.iter().zip(exactly(&limits)) {
            let bound = ball(limit.sqrt() + reach, 5.0);
            assert!(exact > 0.0 && exact <= bound, "{limit}: {exact} {bound}");
            assert!(
                *limit < 0.5 || bound < 10.0 * exact,
                "{limit}: {exact} {bound}"
            );
        }
    }
}
