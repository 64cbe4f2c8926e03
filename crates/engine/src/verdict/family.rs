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

/// The share of the level that each family of tests has, where a run has all of them: the one place that says so. The share
/// of a family that a run lacks is left to the tests of everything together. Tests of a fine grain are many, and each alone
/// would make those of everything weaker; stakes are what somebody named and asks about. Within a family the share is split
/// equally: among tests of everything, among those of stakes, and among the tests of a fine grain of each statistic.
static SHARES: [(Grain, f64); 3] = [
    (Grain::Whole, 0.6),
    (Grain::Staked, 0.2),
    (Grain::Fine, 0.2),
];

/// The share of a family in a run that has tests of the families that `has` says.
fn share_of(grain: Grain, has: impl Fn(Grain) -> bool) -> f64 {
    let own = |grain: Grain| {
        let mut known = SHARES
            .iter()
            .filter(|(known, _)| *known == grain && has(grain));
        known.next().map_or(0.0, |(_, share)| *share)
    };
    let others = own(Grain::Staked) + own(Grain::Fine);
    match (grain, has(Grain::Whole)) {
        (Grain::Whole, true) => 1.0 - others,
        (_, false) if others > 0.0 => own(grain) / others,
        _ => own(grain),
    }
}

/// The p-value that each test of everything together among tests of these grains must beat in the first step of Holm's
/// procedure at level `alpha`.
pub fn level_of_whole(alpha: f64, grains: &[Grain]) -> f64 {
    let whole = grains.iter().filter(|grain| **grain == Grain::Whole);
    let has = |grain| grain == Grain::Whole || grains.contains(&grain);
    share_of(Grain::Whole, has) * alpha / whole.count().max(1) as f64
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
    /// A test of stakes.
    Staked,
    /// A test of a fine grain; those of the same name share one part.
    Fine(String),
}

impl Part {
    /// The part of the test `test` of a statistic of that name, at any lag, of the routine `routine`.
    pub fn of(routine: &str, statistic: &str, test: &str) -> Self {
        match Grain::of(test) {
            Grain::Whole => Self::Whole,
            Grain::Staked => Self::Staked,
            Grain::Fine => Self::Fine(format!("{routine}/{statistic}/{test}")),
        }
    }

    /// The family that it is a part of.
    pub fn grain(&self) -> Grain {
        match self {
            Self::Whole => Grain::Whole,
            Self::Staked => Grain::Staked,
            Self::Fine(_) => Grain::Fine,
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
    let (mut whole, mut staked) = (0_u32, 0_u32);
    let mut fine: BTreeMap<&str, u32> = BTreeMap::new();
    for member in members.iter().filter(is_valid) {
        match &member.part {
            Part::Whole => whole += 1,
            Part::Staked => staked += 1,
            Part::Fine(name) => *fine.entry(name).or_default() += 1,
        }
    }
    let of = |grain| {
        share_of(grain, |grain| match grain {
            Grain::Whole => whole > 0,
            Grain::Staked => staked > 0,
            Grain::Fine => !fine.is_empty(),
        })
    };
    // Those of a fine grain have what the others leave, so that the sum is 1 without rounding.
    let of_others = of(Grain::Whole) + of(Grain::Staked);
    let share = |member: &Member| match &member.part {
        Part::Whole => of(Grain::Whole) / f64::from(whole),
        Part::Staked => of(Grain::Staked) / f64::from(staked),
        Part::Fine(name) => (1.0 - of_others) / fine.len() as f64 / f64::from(fine[name.as_str()]),
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
            (Part::Whole, 0.3),
            (Part::Whole, 0.3),
            (Part::Staked, 0.2),
            (Part::Fine("a".to_owned()), 0.1),
            (Part::Fine("b".to_owned()), 0.1),
        ];
        let shares = |of: &[usize]| -> Vec<f64> {
            let members = of.iter().map(|at| Member {
                outcome: Outcome::P(PValue::new(0.5)),
                part: all[*at].0.clone(),
            });
            let judged = judge(&members.collect::<Vec<_>>(), 0.001);
            judged.iter().filter_map(|judged| judged.share).collect()
        };
        for (of, expected) in [
            (&[0, 1, 2, 3, 4][..], &[0.3, 0.3, 0.2, 0.1, 0.1][..]),
            (&[0, 1], &[0.5, 0.5]),
            (&[0, 1, 2], &[0.4, 0.4, 0.2]),
            (&[0, 3], &[0.8, 0.2]),
            (&[2], &[1.0]),
            (&[3, 4], &[0.5, 0.5]),
            (&[2, 3, 4], &[0.5, 0.25, 0.25]),
        ] {
            let found = shares(of);
            assert_eq!(found.len(), expected.len());
            for (found, expected) in found.iter().zip(expected) {
                assert!((found - expected).abs() < 1e-12, "{of:?}");
            }
        }
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
