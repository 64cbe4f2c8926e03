//! Neighbours in the deck, each card and the next: the omnibus test of all of them.
//!
//! C[a][b] is the number of decks in which card b lies directly below card a. A dummy card lies above
//! the top and below the bottom, so that a deck is a cycle of n + 1 cards, on ideal decks a uniform one,
//! and every cell off the diagonal expects N/n. Rows and columns sum to N, and that a cycle never
//! turns back at once (b after a excludes a after b) ties C[a][b] to C[b][a]: the
//! symmetric and the antisymmetric part have different variances. Centred off the diagonal by N/n,
//!
//! ```text
//! X² = (n/N) |(C + Cᵀ)/2|² + (n(n−1)/((n+1)N)) |(C − Cᵀ)/2|²
//! ```
//!
//! follows χ² with n² − n − 1 degrees of freedom; with one scale for both parts it would not.
//! Reference: covariance of the edges of a uniform Hamiltonian cycle, checked by enumeration. For few
//! decks its law is that of [`laws::squares`].

use std::cell::LazyCell;

use std::borrow::Cow;

use super::cells::{Cell, Line, cell_test, line_test};
use super::counter::AnyCounter;
use super::grain::{CELL, LINE};
use super::matrix_sums::above_0;
use super::positions::sum_of_squares;
use super::suite::Suite;
use super::table::{
    self, Count, Counted, Departure, Joint, OMNIBUS, Squares, Table, Uneven, WHOLE_UP_TO,
    departures, increase, increase_joint, largest, listed,
};
use super::wager::{self, Wager};
use super::{Assessment, Column, Compares, Design, Detectable, Evidence, Kind, Statistic, Test};
use deck::kernel::Isa;
use deck::{BLOCK, Block, Lanes, Layout};
use text::figures::{Declaration, Value, json};

pub(super) const KIND: Kind = Kind {
    name: "successor-matrix",
    about: "does every card follow every other equally often? one chi-squared test of all neighbours, on both tails",
    plain: "which card follows which",
    causes: "neighbours that stay together, or are kept apart; one pair that sticks",
    example: "In a fair deck of 52 cards any card lies directly under any other in 1 of 52 decks, 1.9%. After three riffles the second card of the old order still lies directly under the first in 12% of decks.",
    compares: &Compares::Rows {
        key: Cow::Borrowed("matrix"),
        place: Cow::Borrowed("card {column} directly after card {row}"),
        from: (0, 0),
        edges: Some((
            Cow::Borrowed("card {column} on top"),
            Cow::Borrowed("card {row} at the bottom"),
        )),
    },
    source: "edges of a uniform Hamiltonian cycle; symmetric and antisymmetric part scaled apart, checked by enumeration",
    parameters: &[],
    cards: super::MIN_CARDS..=MOST_CARDS,
    covers: &[crate::Feature::Neighbours],
    suite: Some(Suite::Standard),
    on: deck::subject::Kind::DECK,
    lagged: true,
    build: |_, _| Ok(Box::new(SuccessorMatrix)),
};

/// 8 MB of cells; those of larger decks would not fit the caches, and each deck costs some misses for
/// every card.
const MOST_CARDS: usize = 1024;

#[derive(Debug)]
struct SuccessorMatrix;

static COUNTER: Counted<Successors> = Counted(Successors);

/// (n+1)² cells, by rows: `[above][below]`, 0 the dummy card, card c as 1 + c.
#[derive(Debug, Clone, Copy)]
struct Successors;

impl Table for Successors {
    type NarrowCounts = u16;

    fn name(&self) -> &'static str {
        KIND.name
    }

    fn cells(&self, cards: usize) -> usize {
        (cards + 1) * (cards + 1)
    }

    fn layout(&self) -> Layout {
        Layout::PlaceLanes
    }

    fn add<C: Count>(&self, block: &Block, cells: &mut [C]) {
        match block.lanes(self.layout()) {
            Some(Lanes::Bytes(places)) => add_lanes(block.isa(), places, block.len(), cells),
            Some(Lanes::Words(places)) => add_lanes(block.isa(), places, block.len(), cells),
            None => {}
        }
    }
}

fn add_lanes<T: Joint, C: Count>(isa: Isa, places: &[[T; BLOCK]], decks: usize, cells: &mut [C]) {
    let symbols = places.len() + 1;
    let (Some(top), Some(bottom)) = (places.first(), places.last()) else {
        return;
    };
    // Cards as they stand in the lanes: the cell of a above b lies so many further on.
    let both = symbols + 1;
    for pair in places.windows(2) {
        let lanes = (&pair[0], symbols, &pair[1]);
        increase_joint(isa, &mut cells[both..], lanes, decks);
    }
    let of = |lane: &[T; BLOCK]| lane.map(|card| card.index() as u32);
    increase(&mut cells[1..], &of(top)[..decks]);
    let last = of(bottom).map(|card| card * symbols as u32);
    increase(&mut cells[symbols..], &last[..decks]);
}

impl Statistic for SuccessorMatrix {
    fn name(&self) -> &'static str {
        KIND.name
    }

    fn counter(&self) -> AnyCounter<'_> {
        AnyCounter::Decks(&COUNTER)
    }

    fn tests(&self) -> Vec<&'static str> {
        vec![OMNIBUS, CELL, LINE]
    }

    fn wager(&self, design: &Design) -> Option<Box<dyn Wager>> {
        let scores = wager::Successors::new(design.size);
        Some(Box::new(wager::Linear::new(scores)))
    }

    fn figures(&self, design: &Design) -> Vec<Declaration> {
        let symbols = design.size + 1;
        vec![
            Declaration::number("fair", "decks").known(),
            departures(&[("above", "card"), ("below", "card")]),
            table::cells("matrix", symbols, symbols),
        ]
    }

    fn columns(&self) -> Vec<Column> {
        Vec::new()
    }

    fn assess(&self, evidence: &Evidence<'_>) -> Assessment {
        let (cards, decks) = (evidence.design.size, evidence.subjects());
        let (n, cells) = (cards as f64, evidence.tally.cells());
        let symbols = cards + 1;
        let fair = decks as f64 / n;
        let deviation = (fair * (1.0 - 1.0 / n)).sqrt();
        let departures = cells.iter().enumerate().map(|(at, &count)| Departure {
            cell: (at / symbols, at % symbols),
            count,
            fair,
            off: (count as f64 - fair) / deviation,
        });
        let largest =
            LazyCell::new(|| largest(departures.filter(|cell| cell.cell.0 != cell.cell.1)));
        let squares = squares(evidence.tally.cells(), cards, decks);
        // True shares (1 + ε)/n give noncentrality (n+1)·N·mean(ε²) if they are symmetric, and
        // (n−1)·N·mean(ε²) if they are antisymmetric; the smaller of these counts.
        let detectable = |noncentrality: f64| Detectable {
            value: (noncentrality / ((n - 1.0) * decks as f64)).sqrt(),
            unit: "relative departure of a pair of neighbours from 1/n (root mean square)"
                .to_owned(),
        };
        let words = || evidence.in_full(|| words(&largest, (decks, cards)));
        let test = squares.test(
            "neighbours",
            (decks, evidence.level),
            detectable,
            ("pairs of neighbours", words),
        );
        let whole =
            (cards <= WHOLE_UP_TO).then(|| cells.chunks_exact(symbols).collect::<Vec<&[u64]>>());
        let figures = evidence.in_full(|| {
            json!({
                "fair": fair,
                "largest": listed(&largest, |(above, below)| json!({
                    "above": place(above),
                    "below": place(below),
                })),
                "matrix": whole,
            })
        });
        Assessment {
            figures: figures.into(),
            tests: vec![
                test,
                one_cell(cells, cards, (decks, evidence.level)),
                one_line(cells, cards, decks),
            ],
            checks: Vec::new(),
        }
    }
}

/// The test's statistic and law, of the tally `cells` of `decks` decks.
pub(super) fn squares(cells: &[u64], cards: usize, decks: u64) -> Squares {
    Squares {
        value: value(cells, cards, decks),
        degrees: degrees(cards),
        cube: Some(cube(cards)),
        fewest: fewest_decks(cards),
    }
}

/// A card by its starting position, from 1; nothing for the dummy card.
fn place(symbol: usize) -> Value {
    if symbol == 0 {
        Value::Null
    } else {
        json!(symbol)
    }
}

fn words(largest: &[Departure<(usize, usize)>], (decks, cards): (u64, usize)) -> Uneven {
    largest.first().map_or_else(Uneven::default, |departure| {
        let among = (cards * (cards + 1)) as u64;
        let what = neighbours(departure.cell);
        departure.words(what, "pairs of neighbours", (decks, among))
    })
}

/// Says in words that two cards, the upper one first, lie together.
fn neighbours((above, below): (usize, usize)) -> String {
    match (above, below) {
        (0, card) => format!("card {card} is on top"),
        (card, 0) => format!("card {card} is at the bottom"),
        (above, below) => format!("card {below} directly follows card {above}"),
    }
}

/// The test of one pair of neighbours.
fn one_cell(cells: &[u64], cards: usize, seen: (u64, f64)) -> Test {
    let symbols = cards + 1;
    let pairs = cells.iter().enumerate().map(|(at, &count)| Cell {
        at: (at / symbols, at % symbols),
        count,
        share: 1.0 / cards as f64,
    });
    let pairs = pairs.filter(|cell| cell.at.0 != cell.at.1);
    cell_test("neighbours", seen, pairs, neighbours)
}

/// The test of all neighbours of one card, on one side.
fn one_line(cells: &[u64], cards: usize, decks: u64) -> Test {
    let symbols = cards + 1;
    let sides = [Side::Below, Side::Above].into_iter();
    let lines = sides.flat_map(|side| (0..symbols).map(move |card| (card, side)));
    let lines = lines.map(|at| Line {
        at,
        // The cell of a card beside itself is 0, and no cell.
        cells: cards,
    });
    let counts = |(card, side): (usize, Side)| -> Vec<u64> {
        let line: Vec<u64> = match side {
            Side::Below => cells[card * symbols..][..symbols].to_vec(),
            Side::Above => cells[card..].iter().step_by(symbols).copied().collect(),
        };
        let others = line.into_iter().enumerate();
        let others = others.filter(|(other, _)| *other != card);
        others.map(|(_, count)| count).collect()
    };
    let squares = |at| sum_of_squares(counts(at).iter());
    line_test(
        "neighbours",
        decks,
        (lines, squares),
        counts,
        |(card, side)| match (card, side) {
            (0, Side::Below) => "some cards are on top more often than others".to_owned(),
            (0, Side::Above) => "some cards are at the bottom more often than others".to_owned(),
            (card, Side::Below) => {
                format!("some cards directly follow card {card} more often than others")
            }
            (card, Side::Above) => {
                format!("some cards lie directly above card {card} more often than others")
            }
        },
    )
}

/// A side of a card.
#[derive(Debug, Clone, Copy)]
enum Side {
    Above,
    Below,
}

/// The degrees of freedom: n + 1 sums of rows and n + 1 of columns of the (n+1)n cells are fixed,
/// one of them twice, so that n² − n − 1 remain.
fn degrees(cards: usize) -> f64 {
    let n = cards as f64;
    n * n - n - 1.0
}

/// X² of the matrix, in integers up to the divisions: with s = C + Cᵀ and d = C − Cᵀ over the pairs
/// a < b, (nΣs² − 2(n+1)N²)/2N + n(n−1)Σd²/(2(n+1)N).
fn value(cells: &[u64], cards: usize, decks: u64) -> f64 {
    let symbols = cards + 1;
    // (x ± y)² = x² + y² ± 2xy, so that only cells above 0 count; a card beside itself is none.
    let (mut squares, mut products) = (0_u128, 0_u128);
    for (above, row) in cells.chunks_exact(symbols).enumerate() {
        for (below, count) in above_0(row) {
            squares += u128::from(count) * u128::from(count);
            if below > above {
                let mirrored = cells[below * symbols + above];
                products += u128::from(count) * u128::from(mirrored);
            }
        }
    }
    let (sums, differences) = (squares + 2 * products, squares - 2 * products);
    let (n, total) = (cards as u128, u128::from(decks));
    // This is never below 0, unless the tally is of other decks.
    let even = (n * sums).saturating_sub(2 * (n + 1) * total * total) as f64;
    let odd = (n * (n - 1) * differences) as f64 / (n + 1) as f64;
    (even + odd) / (2.0 * decks as f64)
}

/// E[h³] of [`laws::squares`].
///
/// For two decks h = n/2 · (A + B − 2(n+1)/n) + n(n−1)/(2(n+1)) · (A − B), A the number of neighbours
/// that they share and B of those that they share in opposite order. With one deck fixed, A and B count
/// steps along a cycle of m = n + 1 cards that another uniform cycle makes too, forwards and backwards:
/// of t < m steps chosen on it, all are made with probability 1/((m−1)…(m−t)) in one given direction
/// for each run of adjacent steps, and never in mixed directions within a run. There are
/// (m/r) C(t−1, r−1) C(m−t−1, r−1) ways to choose t steps in r runs. The factorial moments of A
/// and B follow, and with them the third moment of h.
fn cube(cards: usize) -> f64 {
    let (n, m) = (cards as f64, cards as f64 + 1.0);
    // Probability of t given steps.
    let one = 1.0 / n;
    let two = one / (n - 1.0);
    let three = if cards > 2 { two / (n - 2.0) } else { two };
    // The ways to choose two or three steps in that many runs.
    let two_in_two = m * (m - 3.0) / 2.0;
    let three_in_two = m * 2.0 * (m - 4.0) / 2.0;
    let three_in_three = m * (m - 4.0) * (m - 5.0) / 6.0;
    let (three_in_two, three_in_three) = if cards > 2 {
        (three_in_two, three_in_three)
    } else {
        (0.0, 0.0)
    };
    // Factorial moments: of A, and of A and B together.
    let first = m * one;
    let second = m * (m - 1.0) * two;
    let third = m * (m - 1.0) * (m - 2.0) * three;
    let mixed = 2.0 * two_in_two * two;
    let mixed_twice = 2.0 * (three_in_two + 3.0 * three_in_three) * three;
    // h = x A + y B − c.
    let (even, odd) = (n / 2.0, n * (n - 1.0) / (2.0 * (n + 1.0)));
    let (x, y, c) = (even + odd, even - odd, n + 1.0);
    let (a, aa) = (first, second + first);
    let (aaa, aab) = (third + 3.0 * second + first, mixed_twice + mixed);
    let one = (x + y) * a;
    let two = (x * x + y * y) * aa + 2.0 * x * y * mixed;
    let three = (x * x * x + y * y * y) * aaa + 3.0 * x * y * (x + y) * aab;
    (three - 3.0 * c * two + 3.0 * c * c * one - c * c * c).max(0.0)
}

/// Fewest decks for which the law holds, by simulation of ideal decks at these very numbers, false alarms
/// over level in both tails, at 0.01, 0.001 and 0.00002: 4 cards 1.08, 1.15, 1.80; 6 cards 1.05, 1.16, 1.80; 8
/// cards 1.07, 1.16, 1.80; 12 cards 1.03, 1.13, 1.40; 20 cards 1.04, 1.11, 1.30; 52 cards 1.00, 1.00, 1.15; 60 cards
/// 1.01, 1.00, 0.90. (10⁶ runs and more: the last figure has a standard error of 0.2.)
fn fewest_decks(cards: usize) -> u64 {
    match cards {
        ..8 => 50,
        8..20 => 30,
        _ => 20,
    }
}
