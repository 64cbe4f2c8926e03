//! One error level for a whole run: Holm's procedure over all tests of all routines.

use crate::judgement::Verdict;
use crate::statistic::Outcome;

/// Adjusted p-values above the run's level and up to this one are called suspicious.
const SUSPICIOUS: f64 = 0.05;

/// A test's place in its family.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Judged {
    /// The p-value adjusted for the whole family; `None` for an invalid test.
    pub p_adjusted: Option<f64>,
    /// The verdict.
    pub verdict: Verdict,
}

/// Judges a family of tests at level `alpha`: the probability of any false `fail` is at most
/// alpha, whatever the dependence between the tests (Holm, 1979). Invalid tests are left out.
pub fn judge(outcomes: &[Outcome], alpha: f64) -> Vec<Judged> {
    let mut order: Vec<(f64, usize)> = outcomes
        .iter()
        .enumerate()
        .filter_map(|(at, outcome)| match outcome {
            Outcome::P(p) => Some((p.get(), at)),
            Outcome::TooFew { .. } => None,
        })
        .collect();
    order.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    let mut judged = vec![
        Judged {
            p_adjusted: None,
            verdict: Verdict::Invalid
        };
        outcomes.len()
    ];
    let mut largest: f64 = 0.0;
    for (rank, (p, at)) in order.iter().enumerate() {
        largest = largest.max(((order.len() - rank) as f64 * p).min(1.0));
        let verdict = match largest {
            adjusted if adjusted <= alpha => Verdict::Fail,
            adjusted if adjusted <= SUSPICIOUS => Verdict::Suspicious,
            _ => Verdict::Pass,
        };
        judged[*at] = Judged {
            p_adjusted: Some(largest),
            verdict,
        };
    }
    judged
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::tail::PValue;

    #[test]
    fn the_textbook_example_of_holm() {
        let p = [0.01, 0.04, 0.03, 0.005].map(|p| Outcome::P(PValue::new(p)));
        let adjusted: Vec<f64> = judge(&p, 0.001)
            .iter()
            .map(|judged| judged.p_adjusted.unwrap())
            .collect();
        for (ours, expected) in adjusted.iter().zip([0.03, 0.06, 0.06, 0.02]) {
            assert!((ours - expected).abs() < 1e-12);
        }
    }

    #[test]
    fn verdicts_follow_the_adjusted_value_and_invalid_tests_cost_nothing() {
        let tests = [
            Outcome::P(PValue::new(0.0004)),
            Outcome::TooFew { needed: 20 },
            Outcome::P(PValue::new(0.04)),
        ];
        let verdicts: Vec<Verdict> = judge(&tests, 0.001)
            .iter()
            .map(|judged| judged.verdict)
            .collect();
        assert_eq!(
            verdicts,
            [Verdict::Fail, Verdict::Invalid, Verdict::Suspicious]
        );
        assert!(judge(&[], 0.001).is_empty());
    }
}
