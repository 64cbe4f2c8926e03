//! Limits from orders that show the same, and from events, held to exact laws. Each holds with a probability of 0.999.

use super::part::of_hand;
use super::*;
use search::advise::Alone;

fn start(
    types: Option<&str>,
    arrangement: Option<&str>,
    view: Option<&str>,
    cards: usize,
) -> Start {
    let view = view.map(|view| view.parse().unwrap());
    Start::new(types, arrangement, view, cards).unwrap()
}

fn riffled(riffles: std::ops::RangeInclusive<u32>) -> Vec<Row> {
    riffles
        .map(|riffles| Row::riffled(riffles, false))
        .collect()
}

/// The limits from orders and events, each around the exact distance; how wide they are, widest first.
fn around(start: &Start, rows: &[Row], exact: &[[f64; 2]]) -> Vec<f64> {
    let found = by_orders(start, rows, &Alone).unwrap();
    let both = found.iter().zip(exact);
    both.map(|((seen, _), [least, most])| {
        let [lower, upper] = seen.total_variation;
        assert!(
            lower <= *most && upper >= *least,
            "{seen:?}: {least} to {most}"
        );
        upper - lower
    })
    .collect()
}

#[test]
fn colours_of_52_cards_lie_between_the_limits() {
    let rows = riffled(6..=8);
    let exact: Vec<[f64; 2]> = of_two(26, 26, &rows)
        .0
        .iter()
        .map(|row| row.total_variation)
        .collect();
    let wide = around(
        &start(Some("26 red, 26 black"), None, None, 52),
        &rows,
        &exact,
    );
    // The distance after seven riffles and more is known to a fiftieth, or to less.
    assert!(wide[1..].iter().all(|wide| *wide < 0.02), "{wide:?}");
}

#[test]
fn deals_in_blocks_lie_between_the_limits() {
    let rows = riffled(6..=7);
    let start = start(None, None, Some("hands:4x13:blocks"), 52);
    let exact: Vec<[f64; 2]> = of_part(&start, &rows, &Alone)
        .unwrap()
        .iter()
        .map(|(seen, _)| seen.total_variation)
        .collect();
    around(&start, &rows, &exact);
}

#[test]
fn all_that_is_seen_of_few_cards_lies_between_the_limits() {
    let rows = riffled(3..=4);
    for (types, arrangement, view) in [
        (None, None, Some("hands:2x4")),
        (None, None, Some("hands:4x2:back-and-forth")),
        (None, None, Some("hand:3")),
        (Some("4 red, 4 black"), Some("alternating"), None),
        (Some("4 red, 4 black"), None, Some("hand:3")),
        (Some("2 a, 3 b, 3 c"), Some("played"), Some("first:2")),
        (
            Some("4 red, 4 black"),
            Some("alternating"),
            Some("hands:2x4"),
        ),
    ] {
        let start = start(types, arrangement, view, 8);
        let exact = of_few(&start, &rows).unwrap();
        let exact: Vec<[f64; 2]> = exact.iter().map(|(seen, _)| seen.total_variation).collect();
        around(&start, &rows, &exact);
    }
}

/// Any order of cards that all differ gives the same.
#[test]
fn what_each_hand_gets_does_not_depend_on_the_start() {
    let rows = riffled(2..=2);
    let mut turned = start(None, None, Some("hands:2x4"), 8);
    let law = |start: &Start| of_few(start, &rows).unwrap()[0].0.total_variation[0];
    let before = law(&turned);
    turned.word = vec![3, 1, 7, 0, 6, 2, 5, 4];
    assert!((law(&turned) - before).abs() < 1e-12 && before > 0.1);
}

/// Held to all orders of eight cards.
#[test]
fn hands_of_two_types_have_their_law() {
    let rows = riffled(1..=4);
    for (types, how, view) in [
        ("4 red, 4 black", None, "hand:3"),
        ("4 red, 4 black", Some("alternating"), "hand:3"),
        ("3 red, 5 black", None, "hands:2x4:blocks"),
        (
            "3 red, 5 black",
            Some("1 red, 4 black, 2 red, 1 black"),
            "hand:5",
        ),
        ("1 ace, 7 others", None, "first:1"),
    ] {
        let start = start(Some(types), how, Some(view), 8);
        let (all, law) = (
            of_few(&start, &rows).unwrap(),
            of_hand(&start, &rows).unwrap(),
        );
        for ((all, _), (law, _)) in all.iter().zip(&law) {
            let both = all.total_variation.iter().zip(&law.total_variation);
            let bits = all
                .information_left_bits
                .iter()
                .zip(&law.information_left_bits);
            for (all, law) in both.chain(bits.flat_map(|(all, law)| all.iter().zip(law))) {
                assert!((all - law).abs() < 1e-12, "{types}, {view}");
            }
            assert!((all.separation.unwrap() - law.separation.unwrap()).abs() < 1e-12);
            assert!((all.l_infinity.unwrap() - law.l_infinity.unwrap()).abs() < 1e-11);
        }
    }
    for other in [
        start(Some("24 land, 36 spell"), None, Some("first:7"), 60),
        start(Some("24 a, 30 b, 6 c"), None, Some("hand:7"), 60),
    ] {
        assert!(of_hand(&other, &rows).is_none());
    }
}

/// Limits of deals in blocks: as near as asked for, around those of more decks. They hold with a probability of 0.999.
#[test]
fn more_decks_bring_limits_as_near_as_asked_for() {
    let rows = riffled(3..=3);
    let first = start(None, None, Some("hands:4x3:blocks"), 12);
    let limits = |within: Option<f64>| {
        let start = Start {
            within,
            ..first.clone()
        };
        of_part(&start, &rows, &Alone).unwrap()[0].0.total_variation
    };
    let ([low, high], [lower, upper]) = (limits(None), limits(Some(0.004)));
    assert!(
        lower < high && low < upper,
        "{low} to {high}, {lower} to {upper}"
    );
    assert!(
        upper - lower < 0.0085 && high - low > 0.01,
        "{low} to {high}, {lower} to {upper}"
    );
}
