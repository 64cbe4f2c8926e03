//! The incomplete beta function, binomial probabilities and confidence limits of a proportion.
//!
//! Written for up to a billion trials, where the usual formulas (logarithms of gammas) and the
//! libraries built on them lose all digits. The weights come from `kernel.rs`, the sums from a
//! continued fraction of positive terms.

pub mod kernel;

use super::tail::normal_quantile_upper;
use kernel::{binomial_weight, excess};

/// The regularised incomplete beta function `I_x(a, b)` for a, b > 0: P(X ≤ x) for a beta variable.
///
/// For whole a and b also P(at least a successes in a + b - 1 trials of probability x). Relative
/// error below 1e-11 for a and b up to 1e9, however small the result.
pub fn beta_lower(a: f64, b: f64, x: f64) -> f64 {
    if x <= 0.0 {
        0.0
    } else if x >= 1.0 {
        1.0
    } else if excess(a, b, x) >= 0.0 {
        tail(a, b, x).min(1.0)
    } else {
        1.0 - mirrored_tail(a, b, x).min(1.0)
    }
}

/// 1 - `I_x(a, b)`, without the loss of digits of that subtraction.
pub(crate) fn beta_upper(a: f64, b: f64, x: f64) -> f64 {
    if x <= 0.0 {
        1.0
    } else if x >= 1.0 {
        0.0
    } else if excess(a, b, x) >= 0.0 {
        1.0 - tail(a, b, x).min(1.0)
    } else {
        mirrored_tail(a, b, x).min(1.0)
    }
}

/// `I_x(a, b)` for x at most the mean a/(a + b).
fn tail(a: f64, b: f64, x: f64) -> f64 {
    let density = binomial_weight(a, b, x) * a * b / (a + b);
    density * fraction(a, b, x, excess(a, b, x))
}

/// 1 - `I_x(a, b)` for x at least the mean: the same with the roles exchanged. Only the excess
/// makes it sensitive to 1 - x, and that is taken from x itself.
fn mirrored_tail(a: f64, b: f64, x: f64) -> f64 {
    let density = binomial_weight(a, b, x) * a * b / (a + b);
    density * fraction(b, a, 1.0 - x, -excess(a, b, x))
}

/// The fraction has converged when a step changes it by less than this.
const CONVERGED: f64 = 2e-16;

/// At the mean of 1e9 trials it takes about 5,000 steps, away from it a few dozen.
const MAX_STEPS: u32 = 1_000_000;

/// `I_x(a, b)` over xᵃ (1-x)ᵇ / B(a, b), given `excess` = a - (a + b)x ≥ 0: the continued fraction
/// of Didonato and Morris (1992, equation 9), evaluated forwards (Lentz 1976).
fn fraction(a: f64, b: f64, x: f64, excess: f64) -> f64 {
    let denominator = |m: f64| {
        m + m * (b - m) * x / (a + 2.0 * m - 1.0)
            + (a + m) / (a + 2.0 * m + 1.0) * (excess + 1.0 + m * (2.0 - x))
    };
    // `denominator` at 0, where its middle term is 0/0 for a = 1.
    let mut value = a / (a + 1.0) * (excess + 1.0);
    let (mut c, mut d) = (value, 0.0);
    for step in 1..=MAX_STEPS {
        let m = f64::from(step);
        let scale = x / (a + 2.0 * m - 1.0);
        let numerator = (a + m - 1.0) * scale * (a + b + m - 1.0) * scale * m * (b - m);
        let here = denominator(m);
        d = 1.0 / (here + numerator * d);
        c = here + numerator / c;
        let factor = c * d;
        value *= factor;
        if (factor - 1.0).abs() < CONVERGED {
            break;
        }
    }
    1.0 / value
}

/// P(X = k) for X binomial: `k` successes in `trials` of probability `p` (Loader 2000).
///
/// Relative error below 1e-12 for up to 1e9 trials, down to the smallest doubles.
pub fn binomial_pmf(k: u64, trials: u64, p: f64) -> f64 {
    let n = trials as f64;
    if k > trials {
        0.0
    } else if p <= 0.0 {
        f64::from(u8::from(k == 0))
    } else if p >= 1.0 {
        f64::from(u8::from(k == trials))
    } else if k == 0 {
        libm::exp(n * libm::log1p(-p))
    } else if k == trials {
        libm::exp(n * libm::log(p))
    } else {
        binomial_weight(k as f64, (trials - k) as f64, p)
    }
}

/// A one-sided lower confidence limit of a proportion (Clopper and Pearson 1934): the p for which
/// P(at least `successes` in `trials`) = `error`, so the true proportion lies below it with
/// probability at most `error`, whatever it is.
///
/// For `error` in (0, 1) and up to 1e9 trials; 0 without successes. Rounded down, by [`MARGIN`].
/// Limits close to 1 have more digits as 1 - [`clopper_pearson_upper`] of the failures.
pub fn clopper_pearson_lower(successes: u64, trials: u64, error: f64) -> f64 {
    if successes == 0 || trials == 0 {
        return 0.0;
    }
    let (k, n) = (successes.min(trials) as f64, trials as f64);
    if successes >= trials {
        return libm::exp(libm::log(error) / n) * (1.0 - MARGIN);
    }
    let (a, b) = (k, n - k + 1.0);
    Side { a, b, upper: false }.root(error) * (1.0 - MARGIN)
}

/// The one-sided upper limit: the p for which P(at most `successes` in `trials`) = `error`.
///
/// For `error` in (0, 1) and up to 1e9 trials; 1 without failures. Rounded up, by [`MARGIN`].
pub fn clopper_pearson_upper(successes: u64, trials: u64, error: f64) -> f64 {
    if successes >= trials {
        return 1.0;
    }
    let (k, n) = (successes as f64, trials as f64);
    let limit = if successes == 0 {
        -libm::expm1(libm::log(error) / n)
    } else {
        Side {
            a: k + 1.0,
            b: n - k,
            upper: true,
        }
        .root(error)
    };
    (limit * (1.0 + MARGIN)).min(1.0)
}

/// The share of itself by which a limit is moved to the safe side: more than the error of the root,
/// which is that of the tail (1e-12 at most) over the slope of the tail in ln p (at least
/// √successes).
const MARGIN: f64 = 1e-13;

/// One tail of the beta law as a function of its argument.
struct Side {
    a: f64,
    b: f64,
    upper: bool,
}

impl Side {
    /// The p in (0, 1) at which the tail is `goal`.
    ///
    /// Newton's method for the logarithm of the tail as a function of ln p, which is concave
    /// (the density of ln p is log-concave), kept inside a bracket that shrinks at each step.
    fn root(&self, goal: f64) -> f64 {
        let (a, b) = (self.a, self.b);
        let (mut low, mut high) = (0.0, 1.0);
        let mut p = self.first_guess(goal);
        for _ in 0..MAX_ROOT_STEPS {
            let tail = if self.upper {
                beta_upper(a, b, p)
            } else {
                beta_lower(a, b, p)
            };
            if (tail > goal) == self.upper {
                low = p;
            } else {
                high = p;
            }
            // p times the density of p, over the tail.
            let slope = binomial_weight(a, b, p) * a * b / (a + b) / (1.0 - p) / tail;
            let miss = libm::log(tail / goal);
            let step = if self.upper {
                miss / slope
            } else {
                -miss / slope
            };
            if step.abs() <= f64::EPSILON {
                break;
            }
            let newton = p * libm::exp(step);
            let halved = if low > 0.0 {
                (low * high).sqrt()
            } else {
                0.25 * high
            };
            let next = if newton > low && newton < high {
                newton
            } else {
                halved
            };
            if next <= low || next >= high {
                // The bracket has no double left inside.
                break;
            }
            p = next;
        }
        p
    }

    /// A first guess inside (0, 1): the quantile of a gamma law of shape a (Wilson and Hilferty
    /// 1931), over a + b.
    fn first_guess(&self, goal: f64) -> f64 {
        let z = normal_quantile_upper(goal);
        let z = if self.upper { z } else { -z };
        let root = 1.0 - 1.0 / (9.0 * self.a) + z / (3.0 * self.a.sqrt());
        let n = self.a + self.b;
        // Far below the mean the tail is nearly a power: goal ~ (np)ᵃ.
        let least = libm::exp(libm::log(goal) / self.a) / n;
        let mean = self.a / n;
        let guess = (mean * root * root * root).max(least);
        guess.min(0.5 * (mean + 1.0))
    }
}

/// More than bisection of any bracket needs; Newton's method takes about six.
const MAX_ROOT_STEPS: usize = 200;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::assert_close;

    /// (a, b, x, I, 1 - I). With mpmath at 50 digits: exp(loggamma(a + b) - loggamma(a) -
    /// loggamma(b) + a log(x) + b log1p(-x)) times the continued fraction, from the mean's side.
    const INCOMPLETE_BETA: &[(f64, f64, f64, f64, f64)] = &[
        (1.0, 5.0, 0.1, 0.409_51, 0.590_49),
        (0.5, 0.5, 0.3, 0.369_010_119_565_55, 0.630_989_880_434_45),
        (
            17.0,
            18.0,
            0.2,
            8.932_897_302_945_5e-5,
            0.999_910_671_026_97,
        ),
        (17.0, 18.0, 0.999_999, 1.0, 2.203_928_023_963_4e-99),
        (1000.0, 1000.0, 0.5, 0.5, 0.5),
        (
            5.0,
            1e6,
            2e-05,
            0.999_983_058_553_64,
            1.694_144_635_990_4e-5,
        ),
        (
            1e6,
            5.0,
            0.999_99,
            0.029_251_363_933_318,
            0.970_748_636_066_68,
        ),
        (5e5, 5e5, 0.5, 0.5, 0.5),
        (5e5, 5e5, 0.499, 0.022_750_050_961_631, 0.977_249_949_038_37),
        (
            1000.0,
            1e9,
            1.05e-06,
            0.941_332_742_959_8,
            0.058_667_257_040_204,
        ),
        (1e9, 1000.0, 0.999_999, 0.495_782_147_153, 0.504_217_852_847),
        (5e8, 5e8, 0.5, 0.5, 0.5),
        (5e8, 5e8, 0.499_45, 2.045_684_639_928_5e-265, 1.0),
        (3e8, 7e8, 0.3, 0.500_003_670_617_4, 0.499_996_329_382_6),
        (
            3e8,
            7e8,
            0.300_05,
            0.999_719_942_817_49,
            2.800_571_825_054_7e-4,
        ),
        (1e9, 1e9, 0.5, 0.5, 0.5),
        (1e9, 1e9, 0.5004, 1.0, 1.254_322_137_437_5e-280),
    ];

    #[test]
    fn the_incomplete_beta_function_agrees_with_exact_arithmetic() {
        for &(a, b, x, lower, upper) in INCOMPLETE_BETA {
            assert_close(beta_lower(a, b, x), lower, 1e-12);
            assert_close(beta_upper(a, b, x), upper, 1e-12);
        }
        assert_close(beta_lower(2.0, 3.0, 0.0), 0.0, 0.0);
        assert_close(beta_upper(2.0, 3.0, 0.0), 1.0, 0.0);
        assert_close(beta_lower(2.0, 3.0, 1.0), 1.0, 0.0);
    }

    #[test]
    fn the_incomplete_beta_function_sums_binomial_probabilities() {
        for (n, p) in [(1, 0.3), (7, 0.01), (52, 0.5), (200, 0.9)] {
            let mut upper = 0.0;
            for k in (1..=n).rev() {
                upper += binomial_pmf(k, n, p);
                let (a, b) = (k as f64, (n - k + 1) as f64);
                assert_close(beta_lower(a, b, p), upper, 1e-12);
            }
        }
    }

    /// (k, n, p, probability): mpmath at 50 digits, exp(loggamma(n+1) - loggamma(k+1) -
    /// loggamma(n-k+1) + k log(p) + (n-k) log1p(-p)).
    const BINOMIAL: &[(u64, u64, f64, f64)] = &[
        (3, 10, 0.3, 0.266_827_932),
        (1, 52, 1e-06, 5.199_734_806_629_9e-5),
        (500, 1000, 0.5, 0.025_225_018_178_361),
        (100, 1000, 0.5, 5.958_935_980_362_6e-162),
        (5, 1_000_000_000, 1e-09, 0.003_065_661_992_900_9),
        (500_000_000, 1_000_000_000, 0.5, 2.523_132_521_389_4e-5),
        (500_500_000, 1_000_000_000, 0.5, 1.797_476_146_130_3e-222),
        (999_000_000, 1_000_000_000, 0.999, 3.991_418_680_079_1e-4),
        (300_400_000, 1_000_000_000, 0.3, 1.086_673_822_856e-170),
    ];

    #[test]
    fn binomial_probabilities_agree_with_exact_arithmetic() {
        for &(k, n, p, probability) in BINOMIAL {
            assert_close(binomial_pmf(k, n, p), probability, 1e-12);
        }
        assert_close(
            binomial_pmf(0, 1_000_000_000, 1e-9),
            0.367_879_440_987_502_6,
            1e-12,
        );
        assert_close(binomial_pmf(3, 3, 0.5), 0.125, 1e-15);
        assert_close(binomial_pmf(4, 3, 0.5), 0.0, 0.0);
        assert_close(binomial_pmf(0, 3, 0.0), 1.0, 0.0);
        assert_close(binomial_pmf(2, 3, 1.0), 0.0, 0.0);
    }

    /// (successes, trials, error, lower, upper): the roots of the above, at 50 digits. They agree
    /// with scipy 1.17, `scipy.stats.beta.ppf(error, k, n-k+1)` and `.isf(error, k+1, n-k)`, up to
    /// a million trials; at 1000 of 1e9 scipy's lower limit is 1.9e-6, above what was observed.
    const CLOPPER_PEARSON: &[(u64, u64, f64, f64, f64)] = &[
        (
            1,
            10,
            0.05,
            0.005_116_196_891_823_701,
            0.394_163_302_436_504_8,
        ),
        (
            9,
            10,
            0.05,
            0.605_836_697_563_495_2,
            0.994_883_803_108_176_3,
        ),
        (
            26,
            52,
            0.001,
            0.287_692_818_271_059_8,
            0.712_307_181_728_940_2,
        ),
        (
            1,
            52,
            1e-12,
            1.923_076_923_077_866e-14,
            0.453_490_628_868_895_5,
        ),
        (
            500,
            1000,
            1e-06,
            0.424_790_507_254_636_5,
            0.575_209_492_745_363_5,
        ),
        (
            3,
            1_000_000,
            0.001,
            1.905_335_499_505_187e-7,
            1.306_217_506_165_655e-5,
        ),
        (
            999_999,
            1_000_000,
            0.05,
            0.999_995_256_144_361_8,
            0.999_999_948_706_706_9,
        ),
        (
            1000,
            1_000_000_000,
            0.001,
            9.051_208_334_210_006e-7,
            1.101_626_887_901_529e-6,
        ),
        (
            500_000_000,
            1_000_000_000,
            1e-12,
            0.499_888_774_546_146,
            0.500_111_225_453_854,
        ),
    ];

    #[test]
    fn confidence_limits_are_right_and_on_the_safe_side() {
        for &(successes, trials, error, lower, upper) in CLOPPER_PEARSON {
            let ours = clopper_pearson_lower(successes, trials, error);
            assert!(
                ours < lower,
                "{successes} of {trials}: {ours} is above {lower}"
            );
            assert_close(ours, lower, 1e-12);
            let ours = clopper_pearson_upper(successes, trials, error);
            assert!(
                ours > upper,
                "{successes} of {trials}: {ours} is below {upper}"
            );
            assert_close(ours, upper, 1e-12);
        }
    }

    #[test]
    fn confidence_limits_have_ends() {
        for trials in [1, 52, 1_000_000_000] {
            assert_close(clopper_pearson_lower(0, trials, 0.01), 0.0, 0.0);
            assert_close(clopper_pearson_upper(trials, trials, 0.01), 1.0, 0.0);
            // All or none: errorⁿ and its complement.
            let all = libm::exp(libm::log(0.01) / trials as f64);
            assert_close(clopper_pearson_lower(trials, trials, 0.01), all, 1e-12);
            let none = -libm::expm1(libm::log(0.01) / trials as f64);
            assert_close(clopper_pearson_upper(0, trials, 0.01), none, 1e-12);
        }
        assert_close(clopper_pearson_lower(0, 0, 0.01), 0.0, 0.0);
        assert_close(clopper_pearson_upper(0, 0, 0.01), 1.0, 0.0);
    }

    #[test]
    fn limits_of_every_count_are_ordered() {
        for error in [1e-12, 0.001, 0.5, 0.9] {
            let mut before = (-1.0, 0.0);
            for k in 0..=60 {
                let limits = (
                    clopper_pearson_lower(k, 60, error),
                    clopper_pearson_upper(k, 60, error),
                );
                // The last two upper limits may both round to 1.
                let rises = limits.0 > before.0 && (limits.1 > before.1 || k == 60);
                assert!(rises, "{k} of 60 at {error}");
                before = limits;
            }
        }
    }
}
