//! Pictures of the "number of duplicates": the cells of the position matrix that it counts, and those that it does not.

use std::collections::BTreeSet;

use super::super::chart::{Key, Matrix, Panel, Picture, Swatch};
use super::super::nouns;
use super::super::tables::significant;
use super::cells::{MOST, SIZE, place, square};
use super::duplicates::{self, EQUAL};
use super::{Judged, is_fair, label, shown};
use record::{Record, Routine};
use text::names::grouped;

/// The statistic whose matrix is drawn.
const MATRIX: &str = "position-matrix";

/// The classes of counts below those that are duplicates, of duplicates, of the next ones and of all above.
const COUNTED: &str = "r5";
const NEXT: &str = "o1";
const ABOVE: &str = "o2";

pub(super) fn pictures(record: &Record) -> Vec<Judged> {
    // Of several replicates the record has one matrix, that of all of them together.
    if record.experiment.replicates != 1 || record.experiment.deck > MOST {
        return Vec::new();
    }
    // The fair one comes last, to compare the others with.
    let mut all = shown(record);
    text::sorting::by_key(&mut all, |(_, routine)| is_fair(routine));
    let found = all
        .into_iter()
        .filter_map(|(at, routine)| Some((at, routine, Counts::of(routine)?)));
    let found: Vec<(usize, &Routine, Counts)> = found.collect();
    let Some((_, first, counts)) = found.iter().find(|(_, routine, _)| !routine.control) else {
        return Vec::new();
    };
    let (low, high, decks) = (counts.low, counts.high, first.decks);
    let fair = record.routines.iter().find(|routine| is_fair(routine));
    let fair = fair.and_then(duplicates::expected);
    let picture = Picture {
        quiet: false,
        name: "cells",
        title: title(record, &found, fair),
        about: format!(
            "How many of {} decks bring a card to a place. Across: the place before; down: the place after. The number of \
             duplicates is the number of dark cells.",
            grouped(decks)
        ),
        legend: keys(low, high),
        panels: found
            .iter()
            .map(|(at, routine, counts)| counts.panel(record, *at, routine))
            .collect(),
    };
    // Facts of these counts and exact expectations, which no test judges.
    vec![Judged {
        picture,
        shows: None,
    }]
}

fn title(record: &Record, found: &[(usize, &Routine, Counts)], fair: Option<f64>) -> String {
    let ours = || found.iter().filter(|(_, routine, _)| !routine.control);
    if let Some((_, routine, counts)) = ours().find(|(.., counts)| counts.is_one_line()) {
        let side = counts.cells.len() as u64;
        return format!(
            "After {} the {} cells hold only {side} counts: each row and each column has the same {side}.",
            nouns::done(record, routine),
            grouped(side * side)
        );
    }
    let as_many = |routine: &Routine, fair: f64| {
        let expected = duplicates::expected(routine);
        !is_fair(routine)
            && expected.is_some_and(|expected| ((expected - fair) / fair).abs() < EQUAL)
    };
    let equal = ours()
        .find_map(|(_, routine, _)| Some((routine, fair.filter(|fair| as_many(routine, *fair))?)));
    if let Some((routine, fair)) = equal {
        return format!(
            "After {} there are as many duplicates as after a fair shuffle, in expectation: {}.",
            nouns::done(record, routine),
            significant(fair, 4)
        );
    }
    let Some((_, first, counts)) = ours().next() else {
        return String::new();
    };
    let seen = format!(
        "After {} there are {} duplicates in these decks",
        nouns::done(record, first),
        counts.duplicates()
    );
    match fair {
        Some(fair) => format!(
            "{seen}; a fair shuffle has {} in expectation.",
            significant(fair, 4)
        ),
        None => format!("{seen}."),
    }
}

fn keys(low: u64, high: u64) -> Vec<Key> {
    let key = |class, means| Key {
        class,
        swatch: Swatch::Area,
        means,
    };
    let range = |from: u64, to: u64| match to.saturating_sub(from) {
        0 => from.to_string(),
        1 => format!("{from} or {to}"),
        _ => format!("{from} to {to}"),
    };
    let below = (low > 0).then(|| key("even", range(0, low - 1)));
    let above = [
        key(COUNTED, format!("{}: duplicates", range(low, high))),
        key(NEXT, range(high + 1, high + 2)),
        key(ABOVE, format!("{} or more", high + 3)),
    ];
    below.into_iter().chain(above).collect()
}

/// The counts of a routine's matrix, and the range of those that are duplicates.
struct Counts {
    /// Places after the shuffle down, places before it across.
    cells: Vec<Vec<u64>>,
    low: u64,
    high: u64,
}

impl Counts {
    /// Returns `None` where the record has no whole matrix beside the number of duplicates.
    fn of(routine: &Routine) -> Option<Self> {
        let counts = routine
            .statistics
            .get(duplicates::STATISTIC)?
            .counts("counts")?;
        let figures = routine.statistics.get(MATRIX)?;
        let cells = figures
            .matrix("matrix")
            .filter(|_| figures.whole("bin") == Some(1))?;
        let square = !cells.is_empty() && cells.iter().all(|row| row.len() == cells.len());
        let (low, high) = (*counts.first()?, *counts.last()?);
        square.then_some(Self { cells, low, high })
    }

    fn duplicates(&self) -> usize {
        let all = self.cells.iter().flatten();
        all.filter(|count| (self.low..=self.high).contains(count))
            .count()
    }

    /// Returns true if all rows and columns hold the same counts, in any order.
    fn is_one_line(&self) -> bool {
        let sorted = |line: &mut Vec<u64>| line.sort_unstable();
        let mut lines = BTreeSet::new();
        for at in 0..self.cells.len() {
            let mut row = self.cells[at].clone();
            let mut column: Vec<u64> = self.cells.iter().map(|row| row[at]).collect();
            sorted(&mut row);
            sorted(&mut column);
            lines.extend([row, column]);
        }
        lines.len() == 1
    }

    fn class(&self, count: u64) -> Option<&'static str> {
        match count {
            count if count < self.low => None,
            count if count <= self.high => Some(COUNTED),
            count if count <= self.high + 2 => Some(NEXT),
            _ => Some(ABOVE),
        }
    }

    fn panel(&self, record: &Record, at: usize, routine: &Routine) -> Panel {
        let classes = self
            .cells
            .iter()
            .map(|row| row.iter().map(|count| self.class(*count)).collect());
        let classes: Vec<Vec<Option<&'static str>>> = classes.collect();
        let (side, found) = (self.cells.len(), self.duplicates());
        let times = if self.is_one_line() && found % side == 0 {
            format!(" = {} × {side}", found / side)
        } else {
            String::new()
        };
        let named = format!("{}: {found}{times} duplicates", label(record, routine));
        Panel {
            words: format!("{named}."),
            label: named,
            size: SIZE,
            matrix: Some(Matrix {
                path: format!("routines/{at}/statistics/{MATRIX}/matrix"),
                place: place(side),
                cards: side,
                bin: 1.0,
                take: 1,
            }),
            body: square(&classes, side),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cut_repeats_one_line_of_counts() {
        let counts = |cells| Counts {
            cells,
            low: 2,
            high: 3,
        };
        // Turned by no, one and two places in 4, 2 and 3 decks.
        let cut = counts(vec![vec![4, 2, 3], vec![3, 4, 2], vec![2, 3, 4]]);
        assert!(cut.is_one_line());
        assert_eq!(cut.duplicates(), 6);
        let other = counts(vec![vec![4, 2, 3], vec![3, 4, 2], vec![2, 3, 3]]);
        assert!(!other.is_one_line());
        let classes: Vec<_> = [1, 2, 3, 4, 5, 6].map(|count| cut.class(count)).into();
        assert_eq!(
            classes,
            [
                None,
                Some(COUNTED),
                Some(COUNTED),
                Some(NEXT),
                Some(NEXT),
                Some(ABOVE)
            ]
        );
    }
}
