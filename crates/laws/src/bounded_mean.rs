//! Limits of the mean of numbers that lie between two known ends, whatever their law is. They hold for any number of
//! subjects.

use std::ops::RangeInclusive;

/// Limits of the mean of `of` independent numbers of [0, 1], of which `mean` is the average and `variance` the sample
/// variance (with divisor `of` - 1). Both hold with a probability of at least 1 - `error`.
///
/// Source: Maurer and Pontil (2009), Empirical Bernstein bounds and sample variance penalization, theorem 4, for either end.
pub fn empirical_bernstein(
    (mean, variance): (f64, f64),
    of: u64,
    error: f64,
) -> RangeInclusive<f64> {
    if of < 2 {
        return 0.0..=1.0;
    }
    let (number, logarithm) = (of as f64, libm::log(4.0 / error));
    let radius =
        (2.0 * variance * logarithm / number).sqrt() + 7.0 * logarithm / (3.0 * (number - 1.0));
    (mean - radius).max(0.0)..=(mean + radius).min(1.0)
}

/// The smallest error at which [`empirical_bernstein`] leaves out what lies so far from the average: a p-value, on both
/// sides.
pub fn empirical_bernstein_error(distance: f64, variance: f64, of: u64) -> f64 {
    if of < 2 {
        return 1.0;
    }
    // distance = √(2V/N) √L + 7L/3(N - 1), with L the logarithm of 4 over the error.
    let linear = (2.0 * variance / of as f64).sqrt();
    let square = 7.0 / (3.0 * (of - 1) as f64);
    let root = 2.0 * distance / (linear + (linear * linear + 4.0 * square * distance).sqrt());
    if root.is_nan() {
        return 1.0;
    }
    (4.0 * libm::exp(-root * root)).min(1.0)
}

/// Limits of the mean of `of` independent numbers of [0, 1] of which only the average `mean` is known. Both hold with a
/// probability of at least 1 - `error`.
///
/// Source: Hoeffding (1963), Probability inequalities for sums of bounded random variables, theorem 1, equation 2.1.
pub fn hoeffding(mean: f64, of: u64, error: f64) -> RangeInclusive<f64> {
    let farthest = libm::log(2.0 / error) / of as f64;
    ends(mean, |truth| divergence(mean, truth) > farthest)
}

/// Limits of the mean of the probabilities of `of` events, each given all before it, of which a share `mean` came. Both hold
/// with a probability of at least 1 - `error`, however events depend on those before them.
///
/// Source: Azuma (1967), with differences in an interval of length 1 (`McDiarmid`, 1989, theorem 6.7).
pub fn azuma(mean: f64, of: u64, error: f64) -> RangeInclusive<f64> {
    let radius = (libm::log(2.0 / error) / (2.0 * of as f64)).sqrt();
    (mean - radius).max(0.0)..=(mean + radius).min(1.0)
}

/// The interval around `inside` beyond whose ends all is `excluded`.
fn ends(inside: f64, excluded: impl Fn(f64) -> bool) -> RangeInclusive<f64> {
    let end = |mut inside: f64, mut outside: f64| {
        if !excluded(outside) {
            return outside;
        }
        // Halved until no double lies between them.
        for _ in 0..64 {
            let middle = 0.5 * (inside + outside);
            if excluded(middle) {
                outside = middle;
            } else {
                inside = middle;
            }
        }
        outside
    };
    end(inside, 0.0)..=end(inside, 1.0)
}

/// The relative entropy of an event that comes with probability `seen`, against `truth`.
fn divergence(seen: f64, truth: f64) -> f64 {
    let part = |seen: f64, truth: f64| {
        if seen > 0.0 {
            seen * libm::log(seen / truth)
        } else {
            0.0
        }
    };
    part(seen, truth) + part(1.0 - seen, 1.0 - truth)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::beta::{clopper_pearson_lower, clopper_pearson_upper};
    use crate::testing::{assert_close, binomial_upper};
    use deck::rng::{Draws, PcgDraws};

    #[test]
    fn limits_hold_the_mean_as_often_as_they_say() {
        const RUNS: u64 = 2_000;
        const OF: u64 = 300;
        // Sums of two dice, above 2 and in tenths: mean 1/2.
        let mut draws = PcgDraws::for_batch(41, "bounded means", 0, 0);
        for error in [0.05, 0.001] {
            let mut missed = [0_u64; 2];
            for _ in 0..RUNS {
                let all: Vec<f64> = (0..OF)
                    .map(|_| f64::from(draws.below(6) + draws.below(6)) / 10.0)
                    .collect();
                let mean = all.iter().sum::<f64>() / OF as f64;
                let variance = all.iter().map(|x| (x - mean) * (x - mean)).sum::<f64>();
                let variance = variance / (OF - 1) as f64;
                let found = [
                    empirical_bernstein((mean, variance), OF, error),
                    hoeffding(mean, OF, error),
                ];
                for (missed, limits) in missed.iter_mut().zip(found) {
                    *missed += u64::from(!limits.contains(&0.5));
                }
            }
            for missed in missed {
                assert!(binomial_upper(missed, RUNS, error) > 0.001, "{missed}");
            }
        }
    }

    #[test]
    fn the_error_of_a_distance_is_the_one_that_just_leaves_it_out() {
        for (mean, variance, of, error) in [(0.3, 0.2, 400, 0.01), (0.5, 0.0, 1_000, 1e-6)] {
            let limits = empirical_bernstein((mean, variance), of, error);
            let distance = limits.end() - mean;
            let found = empirical_bernstein_error(distance, variance, of);
            assert!((found / error - 1.0).abs() < 1e-9, "{found}, {error}");
        }
        assert!((empirical_bernstein_error(0.0, 0.0, 10) - 1.0).abs() < 1e-15);
    }

    /// Each draw repeats the one before it half of the time: the mean of the probabilities, each given the past, varies from
    /// run to run, and lies within the limits.
    #[test]
    fn limits_of_events_that_depend_on_the_past_hold() {
        const RUNS: u64 = 2_000;
        const OF: u64 = 200;
        let mut draws = PcgDraws::for_batch(41, "azuma", 0, 0);
        let mut missed = 0;
        for _ in 0..RUNS {
            let (mut came, mut all, mut truth) = (false, 0, 0.0);
            for _ in 0..OF {
                let p = if came { 0.75 } else { 0.25 };
                truth += p;
                came = f64::from(draws.below(1 << 20)) < p * f64::from(1 << 20);
                all += u64::from(came);
            }
            let limits = azuma(all as f64 / OF as f64, OF, 0.05);
            missed += u64::from(!limits.contains(&(truth / OF as f64)));
        }
        assert!(binomial_upper(missed, RUNS, 0.05) > 0.001, "{missed}");
    }

    /// They are a little wider than those of Clopper and Pearson for a share.
    #[test]
    fn they_are_near_the_exact_limits_of_a_share() {
        for (count, of) in [(0, 100), (3, 1_000), (500, 1_000), (1_000, 1_000)] {
            let found = hoeffding(count as f64 / of as f64, of, 0.01);
            let low = clopper_pearson_lower(count, of, 0.005);
            let high = clopper_pearson_upper(count, of, 0.005);
            assert!(
                *found.start() <= low + 1e-9 && high <= found.end() + 1e-9,
                "{count}"
            );
            assert!(found.end() - found.start() < 1.5 * (high - low), "{count}");
        }
        // None of a hundred: (1 - p)^100 = error/2.
        let end = *hoeffding(0.0, 100, 0.01).end();
        assert_close(end, 1.0 - libm::pow(0.005, 0.01), 1e-9);
        assert_eq!(empirical_bernstein((0.3, 0.0), 1, 0.01), 0.0..=1.0);
    }
}
