//! Tests of single cells and of single lines of a table: one card in one place is lost among thousands of
//! cells that are right.
//!
//! On ideal decks a cell is a binomial count, exactly, and a line (the places of one card, the cards in one
//! place, the values of one digit) is a multinomial one. A cell's test is the binomial tail, of both sides,
//! times the number of cells; a line's is Pearson's sum, times the number of lines (Bonferroni). A matrix has
//! a test of several cells too: [`laws::berk_jones`].

use super::grain::{CELL, LINE};
use super::law::fewest_to_fail;
use super::named::{DECKS, Limited, NamedCell, Naming, farthest};
use super::positions::uniform_chi_squared;
use super::{Outcome, Test};
use laws::fit::binomial_tails;
use laws::squares::SquaredSum;
use laws::tail::PValue;

/// A cell of a table.
#[derive(Debug, Clone, Copy)]
pub(super) struct Cell<C> {
    /// The cell.
    pub at: C,
    /// Its count.
    pub count: u64,
    /// Its probability.
    pub share: f64,
}

/// The test of the cell that is farthest from its share in `decks` decks. `words` say what such a cell is:
/// "card 5 is on top". Cells that are equally likely should come one after the other. A pass would mean nothing with so
/// few decks that no count at all has a p-value of at most `level`.
pub(super) fn cell_test<C: Copy>(
    title: &str,
    (decks, level): (u64, f64),
    cells: impl Iterator<Item = Cell<C>>,
    words: impl FnOnce(C) -> String,
) -> Test {
    let mut number = 0_u64;
    // Among equally likely cells, only the smallest and the largest count can be the farthest.
    let mut ends: Vec<[Cell<C>; 2]> = Vec::new();
    for cell in cells {
        number += 1;
        match ends.last_mut() {
            Some([least, greatest]) if least.share.to_bits() == cell.share.to_bits() => {
                if cell.count < least.count {
                    *least = cell;
                } else if cell.count > greatest.count {
                    *greatest = cell;
                }
            }
            _ => ends.push([cell; 2]),
        }
    }
    ends_test(title, (decks, level), number, &ends, words)
}

/// The same of so many cells that are equally likely, by the first of the smallest counts and the first of the largest.
pub(super) fn uniform_cell_test<C: Copy>(
    title: &str,
    seen: (u64, f64),
    (number, ends): (u64, [Cell<C>; 2]),
    words: impl FnOnce(C) -> String,
) -> Test {
    ends_test(title, seen, number, &[ends], words)
}

/// The test of so many cells by the ends of each group of equally likely ones.
fn ends_test<C: Copy>(
    title: &str,
    (decks, level): (u64, f64),
    number: u64,
    ends: &[[Cell<C>; 2]],
    words: impl FnOnce(C) -> String,
) -> Test {
    let mut test = Test::new(CELL, format!("{title} (one cell)"));
    let rarest = ends.iter().map(|[cell, _]| cell.share).fold(1.0, f64::min);
    let needed = fewest_to_fail(rarest, level / number as f64);
    if decks < needed {
        test.outcome = Outcome::TooFew { needed };
        return test;
    }
    let tail = |cell: &Cell<C>| {
        let tails = binomial_tails(cell.count, decks - cell.count, cell.share);
        tails.lower.min(tails.upper)
    };
    let found = ends.iter().flatten().map(|cell| (tail(cell), cell));
    if let Some((tail, cell)) = found.min_by(|(a, _), (b, _)| a.total_cmp(b)) {
        test.value = Some(cell.count as f64);
        test.outcome = Outcome::P(PValue::new((2.0 * number as f64 * tail).min(1.0)));
        let what = words(cell.at);
        test.words = format!(
            "{what} in {:.2}% of decks; fair is {:.2}%",
            100.0 * cell.count as f64 / decks as f64,
            100.0 * cell.share
        );
        test.named = Some(Limited::Cell(NamedCell {
            what,
            count: cell.count,
            of: decks,
            fair: cell.share,
            among: number,
            unit: DECKS,
            by: Naming::Cell,
        }));
    }
    test
}

/// Counts that a cell of a line must expect.
pub(super) const FEWEST_EXPECTED: u64 = 50;

/// Lines shorter than this have no test of their own: their cells have.
pub(super) const SHORTEST_LINE: usize = 6;

/// A line of a table: cells that are equally likely, of which each deck has one.
#[derive(Debug, Clone, Copy)]
pub(super) struct Line<C> {
    /// The line.
    pub at: C,
    /// Its cells.
    pub cells: usize,
}

/// The test of the line that is farthest from its shares in `decks` decks. `words` say which line it is, `counts` are those
/// of its cells, `squares` the sum of their squares, which is asked for only where there are enough decks. Lines of the same
/// length should come one after the other.
pub(super) fn line_test<C: Copy>(
    title: &str,
    decks: u64,
    (lines, squares): (impl Iterator<Item = Line<C>>, impl Fn(C) -> u128),
    counts: impl FnOnce(C) -> Vec<u64>,
    words: impl FnOnce(C) -> String,
) -> Test {
    let mut test = Test::new(LINE, format!("{title} (one line)"));
    let lines = lines.filter(|line| line.cells >= SHORTEST_LINE);
    let lines: Vec<Line<C>> = lines.collect();
    let (number, cells) = (
        lines.len(),
        lines.iter().map(|line| line.cells).sum::<usize>(),
    );
    let longest = lines.iter().map(|line| line.cells).max().unwrap_or(0);
    let needed = FEWEST_EXPECTED * longest.max(1) as u64;
    test.outcome = Outcome::TooFew { needed };
    if decks < needed {
        return test;
    }
    // Among lines of the same length, the one with the largest sum of squares is the farthest; of several the first.
    let mut ends: Vec<(Line<C>, u128)> = Vec::new();
    for line in lines {
        let squares = squares(line.at);
        match ends.last_mut() {
            Some((known, most)) if known.cells == line.cells => {
                if squares > *most {
                    (*known, *most) = (line, squares);
                }
            }
            _ => ends.push((line, squares)),
        }
    }
    let found = ends.iter().map(|(line, squares)| {
        let df = (line.cells - 1) as f64;
        let value = uniform_chi_squared(*squares, line.cells as u64, decks);
        (
            SquaredSum::new(df, df * (df - 1.0), decks).upper(value),
            value,
            line,
        )
    });
    if let Some((upper, value, line)) = found.min_by(|(a, ..), (b, ..)| a.total_cmp(b)) {
        test.value = Some(value);
        test.df = Some((line.cells - 1) as f64);
        test.outcome = Outcome::P(PValue::new((number as f64 * upper).min(1.0)));
        test.words = words(line.at);
        let worst = farthest(counts(line.at).into_iter(), decks);
        let worst = worst.map(|(_, count)| NamedCell {
            what: test.words.clone(),
            count,
            of: decks,
            fair: 1.0 / line.cells as f64,
            among: cells as u64,
            unit: DECKS,
            by: Naming::Line,
        });
        test.named = worst.map(Limited::Cell);
    }
    test
}
