//! Turns of the cubie in each cubicle: seven cubicles and three ways.
//!
//! In a random state any six cubicles are independent, and the seventh is what the sum of all must
//! be. So any two are independent, the counts of different cubicles are uncorrelated, and X² = Σ (m
//! − N/3)²/(N/3) over all 21 cells tends to χ² with 14 degrees of freedom. Each state adds the same
//! length, 14; and of two states each cubicle adds 2 where both are turned alike and −1 where not,
//! so that E[h³] = 7 · (8/3 − 2/3) = 14, as any three cubicles are independent too: the law of few
//! states is that of [`laws::squares`].
//!
//! The joint law of the first six cubicles, which are all 729 ways alike, is tested as finely as so many states allow.

use std::borrow::Cow;

use super::even::even_test;
use super::{InBins, MOVING, SIZE, TURNED, counted_in, event_of_states};
use crate::Halves;
use crate::cells::{Cell, cell_test};
use crate::counter::AnyCounter;
use crate::event::Event;
use crate::grain::CELL;
use crate::positions::uniform_chi_squared;
use crate::suite::Suite;
use crate::table::{OMNIBUS, Squares};
use crate::{
    Assessment, Column, Compares, Design, Detectable, Evidence, Kind, Statistic, Tally, Test, event,
};
use deck::cube::rank::ORIENTATIONS;
use text::figures::{Declaration, Figures, Shape, json};

pub(crate) const KIND: Kind = Kind {
    name: "corner-turns",
    about: "cubicles × 3: is the corner in each cubicle turned each way equally often, and are all of them together? (chi-squared)",
    plain: "how the corners of the cube are turned",
    causes: "too few random moves; only turns of two opposite faces, or only half turns, which turn no corner",
    example: "The corner in each cubicle should be turned each of three ways in 33.3% of states. After eleven random moves the corner in cubicle 1 is not turned in 41.6% of states, after twenty in 34.7%.",
    compares: &Compares::Rows {
        key: Cow::Borrowed("turns"),
        place: Cow::Borrowed("the corner in cubicle {row} turned by {column}"),
        from: (1, 0),
        edges: None,
    },
    source: "any six are independent, the seventh makes the sum; chi-squared, with the third moment for few states",
    parameters: &[],
    cards: SIZE,
    covers: &[crate::Feature::Pieces],
    suite: Some(Suite::Quick),
    on: deck::subject::Kind::STATE,
    lagged: false,
    build: |_, _| {
        Ok(Box::new(CornerTurns {
            counter: InBins {
                name: KIND.name.to_owned(),
                bins: ORIENTATIONS as usize,
                of: |numbered, bins| numbered.rank as usize % bins,
            },
        }))
    },
};

/// The title of its tests.
const TITLE: &str = "turns of corners";

/// The name of the test of all cubicles together.
const LAW: &str = "law";

/// Degrees of freedom of the table.
const DEGREES: f64 = (MOVING * (TURNED - 1)) as f64;

/// E[h³] of the table.
const CUBE: f64 = 14.0;

/// Fewest states for which the law of the table holds.
const FEWEST: u64 = 30;

#[derive(Debug)]
struct CornerTurns {
    counter: InBins,
}

/// The counts of each way in which the corner in each cubicle is turned, from those of all six that are free.
fn table(joint: &[u64]) -> [[u64; TURNED]; MOVING] {
    let mut table = [[0; TURNED]; MOVING];
    for (code, count) in joint.iter().enumerate() {
        let (mut rest, mut sum) = (code, 0);
        for cubicle in (0..MOVING - 1).rev() {
            let turned = rest % TURNED;
            table[cubicle][turned] += count;
            rest /= TURNED;
            sum += turned;
        }
        table[MOVING - 1][(TURNED - sum % TURNED) % TURNED] += count;
    }
    table
}

impl Statistic for CornerTurns {
    fn name(&self) -> &'static str {
        KIND.name
    }

    fn counter(&self) -> AnyCounter<'_> {
        AnyCounter::States(&self.counter)
    }

    fn tests(&self) -> Vec<&'static str> {
        vec![OMNIBUS, CELL, LAW]
    }

    /// The law of the six cubicles that are free.
    fn law(&self) -> Option<Vec<f64>> {
        let bins = self.counter.bins;
        Some(vec![1.0 / bins as f64; bins])
    }

    fn event(&self, tally: &Tally, figures: &Figures) -> Option<Event> {
        let event = event::of_number(KIND.name, &self.law()?, Halves::of(tally), figures);
        event.map(event_of_states)
    }

    fn figures(&self, _: &Design) -> Vec<Declaration> {
        vec![
            Declaration::new(
                "turns",
                Shape::Whole.listed(TURNED).listed(MOVING),
                "states",
            ),
            Declaration::whole("cubicle", "cubicle"),
            Declaration::whole("turned", "turns of 120 degrees"),
            Declaration::number("share", "share of states"),
            Declaration::number("ideal", "share of states").known(),
        ]
    }

    fn columns(&self) -> Vec<Column> {
        vec![
            Column::new("cubicle most off", "cubicle", 0),
            Column::new("turned by", "turned", 0),
            Column::new("its share", "share", 4),
        ]
    }

    fn assess(&self, evidence: &Evidence<'_>) -> Assessment {
        let joint = Halves::of(evidence.tally).whole();
        let (table, states) = (table(&joint), evidence.subjects());
        let cells = table.as_flattened();
        let fair = states as f64 / TURNED as f64;
        let off = |at: usize| (cells[at] as f64 - fair).abs();
        // Takes the first of several cells that are equally far off.
        let worst = (0..cells.len())
            .rev()
            .max_by(|a, b| off(*a).total_cmp(&off(*b)));
        let worst = worst.unwrap_or(0);
        let figures = json!({
            "turns": table,
            "cubicle": worst / TURNED + 1,
            "turned": worst % TURNED,
            "share": (states > 0).then(|| cells[worst] as f64 / states as f64),
            "ideal": 1.0 / TURNED as f64,
        });
        let seen = (states, evidence.level);
        Assessment {
            figures: figures.into(),
            tests: vec![
                whole(&table, seen, || in_words(cells, worst, states)),
                one_cell(cells, seen),
                even_test(
                    (LAW, format!("{TITLE} (law)")),
                    "ways to turn all corners",
                    &joint,
                    seen,
                    together,
                ),
            ],
            checks: Vec::new(),
        }
    }
}

/// The test of all 21 cells.
fn whole(
    table: &[[u64; TURNED]; MOVING],
    (states, level): (u64, f64),
    uneven: impl FnOnce() -> String,
) -> Test {
    let value = table.iter().map(|row| {
        let squares = row
            .iter()
            .map(|&count| u128::from(count) * u128::from(count));
        uniform_chi_squared(squares.sum(), TURNED as u64, states)
    });
    let squares = Squares {
        value: value.sum(),
        degrees: DEGREES,
        cube: Some(CUBE),
        fewest: FEWEST,
    };
    // Shares that are off by ε each, as a root mean square, give noncentrality 7 N ε².
    let detectable = |noncentrality: f64| Detectable {
        value: (noncentrality / (MOVING as f64 * states as f64)).sqrt(),
        unit: "relative departure of a share from 1/3 (root mean square)".to_owned(),
    };
    squares.test(TITLE, (states, level), detectable, (TITLE, uneven))
}

/// The test of one way in one cubicle.
fn one_cell(cells: &[u64], seen: (u64, f64)) -> Test {
    let all = cells.iter().enumerate().map(|(at, &count)| Cell {
        at,
        count,
        share: 1.0 / TURNED as f64,
    });
    let mut farthest = None;
    let mut test = cell_test(TITLE, seen, all, |at| {
        farthest = Some(at);
        is_turned(at)
    });
    test.words = farthest.map_or_else(String::new, |at| in_words(cells, at, seen.0));
    counted_in(test, UNIT)
}

/// The subjects, in words.
const UNIT: &str = "the states";

/// The angle of that many turns of a corner.
fn degrees(turns: usize) -> usize {
    360 / TURNED * turns
}

/// Says how the corner of a cell is turned.
fn is_turned(at: usize) -> String {
    let how = match at % TURNED {
        0 => "not turned".to_owned(),
        turned => format!("turned by {} degrees", degrees(turned)),
    };
    format!("the corner in cubicle {} is {how}", at / TURNED + 1)
}

fn in_words(cells: &[u64], at: usize, states: u64) -> String {
    format!(
        "{} in {:.2}% of {UNIT}; fair is {:.2}%",
        is_turned(at),
        100.0 * cells[at] as f64 / states as f64,
        100.0 / TURNED as f64
    )
}

/// Names neighbouring ways to turn all corners by the first cubicles, which they have in common.
fn together(codes: std::ops::Range<usize>) -> String {
    let digits = |mut code: usize| {
        let mut digits = [0; MOVING - 1];
        for digit in digits.iter_mut().rev() {
            (*digit, code) = (code % TURNED, code / TURNED);
        }
        digits
    };
    let (first, last) = (digits(codes.start), digits(codes.end - 1));
    let common = first.iter().zip(last).take_while(|(a, b)| *a == b);
    let common: Vec<String> = common
        .map(|(digit, _)| degrees(*digit).to_string())
        .collect();
    match common.as_slice() {
        [one] => format!("a corner in cubicle 1 turned by {one} degrees"),
        several => format!(
            "corners in cubicles 1 to {} turned by {} degrees",
            several.len(),
            several.join(", ")
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use deck::cube::State;

    #[test]
    fn the_table_is_that_of_the_states_themselves() {
        for orientation in [0, 1, 5, 100, 728] {
            let state = State::of_rank(3 * ORIENTATIONS + orientation).unwrap();
            let mut joint = vec![0; ORIENTATIONS as usize];
            joint[state.orientation() as usize] = 1;
            for (row, turned) in table(&joint).iter().zip(&state.turned()[1..]) {
                let expected: [u64; TURNED] =
                    std::array::from_fn(|at| u64::from(at == usize::from(*turned)));
                assert_eq!(*row, expected, "{orientation}");
            }
        }
    }

    /// E[h²] and E[h³] over all pairs of orientations: it is enough to compare each with the first.
    #[test]
    fn the_moments_are_those_of_all_pairs_of_states() {
        let (mut square, mut cube) = (0, 0);
        for code in 0..ORIENTATIONS as usize {
            let mut joint = vec![0; ORIENTATIONS as usize];
            joint[code] = 1;
            let alike = table(&joint).iter().filter(|row| row[0] == 1).count();
            let h = i64::try_from(3 * alike).unwrap() - i64::try_from(MOVING).unwrap();
            square += h * h;
            cube += h * h * h;
        }
        let mean = |sum: i64| sum as f64 / f64::from(ORIENTATIONS);
        assert!((mean(square) - DEGREES).abs() < 1e-9 && (mean(cube) - CUBE).abs() < 1e-9);
    }

    #[test]
    fn neighbouring_ways_are_named_by_what_they_have_in_common() {
        assert_eq!(
            together(0..243),
            "a corner in cubicle 1 turned by 0 degrees"
        );
        assert_eq!(
            together(728..729),
            "corners in cubicles 1 to 6 turned by 240, 240, 240, 240, 240, 240 degrees"
        );
        assert_eq!(
            together(9..18),
            "corners in cubicles 1 to 4 turned by 0, 0, 0, 120 degrees"
        );
    }
}
