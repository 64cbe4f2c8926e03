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
mod named;
mod orders;
mod ruler;
mod scale;
mod stakes;
mod symbols;
mod uniform;
mod verdicts;
mod view_cells;
mod windows;

use super::chart::Picture;
use super::glance::ours;
use super::sections::in_order;
use super::spoken;
use record::calibration::Calibration;
use record::{Record, Routine};
use std::collections::BTreeMap;
use text::sorting;

pub(super) use answers::pictures as of_answers;
pub(super) use moved::of_comparison;
pub(super) use ruler::NAME as RULER;
pub(super) use scale::line as scale_line;
pub use verdicts::Shows;
use verdicts::Verdicts;
pub(super) use windows::of_watch;

/// The kinds, in the order in which a page shows them. A kind gives no picture of a record that has nothing for it.
const KINDS: &[fn(&Record) -> Vec<Judged>] = &[
    ruler::pictures,
    scale::pictures,
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
    stakes::pictures,
    orders::pictures,
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

/// All pictures of a record: those of what its answer names lead, in its order, then all others; those that show nothing
/// beyond chance come last.
pub(super) fn pictures(record: &Record) -> Vec<Picture> {
    let all_answers = record.answers.values();
    let asked = all_answers
        .clone()
        .filter_map(|answer| answer.routine.as_deref());
    let names = record.routines.iter().map(|of| of.name.as_str());
    let names: Vec<&str> = names.chain(asked).collect();
    let mut letters = record.letters.clone();
    letters.extend(all_answers.flat_map(|answer| answer.letters.clone()));
    let of_runs = KINDS.iter().flat_map(|kind| kind(record)).map(|of| {
        let verdicts = of.shows.as_ref().map(|shows| shows.verdicts(record));
        let quiet = verdicts.as_ref().is_some_and(Verdicts::is_quiet);
        // Where something fails, what is only suspicious comes after it.
        let unsure = verdicts.is_some_and(|verdicts| verdicts.failing.is_empty());
        let quantity = match (of.picture.name, &of.shows) {
            ("best", _) => "duplicates.best",
            // The cells that are counted come before how many there are.
            ("cells", _) => "duplicates",
            (_, Some(shows)) => shows.statistic.as_str(),
            (_, None) => "total_variation",
        };
        let mut place = named::place(record, quantity).unwrap_or(usize::MAX);
        // A share of replicates is another quantity than what it is counted by.
        if quantity == "duplicates" && named::place(record, "duplicates.best") == Some(place) {
            place = usize::MAX - 1;
        }
        let open = spoken::unexplained(&of.picture.title, &names, &letters);
        let about = match open {
            Some(letters) => format!("{}\n{}", of.picture.about, letters.trim()),
            None => of.picture.about,
        };
        // What the answer speaks of first is seen even where it is as fair ones have it.
        let quiet = (quiet && place > 0) || of.picture.quiet;
        let picture = Picture {
            quiet,
            about,
            ..of.picture
        };
        ((place, unsure), picture)
    });
    let mut of_runs: Vec<((usize, bool), Picture)> = of_runs.collect();
    let mut answers = in_order(record);
    let named = |name: &str| {
        let mut all = record.named.iter();
        all.position(|named| named.answer.as_deref() == Some(name))
    };
    let place = answers.iter().filter_map(|(name, _)| named(name)).min();
    let place = place.unwrap_or(usize::MAX);
    // What the answer speaks of comes first, in its order.
    sorting::by_key(&mut answers, |(name, _)| named(name).unwrap_or(usize::MAX));
    let mut drawn = of_answers(&answers);
    answers::ring(&mut drawn, record, &answers);
    of_runs.extend(drawn.into_iter().map(|of| ((place, false), of)));
    sorting::by_key(&mut of_runs, |(place, picture)| (picture.quiet, *place));
    of_runs.into_iter().map(|(_, picture)| picture).collect()
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
        (440.0, 200.0)
    }
}

/// The name of a routine under its picture, in words; no two of a record have the same one.
fn label(record: &Record, routine: &Routine) -> String {
    /// Characters of a meaning that tells two letters of the same words apart.
    const LONG: usize = 60;
    if routine.control {
        return "fair (control)".to_owned();
    }
    if record.experiment.source.is_some() {
        return spoken::label(&routine.name, &BTreeMap::new());
    }
    let of = |name: &str| spoken::label(name, &record.letters);
    let label = of(&routine.name);
    let mut others = record.routines.iter();
    let twice = others
        .any(|other| other.name != routine.name && !other.control && (of(&other.name) == label));
    if !twice {
        return label;
    }
    let meaning = record.letters.get(&routine.name);
    match meaning.filter(|meaning| meaning.chars().count() <= LONG) {
        Some(meaning) => meaning.clone(),
        None => format!("{label} ({})", routine.name),
    }
}

/// The names of routines beside their rows.
fn labels<'a>(record: &Record, routines: impl IntoIterator<Item = &'a Routine>) -> Vec<String> {
    let routines = routines.into_iter();
    routines.map(|routine| label(record, routine)).collect()
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
    use std::path::{Path, PathBuf};

    /// All `record.json` below a folder.
    fn records(folder: &Path, found: &mut Vec<PathBuf>) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                records(&path, found);
            } else if path.ends_with("record.json") {
                found.push(path);
            }
        }
    }

    /// A title says routines in words, or its picture explains their letters.
    #[test]
    fn no_title_leaves_letters_unexplained() {
        let mut files = Vec::new();
        records(
            &Path::new(env!("CARGO_MANIFEST_DIR")).join("../../results"),
            &mut files,
        );
        let (mut seen, mut wrong) = (0, Vec::new());
        for file in &files {
            let text = std::fs::read_to_string(file).unwrap();
            // The record of a calibration is of another kind.
            let Ok(record) = serde_json::from_str::<Record>(&text) else {
                continue;
            };
            let answers = record.answers.values();
            let named = answers
                .clone()
                .filter_map(|answer| answer.routine.as_deref());
            let routines = record.routines.iter().map(|routine| routine.name.as_str());
            let names: Vec<&str> = routines.chain(named).collect();
            let mut letters: BTreeMap<String, String> = record.letters.clone();
            letters.extend(answers.flat_map(|answer| answer.letters.clone()));
            for picture in pictures(&record) {
                seen += 1;
                let Some(open) = spoken::unexplained(&picture.title, &names, &letters) else {
                    continue;
                };
                let open = open.trim().trim_end_matches('.').split("; ");
                let open = open.filter(|meaning| {
                    !picture
                        .about
                        .contains(&meaning.chars().take(60).collect::<String>())
                });
                wrong.extend(
                    open.map(|meaning| format!("{}: {}: {meaning}", file.display(), picture.title)),
                );
            }
        }
        assert!(seen > 200, "{seen} pictures");
        assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
    }

    #[test]
    fn shares_are_said_as_one_says_them() {
        assert_eq!(of_decks(0.1255, "deck", "decks"), "one deck in 8");
        assert_eq!(of_decks(0.0, "deck", "decks"), "no deck");
        assert_eq!(of_decks(0.4, "deck", "decks"), "40.0% of decks");
    }
}
