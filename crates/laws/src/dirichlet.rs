//! The gain of a learner over a fixed law in foretelling a sequence of categories: the closed form
//! of a bet on every term, made from the terms before it.
//!
//! A learner that has seen counts nₖ of N terms foretells category k with probability
//! (nₖ + aₖ) / (N + A), A = Σ aₖ (Pólya's urn). The product of what it gave to the terms that came,
//! over their probability under the law p, depends on the counts alone:
//!
//! Γ(A)/Γ(N + A) · Π Γ(nₖ + aₖ)/Γ(aₖ) / Π pₖ^nₖ.
//!
//! If the terms do follow p, independently, its expectation is 1 at every N. All aₖ = ½ is the
//! estimator of Krichevsky and Trofimov (1981); aₖ = c·pₖ begins at p and leaves it slowly if c is
//! large.

use std::f64::consts::PI;

use super::beta::kernel::{deviance, stirling_error};

/// A law p over categories, and the pseudo-counts a of a learner.
#[derive(Debug, Clone)]
pub struct Learner {
    law: Vec<f64>,
    pseudo: Vec<f64>,
    sum: f64,
    /// The value of [`Learner::part`] where nothing was counted.
    start: f64,
}

impl Learner {
    /// A learner for the probabilities `law`, which sum to 1, with as many pseudo-counts, all
    /// above 0. No probability may be 0.
    pub fn new(law: &[f64], pseudo: Vec<f64>) -> Self {
        debug_assert!(law.len() == pseudo.len());
        debug_assert!(law.iter().chain(&pseudo).all(|number| *number > 0.0));
        let sum = pseudo.iter().sum();
        let mut learner = Self {
            law: law.to_vec(),
            pseudo,
            sum,
            start: 0.0,
        };
        learner.start = learner.part(std::iter::repeat_n(0, law.len()));
        learner
    }

    /// All pseudo-counts ½.
    pub fn even(law: &[f64]) -> Self {
        Self::new(law, vec![0.5; law.len()])
    }

    /// Pseudo-counts in proportion to the law, `weight` in all.
    pub fn around(law: &[f64], weight: f64) -> Self {
        Self::new(law, law.iter().map(|p| weight * p).collect())
    }

    /// The natural logarithm of the learner's gain over the law, 0 where nothing was counted. The
    /// error is some 1e-15 of N times the divergence of the counts from the law, and 1e-14.
    pub fn gain(&self, counts: impl Iterator<Item = u64>) -> f64 {
        self.part(counts) - self.start
    }

    /// The part of the gain that depends on counts: with x = n + a and X = N + A it is Σ ln Γ(x) -
    /// ln Γ(X) - Σ x ln p, where ln Γ(x) is ½ ln(2π/x) + x ln x - x + ε(x). The large terms make Σ
    /// x ln(x / (X p)), a sum of deviances.
    fn part(&self, counts: impl Iterator<Item = u64>) -> f64 {
        let counts: Vec<f64> = counts.map(|count| count as f64).collect();
        let total = counts.iter().sum::<f64>() + self.sum;
        let mut part = -small(total);
        for ((count, pseudo), p) in counts.iter().zip(&self.pseudo).zip(&self.law) {
            let (x, mean) = (count + pseudo, total * p);
            part += deviance(x, mean, x - mean) + small(x);
        }
        part
    }
}

/// A [`Learner`] of categories that are all alike, for the counts' multiset.
#[derive(Debug, Clone, Copy)]
pub struct UniformLearner {
    categories: f64,
    weight: f64,
}

impl UniformLearner {
    /// Pseudo-counts of `weight` in all.
    pub fn new(categories: usize, weight: f64) -> Self {
        Self {
            categories: categories as f64,
            weight,
        }
    }

    /// The same as [`Learner::gain`], where `groups` are counts and the number of categories that
    /// have each.
    pub fn gain(self, groups: &[(u64, u64)]) -> f64 {
        let (p, pseudo) = (1.0 / self.categories, self.weight / self.categories);
        let decks: f64 = groups
            .iter()
            .map(|(count, times)| *count as f64 * *times as f64)
            .sum();
        let total = decks + self.weight;
        let terms = groups.iter().map(|(count, times)| {
            let (x, mean) = (*count as f64 + pseudo, total * p);
            *times as f64 * (deviance(x, mean, x - mean) + small(x) - small(pseudo))
        });
        terms.sum::<f64>() - small(total) + small(self.weight)
    }
}

/// ln Γ(x) - x ln x + x.
fn small(x: f64) -> f64 {
    0.5 * libm::log(2.0 * PI / x) + stirling_error(x)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::assert_close;

    /// The gain by its definition, term after term.
    fn slowly(law: &[f64], pseudo: &[f64], terms: &[usize]) -> f64 {
        let mut counts = vec![0.0; law.len()];
        let mut gain = 0.0;
        for (at, &term) in terms.iter().enumerate() {
            let total = at as f64 + pseudo.iter().sum::<f64>();
            gain += ((counts[term] + pseudo[term]) / total / law[term]).ln();
            counts[term] += 1.0;
        }
        gain
    }

    #[test]
    fn the_closed_form_is_the_product_of_all_foretellings() {
        let law = [0.02, 0.5, 0.3, 0.18];
        let terms: Vec<usize> = (0..200).map(|at| (at * at + at / 7) % 4).collect();
        for learner in [
            Learner::even(&law),
            Learner::around(&law, 16.0),
            Learner::around(&law, 1e6),
            Learner::new(&law, vec![0.1, 2.0, 30.0, 0.7]),
        ] {
            for end in [0, 1, 2, 5, 37, 200] {
                let count = |of| terms[..end].iter().filter(|&&term| term == of).count() as u64;
                let gain = learner.gain((0..4).map(count));
                let slow = slowly(&law, &learner.pseudo, &terms[..end]);
                assert!((gain - slow).abs() < 1e-12, "{end}: {gain}, {slow}");
            }
        }
    }

    /// (counts, pseudo-counts, gain), at 60 digits of mpmath 1.4.1:
    /// `loggamma(A) - loggamma(N+A) + sum(loggamma(n+a) - loggamma(a) - n*log(p))`.
    #[test]
    fn large_counts_keep_their_digits() {
        let law = [0.25, 0.25, 0.5];
        let counts = [250_000_100_000_u64, 249_999_800_000, 500_000_100_000];
        let gain = Learner::even(&law).gain(counts.into_iter());
        assert_close(gain, LARGE_EVEN, 1e-11);
        let gain = Learner::around(&law, 4096.0).gain(counts.into_iter());
        assert_close(gain, LARGE_AROUND, 1e-11);
    }
    const LARGE_EVEN: f64 = -27.521_021_097_929_414;
    const LARGE_AROUND: f64 = -19.203_437_941_218_09;

    #[test]
    fn the_gain_has_expectation_1_under_the_law() {
        // Three terms, 3³ sequences.
        let law = [0.2, 0.3, 0.5];
        for learner in [Learner::even(&law), Learner::around(&law, 16.0)] {
            let mut expectation = 0.0;
            for sequence in 0..27 {
                let terms = [sequence % 3, sequence / 3 % 3, sequence / 9];
                let count = |of| terms.iter().filter(|&&term| term == of).count() as u64;
                let probability: f64 = terms.iter().map(|&term| law[term]).product();
                expectation += probability * learner.gain((0..3).map(count)).exp();
            }
            assert_close(expectation, 1.0, 1e-13);
        }
    }

    #[test]
    fn categories_that_are_alike_may_be_put_together() {
        let law = [0.25; 4];
        let counts = [7_u64, 0, 7, 1];
        for weight in [2.0, 16.0, 1e6] {
            let one = Learner::around(&law, weight).gain(counts.into_iter());
            let groups = [(0, 1), (1, 1), (7, 2)];
            let other = UniformLearner::new(4, weight).gain(&groups);
            assert!((one - other).abs() < 1e-12, "{one} {other}");
        }
    }
}
