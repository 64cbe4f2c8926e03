//! Says how often a routine must be done until its decks are nearly fair: the next step for whoever shuffles so.
//!
//! The law over all orders is known for any number of riffles. For other shuffles that takes simulating many more decks than
//! a run has, which `colddeck advise --check` does.

use crate::spec::Experiment;
use record::{Departure, More, Nearly, Record};
use shuffle::policy::Policy;
use shuffle::routine::{Plan, Routine};
use shuffle::theory::{self, Whole};
use shuffle::{Group, KINDS, Kind};
use text::harmless;
use text::judgement::Extent;

/// Larger decks would take a check minutes.
const MOST_CARDS: usize = 200;

/// Writes into `record` how often its one routine must be done, or for each routine by what command that is found. Nothing is
/// written of those that are fair enough, and of decks that are not independent.
pub(super) fn write(experiment: &Experiment<'_>, record: &mut Record) {
    let Some(shuffles) = &experiment.more else {
        return;
    };
    let routines = experiment.routines();
    if let [routine] = routines {
        record.wrong_program = wrong_program(experiment, routine);
    }
    let plain = experiment.policy == Policy::default() && experiment.subject.is_whole_decks();
    if !plain {
        return;
    }
    let cards = experiment.design.size;
    let ours = record
        .routines
        .iter_mut()
        .filter(|routine| !routine.control);
    for (routine, found) in routines.iter().zip(ours) {
        let open = |of: &&Departure| !matches!(of.extent, Extent::Practical | Extent::Bounded);
        let Some(departure) = found.departure.as_ref().filter(open) else {
            continue;
        };
        if wrong_program(experiment, routine).is_some() {
            continue;
        }
        if routines.len() == 1 {
            let again = Again::of(routine, &routine.plan(&experiment.letters));
            record.more = again.known(cards, departure.delta);
        }
        if record.more.is_none() && cards <= MOST_CARDS {
            found.advise = Some(command(routine, shuffles, cards));
        }
    }
}

/// The command that finds how often a routine must be done.
fn command(routine: &Routine, shuffles: &[String], cards: usize) -> String {
    let cards = cards.to_string();
    let mut words = vec![
        "colddeck",
        "advise",
        "--check",
        routine.name(),
        "--deck",
        &cards,
    ];
    words.extend(shuffles.iter().flat_map(|defined| ["--shuffle", defined]));
    harmless::shell(&words)
}

/// The first shuffle of the routine that is a wrong program, if one is.
fn wrong_program(experiment: &Experiment<'_>, routine: &Routine) -> Option<String> {
    let wrong = |kind: &&Kind| kind.group == Group::Wrong;
    let kinds = routine.letters().iter().filter_map(|step| {
        let made = experiment.letters.table(*step)?;
        let name = made.get("kind")?.as_str()?.to_owned();
        KINDS.iter().filter(wrong).find(|kind| kind.name == name)
    });
    kinds.map(|kind| kind.name.to_owned()).next()
}

/// A shuffle, or a routine, that is done again and again.
struct Again {
    name: String,
    once: Plan,
    done: u64,
}

impl Again {
    /// The one shuffle of the routine, or all of it.
    fn of(routine: &Routine, plan: &Plan) -> Self {
        let letters = routine.letters();
        let alike = letters.iter().all(|letter| *letter == letters[0]);
        if alike {
            return Self {
                name: letters[0].to_string(),
                once: Plan::new(plan.steps()[..1].to_vec()),
                done: letters.len() as u64,
            };
        }
        Self {
            name: routine.name().to_owned(),
            once: plan.clone(),
            done: 1,
        }
    }

    /// The answer that is known without simulating, if one is.
    fn known(&self, cards: usize, delta: f64) -> Option<More> {
        // Other routines have bounds, which take long and say less than simulating does.
        theory::whole(&self.once).filter(|whole| *whole != Whole::EquallyLikely)?;
        let [times] = &theory::enough::times(&self.once, cards, &[delta])[..] else {
            return None;
        };
        let nearly = |at_most| Nearly::AllOrders {
            within: delta,
            at_most,
        };
        if times.never {
            let why = times.too_few.as_ref().map(|bound| bound.by.clone());
            return Some(More {
                never: Some(why.unwrap_or_default()),
                ..self.found(None, 0, nearly(None))
            });
        }
        let enough = times.exact.or(times.at_most).map(u64::from)?;
        let at_most = times.enough.as_ref().map(|bound| bound.value);
        Some(self.found(Some(enough), enough, nearly(at_most)))
    }

    fn found(&self, enough: Option<u64>, tried_up_to: u64, by: Nearly) -> More {
        More {
            again: self.name.clone(),
            done: self.done,
            enough,
            never: None,
            tried_up_to,
            by,
        }
    }
}
