//! Pictures of where cards go: how often each card ends in each place, as far from fair as chance allows and farther.

use super::super::chart::{Key, Matrix, Panel, Picture, Swatch};
use super::super::glance::{listed, ours};
use super::super::nouns;
use super::cells::{MOST, OFTENER, RARER, SIZE, place, square};
use super::verdicts::{Shows, Verdicts, after, is_too_even};
use super::{Judged, label, labels, of_decks, shown};
use record::{Record, Routine, Test};
use text::names::grouped;

const STATISTIC: &str = "position-matrix";

/// Standard errors from fair at which colours change, the same on all pages: a cell of a fair shuffle is beyond the first
/// once in 22 times, beyond the second once in 16,000 times.
const STEPS: [f64; 5] = [2.0, 4.0, 8.0, 16.0, 32.0];

/// Characters of a name of which a title holds several.
const BRIEF: usize = 30;

/// Standard errors beyond which a cell is spoken of in the title.
const WORTH_SAYING: f64 = 6.0;

pub(super) fn pictures(record: &Record) -> Vec<Judged> {
    let cards = record.experiment.deck;
    let maps: Vec<(usize, &Routine, Map)> = shown(record)
        .into_iter()
        .filter_map(|(at, routine)| Some((at, routine, Map::of(routine, cards)?)))
        .collect();
    if !maps.iter().any(|(_, routine, _)| !routine.control) {
        return Vec::new();
    }
    let shows = Shows::all_of(STATISTIC);
    let title = title(record, &maps, &shows.verdicts(record));
    let together = match maps.first() {
        Some((.., map)) if map.bin * map.take > 1 => {
            format!(" A cell stands for {0} by {0} places.", map.bin * map.take)
        }
        _ => String::new(),
    };
    let picture = Picture {
        quiet: false,
        name: "heat-map",
        title,
        about: format!(
            "Where cards go. Across: the place of a card before the shuffle, top first; down: its place after it. Colours are \
             standard errors from what a fair shuffle gives, on one scale in all pictures.{together}"
        ),
        legend: keys(),
        panels: maps
            .into_iter()
            .map(|(place, routine, map)| map.panel(record, place, routine))
            .collect(),
    };
    vec![Judged::by(shows, picture)]
}

/// Says what failed, of the routine that has the cell that is farthest off, or that nothing did.
fn title(record: &Record, maps: &[(usize, &Routine, Map)], verdicts: &Verdicts<'_>) -> String {
    if let Some(all) = all_of(record, verdicts) {
        return all;
    }
    let worst = verdicts.worst().map(|(routine, _)| &routine.name);
    let named = verdicts.failing.iter();
    let named = named.filter(|(of, _)| record.named.is_empty() || Some(&of.name) == worst);
    let drawn = named.filter_map(|(routine, tests)| {
        let (.., map) = maps.iter().find(|(_, of, _)| of.name == routine.name)?;
        Some((*routine, tests, map, map.farthest()?))
    });
    let farthest = drawn.max_by(|(.., a), (.., b)| a.off.abs().total_cmp(&b.off.abs()));
    match farthest {
        Some((routine, _, map, cell)) if cell.off.abs() > WORTH_SAYING => {
            said(record, routine, map, &cell)
        }
        Some((routine, tests, _, cell)) => {
            let strongest = tests.first().copied();
            after(record, routine, &together(strongest, &cell))
        }
        None => verdicts.nothing(record, "that a card prefers a place"),
    }
}

/// Names the routines after which places depend on cards, where there are several.
fn all_of(record: &Record, verdicts: &Verdicts<'_>) -> Option<String> {
    /// Names that a title can hold.
    const MOST: usize = 4;
    let even = |tests: &[&Test]| tests.first().is_none_or(|test| is_too_even(test));
    let failing = &verdicts.failing;
    if failing.len() < 2 || failing.iter().any(|(_, tests)| even(tests)) {
        return None;
    }
    let asked = ours(record).len();
    if failing.len() > MOST {
        return Some(format!(
            "Where a card lies depends on where it was after {} of {asked} routines.",
            grouped(failing.len() as u64)
        ));
    }
    let names: Vec<String> = failing
        .iter()
        .map(|(of, _)| nouns::done(record, of))
        .collect();
    // Long names are for one at a time.
    let names: Vec<String> = if names.iter().any(|name| name.len() > BRIEF) {
        labels(record, failing.iter().map(|(of, _)| *of))
    } else {
        names
    };
    Some(format!(
        "Where a card lies depends on where it was after {}.",
        listed(&names)
    ))
}

/// Says what failed where no cell stands out.
fn together(strongest: Option<&Test>, farthest: &Cell) -> String {
    match strongest {
        Some(test) if is_too_even(test) => {
            "cards come to all places more evenly than chance allows".to_owned()
        }
        Some(test) if test.test != "omnibus" && !test.words.is_empty() => test.words.clone(),
        _ => format!(
            "cards do not come to all places equally often, though no cell stands out (the farthest is {:.1} standard \
             errors off)",
            farthest.off.abs()
        ),
    }
}

/// The scale, from the rarest to the most frequent.
pub(super) fn keys() -> Vec<Key> {
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
    let name = nouns::done(record, routine);
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
pub(super) struct Map {
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
        // The number of cards that go from so many places to so many others is hypergeometric in each deck.
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
    pub(super) fn class(off: f64) -> Option<&'static str> {
        let step = STEPS.iter().rposition(|step| off.abs() > *step)?;
        Some(if off < 0.0 {
            RARER[step]
        } else {
            OFTENER[step]
        })
    }

    /// The colour of each cell.
    fn classes(&self) -> Vec<Vec<Option<&'static str>>> {
        let side = 0..self.counts.len();
        let row = |place| {
            let cells = side.clone().map(|card| self.cell(place, card));
            cells.map(|cell| Self::class(cell.off)).collect()
        };
        side.clone().map(row).collect()
    }

    fn panel(&self, record: &Record, at: usize, routine: &Routine) -> Panel {
        let words = self.farthest().map_or_else(String::new, |cell| {
            format!(
                "{}: the cell farthest from fair is {:.1} standard errors off.",
                routine.name,
                cell.off.abs()
            )
        });
        Panel {
            label: label(record, routine),
            size: SIZE,
            words,
            matrix: Some(Matrix {
                path: format!("routines/{at}/statistics/{STATISTIC}/matrix"),
                place: place(self.counts.len()),
                cards: self.cards,
                bin: self.bin as f64,
                take: self.take,
            }),
            body: square(&self.classes(), self.cards),
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
    fn colours_change_at_the_steps() {
        let far = map(
            vec![vec![100, 100, 0], vec![100, 0, 100], vec![0, 0, 100]],
            3,
            1,
            100.0,
        );
        assert_eq!(far.classes()[0], [Some("o3"), Some("o3"), Some("r2")]);
        assert_eq!(Map::class(1.9), None);
        assert_eq!(Map::class(-33.0), Some("r5"));
    }
}
