//! The next step, in words.

use super::super::nouns;
use super::super::one_order;
use super::super::tables::{findings, significant, significant_short};
use super::answer::delta;
use super::meaning::depends;
use super::practical::little_is_left;
use super::rank::ranked;
use super::{State, ours};
use record::{Decision, More, Nearly, Outcome, Record, Routine, Verdict};
use text::names::grouped;

/// Says what to do next, a sentence or two in each entry.
pub(super) fn next(record: &Record) -> Vec<String> {
    match record.outcome {
        Outcome::FaultyControl | Outcome::FaultySimulation | Outcome::AsExpected => {
            return Vec::new();
        }
        Outcome::NotAsExpected => {
            return vec!["--full shows each claim, and why it came out so.".to_owned()];
        }
        _ => {}
    }
    match ours(record).as_slice() {
        [] => Vec::new(),
        [routine] if nouns::is_single(&record.experiment) => one_order::next(record, routine),
        [routine] => one(record, routine),
        _ => several(record),
    }
}

fn one(record: &Record, routine: &Routine) -> Vec<String> {
    let state = State::of(record, routine);
    let mut lines = Vec::new();
    if let Some(wrong) = &record.wrong_program {
        lines.push(format!(
            "Mend the program, and do not run {wrong} again: fisher-yates makes all orders equally likely."
        ));
    }
    if let Some(more) = &record.more {
        // Where little is left the answer says it already.
        if !is_done(more) || little_is_left(record, routine).is_none() {
            lines.push(how_many(more));
        }
    }
    if let Some(command) =
        (routine.advise.as_ref()).filter(|_| little_is_left(record, routine).is_none())
    {
        lines.push(format!("{command} finds how often to do it."));
    }
    match state {
        State::NotFair { .. } | State::Departs if record.experiment.source.is_some() => {
            lines.extend(causes(record, routine));
            let fit = record.experiment.fit.as_ref();
            lines.extend(fit.map(|fit| {
                let in_place = if depends(routine) && !fit.contains(IN_PLACE) {
                    format!(" (with {IN_PLACE}, if each was made from the one before)")
                } else {
                    String::new()
                };
                format!("Which shuffle, or which wrong program, they look like: {fit}{in_place}")
            }));
        }
        State::Practical { seen: true } | State::Bounded { seen: true } => {
            let delta = delta(routine);
            lines.push(match record.outcome {
                Outcome::Accepted => match &record.experiment.accept_stakes {
                    Some(tolerance) => format!(
                        "The departure is real; it was accepted (--accept-stakes {tolerance})."
                    ),
                    None => format!(
                        "The departure is real; it was accepted (--accept-within {delta})."
                    ),
                },
                _ if record.experiment.accept_stakes.is_some() => {
                    "Since the departure is real, the exit code is 1.".to_owned()
                }
                _ => format!(
                    "Since the departure is real, the exit code is 1; --accept-within {delta} makes it 0."
                ),
            });
        }
        State::Fair | State::Practical { seen: false } | State::Bounded { seen: false } => {
            lines.extend(smaller(record, routine));
        }
        _ => {}
    }
    let departure = routine.departure.as_ref();
    let needed = departure.and_then(|departure| departure.decks_needed);
    if let (Some(needed), State::Departs | State::Suspicious | State::NothingFound) =
        (needed, state)
    {
        lines.push(would_tell(record, routine, needed, state));
    } else if state == State::Suspicious {
        lines.push(format!(
            "Ten times as many {} ({}) would settle it, mostly.",
            nouns::unit(&record.experiment, 2),
            grouped(10 * routine.decks)
        ));
    }
    lines
}

/// The option that says that each deck was shuffled from the one before.
const IN_PLACE: &str = "--in-place";

/// Says by how many subjects the measurements would be shown to be near, and on which condition.
fn would_tell(record: &Record, routine: &Routine, needed: u64, state: State) -> String {
    let (needed, delta) = (nouns::counted(&record.experiment, needed), delta(routine));
    match state {
        State::Departs => format!(
            "If the departure is as it looks, some {needed} would mostly show each measurement to be within {delta} \
             of fair."
        ),
        _ => format!(
            "If nothing is wrong, it mostly takes some {needed} to show each measurement to be within {delta} of fair."
        ),
    }
}

/// Returns true if the routine leaves little at a table as it is.
fn is_done(more: &More) -> bool {
    let enough = more.enough.is_some_and(|enough| enough <= more.done);
    enough && matches!(more.by, Nearly::AtTheTable { .. })
}

/// Says how often the routine must be done.
fn how_many(more: &More) -> String {
    let More {
        again,
        done,
        enough,
        never,
        tried_up_to,
        by,
    } = more;
    if let Some(why) = never {
        return format!("However often {again} is done, it never gets there ({why}).");
    }
    // One shuffle has a name without blanks: everything else is a whole routine.
    let again = if *done == 1 && again.contains(|c: char| !c.is_alphanumeric() && c != '-') {
        format!("all of {again}")
    } else {
        again.clone()
    };
    let more = |number: u64| {
        format!(
            "Do {again} {} more, {} in all",
            times(number - done),
            times(number)
        )
    };
    match (enough, by) {
        (Some(enough), Nearly::AllOrders { within, at_most }) => {
            let at_most = at_most.map_or_else(String::new, |found| {
                format!(", at {}", significant(found, 2))
            });
            format!(
                "{}: that is within {} of fair over all orders{at_most}.",
                more(*enough),
                significant_short(*within)
            )
        }
        (None, Nearly::AllOrders { within, .. }) => format!(
            "Even {again} done {} is not within {} of fair over all orders.",
            times(*tried_up_to),
            significant_short(*within)
        ),
        (Some(enough), Nearly::AtTheTable { hands, .. }) if enough <= done => {
            let hands = if *hands {
                ", and opening hands are nearly fair"
            } else {
                ""
            };
            format!(
                "The rules tried call hardly more cards than of fair decks already{hands}; a program may still \
                 see a difference."
            )
        }
        (
            Some(enough),
            Nearly::AtTheTable {
                calls,
                calls_fair,
                hands,
                ..
            },
        ) => {
            let calls = calls.map_or_else(String::new, |calls| {
                format!(" They then call {calls:.1} cards (fair: {calls_fair:.1}).")
            });
            let hands = if *hands {
                " Opening hands are then nearly fair."
            } else {
                ""
            };
            format!(
                "{}: that leaves little to the rules tried.{calls}{hands}",
                more(*enough)
            )
        }
        (None, Nearly::AtTheTable { within, .. }) => format!(
            "Not even {again} done {} is shown to be within {} of a card of fair at a table.",
            times(*tried_up_to),
            significant_short(*within)
        ),
    }
}

/// `once`, `twice`, `7 times`
fn times(number: u64) -> String {
    match number {
        1 => "once".to_owned(),
        2 => "twice".to_owned(),
        more => format!("{} times", grouped(more)),
    }
}

/// Statistics that fail alone by a fault of one kind: subjects that come again or from
/// ones far back, a register, a change on the way, wrong shares. The
/// others fail by faults of many kinds, which no failure of theirs tells apart.
const TELLING: [&str; 11] = [
    "earlier-decks",
    "far-matches",
    "linear-complexity",
    "repeated-decks",
    "repeated-deals",
    "repeated-states",
    "rows-memory",
    "position-drift",
    "symbol-drift",
    "rows-drift",
    "frequency",
];

/// The usual causes, where a statistic fails that tells them and no other does; else where to read what fails it. A wrong
/// diagnosis is worse than none.
fn causes(record: &Record, routine: &Routine) -> Option<String> {
    let failing: Vec<&str> = if let Some(found) = &routine.anytime {
        found.culprits.iter().map(String::as_str).collect()
    } else {
        let failed = findings(routine).into_iter();
        let failed = failed.filter(|(test, _)| test.verdict == Verdict::Fail);
        failed.map(|(test, _)| test.statistic.as_str()).collect()
    };
    let first = *failing.first()?;
    let known = record.statistic(first).filter(|of| !of.causes.is_empty())?;
    let short = first.rsplit('/').next().unwrap_or(first);
    let alone = failing.iter().all(|name| *name == first);
    if alone && TELLING.contains(&first) {
        return Some(format!(
            "Usual causes: {}; colddeck explain {short} says more.",
            known.causes
        ));
    }
    // What made them says more than what fails a test.
    (record.experiment.fit.is_none())
        .then(|| format!("colddeck explain {short} lists what makes its test fail."))
}

/// Says which smaller departures a watched pass did not look for, and how many decks would.
fn smaller(record: &Record, routine: &Routine) -> Option<String> {
    let found = routine.anytime.as_ref()?;
    let departure = routine.departure.as_ref()?;
    let half = 0.5 * departure.delta;
    (found.verdict == Decision::Pass).then(|| {
        format!(
            "Smaller departures were not looked for. A fixed number of {} does that: {} show most of those that move one \
             figure by {} (without --until-decided{}).",
            nouns::unit(&record.experiment, 2),
            grouped(decks_for_a_shift(half)),
            significant_short(half),
            if record.experiment.source.is_some() { "" } else { ", with --trials" }
        )
    })
}

/// Decks by which a test of a mean, at a level of 10⁻⁶, shows a shift nine times in ten that makes a total variation of
/// `distance` in a normal law: ((z(10⁻⁶/2) + z(0.1))/s)², where s = √(2π)·distance standard deviations for small ones.
fn decks_for_a_shift(distance: f64) -> u64 {
    const DEVIATIONS: f64 = 4.892 + 1.282;
    let shift = (2.0 * std::f64::consts::PI).sqrt() * distance;
    let decks = (DEVIATIONS / shift) * (DEVIATIONS / shift);
    let unit = libm::pow(10.0, libm::log10(decks).floor() - 1.0).max(1.0);
    ((decks / unit).ceil() * unit) as u64
}

fn several(record: &Record) -> Vec<String> {
    let ranked = ranked(record);
    let Some(best) = ranked
        .first()
        .filter(|_| record.experiment.source.is_none())
    else {
        return Vec::new();
    };
    match State::of(record, best.routine) {
        State::NotFair { .. } | State::Departs => {
            let command = best.routine.advise.iter();
            command
                .map(|command| format!("{command} finds how often to do it."))
                .collect()
        }
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shift_of_half_the_usual_departure_takes_some_ten_thousand_decks() {
        // Two normal laws s apart have the total variation 2Φ(s/2) - 1, about s/√(2π).
        assert_eq!(decks_for_a_shift(0.025), 9_800);
        assert!(decks_for_a_shift(0.01) > 60_000);
    }
}
