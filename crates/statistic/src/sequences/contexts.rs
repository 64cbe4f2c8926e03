//! Counts of outcomes by context: what was drawn, given something that was known before.
//!
//! Whatever the context, the next draw of independent ones has the stated law. So the outcomes in each context are
//! independent draws of that law, however the context came about, and so are those of different contexts. Each context
//! is tested by the likelihood ratio (rare outcomes pooled), and the sums of independent chi-squared variables are
//! chi-squared (Whittle, 1955; Billingsley, 1961, Statistical methods in Markov chains). Contexts that exclude each
//! other stand in one group; of several groups, which are looked at side by side, the rarest counts, times their number.
//!
//! A wager multiplies the gains of learners over all contexts of a group: in each draw one of them is bet on.

use std::ops::Range;

use super::few::{self, FEW_DRAWS};
use crate::wager::learners::Learners;
use crate::wager::{LogE, Wager};
use crate::{Detectable, Evidence, Limited, NamedCell, Naming, Outcome, POWER, Tally, Test};
use laws::dirichlet::Learner;
use laws::fit;
use laws::power::chi_squared_noncentrality;
use laws::tail::{PValue, Tails, chi_squared_upper};

/// A context: its cells, the place of their law, and its share of the draws, about.
#[derive(Debug, Clone)]
pub(super) struct Context {
    pub cells: Range<usize>,
    pub law: usize,
    pub share: f64,
}

/// All contexts.
#[derive(Debug, Clone)]
pub(super) struct Contexts {
    /// Groups of contexts that exclude each other.
    pub groups: Vec<Vec<Context>>,
    /// Laws of outcomes, none of them 0.
    pub laws: Vec<Vec<f64>>,
}

/// The result of the test of a group.
#[derive(Debug, Clone, Copy)]
pub(super) struct Fitted {
    /// The place of the group.
    pub group: usize,
    /// G.
    pub value: f64,
    /// Degrees of freedom.
    pub df: f64,
    /// The probability of as much or more, times the number of groups.
    pub p: f64,
    /// Both tails, for a single context with two outcomes.
    pub tails: Option<Tails>,
}

/// An outcome that is off.
#[derive(Debug, Clone, Copy)]
pub(super) struct Off {
    /// The place of the group.
    pub group: usize,
    /// The place of the context in it.
    pub context: usize,
    /// The outcome.
    pub outcome: usize,
    /// The number of times that it came.
    pub seen: u64,
    /// Draws in that context.
    pub draws: u64,
    /// Its probability.
    pub probability: f64,
    /// Its departure, in standard deviations.
    pub deviations: f64,
}

impl Off {
    /// The share of the draws in that context.
    pub fn share(&self) -> f64 {
        self.seen as f64 / self.draws as f64
    }
}

impl Contexts {
    /// Contexts of one group, all with the same law of so many outcomes.
    pub(crate) fn alike(shares: impl Iterator<Item = f64>, law: Vec<f64>) -> Self {
        let outcomes = law.len();
        let contexts = shares.enumerate().map(|(at, share)| Context {
            cells: at * outcomes..(at + 1) * outcomes,
            law: 0,
            share,
        });
        Self {
            groups: vec![contexts.collect()],
            laws: vec![law],
        }
    }

    /// The test of the rarest group; `None` while no context has enough draws.
    pub fn fit(&self, counts: &[u64]) -> Option<Fitted> {
        let of = |(place, group): (usize, &Vec<Context>)| {
            let mut fits = group.iter().filter_map(|context| {
                let counts = &counts[context.cells.clone()];
                pooled(counts, &self.laws[context.law])
            });
            let first = fits.next()?;
            let (mut all, mut alone) = (first, true);
            for fit in fits {
                alone = false;
                all.value += fit.value;
                all.df += fit.df;
            }
            let p = if alone {
                all.p
            } else {
                chi_squared_upper(all.value, all.df)
            };
            Some(Fitted {
                group: place,
                value: all.value,
                df: all.df,
                p: (p * self.groups.len() as f64).min(1.0),
                tails: all.tails.filter(|_| alone && self.groups.len() == 1),
            })
        };
        let fitted = self.groups.iter().enumerate().filter_map(of);
        fitted.min_by(|a, b| a.p.total_cmp(&b.p))
    }

    /// The departure of the counts, for comparison with ideal ones: Pearson's sum of the group that
    /// is farthest off, in standard deviations.
    pub(crate) fn measure(&self, counts: &[u64]) -> f64 {
        let of = |group: &Vec<Context>| {
            let (mut sum, mut df) = (0.0, 0.0);
            for context in group {
                let (counts, law) = (&counts[context.cells.clone()], &self.laws[context.law]);
                let draws = counts.iter().sum::<u64>() as f64;
                if draws > 0.0 {
                    let terms = counts.iter().zip(law).map(|(count, p)| {
                        let expected = draws * p;
                        (*count as f64 - expected).powi(2) / expected
                    });
                    sum += terms.sum::<f64>();
                    df += law.len() as f64 - 1.0;
                }
            }
            if df > 0.0 {
                (sum - df) / (2.0 * df).sqrt()
            } else {
                0.0
            }
        };
        self.groups.iter().map(of).fold(f64::MIN, f64::max)
    }

    /// The outcome that is farthest off, of all groups or of one.
    pub fn farthest(&self, counts: &[u64], group: Option<usize>) -> Option<Off> {
        let groups = self.groups.iter().enumerate();
        let groups = groups.filter(|(place, _)| group.is_none_or(|group| group == *place));
        let contexts = groups.flat_map(|(group, contexts)| {
            let contexts = contexts.iter().enumerate();
            contexts.map(move |(at, context)| (group, at, context))
        });
        let all = contexts.flat_map(|(group, at, context)| {
            let (counts, law) = (&counts[context.cells.clone()], &self.laws[context.law]);
            let draws = counts.iter().sum::<u64>();
            let cells = counts.iter().zip(law).enumerate();
            cells
                .filter(move |_| draws > 0)
                .map(move |(outcome, (seen, probability))| {
                    let expected = probability * draws as f64;
                    Off {
                        group,
                        context: at,
                        outcome,
                        seen: *seen,
                        draws,
                        probability: *probability,
                        // A variance below that of one draw would make a single surprise the largest of all.
                        deviations: (*seen as f64 - expected)
                            / (expected * (1.0 - probability)).max(1.0).sqrt(),
                    }
                })
        });
        all.max_by(|a, b| a.deviations.abs().total_cmp(&b.deviations.abs()))
    }

    /// The cell of `outcome` in the context of `off`, with words that say what it is.
    pub fn named(&self, off: &Off, outcome: usize, what: String) -> Limited {
        let all = self.groups.iter().flatten();
        let cells: usize = all.map(|context| context.cells.len()).sum();
        let (count, fair) = if outcome == off.outcome {
            (off.seen, off.probability)
        } else {
            (off.draws - off.seen, 1.0 - off.probability)
        };
        Limited::Cell(NamedCell {
            what,
            count,
            of: off.draws,
            fair,
            among: cells as u64,
            unit: "such draws",
            by: Naming::Next,
        })
    }

    /// The fewest draws of which some context can be tested, about.
    pub fn fewest(&self) -> u64 {
        let all = self.groups.iter().flatten();
        let each = all.map(|context| {
            let in_it = fit::fewest_to_pool(&self.laws[context.law], 2) as f64;
            (in_it / context.share.max(1e-12)).ceil() as u64
        });
        each.min().unwrap_or(u64::MAX)
    }

    /// The departure that so many draws would have shown.
    fn detectable(&self, df: f64, draws: u64, level: f64, what: &str) -> Detectable {
        let level = level / self.groups.len() as f64;
        let noncentrality = chi_squared_noncentrality(df.max(1.0), level, POWER);
        Detectable {
            value: (noncentrality / draws as f64).sqrt(),
            unit: format!(
                "relative departure of the law of {what} (root mean square, weighted by the law)"
            ),
        }
    }

    /// The test of the rarest group. For few draws its outcome is what `ideal` says of its [measure](Self::measure).
    pub fn test(
        &self,
        (name, title): (&'static str, String),
        what: &str,
        counts: &[u64],
        evidence: &Evidence<'_>,
        ideal: impl FnOnce(f64) -> Outcome,
    ) -> Test {
        let mut test = Test::new(name, title);
        let draws = evidence.subjects();
        test.outcome = Outcome::TooFew {
            needed: self.fewest().max(FEW_DRAWS + 1),
        };
        if draws <= FEW_DRAWS {
            let found = self.measure(counts);
            test.value = Some(found);
            test.outcome = few::enough(draws).unwrap_or_else(|| ideal(found));
        } else if let Some(fitted) = self.fit(counts) {
            test.value = Some(fitted.value);
            test.df = Some(fitted.df);
            test.outcome = Outcome::P(PValue::new(fitted.p));
            test.tails = fitted.tails;
            test.detectable = Some(self.detectable(fitted.df, draws, evidence.level, what));
        }
        test
    }

    /// The wager on all of them.
    pub fn wager(&self) -> Bets {
        Bets {
            learners: self.laws.iter().map(|law| Learners::of_law(law)).collect(),
            groups: self.groups.clone(),
        }
    }
}

/// The likelihood ratio of one context, rare outcomes pooled; `None` with too few draws for two outcomes.
fn pooled(counts: &[u64], law: &[f64]) -> Option<fit::Fit> {
    let bins = fit::pool(law, counts.iter().sum());
    if bins.len() < 2 {
        return None;
    }
    let bins = bins.into_iter().map(|cells| {
        let seen = counts[cells.clone()].iter().sum();
        (seen, law[cells].iter().sum())
    });
    Some(fit::likelihood_ratio(&bins.collect::<Vec<(u64, f64)>>()))
}

/// A wager on the outcomes in all contexts: a product over the contexts of a group, and the mean over groups.
#[derive(Debug)]
pub(super) struct Bets {
    learners: Vec<Learners<Learner>>,
    groups: Vec<Vec<Context>>,
}

impl Bets {
    /// The e-value of these counts.
    pub fn of_counts(&self, counts: &[u64]) -> LogE {
        let of = |group: &Vec<Context>| {
            let gains = group.iter().map(|context| {
                let counts = &counts[context.cells.clone()];
                if counts.iter().all(|count| *count == 0) {
                    return 0.0;
                }
                let learners = &self.learners[context.law];
                learners.gain(|learner| learner.gain(counts.iter().copied()))
            });
            LogE::new(gains.sum())
        };
        LogE::mean(self.groups.iter().map(of))
    }
}

impl Wager for Bets {
    fn look(&mut self, total: &Tally) -> LogE {
        self.of_counts(total.cells())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All sequences of four draws, with what the context of each draw was: the e-value has mean 1.
    #[test]
    fn the_mean_e_value_over_all_sequences_is_1() {
        let law = vec![0.5, 0.3, 0.2];
        let contexts = Contexts::alike(law.clone().into_iter(), law.clone());
        let bets = contexts.wager();
        let mut mean = 0.0;
        for sequence in 0..81_usize {
            let (mut counts, mut probability, mut before) = (vec![0; 9], 1.0, 0);
            for at in 0..4_u32 {
                let symbol = sequence / 3_usize.pow(at) % 3;
                probability *= law[symbol];
                counts[before * 3 + symbol] += 1;
                before = symbol;
            }
            mean += probability * libm::exp(bets.of_counts(&counts).ln());
        }
        assert!((mean - 1.0).abs() < 1e-12, "{mean}");
    }

    #[test]
    fn the_rarest_group_counts_times_the_number_of_groups() {
        let coin = |cells| Context {
            cells,
            law: 0,
            share: 1.0,
        };
        let one = Contexts {
            groups: vec![vec![coin(0..2)]],
            laws: vec![vec![0.5, 0.5]],
        };
        let two = Contexts {
            groups: vec![vec![coin(0..2)], vec![coin(2..4)]],
            ..one.clone()
        };
        let alone = one.fit(&[60, 40]).unwrap();
        let both = two.fit(&[60, 40, 50, 50]).unwrap();
        assert!((both.p - 2.0 * alone.p).abs() < 1e-15 && both.group == 0);
        assert!(alone.tails.is_some() && both.tails.is_none());
        assert!(one.fit(&[3, 4]).is_none());
        let off = two.farthest(&[50, 50, 10, 90], None).unwrap();
        assert_eq!((off.group, off.draws), (1, 100));
        assert!((off.deviations.abs() - 8.0).abs() < 1e-12);
    }
}
