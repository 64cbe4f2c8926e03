//! The ruler of total variation: each routine whose distance from a fair shuffle is known exactly, between a new deck and a
//! fair one, beside shuffles that everybody knows.

use super::super::chart::{Axis, Key, Picture, Piece, Rows, Swatch};
use super::super::glance::{from_fair, ours};
use super::super::sections::in_order;
use super::super::spoken;
use super::ruler::NAME;
use super::{Judged, named};
use record::Record;
use record::answers::Found;
use text::names::short;
use text::sorting;

/// As wide as a phone, where its text must be read; pages enlarge it.
const WIDE: f64 = 360.0;

/// More rows are no ruler.
const MOST: usize = 24;

/// The right end: what is nearer to fair lies on it.
const FAIR_WITHIN: f64 = 1e-3;

/// A deck within this of fair is near it.
const NEAR: f64 = 0.25;

/// A routine on the scale.
struct Placed {
    /// What it is.
    name: String,
    /// The same within a sentence.
    done: String,
    value: f64,
    words: String,
    /// True if the answer of the record names it.
    named: bool,
}

pub(super) fn pictures(record: &Record) -> Vec<Judged> {
    // Where it names what an opponent calls, that is what the answer is about.
    let of_distance = record
        .named
        .iter()
        .any(|named| named.figure.starts_with("total_variation"));
    if record.distances.is_empty() || !of_distance {
        return Vec::new();
    }
    let mut placed: Vec<Placed> = of_routines(record).chain(of_answers(record)).collect();
    placed.retain(|one| one.value > 0.0);
    if placed.is_empty() || placed.len() > MOST {
        return Vec::new();
    }
    sorting::by(&mut placed, |a, b| b.value.total_cmp(&a.value));
    let names: Vec<String> = placed.iter().map(|one| one.name.clone()).collect();
    let ends: Vec<String> = placed.iter().map(|one| one.words.clone()).collect();
    let axis = Axis::log("total variation from fair", FAIR_WITHIN, 1.0).falling();
    let known = record.distances.iter();
    let known = known.map(|one| (one.name.clone(), one.total_variation.max(FAIR_WITHIN)));
    let ends_of_scale = [("new deck", 1.0), ("fair", FAIR_WITHIN)];
    let [new, fair] = ends_of_scale.map(|(name, value)| (name.to_owned(), value));
    let mut marks: Vec<(String, f64)> = known.collect();
    sorting::by(&mut marks, |a, b| b.1.total_cmp(&a.1));
    marks.insert(0, new);
    marks.push(fair);
    let mut rows = Rows::new(WIDE, axis, &names).ends(&ends).marks(&marks);
    rows.band("near", NEAR, FAIR_WITHIN, "within a quarter of fair");
    for (row, one) in placed.iter().enumerate() {
        let (at, says) = (
            one.value.max(FAIR_WITHIN),
            format!("{}: {}", one.name, one.words),
        );
        let piece = Piece {
            from: 1.0,
            to: at,
            class: "seen",
            says: says.clone(),
        };
        rows.pieces(row, &[piece]);
        rows.dot("s0", row, at, &says);
    }
    let picture = Picture {
        quiet: false,
        name: NAME,
        title: title(&placed),
        about: "From a new deck to a fair one, over all orders, on a log scale: each step to the right divides what is left by as much. \
                All values are exact."
            .to_owned(),
        legend: vec![
            Key { class: "s0", swatch: Swatch::Dot, means: "exact".to_owned() },
            Key { class: "band near", swatch: Swatch::Area, means: format!("within {NEAR} of fair") },
        ],
        panels: vec![rows.panel("", &format!("Total variation of {} routines.", placed.len()))],
    };
    vec![Judged {
        picture,
        shows: None,
    }]
}

fn of_routines(record: &Record) -> impl Iterator<Item = Placed> {
    let named = named::routines(record, "total_variation");
    let known = ours(record).into_iter().filter_map(|routine| {
        let distance = routine.total_variation.as_ref()?;
        Some((routine, distance, distance.exact?))
    });
    known.map(move |(routine, distance, value)| Placed {
        name: routine.name.clone(),
        done: spoken::named(&routine.name, &record.letters),
        value,
        words: from_fair(distance),
        named: named.iter().any(|one| one.name == routine.name),
    })
}

fn of_answers(record: &Record) -> impl Iterator<Item = Placed> {
    in_order(record)
        .into_iter()
        .filter_map(move |(name, answer)| {
            let Found::Distance(found) = &answer.found else {
                return None;
            };
            let value = found.total_variation.as_ref()?.value;
            let routine = answer.routine.as_deref().unwrap_or(name);
            let done = spoken::words(routine, &answer.letters);
            let is_named = |named: &record::Named| named.answer.as_deref() == Some(name);
            (answer.deck == Some(record.experiment.deck)).then(|| Placed {
                name: name.to_owned(),
                done: done.unwrap_or_else(|| routine.to_owned()),
                value,
                words: if value > 0.999 {
                    "over 0.999".to_owned()
                } else {
                    short(value, 2)
                },
                named: record.named.iter().any(is_named),
            })
        })
}

/// The distance of what the answer names, the nearest last; of no more than a title can hold.
fn title(placed: &[Placed]) -> String {
    let asked: Vec<&Placed> = placed.iter().filter(|one| one.named).collect();
    let mut told: Vec<&Placed> = match asked.len() {
        0 => placed.iter().collect(),
        _ => asked,
    };
    if told.len() > named::MOST {
        // The farthest, the nearest, and the first within a quarter.
        let near = told.iter().position(|one| one.value < NEAR).unwrap_or(0);
        let mut kept = vec![0, near, told.len() - 1];
        kept.dedup();
        told = kept.into_iter().map(|at| told[at]).collect();
    }
    let each = told.iter().enumerate().map(|(at, one)| {
        let fair = if at == 0 { " from fair" } else { "" };
        format!("{}{fair} after {}", one.words, one.done)
    });
    format!("The order is {}.", each.collect::<Vec<_>>().join(", "))
}
