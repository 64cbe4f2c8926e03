//! The ruler of total variation: each routine whose distance from a fair shuffle is known exactly, between a new deck and a
//! fair one, beside shuffles that everybody knows.

use super::super::chart::{Axis, Key, Picture, Piece, Rows, Swatch};
use super::super::glance::{from_fair, ours};
use super::super::line::Line;
use super::super::sections::in_order;
use super::super::spoken;
use super::ruler::NAME;
use super::{Judged, label, named};
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

/// Values that differ by less are one.
const SAME: f64 = 1e-9;

/// A deck within this of fair is near it.
const NEAR: f64 = 0.25;

/// The distance from fair that a sentence speaks of: "within a half of ideal", "within 0.25 of fair".
fn limit(sentence: &str) -> Option<f64> {
    let (_, rest) = sentence.split_once("within ")?;
    let limit = match rest {
        rest if rest.starts_with("a half") => 0.5,
        rest if rest.starts_with("a quarter") => 0.25,
        rest => {
            let end = rest.find(|c: char| !c.is_ascii_digit() && c != '.');
            rest[..end.unwrap_or(rest.len())].parse().ok()?
        }
    };
    (FAIR_WITHIN < limit && limit < 1.0).then_some(limit)
}

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
    let placed = placed(record);
    if placed.is_empty() || placed.len() > MOST {
        return Vec::new();
    }
    vec![drawn(record, &placed)]
}

/// The ruler of the only routine whose distance the answer names, as a line of so many characters, and the meaning of its
/// signs; `None` if the answer names several.
pub(crate) fn line(record: &Record, columns: usize) -> Option<[String; 2]> {
    let placed = placed(record);
    let mut named = placed.iter().filter(|one| one.named);
    let (Some(one), None) = (named.next(), named.next()) else {
        return None;
    };
    let mut line = Line::new(columns, (1.0, FAIR_WITHIN))?;
    let near = near(record);
    line.limit(near);
    line.point(one.value);
    let marks = marks(record);
    line.names(marks.iter().map(|(name, value)| (name.as_str(), *value)));
    Some([
        line.drawn(),
        format!(
            "● {}: {} from fair in total variation, on a log scale; right of ┆: within {near}",
            one.name, one.words
        ),
    ])
}

/// The distance within which the answer calls a deck near fair.
fn near(record: &Record) -> f64 {
    limit(record.finding.as_deref().unwrap_or_default()).unwrap_or(NEAR)
}

/// Shuffles that everybody knows, the farthest from fair first.
fn marks(record: &Record) -> Vec<(String, f64)> {
    let known = record.distances.iter();
    let known = known.map(|one| (one.name.clone(), one.total_variation.max(FAIR_WITHIN)));
    let mut marks: Vec<(String, f64)> = known.collect();
    sorting::by(&mut marks, |a, b| b.1.total_cmp(&a.1));
    marks
}

/// The routines on the ruler; none where the answer names no distance.
fn placed(record: &Record) -> Vec<Placed> {
    // Where it names what an opponent calls, that is what the answer is about.
    let of_distance = record
        .named
        .iter()
        .any(|named| named.figure.starts_with("total_variation"));
    if record.distances.is_empty() || !of_distance {
        return Vec::new();
    }
    let mut placed: Vec<Placed> = of_routines(record).collect();
    for one in of_answers(record) {
        // The same shuffle asked about in another way is no second row.
        let same =
            |known: &&mut Placed| known.done == one.done && (known.value - one.value).abs() < SAME;
        match placed.iter_mut().find(same) {
            Some(known) => known.named |= one.named,
            None => placed.push(one),
        }
    }
    placed.retain(|one| one.value > 0.0);
    sorting::by(&mut placed, |a, b| b.value.total_cmp(&a.value));
    placed
}

fn drawn(record: &Record, placed: &[Placed]) -> Judged {
    let names: Vec<String> = placed.iter().map(|one| one.name.clone()).collect();
    let ends: Vec<String> = placed.iter().map(|one| one.words.clone()).collect();
    let title_of_axis = "total variation from fair: 1 new deck, 0 fair";
    let axis = Axis::log(title_of_axis, FAIR_WITHIN, 1.0).falling();
    let near = near(record);
    let ends_of_scale = [("new deck", 1.0), ("fair", FAIR_WITHIN)];
    let [new, fair] = ends_of_scale.map(|(name, value)| (name.to_owned(), value));
    let mut marks = marks(record);
    marks.insert(0, new);
    marks.push(fair);
    let mut rows = Rows::new(WIDE, axis, &names).ends(&ends).marks(&marks);
    rows.band("near", near, FAIR_WITHIN, &format!("within {near} of fair"));
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
        title: title(placed, near),
        about: "From a new deck to a fair one, over all orders, on a log scale: each step to the right divides what is left by as much. \
                All values are exact."
            .to_owned(),
        legend: vec![
            Key { class: "s0", swatch: Swatch::Dot, means: "exact".to_owned() },
            Key { class: "band near", swatch: Swatch::Area, means: format!("within {near} of fair") },
        ],
        panels: vec![rows.panel("", &format!("Total variation of {} routines.", placed.len()))],
    };
    Judged {
        picture,
        shows: None,
    }
}

fn of_routines(record: &Record) -> impl Iterator<Item = Placed> {
    let named = named::routines(record, "total_variation");
    let known = ours(record).into_iter().filter_map(|routine| {
        let distance = routine.total_variation.as_ref()?;
        Some((routine, distance, distance.exact?))
    });
    known.map(move |(routine, distance, value)| Placed {
        name: label(record, routine),
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
                name: match &done {
                    Some(_) => spoken::label(routine, &answer.letters),
                    None => name.replace('-', " "),
                },
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
fn title(placed: &[Placed], within: f64) -> String {
    let asked: Vec<&Placed> = placed.iter().filter(|one| one.named).collect();
    let mut told: Vec<&Placed> = match asked.len() {
        0 => placed.iter().collect(),
        _ => asked,
    };
    if told.len() > named::MOST {
        // The farthest, the nearest, and the first within a quarter.
        let near = told.iter().position(|one| one.value < within).unwrap_or(0);
        let mut kept = vec![0, near, told.len() - 1];
        kept.dedup();
        told = kept.into_iter().map(|at| told[at]).collect();
    }
    if let [one] = told.as_slice() {
        return format!(
            "The order is {} from fair after {}, on a scale from 0 to 1.",
            one.words, one.done
        );
    }
    let each = told.iter().enumerate().map(|(at, one)| {
        let fair = if at == 0 { " from fair" } else { "" };
        format!("{}{fair} after {}", one.words, one.done)
    });
    format!("The order is {}.", each.collect::<Vec<_>>().join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_band_is_what_the_answer_speaks_of() {
        let near = |sentence: &str, value: f64| {
            limit(sentence).is_some_and(|limit| (limit - value).abs() < 1e-12)
        };
        assert!(near("At least seven, to come within a half of ideal.", 0.5));
        assert!(near(
            "Fifty are the fewest within a quarter of ideal.",
            0.25
        ));
        assert!(near("It takes 19 to come within 0.1 of fair.", 0.1));
        assert_eq!(limit("Five mashes within 15 seconds."), None);
        assert_eq!(limit("No such thing."), None);
    }
}
