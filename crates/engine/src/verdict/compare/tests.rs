//! Comparisons against scipy, and their false alarms.

use super::*;
use deck::rng::{Draws, Generator, Seed, Stream};

/// Fails unless `ours` is within `relative` of `reference`.
#[track_caller]
fn assert_close(ours: f64, reference: f64, relative: f64) {
    assert!(
        (ours - reference).abs() <= relative * reference.abs(),
        "{ours:e} is not {reference:e} within {relative:e}"
    );
}

fn p(compared: Compared) -> f64 {
    compared.p().expect("valid")
}

/// `2 * min(hypergeom(60, 20, 30).sf(14), …)` of scipy 1.17: `hypergeom(M, n, N)` with M = all, n =
/// hits, N = size of the first sample.
#[test]
fn two_cells_have_the_exact_law() {
    let shares =
        |base, base_of, new, new_of| p(shares(base, base_of, new, new_of, Dependence::Independent));
    // 2 * hypergeom(60, 20, 30).sf(14)
    assert_close(shares(15, 30, 5, 30), 0.012_698_946_291_792_63, 1e-10);
    assert_close(shares(5, 30, 15, 30), 0.012_698_946_291_792_63, 1e-10);
    // 2 * hypergeom(3000, 40, 1000).sf(24)
    assert_close(shares(25, 1000, 15, 2000), 2.0 * SF, 1e-9);
    // All of one and none of the other: 2 / C(20, 10).
    assert_close(shares(10, 10, 0, 10), 2.0 / 184_756.0, 1e-12);
    assert!(shares(10, 20, 10, 20) >= 1.0);
}

/// `hypergeom(3000, 40, 1000).sf(24)`
const SF: f64 = 0.000_135_763_178_030_401_92;

#[test]
fn the_likelihood_ratio_is_that_of_scipy_but_for_its_correction() {
    // chi2_contingency([[60, 80, 100], [90, 60, 70]], lambda_="log-likelihood"): G, over Williams' factor.
    let compared = counts(&[60, 80, 100], &[90, 60, 70], Dependence::Independent);
    let q = 1.0
        + (460.0 / 240.0 + 460.0 / 220.0 - 1.0)
            * (460.0 / 150.0 + 460.0 / 140.0 + 460.0 / 170.0 - 1.0)
            / (6.0 * 460.0 * 2.0);
    assert_close(p(compared), chi_squared_upper(G / q, 2.0), 1e-10);
    let overlapping = counts(&[60, 80, 100], &[90, 60, 70], Dependence::Overlapping);
    assert_close(p(overlapping), chi_squared_upper(G / q / 2.0, 2.0), 1e-10);
}

const G: f64 = 13.359_699_793_825_094;

#[test]
fn means_are_those_of_welch() {
    // scipy.stats.ttest_ind_from_stats(10, 20, 100, 12, 10, 50, equal_var=False), standard errors
    // 2 and √2.
    let mean = |mean, error, values| Mean {
        mean,
        error,
        values,
    };
    let (base, new) = (mean(10.0, 2.0, 100), mean(12.0, 2.0_f64.sqrt(), 50));
    let compared = means(base, new, 10, Dependence::Independent).unwrap();
    assert_close(compared.errors.unwrap(), 2.0 / 6.0_f64.sqrt(), 1e-14);
    assert_close(p(compared), WELCH, 1e-9);
    let few = means(base, new, 60, Dependence::Independent).unwrap();
    assert_eq!(few.outcome, Outcome::TooFew { needed: 60 });
    let (base, new) = (mean(1.0, 0.0, 100), mean(2.0, 0.0, 100));
    assert_eq!(means(base, new, 10, Dependence::Independent), None);
}

const WELCH: f64 = 0.415_528_489_857_051_54;

#[test]
fn what_never_varies_has_not_moved_and_what_jumped_has() {
    let same = counts(&[0, 500, 0], &[0, 90, 0], Dependence::Independent);
    assert_close(p(same), 1.0, 0.0);
    let moved = counts(&[0, 500, 0], &[0, 0, 90], Dependence::Independent);
    assert!(p(moved) < 1e-90);
    let few = counts(&[0, 5, 0], &[0, 0, 5], Dependence::Independent);
    assert_close(p(few), 2.0 / 252.0, 1e-12);
    assert_eq!(
        counts(&[5, 0], &[0, 5], Dependence::Overlapping).outcome,
        Outcome::TooFew { needed: 100 }
    );
    assert_eq!(
        counts(&[0, 0], &[0, 5], Dependence::Independent).outcome,
        Outcome::TooFew { needed: 1 }
    );
}

#[test]
fn the_worst_of_several_pays_for_all() {
    let all = [0.5, 0.001, 0.2].map(Compared::by_p);
    let (compared, at) = worst(&all);
    assert_eq!(at, Some(1));
    assert_close(p(compared), 0.003, 1e-12);
}

#[test]
fn a_rare_value_is_a_half_wherever_it_lies() {
    assert_eq!(halves(&[1, 90, 0], &[2, 80, 0]), Some([[1, 2], [90, 80]]));
    assert_eq!(halves(&[90, 0, 1], &[80, 0, 2]), Some([[90, 80], [1, 2]]));
    assert_eq!(halves(&[0, 5], &[0, 7]), None);
}

/// False alarms of tables of every size, from few counts to many, unequal samples included: at most
/// 1.25 times the level as far as chance allows (4.5 standard deviations; the exact laws stay below 1).
#[test]
fn tables_of_the_same_law_are_rejected_as_often_as_they_should() {
    let seed = Seed::Integer(7);
    let Stream::Pcg64(mut draws) = Generator::Pcg64.stream(&seed, "compare", 0, 0).unwrap() else {
        unreachable!("asked for pcg64")
    };
    for (cells, base, new) in [
        (2, 20, 20),
        (3, 60, 200),
        (6, 300, 300),
        (12, 500, 2000),
        (40, 400, 1500),
    ] {
        let replicates = 4000;
        let mut alarms = [0u64; 2];
        for _ in 0..replicates {
            // Some values are rare.
            let mut sample = |count: u64| {
                let mut counts = vec![0; cells];
                for _ in 0..count {
                    let value = draws.below(cells as u32).min(draws.below(cells as u32));
                    counts[value as usize] += 1;
                }
                counts
            };
            let (base, new) = (sample(base), sample(new));
            let p = p(counts(&base, &new, Dependence::Independent));
            alarms[0] += u64::from(p <= 0.01);
            alarms[1] += u64::from(p <= 0.001);
        }
        for (alarms, level) in alarms.into_iter().zip([0.01, 0.001]) {
            let expected = 1.25 * level * f64::from(replicates);
            assert!(
                alarms as f64 <= expected + 4.5 * expected.sqrt(),
                "{cells} cells, {base} and {new}: {alarms} at {level}"
            );
        }
    }
}
