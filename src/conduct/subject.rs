//! A subject of judgement: decks that were counted, and the facts that are known of them.

use crate::simulate::Counts;
use crate::spec::{CONTROL, Experiment, Origin};
use crate::theory::Known;

/// Decks that were counted, and the facts that are known of them.
#[derive(Debug, Clone, Copy)]
pub(super) struct Subject<'a> {
    /// Its name in the record.
    pub name: &'a str,
    /// Whether it is the control group.
    pub control: bool,
    /// The facts that are known of its shuffle, if any are.
    pub known: Option<&'a Known>,
    /// Its counts.
    pub counts: &'a Counts,
}

/// Lists the subjects of an experiment, the control last: first `decks`, which came from outside, if any
/// did; then the simulated jobs, with their `known` facts and their `counts`, both in the order of
/// [`jobs`](super::jobs()).
pub(super) fn subjects<'a>(
    experiment: &'a Experiment<'_>,
    decks: Option<&'a Counts>,
    known: &'a [Known],
    counts: &'a [Counts],
) -> Vec<Subject<'a>> {
    let outside = decks.map(|counts| Subject {
        name: match experiment.origin {
            Origin::Closure(_) => "shuffle",
            Origin::Routines(_) | Origin::Stream { .. } | Origin::Program { .. } => "decks",
        },
        control: false,
        known: None,
        counts,
    });
    let routines = experiment.routines().iter();
    let names = routines.map(|routine| (routine.name(), false));
    let simulated = names.chain([(CONTROL, true)]).zip(known.iter().zip(counts));
    let simulated = simulated.map(|((name, control), (known, counts))| Subject {
        name,
        control,
        known: Some(known),
        counts,
    });
    outside.into_iter().chain(simulated).collect()
}
