//! The size of what a failing test names: limits that hold although the farthest cell was chosen.

use std::ops::RangeInclusive;

use super::departure::seen;
use crate::spec;
use record::{Routine, Size};
use statistic::{Limited, limits_of_shares};
use text::judgement::{Unaveraged, Verdict};
use text::shown::{CELL, SHARES};

/// Gives the shares of symbols limits that hold for all of them at the level that the test of one symbol has, so that the
/// limits and that test never deny each other.
pub(super) fn with_limits_of_shares(experiment: &spec::Experiment<'_>, routine: &mut Routine) {
    let mut tests = routine.tests.iter();
    let test = tests.find(|test| test.statistic == SHARES && test.test == CELL);
    let Some(share) = test.and_then(|test| test.share) else {
        return;
    };
    let Some(figures) = routine.statistics.get_mut(SHARES) else {
        return;
    };
    let counts = figures.counts("counts").unwrap_or_default();
    let error = share * experiment.alpha;
    let Some(limits) = limits_of_shares(&counts, error) else {
        return;
    };
    let (low, high): (Vec<f64>, Vec<f64>) = limits.into_iter().unzip();
    figures.insert("low", low);
    figures.insert("high", high);
    figures.insert("confidence", 1.0 - error);
}

/// Gives failing tests of `routine` the size of the cell or the mean that they name, `named` by tests, and words that say it. Each test
/// has its share of the run's level, so that all sizes hold together.
///
/// The limits are for decks that do not depend on each other, as simulated ones do not: of others nothing is said but what
/// comes next, nor of decks from outside that come again.
pub(super) fn sized(
    experiment: &spec::Experiment<'_>,
    routine: &mut Routine,
    named: Vec<Option<Limited>>,
) {
    let depends = depends(experiment, &seen(experiment, routine));
    if !experiment.policy.is_independent() {
        return;
    }
    let decks = experiment
        .subject
        .described(experiment.design.size)
        .words
        .several;
    for (test, named) in routine.tests.iter_mut().zip(named) {
        let failing = test.verdict == Verdict::Fail && test.lag == 0;
        let (Some(named), Some(share), true) = (named, test.share, failing) else {
            continue;
        };
        if depends && !named.may_depend() {
            continue;
        }
        let error = share * experiment.alpha;
        let limits = named.limits(error);
        if let Some(words) = named.in_words(&limits, &decks) {
            test.words = words;
        }
        test.size = size(&named, &decks, &limits, error);
    }
}

/// Returns true if what was `seen` shows that decks depend on each other.
fn depends(experiment: &spec::Experiment<'_>, seen: &[Unaveraged]) -> bool {
    let depends = [Unaveraged::Memory, Unaveraged::Seeds];
    let depends = depends.iter().any(|what| seen.contains(what));
    depends && !experiment.origin.makes_each_alone()
}

/// The size where the limits leave out what is fair.
fn size(named: &Limited, decks: &str, limits: &RangeInclusive<f64>, error: f64) -> Option<Size> {
    let (seen, fair) = named.seen_and_fair();
    (!limits.contains(&fair)).then(|| Size {
        seen,
        low: *limits.start(),
        high: *limits.end(),
        fair,
        unit: named.unit(decks).to_owned(),
        confidence: 1.0 - error,
        cells: named.among(),
    })
}
