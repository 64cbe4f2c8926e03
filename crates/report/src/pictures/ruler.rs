//! The ruler of fairness: each routine between a new deck and a fair one, beside shuffles that everybody knows.

use super::super::chart::{Axis, Key, Picture, Piece, Rows, Swatch};
use super::super::glance::{Placed, Ruler, capital};
use super::super::nouns;
use super::super::spoken;
use super::super::tables::significant;
use super::verdicts::{Shows, after};
use super::{Judged, is_fair, labels, named};
use record::Record;
use text::names::short;

const STATISTIC: &str = "opponent";

/// The name of the picture.
pub(crate) const NAME: &str = "ruler";

/// As wide as a phone, where its text must be read; pages enlarge it.
const WIDE: f64 = 360.0;

/// More rows are no ruler.
const MOST: usize = 24;

pub(super) fn pictures(record: &Record) -> Vec<Judged> {
    let Some(mut ruler) = Ruler::of(record) else {
        return Vec::new();
    };
    ruler.placed.retain(|placed| !is_fair(placed.routine));
    let (new, fair) = ruler.ends();
    if ruler.placed.is_empty() || ruler.placed.len() > MOST || new <= ruler.table() {
        return Vec::new();
    }
    let shows = Shows::all_of(STATISTIC);
    let axis = Axis::log(
        format!(
            "cards called more than the {} of {} in a fair deck",
            significant(ruler.fair, 2),
            ruler.cards
        ),
        fair,
        new,
    );
    let placed = &ruler.placed;
    let names = labels(record, placed.iter().map(|one| one.routine));
    let new_deck = [("new deck".to_owned(), new)];
    let landmarks = ruler.landmarks.iter();
    let landmarks = landmarks.map(|(name, excess)| ((*name).to_owned(), *excess));
    let ideal = [("fair".to_owned(), fair)];
    let marks: Vec<(String, f64)> = new_deck.into_iter().chain(landmarks).chain(ideal).collect();
    let ends = placed.iter();
    let ends: Vec<String> = ends.map(|one| called(&ruler, one)).collect();
    let mut rows = Rows::new(WIDE, axis.falling(), &names)
        .ends(&ends)
        .marks(&marks);
    rows.band("near", ruler.table(), fair, "nearly fair at a table");
    for (row, one) in placed.iter().enumerate() {
        let says = format!("{}: {}", names[row], words(one));
        if one.shown {
            rows.pieces(row, &[piece(one.high, one.low.max(fair), "seen", &says)]);
            rows.dot("s0", row, one.mean, &says);
        } else {
            rows.pieces(row, &[piece(one.high.max(fair), fair, "unknown", &says)]);
        }
    }
    let picture = Picture {
        quiet: false,
        name: NAME,
        title: title(record, &shows, &ruler),
        about: "From a new deck to a fair one, on a log scale: what the best of three rules gains. Bars are 99% intervals; where no gain \
                is shown they reach the fair end. At the end of each row: the cards called."
            .to_owned(),
        legend: vec![
            Key { class: "s0", swatch: Swatch::Dot, means: "measured".to_owned() },
            Key { class: "band near", swatch: Swatch::Area, means: "nearly fair at a table: less than 10% above fair".to_owned() },
        ],
        panels: vec![rows.panel("", &format!("Excess calls of {} routines.", placed.len()))],
    };
    vec![Judged::by(shows, picture)]
}

fn piece(from: f64, to: f64, class: &'static str, says: &str) -> Piece {
    Piece {
        from,
        to,
        class,
        says: says.to_owned(),
    }
}

/// The excess in words: `+0.31`, or a limit.
fn words(one: &Placed<'_>) -> String {
    if one.shown {
        return format!("+{}", significant(one.mean, 2));
    }
    format!("at most +{}", limit(one))
}

/// The cards that are called, or a limit of them.
fn called(ruler: &Ruler<'_>, one: &Placed<'_>) -> String {
    if one.shown {
        short(ruler.fair + one.mean, 3)
    } else {
        format!(
            "at most {:.2}",
            (100.0 * (ruler.fair + one.high)).ceil() / 100.0
        )
    }
}

/// The largest gain that the interval holds, rounded up.
fn limit(one: &Placed<'_>) -> String {
    format!("{:.2}", (100.0 * one.high.max(0.0)).ceil() / 100.0)
}

/// The message: the gain of the rules, or the interval that it lies in over all routines.
fn title(record: &Record, shows: &Shows, ruler: &Ruler<'_>) -> String {
    let said = |one: &Placed<'_>| nouns::done(record, one.routine);
    let unit = |gain: f64| if gain < 1.0 { "of a card" } else { "cards" };
    let verdicts = shows.verdicts(record);
    let mut gains: Vec<&Placed<'_>> = ruler.placed.iter().filter(|one| one.shown).collect();
    text::sorting::by(&mut gains, |a, b| a.mean.total_cmp(&b.mean));
    let asked = named::among(record, STATISTIC, gains.clone(), |one| &one.routine.name);
    let calls = |one: &Placed<'_>| short(ruler.fair + one.mean, 3);
    match gains.as_slice() {
        [_, _, ..] if let [first, rest @ ..] = asked.as_slice() => {
            let rest = rest.iter();
            let rest = rest.map(|one| format!(", {} after {}", calls(one), said(one)));
            format!(
                "By simple rules an opponent calls {} of {} cards after {}{}; of a fair deck {}.",
                calls(first),
                ruler.cards,
                said(first),
                rest.collect::<String>(),
                significant(ruler.fair, 3)
            )
        }
        [] if let Some((routine, test)) = verdicts.worst() => {
            let words = test.map_or("more cards are called than of fair decks", |test| {
                &test.words
            });
            after(record, routine, words)
        }
        [] => verdicts.nothing(
            record,
            &format!(
                "that the rules tried call more cards than of fair decks, {} of {}",
                significant(ruler.fair, 2),
                ruler.cards
            ),
        ),
        [one] if ruler.placed.len() == 1 => {
            let near = if one.high <= ruler.table() {
                "nearly fair at a table"
            } else if one.low > ruler.table() {
                "not fair at a table"
            } else {
                "not quite fair at a table"
            };
            let words = spoken::words(&one.routine.name, &record.letters);
            let several =
                words.is_some_and(|words| said(one) == words && !words.starts_with("one "));
            let be = if several { "are" } else { "is" };
            format!(
                "{} {be} {near}: the rules tried gain {} {}.",
                capital(&said(one)),
                significant(one.mean, 2),
                unit(one.mean)
            )
        }
        [.., most] => {
            // Where no gain is shown there is a limit of it.
            let open = ruler.placed.iter().filter(|one| !one.shown);
            let least = open.min_by(|a, b| a.high.total_cmp(&b.high));
            let least = least.unwrap_or(gains[0]);
            let gain = if least.shown {
                significant(least.mean, 2)
            } else {
                format!("at most {}", limit(least))
            };
            format!(
                "The rules tried gain {gain} {} after {}, {} after {}.",
                unit(least.mean),
                said(least),
                significant(most.mean, 2),
                said(most)
            )
        }
    }
}
