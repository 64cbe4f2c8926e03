//! What reports call the subjects of a record.

use crate::names::grouped;
use crate::record::{Experiment, Routine};

/// `1,200 decks`, `1 deck`; of a sequence, draws.
pub(super) fn counted(experiment: &Experiment, number: u64) -> String {
    format!("{} {}", grouped(number), unit(experiment, number))
}

/// `decks`, or `draws`; `deck`, or `draw`, for one.
pub fn unit(experiment: &Experiment, number: u64) -> &'static str {
    match (is_sequence(experiment), number) {
        (true, 1) => "draw",
        (true, _) => "draws",
        (false, 1) => "deck",
        (false, _) => "decks",
    }
}

/// The things that were read, at the beginning of a sentence.
pub(super) fn subjects(experiment: &Experiment) -> &'static str {
    match (is_sequence(experiment), &experiment.view) {
        (true, _) => "Draws",
        (false, Some(_)) => "Hands",
        (false, None) => "Decks",
    }
}

/// `52 cards`, also as they are seen; of a sequence, its symbols.
pub(super) fn size(experiment: &Experiment) -> String {
    let size = experiment.deck;
    match (is_sequence(experiment), &experiment.view) {
        (true, _) => format!("{size} symbols"),
        (false, Some(view)) => format!("{size} cards ({view})"),
        (false, None) => format!("{size} cards"),
    }
}

/// `a fair shuffle of 52 cards`
pub(super) fn fair(experiment: &Experiment) -> String {
    let what = if is_sequence(experiment) {
        "source"
    } else {
        "shuffle"
    };
    format!("a fair {what} of {}", size(experiment))
}

/// What is not looked at, since it is not defined on such subjects: `None` for whole decks.
pub(super) fn undefined(experiment: &Experiment) -> Option<&'static str> {
    match (is_sequence(experiment), &experiment.view) {
        (true, _) => {
            Some("Statistics of decks are not defined on draws (colddeck list statistics)")
        }
        (false, Some(_)) => {
            Some("Statistics of whole decks are not defined on hands (colddeck list statistics)")
        }
        (false, None) => None,
    }
}

/// The routine, or what made the subjects that were read.
pub(super) fn name(experiment: &Experiment, routine: &Routine) -> String {
    let what = match (is_sequence(experiment), &experiment.view) {
        (true, _) => "source of these draws",
        (false, Some(_)) => "shuffle that made these hands",
        (false, None) => "shuffle that made these decks",
    };
    match &experiment.source {
        Some(_) => format!("the {what}"),
        None => routine.name.clone(),
    }
}

pub(super) fn is_sequence(experiment: &Experiment) -> bool {
    experiment.weights.is_some()
}
