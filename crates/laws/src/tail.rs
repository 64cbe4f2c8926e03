//! Tail probabilities of the chi-squared and the normal law, their quantiles, and the p-value.
//!
//! Upper tails come from the survival function, never from `1 - cdf`, so they keep their digits
//! however small they are. Against exact arithmetic the chi-squared tails of statrs have a
//! relative error below 1e-14 up to 50 degrees of freedom, 1e-11 up to 1e4, 1e-8 up to 1e7 and
//! 2e-7 up to 1e8, in both tails and down to 1e-290. They become exactly 0 once the density's
//! exponent passes -709 (a tail of about 1e-308), which [`PValue`] holds as its floor.

use std::fmt;

use statrs::function::gamma::{gamma_lr, gamma_ur};

/// The smallest probability that a [`PValue`] tells from nothing; smaller ones are held as this.
///
/// Doubles end at 2e-308; the margin lets tails be multiplied by the size of a family.
pub const FLOOR: f64 = 1e-300;

/// Enough for bisection alone to reach [`RESOLUTION`]; Newton's method needs about six.
const MAX_STEPS: usize = 100;

/// Relative size of a step that no longer matters: a few units in the last place.
const RESOLUTION: f64 = 1e-15;

/// A probability in `[FLOOR, 1]`: how often an ideal shuffle gives a result at least this extreme.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd)]
pub struct PValue(f64);

impl PValue {
    /// Holds `probability`, moved into `[FLOOR, 1]` (rounding may have put it just outside).
    ///
    /// # Panics
    ///
    /// If `probability` is not a number: either end of the range would be a false verdict.
    pub fn new(probability: f64) -> Self {
        assert!(!probability.is_nan(), "a p-value that is not a number");
        Self(probability.clamp(FLOOR, 1.0))
    }

    /// The probability, at least [`FLOOR`].
    pub fn get(self) -> f64 {
        self.0
    }

    /// Returns true if the probability is only known to be at most [`FLOOR`].
    fn is_floor(self) -> bool {
        self.0 <= FLOOR
    }
}

impl fmt::Display for PValue {
    /// Three significant digits without trailing zeros: `0.0432`, `3.1e-7`, `< 1e-300`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_floor() {
            return f.pad("< 1e-300");
        }
        // The exponent is read after rounding to three digits: 0.00099996 is 0.001, not 1e-3.
        let scientific = format!("{:.2e}", self.0);
        let Some((mantissa, exponent)) = scientific.split_once('e') else {
            return f.pad(&scientific);
        };
        match exponent {
            "0" => f.pad(trimmed(mantissa)),
            "-1" => f.pad(trimmed(&format!("{:.3}", self.0))),
            "-2" => f.pad(trimmed(&format!("{:.4}", self.0))),
            "-3" => f.pad(trimmed(&format!("{:.5}", self.0))),
            _ => f.pad(&format!("{}e{exponent}", trimmed(mantissa))),
        }
    }
}

/// A decimal fraction without its trailing zeros.
fn trimmed(decimal: &str) -> &str {
    decimal.trim_end_matches('0').trim_end_matches('.')
}

/// P(X ≥ x) for X chi-squared with `df > 0` degrees of freedom: Q(df/2, x/2).
pub fn chi_squared_upper(x: f64, df: f64) -> f64 {
    if x <= 0.0 {
        1.0
    } else if x == f64::INFINITY {
        0.0
    } else {
        gamma_ur(0.5 * df, 0.5 * x)
    }
}

/// P(X ≤ x) for X chi-squared with `df > 0` degrees of freedom: P(df/2, x/2).
pub fn chi_squared_lower(x: f64, df: f64) -> f64 {
    if x <= 0.0 {
        0.0
    } else if x == f64::INFINITY {
        1.0
    } else {
        gamma_lr(0.5 * df, 0.5 * x)
    }
}

/// The x that a chi-squared variable with `df` degrees of freedom exceeds with probability `p`.
///
/// For `df` from 1 to 1e8 and `p` from 1e-12 to 1 - 1e-12. Newton's method for the logarithm of
/// the smaller tail as a function of ln x, which is concave, kept inside a bracket.
pub fn chi_squared_quantile_upper(p: f64, df: f64) -> f64 {
    let upper = p <= 0.5;
    let goal = if upper { libm::log(p) } else { libm::log1p(-p) };
    let tail = |x: f64| {
        if upper {
            chi_squared_upper(x, df)
        } else {
            chi_squared_lower(x, df)
        }
    };
    let half = 0.5 * df;
    let log_scale = libm::lgamma(half);

    // ln x, and a bracket that no quantile of the domain leaves: at df = 1 it goes down to
    // ln(1.6e-24) = -55, and the upper end passes df + 20 sqrt(2 df) + 200.
    let (mut low, mut high) = (-100.0, libm::log(df + 20.0 * (2.0 * df).sqrt() + 200.0));
    let mut y = libm::log(wilson_hilferty(p, df)).clamp(low, high);
    for _ in 0..MAX_STEPS {
        let x = libm::exp(y);
        let probability = tail(x);
        let miss = libm::log(probability) - goal;
        if (miss > 0.0) == upper {
            low = y;
        } else {
            high = y;
        }
        // x times the density of x, over the tail: the slope in ln x but for its sign.
        let slope =
            libm::exp(half * (y - std::f64::consts::LN_2) - 0.5 * x - log_scale) / probability;
        let step = if upper { miss / slope } else { -miss / slope };
        // The second test: the tail itself is not known better.
        if step.abs() <= RESOLUTION * (1.0 + y.abs()) || miss.abs() <= RESOLUTION * df {
            break;
        }
        let newton = y + step;
        y = if newton > low && newton < high {
            newton
        } else {
            0.5 * (low + high)
        };
    }
    libm::exp(y)
}

/// A first guess of the quantile, at least 1e-40 (Wilson and Hilferty 1931).
fn wilson_hilferty(p: f64, df: f64) -> f64 {
    let spread = 2.0 / (9.0 * df);
    let root = 1.0 - spread + normal_quantile_upper(p) * spread.sqrt();
    (df * root * root * root).max(1e-40)
}

/// The two-sided tail of a statistic whose one-sided tails are `lower` and `upper`:
/// twice the smaller, at most 1.
pub fn two_sided(lower: f64, upper: f64) -> f64 {
    (2.0 * lower.min(upper)).min(1.0)
}

/// Both tails of a test statistic T, or of a sum, at one value t; they overlap in P(T = t).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Tails {
    /// P(T ≤ t).
    pub lower: f64,
    /// P(T ≥ t).
    pub upper: f64,
}

impl Tails {
    /// The p-value of both: see [`two_sided`].
    pub fn two_sided(self) -> f64 {
        two_sided(self.lower, self.upper)
    }
}

/// P(Z ≥ z) for a standard normal Z; 0 from about z = 38.5 on.
pub fn normal_upper(z: f64) -> f64 {
    0.5 * libm::erfc(z * std::f64::consts::FRAC_1_SQRT_2)
}

/// The z that a standard normal variable exceeds with probability `p`, for `p` from [`FLOOR`] to
/// 1 - 1e-16; outside of that, the value at the nearer end.
pub fn normal_quantile_upper(p: f64) -> f64 {
    if p > 0.5 {
        return -normal_quantile_upper(1.0 - p.min(1.0 - f64::EPSILON));
    }
    let goal = libm::log(p.max(FLOOR));
    // The logarithm of the tail is concave and the start lies to the right of the root
    // (the tail is below exp(-z²/2)), so Newton's method comes down to it without overshooting.
    let mut z = (-2.0 * goal).sqrt();
    for _ in 0..MAX_STEPS {
        let tail = normal_upper(z);
        let density = libm::exp(-0.5 * z * z) / (2.0 * std::f64::consts::PI).sqrt();
        let step = (libm::log(tail) - goal) * tail / density;
        z += step;
        if step.abs() <= RESOLUTION * (1.0 + z.abs()) {
            break;
        }
    }
    z
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::assert_close;

    /// (x, degrees of freedom, lower tail, upper tail), made with mpmath at 40 digits:
    /// `t = s = 1; while t > 1e-30*s: k += 1; t *= (x/2)/(df/2 + k); s += t`, then the lower tail is
    /// `exp(df/2*log(x/2) - x/2 - loggamma(df/2 + 1)) * s`; beyond the mean, the upper tail by
    /// Legendre's continued fraction (DLMF 8.9.2).
    const CHI_SQUARED: &[(f64, f64, f64, f64)] = &[
        (8e-06, 1.0, 0.002_256_755_325_183_52, 0.997_743_244_674_816),
        (1.907, 1.0, 0.832_703_115_373_261, 0.167_296_884_626_739),
        (349.284, 1.0, 1.0, 6.068_190_389_521_8e-78),
        (1300.0, 1.0, 1.0, 1.130_372_844_149_27e-284),
        (3.2, 2.0, 0.798_103_482_005_345, 0.201_896_517_994_655),
        (1300.0, 2.0, 1.0, 5.111_951_948_651_16e-283),
        (7.8e-05, 10.0, 7.518_438_896_878_58e-25, 1.0),
        (12.436, 10.0, 0.743_064_517_476_427, 0.256_935_482_523_573),
        (1300.0, 10.0, 1.0, 3.825_653_538_395_92e-273),
        (0.502, 51.0, 4.906_356_763_854_39e-42, 1.0),
        (182.996, 51.0, 1.0, 9.142_795_081_041_33e-17),
        (
            2096.126,
            2601.0,
            3.120_439_516_983_33e-14,
            0.999_999_999_999_969,
        ),
        (
            2637.262,
            2601.0,
            0.694_862_818_030_262,
            0.305_137_181_969_738,
        ),
        (4363.498, 2601.0, 1.0, 5.071_692_154_795_46e-93),
        (
            9010.051,
            10_000.0,
            2.234_142_747_086_55e-13,
            0.999_999_999_999_777,
        ),
        (
            10_431.464,
            10_000.0,
            0.998_705_762_242_752,
            0.001_294_237_757_247_96,
        ),
        (13_148.427, 10_000.0, 1.0, 8.890_784_153_631_76e-92),
        (
            990_100.505,
            1_000_000.0,
            1.087_627_662_669_51e-12,
            0.999_999_999_998_912,
        ),
        (
            1_004_249.841,
            1_000_000.0,
            0.998_655_923_208_73,
            0.001_344_076_791_269_56,
        ),
        (1_028_604.271, 1_000_000.0, 1.0, 1.309_245_715_884_08e-89),
        (
            99_901_005.051,
            100_000_000.0,
            1.259_294_148_364_55e-12,
            0.999_999_999_998_741,
        ),
        (
            99_971_715.729,
            100_000_000.0,
            0.022_742_496_877_282_4,
            0.977_257_503_122_718,
        ),
        (
            100_007_071.268,
            100_000_000.0,
            0.691_479_891_925_014,
            0.308_520_108_074_986,
        ),
        (
            100_113_188.285,
            100_000_000.0,
            0.999_999_999_999_999,
            6.188_216_329_714_73e-16,
        ),
        (100_283_162.712, 100_000_000.0, 1.0, 2.551_254_868_510_7e-89),
    ];

    #[test]
    fn chi_squared_tails_agree_with_exact_arithmetic() {
        for &(x, df, lower, upper) in CHI_SQUARED {
            let tolerance = 1e-13 + 3e-15 * df;
            assert_close(chi_squared_lower(x, df), lower, tolerance);
            assert_close(chi_squared_upper(x, df), upper, tolerance);
        }
    }

    #[test]
    fn the_tails_have_ends() {
        assert_close(chi_squared_upper(0.0, 3.0), 1.0, 0.0);
        assert_close(chi_squared_lower(0.0, 3.0), 0.0, 0.0);
        assert_close(chi_squared_upper(f64::INFINITY, 3.0), 0.0, 0.0);
        assert_close(chi_squared_lower(f64::INFINITY, 3.0), 1.0, 0.0);
        assert_close(chi_squared_upper(1e9, 3.0), 0.0, 0.0);
        assert_close(two_sided(0.7, 0.4), 0.8, 1e-15);
        assert_close(two_sided(0.6, 0.55), 1.0, 0.0);
    }

    #[test]
    fn the_quantile_undoes_the_tail() {
        for df in [1.0, 2.0, 3.0, 51.0, 2601.0, 1e6, 1e8] {
            for p in [1e-12, 1e-6, 0.001, 0.05, 0.3, 0.5] {
                let x = chi_squared_quantile_upper(p, df);
                assert_close(chi_squared_upper(x, df), p, 1e-6);
                // 1 - p is rounded, so the lower tail's goal is only known to 1e-4 at 1e-12.
                let x = chi_squared_quantile_upper(1.0 - p, df);
                assert_close(chi_squared_lower(x, df), 1.0 - (1.0 - p), 1e-6);
            }
        }
    }

    /// (z, upper tail): `mpmath.erfc(z / mpmath.sqrt(2)) / 2`.
    const NORMAL: &[(f64, f64)] = &[
        (-3.0, 0.998_650_101_968_37),
        (0.0, 0.5),
        (1.0, 0.158_655_253_931_457),
        (1.959_963_984_540_054, 0.025),
        (5.0, 2.866_515_718_791_94e-7),
        (10.0, 7.619_853_024_160_53e-24),
        (20.0, 2.753_624_118_606_23e-89),
        (37.0, 5.725_571_222_524_58e-300),
    ];

    #[test]
    fn normal_tails_agree_with_exact_arithmetic() {
        for &(z, upper) in NORMAL {
            assert_close(normal_upper(z), upper, 1e-13);
            assert!((normal_quantile_upper(upper) - z).abs() < 1e-13);
        }
    }

    #[test]
    fn the_normal_quantile_undoes_the_tail() {
        for p in [1e-300, 1e-100, 1e-12, 0.001, 0.3, 0.5] {
            assert_close(normal_upper(normal_quantile_upper(p)), p, 1e-12);
        }
        assert_close(
            normal_quantile_upper(0.9),
            -normal_quantile_upper(0.1),
            1e-14,
        );
        assert!(normal_quantile_upper(0.0) < 38.0 && normal_quantile_upper(1.0) > -9.0);
    }

    #[test]
    fn a_p_value_is_readable() {
        let shown = |p: f64| PValue::new(p).to_string();
        assert_eq!(shown(1.0), "1");
        assert_eq!(shown(0.5), "0.5");
        assert_eq!(shown(0.043_21), "0.0432");
        assert_eq!(shown(0.001), "0.001");
        assert_eq!(shown(0.000_999_96), "0.001");
        assert_eq!(shown(0.001_234), "0.00123");
        assert_eq!(shown(3.1e-7), "3.1e-7");
        assert_eq!(shown(3.456e-250), "3.46e-250");
        assert_eq!(shown(0.0), "< 1e-300");
        assert_eq!(format!("{:>8}", PValue::new(0.25)), "    0.25");
    }

    #[test]
    fn a_p_value_stays_in_its_range() {
        assert_close(PValue::new(0.0).get(), FLOOR, 0.0);
        assert!(PValue::new(1e-305).is_floor() && !PValue::new(1e-299).is_floor());
        assert_close(PValue::new(1.0 + 1e-15).get(), 1.0, 0.0);
        assert!(PValue::new(0.01) < PValue::new(0.02));
    }

    #[test]
    #[should_panic(expected = "not a number")]
    fn a_p_value_is_a_number() {
        PValue::new(f64::NAN);
    }
}
