//! One error level for a whole run: Holm's procedure over all tests of all routines, with weights.
//!
//! Tests of everything together, as they were in the power table from the start, and tests of a fine grain, for rare decks,
//! single cells and changes on the way, have the shares of the level that one table gives them. Each test of a fine grain
//! of a statistic has one part, whatever the lags that it is made at.

use std::collections::BTreeMap;

use statistic::{Grain, Outcome};
use text::judgement::Verdict;
use text::sorting;

/// Adjusted p-values above the run's level and up to this one are called suspicious.
const SUSPICIOUS: f64 = 0.05;

/// The share of the level that each family of tests has, where a run has all of them: the one place that says so. Tests of
/// a fine grain are many, and each alone would make those of everything together weaker. Within a family the
/// share is split equally: among tests of everything, and among the tests of a fine grain of each statistic.
static SHARES: [(Grain, f64); 2] = [(Grain::Whole, 0.8), (Grain::Fine, 0.2)];

/// The share of a family in [`SHARES`].
fn share_of(grain: Grain) -> f64 {
    let found = SHARES.iter().find(|(known, _)| *known == grain);
    found.map_or(0.0, |(_, share)| *share)
}

/// The p-value that each of `whole` tests of everything together must beat in the first step of Holm's procedure at
/// level `alpha`, among so many tests in `all`.
pub fn level_of_whole(alpha: f64, whole: usize, all: usize) -> f64 {
    let share = if whole < all {
        share_of(Grain::Whole)
    } else {
        1.0
    };
    share * alpha / whole.max(1) as f64
}

/// A test as a member of its family.
#[derive(Debug, Clone, PartialEq)]
pub struct Member {
    /// Its result.
    pub outcome: Outcome,
    /// Its part of the level.
    pub part: Part,
}

/// The part of a test in its family, by which the level is shared out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Part {
    /// A test of all decks and cells together.
    Whole,
    /// A test of a fine grain; those of the same name share one part.
    Fine(String),
}

impl Part {
    /// The part of the test `test` of a statistic of that name, at any lag, of the routine `routine`.
    pub fn of(routine: &str, statistic: &str, test: &str) -> Self {
        match Grain::of(test) {
            Grain::Whole => Self::Whole,
            Grain::Fine => Self::Fine(format!("{routine}/{statistic}/{test}")),
        }
    }
}

impl From<Outcome> for Member {
    fn from(outcome: Outcome) -> Self {
        Self {
            outcome,
            part: Part::Whole,
        }
    }
}

/// A test's verdict in its family.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Judged {
    /// The p-value adjusted for the whole family; `None` for an invalid test.
    pub p_adjusted: Option<f64>,
    /// The share of the level that it has before any other test has failed; `None` for an invalid test.
    pub share: Option<f64>,
    /// The verdict.
    pub verdict: Verdict,
}

/// Judges a family of tests at level `alpha`: the probability of any false `fail` is at most
/// alpha, whatever the dependence between the tests (Holm, 1979, with the weights of his section 4). Invalid tests
/// are left out.
pub fn judge(members: &[Member], alpha: f64) -> Vec<Judged> {
    let shares = shares(members);
    let mut order: Vec<(f64, f64, usize)> = members
        .iter()
        .zip(&shares)
        .enumerate()
        .filter_map(|(at, (member, share))| match (member.outcome, share) {
            (Outcome::P(p), Some(share)) => Some((p.get() / share, *share, at)),
            _ => None,
        })
        .collect();
    sorting::by(&mut order, |a, b| a.0.total_cmp(&b.0).then(a.2.cmp(&b.2)));
    let mut judged = vec![
        Judged {
            p_adjusted: None,
            share: None,
            verdict: Verdict::Invalid
        };
        members.len()
    ];
    // Shares of those that have not failed yet, each a sum of its own, so that no rounding adds up.
    let mut left: Vec<f64> = order.iter().rev().map(|(_, share, _)| *share).collect();
    let mut sum = 0.0;
    for share in &mut left {
        sum += *share;
        *share = sum;
    }
    let mut largest: f64 = 0.0;
    for ((ratio, share, at), left) in order.iter().zip(left.iter().rev()) {
        largest = largest.max((left * ratio).min(1.0));
        let verdict = match largest {
            adjusted if adjusted <= alpha => Verdict::Fail,
            adjusted if adjusted <= SUSPICIOUS => Verdict::Suspicious,
            _ => Verdict::Pass,
        };
        judged[*at] = Judged {
            p_adjusted: Some(largest),
            share: Some(*share),
            verdict,
        };
    }
    judged
}

/// The share of the level that each valid member has; all shares sum up to 1.
fn shares(members: &[Member]) -> Vec<Option<f64>> {
    let is_valid = |member: &&Member| matches!(member.outcome, Outcome::P(_));
    let mut whole = 0_u32;
    let mut fine: BTreeMap<&str, u32> = BTreeMap::new();
    for member in members.iter().filter(is_valid) {
        match &member.part {
            Part::Whole => whole += 1,
            Part::Fine(name) => *fine.entry(name).or_default() += 1,
        }
    }
    let of_whole = match (whole, fine.len()) {
        (_, 0) => 1.0,
        (0, _) => 0.0,
        _ => share_of(Grain::Whole),
    };
    let share = |member: &Member| match &member.part {
        Part::Whole => of_whole / f64::from(whole),
        Part::Fine(name) => (1.0 - of_whole) / fine.len() as f64 / f64::from(fine[name.as_str()]),
    };
    members
        .iter()
        .map(|member| is_valid(&member).then(|| share(member)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use laws::tail::PValue;

    #[test]
    fn the_shares_of_all_families_sum_to_1() {
        let sum: f64 = SHARES.iter().map(|(_, share)| share).sum();
        assert!((sum - 1.0).abs() < 1e-15);
        let all = [
            Part::Whole,
            Part::Whole,
            Part::Fine("a".to_owned()),
            Part::Fine("b".to_owned()),
        ];
        let members = all.map(|part| Member {
            outcome: Outcome::P(PValue::new(0.5)),
            part,
        });
        let judged = judge(&members, 0.001);
        let sum: f64 = judged.iter().filter_map(|judged| judged.share).sum();
        assert!((sum - 1.0).abs() < 1e-15);
    }

    #[test]
    fn the_textbook_example_of_holm() {
        let p = [0.01, 0.04, 0.03, 0.005].map(|p| Outcome::P(PValue::new(p)).into());
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
        ]
        .map(Member::from);
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
