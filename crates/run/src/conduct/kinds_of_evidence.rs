//! Evidence that says more than "not ideal": that decks depend on each other, or that some of them are bad.
//!
//! Decks that are all shuffled alike and badly fail tests from deck to deck too, and have rarer decks than ideal ones. So
//! memory is said only where it is the plainer reading: where the decks by themselves show nothing, where the same decks in
//! another order do not show it, or where deck and earlier deck differ more at one lag than at another, which independent
//! decks cannot do. And single bad decks are said only where they are rare among the decks themselves.

use crate::spec;
use engine::verdict::anytime::OfStatistic;
use record::{Routine, Test, Verdict};
use text::judgement::Unaveraged;
use text::shown::{DEPENDENCE, PERMUTED, SHARES, unaveraged};

/// Differences between the means at two lags from this on, in their standard errors, are no chance: a run compares some tens
/// of pairs. What each deck adds to both means by itself leaves their difference.
const LAGS_APART: f64 = 6.0;

/// Standard errors of fewer decks than these are not known well enough.
const FEWEST_FOR_LAGS: u64 = 20;

/// Decks that are all shuffled badly from an order that nobody knows resemble each other long before any of them seems
/// unfair: of so many, the decks by themselves would show it.
const ENOUGH: u64 = 1_000;

/// A deck this many of the decks' own standard deviations from their own mean is rare among them. Of 10⁹ normal values
/// the farthest is at 6.
const RARE_AMONG_OWN: f64 = 8.0;

/// A wager that gained this much speaks against the decks by themselves: ideal ones give that one in a hundred times at
/// most, and bad ones long before a wager on relative orders is decided.
const GAINED: f64 = 100.0;

/// Evidence against the decks by themselves, which decks that depend on each other need not give.
struct Alone {
    /// A law that all decks share is not the ideal one.
    bad: bool,
    /// The shares of symbols are not those set.
    shares: bool,
    /// A draw depends on the one before it, whatever the shares are.
    dependence: bool,
}

impl Alone {
    /// The evidence in the failing tests of `routine`.
    fn by_tests(routine: &Routine) -> Self {
        let failing = || {
            let tests = routine.tests.iter();
            tests.filter(|test| test.verdict == Verdict::Fail)
        };
        let fails = |statistic: &str| failing().any(|test| test.statistic == statistic);
        Self {
            bad: failing().any(|test| {
                let own = test.lag == 0 && !test.fine;
                own && unaveraged(&test.statistic, &test.test, 0).is_none()
            }),
            shares: fails(SHARES),
            dependence: fails(DEPENDENCE),
        }
    }

    /// The evidence in wagers: one that has gained [`GAINED`] is taken for evidence here, long before it is a culprit.
    fn by_wagers(experiment: &spec::Experiment<'_>, wagers: &[OfStatistic]) -> Self {
        let gained = || {
            let gained = wagers.iter().filter(|of| of.e.log10() >= GAINED.log10());
            gained.map(|of| &experiment.statistics[of.probe])
        };
        let gains = |statistic: &str| gained().any(|probe| probe.statistic().name() == statistic);
        Self {
            bad: gained().any(|probe| {
                probe.lag() == 0 && unaveraged(probe.statistic().name(), "", 0).is_none()
            }),
            shares: gains(SHARES),
            dependence: gains(DEPENDENCE),
        }
    }
}

/// The evidence that a failing test shows besides "not ideal"; `None` where it shows no more.
pub(super) fn shown(
    experiment: &spec::Experiment<'_>,
    routine: &Routine,
    (statistic, test): (&str, &Test),
) -> Option<Unaveraged> {
    let what = unaveraged(statistic, &test.test, test.lag)?;
    let holds = match what {
        Unaveraged::Memory if PERMUTED.contains(&test.statistic.as_str()) => true,
        Unaveraged::Memory => depends(experiment, routine, test.lag, &Alone::by_tests(routine)),
        Unaveraged::RareDecks => is_rare_among_own(routine, test),
        _ => true,
    };
    holds.then_some(what)
}

/// The evidence that the wager `of` shows besides "not ideal", `wagers` being all those on `routine`.
pub(super) fn shown_by_wager(
    experiment: &spec::Experiment<'_>,
    routine: &Routine,
    of: &OfStatistic,
    wagers: &[OfStatistic],
) -> Option<Unaveraged> {
    let probe = &experiment.statistics[of.probe];
    // A wager is on a law as a whole.
    let what = unaveraged(probe.statistic().name(), "", probe.lag())?;
    let alone = || Alone::by_wagers(experiment, wagers);
    let holds = what != Unaveraged::Memory || depends(experiment, routine, probe.lag(), &alone());
    holds.then_some(what)
}

/// Returns true if evidence at `lag` is best read as decks that depend on those before them.
fn depends(
    experiment: &spec::Experiment<'_>,
    routine: &Routine,
    lag: usize,
    alone: &Alone,
) -> bool {
    if experiment.subject.weights().is_some() {
        alone.dependence || !alone.shares
    } else {
        let alone_is_fair = !alone.bad && routine.decks >= ENOUGH;
        alone_is_fair || lags_differ(routine) || lag == 0 && last_deck_helps(routine)
    }
}

/// Returns true if a mean of relative orders is not the same at all lags.
fn lags_differ(routine: &Routine) -> bool {
    if routine.decks < FEWEST_FOR_LAGS {
        return false;
    }
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
        (Some(one), Some(other)) => {
            (one.0 - other.0).abs() > LAGS_APART * (one.1 * one.1 + other.1 * other.1).sqrt()
        }
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
