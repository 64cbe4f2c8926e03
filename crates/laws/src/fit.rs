//! Do counts follow a law that is known exactly? Chi-squared tests whose false-alarm rates were
//! measured far out in the tail, where the family of a whole run looks.
//!
//! Laws whose values are unlike, few of them rare, are tested by the likelihood ratio (Wilks 1938)
//! with the correction of Williams (1976): G = 2 Σ x ln(x/e), divided by 1 + (Σ 1/p − 1)/(6N(k−1)).
//! Its tail is right from smaller cells on than that of Pearson's sum, which a single rare value can
//! push far up. Many cells that are all alike are tested by Pearson's sum (1900), whose mean is exact
//! however few counts there are. Two cells are a binomial, and their test is exact.

use super::beta::kernel::deviance;
use super::beta::{beta_lower, beta_upper};
use super::tail::{Tails, chi_squared_lower, chi_squared_upper, two_sided};

/// Values whose expected count is smaller are pooled with their neighbours.
///
/// Measured on counts that follow their law: the false-alarm rate over the level, the largest over
/// the null laws of decks of 4, 6, 20, 52 and 60 cards and some 600 numbers of decks, pooled into
/// three bins, the worst case (by enumeration of all counts).
///
/// | pooled to | test | at 0.01 | at 0.001 | at 0.00002 |
/// | --- | --- | --- | --- | --- |
/// | 10 | Pearson | 1.12 | 1.50 | 3.5 |
/// | 20 | Pearson | 1.05 | 1.20 | 2.2 |
/// | 30 | Pearson | 1.05 | 1.16 | 1.8 |
/// | 10 | likelihood ratio | 1.22 | 1.23 | 2.1 |
/// | 15 | likelihood ratio | 1.11 | 1.13 | 1.24 |
/// | 20 | likelihood ratio | 1.08 | 1.11 | 1.16 |
///
/// More bins do better: at most 1.03, 1.08 and 1.3 with 15 (4 to 159 bins, four million
/// simulations each).
pub const FEWEST_EXPECTED: f64 = 15.0;

/// A test of counts.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Fit {
    /// The test statistic.
    pub value: f64,
    /// Its degrees of freedom.
    pub df: f64,
    /// The probability of a departure of this size, if the counts follow the law.
    pub p: f64,
    /// Given for two bins: P(X ≤ x) and P(X ≥ x) of the first one's count. p is twice the smaller
    /// one.
    pub tails: Option<Tails>,
}

/// Pools neighbouring values until each bin expects [`FEWEST_EXPECTED`] of `total` counts, and gives the
/// places in `law`, a probability for each value, that belong to each bin. The last bin takes the rest.
pub fn pool(law: &[f64], total: u64) -> Vec<std::ops::Range<usize>> {
    let mut bins: Vec<std::ops::Range<usize>> = Vec::new();
    let (mut start, mut expected) = (0, 0.0);
    for (at, probability) in law.iter().enumerate() {
        expected += probability * total as f64;
        if expected >= FEWEST_EXPECTED {
            bins.push(start..at + 1);
            (start, expected) = (at + 1, 0.0);
        }
    }
    if let Some(last) = bins.last_mut() {
        last.end = law.len();
    }
    bins
}

/// The fewest counts for which so many bins remain. `law` must have as many values.
pub fn fewest_to_pool(law: &[f64], bins: usize) -> u64 {
    let is_too_few = |counts| pool(law, counts).len() < bins;
    let (mut low, mut high) = (1, 1);
    while high < 1 << 40 && is_too_few(high) {
        (low, high) = (high + 1, 2 * high);
    }
    while low < high {
        let middle = u64::midpoint(low, high);
        if is_too_few(middle) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    low
}

/// The likelihood ratio of two bins or more, each with its count and its probability, none of which is
/// 0; one tail. Two bins: the binomial law, both tails.
pub fn likelihood_ratio(bins: &[(u64, f64)]) -> Fit {
    let total = bins.iter().map(|(count, _)| count).sum::<u64>() as f64;
    let df = (bins.len() - 1) as f64;
    let terms = bins.iter().map(|&(count, probability)| {
        let (count, expected) = (count as f64, probability * total);
        if count > 0.0 {
            deviance(count, expected, count - expected)
        } else {
            expected
        }
    });
    let inverses: f64 = bins.iter().map(|(_, probability)| 1.0 / probability).sum();
    let correction = 1.0 + (inverses - 1.0) / (6.0 * total * df);
    let value = 2.0 * terms.sum::<f64>() / correction;
    let tails = match *bins {
        [(first, probability), (second, _)] => Some(binomial_tails(first, second, probability)),
        _ => None,
    };
    let p = tails.map_or_else(|| chi_squared_upper(value, df), Tails::two_sided);
    Fit {
        value,
        df,
        p,
        tails,
    }
}

/// P(X ≤ k) and P(X ≥ k) of the number k of `successes` beside so many `failures`, each success with the same
/// probability.
pub fn binomial_tails(successes: u64, failures: u64, probability: f64) -> Tails {
    let (k, rest) = (successes as f64, failures as f64);
    let lower = if failures == 0 {
        1.0
    } else {
        beta_upper(k + 1.0, rest, probability)
    };
    let upper = if successes == 0 {
        1.0
    } else {
        beta_lower(k, rest + 1.0, probability)
    };
    Tails { lower, upper }
}

/// Returns the number of counts for each cell that [`uniform`] needs, for so many cells that are
/// all alike.
///
/// Measured as for [`FEWEST_EXPECTED`], at 0.01, 0.001 and 0.00002 (both tails, by simulation): 1.10,
/// 0.90, 1.2 for 6 cells with 20 each; 1.02, 1.02, 1.5 for 24 with 10 (5 each: 1.04, 1.09, 1.8);
/// 0.98, 1.02, 1.1 for 120 with 5; 1.02, 1.00, 1.3 for 720 with 2; 1.01, 1.03, 0.9 for 5,040 with 2.
/// A cell that expects less moves the sum by steps that are too large.
pub fn fewest_for_each(cells: usize) -> u64 {
    match cells {
        ..=2 => 1,
        3..=23 => 20,
        24..=119 => 10,
        120..=719 => 5,
        _ => 2,
    }
}

/// Pearson's sum over cells that are all alike, both tails: counts that are too even are not random
/// either. Two cells: the binomial law. `None` with fewer counts than [`fewest_for_each`] asks for.
pub fn uniform(counts: &[u64]) -> Option<Fit> {
    let (cells, total) = (counts.len() as u64, counts.iter().sum::<u64>());
    if cells < 2 || total < cells * fewest_for_each(counts.len()) {
        return None;
    }
    // Σ (x − e)²/e = cells · Σx²/total − total, in integers up to the division.
    let squares = counts.iter().map(|&count| u128::from(count).pow(2));
    let excess = u128::from(cells) * squares.sum::<u128>() - u128::from(total).pow(2);
    let (value, df) = (excess as f64 / total as f64, (cells - 1) as f64);
    let tails = match *counts {
        [first, second] => Some(binomial_tails(first, second, 0.5)),
        _ => None,
    };
    let continuous = || two_sided(chi_squared_lower(value, df), chi_squared_upper(value, df));
    Some(Fit {
        value,
        df,
        p: tails.map_or_else(continuous, Tails::two_sided),
        tails,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eulerian;
    use crate::testing::assert_close;
    use deck::rng::{Draws, Generator, Seed, Stream};

    #[test]
    fn pooled_bins_cover_every_value_once_and_expect_enough() {
        for (cards, decks) in [(2, 30), (6, 100), (40, 50_000), (52, 50)] {
            let law = eulerian::law(cards);
            let bins = pool(&law, decks);
            assert_eq!((bins[0].start, bins.last().unwrap().end), (0, cards));
            assert!(bins.windows(2).all(|pair| pair[0].end == pair[1].start));
            for bin in bins {
                let expected = law[bin].iter().sum::<f64>() * decks as f64;
                assert!(expected >= FEWEST_EXPECTED * 0.999, "{cards}: {expected}");
            }
        }
        let law = eulerian::law(40);
        let fewest = fewest_to_pool(&law, 2);
        assert!(pool(&law, fewest).len() == 2 && pool(&law, fewest - 1).len() < 2);
    }

    /// `scipy.stats.power_divergence(x, N*p, lambda_="log-likelihood")` of scipy 1.17, its statistic
    /// divided by Williams' factor, and `chi2.sf` of that.
    #[test]
    fn the_likelihood_ratio_is_that_of_scipy_but_for_its_correction() {
        let fit = likelihood_ratio(&[(18, 0.2), (30, 0.3), (72, 0.5)]);
        assert_close(fit.value, 4.926_524_981_989_255, 1e-13);
        assert_close(fit.p, 0.085_156_674_393_399_86, 1e-12);
        let empty = likelihood_ratio(&[(0, 0.1), (60, 0.4), (90, 0.5)]);
        assert_close(empty.value, 32.573_578_385_024_14, 1e-13);
    }

    /// `scipy.stats.binom(100, 0.3)`: 2 sf(41) and 2 cdf(19).
    #[test]
    fn two_bins_are_a_binomial() {
        let p = |first, second| likelihood_ratio(&[(first, 0.3), (second, 0.7)]).p;
        assert_close(p(42, 58), 0.014_347_125_198_746_978, 1e-12);
        assert_close(p(19, 81), 0.017_774_416_632_285_54, 1e-12);
        assert!(p(30, 70) >= 1.0);
        // All or none: 2 · 0.3^100, 2 · 0.7^100.
        assert_close(p(100, 0), 2.0 * libm::pow(0.3, 100.0), 1e-11);
        assert_close(p(0, 100), 2.0 * libm::pow(0.7, 100.0), 1e-11);
        assert_close(uniform(&[0, 9]).unwrap().p, 2.0 / 512.0, 1e-13);
    }

    /// `scipy.stats.chisquare(x)` of scipy 1.17, twice the smaller of the two tails.
    #[test]
    fn cells_that_are_alike_have_pearsons_sum_and_two_tails() {
        let fit = uniform(&[20, 31, 25, 14, 30]).unwrap();
        assert_close(fit.value, 8.416_666_666_666_666, 1e-14);
        assert_close(fit.p, 0.154_907_634_549_305_28, 1e-12);
        let even = uniform(&[40; 6]).unwrap();
        assert!(even.p < 1e-15);
        assert_eq!(uniform(&[19, 20, 20, 20, 20, 20]), None);
        assert_eq!(uniform(&[50]), None);
    }

    /// False alarms of [`uniform`] at 0.01, 0.001 and 0.00002 among so many tests of random counts.
    fn false_alarms(cells: usize, replicates: u64) -> [u64; 3] {
        let seed = Seed::Integer(cells as u128);
        let Stream::Pcg64(mut draws) = Generator::Pcg64.stream(&seed, "fit", 0, 0).unwrap() else {
            unreachable!("asked for pcg64")
        };
        let mut alarms = [0; 3];
        for _ in 0..replicates {
            let mut counts = vec![0; cells];
            for _ in 0..cells as u64 * fewest_for_each(cells) {
                counts[draws.below(cells as u32) as usize] += 1;
            }
            let p = uniform(&counts).unwrap().p;
            for (alarms, level) in alarms.iter_mut().zip([0.01, 0.001, 2e-5]) {
                *alarms += u64::from(p <= level);
            }
        }
        alarms
    }

    /// Checks that false alarms are at most 1.2, 1.3 and 2 times the level, as far as chance
    /// allows: 4.5 standard deviations.
    fn is_calibrated(cells: usize, replicates: u64) {
        let most = [0.01 * 1.2, 0.001 * 1.3, 2e-5 * 2.0];
        for (alarms, most) in false_alarms(cells, replicates).into_iter().zip(most) {
            let expected = most * replicates as f64;
            let limit = (expected + 4.5 * expected.sqrt()).max(4.0);
            assert!(
                alarms as f64 <= limit,
                "{cells} cells: {alarms} of {replicates}, {expected} at the most"
            );
        }
    }

    #[test]
    fn alike_cells_are_rejected_as_often_as_they_should_with_the_fewest_counts() {
        for (cells, replicates) in [(6, 20_000), (24, 10_000), (120, 4_000), (720, 1_000)] {
            is_calibrated(cells, replicates);
        }
    }

    #[test]
    #[ignore = "minutes, up to two million replicates: .ci/full laws"]
    fn alike_cells_are_rejected_as_often_as_they_should_far_out() {
        for (cells, replicates) in [
            (6, 2_000_000),
            (24, 2_000_000),
            (120, 500_000),
            (720, 200_000),
        ] {
            is_calibrated(cells, replicates);
        }
    }
}
