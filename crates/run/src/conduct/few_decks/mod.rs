//! Bad shuffles that a few decks would have shown: shuffles by hand and by program, done as often in a row
//! as it takes to get past the tests.
//!
//! Each is simulated up to a hundred times, as many decks each time, and judged by the tests of the decks at hand in
//! the family that these were judged in: it is shown where at least one fails. Copies of a card are labelled in
//! simulated decks just as the reader labels them in those that it reads, so that what copies hide is hidden
//! there too; of hands, or of the first cards, no more is seen in simulated decks than in those that were tested. Tests on the order from deck to deck are left out: on independent decks they show no more than
//! the tests on the decks themselves; so are those that learn from decks, which would take longer than all others. So
//! the result is a lower bound, and close to the truth.
//!
//! A shuffle counts as shown if ninety of a hundred runs show it. The count ends after eleven runs that do not, as it
//! cannot come so far any more; earlier where one that is shown nine times in ten is missed as often with a probability
//! below 10⁻⁴; and after 25 that all do. One that is shown in less than 80% gets there with a probability below .01.
//! So a share near nine tenths is known to some 3%, and that of a shuffle which is not shown is told as the runs that
//! showed it, of how many.

mod enough;
mod family;
mod ladders;
mod seen;
mod trial;

use std::ops::RangeInclusive;

use super::Bench;
use super::bench::ladder;
use crate::spec::Experiment;
use engine::simulate::{self, SimulateError};
use record::{Missed, Record, Shown};

use statistic::{Design, Effort, Probe, Suite};

pub(super) use enough::is_enough;
use family::Family;
use ladders::{LADDERS, Ladder};
use seen::Seen;
use trial::{Bank, CAREFUL, ROUGH, Share, Trials};

/// Decks up to this number are few: what a person types in.
pub(super) const FEW_DECKS: u64 = 200;

/// Sizes of decks for which the names of the shuffles are right.
const CARDS: RangeInclusive<usize> = 8..=256;

/// Decks beyond this number are not tried.
const MOST_DECKS: u64 = 500;

/// Says how much of each way of shuffling the decks of `record`, or what is `seen` of them, would have shown with the power [`statistic::POWER`]; gives an empty list for decks of fewer than 8 or
/// more than 256 cards. It assumes that more times in a row are harder to see, and that more decks show more.
pub(super) fn would_show(
    bench: &Bench<'_>,
    experiment: &Experiment<'_>,
    record: &Record,
    seen: &impl Seen,
) -> Result<Vec<Shown>, SimulateError> {
    let (cards, decks) = (record.experiment.deck, record.experiment.trials);
    if !CARDS.contains(&cards) {
        return Ok(Vec::new());
    }
    let family = Family::of(record);
    let design = |trials| Design {
        size: cards,
        trials,
        replicates: 1,
    };
    let has_valid = |probe: &&Probe| {
        let ours = record.routines.iter().filter(|routine| !routine.control);
        let mut tests = ours.flat_map(|routine| &routine.tests);
        tests.any(|test| test.statistic == probe.name() && test.p.is_some())
    };
    let single = || {
        experiment
            .statistics
            .iter()
            .filter(|probe| probe.lag() == 0 && probe.statistic().effort() == Effort::Counts)
    };
    let here = Bank {
        design: design(decks),
        probes: single().filter(has_valid).cloned().collect(),
        family: family.clone(),
        seen: seen.clone(),
    };
    // More decks are judged by the quick tests, which are those that see riffles, at the level that they have
    // when all tests are valid.
    let is_quick = |probe: &&Probe| {
        let kind = statistic::kind(probe.statistic().name());
        kind.is_some_and(|kind| kind.suite == Some(Suite::Quick))
    };
    let quick = single().filter(|probe| !probe.statistic().tests().is_empty());
    let quick: Vec<Probe> = quick.filter(is_quick).cloned().collect();
    let rungs = ladder(MOST_DECKS).into_iter().filter(|rung| *rung > decks);
    let more: Vec<Bank<_>> = rungs
        .map(|rung| Bank {
            design: design(rung),
            probes: quick.clone(),
            family: family.whole(),
            seen: seen.clone(),
        })
        .collect();
    let climbed = simulate::shared_out(
        LADDERS.len(),
        bench.machine,
        || (),
        |(), at| climb(bench, (&here, &more), &LADDERS[at]),
    )?;
    climbed.into_iter().collect()
}

/// Finds how often in a row a shuffle is still shown by the decks `here`, and which of `more` show the next.
fn climb<V: Seen>(
    bench: &Bench<'_>,
    (here, more): (&Bank<V>, &[Bank<V>]),
    of: &Ladder,
) -> Result<Shown, SimulateError> {
    let mut trials = Trials::new(bench, here);
    let (times, missed) = hardest(
        of.most,
        &mut trials,
        |trials, times| trials.guess(of, times),
        |trials, times| trials.share(of, times, CAREFUL),
    )?;
    drop(trials);
    let missed = match missed {
        None => None,
        Some(Share { caught, runs, .. }) => Some(Missed {
            times: times + 1,
            caught,
            runs: Some(runs),
            decks: if of.needs {
                needed(bench, more, of, times + 1)?
            } else {
                None
            },
            tried_up_to: if of.needs {
                MOST_DECKS
            } else {
                here.design.trials
            },
        }),
    };
    Ok(Shown {
        one: of.one.to_owned(),
        several: of.several.to_owned(),
        routine: of.routine.to_owned(),
        times,
        tried_up_to: of.most,
        missed,
        runs: CAREFUL.most,
    })
}

/// The fewest decks, of those in `more`, that would be enough.
fn needed<V: Seen>(
    bench: &Bench<'_>,
    more: &[Bank<V>],
    of: &Ladder,
    times: u64,
) -> Result<Option<u64>, SimulateError> {
    // The more decks, the easier.
    let bank = |at: u64| &more[more.len() - at as usize];
    let (most, _) = hardest(
        more.len() as u64,
        &mut (),
        |(), at| Trials::new(bench, bank(at)).guess(of, times),
        |(), at| Trials::new(bench, bank(at)).share(of, times, ROUGH),
    )?;
    Ok((most > 0).then(|| bank(most).design.trials))
}

/// Finds the hardest of the tasks 1 to `most`, each harder than the one before, that is done often enough, 0 if
/// none is; and the share of the next one, if there is one. Guesses say where to look first.
fn hardest<T>(
    most: u64,
    trials: &mut T,
    guess: impl Fn(&mut T, u64) -> Result<bool, SimulateError>,
    share: impl Fn(&mut T, u64) -> Result<Share, SimulateError>,
) -> Result<(u64, Option<Share>), SimulateError> {
    let (mut done, mut first) = (0, most + 1);
    while done + 1 < first {
        let middle = u64::midpoint(done, first);
        if guess(trials, middle)? {
            done = middle;
        } else {
            first = middle;
        }
    }
    let mut missed = None;
    while done > 0 {
        let found = share(trials, done)?;
        if found.enough {
            break;
        }
        missed = Some(found);
        done -= 1;
    }
    while missed.is_none() && done < most {
        let found = share(trials, done + 1)?;
        if found.enough {
            done += 1;
        } else {
            missed = Some(found);
        }
    }
    Ok((done, missed))
}

#[cfg(test)]
mod tests;
#[cfg(test)]
pub(super) use tests::testing;
