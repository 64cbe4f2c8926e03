//! A group that is judged: decks that were counted, and the facts that are known of them.

use crate::spec::{CONTROL, Experiment};
use deck::Lines;
use engine::simulate::Counts;
use laws::known::Known;

/// Decks that were counted, and the facts that are known of them.
#[derive(Debug, Clone, Copy)]
pub(super) struct Group<'a> {
    /// Its name in the record.
    pub name: &'a str,
    /// True if it is the control group.
    pub control: bool,
    /// The facts that are known of its shuffle, if any are.
    pub known: Option<&'a Known>,
    /// Its counts.
    pub counts: &'a Counts,
    /// The lines of the file that it stands on, if it comes from one with lines.
    pub lines: Option<&'a Lines>,
}

/// Lists the subjects of an experiment, the control last: first `decks`, which came from outside, if any
/// did, with their lines; then the simulated jobs, with their `known` facts and their `counts`, both in the order of
/// [`jobs`](super::jobs()).
pub(super) fn groups<'a>(
    experiment: &'a Experiment<'_>,
    decks: Option<(&'a Counts, Option<&'a Lines>)>,
    known: &'a [Known],
    counts: &'a [Counts],
) -> Vec<Group<'a>> {
    let outside = decks.map(|(counts, lines)| Group {
        name: match experiment.origin.as_closure() {
            Some(_) => "shuffle",
            None => experiment.subject.group(),
        },
        control: false,
        known: None,
        counts,
        lines,
    });
    let names = experiment.simulated().into_iter().map(|name| (name, false));
    let simulated = names.chain([(CONTROL, true)]).zip(known.iter().zip(counts));
    let simulated = simulated.map(|((name, control), (known, counts))| Group {
        name,
        control,
        known: Some(known),
        counts,
        lines: None,
    });
    outside.into_iter().chain(simulated).collect()
}
