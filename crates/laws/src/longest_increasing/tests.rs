use std::sync::LazyLock;

use deck::rng::{PcgDraws, shuffle_items};

use super::*;
use crate::testing::{assert_close, binomial_upper};

/// F of Tracy and Widom at −10, −9.99, …, 8.
static LAW: LazyLock<Vec<f64>> = LazyLock::new(|| {
    let points = (0..=1_800).map(|i| -10.0 + f64::from(i) / 100.0);
    points.map(|t| tracy_widom::at(t).at_most()).collect()
});

#[test]
fn the_limit_has_the_published_moments() {
    // Bornemann (2010, On the numerical evaluation of distributions in random matrix theory). By parts, with
    // the trapezoidal rule: E T = 8 − ∫ F and E T² = 64 − ∫ 2tF from −10 to 8.
    let step = 0.01;
    let (mut first, mut second) = (8.0 - 0.5 * step, 64.0 - 8.0 * step);
    for (f, i) in LAW.iter().zip(0_u32..).take(1_800) {
        let t = -10.0 + f64::from(i) * step;
        first -= step * f;
        second -= step * 2.0 * t * f;
    }
    // The second integrand's slope at the upper end is 2: Euler's and Maclaurin's correction.
    second += step * step / 12.0 * 2.0;
    assert_close(first, -1.771_086_807_4, 1e-9);
    assert_close(second - first * first, 0.813_194_792_8, 1e-8);
}

#[test]
fn the_limit_has_the_published_points() {
    // F(−2) to ten digits: Bornemann (2010). The others: points of Bejan (2005), to the digits given.
    assert_close(tracy_widom::at(-2.0).at_most(), 0.413_224_142_5, 1e-9);
    for (t, f) in [
        (-3.7244, 0.01),
        (-3.1942, 0.05),
        (-0.2325, 0.95),
        (0.4776, 0.99),
    ] {
        assert!((tracy_widom::at(t).at_most() - f).abs() < 5e-5, "{t}");
    }
}

#[test]
fn knots_agree_halfway() {
    for i in 0..64 {
        let middle = -15.75 + 0.5 * f64::from(i);
        let (below, above) = (
            tracy_widom::at(middle - 1e-9),
            tracy_widom::at(middle + 1e-9),
        );
        assert_close(above.more(), below.more(), 2e-8);
        for (above, below) in above.ratios().into_iter().zip(below.ratios()) {
            assert!(
                (above - below).abs() < 1e-6 * (1.0 + below.abs()),
                "{middle}"
            );
        }
    }
}

/// Asserts that tails of `items` by the limit are at most `most` times too large, and not too small, from 1e-6 to 5%.
fn agrees(items: u64, most: f64) {
    let exact = null::find(EXACT).unwrap().floats(items as usize).unwrap();
    let mut compared = 0;
    for length in 1..=items {
        let (exact, ours) = (exact.tails(length), tails(items, length));
        for (exact, ours) in [(exact.lower, ours.lower), (exact.upper, ours.upper)] {
            if (1e-6..0.05).contains(&exact) {
                compared += 1;
                assert!(
                    (exact..=exact * most).contains(&ours),
                    "{length}: {ours}, not {exact}"
                );
            }
            assert!(
                (ours - exact).abs() < 0.003,
                "{length}: {ours}, not {exact}"
            );
        }
    }
    assert!(compared > 8);
}

#[test]
fn the_limit_agrees_with_the_exact_law() {
    agrees(200, 1.35);
}

#[test]
#[ignore = "seconds, the exact law of 500 items: .ci/full orders"]
fn the_limit_agrees_with_the_exact_law_of_many() {
    agrees(500, 1.15);
}

#[test]
fn few_items_have_the_exact_law() {
    // 42 of the 120 orders of five items have length at most 2 (Catalan), one has length 5.
    assert_close(tails(5, 2).lower, 42.0 / 120.0, 1e-14);
    assert_close(tails(5, 5).upper, 1.0 / 120.0, 1e-14);
}

#[test]
fn tails_fall_and_have_ends() {
    for items in [101, 1_000, 1_000_000, 1_000_000_000] {
        let middle = (2.0 * (items as f64).sqrt()) as u64;
        let steps = [
            1,
            middle / 4,
            middle / 2,
            middle - 3,
            middle,
            middle + 3,
            2 * middle,
            items,
        ];
        let all = steps.map(|length| tails(items, length));
        for pair in all.windows(2) {
            assert!(
                pair[0].lower <= pair[1].lower && pair[0].upper >= pair[1].upper,
                "{pair:?}"
            );
        }
        assert!(tails(items, 0).lower <= 0.0 && tails(items, items + 1).upper <= 0.0);
        assert!(tails(items, items).lower >= 1.0 && tails(items, 1).upper >= 1.0);
        assert!(all[7].upper < 1e-12 && all[0].lower < 1e-12);
    }
}

/// The quadratic recursion over the longest one that ends at each place.
fn slow(order: &[u32]) -> u64 {
    let mut ending = vec![1; order.len()];
    for i in 0..order.len() {
        let before = (0..i).filter(|&j| order[j] < order[i]).map(|j| ending[j]);
        ending[i] = 1 + before.max().unwrap_or(0);
    }
    ending.into_iter().max().unwrap_or(0)
}

#[test]
fn lengths_are_those_of_the_recursion() {
    let mut draws = PcgDraws::for_batch(49, "lengths", 0, 0);
    for items in 0..200 {
        let mut order: Vec<u32> = (0..items).collect();
        assert_eq!(longest_increasing(&order), u64::from(items));
        shuffle_items(&mut draws, &mut order);
        assert_eq!(longest_increasing(&order), slow(&order), "{order:?}");
    }
}

/// Runs `runs` orders of `items` and fails if a tail passes a level more often than its .999 quantile.
fn calibrated(runs: u64, items: u32) {
    let mut draws = PcgDraws::for_batch(49, "longest increasing", 0, u64::from(items));
    let mut order: Vec<u32> = (0..items).collect();
    let levels = [0.05, 0.01, 0.001];
    let (mut misses, mut middle) = ([[0; 2]; 3], 0.0);
    for _ in 0..runs {
        shuffle_items(&mut draws, &mut order);
        let tails = tails(u64::from(items), longest_increasing(&order));
        middle += 0.5 * (tails.lower - tails.upper);
        for ([lower, upper], level) in misses.iter_mut().zip(levels) {
            *lower += u64::from(tails.lower <= level);
            *upper += u64::from(tails.upper <= level);
        }
    }
    for (misses, level) in misses.into_iter().zip(levels) {
        for misses in misses {
            assert!(
                binomial_upper(misses, runs, level) > 0.001,
                "{misses} of {runs} at {level}"
            );
        }
    }
    // The mean of a value between −1/2 and 1/2 that is 0 for the true law: four standard errors.
    assert!(
        (middle / runs as f64).abs() < 4.0 / (12.0 * runs as f64).sqrt(),
        "{middle}"
    );
}

#[test]
fn random_orders_fail_as_often_as_they_may() {
    calibrated(2_000, 1_000);
    calibrated(300, 20_000);
}
