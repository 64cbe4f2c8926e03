//! A record made small, for comparisons with later ones: what comparing needs, without matrices and without reports.

use super::{Compares, Figures, Record, Routine, Test};
use text::judgement::Verdict;

/// The version of the layout.
pub const BASELINE_SCHEMA: &str = "colddeck.baseline/1";

/// The figures of a number of each deck, or of each replicate, that comparisons read.
const KEPT: &[&str] = &[
    "mean",
    "standard_error",
    "least",
    "bin",
    "histogram",
    "values",
    "batches",
];

impl Record {
    /// The record as a baseline that is small: no control, no matrices, no words, and of the tests only those that tell if
    /// decks depend on earlier ones.
    #[must_use]
    pub fn small_baseline(&self) -> Self {
        let mut small = self.clone();
        BASELINE_SCHEMA.clone_into(&mut small.schema);
        small.routines.retain(|routine| !routine.control);
        for statistic in &mut small.statistics {
            statistic.plain.clear();
            statistic.about.clear();
            statistic.causes.clear();
            statistic.ideal_law = None;
        }
        for routine in &mut small.routines {
            let figures = std::mem::take(&mut routine.statistics);
            routine.statistics = figures
                .into_iter()
                .map(|(name, figures)| {
                    let rule = self.statistic(&name).map(|statistic| &statistic.compares);
                    let kept = rule.map_or_else(Figures::default, |rule| kept(figures, rule));
                    (name, kept)
                })
                .collect();
            routine.checks.clear();
            routine.total_variation = None;
            routine.departure = None;
            routine.tests = telling(routine);
        }
        small.columns.clear();
        small.letters.clear();
        small.answers.clear();
        small.claims.clear();
        small.not_looked_at.clear();
        small.would_show.clear();
        small.beforehand.clear();
        small.named.clear();
        small.landmarks.clear();
        small.distances.clear();
        (small.unpromised, small.more, small.first_control) = (None, None, None);
        small.headline = None;
        small
    }

    /// Returns true if it is a baseline without matrices.
    pub fn is_small_baseline(&self) -> bool {
        self.schema == BASELINE_SCHEMA
    }
}

/// The figures of a statistic that are compared by `rule`, but no matrix.
fn kept(mut figures: Figures, rule: &Compares) -> Figures {
    let mut small = Figures::default();
    let keys = match rule {
        Compares::Number | Compares::Replicates => KEPT.to_vec(),
        Compares::Law { key, .. } => vec![&**key],
        Compares::Rows { .. } | Compares::Pairs { .. } | Compares::Nothing => Vec::new(),
    };
    for key in keys {
        if let Some(value) = figures.remove(key) {
            small.insert(key, value);
        }
    }
    small
}

/// The tests that tell if decks depend on earlier ones: whether any looked, the one that failed most, and whether single
/// decks fail.
fn telling(routine: &Routine) -> Vec<Test> {
    let p = |test: &Test| test.p.unwrap_or(1.0);
    let failed = |test: &&Test| test.verdict == Verdict::Fail;
    let lagged = |test: &&Test| test.lag > 0 && test.verdict != Verdict::Invalid;
    let tests = &routine.tests;
    let single = tests.iter().filter(failed).find(|test| test.lag == 0);
    let worst = tests.iter().filter(failed).filter(lagged);
    let worst = worst.min_by(|a, b| p(a).total_cmp(&p(b)));
    let looked = worst.or_else(|| tests.iter().find(lagged));
    single.into_iter().chain(looked).cloned().collect()
}
