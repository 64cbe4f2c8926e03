//! The pictures of answers: of questions asked one by one, and of those that stand in a record.
//!
//! Answers to the same question are one picture, with lines, rows or panels for each.

mod adaptive;
mod advice;
mod bags;
mod coins;
mod cube;
mod cycle_cuts;
mod cycle_decks;
mod cycles;
mod dice;
mod duplicates;
mod enough;
mod fall;
mod games;
mod growth;
mod hitting;
mod law;
mod luck;
mod null;
mod orders;
mod piles;
mod positions;
mod power;
mod quantities;
mod rising;
mod seen;
mod shelves;
mod socks;
mod waits;
mod words;

use super::super::chart::{Axis, Mark, Picture, Plot};
use record::Record;
use record::answers::{Answer, Found};
use words::{MOST_WORDS, brief, spaced};

/// The kinds, in the order in which a page shows them.
const KINDS: &[Kind] = &[
    fall::pictures,
    seen::pictures,
    shelves::pictures,
    enough::pictures,
    growth::pictures,
    advice::pictures,
    positions::pictures,
    quantities::pictures,
    luck::pictures,
    power::pictures,
    hitting::pictures,
    cycles::pictures,
    cycle_cuts::pictures,
    cycle_decks::pictures,
    orders::pictures,
    rising::pictures,
    null::pictures,
    duplicates::pictures,
    piles::pictures,
    games::pictures,
    bags::pictures,
    adaptive::pictures,
    coins::pictures,
    dice::pictures,
    waits::pictures,
    socks::pictures,
    cube::pictures,
];

/// A kind of pictures: none where no answer has what it shows.
type Kind = fn(&[Named<'_>]) -> Vec<Picture>;

/// An answer and its name in a record; the name is empty where it stands by itself.
type Named<'a> = (&'a str, &'a Answer);

/// All pictures of `answers`: each by its name in a record, or by an empty one.
pub(crate) fn pictures(answers: &[Named<'_>]) -> Vec<Picture> {
    KINDS.iter().flat_map(|kind| kind(answers)).collect()
}

/// Marks in the pictures of `answers` what the answer of a record speaks of.
pub(super) fn ring(drawn: &mut [Picture], record: &Record, answers: &[Named<'_>]) {
    positions::ring(drawn, record, answers);
}

/// An answer whose findings are of one kind.
struct Of<'a, T> {
    name: &'a str,
    answer: &'a Answer,
    found: &'a T,
}

/// The answers of one kind.
fn picked<'a, T>(answers: &[Named<'a>], pick: fn(&Found) -> Option<&T>) -> Vec<Of<'a, T>> {
    let found = answers.iter().filter_map(|&(name, answer)| {
        let found = pick(&answer.found)?;
        Some(Of {
            name,
            answer,
            found,
        })
    });
    found.collect()
}

/// Picks the answers to the question `$Kind`.
macro_rules! of {
    ($answers:expr, $Kind:ident) => {
        $crate::pictures::answers::picked($answers, |found| match found {
            record::answers::Found::$Kind(found) => Some(found),
            _ => None,
        })
    };
}
use of;

impl<T> Of<'_, T> {
    /// Cards in a deck.
    fn cards(&self) -> usize {
        self.answer.deck.unwrap_or_default()
    }

    /// The answer beside others of its kind: "of twenty: one riffle", or the routine alone where its words hold the name.
    fn label(&self) -> String {
        let routine = self.answer.routine.as_deref().unwrap_or_default();
        let words = crate::spoken::words(routine, &self.answer.letters);
        // Of many marks each says it.
        let words = words.filter(|words| words.len() <= MOST_WORDS);
        match (spaced(self.name), words) {
            (name, None) if name.is_empty() => brief(routine),
            (name, None) => name,
            (name, Some(words)) if words.to_lowercase().contains(&name.to_lowercase()) => words,
            (name, Some(words)) => format!("{name}: {words}"),
        }
    }
}

/// Lines of a picture at the most; more can no longer be told apart.
const LINES: usize = 12;

/// Panels of a picture at the most.
const PANELS: usize = 6;

/// Marks of a line at the most.
const MARKS: usize = 200;

/// The sizes of a panel by itself, and of one of several.
const ALONE: (f64, f64) = (440.0, 210.0);
const ONE_OF: (f64, f64) = (300.0, 210.0);

/// A panel for total variation from fair after numbers of riffles.
fn by_riffles(from: f64, to: f64) -> Plot {
    Plot::new(
        ALONE,
        Axis::new("riffles", from, to).whole(),
        Axis::new("total variation from fair", 0.0, 1.0),
    )
}

/// The size of each of so many panels.
fn size(panels: usize) -> (f64, f64) {
    if panels > 1 { ONE_OF } else { ALONE }
}

/// The class of a line among others.
fn class(at: usize) -> &'static str {
    const CLASSES: [&str; LINES] = [
        "s0",
        "s1",
        "s2",
        "s3",
        "s4",
        "s5",
        "s0 dashed",
        "s1 dashed",
        "s2 dashed",
        "s3 dashed",
        "s4 dashed",
        "s5 dashed",
    ];
    CLASSES[at % LINES]
}

/// Bounds that are nearer to each other are one line.
const EXACT: f64 = 1e-6;

/// A distance that lies between two limits, in words.
fn limits(lower: f64, upper: f64) -> String {
    if upper - lower < EXACT {
        words::distance(upper)
    } else {
        format!("{} to {}", words::distance(lower), words::distance(upper))
    }
}

/// Draws the limits of a distance at each of some places, as (place, lower, upper): a band between them, and a line along each.
/// `says` tells what a mark says of a place and of the distance there.
fn banded(
    plot: &mut Plot,
    class: &str,
    points: &[(f64, f64, f64)],
    says: impl Fn(f64, &str) -> String,
) {
    if points.iter().any(|(_, low, high)| high - low >= EXACT) {
        plot.band(class, points);
        let low: Vec<(f64, f64)> = points.iter().map(|(at, low, _)| (*at, *low)).collect();
        plot.line(&format!("{class} thin"), &low);
    }
    let marks = points
        .iter()
        .map(|(at, low, high)| Mark::new(*at, *high, says(*at, &limits(*low, *high))));
    plot.curve(class, &marks.collect::<Vec<_>>());
}

/// Says how many of `all` are shown, where it is not all of them.
fn some_of(shown: usize, all: usize) -> String {
    if all > shown {
        format!(" The first {shown} of {all} are shown.")
    } else {
        String::new()
    }
}

/// At most [`MARKS`] of the numbers below `count`, the first and the last and those of `always` among them.
fn thinned(count: usize, always: &[usize]) -> Vec<usize> {
    let step = count.div_ceil(MARKS).max(1);
    let all = (0..count)
        .step_by(step)
        .chain(always.iter().copied())
        .chain(count.checked_sub(1));
    let mut all: Vec<usize> = all.filter(|at| *at < count).collect();
    all.sort_unstable();
    all.dedup();
    all
}

#[cfg(test)]
mod hostile;
#[cfg(test)]
mod tests;
