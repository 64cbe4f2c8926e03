//! The tables: their counts against what they say, their laws against enumeration, and their false
//! alarms on ideal decks against the level.

use super::table::Squares;
use super::{
    Counting, Design, Outcome, Tally, build, digit_pairs, digits, gaps, pair_order,
    successor_matrix,
};
use deck::kernel::Isa;
use deck::rng::{Draws, Generator, PcgDraws, Seed};
use deck::{Block, Card};
use laws::squares::moments;
use shuffle::routine::{Letters, Routine};
use source::{Simulated, Source};

/// A kind of table.
struct Table {
    /// Its name as a kind.
    name: &'static str,
    /// The cells to which a deck adds one, by the definition.
    cells: fn(&[Card]) -> Vec<usize>,
    squares: fn(&[u64], usize, u64) -> Squares,
    least: usize,
}

const fn table(
    name: &'static str,
    cells: fn(&[Card]) -> Vec<usize>,
    squares: fn(&[u64], usize, u64) -> Squares,
    least: usize,
) -> Table {
    Table {
        name,
        cells,
        squares,
        least,
    }
}

const TABLES: &[Table] = &[
    table("successor-matrix", successors, successor_matrix::squares, 2),
    table("gaps", distances, gaps::squares, 3),
    table("pair-order", orders, pair_order::squares, 2),
    table(
        "lehmer-digits",
        |deck| one_by_one(&lehmer(deck)),
        digits::squares,
        2,
    ),
    table(
        "swap-digits-top",
        |deck| one_by_one(&from_top(deck)),
        digits::squares,
        2,
    ),
    table(
        "swap-digits-bottom",
        |deck| one_by_one(&from_bottom(deck)),
        digits::squares,
        2,
    ),
    table(
        "digit-pairs",
        |deck| in_pairs(&lehmer(deck)),
        digit_pairs::squares,
        3,
    ),
    table(
        "swap-pairs-top",
        |deck| in_pairs(&from_top(deck)),
        digit_pairs::squares,
        3,
    ),
    table(
        "swap-pairs-bottom",
        |deck| in_pairs(&from_bottom(deck)),
        digit_pairs::squares,
        3,
    ),
];

fn positions(deck: &[Card]) -> Vec<usize> {
    let mut positions = vec![0; deck.len()];
    for (position, &card) in deck.iter().enumerate() {
        positions[usize::from(card)] = position;
    }
    positions
}

fn successors(deck: &[Card]) -> Vec<usize> {
    let ring: Vec<usize> = [0]
        .into_iter()
        .chain(deck.iter().map(|&card| 1 + usize::from(card)))
        .chain([0])
        .collect();
    ring.windows(2)
        .map(|pair| pair[0] * (deck.len() + 1) + pair[1])
        .collect()
}

fn distances(deck: &[Card]) -> Vec<usize> {
    let n = deck.len();
    positions(deck)
        .windows(2)
        .map(|pair| (pair[1] + n - pair[0]) % n)
        .collect()
}

fn orders(deck: &[Card]) -> Vec<usize> {
    let at = positions(deck);
    let n = deck.len();
    let pairs = (0..n).flat_map(|a| (a + 1..n).map(move |b| (a, b)));
    let above = pairs.enumerate().filter(|(_, (a, b))| at[*a] < at[*b]);
    above.map(|(cell, _)| cell).collect()
}

/// The digit of range k as digit number k.
fn lehmer(deck: &[Card]) -> Vec<usize> {
    let n = deck.len();
    let digit = |range: usize| {
        let below = &deck[n - range..];
        below.iter().filter(|card| **card < below[0]).count()
    };
    [0].into_iter().chain((1..=n).map(digit)).collect()
}

fn from_top(deck: &[Card]) -> Vec<usize> {
    let n = deck.len();
    let mut digits = vec![0; n + 1];
    let mut cards: Vec<Card> = (0..n).map(|card| card as Card).collect();
    for at in 0..n {
        let place = cards.iter().position(|card| *card == deck[at]).unwrap();
        digits[n - at] = place - at;
        cards.swap(at, place);
    }
    digits
}

fn from_bottom(deck: &[Card]) -> Vec<usize> {
    let n = deck.len();
    let mut digits = vec![0; n + 1];
    let mut cards: Vec<Card> = (0..n).map(|card| card as Card).collect();
    for at in (0..n).rev() {
        let place = cards.iter().position(|card| *card == deck[at]).unwrap();
        digits[at + 1] = place;
        cards.swap(at, place);
    }
    digits
}

fn one_by_one(digits: &[usize]) -> Vec<usize> {
    let before = |range: usize| (2..range).sum::<usize>();
    (2..digits.len())
        .map(|range| before(range) + digits[range])
        .collect()
}

fn in_pairs(digits: &[usize]) -> Vec<usize> {
    let before = |range: usize| (3..range).map(|k| k * (k - 1)).sum::<usize>();
    (3..digits.len().min(65))
        .map(|range| before(range) + digits[range] * (range - 1) + digits[range - 1])
        .collect()
}

fn design(cards: usize, decks: u64) -> Design {
    Design {
        size: cards,
        trials: decks,
        replicates: 1,
    }
}

/// Blocks of random decks, whole and in part, at every level, through buffers handed over in one and in
/// several parts, and without a buffer.
#[test]
fn every_deck_is_counted_as_the_definition_says() {
    let sizes = (2..=9).chain([52, 63, 64, 65, 66, 100, 128, 129, 254, 255, 256, 300]);
    for cards in sizes {
        let mut draws = PcgDraws::for_batch(5, "tables", 0, cards as u64);
        let mut blocks: Vec<Vec<Vec<Card>>> = Vec::new();
        for decks in [64, 37, 64, 1, 63] {
            let mut deck: Vec<Card> = (0..cards).map(|card| card as Card).collect();
            let mut one = || {
                draws.shuffle(&mut deck);
                deck.clone()
            };
            blocks.push((0..decks).map(|_| one()).collect());
        }
        for table in TABLES.iter().filter(|table| table.least <= cards) {
            let probe = build(table.name, toml::Table::new(), &design(cards, 229)).unwrap();
            let counter = probe.statistic().counter().decks().unwrap();
            let mut expected = vec![0; counter.cells(cards)];
            for deck in blocks.iter().flatten() {
                for at in (table.cells)(deck) {
                    expected[at] += 1;
                }
            }
            for isa in Isa::all() {
                let what = format!("{}, {cards} cards, {}", table.name, isa.level());
                let mut direct = vec![0; expected.len()];
                let mut held = vec![0; expected.len()];
                let mut buffer = counter.buffer(cards).unwrap();
                let mut block = Block::with_isa(cards, isa);
                for (at, decks) in blocks.iter().enumerate() {
                    block.clear(0);
                    for deck in decks {
                        block.push(deck);
                    }
                    block.index(counter.layout());
                    counter.count(&block, &mut direct, &mut crate::Notes::default());
                    assert!(buffer.has_room());
                    buffer.hold(&block);
                    if at == 1 {
                        buffer.add_to(0, &mut held);
                        buffer.clear();
                    }
                }
                let half = expected.len() / 2;
                let (first, second) = held.split_at_mut(half);
                buffer.add_to(half, second);
                buffer.add_to(0, first);
                assert_eq!(direct, expected, "{what}");
                assert_eq!(held, expected, "{what}, buffer");
            }
        }
    }
}

/// All orders of a deck.
fn all_decks(cards: usize) -> Vec<Vec<Card>> {
    let mut decks = vec![vec![]];
    for card in 0..cards as Card {
        let with = |deck: &Vec<Card>| {
            let places = 0..=deck.len();
            let insert = |at: usize| {
                let mut deck = deck.clone();
                deck.insert(at, card);
                deck
            };
            places.map(insert).collect::<Vec<_>>()
        };
        decks = decks.iter().flat_map(with).collect();
    }
    decks
}

/// Mean, variance and third central moment of a table's statistic over all ways to choose so many
/// decks.
fn enumerated(table: &Table, cards: usize, decks: usize) -> [f64; 3] {
    let probe = build(table.name, toml::Table::new(), &design(cards, 1)).unwrap();
    let cells = probe.statistic().counter().decks().unwrap().cells(cards);
    let marks: Vec<Vec<usize>> = (all_decks(cards).iter())
        .map(|deck| (table.cells)(deck))
        .collect();
    let mut values = Vec::new();
    for choice in 0..marks.len().pow(decks as u32) {
        let (mut counts, mut rest) = (vec![0; cells], choice);
        for _ in 0..decks {
            let deck = &marks[rest % marks.len()];
            for &at in deck {
                counts[at] += 1;
            }
            rest /= marks.len();
        }
        values.push((table.squares)(&counts, cards, decks as u64).value);
    }
    let over = |f: &dyn Fn(f64) -> f64| {
        values.iter().map(|value| f(*value)).sum::<f64>() / values.len() as f64
    };
    let mean = over(&|value| value);
    [
        mean,
        over(&|value| (value - mean).powi(2)),
        over(&|value| (value - mean).powi(3)),
    ]
}

/// For every number of decks the mean is the degrees of freedom, and the variance is
/// 2d(1 − 1/N) + v/N with v the variance for a single deck: 0 for all tables but the gaps. For these the
/// third moment is exact too.
#[test]
fn the_moments_of_every_table_are_those_of_enumeration() {
    let close = |ours: f64, exact: f64, what: &str| {
        assert!(
            (ours - exact).abs() < 1e-9 * exact.abs().max(1.0),
            "{what}: {ours}, {exact}"
        );
    };
    for table in TABLES {
        for cards in table.least..=5 {
            let [_, alone, _] = enumerated(table, cards, 1);
            for decks in [1, 2, 3].into_iter().take(if cards < 5 { 3 } else { 2 }) {
                let what = format!("{}, {cards} cards, {decks} decks", table.name);
                let [mean, variance, third] = enumerated(table, cards, decks);
                let n = decks as f64;
                let cells = vec![0; 4000];
                let law = (table.squares)(&cells[..cells_of(table, cards)], cards, 1);
                close(mean, law.degrees, &what);
                let expected = 2.0 * law.degrees * (1.0 - 1.0 / n) + alone / n;
                close(variance, expected, &what);
                if let Some(cube) = law.cube {
                    close(alone, 0.0, &what);
                    let exact = moments(law.degrees, cube, n);
                    close(variance, exact[1], &what);
                    close(third, exact[2], &what);
                }
            }
        }
    }
}

fn cells_of(table: &Table, cards: usize) -> usize {
    let probe = build(table.name, toml::Table::new(), &design(cards, 1)).unwrap();
    probe.statistic().counter().decks().unwrap().cells(cards)
}

/// Shows that ideal decks fail far too often with the scales that the literature's χ² would take: one
/// scale for all pairs of neighbours, and 4 Σ V²/N for the order of pairs.
#[test]
fn without_their_two_scales_the_laws_are_wrong() {
    // Variance over all decks of five, two at a time, of the one-scale forms, each with its mean 1.
    let decks = all_decks(5);
    let pairs = |of: fn(&[Card]) -> Vec<usize>, cells: usize| {
        let marks: Vec<Vec<usize>> = decks.iter().map(|deck| of(deck)).collect();
        let mut values = Vec::new();
        for one in &marks {
            for other in &marks {
                let mut counts = vec![0.0_f64; cells];
                one.iter().chain(other).for_each(|&at| counts[at] += 1.0);
                values.push(counts);
            }
        }
        values
    };
    let spread = |values: &[f64]| {
        let mean = values.iter().sum::<f64>() / values.len() as f64;
        values.iter().map(|v| (v / mean - 1.0).powi(2)).sum::<f64>() / values.len() as f64
    };
    let orders: Vec<f64> = (pairs(orders, 10).iter())
        .map(|counts| counts.iter().map(|u| (u - 1.0) * (u - 1.0)).sum())
        .collect();
    // Ten degrees of freedom and two decks would have 2/10 · 1/2.
    assert!(spread(&orders) > 1.5 * 0.1, "{}", spread(&orders));
    let exact = enumerated(&TABLES[2], 5, 2);
    assert!((exact[1] / (exact[0] * exact[0]) - 0.1).abs() < 1e-12);
}

/// Runs of the tables on ideal decks, as many decks in each as its law needs at least: for each table its
/// p-values.
fn p_values(cards: usize, runs: u64, seed: u128) -> Vec<(&'static str, Vec<f64>)> {
    let letters = Letters::default();
    let plan = Routine::parse("S", &letters).unwrap().plan(&letters);
    let tables = TABLES.iter().filter(|table| table.least <= cards);
    let one = |table: &'static Table| {
        let cells = vec![0; cells_of(table, cards)];
        let decks = (table.squares)(&cells, cards, 1).fewest;
        let probe = build(table.name, toml::Table::new(), &design(cards, decks)).unwrap();
        let gauges = [probe.gauge()];
        let generator = Generator::DEFAULT;
        let stream = generator.stream(&Seed::Integer(seed), table.name, cards as u64, 0);
        let mut source = Simulated::new(&plan, stream.unwrap(), generator.streams(), 0, 0);
        let mut block = Block::new(cards);
        let mut counting = Counting::new(&gauges, cards);
        let mut tally = vec![Tally::empty(gauges[0].counter, cards)];
        let run = |_| {
            source.go_on(decks);
            for _ in 0..decks.div_ceil(64) {
                source.fill(&mut block).unwrap();
                counting.count(&mut block, &mut tally);
            }
            counting.settle(&mut tally);
            let squares = (table.squares)(tally[0].cells(), cards, decks);
            tally[0].clear();
            match squares.outcome(decks) {
                Outcome::P(p) => p.get(),
                Outcome::TooFew { .. } => f64::NAN,
            }
        };
        (table.name, (0..runs).map(run).collect())
    };
    tables.map(one).collect()
}

fn false_alarms(values: &[f64], level: f64) -> f64 {
    values.iter().filter(|p| **p <= level).count() as f64
}

/// Checks rates: at 0.01 within a fifth of the level, at 0.001 at most 1.3 times it, but for
/// chance.
#[test]
fn with_the_fewest_decks_ideal_decks_fail_as_often_as_they_should() {
    for (cards, runs) in [(3, 20_000), (6, 20_000), (20, 10_000), (52, 3_000)] {
        for (name, values) in p_values(cards, runs, 61) {
            let what = format!("{name}, {cards} cards");
            for (level, least, most) in [(0.01, 0.8, 1.2), (0.001, 0.0, 1.3)] {
                let expected = runs as f64 * level;
                let found = false_alarms(&values, level);
                let chance = 3.1 * expected.sqrt();
                // Very small decks have few values, and so tests below their level.
                let least = if cards < 6 { 0.0 } else { least };
                assert!(
                    found <= most * expected + chance,
                    "{what}: {found} at {level}"
                );
                assert!(
                    found >= least * expected - chance,
                    "{what}: {found} at {level}"
                );
            }
        }
    }
}

/// Rates as promised for the smallest numbers of decks, and at 0.00002, the share of one of fifty tests
/// at 0.001, at most twice the level.
#[test]
#[ignore = "minutes, of use after a change to a law or to the fewest decks of a table: .ci/full laws"]
fn with_the_fewest_decks_ideal_decks_fail_as_often_as_they_should_far_out() {
    for (cards, runs) in [(6, 1_000_000), (20, 500_000), (52, 250_000), (60, 250_000)] {
        for (name, values) in p_values(cards, runs, 62) {
            let rates = [0.01, 0.001, 0.000_02]
                .map(|level| false_alarms(&values, level) / (runs as f64 * level));
            assert!((0.8..1.2).contains(&rates[0]), "{name}, {cards} cards");
            assert!(rates[1] <= 1.3, "{name}, {cards} cards");
            // Five and more false alarms are expected; more than these by chance once in a thousand.
            let expected = runs as f64 * 0.000_02;
            let chance = 3.1 * (2.0 * expected).sqrt() / expected;
            assert!(
                rates[2] <= 2.0 + chance,
                "{name}, {cards} cards: {rates:.2?}"
            );
        }
    }
}
