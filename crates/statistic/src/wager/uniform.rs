//! A wager on independent draws that are all alike on ideal decks: the orders of small decks, or
//! patterns of windows that do not overlap, any number of them in each deck.

use super::learners::Learners;
use super::limit;
use super::{LogE, Wager};
use crate::Tally;
use laws::dirichlet::UniformLearner;

/// A wager on a tally with a cell for each category.
#[derive(Debug)]
pub struct Uniform {
    categories: usize,
    learners: Learners<UniformLearner>,
}

impl Uniform {
    /// Makes a wager on `categories` categories, two or more.
    pub fn new(categories: usize) -> Self {
        Self {
            categories,
            learners: Learners::of_uniform(categories),
        }
    }

    /// The e-value of these counts.
    pub fn of_counts(&self, counts: &[u64]) -> LogE {
        // Equal counts go together: there are far fewer different ones.
        let mut sorted = counts.to_vec();
        sorted.sort_unstable();
        let groups: Vec<(u64, u64)> = sorted
            .chunk_by(|a, b| a == b)
            .map(|group| (group[0], group.len() as u64))
            .collect();
        LogE::new(self.learners.gain(|learner| learner.gain(&groups)))
    }
}

impl Wager for Uniform {
    fn look(&mut self, total: &Tally) -> LogE {
        self.of_counts(total.cells())
    }

    fn limit(&self, total: &Tally, error: f64) -> Option<f64> {
        let law = vec![1.0 / self.categories as f64; self.categories];
        let distance = limit::distance(total.cells().iter().copied(), &law);
        Some(limit::upper(distance, total.subjects(), error))
    }

    fn bounds(&self) -> String {
        format!("its law, in {} cells", self.categories)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_e_value_has_mean_1_over_all_sequences() {
        let wager = Uniform::new(5);
        for draws in 0..=5 {
            let sum: f64 = (0..5_usize.pow(draws))
                .map(|sequence| {
                    let mut counts = [0; 5];
                    (0..draws).for_each(|at| counts[sequence / 5_usize.pow(at) % 5] += 1);
                    libm::exp(wager.of_counts(&counts).ln())
                })
                .sum();
            let mean = sum / f64::from(5_u32.pow(draws));
            assert!((mean - 1.0).abs() < 1e-12, "{draws}: {mean}");
        }
    }

    #[test]
    fn one_order_in_twenty_thousand_is_soon_enough_if_it_comes_again() {
        let wager = Uniform::new(5040);
        let mut counts = vec![0; 5040];
        counts[77] = 5;
        assert!(wager.of_counts(&counts).log10() > 3.0);
    }
}
