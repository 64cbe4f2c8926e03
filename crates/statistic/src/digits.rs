//! The draws that a deck could have been made of, one by one: Lehmer digits, and the draws of a
//! Fisher-Yates shuffle from the top down and from the bottom up.
//!
//! Each of the three ways to write a deck down as n − 1 numbers of ranges n, n − 1, …, 2 is one to one. So
//! on ideal decks the numbers are independent and uniform, and with `m[k][v]` the decks whose digit of
//! range k is v,
//!
//! ```text
//! X² = Σ (m[k][v] − N/k)² / (N/k)
//! ```
//!
//! follows χ² with n(n−1)/2 degrees of freedom. For few decks its law is that of
//! [`laws::squares`], with E[h³] = Σ (k−1)(k−2). Sources: Lehmer (1960), Teaching combinatorial tricks to a computer; Durstenfeld (1964),
//! Algorithm 235.

use std::cell::LazyCell;

use std::borrow::Cow;

use super::cells::{Cell, Line, cell_test, line_test};
use super::counter::AnyCounter;
use super::grain::{CELL, LINE};
use super::positions::sum_of_squares;
use super::suite::Suite;
use super::table::{
    self, Count, Counted, Departure, OMNIBUS, Squares, Table, Uneven, WHOLE_UP_TO, departures,
    increase, largest, listed,
};
use super::wager::{self, Wager};
use super::{Assessment, Column, Compares, Design, Detectable, Evidence, Kind, Statistic, Test};
use deck::{BLOCK, Block, Lanes, Layout, MIN_CARDS};
use text::figures::{Declaration, json};

/// Half a million cells. The work for Lehmer digits grows as n²: larger decks would take longer to
/// look at than to shuffle.
pub(super) const MOST_CARDS: usize = 1024;

/// One way to write a deck down as digits.
#[derive(Debug)]
pub(super) struct Digits {
    /// The lanes that have them.
    pub layout: Layout,
    /// A word or two for titles.
    pub title: &'static str,
    /// The plural of their name, for a sentence.
    pub plural: &'static str,
    /// Words for a sentence: what it means that the digit of range k is v in decks of n cards.
    pub words: fn(cards: usize, range: usize, digit: usize) -> String,
}

pub(super) static LEHMER_DIGITS: Digits = Digits {
    layout: Layout::Lehmer,
    title: "lehmer",
    plural: "ranks of cards among those below them",
    words: |cards, range, digit| {
        format!(
            "the card at position {} has a larger number than {digit} of the cards below it",
            cards - range + 1
        )
    },
};

pub(super) static SWAPS_FROM_TOP: Digits = Digits {
    layout: Layout::SwapsFromTop,
    title: "swaps from top",
    plural: "swaps of a shuffle from the top down",
    words: |cards, range, digit| {
        let step = cards - range;
        format!(
            "swapping from the top down, position {} gets the card at position {}",
            step + 1,
            step + digit + 1
        )
    },
};

pub(super) static SWAPS_FROM_BOTTOM: Digits = Digits {
    layout: Layout::SwapsFromBottom,
    title: "swaps from bottom",
    plural: "swaps of a shuffle from the bottom up",
    words: |_, range, digit| {
        format!(
            "swapping from the bottom up, position {range} gets the card at position {}",
            digit + 1
        )
    },
};

impl Digits {
    /// The digit of range `range` of each deck, of the lanes of all digits.
    pub(crate) fn lane<'a, T>(&self, lanes: &'a [[T; BLOCK]], range: usize) -> &'a [T; BLOCK] {
        match self.layout {
            Layout::SwapsFromBottom => &lanes[range - 1],
            _ => &lanes[lanes.len() - range],
        }
    }
}

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
        compares: &Compares::Rows {
            key: Cow::Borrowed("counts"),
            place: Cow::Borrowed("digit {column} of range {row}"),
            from: (2, 0),
            edges: None,
        },
        source,
        parameters: &[],
        cards: MIN_CARDS..=MOST_CARDS,
        covers: &[],
        suite: Some(Suite::Standard),
        on: deck::subject::Kind::DECK,
        lagged: true,
        build,
    }
}

pub(super) const LEHMER: Kind = kind(
    "lehmer-digits",
    "is each card's rank among those below it uniform? adds chi-squared over positions and tests both tails",
    "ranks of cards among those below",
    "a draw that is not uniform, such as rand() % n",
    "Count the cards below the top one that lay above it before. In fair decks of 52 cards each number from 0 to 51 comes in 1.9% of decks. After three riffles 0 comes in 12.5%, since the old top card is on top then.",
    "Lehmer (1960), Teaching combinatorial tricks to a computer",
    |_, _| Ok(Box::new(OneByOne(&LEHMER_COUNTS))),
);

pub(super) const FROM_TOP: Kind = kind(
    "swap-digits-top",
    "undone as a Fisher-Yates shuffle from the top down, is each swap uniform? adds chi-squared over steps and tests both tails",
    "the swaps of a Fisher-Yates shuffle from the top",
    "a wrong range or a biased draw in a loop from the top down",
    "The first step should swap the top card of 52 with any of 52 places, 1.9% each. A loop that never swaps a card with itself leaves one of them out: 0% there, and 2% (1 of 51) at each other place.",
    "Durstenfeld (1964), Algorithm 235",
    |_, _| Ok(Box::new(OneByOne(&FROM_TOP_COUNTS))),
);

pub(super) const FROM_BOTTOM: Kind = kind(
    "swap-digits-bottom",
    "undone as a Fisher-Yates shuffle from the bottom up, is each swap uniform? adds chi-squared over steps and tests both tails",
    "the swaps of a Fisher-Yates shuffle from the bottom",
    "a wrong range or a biased draw in a loop from the bottom up",
    "The first step should swap the bottom card of 52 with any of 52 places, 1.92% each. A byte taken modulo 52 picks each of 48 places in 5 of 256 cases (1.95%). It picks each of the other 4 in 4 of 256 cases (1.56%).",
    "Durstenfeld (1964), Algorithm 235",
    |_, _| Ok(Box::new(OneByOne(&FROM_BOTTOM_COUNTS))),
);

static LEHMER_COUNTS: Counted<Counts> = Counted(Counts {
    name: LEHMER.name,
    digits: &LEHMER_DIGITS,
});

static FROM_TOP_COUNTS: Counted<Counts> = Counted(Counts {
    name: FROM_TOP.name,
    digits: &SWAPS_FROM_TOP,
});

static FROM_BOTTOM_COUNTS: Counted<Counts> = Counted(Counts {
    name: FROM_BOTTOM.name,
    digits: &SWAPS_FROM_BOTTOM,
});

/// The place of the first cell of the digit of range `range` in its counter.
pub(super) fn first_cell(range: usize) -> usize {
    range * (range - 1) / 2 - 1
}

/// k cells for each range k from 2 to n, in this order.
#[derive(Debug, Clone, Copy)]
struct Counts {
    name: &'static str,
    digits: &'static Digits,
}

impl Table for Counts {
    type NarrowCounts = u16;

    fn name(&self) -> &'static str {
        self.name
    }

    fn cells(&self, cards: usize) -> usize {
        first_cell(cards + 1)
    }

    fn layout(&self) -> Layout {
        self.digits.layout
    }

    fn add<C: Count>(&self, block: &Block, cells: &mut [C]) {
        match block.lanes(self.layout()) {
            Some(Lanes::Bytes(lanes)) => self.add_lanes(lanes, block.len(), cells),
            Some(Lanes::Words(lanes)) => self.add_lanes(lanes, block.len(), cells),
            None => {}
        }
    }
}

impl Counts {
    fn add_lanes<T: Copy + Into<u32>, C: Count>(
        &self,
        lanes: &[[T; BLOCK]],
        decks: usize,
        mut cells: &mut [C],
    ) {
        for range in 2..=lanes.len() {
            let (own, rest) = cells.split_at_mut(range);
            increase(own, &self.digits.lane(lanes, range)[..decks]);
            cells = rest;
        }
    }
}

/// The test of all digits one by one.
#[derive(Debug)]
struct OneByOne(&'static Counted<Counts>);

impl Statistic for OneByOne {
    fn name(&self) -> &'static str {
        self.0.0.name
    }

    fn counter(&self) -> AnyCounter<'_> {
        AnyCounter::Decks(self.0)
    }

    fn tests(&self) -> Vec<&'static str> {
        vec![OMNIBUS, CELL, LINE]
    }

    fn wager(&self, design: &Design) -> Option<Box<dyn Wager>> {
        let rows = (2..=design.size).scan(0, |first, range| {
            let row = *first..*first + range;
            *first = row.end;
            Some(row)
        });
        Some(Box::new(wager::Digits::new(rows.collect())))
    }

    fn figures(&self, design: &Design) -> Vec<Declaration> {
        vec![
            departures(&[("range", "values"), ("digit", "digit")]),
            table::cells("counts", design.size, design.size),
        ]
    }

    fn columns(&self) -> Vec<Column> {
        Vec::new()
    }

    fn assess(&self, evidence: &Evidence<'_>) -> Assessment {
        let (cards, decks) = (evidence.design.size, evidence.subjects());
        let digits = self.0.0.digits;
        let tables: Vec<&[u64]> = tables(evidence.tally.cells()).collect();
        let departures = tables.iter().flat_map(|counts| {
            let range = counts.len();
            let share = 1.0 / range as f64;
            let fair = decks as f64 * share;
            let deviation = (fair * (1.0 - share)).sqrt();
            (0..).zip(*counts).map(move |(digit, &count)| Departure {
                cell: (range, digit),
                count,
                fair,
                off: (count as f64 - fair) / deviation,
            })
        });
        let largest = LazyCell::new(|| largest(departures));
        let squares = squares(evidence.tally.cells(), cards, decks);
        // True shares (1 + ε)/k give noncentrality N times the sum over the ranges of mean(ε²).
        let detectable = |noncentrality: f64| Detectable {
            value: (noncentrality / ((cards - 1) as f64 * decks as f64)).sqrt(),
            unit: "relative departure of a digit's probability (root mean square)".to_owned(),
        };
        let words = || {
            evidence.in_full(|| {
                largest.first().map_or_else(Uneven::default, |departure| {
                    let (range, digit) = departure.cell;
                    let among = evidence.tally.cells().len() as u64;
                    let what = (digits.words)(cards, range, digit);
                    departure.words(what, digits.plural, (decks, among))
                })
            })
        };
        let test = squares.test(
            digits.title,
            (decks, evidence.level),
            detectable,
            (digits.plural, words),
        );
        let figures = evidence.in_full(|| json!({
            "largest": listed(&largest, |(range, digit)| json!({ "range": range, "digit": digit })),
            "counts": (cards <= WHOLE_UP_TO).then_some(&tables),
        }));
        Assessment {
            figures: figures.into(),
            tests: vec![
                test,
                one_cell(digits, &tables, cards, (decks, evidence.level)),
                one_line(digits, &tables, cards, decks),
            ],
            checks: Vec::new(),
        }
    }
}

/// The test of one value of one digit.
fn one_cell(digits: &Digits, tables: &[&[u64]], cards: usize, seen: (u64, f64)) -> Test {
    let cells = tables.iter().flat_map(|counts| {
        let range = counts.len();
        (0..).zip(*counts).map(move |(digit, &count)| Cell {
            at: (range, digit),
            count,
            share: 1.0 / range as f64,
        })
    });
    cell_test(digits.title, seen, cells, |(range, digit)| {
        (digits.words)(cards, range, digit)
    })
}

/// The test of one digit.
fn one_line(digits: &Digits, tables: &[&[u64]], cards: usize, decks: u64) -> Test {
    let lines = tables.iter().map(|counts| Line {
        at: *counts,
        cells: counts.len(),
    });
    let lines = (lines, |counts: &[u64]| sum_of_squares(counts.iter()));
    let own = |counts: &[u64]| counts.to_vec();
    line_test(digits.title, decks, lines, own, |counts| {
        let commonest = (0..).zip(counts).max_by_key(|(_, count)| **count);
        let digit = commonest.map_or(0, |(digit, _)| digit);
        format!(
            "{} most often; others of the {} possible values come too seldom",
            (digits.words)(cards, counts.len(), digit),
            counts.len()
        )
    })
}

/// The test's statistic and law, of the tally `cells` of `decks` decks.
pub(super) fn squares(cells: &[u64], cards: usize, decks: u64) -> Squares {
    let tables: Vec<&[u64]> = tables(cells).collect();
    Squares {
        value: value(&tables, decks),
        degrees: degrees(cards),
        cube: Some(cube(cards)),
        fewest: fewest_decks(cards),
    }
}

/// The counts of each range from 2 on.
fn tables(mut cells: &[u64]) -> impl Iterator<Item = &[u64]> {
    (2..).map_while(move |range| {
        let (own, rest) = cells.split_at_checked(range)?;
        cells = rest;
        Some(own)
    })
}

/// X², in integers up to the division: the sum over k of (k Σ m² − N²)/N.
fn value(tables: &[&[u64]], decks: u64) -> f64 {
    let total = u128::from(decks) * u128::from(decks);
    let sums = tables
        .iter()
        .map(|counts| (counts.len() as u128 * sum_of_squares(counts.iter())).saturating_sub(total));
    sums.sum::<u128>() as f64 / decks as f64
}

fn degrees(cards: usize) -> f64 {
    (cards * (cards - 1) / 2) as f64
}

/// E[h³] of [`laws::squares`]. For one range the mean of (k·[equal] − 1)³ is
/// (1/k)(k−1)³ − (k−1)/k = (k−1)(k−2), and digits of different ranges are independent.
fn cube(cards: usize) -> f64 {
    let ranges = (2..=cards).map(|k| ((k - 1) * (k - 2)) as f64);
    ranges.sum()
}

/// Fewest decks for which the law holds, by simulation of ideal decks at these very numbers, false alarms
/// over level in both tails, at 0.01, 0.001 and 0.00002: 5 cards 1.03, 1.04, 1.30; 6 cards 1.02, 1.10, 1.30; 10
/// cards 1.02, 1.04, 1.35; 12 cards 1.05, 1.13, 1.50; 20 cards 1.04, 1.09, 1.47; 52 cards 1.01, 1.03, 1.05; 60 cards
/// 1.00, 0.99, 1.32. (10⁶ runs and more: the last figure has a standard error of 0.2.)
fn fewest_decks(cards: usize) -> u64 {
    if cards < 12 { 50 } else { 30 }
}
