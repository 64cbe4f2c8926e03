//! How far stakes are off, in money.

use super::figures::{between, range, written};
use super::{MOST_NAMED, beyond, depend, event, is_off, percent, unit};
use crate::nouns;
use record::{Outcome, Record, Routine, Stake, Standing, Tolerance};
use text::names::figure;

/// Says in money how far stakes are off, and how many are not shown to be.
pub(in super::super) fn meaning(record: &Record, routine: &Routine) -> Vec<String> {
    let Some(first) = routine.stakes.first() else {
        return Vec::new();
    };
    let beyond = beyond(routine);
    let mut lines = Vec::new();
    if depend(routine) {
        let units = nouns::unit(&record.experiment, 2);
        lines.push(format!(
            "Since the {units} go together or change, limits of stakes are of mean chances, each given the {units} before."
        ));
        lines.extend(open(record, routine));
        return lines;
    }
    for stake in beyond.iter().take(2).copied().chain(
        // A few stakes are told one by one.
        (beyond.is_empty() && routine.stakes.len() <= MOST_NAMED).then_some(first),
    ) {
        let told =
            (beyond.is_empty() && stake.odds.is_none()).then(|| share(stake, record, routine));
        lines.extend(told.or_else(|| money(stake)));
    }
    lines.extend(open(record, routine));
    lines.extend(farthest(record, routine));
    let others = routine.stakes.len() - beyond.len();
    // Limits may leave out what is fair where all tests of the run together are not sure.
    let odd = routine.stakes.iter().filter(|stake| is_off(stake)).count();
    if others > 0 && routine.stakes.len() > 1 && odd <= beyond.len() {
        let all = match (beyond.is_empty(), others) {
            (true, _) => format!("None of the {others} stakes is"),
            (false, 1) => "The other stake is not".to_owned(),
            (false, _) => format!("None of the other {others} stakes is"),
        };
        lines.push(format!(
            "{all} shown to be off ({} confidence for all limits together).",
            percent(first.confidence)
        ));
    }
    lines
}

/// Says how often the event of a stake comes up, and what a bet at fair odds gains.
fn share(stake: &Stake, record: &Record, routine: &Routine) -> String {
    let bet = stake.edge.map_or_else(String::new, |edge| {
        format!("; a bet at fair odds wins between {}", between(edge))
    });
    format!(
        "`{}` comes up in {}% of {}, and in {}% of fair ones{bet}.",
        event(stake),
        range(stake.limits.map(|limit| 100.0 * limit)),
        unit(stake, record, routine),
        written(100.0 * stake.fair, 4)
    )
}

/// Says where there is evidence that it is not decided whether stakes are off by more than the tolerance.
fn open(record: &Record, routine: &Routine) -> Option<String> {
    let tolerance = record.experiment.tolerance()?;
    let is = |standing| move |stake: &&Stake| stake.standing == Some(standing);
    let named: Vec<&Stake> = routine
        .stakes
        .iter()
        .filter(is(Standing::Undecided))
        .collect();
    if record.outcome != Outcome::Evidence
        || named.is_empty()
        || routine
            .stakes
            .iter()
            .any(|stake| is(Standing::Beyond)(&stake))
    {
        return None;
    }
    let units = nouns::unit(&record.experiment, 2);
    let what = match named[..] {
        [stake] => format!("`{}` is", event(stake)),
        _ => format!("{} of these stakes are", named.len()),
    };
    Some(format!(
        "These {units} do not tell whether {what} off by more than {}.",
        tolerance.in_words()
    ))
}

/// Names the one whose limits are the farthest away, where many stakes are all near enough.
fn farthest(record: &Record, routine: &Routine) -> Option<String> {
    let tolerance = record.experiment.tolerance()?;
    let is_within = |stake: &Stake| stake.standing == Some(Standing::Within);
    if routine.stakes.len() <= MOST_NAMED || !routine.stakes.iter().all(is_within) {
        return None;
    }
    let off = |stake: &Stake| match tolerance {
        Tolerance::Points(_) => Some(stake.limits.map(|limit| limit - stake.fair)),
        Tolerance::Edge(_) => stake.edge,
    };
    let far = |stake: &&Stake| off(stake).map_or(0.0, |[low, high]| (-low).max(high));
    let stake = routine
        .stakes
        .iter()
        .max_by(|a, b| far(a).total_cmp(&far(b)))?;
    let limits = between(off(stake)?);
    let limits = match tolerance {
        Tolerance::Edge(_) => limits,
        Tolerance::Points(_) => limits.replace('%', " points"),
    };
    Some(format!(
        "The farthest off may be `{}`: between {limits}.",
        event(stake)
    ))
}

/// Says how much more a bet on a stake gains than it should.
fn money(stake: &Stake) -> Option<String> {
    let edge = between(stake.edge?);
    Some(match stake.odds {
        Some(odds) => format!(
            "A bet on `{}` at {} to 1 wins between {edge} of the stake more than it should.",
            event(stake),
            figure(odds, 6)
        ),
        None => format!(
            "A bet on `{}` at fair odds wins between {edge} of the stake.",
            event(stake)
        ),
    })
}
