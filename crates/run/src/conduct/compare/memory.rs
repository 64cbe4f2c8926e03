//! Do the decks of a record depend on earlier ones? The record's own tests from deck to deck say.
//!
//! If decks are independent of any law, the orders of decks relative to earlier ones are far from uniform as
//! soon as that law is: three riffles of a sorted deck each time fail the tests from deck to deck without any
//! memory. Three signs tell such decks from those that are shuffled on: single decks fail as well; the law of
//! relative orders is the same at all lags, as any two decks are as good as any other two; and sums of
//! consecutive decks vary as those of independent ones. If one of them is missing, decks have memory.

use engine::verdict::compare::{Dependence, FEWEST_DECKS, counts};
use laws::tail::chi_squared_upper;
use record::compare::Memory;
use record::{Compares, Figures, Record, Routine, Statistic, Test};
use shuffle::policy;
use text::judgement::Verdict;

use super::both::batches;

/// The memory of the decks of one of its routines, as `record` tells it.
pub(super) fn memory(record: &Record, routine: &Routine) -> Memory {
    let policy = record
        .experiment
        .policy
        .as_ref()
        .map(|policy| &policy.memory);
    let in_place = policy.filter(|memory| *memory != policy::Memory::None.describe());
    if record.experiment.source.is_none() && in_place.is_none() {
        return Memory::None;
    }
    match (looked(record, routine), in_place) {
        (Looked::Never, None) => Memory::NotLookedFor,
        (Looked::Never, Some(policy)) => Memory::Shown { by: policy.clone() },
        (Looked::AndPassed, _) => Memory::NotSeen,
        (Looked::AndFailed(_), None) if of_single_decks(record, routine) => Memory::OfSingleDecks,
        (Looked::AndFailed(by), _) => Memory::Shown { by },
    }
}

/// The findings of tests from deck to deck, if there are any.
enum Looked {
    Never,
    AndPassed,
    /// The test that fails most.
    AndFailed(String),
}

impl Looked {
    fn new(any: bool, failed: Option<String>) -> Self {
        match failed {
            _ if !any => Self::Never,
            Some(test) => Self::AndFailed(test),
            None => Self::AndPassed,
        }
    }
}

fn looked(record: &Record, routine: &Routine) -> Looked {
    if let Some(anytime) = &routine.anytime {
        let lagged = |name: &str| {
            let statistic = record.statistic(name);
            statistic.is_some_and(|statistic| statistic.lag > 0)
        };
        let mut judged = anytime.statistics.iter();
        let judged = judged.any(|wagered| lagged(&wagered.statistic));
        let mut culprits = anytime.culprits.iter();
        return Looked::new(judged, culprits.find(|name| lagged(name)).cloned());
    }
    let tests = routine.tests.iter();
    let tests: Vec<&Test> = tests
        .filter(|test| test.lag > 0 && test.verdict != Verdict::Invalid)
        .collect();
    let failed = tests.iter().filter(|test| test.verdict == Verdict::Fail);
    let p = |test: &Test| test.p.unwrap_or(1.0);
    let most = failed.min_by(|a, b| p(a).total_cmp(&p(b)));
    let name = most.map(|test| format!("{}.{}", test.statistic, test.test));
    Looked::new(!tests.is_empty(), name)
}

/// Returns true if tests from deck to deck that fail are those of independent decks whose law is not ideal.
fn of_single_decks(record: &Record, routine: &Routine) -> bool {
    let fails = |test: &Test| test.lag == 0 && test.verdict == Verdict::Fail;
    let alpha = record.experiment.alpha;
    routine.tests.iter().any(fails)
        && least(&between_lags(record, routine)).is_some_and(|p| p > alpha)
        && least(&scattered(record, routine)).is_none_or(|p| p > alpha)
}

/// The smallest p-value times their number.
fn least(all: &[f64]) -> Option<f64> {
    let least = all.iter().copied().reduce(f64::min)?;
    Some(least * all.len() as f64)
}

/// A number of each deck at some lag: how the record describes it, and its figures.
type Number<'a> = (&'a Statistic, &'a Figures);

fn numbers<'a>(record: &'a Record, routine: &'a Routine) -> impl Iterator<Item = Number<'a>> {
    let all = routine.statistics.iter();
    let described = all.filter_map(|(name, figures)| Some((record.statistic(name)?, figures)));
    described.filter(|(statistic, _)| statistic.compares == Compares::Number)
}

/// The p-values of the same law at two lags, the smallest one that there is and any other.
fn between_lags(record: &Record, routine: &Routine) -> Vec<f64> {
    let lagged = numbers(record, routine).filter(|(statistic, _)| statistic.lag > 0);
    let lagged: Vec<Number<'_>> = lagged.collect();
    let kind = |statistic: &Statistic| {
        statistic
            .name
            .split_once('/')
            .map(|(_, kind)| kind.to_owned())
    };
    let pairs = lagged.iter().filter_map(|(later, figures)| {
        let mut same = lagged.iter();
        let (_, first) =
            same.find(|(first, _)| kind(first) == kind(later) && first.lag < later.lag)?;
        let (a, b) = (first.counts("histogram")?, figures.counts("histogram")?);
        (a.len() == b.len()).then(|| counts(&a, &b, Dependence::Shared).p())?
    });
    pairs.collect()
}

/// The p-values of sums of consecutive decks that vary no more than those of independent ones.
fn scattered(record: &Record, routine: &Routine) -> Vec<f64> {
    let single = numbers(record, routine).filter(|(statistic, _)| statistic.lag == 0);
    let scattered = single.filter_map(|(_, figures)| {
        let decks: u64 = figures.counts("histogram")?.iter().sum();
        let error = figures.number("standard_error")?;
        let variance = error * error * decks as f64;
        let (value, df) = batches(figures)?.scatter();
        (decks >= FEWEST_DECKS && variance > 0.0).then(|| chi_squared_upper(value / variance, df))
    });
    scattered.collect()
}
