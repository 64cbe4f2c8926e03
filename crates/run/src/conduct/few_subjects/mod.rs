//! Bad ways of making a few hands, deals or draws that these would have shown: looked up in a table that was simulated
//! beforehand.
//!
//! The order before a deal, and what made draws, are seldom known, so that nothing can be simulated for the very
//! subjects at hand as it is for few whole decks. But how many of the usual subjects it takes to catch some bad ways
//! of making them is known beforehand: `table.txt` has, for each kind of subject, each way and the fewest subjects, of
//! the numbers tried, at which at least ninety of a hundred simulated runs fail it, judged by the standard suite at the
//! usual error level. A line tells of nothing but what was simulated: other cards, types, weights, statistics or levels
//! have none. The ignored test `the_table_is_what_simulation_gives` makes the table anew.

use crate::spec::{DEFAULT_ALPHA, Experiment, Stop};
use deck::subject::{Told, View, Weights};
use record::Beforehand;
use statistic::{Design, Probe, Suite};

/// A line for each kind of subject and way of making it: the subject, the way, how often in a row it is done (`-` where
/// that makes no sense), and the fewest subjects that show it (`-` where [`MOST`] do not).
const TABLE: &str = include_str!("table.txt");

/// Subjects beyond this number were not tried: nothing is said of more.
const MOST: u64 = 5_000;

/// The columns of a line.
const BETWEEN: &str = " | ";

/// Says how many subjects of this kind show each way of making them badly; nothing where none was simulated, or where
/// they are more than were tried.
pub(super) fn beforehand(experiment: &Experiment<'_>, design: &Design) -> Vec<Beforehand> {
    let as_simulated = !experiment.origin.is_simulated()
        && experiment.stop == Stop::Fixed
        && experiment.alpha.to_bits() == DEFAULT_ALPHA.to_bits()
        && design.replicates == 1
        && design.trials <= MOST;
    let Some(subject) = named(experiment).filter(|_| as_simulated) else {
        return Vec::new();
    };
    let standard = experiment.subject.probes(Suite::Standard, design);
    let names = |probes: &[Probe]| -> Vec<String> {
        probes.iter().map(|probe| probe.name().to_owned()).collect()
    };
    if standard.map_or(true, |probes| {
        names(&probes) != names(&experiment.statistics)
    }) {
        return Vec::new();
    }
    lines(TABLE)
        .filter_map(|line| (line.0 == subject).then_some(line.1))
        .collect()
}

/// The lines of a table: each with its subject.
fn lines(table: &str) -> impl Iterator<Item = (&str, Beforehand)> {
    table.lines().filter_map(|line| {
        let mut columns = line.split(BETWEEN);
        let (subject, way) = (columns.next()?, columns.next()?);
        let (times, needed) = (columns.next()?, columns.next()?);
        let found = Beforehand {
            way: way.to_owned(),
            times: times.parse().ok(),
            needed: needed.parse().ok(),
            tried_up_to: MOST,
        };
        Some((subject, found))
    })
}

/// The name of what is tested, as the table has it.
fn named(experiment: &Experiment<'_>) -> Option<String> {
    let subject = &experiment.subject;
    match (subject.view(), subject.weights()) {
        (Some(view), _) => of_view(view, experiment.design.size),
        (None, Some(weights)) => Some(of_weights(weights)),
        (None, None) => None,
    }
}

/// The name of a view of decks of so many cards; `None` if cards are of types.
fn of_view(view: &View, cards: usize) -> Option<String> {
    let told = match (view.told, &view.classes) {
        (Told::Places, None) => "",
        (Told::Playing, None) => " of playing cards",
        _ => return None,
    };
    Some(format!("{cards} {}{told}", view.shape))
}

/// The name of draws with these weights, in lowest terms.
fn of_weights(weights: &Weights) -> String {
    let lowest = weights.lowest();
    let lowest: Vec<String> = lowest.iter().map(u32::to_string).collect();
    lowest.join(":")
}

#[cfg(test)]
mod tests;
#[cfg(test)]
mod ways;
