//! Where cards go: how often each card ends in each place, as far from fair as chance allows and farther.

use std::fmt::Write;

use maud::{Markup, html};

use super::super::chart::{Key, Matrix, Panel, Picture, Swatch, at};
use super::super::nouns;
use super::{label, of_decks, shown};
use crate::names::grouped;
use crate::record::{Record, Routine};

const STATISTIC: &str = "position-matrix";

/// Rows and columns that are drawn at the most; of more, several are taken together.
const MOST: usize = 128;

/// The sides of the drawing, and the room on the left and below for the names of places.
const SIDE: f64 = 164.0;
const LEFT: f64 = 30.0;
const ABOVE: f64 = 4.0;
const BELOW: f64 = 32.0;
const RIGHT: f64 = 6.0;

/// Standard errors from fair at which colours change, the same on all pages: a cell of a fair shuffle is beyond the first
/// once in 22 times, beyond the second once in 16,000 times.
const STEPS: [f64; 5] = [2.0, 4.0, 8.0, 16.0, 32.0];
const RARER: [&str; 5] = ["r1", "r2", "r3", "r4", "r5"];
const OFTENER: [&str; 5] = ["o1", "o2", "o3", "o4", "o5"];

/// Standard errors beyond which a cell is spoken of in the title.
const WORTH_SAYING: f64 = 6.0;

pub(super) fn pictures(record: &Record) -> Vec<Picture> {
    let cards = record.experiment.deck;
    let maps: Vec<(usize, &Routine, Map)> = shown(record)
        .into_iter()
        .filter_map(|(at, routine)| Some((at, routine, Map::of(routine, cards)?)))
        .collect();
    if !maps.iter().any(|(_, routine, _)| !routine.control) {
        return Vec::new();
    }
    let ours = maps.iter().filter(|(_, routine, _)| !routine.control);
    let farthest = ours
        .filter_map(|(_, routine, map)| Some((*routine, map, map.farthest()?)))
        .max_by(|(.., a), (.., b)| a.off.abs().total_cmp(&b.off.abs()));
    let title = match &farthest {
        Some((routine, map, cell)) if cell.off.abs() > WORTH_SAYING => {
            said(record, routine, map, cell)
        }
        Some((.., cell)) => format!(
            "No card is seen to prefer a place: the cell farthest from fair is {:.1} standard errors off.",
            cell.off.abs()
        ),
        None => "Where cards go.".to_owned(),
    };
    let together = match maps.first() {
        Some((.., map)) if map.bin * map.take > 1 => {
            format!(" A cell stands for {0} by {0} places.", map.bin * map.take)
        }
        _ => String::new(),
    };
    vec![Picture {
        name: "heat-map",
        title,
        about: format!(
            "Where cards go. Across: the place of a card before the shuffle, top first; down: its place after it. Colours are \
             standard errors from what a fair shuffle gives, on one scale in all pictures.{together}"
        ),
        legend: keys(),
        panels: maps
            .into_iter()
            .map(|(place, routine, map)| map.panel(place, routine))
            .collect(),
    }]
}

/// The scale, from the rarest to the most frequent.
fn keys() -> Vec<Key> {
    let key = |class, means| Key {
        class,
        swatch: Swatch::Area,
        means,
    };
    let bounds = |at: usize| match STEPS.get(at + 1) {
        Some(next) => format!("{} to {next}", STEPS[at]),
        None => format!("over {}", STEPS[at]),
    };
    let rarer = (0..STEPS.len()).rev().map(|at| {
        let word = if at + 1 == STEPS.len() {
            "too rare: "
        } else {
            ""
        };
        key(RARER[at], format!("{word}{}", bounds(at)))
    });
    let oftener = (0..STEPS.len()).map(|at| {
        let word = if at + 1 == STEPS.len() {
            "too often: "
        } else {
            ""
        };
        key(OFTENER[at], format!("{word}{}", bounds(at)))
    });
    let fair = key("even", format!("fair, within {}", STEPS[0]));
    rarer.chain([fair]).chain(oftener).collect()
}

/// "After RRR the bottom card is at the bottom in one deck of 8; fair is one in 40."
fn said(record: &Record, routine: &Routine, map: &Map, cell: &Cell) -> String {
    let place = |at: usize| {
        let first = at * map.bin * map.take + 1;
        let last = ((at + 1) * map.bin * map.take).min(map.cards);
        (first, last)
    };
    let named = |(first, last): (usize, usize)| match (first, last) {
        (1, 1) => "the top".to_owned(),
        (first, last) if first == last && last == map.cards => "the bottom".to_owned(),
        (first, last) if first == last => format!("place {first}"),
        (first, last) => format!("places {first} to {last}"),
    };
    let [unit, units] = [1, 2].map(|number| nouns::unit(&record.experiment, number));
    let (before, after) = (place(cell.card), place(cell.place));
    let several = before.0 != before.1 || after.0 != after.1;
    let name = nouns::name(&record.experiment, routine);
    let whole = (cell.count / map.decks, cell.fair / map.decks);
    if several {
        let (seen, fair) = (
            grouped(cell.count.round() as u64),
            grouped(cell.fair.round() as u64),
        );
        let (from, to) = (named(before), named(after));
        return format!(
            "After {name}, cards from {from} end at {to} {seen} times, where {fair} is fair."
        );
    }
    let from = named(before);
    let goes = match (before == after, named(after)) {
        (true, _) => "stays there".to_owned(),
        (false, to) => format!("ends at {to}"),
    };
    let (seen, fair) = (
        of_decks(whole.0, unit, units),
        of_decks(whole.1, unit, units),
    );
    format!("After {name}, the card from {from} {goes} in {seen}, where {fair} is fair.")
}

/// A matrix of counts as it is drawn.
struct Map {
    cards: usize,
    decks: f64,
    /// Cards and places in an entry of the record's matrix, and entries in a drawn cell.
    bin: usize,
    take: usize,
    /// Counts by places after the shuffle and then by places before it.
    counts: Vec<Vec<u64>>,
}

/// A drawn cell, by its number across and down.
struct Cell {
    card: usize,
    place: usize,
    count: f64,
    fair: f64,
    /// Standard errors from fair.
    off: f64,
}

impl Map {
    fn of(routine: &Routine, cards: usize) -> Option<Self> {
        let figures = routine.statistics.get(STATISTIC)?;
        let bin = figures.whole("bin")?.max(1) as usize;
        let matrix = figures.matrix("matrix")?;
        let decks = routine.decks as f64;
        let square = matrix.iter().all(|row| row.len() == matrix.len());
        if matrix.is_empty()
            || !square
            || matrix.len() != cards.div_ceil(bin)
            || cards < 2
            || decks < 1.0
        {
            return None;
        }
        let take = matrix.len().div_ceil(MOST);
        let sum = |rows: &[Vec<u64>], left: usize| -> u64 {
            let cells = rows.iter().flat_map(|row| row.iter().skip(left).take(take));
            cells.fold(0, |sum, count| sum.saturating_add(*count))
        };
        let row = |rows: &[Vec<u64>]| {
            (0..matrix.len())
                .step_by(take)
                .map(|left| sum(rows, left))
                .collect()
        };
        let counts = matrix.chunks(take).map(row).collect();
        Some(Self {
            cards,
            decks,
            bin,
            take,
            counts,
        })
    }

    /// Cards in a drawn row or column.
    fn held(&self, at: usize) -> f64 {
        let wide = self.bin * self.take;
        ((at + 1) * wide).min(self.cards).saturating_sub(at * wide) as f64
    }

    fn cell(&self, place: usize, card: usize) -> Cell {
        let n = self.cards as f64;
        let (a, b) = (self.held(card), self.held(place));
        let count = self.counts[place][card] as f64;
        let fair = self.decks * a * b / n;
        // Of a deck, the cards of so many places that end in so many are hypergeometric.
        let variance = fair * (1.0 - a / n) * (1.0 - b / n) * n / (n - 1.0);
        let off = if variance > 0.0 {
            (count - fair) / variance.sqrt()
        } else {
            0.0
        };
        Cell {
            card,
            place,
            count,
            fair,
            off,
        }
    }

    fn farthest(&self) -> Option<Cell> {
        let side = 0..self.counts.len();
        let cells = side
            .clone()
            .flat_map(|place| side.clone().map(move |card| (place, card)));
        let cells = cells.map(|(place, card)| self.cell(place, card));
        cells.max_by(|a, b| a.off.abs().total_cmp(&b.off.abs()))
    }

    /// The class of a cell; `None` for one that is fair within the first step.
    fn class(off: f64) -> Option<&'static str> {
        let step = STEPS.iter().rposition(|step| off.abs() > *step)?;
        Some(if off < 0.0 {
            RARER[step]
        } else {
            OFTENER[step]
        })
    }

    /// The cells of each colour as one path: lines as thick as cells are high, over runs of equal cells.
    fn paths(&self) -> Vec<(&'static str, String)> {
        let mut paths: Vec<(&'static str, String, (usize, usize))> = Vec::new();
        for place in 0..self.counts.len() {
            let classes: Vec<_> = (0..self.counts.len())
                .map(|card| Self::class(self.cell(place, card).off))
                .collect();
            let mut from = 0;
            for run in classes.chunk_by(|a, b| a == b) {
                if let Some(class) = run[0] {
                    let known = paths.iter().position(|(known, ..)| *known == class);
                    let known = known.unwrap_or_else(|| {
                        paths.push((class, String::new(), (0, 0)));
                        paths.len() - 1
                    });
                    let (_, path, (x, y)) = &mut paths[known];
                    // Relative moves are short; half a cell down is the middle of the first row.
                    let (right, down) = (from as isize - *x as isize, place as isize - *y as isize);
                    let _ = if path.is_empty() {
                        write!(path, "M{from} {place}.5h{}", run.len())
                    } else {
                        write!(path, "m{right} {down}h{}", run.len())
                    };
                    (*x, *y) = (from + run.len(), place);
                }
                from += run.len();
            }
        }
        paths
            .into_iter()
            .map(|(class, path, _)| (class, path))
            .collect()
    }

    fn panel(&self, place: usize, routine: &Routine) -> Panel {
        let many = self.counts.len();
        let cell = SIDE / many as f64;
        let (right, bottom) = (at(LEFT + SIDE), at(ABOVE + SIDE));
        let middle = 0.5 * SIDE;
        let scale = format!("translate({LEFT} {ABOVE}) scale({cell:.5})");
        let cards = self.cards.to_string();
        let body: Markup = html! {
            rect class="even" x=(at(LEFT)) y=(at(ABOVE)) width=(at(SIDE)) height=(at(SIDE)) {}
            g class="cells" transform=(scale) {
                @for (class, path) in self.paths() { path class=(class) d=(path) {} }
            }
            rect class="frame" x=(at(LEFT)) y=(at(ABOVE)) width=(at(SIDE)) height=(at(SIDE)) {}
            g class="names" {
                text x=(at(LEFT)) y=(at(ABOVE + SIDE + 13.0)) { "1" }
                text x=(right) y=(at(ABOVE + SIDE + 13.0)) text-anchor="end" { (cards) }
                text x=(at(LEFT + middle)) y=(at(ABOVE + SIDE + 13.0)) text-anchor="middle" { "place before" }
                text x=(at(LEFT - 4.0)) y=(at(ABOVE + 9.0)) text-anchor="end" { "1" }
                text x=(at(LEFT - 4.0)) y=(bottom) text-anchor="end" { (cards) }
                text x="11" y=(at(ABOVE + middle)) text-anchor="middle"
                    transform={ "rotate(-90 11 " (at(ABOVE + middle)) ")" } { "place after" }
            }
        };
        let words = self.farthest().map_or_else(String::new, |cell| {
            format!(
                "{}: the cell farthest from fair is {:.1} standard errors off.",
                routine.name,
                cell.off.abs()
            )
        });
        Panel {
            label: label(routine),
            size: (LEFT + SIDE + RIGHT, ABOVE + SIDE + BELOW),
            words,
            matrix: Some(Matrix {
                path: format!("routines/{place}/statistics/{STATISTIC}/matrix"),
                place: (LEFT, ABOVE, cell),
                cards: self.cards,
                bin: self.bin,
                take: self.take,
            }),
            body,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn map(counts: Vec<Vec<u64>>, cards: usize, bin: usize, decks: f64) -> Map {
        Map {
            cards,
            decks,
            bin,
            take: 1,
            counts,
        }
    }

    /// A cell of one card and place is binomial: variance N/n (1 - 1/n).
    #[test]
    fn standard_errors_are_those_of_a_fair_shuffle() {
        let one = map(vec![vec![40, 10], vec![10, 40]], 2, 1, 100.0);
        let cell = one.cell(0, 1);
        assert!(
            (cell.fair - 50.0).abs() < 1e-9 && (cell.off + 8.0).abs() < 1e-9,
            "{}",
            cell.off
        );
        // Three cards in bins of two: the last row and column hold one.
        let binned = map(vec![vec![4, 2], vec![2, 1]], 3, 2, 3.0);
        let cell = binned.cell(0, 0);
        assert!((cell.fair - 4.0).abs() < 1e-9 && cell.off.abs() < 1e-9);
        // 3 decks · (2·1/3)(1/3)(2/3)(3/2) = 2/3: from one card of two places.
        let off = map(vec![vec![4, 3], vec![2, 0]], 3, 2, 3.0).cell(0, 1).off;
        assert!((off - 1.0 / (2.0_f64 / 3.0).sqrt()).abs() < 1e-9, "{off}");
    }

    #[test]
    fn runs_of_equal_cells_are_one_line() {
        let far = map(
            vec![vec![100, 100, 0], vec![100, 0, 100], vec![0, 0, 100]],
            3,
            1,
            100.0,
        );
        let paths = far.paths();
        let of = |class| {
            paths
                .iter()
                .find(|(known, _)| *known == class)
                .map(|(_, path)| path.as_str())
        };
        assert_eq!(of("o3"), Some("M0 0.5h2m-2 1h1m1 0h1m-1 1h1"));
        assert_eq!(of("r2"), Some("M2 0.5h1m-2 1h1m-2 1h2"));
        assert_eq!(Map::class(1.9), None);
        assert_eq!(Map::class(-33.0), Some("r5"));
    }
}
