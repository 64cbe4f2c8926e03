//! Places of the cubies: seven cubies and seven cubicles, one chi-squared test of all cells at
//! once.
//!
//! The arrangement of a random state is a uniform permutation, so that the counts have the law of the position matrix of
//! decks of seven: (n−1)/n · X² follows χ² with (n−1)² degrees of freedom, n = 7.

use std::borrow::Cow;

use super::{MOVING, SIZE, counted_in};
use crate::cells::{Cell, Line, cell_test, line_test};
use crate::counter::{AnyCounter, Counter};
use crate::grain::{CELL, LINE};
use crate::position_matrix::{is_even, omnibus};
use crate::positions::sum_of_squares;
use crate::suite::Suite;
use crate::table::{OMNIBUS, more_even, together};
use crate::wager::{self, Wager};
use crate::{
    Assessment, Column, Compares, Design, Evidence, Kind, Limited, NamedCell, Naming, Notes,
    Statistic, Test,
};
use deck::subject::States;
use text::figures::{Declaration, Shape, json};

pub(crate) const KIND: Kind = Kind {
    name: "corner-places",
    about: "cubies × cubicles: is every cubie equally likely to be anywhere? one chi-squared test of all, and tests of each cell and line",
    plain: "where the corners of the cube end up",
    causes: "too few random moves, or moves that leave a corner where it is, such as turns of only two faces",
    example: "Each of the seven corners that move should be in each place in 14.3% of states (1 of 7). After five random moves a corner is where it was in 24.6% of states, after eleven in 15.4%.",
    compares: &Compares::Rows {
        key: Cow::Borrowed("matrix"),
        place: Cow::Borrowed("cubie {column} in cubicle {row}"),
        from: (1, 1),
        edges: None,
    },
    source: "sum of uniform permutation matrices, as the position matrix of decks",
    parameters: &[],
    cards: SIZE,
    covers: &[crate::Feature::Pieces],
    suite: Some(Suite::Quick),
    on: deck::subject::Kind::STATE,
    lagged: false,
    build: |_, _| Ok(Box::new(CornerPlaces)),
};

/// The title of its tests.
const TITLE: &str = "places of corners";

#[derive(Debug)]
struct CornerPlaces;

/// Counts how often each cubie lies in each cubicle, by rows, one row for each cubicle; cubie 0 is held.
#[derive(Debug)]
struct Places;

impl Counter<States> for Places {
    fn name(&self) -> &'static str {
        "corner-places"
    }

    fn cells(&self, _size: usize) -> usize {
        MOVING * MOVING
    }

    fn layout(&self) {}

    fn count(&self, states: &States, cells: &mut [u64], _: &mut Notes) {
        for numbered in states.states() {
            let moving = numbered.state.at().iter().skip(1);
            for (row, cubie) in cells.chunks_exact_mut(MOVING).zip(moving) {
                row[usize::from(*cubie) - 1] += 1;
            }
        }
    }
}

impl Statistic for CornerPlaces {
    fn name(&self) -> &'static str {
        KIND.name
    }

    fn counter(&self) -> AnyCounter<'_> {
        AnyCounter::States(&Places)
    }

    fn tests(&self) -> Vec<&'static str> {
        vec![OMNIBUS, CELL, LINE]
    }

    fn wager(&self, _: &Design) -> Option<Box<dyn Wager>> {
        Some(Box::new(wager::Positions::new(MOVING)))
    }

    fn figures(&self, _: &Design) -> Vec<Declaration> {
        vec![
            Declaration::new(
                "matrix",
                Shape::Whole.listed(MOVING).listed(MOVING),
                "states",
            ),
            Declaration::whole("cubie", "cubie"),
            Declaration::whole("cubicle", "cubicle"),
            Declaration::number("share", "share of states"),
            Declaration::number("ideal", "share of states").known(),
        ]
    }

    fn columns(&self) -> Vec<Column> {
        vec![
            Column::new("corner most off", "cubie", 0),
            Column::new("in cubicle", "cubicle", 0),
            Column::new("its share", "share", 4),
        ]
    }

    fn assess(&self, evidence: &Evidence<'_>) -> Assessment {
        let (cells, states) = (evidence.tally.cells(), evidence.subjects());
        let fair = states as f64 / MOVING as f64;
        let off = |at: usize| (cells[at] as f64 - fair).abs();
        // Takes the first of several cells that are equally far off.
        let worst = (0..cells.len())
            .rev()
            .max_by(|a, b| off(*a).total_cmp(&off(*b)));
        let worst = worst.unwrap_or(0);
        let share = cells[worst] as f64 / states as f64;
        let mut test = omnibus(cells, MOVING, states, evidence.level);
        TITLE.clone_into(&mut test.title);
        if is_even(&test) {
            test.words = more_even("cubies in cubicles");
        } else {
            test.words = in_words(cells, worst, states);
            test.named = Some(Limited::Cell(NamedCell {
                what: is_in(worst),
                count: cells[worst],
                of: states,
                fair: 1.0 / MOVING as f64,
                among: cells.len() as u64,
                unit: UNIT,
                by: Naming::Together(together("cubies in cubicles")),
            }));
        }
        let rows: Vec<&[u64]> = cells.chunks_exact(MOVING).collect();
        let figures = json!({
            "matrix": rows,
            "cubie": worst % MOVING + 1,
            "cubicle": worst / MOVING + 1,
            "share": (states > 0).then_some(share),
            "ideal": 1.0 / MOVING as f64,
        });
        Assessment {
            figures: figures.into(),
            tests: vec![
                test,
                one_cell(cells, (states, evidence.level)),
                one_line(cells, states),
            ],
            checks: Vec::new(),
        }
    }
}

/// The subjects, in words.
const UNIT: &str = "the states";

/// Says that the cubie of a cell lies in its cubicle.
fn is_in(at: usize) -> String {
    format!(
        "cubie {} is in cubicle {}",
        at % MOVING + 1,
        at / MOVING + 1
    )
}

/// Says how often the cubie of a cell lies in its cubicle.
fn in_words(cells: &[u64], at: usize, states: u64) -> String {
    format!(
        "{} in {:.2}% of {UNIT}; fair is {:.2}%",
        is_in(at),
        100.0 * cells[at] as f64 / states as f64,
        100.0 / MOVING as f64
    )
}

/// The test of one cubie in one cubicle.
fn one_cell(cells: &[u64], seen: (u64, f64)) -> Test {
    let all = cells.iter().enumerate().map(|(at, &count)| Cell {
        at,
        count,
        share: 1.0 / MOVING as f64,
    });
    let mut farthest = None;
    let mut test = cell_test(TITLE, seen, all, |at| {
        farthest = Some(at);
        is_in(at)
    });
    test.words = farthest.map_or_else(String::new, |at| in_words(cells, at, seen.0));
    counted_in(test, UNIT)
}

/// The test of one cubie, wherever it lies, and of one cubicle, whatever lies there.
fn one_line(cells: &[u64], states: u64) -> Test {
    let lines = (0..2 * MOVING).map(|at| Line { at, cells: MOVING });
    let counts = |at: usize| -> Vec<u64> {
        match at.checked_sub(MOVING) {
            None => cells[at * MOVING..][..MOVING].to_vec(),
            Some(cubie) => cells[cubie..].iter().step_by(MOVING).copied().collect(),
        }
    };
    let squares = |at| sum_of_squares(counts(at).iter());
    let test = line_test(TITLE, states, (lines, squares), counts, |at| {
        match at.checked_sub(MOVING) {
            None => format!(
                "some cubies lie in cubicle {} more often than others",
                at + 1
            ),
            Some(cubie) => format!(
                "cubie {} lies in some cubicles more often than in others",
                cubie + 1
            ),
        }
    });
    counted_in(test, UNIT)
}
