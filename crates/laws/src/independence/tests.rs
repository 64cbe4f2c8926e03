use deck::rng::{PcgDraws, shuffle_items};

use super::*;
use crate::testing::{assert_close, binomial_upper};

/// Calls `then` with each order of `items`, by Heap's exchanges.
fn all_orders(items: &mut [u32], open: usize, then: &mut impl FnMut(&[u32])) {
    if open < 2 {
        return then(items);
    }
    for i in 0..open {
        all_orders(items, open - 1, then);
        let other = if open.is_multiple_of(2) { i } else { 0 };
        items.swap(other, open - 1);
    }
}

/// D by its definition: the mean of φ over all choices of five different places in their order, where φ is a quarter of
/// [ψ(1,2,3) − ψ(1,4,5)] of the items times that of the places (Hoeffding 1948, section 5).
fn by_definition(order: &[u32]) -> f64 {
    let n = order.len();
    let before = |a: usize, b: usize| i64::from(a >= b);
    let lower = |a: usize, b: usize| i64::from(order[a] >= order[b]);
    let (mut sum, mut choices) = (0, 0_u32);
    for code in 0..n.pow(5) {
        let [a, b, c, d, e] = [0, 1, 2, 3, 4].map(|digit| code / n.pow(digit) % n);
        let chosen = [a, b, c, d, e];
        if (1..5).any(|i| chosen[..i].contains(&chosen[i])) {
            continue;
        }
        choices += 1;
        let of =
            |psi: &dyn Fn(usize, usize) -> i64| (psi(a, b) - psi(a, c)) * (psi(a, d) - psi(a, e));
        sum += of(&before) * of(&lower);
    }
    0.25 * sum as f64 / f64::from(choices)
}

#[test]
fn d_is_as_defined_for_all_small_orders() {
    for n in 5..=7 {
        let (mut orders, mut first, mut second) = (0_u32, 0.0, 0.0);
        all_orders(
            &mut (0..n).collect::<Vec<u32>>(),
            n as usize,
            &mut |order| {
                let d = counts(order).hoeffding_d();
                // The definition visits n⁵ choices: of the larger orders, each seventeenth is compared.
                if n == 5 || orders.is_multiple_of(17) {
                    assert!((d - by_definition(order)).abs() < 1e-15, "{order:?}: {d}");
                }
                orders += 1;
                first += d;
                second += d * d;
            },
        );
        let count = f64::from(orders);
        assert!((first / count).abs() < 1e-15, "the mean of {n} items");
        let deviation = deviation(f64::from(n));
        assert_close(second / count, deviation * deviation, 1e-12);
    }
}

/// A random order.
fn order(items: u32, draws: &mut PcgDraws) -> Vec<u32> {
    let mut order: Vec<u32> = (0..items).collect();
    shuffle_items(draws, &mut order);
    order
}

#[test]
fn sums_are_those_of_all_pairs() {
    let mut draws = PcgDraws::for_batch(49, "pairs", 0, 0);
    for n in [0, 1, 2, 15, 16, 17, 255, 256, 257, 1_000, 5_003] {
        let order = order(n, &mut draws);
        let (mut inversions, mut numerator) = (0, 0_i128);
        for (place, &item) in order.iter().enumerate() {
            let below = order[..place].iter().filter(|&&other| other < item).count();
            inversions += (place - below) as u64;
            let [n, a, b, c] = [order.len(), item as usize, place, below].map(|x| x as i128);
            numerator += a * (a - 1) * b * (b - 1) - 2 * (n - 2) * (a - 1) * (b - 1) * c
                + (n - 2) * (n - 3) * c * (c - 1);
        }
        let counts = counts(&order);
        assert_eq!(counts.items(), u64::from(n));
        assert_eq!(counts.inversions(), inversions, "{n} items");
        if n >= 5 {
            let choices = (0..5).map(|k| f64::from(n - k)).product::<f64>();
            assert_close(counts.hoeffding_d(), numerator as f64 / choices, 1e-14);
        }
    }
}

#[test]
fn an_order_and_its_reverse_have_the_greatest_d() {
    for n in [5, 100, 70_000] {
        let rising: Vec<u32> = (0..n).collect();
        let falling: Vec<u32> = (0..n).rev().collect();
        assert_close(counts(&rising).hoeffding_d(), 1.0 / 30.0, 1e-14);
        assert_close(counts(&falling).hoeffding_d(), 1.0 / 30.0, 1e-14);
        assert_eq!(
            counts(&falling).inversions(),
            u64::from(n) * u64::from(n - 1) / 2
        );
    }
}

#[test]
fn the_limit_has_the_published_points() {
    // Blum, Kiefer and Rosenblatt (1961): of ½π⁴Q, to the digits given.
    let half = std::f64::consts::PI.powi(4) / 2.0;
    for (point, tail) in [(1.1, 0.5297), (2.286, 0.1), (2.844, 0.05), (4.230, 0.01)] {
        assert!((law::upper(point / half) - tail).abs() < 1e-4, "{point}");
    }
}

#[test]
fn the_limit_agrees_with_numpy() {
    // The same integral in numpy, with a scan of 200 steps for the saddle, sines down to |a|/i < 1/2 in 16 more factors,
    // and 11 terms of the series: half the step gave the same 12 digits.
    for (x, tail) in [
        (0.006, 0.999_997_896_135_5),
        (0.01, 0.990_993_634_652_7),
        (0.02, 0.635_601_791_384_5),
        (0.5, 7.484_452_587_41e-12),
        (2.0, 6.997_402_064_29e-44),
    ] {
        assert_close(law::upper(x), tail, 2e-10);
    }
}

/// Runs `runs` orders of `items` and fails if a level is passed more often than its .999 quantile.
fn calibrated(runs: u64, items: u32) {
    let mut draws = PcgDraws::for_batch(49, "independence", 0, u64::from(items));
    let levels = [0.05, 0.01, 0.001];
    let mut misses = [0; 3];
    let mut middle = 0;
    for _ in 0..runs {
        let d = counts(&order(items, &mut draws)).hoeffding_d();
        let p = upper(u64::from(items), d);
        middle += u64::from(p <= 0.5);
        for (misses, level) in misses.iter_mut().zip(levels) {
            *misses += u64::from(p <= level);
        }
    }
    for (misses, level) in misses.into_iter().zip(levels) {
        assert!(
            binomial_upper(misses, runs, level) > 0.001,
            "{misses} of {runs} at {level}"
        );
    }
    // Neither too often nor too seldom: half of the p-values are below one half, give or take.
    assert!(middle.abs_diff(runs / 2) * 20 < runs, "{middle} of {runs}");
}

#[test]
fn random_orders_fail_as_often_as_they_may() {
    calibrated(5_000, 100);
    calibrated(1_000, 10_000);
}

#[test]
#[ignore = "a minute, many orders, and large ones: .ci/full orders"]
fn many_random_orders_fail_as_often_as_they_may() {
    calibrated(50_000, 25);
    calibrated(50_000, 100);
    calibrated(50, 1_000_000);
}
