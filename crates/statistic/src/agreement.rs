//! Does a simulation agree with what is known exactly? It must: where it departs from it, nothing is
//! wrong with the shuffle, and something is wrong with colddeck.

use super::Outcome;
use laws::beta::beta_lower;
use laws::matrix::Matrix;
use laws::multinomial;
use laws::tail::{FLOOR, PValue};

/// The error level of all comparisons of a run together. An alarm accuses the program itself, so a
/// false one must be rare however many runs there are; a fault that matters is seen all the same,
/// since every comparison grows with the number of decks.
pub const FAULT_LEVEL: f64 = 1e-6;

/// The normal law of a mean is trusted once this many values differ from the commonest one: the
/// skewness of their sum is then 0.1 or less, and five standard errors are what they seem within a
/// factor of ten in probability.
const FEWEST_VARYING: u64 = 100;

/// The distance, relative to the exact value, that rounding explains.
const ROUNDING: f64 = 1e-9;

/// Something simulated beside its exact value.
#[derive(Debug, Clone, PartialEq)]
pub struct Verification {
    /// The name of the compared figure, within its statistic.
    pub name: &'static str,
    /// The simulated figure, where it is a single one.
    pub simulated: Option<f64>,
    /// The exact figure, likewise.
    pub exact: Option<f64>,
    /// The standard error of the simulated figure.
    pub standard_error: Option<f64>,
    /// The probability of a departure of this size, if nothing is wrong.
    pub outcome: Outcome,
}

impl Verification {
    /// A mean of independent values, by Student's t (1908). `varying` is the number of values that
    /// differ from the commonest one.
    pub(crate) fn of_mean(
        name: &'static str,
        mean: f64,
        exact: f64,
        standard_error: Option<f64>,
        values: u64,
        varying: u64,
    ) -> Self {
        let gap = (mean - exact).abs();
        let error = standard_error.filter(|error| *error > 0.0);
        let outcome = if gap <= ROUNDING * exact.abs() {
            Outcome::P(PValue::new(1.0))
        } else if let (Some(error), true) = (error, varying >= FEWEST_VARYING) {
            let t = gap / error;
            let df = (values - 1) as f64;
            Outcome::P(PValue::new(beta_lower(0.5 * df, 0.5, df / (df + t * t))))
        } else {
            // In proportion; with nothing that varies, at the least a hundred times as many.
            let needed = FEWEST_VARYING * values / varying.max(1) + 1;
            Outcome::TooFew { needed }
        };
        Self {
            name,
            simulated: Some(mean),
            exact: Some(exact),
            standard_error,
            outcome,
        }
    }

    /// A position matrix: `cells[position][card]`, by rows, against the one-card chain. The places
    /// of each card are a multinomial sample; all cards together by Bonferroni's inequality.
    pub(crate) fn of_positions(name: &'static str, cells: &[u64], chain: &Matrix) -> Self {
        let cards = chain.size();
        let by_card = (0..cards).map(|card| {
            let counts = cells[card..].iter().step_by(cards).copied();
            multinomial::departure(counts, chain.row(card))
        });
        let smallest = by_card.flatten().reduce(f64::min);
        let outcome = match smallest {
            Some(p) if p <= FLOOR => Outcome::P(PValue::new(FLOOR)),
            Some(p) => Outcome::P(PValue::new(p * cards as f64)),
            // Every card has a single place, or too few decks for two.
            None if chain.cells().iter().all(|p| *p <= 0.0 || *p >= 1.0) => {
                Outcome::P(PValue::new(1.0))
            }
            None => Outcome::TooFew {
                needed: (cards as f64 * multinomial::FEWEST_EXPECTED) as u64,
            },
        };
        Self {
            name,
            simulated: None,
            exact: None,
            standard_error: None,
            outcome,
        }
    }

    /// Gives the distance by which the simulated figure is above the exact one, in standard errors.
    pub fn difference(&self) -> Option<f64> {
        difference(self.simulated, self.exact, self.standard_error)
    }
}

/// (simulated − exact) / standard error, where all three are known and the last is not 0.
pub(crate) fn difference(
    simulated: Option<f64>,
    exact: Option<f64>,
    standard_error: Option<f64>,
) -> Option<f64> {
    let error = standard_error.filter(|error| *error > 0.0)?;
    Some((simulated? - exact?) / error)
}

#[cfg(test)]
mod tests {
    use super::*;
    use laws::tail::normal_upper;

    fn p(check: &Verification) -> f64 {
        match check.outcome {
            Outcome::P(p) => p.get(),
            Outcome::TooFew { .. } => f64::NAN,
        }
    }

    #[test]
    fn a_mean_is_judged_by_its_distance_in_standard_errors() {
        let of =
            |mean, values| Verification::of_mean("mean", mean, 10.0, Some(0.1), values, values / 2);
        // Many values: the normal law. Few: Student's (scipy 1.17, 2*t.sf(5, 249)).
        let many = of(10.5, 1_000_000_000);
        assert!((p(&many) / (2.0 * normal_upper(5.0)) - 1.0).abs() < 1e-6);
        assert!((p(&of(9.5, 250)) / 1.082_393_086_258_494_7e-6 - 1.0).abs() < 1e-9);
        assert!((many.difference().unwrap() - 5.0).abs() < 1e-12);
        assert!(p(&of(10.0, 250)) >= 1.0);
    }

    #[test]
    fn a_mean_of_values_that_hardly_vary_is_not_judged_unless_it_is_the_exact_one() {
        let of = |mean, error, varying| {
            Verification::of_mean("mean", mean, 2.0, Some(error), 1000, varying).outcome
        };
        assert_eq!(of(1.9, 0.01, 40), Outcome::TooFew { needed: 2501 });
        assert_eq!(of(1.9, 0.0, 0), Outcome::TooFew { needed: 100_001 });
        assert_eq!(of(2.0, 0.0, 0), Outcome::P(PValue::new(1.0)));
    }

    #[test]
    fn a_matrix_with_an_impossible_place_or_a_wrong_row_departs() {
        let mut chain = Matrix::zero(2);
        for (from, to, probability) in [(0, 0, 0.75), (0, 1, 0.25), (1, 0, 0.25), (1, 1, 0.75)] {
            chain.add(from, to, probability);
        }
        let of =
            |cells: &[u64], chain: &Matrix| p(&Verification::of_positions("cells", cells, chain));
        assert!(of(&[750, 250, 250, 750], &chain) > 0.99);
        assert!(of(&[690, 310, 310, 690], &chain) < 1e-4);
        assert!(of(&[999, 1, 1, 999], &Matrix::identity(2)) <= FLOOR);
        assert!(of(&[1000, 0, 0, 1000], &Matrix::identity(2)) >= 1.0);
        assert!(of(&[20, 10, 10, 20], &chain).is_nan());
    }
}
