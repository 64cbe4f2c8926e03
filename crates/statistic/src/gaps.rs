//! Distances at which cards end up that started next to each other.
//!
//! The gap of card c is g = pos[c+1] − pos[c] mod n, from 1 to n − 1, for c = 0 to n − 2; `h[g]` is the
//! number of gaps g in N decks, and expects N. A gap of a card and the next one tie: split into the
//! even and the odd part under g → n − g (a gap read backwards),
//!
//! ```text
//! X² = (|even part of h − N|² + ((n−1)/(n+1)) |odd part of h|²) / N
//! ```
//!
//! follows χ² with n − 2 degrees of freedom; unscaled it rejects too often. Reference: covariance of the
//! differences of a uniform permutation, checked by enumeration.

use std::cell::LazyCell;

use super::counter::AnyCounter;
use super::suite::Suite;
use super::table::{
    Count, Counted, Departure, OMNIBUS, Squares, Table, departures, increase, largest, listed,
};
use super::wager::{self, Wager};
use super::{Assessment, Column, Compares, Design, Detectable, Evidence, Kind, Statistic};
use deck::kernel::Cell;
use deck::{BLOCK, Block, Lanes, Layout, MAX_CARDS};
use text::figures::{Declaration, json};

pub(super) const KIND: Kind = Kind {
    name: "gaps",
    about: "how far apart are cards that started together? one chi-squared test of all distances, on both tails",
    plain: "distances between old neighbours",
    causes: "old neighbours that stay near each other: few riffles, mashes, piles",
    example: "Count how many places a card lies below its old upper neighbour; after the bottom go on at the top. In a fair deck of 52 cards one of the 51 pairs, on average, is at each distance from 1 to 51. After three riffles 6.5 pairs are at distance 1 and 5.7 at distance 2.",
    compares: &Compares::Nothing,
    source: "differences of a uniform permutation; even and odd part scaled apart, checked by enumeration",
    parameters: &[],
    cards: 3..=MAX_CARDS,
    covers: &[crate::Feature::Neighbours],
    suite: Some(Suite::Standard),
    on: deck::subject::Kind::DECK,
    lagged: true,
    build: |_, _| Ok(Box::new(Gaps)),
};

/// Gaps of larger decks are left out of the record.
const WHOLE_UP_TO: usize = 1024;

#[derive(Debug)]
struct Gaps;

static COUNTER: Counted<Histogram> = Counted(Histogram);

/// n cells: the gap g in cell g; the first is empty.
#[derive(Debug, Clone, Copy)]
struct Histogram;

impl Table for Histogram {
    type NarrowCounts = u32;

    fn name(&self) -> &'static str {
        KIND.name
    }

    fn cells(&self, cards: usize) -> usize {
        cards
    }

    fn most(&self, cards: usize) -> u64 {
        cards as u64
    }

    fn layout(&self) -> Layout {
        Layout::CardLanes
    }

    fn add<C: Count>(&self, block: &Block, cells: &mut [C]) {
        match block.lanes(self.layout()) {
            Some(Lanes::Bytes(cards)) => add_bytes(cards, block.len(), cells),
            Some(Lanes::Words(cards)) => {
                add_lanes(cards, block.len(), cells, u16::wrapping_sub);
            }
            None => {}
        }
    }
}

/// Counts gaps of bytes in cells of its own, one for each byte, that no index misses. Few gaps are near each other in
/// number: they count in turn in several of them, so that none waits for the one before.
fn add_bytes<C: Count>(cards: &[[u8; BLOCK]], decks: usize, cells: &mut [C]) {
    const TURNS: usize = 4;
    let n = cards.len() as u8;
    let mut counts = [[0_u32; 256]; TURNS];
    for pair in cards.windows(2) {
        let mut gaps = [0; BLOCK];
        for ((gap, this), next) in gaps.iter_mut().zip(&pair[0]).zip(&pair[1]) {
            let round = if next < this { n } else { 0 };
            *gap = next.wrapping_sub(*this).wrapping_add(round);
        }
        let (together, rest) = gaps[..decks.min(BLOCK)].as_chunks::<TURNS>();
        for gaps in together {
            for (counts, gap) in counts.iter_mut().zip(gaps) {
                counts[usize::from(*gap)] += 1;
            }
        }
        for gap in rest {
            counts[0][usize::from(*gap)] += 1;
        }
    }
    for (at, cell) in cells.iter_mut().enumerate() {
        let count = counts.iter().map(|counts| counts[at]).sum::<u32>();
        cell.add(count);
    }
}

fn add_lanes<T: Cell + Into<u32>, C: Count>(
    cards: &[[T; BLOCK]],
    decks: usize,
    cells: &mut [C],
    minus: impl Fn(T, T) -> T,
) {
    let n = T::of(cards.len());
    for pair in cards.windows(2) {
        let mut gaps = [T::default(); BLOCK];
        for ((gap, this), next) in gaps.iter_mut().zip(&pair[0]).zip(&pair[1]) {
            let round = if next < this { n } else { T::default() };
            *gap = minus(*next, *this).plus(round);
        }
        increase(cells, &gaps[..decks.min(BLOCK)]);
    }
}

impl Statistic for Gaps {
    fn name(&self) -> &'static str {
        KIND.name
    }

    fn counter(&self) -> AnyCounter<'_> {
        AnyCounter::Decks(&COUNTER)
    }

    fn tests(&self) -> Vec<&'static str> {
        vec![OMNIBUS]
    }

    fn wager(&self, design: &Design) -> Option<Box<dyn Wager>> {
        let scores = wager::Gaps::new(design.size);
        Some(Box::new(wager::Linear::new(scores)))
    }

    fn figures(&self, design: &Design) -> Vec<Declaration> {
        vec![
            Declaration::number("fair", "pairs of cards").known(),
            departures(&[("gap", "places")]),
            Declaration::counts("histogram", "pairs of cards", design.size),
        ]
    }

    fn columns(&self) -> Vec<Column> {
        Vec::new()
    }

    fn assess(&self, evidence: &Evidence<'_>) -> Assessment {
        let (cards, decks) = (evidence.design.size, evidence.subjects());
        let (n, gaps) = (cards as f64, &evidence.tally.cells()[1..]);
        let fair = decks as f64;
        let departures = (1_usize..).zip(gaps).map(|(gap, &count)| Departure {
            cell: gap,
            count,
            fair,
            off: (count as f64 - fair) / fair.sqrt(),
        });
        let largest = LazyCell::new(|| largest(departures));
        let squares = squares(evidence.tally.cells(), cards, decks);
        // True means 1 + ε give noncentrality N·Σε² if they are even under g → n − g, and (n−1)/(n+1)
        // times that if they are odd, which counts.
        let detectable = |noncentrality: f64| Detectable {
            value: (noncentrality * (n + 1.0) / ((n - 1.0) * (n - 1.0) * fair)).sqrt(),
            unit: "relative departure of a distance's frequency (root mean square)".to_owned(),
        };
        let words = || evidence.in_full(|| words(&largest, decks));
        let test = squares.test(
            "distances",
            (decks, evidence.level),
            detectable,
            ("distances between cards that started together", words),
        );
        let figures = evidence.in_full(|| {
            json!({
                "fair": fair,
                "largest": listed(&largest, |gap| json!({ "gap": gap })),
                "histogram": (cards <= WHOLE_UP_TO).then_some(gaps),
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
    Squares {
        value: value(&cells[1..], cards, decks),
        degrees: cards as f64 - 2.0,
        cube: None,
        fewest: fewest_decks(cards),
    }
}

fn words(largest: &[Departure<usize>], decks: u64) -> String {
    let Some(departure) = largest.first() else {
        return String::new();
    };
    let gap = departure.cell;
    format!(
        "{:.2} cards of a deck lie {gap} place{} below their old upper neighbour, counted on from the top after the \
         bottom; in a fair deck 1.00 do",
        departure.count as f64 / decks as f64,
        if gap == 1 { "" } else { "s" }
    )
}

/// X² of the counts of the gaps 1 to n − 1, in integers up to the divisions:
/// (Σs² − 4N²(n−1))/4N + (n−1)Σd²/(4(n+1)N), with s and d the sums and differences of the counts of g and
/// n − g.
fn value(gaps: &[u64], cards: usize, decks: u64) -> f64 {
    let (mut sums, mut differences) = (0_u128, 0_u128);
    for (&one, &other) in gaps.iter().zip(gaps.iter().rev()) {
        let sum = u128::from(one) + u128::from(other);
        let difference = u128::from(one.abs_diff(other));
        sums += sum * sum;
        differences += difference * difference;
    }
    let (n, total) = (cards as u128, u128::from(decks));
    let even = sums.saturating_sub(4 * total * total * (n - 1)) as f64;
    let odd = ((n - 1) * differences) as f64 / (n + 1) as f64;
    (even + odd) / (4.0 * decks as f64)
}

/// Fewest decks for which the law holds, by simulation of ideal decks at these very numbers, false alarms
/// over level in the tails that are tested, at 0.01, 0.001 and 0.00002: 6 cards 0.99, 1.04, 1.40; 12 cards
/// 1.00, 1.08, 1.35; 20 cards 1.02, 1.03, 1.30; 52 cards 0.98, 0.96, 0.85; 60 cards 1.01, 1.02, 1.20. (10⁶ runs and more: the last
/// figure has a standard error of 0.2.)
fn fewest_decks(cards: usize) -> u64 {
    if cards < 12 { 30 } else { 20 }
}
