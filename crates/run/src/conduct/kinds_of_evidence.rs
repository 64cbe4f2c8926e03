//! Evidence that says more than "not ideal": that decks depend on each other, or that some of them are bad.
//!
//! Decks that are all shuffled alike and badly fail tests from deck to deck too, and have rarer decks than ideal ones. So
//! memory is said only where it is the plainer reading: where the decks by themselves show nothing, or where
//! deck and earlier deck differ more at one lag than at another, which independent decks cannot do. And single bad decks
//! are said only where they are rare among the decks themselves.

use crate::spec;
use record::{Routine, Test, Verdict};
use statistic::unaveraged;
use text::judgement::Unaveraged;

/// Differences between the means at two lags from this on, in sums of their standard errors, are no chance: the means are
/// of the same decks, so that their errors may add up, and a run compares some tens of pairs.
const LAGS_APART: f64 = 5.0;

/// A deck this many of the decks' own standard deviations from their own mean is rare among them. Of 10⁹ normal values
/// the farthest is at 6.
const RARE_AMONG_OWN: f64 = 8.0;

/// The statistic of the shares of symbols, and that of their dependence, which looks at no set shares.
const SHARES: &str = "frequency";
const DEPENDENCE: &str = "dependence";

/// The evidence that a failing test shows besides "not ideal"; `None` where it shows no more.
pub(super) fn shown(
    experiment: &spec::Experiment<'_>,
    routine: &Routine,
    (statistic, test): (&str, &Test),
) -> Option<Unaveraged> {
    let what = unaveraged(statistic, &test.test, test.lag)?;
    let holds = match what {
        Unaveraged::Memory if experiment.subject.weights().is_some() => {
            fails(routine, DEPENDENCE) || !fails(routine, SHARES)
        }
        Unaveraged::Memory if test.lag > 0 => !is_bad_alone(routine) || lags_differ(routine),
        Unaveraged::Memory => !is_bad_alone(routine) || last_deck_helps(routine),
        Unaveraged::RareDecks => is_rare_among_own(routine, test),
        _ => true,
    };
    holds.then_some(what)
}

fn fails(routine: &Routine, statistic: &str) -> bool {
    let mut tests = routine.tests.iter();
    tests.any(|test| test.statistic == statistic && test.verdict == Verdict::Fail)
}

/// Returns true if a test of the decks by themselves fails, of a law that all of them share.
fn is_bad_alone(routine: &Routine) -> bool {
    let mut tests = routine.tests.iter();
    tests.any(|test| {
        let own = test.lag == 0 && !test.fine && test.verdict == Verdict::Fail;
        own && unaveraged(&test.statistic, &test.test, 0).is_none()
    })
}

/// Returns true if a mean of relative orders is not the same at all lags.
fn lags_differ(routine: &Routine) -> bool {
    let mean = |name: &str| {
        let figures = routine.statistics.get(name)?;
        Some((figures.number("mean")?, figures.number("standard_error")?))
    };
    let lagged = |name: &str| {
        let (lag, short) = name.split_once('/')?;
        lag.starts_with("lag-").then(|| short.to_owned())
    };
    let mut pairs = routine.statistics.keys().flat_map(|one| {
        let others = routine.statistics.keys();
        others.filter_map(move |other| {
            let alike = lagged(one).is_some() && lagged(one) == lagged(other);
            alike.then_some((one, other))
        })
    });
    pairs.any(|(one, other)| match (mean(one), mean(other)) {
        (Some(one), Some(other)) => (one.0 - other.0).abs() > LAGS_APART * (one.1 + other.1),
        _ => false,
    })
}

/// Returns true if whoever remembers the last deck calls more than by the best rule without it.
fn last_deck_helps(routine: &Routine) -> bool {
    let helps = || {
        let figures = routine.statistics.get(statistic::OPPONENT)?;
        let without = figures.number(&format!("{}.high", figures.text("rule")?))?;
        let last = figures.text("from_last_deck.rule")?;
        Some(figures.number(&format!("from_last_deck.{last}.low"))? > without)
    };
    helps().unwrap_or(false)
}

/// Returns true if the rarest deck of a test is far from the others, or these are not bad themselves.
fn is_rare_among_own(routine: &Routine, test: &Test) -> bool {
    let mut own = routine.tests.iter();
    let bad = own.any(|other| {
        other.statistic == test.statistic && !other.fine && other.verdict == Verdict::Fail
    });
    let far = || {
        let figures = routine.statistics.get(&test.statistic)?;
        let (mean, error) = (figures.number("mean")?, figures.number("standard_error")?);
        let deviation = error * (routine.decks as f64).sqrt();
        Some((test.value? - mean).abs() > RARE_AMONG_OWN * deviation)
    };
    !bad || far().unwrap_or(false)
}
