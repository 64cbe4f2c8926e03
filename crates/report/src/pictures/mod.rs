//! The pictures of a record, a file for each kind. Each says one thing, and its title is that, in a sentence.

mod answers;
mod best;
mod calls;
mod caught;
mod cells;
mod counted_cells;
mod distance;
mod drift;
mod duplicates;
mod groups;
mod heat_map;
mod law;
mod moved;
mod ruler;
mod symbols;
mod uniform;
mod verdicts;
mod view_cells;

use super::chart::Picture;
use super::glance::ours;
use super::sections::in_order;
use record::calibration::Calibration;
use record::{Record, Routine};

pub(super) use answers::pictures as of_answers;
pub(super) use moved::of_comparison;
pub(super) use ruler::NAME as RULER;
pub use verdicts::Shows;

/// The kinds, in the order in which a page shows them. A kind gives no picture of a record that has nothing for it.
const KINDS: &[fn(&Record) -> Vec<Judged>] = &[
    ruler::pictures,
    heat_map::pictures,
    law::pictures,
    counted_cells::pictures,
    duplicates::pictures,
    best::pictures,
    calls::pictures,
    distance::pictures,
    drift::pictures,
    groups::pictures,
    view_cells::pictures,
    symbols::pictures,
];

/// A picture of what a run found, and the tests that its title must not contradict; `None` for one of proved figures
/// alone, which no test judges.
struct Judged {
    picture: Picture,
    shows: Option<Shows>,
}

impl Judged {
    fn by(shows: Shows, picture: Picture) -> Self {
        Self {
            picture,
            shows: Some(shows),
        }
    }
}

/// The titles of the pictures of a run, each with the tests that it follows.
pub fn titles(record: &Record) -> Vec<(String, Option<Shows>)> {
    let all = KINDS.iter().flat_map(|kind| kind(record));
    all.map(|of| (of.picture.title, of.shows)).collect()
}

/// All pictures of a record.
pub(super) fn pictures(record: &Record) -> Vec<Picture> {
    let answers = in_order(record);
    let of_runs = KINDS.iter().flat_map(|kind| kind(record));
    let of_runs = of_runs.map(|of| Picture {
        quiet: of
            .shows
            .is_some_and(|shows| shows.verdicts(record).is_quiet()),
        ..of.picture
    });
    // Findings lead; what shows nothing beyond chance comes last.
    let all = of_runs.chain(of_answers(&answers));
    let (quiet, telling): (Vec<_>, Vec<_>) = all.partition(|picture| picture.quiet);
    telling.into_iter().chain(quiet).collect()
}

/// The pictures of a calibration.
pub(super) fn of_calibration(found: &Calibration) -> Vec<Picture> {
    let uniform = uniform::pictures(found).into_iter();
    uniform.chain(caught::pictures(found)).collect()
}

/// The routines that pictures show, each with its place in the record: what was asked, and beside it the ideal control
/// where there is room and no ideal shuffle was asked for.
fn shown(record: &Record) -> Vec<(usize, &Routine)> {
    let asked = ours(record);
    let room = asked.len() <= FEW && !asked.iter().any(|routine| is_fair(routine));
    let routines = record.routines.iter().enumerate();
    routines
        .filter(|(_, routine)| !routine.control || room)
        .collect()
}

/// Returns true if it is known to give every order equally often.
pub(super) fn is_fair(routine: &Routine) -> bool {
    let distance = routine.total_variation.as_ref();
    routine.control || distance.is_some_and(|distance| distance.most() <= 0.0)
}

/// The number of routines up to which there is room for the control beside them.
const FEW: usize = 5;

/// The width of a panel of which four stand side by side on a page, and two below it on a phone's.
const WIDE: f64 = 250.0;

/// The size of each of so many panels: one by itself has the width of a column.
fn size(panels: usize) -> (f64, f64) {
    if panels > 1 {
        (WIDE, 170.0)
    } else {
        (440.0, 220.0)
    }
}

/// The name of a routine under its picture.
fn label(routine: &Routine) -> String {
    if routine.control {
        "fair (control)".to_owned()
    } else {
        routine.name.clone()
    }
}

/// Some `most` of `many` places, from the first to the last.
fn thinned(many: usize, most: usize) -> impl Iterator<Item = usize> {
    let every = many.div_ceil(most.max(1)).max(1);
    let last = many.saturating_sub(1);
    let before = (0..last).step_by(every);
    before.chain((many > 0).then_some(last))
}

/// A share in words: "one deck in 8", "40.0% of decks".
fn of_decks(share: f64, unit: &str, units: &str) -> String {
    /// Departure from one in a whole number that words may pass over.
    const NEAR: f64 = 0.02;
    if share <= 0.0 {
        return format!("no {unit}");
    }
    let one_in = 1.0 / share;
    let whole = one_in.round();
    if (2.0..=20.0).contains(&whole) && (one_in / whole - 1.0).abs() < NEAR {
        return format!("one {unit} in {whole}");
    }
    format!("{} of {units}", text::names::percent(share))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_said_as_one_says_them() {
        assert_eq!(of_decks(0.1255, "deck", "decks"), "one deck in 8");
        assert_eq!(of_decks(0.0, "deck", "decks"), "no deck");
        assert_eq!(of_decks(0.4, "deck", "decks"), "40.0% of decks");
    }
}
