//! The nouns by which reports call the subjects of a record: the record says them.

use super::glance::capital;
use super::spoken;
use record::{Experiment, Record, Routine};
use text::names::grouped;

/// `1,200 decks`, `1 deck`
pub(super) fn counted(experiment: &Experiment, number: u64) -> String {
    format!("{} {}", grouped(number), unit(experiment, number))
}

/// `decks`; `deck` for one.
pub fn unit(experiment: &Experiment, number: u64) -> &str {
    let words = &experiment.subject.words;
    match number {
        1 => &words.one,
        _ => &words.several,
    }
}

/// The things that were read, at the beginning of a sentence.
pub(super) fn subjects(experiment: &Experiment) -> String {
    capital(&experiment.subject.words.read)
}

/// `52 cards`, also as they are seen.
pub(super) fn size(experiment: &Experiment) -> &str {
    &experiment.subject.words.size
}

/// `a fair shuffle of 52 cards`
pub(super) fn fair(experiment: &Experiment) -> &str {
    &experiment.subject.words.ideal
}

/// Names what is never looked at, if anything is not.
pub(super) fn never(experiment: &Experiment) -> Option<&str> {
    experiment.subject.words.never.as_deref()
}

/// The routine, or what made the subjects that were read.
pub(super) fn name(experiment: &Experiment, routine: &Routine) -> String {
    match &experiment.source {
        Some(_) => format!("the {}", experiment.subject.words.maker),
        None => routine.name.clone(),
    }
}

/// The routine as titles say it, "seven riffles", or what made the subjects that were read.
pub(super) fn done(record: &Record, routine: &Routine) -> String {
    match record.experiment.source {
        Some(_) => name(&record.experiment, routine),
        None => spoken::named(&routine.name, &record.letters),
    }
}

/// The routine, or what made the subjects that were read, where the subjects themselves are named beside it.
pub(super) fn this(experiment: &Experiment, routine: &Routine) -> String {
    let maker = &experiment.subject.words.maker;
    match &experiment.source {
        Some(_) => format!("this {}", maker.split(' ').next().unwrap_or(maker)),
        None => routine.name.clone(),
    }
}

/// The subject of the small table, at its head.
pub(super) fn in_one(experiment: &Experiment) -> String {
    match (is_single(experiment), experiment.trials) {
        (true, 1) => format!("in this {}", unit(experiment, 1)),
        (true, orders) => format!("in these {}", unit(experiment, orders)),
        (false, _) => format!("in a {}", unit(experiment, 1)),
    }
}

/// The things that may be too few to say anything: what a single subject holds, or subjects.
pub(super) fn lacking(experiment: &Experiment) -> &str {
    let words = &experiment.subject.words;
    if is_single(experiment) {
        &words.read
    } else {
        &words.several
    }
}

/// Returns true if those that were read are all that there are, as a single order is.
pub(super) fn is_single(experiment: &Experiment) -> bool {
    experiment.subject.single
}
