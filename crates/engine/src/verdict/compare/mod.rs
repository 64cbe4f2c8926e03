//! Did a figure move between two runs? Two samples of decks, neither of them ideal perhaps.
//!
//! Counts to which each deck contributes one: the likelihood ratio of the two rows of a table (Wilks
//! 1938) with the correction of Williams (1976), neighbouring cells pooled by the two samples taken
//! together until each expects [`FEWEST_EXPECTED`] in both, as on their sums alone the test conditions.
//! If only two cells remain: the exact hypergeometric law (Fisher 1935), valid for any number of
//! decks. Means: Welch's t (1947) on their standard errors.
//!
//! Means of decks that depend on each other: by sums of batches ([`Batches`]).
//!
//! Orders relative to earlier decks overlap: the order of deck i relative to deck i − l shares a deck with
//! that of deck i + l. A chain of such pairs falls into two sets without a common deck each, so that by
//! Cauchy and Schwarz no sum has more than twice the variance of independent ones; dividing
//! their test statistic by two (a difference of means by √2) makes the tests hold whatever the shuffle.

mod batches;

use laws::fit::FEWEST_EXPECTED;
use laws::hypergeometric;
use laws::student::student_upper;
use laws::tail::{PValue, chi_squared_upper, normal_quantile_upper};
use statistic::Outcome;

pub use batches::{Batches, ByBatches};

/// Decks of each run that the mean of a number needs: a number as skew as the fixed points' then has tails
/// within a factor of 2 of Student's at 4 standard errors.
pub const FEWEST_DECKS: u64 = 1000;

/// Values by replicate that a mean needs in each run.
pub const FEWEST_REPLICATES: u64 = 10;

/// Smallest tables of dependent counts have no exact law: decks that they need.
const FEWEST_DEPENDENT: u64 = 100;

/// The dependence between the counts of different decks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dependence {
    /// The counts are independent.
    Independent,
    /// Each deck is part of two counts.
    Overlapping,
    /// Each deck is part of two counts, and both samples are of the same decks.
    Shared,
}

impl Dependence {
    /// Says how many times larger a variance can be.
    fn inflation(self) -> f64 {
        match self {
            Self::Independent => 1.0,
            Self::Overlapping => 2.0,
            // Var(A − B) is at most 2 (Var A + Var B).
            Self::Shared => 4.0,
        }
    }
}

/// The result of a comparison.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Compared {
    /// The p-value, or the number of decks that the test needs.
    pub outcome: Outcome,
    /// The size of the move, in standard errors: signed where it has a direction, and else that of
    /// a normal law with the same p-value.
    pub errors: Option<f64>,
}

impl Compared {
    fn new(p: f64, errors: f64) -> Self {
        Self {
            outcome: Outcome::P(PValue::new(p)),
            errors: Some(errors),
        }
    }

    /// The result with that p-value.
    pub fn by_p(p: f64) -> Self {
        Self::new(p, equivalent(p))
    }

    /// The outcome of too few decks: so many are needed.
    pub fn too_few(needed: u64) -> Self {
        Self {
            outcome: Outcome::TooFew { needed },
            errors: None,
        }
    }

    /// The p-value, if there is one.
    pub fn p(&self) -> Option<f64> {
        match self.outcome {
            Outcome::P(p) => Some(p.get()),
            Outcome::TooFew { .. } => None,
        }
    }
}

/// Standard errors of a normal law that both tails together exceed with probability `p`.
fn equivalent(p: f64) -> f64 {
    normal_quantile_upper(0.5 * PValue::new(p).get()).max(0.0)
}

/// A mean with its standard error, of so many independent values.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Mean {
    /// The mean.
    pub mean: f64,
    /// Its standard error.
    pub error: f64,
    /// Values.
    pub values: u64,
}

/// A mean with the variance of its error.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Estimate {
    /// The mean.
    pub mean: f64,
    /// Its variance.
    pub variance: f64,
    /// The degrees of freedom of the variance.
    pub df: f64,
}

/// Tests if two means are of the same law, each of at least `fewest` values; both tails. `None`
/// where neither varies: then only the values themselves can be compared.
pub fn means(base: Mean, new: Mean, fewest: u64, dependence: Dependence) -> Option<Compared> {
    if base.values.min(new.values) < fewest {
        return Some(Compared::too_few(fewest));
    }
    let [base, new] = [base, new].map(|mean| Estimate {
        mean: mean.mean,
        variance: mean.error * mean.error * dependence.inflation(),
        df: (mean.values - 1) as f64,
    });
    welch(base, new)
}

/// Tests if two estimates are of the same mean, by both tails of Student's t with Welch's degrees
/// of freedom; `None` where neither varies.
pub fn welch(base: Estimate, new: Estimate) -> Option<Compared> {
    let variance = base.variance + new.variance;
    if variance <= 0.0 {
        return None;
    }
    let t = (new.mean - base.mean) / variance.sqrt();
    let parts = base.variance * base.variance / base.df + new.variance * new.variance / new.df;
    let df = variance * variance / parts;
    let p = 2.0 * student_upper(t.abs(), df);
    Some(Compared::new(p.min(1.0), t))
}

/// Tests if two rows of counts, a cell for each value in its order, are of the same law.
///
/// # Panics
///
/// If the rows are of different lengths.
pub fn counts(base: &[u64], new: &[u64], dependence: Dependence) -> Compared {
    assert_eq!(base.len(), new.len(), "cells of two runs");
    let totals = [base, new].map(|counts| counts.iter().sum::<u64>());
    if totals.contains(&0) {
        return Compared::too_few(1);
    }
    let smaller = totals[0].min(totals[1]) as f64 / (totals[0] + totals[1]) as f64;
    let bins = pooled(base, new, |both| both as f64 * smaller >= FEWEST_EXPECTED);
    if bins.len() > 2 || (bins.len() == 2 && dependence != Dependence::Independent) {
        return ratio(&bins, totals, dependence);
    }
    let halves = match bins.as_slice() {
        &[first, second] => Some([first, second]),
        _ => halves(base, new),
    };
    match (halves, dependence) {
        (Some([first, _]), Dependence::Independent) => {
            Compared::by_p(hypergeometric::tails(first, totals).two_sided())
        }
        (Some(_), Dependence::Overlapping | Dependence::Shared)
            if totals[0].min(totals[1]) < FEWEST_DEPENDENT =>
        {
            Compared::too_few(FEWEST_DEPENDENT)
        }
        // All decks of both have the same value, or nearly all do, which shows nothing if decks overlap.
        _ => Compared::by_p(1.0),
    }
}

/// Pools neighbouring cells into bins, until each holds `enough` of both samples together. Cells that are
/// left over go into the last bin.
fn pooled(base: &[u64], new: &[u64], enough: impl Fn(u64) -> bool) -> Vec<[u64; 2]> {
    let mut bins: Vec<[u64; 2]> = Vec::new();
    let mut open = [0, 0];
    for (&base, &new) in base.iter().zip(new) {
        open = [open[0] + base, open[1] + new];
        if enough(open[0] + open[1]) {
            bins.push(open);
            open = [0, 0];
        }
    }
    if let Some(last) = bins.last_mut() {
        *last = [last[0] + open[0], last[1] + open[1]];
    }
    bins
}

/// Splits all cells into two groups, as evenly as the samples taken together allow; `None` if only one
/// cell holds any samples.
fn halves(base: &[u64], new: &[u64]) -> Option<[[u64; 2]; 2]> {
    let totals = [base, new].map(|counts| counts.iter().sum::<u64>());
    let mut best: Option<(u64, [u64; 2])> = None;
    let mut first = [0, 0];
    for (&base, &new) in base.iter().zip(new) {
        first = [first[0] + base, first[1] + new];
        let left = first[0] + first[1];
        let least = left.min(totals[0] + totals[1] - left);
        if least > best.map_or(0, |(known, _)| known) {
            best = Some((least, first));
        }
    }
    best.map(|(_, first)| [first, [totals[0] - first[0], totals[1] - first[1]]])
}

/// The likelihood ratio of a table of two rows, corrected, and its upper tail.
fn ratio(bins: &[[u64; 2]], totals: [u64; 2], dependence: Dependence) -> Compared {
    let all = (totals[0] + totals[1]) as f64;
    let (mut sum, mut inverses) = (0.0, 0.0);
    for bin in bins {
        let both = (bin[0] + bin[1]) as f64;
        inverses += all / both;
        for (&count, &total) in bin.iter().zip(&totals) {
            if count > 0 {
                let expected = both * total as f64 / all;
                // x ln(x/e) − (x − e), whose sums over rows are those of x ln(x/e): no cancellation.
                let (x, off) = (count as f64, (count as f64 - expected) / expected);
                sum += x * libm::log1p(off) - (x - expected);
            } else {
                sum += both * total as f64 / all;
            }
        }
    }
    let df = (bins.len() - 1) as f64;
    let rows: f64 = totals.iter().map(|&total| all / total as f64).sum();
    let correction = 1.0 + (rows - 1.0) * (inverses - 1.0) / (6.0 * all * df);
    let value = 2.0 * sum.max(0.0) / correction / dependence.inflation();
    Compared::by_p(chi_squared_upper(value, df))
}

/// A share of decks: `base` of so many had something, and `new` of so many.
pub fn shares(base: u64, base_of: u64, new: u64, new_of: u64, dependence: Dependence) -> Compared {
    counts(&[base, base_of - base], &[new, new_of - new], dependence)
}

/// Several comparisons as one: the smallest p-value times their number (Bonferroni), which holds however
/// they depend on each other; and which of them it is.
pub fn worst(all: &[Compared]) -> (Compared, Option<usize>) {
    let valid = all.iter().enumerate();
    let valid = valid.filter_map(|(at, compared)| Some((at, compared.p()?)));
    let (mut least, mut count): (Option<(usize, f64)>, usize) = (None, 0);
    for (at, p) in valid {
        count += 1;
        if least.is_none_or(|(_, known)| p < known) {
            least = Some((at, p));
        }
    }
    match least {
        Some((at, p)) => (Compared::by_p((p * count as f64).min(1.0)), Some(at)),
        None => (all.first().copied().unwrap_or(Compared::too_few(1)), None),
    }
}

#[cfg(test)]
mod tests;
