//! Binomial and Poisson weights without cancelling logarithms of gammas (Loader 2000, "Fast and
//! accurate computation of binomial probabilities").
//!
//! At a billion trials ln n! is 2e10, so differences of such logarithms keep four digits. Instead,
//! n! = √(2πn) (n/e)ⁿ e^{ε(n)} with a small ε, and what is left of the powers is a deviance,
//! D(a, m) = a ln(a/m) + m - a, small near the mean and computed from a - m.

use std::f64::consts::PI;

/// From here on six terms of Stirling's series leave less than 1e-16.
const SERIES_FROM: f64 = 16.0;

/// Stirling's series in 1/x: B₂ⱼ / (2j (2j - 1)) (DLMF 5.11.1).
const STIRLING: [f64; 6] = [
    1.0 / 12.0,
    -1.0 / 360.0,
    1.0 / 1260.0,
    -1.0 / 1680.0,
    1.0 / 1188.0,
    -691.0 / 360_360.0,
];

/// ε(x) = ln Γ(x + 1) - ln(√(2πx) (x/e)ˣ) for x > 0: what Stirling's formula misses.
pub(crate) fn stirling_error(x: f64) -> f64 {
    if x < SERIES_FROM {
        return libm::lgamma(x + 1.0) - (x * libm::log(x) - x) - 0.5 * libm::log(2.0 * PI * x);
    }
    let inverse = 1.0 / x;
    let square = inverse * inverse;
    STIRLING
        .iter()
        .rev()
        .fold(0.0, |sum, term| sum * square + term)
        * inverse
}

/// The point at which the series of the deviance takes over from the logarithm.
const NEAR: f64 = 0.1;

/// A term this small, relative to the sum, does not change it.
const NO_MORE: f64 = 1e-17;

/// The deviance D(a, m) = a ln(a/m) + m - a ≥ 0 of a from m, both positive, given their
/// difference `a - m` as accurately as the caller knows it.
pub(crate) fn deviance(a: f64, m: f64, difference: f64) -> f64 {
    let v = difference / (a + m);
    if v.abs() > NEAR {
        return a * libm::log(a / m) - difference;
    }
    // ln(a/m) = 2 artanh v, and a - m = v (a + m); the terms of first order cancel exactly.
    let square = v * v;
    let mut power = 2.0 * a * v;
    let mut sum = difference * v;
    for odd in (3..).step_by(2) {
        power *= square;
        let term = power / f64::from(odd);
        sum += term;
        if term.abs() <= NO_MORE * sum {
            break;
        }
    }
    sum
}

/// a·b as an unevaluated sum of two doubles, exactly (Dekker 1971), without fused operations.
fn exact_product(a: f64, b: f64) -> (f64, f64) {
    /// 2²⁷ + 1: splits a double into two halves of 26 bits.
    const SPLITTER: f64 = 134_217_729.0;
    let split = |x: f64| {
        let scaled = SPLITTER * x;
        let high = scaled - (scaled - x);
        (high, x - high)
    };
    let product = a * b;
    let ((a_high, a_low), (b_high, b_low)) = (split(a), split(b));
    let error = ((a_high * b_high - product) + a_high * b_low + a_low * b_high) + a_low * b_low;
    (product, error)
}

/// a - (a + b)x, which may have far fewer digits than either: exact for whole a and b.
pub(crate) fn excess(a: f64, b: f64, x: f64) -> f64 {
    let (mean, rest) = exact_product(a + b, x);
    (a - mean) - rest
}

/// Γ(a+b+1) / (Γ(a+1) Γ(b+1)) xᵃ (1-x)ᵇ for a, b > 0 and 0 < x < 1, a and b up to 1e9.
///
/// The probability, for whole numbers, of `a` successes in `a + b` trials. Relative error below
/// 1e-12 down to the smallest doubles.
pub(crate) fn binomial_weight(a: f64, b: f64, x: f64) -> f64 {
    let n = a + b;
    // b - n(1-x) is the same with the other sign, so the rounding of 1 - x never enters.
    let difference = excess(a, b, x);
    let exponent = stirling_error(n)
        - stirling_error(a)
        - stirling_error(b)
        - deviance(a, n * x, difference)
        - deviance(b, n * (1.0 - x), -difference);
    (n / (2.0 * PI * a) / b).sqrt() * libm::exp(exponent)
}

/// e^{-m} mᵃ / Γ(a+1) for a, m > 0: for a whole `a`, the probability of `a` events of mean `m`.
pub(crate) fn poisson_weight(a: f64, m: f64) -> f64 {
    libm::exp(-stirling_error(a) - deviance(a, m, a - m)) / (2.0 * PI * a).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::assert_close;

    /// (x, error): mpmath at 50 digits, loggamma(x+1) - (x log(x) - x + log(2 pi x)/2).
    const STIRLING_ERRORS: &[(f64, f64)] = &[
        (0.5, 0.153_426_409_720_027_3),
        (1.0, 0.081_061_466_795_327_26),
        (7.5, 0.011_104_559_758_206_92),
        (15.9, 0.005_240_399_880_756_108),
        (16.0, 0.005_207_655_919_609_64),
        (100.0, 0.000_833_330_555_634_914_7),
        (1_000_000_000.0, 8.333_333_333_333_333e-11),
    ];

    /// (a, m, deviance): mpmath, a log(a/m) + m - a.
    const DEVIANCES: &[(f64, f64, f64)] = &[
        (3.0, 3.0, 0.0),
        (3.0, 9.0, 2.704_163_133_995_671),
        (100.0, 101.0, 0.004_966_914_683_191_715),
        (1_000_000_000.0, 1_000_100_000.0, 4.999_666_691_664_667),
        (1_000_000_000.0, 1_000_000_001.0, 4.999_999_996_666_667e-10),
        (5.0, 1000.0, 968.508_413_167_259_8),
        (60.0, 72.0, 1.060_706_592_362_722),
    ];

    /// (a, m, weight): mpmath, exp(a log(m) - m - loggamma(a+1)).
    const POISSON: &[(f64, f64, f64)] = &[
        (2.0, 3.0, 0.224_041_807_655_387_7),
        (50_000.0, 50_000.0, 0.001_784_121_142_615_056),
        (52_000.0, 50_000.0, 1.253_799_140_953_23e-20),
        (50_000_000.0, 50_030_000.0, 6.987_751_992_484_287e-9),
        (0.5, 0.01, 0.111_715_160_678_893_7),
    ];

    #[test]
    fn the_parts_agree_with_exact_arithmetic() {
        for &(x, error) in STIRLING_ERRORS {
            // Below the series, what matters is the absolute error.
            assert!((stirling_error(x) - error).abs() < 2e-14, "x = {x}");
        }
        assert_close(stirling_error(16.0), 0.005_207_655_919_609_64, 1e-15);
        for &(a, m, value) in DEVIANCES {
            assert_close(deviance(a, m, a - m), value, 1e-14);
        }
        for &(a, m, weight) in POISSON {
            assert_close(poisson_weight(a, m), weight, 1e-12);
        }
    }

    #[test]
    fn products_are_exact() {
        // (2³⁰ + 1)(2³⁰ - 1) = 2⁶⁰ - 1 needs 60 bits.
        let (high, low) = exact_product(1_073_741_825.0, 1_073_741_823.0);
        assert_close(high, 1_152_921_504_606_846_976.0, 0.0);
        assert_close(low, -1.0, 0.0);
    }
}
