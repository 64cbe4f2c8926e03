//! Limits from orders that show the same, and from events, held to exact laws. Each holds with a probability of 0.999.

use std::collections::BTreeMap;

use super::part::{of_hand, of_one_place};
use super::*;
use search::advise::Alone;
use shuffle::routine::{Letters, Routine};

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

/// A routine; K is a cut of three cards.
fn plan(text: &str) -> Plan {
    let mut letters = Letters::default();
    let cut = shuffle::build("cut", "cards = 3".parse().unwrap()).unwrap();
    letters.define('K', cut.into());
    Routine::parse(text, &letters).unwrap().plan(&letters)
}

/// The types in each cell after a routine, and in an ideal deck: by the law over all orders, which knows nothing of packets.
fn enumerated(start: &Start, plan: &Plan) -> Seen {
    let cards = start.cards();
    let orders = plan.orders(cards, cards).unwrap();
    let seen = |deck: &[u16]| -> Vec<(usize, usize)> {
        let cards = deck.iter().map(|card| start.word[usize::from(*card)]);
        let mut seen: Vec<_> = start.cells.iter().copied().zip(cards).collect();
        seen.sort_unstable();
        seen
    };
    // Orders that the routine cannot give count for the ideal deck.
    let mut all: BTreeMap<Vec<(usize, usize)>, [f64; 2]> = BTreeMap::new();
    orders.for_each(|deck, p| all.entry(seen(deck)).or_default()[0] += p);
    let even = 1.0 / orders.probabilities().len() as f64;
    let mut deck: Vec<usize> = (0..cards).collect();
    loop {
        let order: Vec<u16> = deck.iter().map(|card| *card as u16).collect();
        all.entry(seen(&order)).or_default()[1] += even;
        if !next_order(&mut deck) {
            break;
        }
    }
    let (ideal, ratios): (Vec<f64>, Vec<f64>) = all.values().map(|[p, q]| (*q, p / q)).unzip();
    of_ratios(&ideal, &[ratios], &riffled(1..=1)).remove(0)
}

/// Cuts and fixed rearrangements after riffles, from all starts, as all views show them.
#[test]
fn what_is_seen_after_a_cut_is_as_all_orders_say() {
    for (text, riffles) in [
        ("G*2 K", 2),
        ("G*3 K K", 3),
        ("G*2 C", 2),
        ("G*2 K C", 2),
        ("G faro", 1),
    ] {
        for (types, arrangement, view) in [
            (None, None, Some("hands:2x3")),
            (None, None, Some("hands:3x2:back-and-forth")),
            (None, None, Some("hands:2x3:blocks")),
            (None, None, Some("first:2")),
            (None, None, Some("hand:1")),
            (Some("3 red, 4 black"), None, None),
            (Some("3 red, 4 black"), Some("alternating"), Some("hand:3")),
            (Some("2 a, 2 b, 3 c"), Some("played"), Some("hands:2x3")),
        ] {
            let start = start(types, arrangement, view, 7);
            let plan = plan(text);
            let truth = enumerated(&start, &plan);
            let (number, after) = super::riffled(&plan, &start).unwrap();
            assert_eq!(number, riffles);
            let found = limits(&after, &riffled(number..=number), &Alone).unwrap();
            let found = &found[0].0;
            let ends = |seen: &Seen| [seen.total_variation, seen.information_left_bits.unwrap()];
            // Limits of two types lie apart a little; all other figures are exact.
            for (found, truth) in ends(found).into_iter().zip(ends(&truth)) {
                let ([lower, upper], truth) = (found, truth[0]);
                let is_around = lower < truth + 1e-11 && truth < upper + 1e-11;
                assert!(
                    is_around && upper - lower < 1e-5,
                    "{text}, {types:?}, {view:?}: {found:?}, {truth}"
                );
            }
            for (found, truth) in [
                (found.separation, truth.separation),
                (found.l_infinity, truth.l_infinity),
            ] {
                assert!((found.unwrap() - truth.unwrap()).abs() < 1e-10);
            }
        }
    }
}

#[test]
fn other_routines_are_refused_in_words() {
    let start = start(None, None, Some("hands:2x3"), 7);
    for text in ["G C G", "C", "R", "G R"] {
        let error = super::riffled(&plan(text), &start).unwrap_err().to_string();
        assert!(
            error.contains("accepted: a routine such as \"G*7\""),
            "{text}: {error}"
        );
    }
    let (riffles, same) = super::riffled(&plan("G*7"), &start).unwrap();
    assert_eq!((riffles, same.then, same.cells), (7, None, start.cells));
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

/// The same after cuts.
#[test]
fn few_cards_that_are_cut_lie_between_the_limits() {
    let rows = riffled(3..=3);
    for (text, types, view) in [
        ("G C", None, "hands:2x3"),
        ("G C", Some("4 red, 4 black"), "first:8"),
    ] {
        let start = start(types, None, Some(view), 8);
        let (_, start) = super::riffled(&plan(text), &start).unwrap();
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
fn hands_of_types_have_their_law() {
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
        ("2 a, 3 b, 3 c", Some("played"), "hand:3"),
        ("3 a, 1 b, 4 c", None, "hand:6"),
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
        start(
            Some("20 a, 20 b, 12 c, 8 d"),
            None,
            Some("hands:2x7:blocks"),
            60,
        ),
        start(
            Some("12 a, 12 b, 12 c, 12 d, 12 e"),
            None,
            Some("hand:7"),
            60,
        ),
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

/// The same of limits from orders that show the same: more of these bring both nearer, too.
#[test]
fn more_orders_bring_limits_as_near_as_asked_for() {
    let rows = riffled(5..=5);
    let first = start(None, None, Some("hands:3x4"), 12);
    let limits = |within: Option<f64>| {
        let start = Start {
            within,
            ..first.clone()
        };
        by_orders(&start, &rows, &Alone).unwrap()[0]
            .0
            .total_variation
    };
    let ([low, high], [lower, upper]) = (limits(None), limits(Some(0.002_6)));
    assert!(
        lower < high && low < upper,
        "{low} to {high}, {lower} to {upper}"
    );
    assert!(
        upper - lower < 0.0056 && high - low > 0.0056,
        "{low} to {high}, {lower} to {upper}"
    );
}

/// One place of a small deck, held to all its orders; and of a large one.
#[test]
fn one_place_has_its_law_in_decks_of_any_size() {
    let rows = riffled(1..=5);
    for (types, view, text) in [
        (None, "hand:1", "G"),
        (None, "first:1", "G K"),
        (Some("3 red, 5 black"), "hand:1", "G K"),
    ] {
        let start = start(types, None, Some(view), 8);
        let (_, start) = super::riffled(&plan(text), &start).unwrap();
        let (all, law) = (
            of_few(&start, &rows).unwrap(),
            of_one_place(&start, &rows).unwrap(),
        );
        for ((all, _), (law, _)) in all.iter().zip(&law) {
            assert!((all.total_variation[0] - law.total_variation[0]).abs() < 1e-12);
            assert!((all.separation.unwrap() - law.separation.unwrap()).abs() < 1e-12);
        }
    }
    // After one riffle of 1,000 cards the top card is the first of either packet: half of it stays where it was.
    let large = start(None, None, Some("hand:1"), 1_000);
    let law = of_part(&large, &rows, &Alone).unwrap();
    assert!(law[0].0.total_variation[0] > 0.5 && law[0].1[0] == law[0].1[1]);
    assert!(of_one_place(&start(None, None, Some("hand:2"), 1_000), &rows).is_none());
}

/// Bits of deals in blocks are those of all deals, but for a few standard errors.
#[test]
fn bits_of_drawn_decks_are_an_estimate() {
    let rows = riffled(3..=5);
    // More deals than are gone through one by one: held to the words of a deck of which each hand is a type.
    let start = start(Some("6 a, 6 b"), None, None, 12);
    let exact = of_two(6, 6, &rows).0;
    let deck = Grouped::new(&start.counts).unwrap();
    let decks = Decks::exact("bits of words", 100);
    let (found, _) = sampled::limits_within(decks, None, &laws(12, &rows), &Alone, |draws| {
        let mut word = sorted(&deck);
        shuffle_items(draws, &mut word);
        Rising::Law(deck.rising(&word))
    })
    .unwrap();
    for (found, exact) in found.iter().zip(exact) {
        let [bits, error] = found.bits.unwrap();
        let [least, most] = exact.information_left_bits.unwrap();
        assert!(
            error < 0.1 * bits && bits > least - 4.0 * error && bits < most + 4.0 * error,
            "{found:?}, {exact:?}"
        );
    }
}
