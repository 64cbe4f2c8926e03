//! Laws of riffled decks against exact arithmetic, enumeration and published tables.

use std::collections::BTreeMap;

use super::*;
use crate::testing::assert_close;

/// The promised accuracy is 1e-12; the last digits of doubles allow more.
const TOLERANCE: f64 = 3e-15;

/// n, packets, total variation, its gap, separation, its gap, L-infinity distance, bits of
/// information left and mean number of rising sequences in each line.
const EXACT: &str = include_str!("../../../../tests/data/riffles_distinct.txt");

/// A whole number, or a power like `3^40`.
fn packets(text: &str) -> Packets {
    let (base, power) = text.split_once('^').unwrap_or((text, "1"));
    let base = Packets::new(base.parse().unwrap()).unwrap();
    let power: u32 = power.parse().unwrap();
    (1..power).fold(base, |product, _| product.then(base))
}

/// Fails unless `ours` is the decimal number `exact` of any size, up to [`TOLERANCE`].
fn assert_wide(ours: Wide, exact: &str) {
    let (mantissa, exponent) = exact.split_once('e').unwrap_or((exact, "0"));
    let shift: i64 = exponent.parse().unwrap();
    let (ours, power) = ours.decimal();
    let ours = ours * libm::pow(10.0, (power - shift) as f64);
    assert_close(ours, mantissa.parse().unwrap(), TOLERANCE);
}

#[test]
fn all_figures_agree_with_exact_arithmetic() {
    let mut riffled = Law::riffled(1, Packets::riffles(0));
    let lines = EXACT.lines().filter(|line| !line.starts_with('#'));
    let mut count = 0;
    for line in lines {
        let fields: Vec<&str> = line.split(' ').collect();
        let &[
            n,
            a,
            tv,
            gap,
            separation,
            separation_gap,
            l_infinity,
            bits,
            mean,
        ] = &fields[..]
        else {
            panic!("{line}");
        };
        let n = n.parse().unwrap();
        riffled = if riffled.cards == n {
            riffled.with(packets(a))
        } else {
            Law::riffled(n, packets(a))
        };
        let close = |ours: f64, exact: &str| {
            assert_close(ours, exact.parse().unwrap(), TOLERANCE);
        };
        close(riffled.total_variation(), tv);
        assert_wide(riffled.gap(), gap);
        close(riffled.separation(), separation);
        assert_wide(riffled.classes().separation_gap(), separation_gap);
        assert_wide(riffled.classes().l_infinity(), l_infinity);
        close(riffled.information_left(), bits);
        close(riffled.rising_mean(), mean);
        count += 1;
    }
    assert!(count > 70, "{count}");
}

/// The probabilities of all orders of the decks that `shuffles` leave, one after the other, of a
/// deck of n cards that starts in order. A 0 cuts uniformly, any other number is that many packets.
fn enumerated(n: usize, shuffles: &[usize]) -> BTreeMap<Vec<usize>, f64> {
    let mut law = BTreeMap::from([((0..n).collect::<Vec<_>>(), 1.0)]);
    for &packets in shuffles {
        let mut next = BTreeMap::new();
        for (deck, probability) in &law {
            if packets == 0 {
                for cut in 0..n {
                    let mut turned = deck.clone();
                    turned.rotate_left(cut);
                    *next.entry(turned).or_insert(0.0) += probability / n as f64;
                }
                continue;
            }
            // Deal each position one of the packets; the packets are filled from the top.
            let ways = packets.pow(n as u32);
            for way in 0..ways {
                let digits: Vec<usize> = (0..n as u32)
                    .map(|position| way / packets.pow(position) % packets)
                    .collect();
                let mut places: Vec<usize> = (0..n).collect();
                places.sort_by_key(|&position| digits[position]);
                let mut riffled = vec![0; n];
                for (card, position) in deck.iter().zip(places) {
                    riffled[position] = *card;
                }
                *next.entry(riffled).or_insert(0.0) += probability / ways as f64;
            }
        }
        law = next;
    }
    law
}

/// Checks every figure of `law` from the definitions, by looking at each order.
fn assert_is_the_law_of(law: &Law, orders: &BTreeMap<Vec<usize>, f64>) {
    let n = law.cards;
    let all = (1..=n).product::<usize>() as f64;
    let impossible = all - orders.len() as f64;
    let sum = |f: &dyn Fn(f64) -> f64| -> f64 { orders.values().map(|&p| f(p)).sum() };
    let shared = sum(&|p| p.min(1.0 / all));
    let least = if impossible > 0.5 {
        0.0
    } else {
        orders.values().copied().fold(1.0, f64::min) * all
    };
    let most = orders.values().copied().fold(0.0, f64::max) * all;
    let bits = libm::log2(all) + sum(&|p| p * libm::log2(p));
    let mut rising = vec![0.0; n];
    for (deck, p) in orders {
        let position = |card: usize| deck.iter().position(|&c| c == card);
        rising[(1..n).filter(|&c| position(c) < position(c - 1)).count()] += p;
    }
    let mean: f64 = rising.iter().zip(1..).map(|(p, r)| p * f64::from(r)).sum();
    for (ours, theirs) in [
        (law.total_variation(), 1.0 - shared),
        (law.gap().value(), shared),
        (law.separation(), 1.0 - least),
        (law.classes().separation_gap().value(), least),
        (
            law.classes().l_infinity().value(),
            (most - 1.0).max(1.0 - least),
        ),
        (law.information_left(), bits),
        (law.rising_mean(), mean),
    ] {
        assert!(
            (ours - theirs).abs() < 1e-12 * (1.0 + most),
            "{n}: {ours} {theirs}"
        );
    }
    assert_eq!(law.rising().len(), n);
    for (ours, theirs) in law.rising().iter().zip(&rising) {
        assert!((ours - theirs).abs() < 1e-13, "{n}");
    }
}

#[test]
fn small_decks_agree_with_enumeration() {
    for n in 1..=6 {
        for a in 1..=5 {
            let law = Law::riffled(n, Packets::new(a as u64).unwrap());
            assert_is_the_law_of(&law, &enumerated(n, &[a]));
        }
    }
    // One after the other: an a-shuffle and a b-shuffle are an ab-shuffle.
    for (shuffles, product) in [([2, 2, 2], 8), ([2, 3, 1], 6), ([3, 2, 4], 24)] {
        let law = Law::riffled(5, Packets::new(product).unwrap());
        assert_is_the_law_of(&law, &enumerated(5, &shuffles));
    }
}

#[test]
fn a_cut_first_leaves_the_distances_of_one_card_less() {
    for n in 1..=6 {
        for a in 1..=4_usize {
            let law = Law::cut_then_riffled(n, Packets::new(a as u64).unwrap());
            assert_is_the_law_of(&law, &enumerated(n, &[0, a]));
            if n > 1 {
                let fewer = Law::riffled(n - 1, Packets::new(a as u64).unwrap());
                assert_close(law.total_variation(), fewer.total_variation(), 0.0);
            }
        }
    }
    // Later cuts change nothing.
    for shuffles in [&[0, 2, 0, 3][..], &[0, 2, 3, 0], &[0, 0, 3, 0, 2, 0]] {
        let law = Law::cut_then_riffled(5, Packets::new(6).unwrap());
        assert_is_the_law_of(&law, &enumerated(5, shuffles));
    }
    // A cut after the riffles alone does not have this law.
    let after = enumerated(4, &[2, 0]);
    let first = enumerated(4, &[0, 2]);
    assert!(after.iter().any(|(deck, p)| (first[deck] - p).abs() > 0.01));
}

#[test]
fn published_tables_are_reproduced() {
    let start = Law::riffled(52, Packets::riffles(0));
    let after = |k| start.with(Packets::riffles(k));
    // Bayer and Diaconis 1992, table 1: 52 cards, 1 to 10 riffles.
    let published = [
        "1.000", "1.000", "1.000", "1.000", "0.924", "0.614", "0.334", "0.167", "0.085", "0.043",
    ];
    for (k, shown) in (1..).zip(published) {
        assert_eq!(format!("{:.3}", after(k).total_variation()), shown);
    }
    // Trefethen and Trefethen 2000: bits after 0, 1 and 2 riffles, as far as they were reported;
    // and 0.0601 bits after 3/2 log₂ n riffles of many cards.
    for (k, shown) in [(0, "225.58"), (1, "173.58"), (2, "121.58")] {
        assert_eq!(format!("{:.2}", after(k).information_left()), shown);
    }
    let many = Law::riffled(4096, Packets::riffles(18));
    assert_eq!(format!("{:.4}", many.information_left()), "0.0601");
}

#[test]
fn the_mean_number_of_rising_sequences_is_the_closed_form() {
    // a - (n+1) a⁻ⁿ Σ rⁿ over r < a.
    for n in [1, 2, 3, 10, 52, 700] {
        for a in [1, 2, 3, 5, 52, 100] {
            let powers: f64 = (1..a)
                .map(|r| libm::pow(f64::from(r) / f64::from(a), f64::from(n)))
                .sum();
            let mean = f64::from(a) - f64::from(n + 1) * powers;
            let law = Law::riffled(n as usize, Packets::new(a as u64).unwrap());
            assert_close(law.rising_mean(), mean, 1e-12);
        }
    }
}

#[test]
fn more_riffles_never_increase_a_distance() {
    for n in [2, 3, 52, 200] {
        let mut law = Law::riffled(n, Packets::riffles(0));
        for k in 1..=300 {
            let next = law.with(Packets::riffles(k));
            assert!(next.total_variation() <= law.total_variation(), "{n} {k}");
            assert!(next.separation() <= law.separation(), "{n} {k}");
            assert!(next.information_left() < law.information_left(), "{n} {k}");
            assert!(
                next.classes().l_infinity() < law.classes().l_infinity(),
                "{n} {k}"
            );
            assert!(next.gap() >= law.gap(), "{n} {k}");
            law = next;
        }
    }
}

#[test]
fn the_number_of_packets_is_shown_and_bounded() {
    for (packets, shown) in [
        (packets("12"), "12"),
        (Packets::riffles(53), "9007199254740992"),
        (Packets::riffles(60), "2^60"),
        (packets("3^40"), "1.215766545905693e19"),
        (Packets::riffles(5000), "2^1000"),
        (packets("3^700"), "2^1000"),
    ] {
        assert_eq!(packets.to_string(), shown);
    }
    assert_eq!(Packets::new(0), None);
    assert!(Law::riffled(2, Packets::riffles(MOST_RIFFLES)).total_variation() > 1e-302);
}
