//! Two draws in a row: digits of a deck that follow each other, jointly.
//!
//! A generator whose successive numbers lie on few lines (a linear congruential one) may give every
//! draw uniformly, and yet each draw may say much of the next. The digits are those of
//! [`super::digits`]. With m[a][b] the decks whose digits of ranges k and k − 1 are a and b, the
//! *interaction* is what the margins leave:
//!
//! ```text
//! r[a][b] = m[a][b] − m[a][·]/(k−1) − m[·][b]/k + N/(k(k−1)),  X² = Σ k(k−1)/N · r[a][b]².
//! ```
//!
//! Pairs overlap, k with k − 1 and k − 1 with k − 2, but on ideal decks their interactions are
//! uncorrelated: given the digit in the middle, each has mean 0. The sum follows χ² with
//! Σ (k−1)(k−2) degrees of freedom, k from 3 on; the margins, which would be counted twice, are left to the
//! digits' own tests. For few decks its law is that of [`laws::squares`]: with
//! `u[k]` = k − 1 where the digits of range k of two decks are equal and −1 where not, its h is
//! Σ `u[k]` `u[k−1]`, and
//! E[h³] = Σ (k−1)(k−2) · (k−2)(k−3), since in any other product of three terms some u occurs once.
//! Reference: analysis of variance's orthogonal decomposition; lattices: Marsaglia (1968), Random
//! numbers fall mainly in the planes.

use std::cell::LazyCell;

use super::counter::AnyCounter;
use super::digits::{self, Digits, LEHMER_DIGITS, MOST_CARDS, SWAPS_FROM_BOTTOM, SWAPS_FROM_TOP};
use super::positions::sum_of_squares;
use super::suite::Suite;
use super::table::{
    Count, Counted, Departure, Joint, OMNIBUS, Squares, Table, departures, increase_joint, largest,
    listed,
};
use super::wager::{self, Wager};
use super::{Assessment, Column, Compares, Design, Detectable, Evidence, Kind, Statistic};
use deck::kernel::Isa;
use deck::{BLOCK, Block, Lanes, Layout};
use text::figures::{Declaration, json};
use text::names::percent_of;

/// The widest range whose pairs are counted: 87,358 cells in all. Larger decks are counted by the pairs of
/// smaller ranges, which are as good a sample of a generator's numbers.
const MOST_RANGE: usize = 64;

const fn kind(
    name: &'static str,
    about: &'static str,
    plain: &'static str,
    causes: &'static str,
    example: &'static str,
    source: &'static str,
    build: super::Build,
) -> Kind {
    Kind {
        name,
        about,
        plain,
        causes,
        example,
        compares: &Compares::Nothing,
        source,
        parameters: &[],
        cards: 3..=MOST_CARDS,
        covers: &[],
        suite: Some(Suite::Standard),
        on: deck::subject::Kind::DECK,
        lagged: true,
        build,
    }
}

pub(super) const LEHMER: Kind = kind(
    "digit-pairs",
    "are adjacent Lehmer digits independent? tests the chi-squared of their interactions, on both tails",
    "ranks of two cards in a row",
    "draws that depend on each other: a generator with few bits or with a lattice",
    "A seed of one byte deals at most 256 decks. The two top cards of 52 have 52 × 51 = 2,652 pairs of ranks, each in 0.038% of fair decks. From such seeds at least 2,396 pairs never come, though each rank by itself may look right.",
    "Marsaglia (1968), Random numbers fall mainly in the planes; Lehmer (1960)",
    |_, _| Ok(Box::new(Pairs(&LEHMER_PAIRS))),
);

pub(super) const FROM_TOP: Kind = kind(
    "swap-pairs-top",
    "undone as a Fisher-Yates shuffle from the top down, are swaps in a row independent? tests the chi-squared of interactions, on both tails",
    "two swaps in a row of a Fisher-Yates shuffle from the top",
    "draws that depend on each other in a loop from the top down",
    "The first two swaps of a loop over 52 cards have 52 × 51 = 2,652 pairs, each in 0.038% of fair decks. A generator with a state of one byte reaches at most 256 of them, though each swap by itself may look right.",
    "Marsaglia (1968), Random numbers fall mainly in the planes; Durstenfeld (1964)",
    |_, _| Ok(Box::new(Pairs(&FROM_TOP_PAIRS))),
);

pub(super) const FROM_BOTTOM: Kind = kind(
    "swap-pairs-bottom",
    "undone as a Fisher-Yates shuffle from the bottom up, are swaps in a row independent? tests the chi-squared of interactions, on both tails",
    "two swaps in a row of a Fisher-Yates shuffle from the bottom",
    "draws that depend on each other in a loop from the bottom up",
    "From the bottom, the first two swaps of a loop over 52 cards have 52 × 51 = 2,652 pairs. Each comes in 0.038% of fair decks. A generator with a state of one byte reaches at most 256 of them.",
    "Marsaglia (1968), Random numbers fall mainly in the planes; Durstenfeld (1964)",
    |_, _| Ok(Box::new(Pairs(&FROM_BOTTOM_PAIRS))),
);

static LEHMER_PAIRS: Counted<Counts> = Counted(Counts {
    name: LEHMER.name,
    one_by_one: digits::LEHMER.name,
    title: "lehmer pairs",
    digits: &LEHMER_DIGITS,
});

static FROM_TOP_PAIRS: Counted<Counts> = Counted(Counts {
    name: FROM_TOP.name,
    one_by_one: digits::FROM_TOP.name,
    title: "swap pairs from top",
    digits: &SWAPS_FROM_TOP,
});

static FROM_BOTTOM_PAIRS: Counted<Counts> = Counted(Counts {
    name: FROM_BOTTOM.name,
    one_by_one: digits::FROM_BOTTOM.name,
    title: "swap pairs from bottom",
    digits: &SWAPS_FROM_BOTTOM,
});

/// For each range k from 3 up k(k−1) cells: `[digit of range k][digit of range k − 1]`.
#[derive(Debug, Clone, Copy)]
struct Counts {
    name: &'static str,
    /// The counter of the digits one by one.
    one_by_one: &'static str,
    title: &'static str,
    digits: &'static Digits,
}

/// The wider ranges of the pairs that are counted of decks of `cards` cards.
fn ranges(cards: usize) -> impl Iterator<Item = usize> {
    3..=cards.min(MOST_RANGE)
}

impl Table for Counts {
    type NarrowCounts = u16;

    fn name(&self) -> &'static str {
        self.name
    }

    fn cells(&self, cards: usize) -> usize {
        ranges(cards).map(|range| range * (range - 1)).sum()
    }

    fn layout(&self) -> Layout {
        self.digits.layout
    }

    fn add<C: Count>(&self, block: &Block, cells: &mut [C]) {
        match block.lanes(self.layout()) {
            Some(Lanes::Bytes(lanes)) => {
                self.add_lanes(block.isa(), &[(lanes, block.len())], cells);
            }
            Some(Lanes::Words(lanes)) => {
                self.add_lanes(block.isa(), &[(lanes, block.len())], cells);
            }
            None => {}
        }
    }

    /// All cells of 52 cards take 94 kB, those of one range 5 kB.
    const TOGETHER: usize = 8;

    fn add_blocks<C: Count>(&self, isa: Isa, blocks: &[(&[[u8; BLOCK]], usize)], cells: &mut [C]) {
        self.add_lanes(isa, blocks, cells);
    }

    fn holds_sums_of(&self, cards: usize) -> Option<&'static str> {
        (3..=MOST_RANGE).contains(&cards).then_some(self.one_by_one)
    }

    fn add_sums<C: Count>(&self, mut held: &[C], first: usize, cells: &mut [u64]) {
        let mut add = |range: usize, digit: usize, counts: &mut dyn Iterator<Item = &C>| {
            let at = digits::first_cell(range) + digit;
            if let Some(cell) = at.checked_sub(first).and_then(|at| cells.get_mut(at)) {
                *cell += counts.map(|&count| -> u64 { count.into() }).sum::<u64>();
            }
        };
        for digit in 0..2 {
            add(2, digit, &mut held[..3 * 2][digit..].iter().step_by(2));
        }
        for range in 3.. {
            let Some((own, rest)) = held.split_at_checked(range * (range - 1)) else {
                return;
            };
            for (digit, row) in own.chunks_exact(range - 1).enumerate() {
                add(range, digit, &mut row.iter());
            }
            held = rest;
        }
    }
}

impl Counts {
    fn add_lanes<T: Joint, C: Count>(
        &self,
        isa: Isa,
        blocks: &[(&[[T; BLOCK]], usize)],
        mut cells: &mut [C],
    ) {
        let cards = blocks.first().map_or(0, |(lanes, _)| lanes.len());
        for range in ranges(cards) {
            let (own, rest) = cells.split_at_mut(range * (range - 1));
            for (lanes, decks) in blocks {
                let wider = self.digits.lane(lanes, range);
                let next = self.digits.lane(lanes, range - 1);
                increase_joint(isa, own, (wider, range - 1, next), *decks);
            }
            cells = rest;
        }
    }
}

/// The test of all pairs.
#[derive(Debug)]
struct Pairs(&'static Counted<Counts>);

impl Statistic for Pairs {
    fn name(&self) -> &'static str {
        self.0.0.name
    }

    fn counter(&self) -> AnyCounter<'_> {
        AnyCounter::Decks(self.0)
    }

    fn tests(&self) -> Vec<&'static str> {
        vec![OMNIBUS]
    }

    fn wager(&self, design: &Design) -> Option<Box<dyn Wager>> {
        let scores = wager::DigitPairs::new(ranges(design.size).collect());
        Some(Box::new(wager::Linear::new(scores)))
    }

    fn figures(&self, _: &Design) -> Vec<Declaration> {
        vec![
            Declaration::whole("widest_range", "values").known(),
            departures(&[("range", "values"), ("digit", "digit"), ("next", "digit")]),
        ]
    }

    fn columns(&self) -> Vec<Column> {
        Vec::new()
    }

    fn assess(&self, evidence: &Evidence<'_>) -> Assessment {
        let (cards, decks) = (evidence.design.size, evidence.subjects());
        let Counts { title, digits, .. } = self.0.0;
        let tables: Vec<Pair> = tables(cards, evidence.tally.cells()).collect();
        let departures = tables.iter().flat_map(|table| table.departures(decks));
        let largest = LazyCell::new(|| largest(departures));
        let squares = squares(evidence.tally.cells(), cards, decks);
        // True probabilities (1 + ε)/(k(k−1)), ε without margins, give noncentrality N times the sum over
        // the pairs of mean(ε²).
        let detectable = |noncentrality: f64| Detectable {
            value: (noncentrality / (tables.len() as f64 * decks as f64)).sqrt(),
            unit: "relative departure of a pair's probability (root mean square)".to_owned(),
        };
        let words = || {
            evidence.in_full(|| {
                largest.first().map_or_else(String::new, |departure| {
                    let (range, first, second) = departure.cell;
                    format!(
                        "{}, and {}, in {} of decks; if the two were independent, it would be {}",
                        (digits.words)(cards, range, first),
                        (digits.words)(cards, range - 1, second),
                        percent_of(departure.count as f64, decks as f64),
                        percent_of(departure.fair, decks as f64)
                    )
                })
            })
        };
        let what = format!("pairs of successive {}", digits.plural);
        let test = squares.test(title, (decks, evidence.level), detectable, (&what, words));
        let figures = evidence.in_full(|| {
            json!({
                "widest_range": cards.min(MOST_RANGE),
                "largest": listed(&largest, |(range, first, second)| json!({
                    "range": range,
                    "digit": first,
                    "next": second,
                })),
            })
        });
        Assessment {
            figures: figures.into(),
            tests: vec![test],
            checks: Vec::new(),
        }
    }
}

/// The test's statistic and law, of the tally `cells` of `decks` decks.
pub(super) fn squares(cells: &[u64], cards: usize, decks: u64) -> Squares {
    let tables: Vec<Pair> = tables(cards, cells).collect();
    Squares {
        value: value(&tables, decks),
        degrees: degrees(cards),
        cube: Some(cube(cards)),
        fewest: FEWEST_DECKS,
    }
}

/// The counts of the digits of range k and k − 1 together, with their margins.
#[derive(Debug)]
struct Pair<'a> {
    range: usize,
    cells: &'a [u64],
    rows: Vec<u64>,
    columns: Vec<u64>,
}

fn tables(cards: usize, mut cells: &[u64]) -> impl Iterator<Item = Pair<'_>> {
    ranges(cards).map(move |range| {
        let (own, rest) = cells.split_at(range * (range - 1));
        cells = rest;
        let rows = own.chunks_exact(range - 1);
        let mut columns = vec![0; range - 1];
        for row in rows.clone() {
            for (column, count) in columns.iter_mut().zip(row) {
                *column += count;
            }
        }
        Pair {
            range,
            cells: own,
            rows: rows.map(|row| row.iter().sum()).collect(),
            columns,
        }
    })
}

impl Pair<'_> {
    /// N · X² of this pair: k(k−1) Σ m² − k Σ m[a][·]² − (k−1) Σ m[·][b]² + N².
    fn squares(&self, decks: u64) -> u128 {
        let (wide, narrow) = (self.range as u128, self.range as u128 - 1);
        let all = wide * narrow * sum_of_squares(self.cells.iter());
        let rows = wide * sum_of_squares(self.rows.iter());
        let columns = narrow * sum_of_squares(self.columns.iter());
        (all + u128::from(decks) * u128::from(decks)).saturating_sub(rows + columns)
    }

    fn departures(&self, decks: u64) -> impl Iterator<Item = Departure<(usize, usize, usize)>> {
        let (wide, narrow) = (self.range as f64, self.range as f64 - 1.0);
        let fair = decks as f64 / (wide * narrow);
        let deviation = (fair * (1.0 - 1.0 / wide) * (1.0 - 1.0 / narrow)).sqrt();
        let rows = self.cells.chunks_exact(self.range - 1).zip(&self.rows);
        rows.enumerate().flat_map(move |(first, (counts, &row))| {
            let row = row as f64 / narrow;
            (0..)
                .zip(counts.iter().zip(&self.columns))
                .map(move |(second, (&count, &column))| {
                    // The count that the margins alone would give.
                    let fair = row + column as f64 / wide - fair;
                    Departure {
                        cell: (self.range, first, second),
                        count,
                        fair,
                        off: (count as f64 - fair) / deviation,
                    }
                })
        })
    }
}

fn value(tables: &[Pair<'_>], decks: u64) -> f64 {
    let sum: u128 = tables.iter().map(|table| table.squares(decks)).sum();
    sum as f64 / decks as f64
}

fn degrees(cards: usize) -> f64 {
    let pairs = ranges(cards).map(|k| ((k - 1) * (k - 2)) as f64);
    pairs.sum()
}

/// E[h³] of [`laws::squares`]: see above.
fn cube(cards: usize) -> f64 {
    let pairs = ranges(cards).map(|k| ((k - 1) * (k - 2) * (k - 2) * (k - 3)) as f64);
    pairs.sum()
}

/// Fewest decks for which the law holds, by simulation of ideal decks at this very number, false alarms
/// over level in both tails, at 0.01, 0.001 and 0.00002: 5 cards 1.05, 1.16, 1.30; 6 cards 1.06, 1.16, 1.45; 8
/// cards 1.05, 1.24, 1.35; 10 cards 1.06, 1.22, 1.60; 12 cards 1.04, 1.10, 1.38; 20 cards 1.02, 1.10, 1.27; 52 cards
/// 0.99, 1.01, 0.90; 60 cards 1.00, 1.01, 0.80. (10⁶ runs and more: the last figure has a standard error of 0.2.)
const FEWEST_DECKS: u64 = 50;
