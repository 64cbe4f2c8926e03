//! Sums whose rounding errors are carried along.

/// A running sum with its rounding errors (Neumaier 1974): as accurate as if summed in twice the
/// digits and rounded once. Empty it is 0.
#[derive(Debug, Clone, Copy, Default)]
pub struct Sum {
    total: f64,
    lost: f64,
}

impl Sum {
    /// The sum of all `terms`.
    pub fn of(terms: impl Iterator<Item = f64>) -> Self {
        let mut sum = Self::default();
        terms.for_each(|term| sum.add(term));
        sum
    }

    /// Adds one term.
    pub fn add(&mut self, term: f64) {
        let total = self.total + term;
        self.lost += if self.total.abs() >= term.abs() {
            (self.total - total) + term
        } else {
            (term - total) + self.total
        };
        self.total = total;
    }

    /// The sum so far.
    pub fn value(self) -> f64 {
        self.total + self.lost
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_terms_survive_large_ones() {
        let sum = Sum::of([1.0, 1e100, 1.0, -1e100].into_iter()).value();
        assert!((sum - 2.0).abs() < 1e-15);
    }
}
