//! The order of two cards in the deck: the omnibus test of all pairs.
//!
//! U[a][b] is the number of decks in which card a lies above card b. V = U − N/2 is antisymmetric, with row
//! sums ρ. Pairs that share a card are not independent: a card that lies high is above many. The part
//! that comes of cards' heights alone, V[a][b] = (ρ[a] − ρ[b])/n, has n + 1 times the variance of the rest, so
//!
//! ```text
//! X² = 12 Σ ρ² / (n(n+1)N) + (12/N) (Σ V² − Σ ρ²/n),  Σ V² over the pairs a < b,
//! ```
//!
//! follows χ² with (n−1) + (n−1)(n−2)/2 degrees of freedom; with one scale, 4 Σ V²/N rejects ideal
//! decks many times too often. Reference: covariance of the order of two of independent uniform numbers, 1/4 for a
//! pair and 1/12 for two that share a card; checked by enumeration. For few decks its law is
//! that of [`laws::squares`], with E[h³] = 0: a deck turned over has −V.

use std::cell::LazyCell;

use std::borrow::Cow;

use super::cells::{self, cell_test};
use super::counter::{AnyCounter, Buffer, Counter};
use super::grain::CELL;
use super::suite::Suite;
use super::table::{
    self, Departure, OMNIBUS, Squares, Uneven, WHOLE_UP_TO, departures, largest, listed,
};
use super::wager::{self, Wager};
use super::{
    Assessment, Column, Compares, Design, Detectable, Evidence, Kind, Notes, Statistic, Test,
};
use deck::kernel::pair_order::HELD;
use deck::kernel::{BYTE_CARDS, Cell, Isa};
use deck::{BLOCK, Block, Lanes, Layout, MIN_CARDS};
use text::figures::{Declaration, json};

pub(super) const KIND: Kind = Kind {
    name: "pair-order",
    about: "does every card lie above every other half of the time? one chi-squared test of all pairs, on both tails",
    plain: "which card lies above which",
    causes: "cards that keep their order, or a card that lies high too often",
    example: "In a fair deck any card lies above any other half of the time. After three riffles of 52 cards the old top card still lies above the old bottom card in 99% of decks.",
    compares: &Compares::Pairs {
        key: Cow::Borrowed("above"),
        place: Cow::Borrowed("card {above} above card {below}"),
    },
    source: "orders of independent uniform numbers; the two scales are checked by enumeration",
    parameters: &[],
    cards: MIN_CARDS..=MOST_CARDS,
    covers: &[],
    suite: Some(Suite::Standard),
    on: deck::subject::Kind::DECK,
    lagged: true,
    build: |_, _| Ok(Box::new(PairOrder)),
};

/// Half a million pairs, 4 MB of counts and as many comparisons for each deck.
const MOST_CARDS: usize = 1024;

/// The most decks, and lanes of no deck, that 32 bits can count.
const MOST_PENDING: u64 = u32::MAX as u64 - 2 * HELD as u64;

#[derive(Debug)]
struct PairOrder;

static COUNTER: Above = Above;

/// Counts n(n−1)/2 cells: the pairs (0, 1), (0, 2), … of cards, each the decks with the first above the
/// second.
#[derive(Debug)]
struct Above;

impl Counter for Above {
    fn name(&self) -> &'static str {
        KIND.name
    }

    fn cells(&self, cards: usize) -> usize {
        cards * (cards - 1) / 2
    }

    fn layout(&self) -> Layout {
        Layout::CardLanes
    }

    fn count(&self, block: &Block, cells: &mut [u64], _: &mut Notes) {
        match block.lanes(self.layout()) {
            Some(Lanes::Bytes(cards)) => count_lanes(cards, block.len(), cells),
            Some(Lanes::Words(cards)) => count_lanes(cards, block.len(), cells),
            None => {}
        }
    }

    fn buffer(&self, cards: usize) -> Option<Box<dyn Buffer>> {
        Some(if cards <= BYTE_CARDS {
            Box::new(Held::<u8>::new(cards, self.cells(cards)))
        } else {
            Box::new(Held::<u16>::new(cards, self.cells(cards)))
        })
    }

    fn buffer_bytes(&self, cards: usize) -> u128 {
        (self.cells(cards) * size_of::<u32>() + cards * HELD * size_of::<u16>()) as u128
    }
}

fn count_lanes<T: Cell>(cards: &[[T; BLOCK]], decks: usize, cells: &mut [u64]) {
    let mut cells = cells.iter_mut();
    for (at, first) in cards.iter().enumerate() {
        for (second, cell) in cards[at + 1..].iter().zip(&mut cells) {
            let pairs = first.iter().zip(second).take(decks);
            *cell += pairs.filter(|(first, second)| first < second).count() as u64;
        }
    }
}

/// Decks that wait side by side until there are enough of them to be compared at once.
#[derive(Debug)]
struct Held<T> {
    /// `lanes[card][deck]`, a position.
    lanes: Vec<[T; HELD]>,
    /// Decks in the lanes.
    decks: usize,
    counts: Vec<u32>,
    /// Decks in the counts, and lanes that held none.
    counted: u64,
    /// Lanes that held none: in each of them every card counts as lying above every other.
    empty: u32,
    isa: Option<Isa>,
}

/// Lanes of the cells' type, and what compares them.
trait Compared: Cell {
    fn lanes(lanes: &Lanes) -> Option<&[[Self; BLOCK]]>;

    fn compare(isa: Isa, lanes: &[[Self; HELD]], counts: &mut [u32]);
}

impl Compared for u8 {
    fn lanes(lanes: &Lanes) -> Option<&[[Self; BLOCK]]> {
        match lanes {
            Lanes::Bytes(lanes) => Some(lanes),
            Lanes::Words(_) => None,
        }
    }

    fn compare(isa: Isa, lanes: &[[Self; HELD]], counts: &mut [u32]) {
        isa.kernel().above(lanes, counts);
    }
}

impl Compared for u16 {
    fn lanes(lanes: &Lanes) -> Option<&[[Self; BLOCK]]> {
        match lanes {
            Lanes::Words(lanes) => Some(lanes),
            Lanes::Bytes(_) => None,
        }
    }

    fn compare(isa: Isa, lanes: &[[Self; HELD]], counts: &mut [u32]) {
        isa.kernel().above(lanes, counts);
    }
}

impl<T: Compared> Held<T> {
    fn new(cards: usize, pairs: usize) -> Self {
        Self {
            lanes: vec![[T::default(); HELD]; cards],
            decks: 0,
            counts: vec![0; pairs],
            counted: 0,
            empty: 0,
            isa: None,
        }
    }

    /// Compares the decks that wait.
    fn compare(&mut self) {
        let Some(isa) = self.isa.filter(|_| self.decks > 0) else {
            return;
        };
        for lane in &mut self.lanes {
            lane[self.decks..].fill(T::default());
        }
        self.empty += (HELD - self.decks) as u32;
        self.counted += HELD as u64;
        T::compare(isa, &self.lanes, &mut self.counts);
        self.decks = 0;
    }
}

impl<T: Compared> Buffer for Held<T> {
    fn has_room(&self) -> bool {
        self.counted < MOST_PENDING
    }

    fn hold(&mut self, block: &Block) {
        let Some(cards) = block.lanes(Layout::CardLanes).and_then(T::lanes) else {
            return;
        };
        self.isa = Some(block.isa());
        if self.decks + block.len() > HELD {
            self.compare();
        }
        let decks = self.decks..self.decks + block.len();
        for (lane, card) in self.lanes.iter_mut().zip(cards) {
            lane[decks.clone()].copy_from_slice(&card[..block.len()]);
        }
        self.decks = decks.end;
    }

    fn add_to(&mut self, first: usize, cells: &mut [u64]) {
        self.compare();
        for (cell, count) in cells.iter_mut().zip(&self.counts[first..]) {
            *cell += u64::from(count - self.empty);
        }
    }

    fn clear(&mut self) {
        self.decks = 0;
        self.counts.fill(0);
        self.counted = 0;
        self.empty = 0;
    }
}

impl Statistic for PairOrder {
    fn name(&self) -> &'static str {
        KIND.name
    }

    fn counter(&self) -> AnyCounter<'_> {
        AnyCounter::Decks(&COUNTER)
    }

    fn tests(&self) -> Vec<&'static str> {
        vec![OMNIBUS, CELL]
    }

    fn wager(&self, design: &Design) -> Option<Box<dyn Wager>> {
        let scores = wager::PairOrder::new(design.size);
        Some(Box::new(wager::Linear::new(scores)))
    }

    fn figures(&self, design: &Design) -> Vec<Declaration> {
        vec![
            Declaration::number("fair", "decks").known(),
            departures(&[("above", "card"), ("below", "card")]),
            table::cells("above", design.size, design.size),
        ]
    }

    fn columns(&self) -> Vec<Column> {
        Vec::new()
    }

    fn assess(&self, evidence: &Evidence<'_>) -> Assessment {
        let (cards, decks) = (evidence.design.size, evidence.subjects());
        let (n, cells) = (cards as f64, evidence.tally.cells());
        let fair = decks as f64 / 2.0;
        let deviation = 0.5 * (decks as f64).sqrt();
        let departures = pairs(cards).zip(cells).map(|(cell, &count)| Departure {
            cell,
            count,
            fair,
            off: (count as f64 - fair) / deviation,
        });
        let largest = LazyCell::new(|| largest(departures));
        let squares = squares(evidence.tally.cells(), cards, decks);
        // True shares 1/2 + δ give noncentrality 12·N·Σδ² where cards chase each other in circles, and
        // 1/(n+1) of that where some merely lie higher, which counts.
        let detectable = |noncentrality: f64| Detectable {
            value: (noncentrality * (n + 1.0) / (12.0 * degrees(cards) * decks as f64)).sqrt(),
            unit: "departure of a pair's order from 1/2 (root mean square)".to_owned(),
        };
        let words = || {
            evidence.in_full(|| {
                largest.first().map_or_else(Uneven::default, |departure| {
                    let seen = (decks, cells.len() as u64);
                    departure.words(above(departure.cell), "orders of two cards", seen)
                })
            })
        };
        let test = squares.test(
            "pair order",
            (decks, evidence.level),
            detectable,
            ("orders of two cards", words),
        );
        let figures = evidence.in_full(|| {
            json!({
                "fair": fair,
                "largest": listed(&largest, |(above, below)| json!({
                    "above": above + 1,
                    "below": below + 1,
                })),
                "above": (cards <= WHOLE_UP_TO).then(|| rows(cells, cards)),
            })
        });
        Assessment {
            figures: figures.into(),
            tests: vec![test, one_cell(cells, cards, (decks, evidence.level))],
            checks: Vec::new(),
        }
    }
}

/// The test of one pair of cards.
fn one_cell(cells: &[u64], cards: usize, seen: (u64, f64)) -> Test {
    let cells = pairs(cards).zip(cells).map(|(at, &count)| cells::Cell {
        at,
        count,
        share: 0.5,
    });
    cell_test("pair order", seen, cells, above)
}

/// Says in words which of two cards lies above the other.
fn above((above, below): (usize, usize)) -> String {
    format!("card {} lies above card {}", above + 1, below + 1)
}

/// The test's statistic and law, of the tally `cells` of `decks` decks.
pub(super) fn squares(cells: &[u64], cards: usize, decks: u64) -> Squares {
    Squares {
        value: value(cells, cards, decks),
        degrees: degrees(cards),
        cube: Some(0.0),
        fewest: fewest_decks(cards),
    }
}

/// The pairs of cards, in the order of the cells.
fn pairs(cards: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..cards).flat_map(move |a| (a + 1..cards).map(move |b| (a, b)))
}

/// Gives, for each card but the last, the numbers of decks in which it lies above each later card.
fn rows(mut cells: &[u64], cards: usize) -> Vec<&[u64]> {
    let row = |length: usize| {
        let (row, rest) = cells.split_at(length);
        cells = rest;
        row
    };
    (1..cards).rev().map(row).collect()
}

/// X², in integers up to the divisions: with v = 2U − N and r its row sums,
/// 3 Σ r²/(n(n+1)N) + 3 (n Σ_{a<b} v² − Σ r²)/(nN).
fn value(cells: &[u64], cards: usize, decks: u64) -> f64 {
    let mut sums = vec![0_i128; cards];
    let mut squares = 0_u128;
    for ((a, b), &count) in pairs(cards).zip(cells) {
        let twice = 2 * i128::from(count) - i128::from(decks);
        sums[a] += twice;
        sums[b] -= twice;
        squares += twice.unsigned_abs() * twice.unsigned_abs();
    }
    let of_cards: u128 = sums
        .iter()
        .map(|sum| sum.unsigned_abs() * sum.unsigned_abs())
        .sum();
    let n = cards as u128;
    let heights = of_cards as f64 / (n * (n + 1)) as f64;
    // The part without heights is a square, so it is not below 0.
    let rest = (n * squares).saturating_sub(of_cards) as f64 / n as f64;
    3.0 * (heights + rest) / decks as f64
}

/// (n−1) + (n−1)(n−2)/2: as many as pairs.
fn degrees(cards: usize) -> f64 {
    (cards * (cards - 1) / 2) as f64
}

/// Fewest decks for which the law holds, by simulation of ideal decks at these very numbers, false alarms
/// over level in the tails that are tested, at 0.01, 0.001 and 0.00002: 4 cards 1.01, 1.06, 0.80; 6 cards 0.92, 0.80, 0.70; 12
/// cards 1.00, 0.95, 0.85; 20 cards 1.00, 0.98, 0.95; 52 cards 1.01, 0.99, 1.40; 60 cards 1.00, 1.01, 1.75. (10⁶ runs and more: the
/// last figure has a standard error of 0.2.)
fn fewest_decks(cards: usize) -> u64 {
    if cards < 6 { 30 } else { 20 }
}
