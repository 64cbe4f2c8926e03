//! Exact tails of a sum of independent copies of a whole-numbered variable.
//!
//! The generating function of S, the sum of N copies, is G(z)ᴺ, so P(S ≥ s) is an integral over a
//! circle of radius e^θ > 1 around 0 (Cauchy). On the circle through the saddle point (Daniels
//! 1954) the integrand has the size of the tail itself, so that small tails keep their digits; and
//! the trapezoidal rule on a circle converges geometrically (Trefethen and Weideman 2014), so that
//! some dozens of points do, whatever N is. See `circle.rs`. Few copies are convolved.

mod circle;
pub mod sum;

use std::ops::Range;

use super::tail::Tails;
use sum::Sum;

/// Both tails, at `sum`, of the sum of `copies` independent copies of a variable whose law is
/// `law`: P(j) = `law[j]`, not negative; divided by its sum here, so that it need not be 1.
///
/// For 1 to 1e9 copies and up to 10,000 values. Relative error below 1e-9 in both tails down to
/// 1e-300 (1e-12 up to a million copies); a smaller tail comes out as some value below 1e-300,
/// or 0 where it is impossible. For the Eulerian law it takes 0.2 ms at 52 values, 3 ms at 1,000
/// and 20 ms at 10,000, for a thousand copies as for 1e9; for a law as broad as its 10,000 values,
/// up to 3 s at nine copies, and less with more.
///
/// The law should meet one condition: far tails of the sum come from all copies moving a little, or
/// else are convolved. A value that is both rare (below 1e-6, say) and far off, among thousands of
/// copies, costs digits. The laws of `exact::null` keep all digits: their rare values (a deck that is
/// nearly sorted) fall off like 1/k! or faster.
///
/// ```
/// # use colddeck_laws::lattice::SumLaw;
/// // Two fair coins: P(at least one head) = 3/4.
/// let tails = SumLaw::new(&[0.5, 0.5], 2).tails(1);
/// assert!((tails.upper - 0.75).abs() < 1e-15 && (tails.lower - 0.75).abs() < 1e-15);
/// ```
#[derive(Debug, Clone)]
pub struct SumLaw {
    /// `None` for a sum that is always 0.
    lattice: Option<Lattice>,
}

impl SumLaw {
    /// Makes the law of the sum of `copies` independent copies of a variable whose law is `law`.
    pub fn new(law: &[f64], copies: u64) -> Self {
        Self {
            lattice: Lattice::new(law, copies),
        }
    }

    /// Both tails at `sum`.
    pub fn tails(&self, sum: u64) -> Tails {
        let Some(lattice) = &self.lattice else {
            // Nothing, or no copies: the sum is 0.
            return Tails {
                lower: 1.0,
                upper: f64::from(u8::from(sum == 0)),
            };
        };
        let Some(steps) = sum.checked_sub(lattice.least) else {
            return Tails {
                lower: 0.0,
                upper: 1.0,
            };
        };
        // The sum takes only whole steps: P(S ≤ s) from the step at or below s, P(S ≥ s) at or above.
        let (below, above) = (steps / lattice.step, steps.div_ceil(lattice.step));
        let tails = lattice.at(below);
        if above == below {
            return tails;
        }
        Tails {
            lower: tails.lower,
            upper: lattice.at(above).upper,
        }
    }
}

/// Up to this many values of the sum they are all convolved, in at most 0.1 s.
const CONVOLVED: u64 = 16_384;

/// Up to this many copies too: broad laws of few copies need too many points on the circle.
const FEW: u64 = 8;

/// A law on 0..=d with positive ends and no common divisor of its places, and a number of copies.
#[derive(Debug, Clone)]
struct Lattice {
    weights: Vec<f64>,
    copies: u64,
    /// The least possible sum.
    least: u64,
    /// The distance of possible sums.
    step: u64,
    /// The whole law of the sum, where few values make it short.
    whole: Option<Whole>,
}

impl Lattice {
    fn new(law: &[f64], copies: u64) -> Option<Self> {
        let first = law.iter().position(|&p| p > 0.0)?;
        let last = law.iter().rposition(|&p| p > 0.0)?;
        let places = (first..=last).filter(|&j| law[j] > 0.0);
        let step = places
            .fold(0, |divisor, j| common_divisor(divisor, j - first))
            .max(1);
        let total = Sum::of(law[first..=last].iter().copied()).value();
        let weights: Vec<f64> = law[first..=last]
            .iter()
            .step_by(step)
            .map(|p| p / total)
            .collect();
        let least = first as u64 * copies;
        if copies == 0 {
            return None;
        }
        let most = (weights.len() - 1) as u64 * copies;
        let whole = (most < CONVOLVED || copies <= FEW).then(|| Whole::new(&weights, copies));
        Some(Self {
            weights,
            copies,
            least,
            step: step as u64,
            whole,
        })
    }

    /// Both tails at `steps` above the least possible sum.
    fn at(&self, steps: u64) -> Tails {
        let most = (self.weights.len() - 1) as u64 * self.copies;
        if steps > most {
            return Tails {
                lower: 1.0,
                upper: 0.0,
            };
        }
        if let Some(whole) = &self.whole {
            return whole.at(steps);
        }
        // The far end of the law is where the tail in question leads to.
        let mean = Sum::of(self.weights.iter().enumerate().map(|(j, p)| p * j as f64)).value();
        if steps as f64 / self.copies as f64 > mean {
            let (lower, upper) = directed(&self.weights, self.copies, steps);
            Tails { lower, upper }
        } else {
            let mirrored: Vec<f64> = self.weights.iter().rev().copied().collect();
            let (upper, lower) = directed(&mirrored, self.copies, most - steps);
            Tails { lower, upper }
        }
    }
}

/// The law of a sum, convolved.
#[derive(Debug, Clone)]
struct Whole {
    /// The law, but for a factor.
    law: Vec<f64>,
    /// Its total.
    all: f64,
}

impl Whole {
    fn new(weights: &[f64], copies: u64) -> Self {
        let law = power(weights, copies);
        let all = Sum::of(law.iter().copied()).value();
        Self { law, all }
    }

    fn at(&self, steps: u64) -> Tails {
        let share = |terms: &[f64]| (Sum::of(terms.iter().copied()).value() / self.all).min(1.0);
        let steps = steps as usize;
        Tails {
            lower: share(&self.law[..=steps]),
            upper: share(&self.law[steps..]),
        }
    }
}

/// (P(S ≤ s), P(S ≥ s)) for s above the mean: the upper tail by itself, the lower, which is near
/// or above a half, as its complement.
fn directed(weights: &[f64], copies: u64, sum: u64) -> (f64, f64) {
    let most = (weights.len() - 1) as u64 * copies;
    let (upper, point) = if sum == most {
        // All copies at the end. The smaller of its weight and the rest is known better.
        let (end, others) = (weights[weights.len() - 1], &weights[..weights.len() - 1]);
        let rest = Sum::of(others.iter().copied()).value();
        let log_end = if end < rest {
            libm::log(end)
        } else {
            libm::log1p(-rest)
        };
        let all = libm::exp(copies as f64 * log_end);
        (all, all)
    } else {
        circle::upper_tail(weights, copies, sum)
    };
    ((1.0 - (upper - point)).clamp(0.0, 1.0), upper)
}

/// The law of the sum of `copies` copies, but for a factor: by repeated squaring, all terms
/// positive. Scaled so that its sum is about 1e150: what underflows is below 1e-450 of it.
fn power(weights: &[f64], copies: u64) -> Vec<f64> {
    const LN_SCALE: f64 = 345.0;
    let scale = libm::exp(LN_SCALE / copies as f64);
    let mut square: Vec<f64> = weights.iter().map(|p| p * scale).collect();
    let mut product = vec![1.0];
    let mut left = copies;
    loop {
        if left % 2 == 1 {
            product = convolution(&product, &square);
        }
        left /= 2;
        if left == 0 {
            return product;
        }
        square = convolution(&square, &square);
    }
}

/// The law of the sum of two variables from theirs.
fn convolution(a: &[f64], b: &[f64]) -> Vec<f64> {
    let mut law = vec![0.0; a.len() + b.len() - 1];
    // The ends of sums of many are below all doubles.
    let (these, those) = (possible(a), possible(b));
    for i in these {
        for (cell, &q) in law[i + those.start..].iter_mut().zip(&b[those.clone()]) {
            *cell += a[i] * q;
        }
    }
    law
}

/// The values from the first to the last one that is not 0.
fn possible(law: &[f64]) -> Range<usize> {
    let not_zero = |p: &f64| *p > 0.0;
    let first = law.iter().position(not_zero).unwrap_or(0);
    first
        ..law
            .iter()
            .rposition(not_zero)
            .map_or(first, |last| last + 1)
}

/// The greatest common divisor; that of a number and 0 is the number.
pub(super) fn common_divisor(a: usize, b: usize) -> usize {
    if b == 0 { a } else { common_divisor(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::super::beta::{beta_lower, beta_upper};
    use super::super::{eulerian, null};
    use super::*;

    fn sum_tails(law: &[f64], copies: u64, sum: u64) -> Tails {
        SumLaw::new(law, copies).tails(sum)
    }

    fn assert_close(ours: f64, reference: f64, relative: f64, what: &str) {
        assert!(
            (ours - reference).abs() <= relative * reference.abs(),
            "{what}: {ours:e} is not {reference:e} within {relative:e}"
        );
    }

    #[test]
    fn the_circle_agrees_with_convolution_at_every_sum() {
        let laws = [
            vec![0.5, 0.5],
            vec![0.999, 0.001],
            vec![0.2, 0.5, 0.3],
            vec![0.7, 0.0, 0.1, 0.2],
            vec![0.25, 0.0, 0.0, 0.5, 0.0, 0.25, 1e-9],
            vec![1.0 / 13.0; 13],
            eulerian::law(6),
            eulerian::law(13),
        ];
        // Among them some with gaps: nearly sorted decks, whose values are rare and far off.
        let nulls = null::LAWS.iter().map(|law| law.floats(6).unwrap());
        let nulls = nulls.map(|floats| floats.probabilities().to_vec());
        for law in &laws.into_iter().chain(nulls).collect::<Vec<_>>() {
            for copies in [1, 2, 3, 10, 57, 100] {
                let lattice = Lattice::new(law, copies).unwrap();
                // In steps: the footrule takes none that is odd.
                let law = &lattice.weights;
                let mean: f64 = law.iter().enumerate().map(|(j, p)| p * j as f64).sum();
                for s in 1..=(law.len() as u64 - 1) * copies {
                    let exact = Whole::new(law, copies).at(s);
                    if s as f64 <= mean * copies as f64 {
                        continue;
                    }
                    let (lower, upper) = directed(law, copies, s);
                    let what = format!("{law:?}, {copies} copies, {s}");
                    if exact.upper > 1e-300 {
                        assert_close(upper, exact.upper, 1e-9, &what);
                    } else {
                        assert!(upper < 1.1e-300, "{what}");
                    }
                    assert_close(lower, exact.lower, 1e-12, &what);
                }
            }
        }
    }

    #[test]
    fn sums_of_coins_are_binomial() {
        // Against the incomplete beta function, itself checked up to 1e9.
        for p in [1e-9, 1e-6, 0.001, 0.125, 0.5, 0.9] {
            for copies in [100_000_u64, 1_000_000, 1_000_000_000] {
                let n = copies as f64;
                for z in [-30.0, -20.0, -5.0, -1.0, 0.0, 0.01, 0.5, 2.0, 12.0, 36.0] {
                    let s = (n * p + z * (n * p * (1.0 - p)).sqrt()).round();
                    if s < 1.0 || s >= n {
                        continue;
                    }
                    let ours = sum_tails(&[1.0 - p, p], copies, s as u64);
                    let lower = beta_upper(s + 1.0, n - s, p);
                    let upper = beta_lower(s, n - s + 1.0, p);
                    if lower.min(upper) > 1e-300 {
                        let what = format!("{copies} copies of {p}, {s}");
                        assert_close(ours.upper, upper, 2e-10, &what);
                        assert_close(ours.lower, lower, 2e-10, &what);
                    }
                }
            }
        }
    }

    /// (n, N, s, P(S ≥ s)) for the Eulerian law of n cards from 0 on: the circle of this module
    /// in mpmath with 40 digits and the exact law.
    const EULERIAN: &[(usize, u64, u64, f64)] = &[
        (52, 1_000_000, 25_500_000, 0.500_094_914_542_156_1),
        (52, 1_000_000, 25_501_000, 0.317_182_167_700_116_2),
        (52, 1_000_000, 25_510_500, 2.926_776_777_796_518e-7),
        (52, 1_000_000, 25_541_800, 2.508_468_811_770_226e-88),
        (52, 1_000_000, 25_575_600, 1.120_972_510_301_419e-283),
        (52, 1_000_000_000, 25_500_000_001, 0.499_996_998_538_628_7),
        (52, 1_000_000_000, 25_500_066_000, 0.160_330_416_023_763),
        (52, 1_000_000_000, 25_501_300_000, 1.655_397_630_485_846e-85),
        (
            52,
            1_000_000_000,
            25_502_380_000,
            3.581_733_090_972_525e-281,
        ),
        (10, 5_000, 22_700, 0.001_605_132_443_384_439),
        (10, 5_000, 24_500, 2.572_311_290_605_659e-192),
        (6, 100_000, 250_500, 0.019_313_987_275_063_01),
    ];

    #[test]
    fn sums_of_rising_sequences_agree_with_exact_arithmetic() {
        for &(n, copies, s, upper) in EULERIAN {
            let law = eulerian::law(n);
            let what = format!("{n} cards, {copies} copies, {s}");
            let tails = sum_tails(&law, copies, s);
            assert_close(tails.upper, upper, 1e-10, &what);
            // The law is symmetric.
            let mirrored = sum_tails(&law, copies, (n as u64 - 1) * copies - s);
            assert_close(mirrored.lower, upper, 1e-10, &what);
            assert_close(mirrored.upper, tails.lower, 1e-10, &what);
        }
    }

    #[test]
    fn the_ends_have_closed_forms() {
        for copies in [1, 5, 100_000, 1_000_000_000] {
            let law = [0.0, 0.0, 1e-9, 0.3, 0.7 - 1e-9, 0.0];
            assert_eq!(
                sum_tails(&law, copies, 2 * copies - 1),
                Tails {
                    lower: 0.0,
                    upper: 1.0
                }
            );
            assert_eq!(
                sum_tails(&law, copies, 4 * copies + 1),
                Tails {
                    lower: 1.0,
                    upper: 0.0
                }
            );
            let tails = sum_tails(&law, copies, 4 * copies);
            let all = libm::exp(copies as f64 * libm::log(0.7 - 1e-9));
            assert_close(tails.upper, all, 1e-9, "all at the upper end");
            assert_close(tails.lower, 1.0, 0.0, "all at the upper end");
        }
        // One value alone, and none.
        assert_eq!(
            sum_tails(&[0.0, 2.0], 7, 7),
            Tails {
                lower: 1.0,
                upper: 1.0
            }
        );
        assert_eq!(
            sum_tails(&[0.0, 2.0], 7, 8),
            Tails {
                lower: 1.0,
                upper: 0.0
            }
        );
        assert_eq!(
            sum_tails(&[0.5, 0.5], 0, 0),
            Tails {
                lower: 1.0,
                upper: 1.0
            }
        );
    }

    #[test]
    fn a_law_in_steps_is_that_of_its_steps() {
        for copies in [3_u64, 50_000] {
            let coarse = [0.0, 0.2, 0.0, 0.0, 0.5, 0.0, 0.0, 0.3];
            let fine = [0.2, 0.5, 0.3];
            for sum in [copies, copies + 1, 11 * copies / 10] {
                let at = sum_tails(&coarse, copies, copies + 3 * sum);
                assert_eq!(at, sum_tails(&fine, copies, sum));
                let between = sum_tails(&coarse, copies, copies + 3 * sum + 1);
                assert_eq!(between.lower.to_bits(), at.lower.to_bits());
                let next = sum_tails(&fine, copies, sum + 1);
                assert_eq!(between.upper.to_bits(), next.upper.to_bits());
            }
        }
    }

    #[test]
    fn tails_beyond_all_digits_are_bounded() {
        let law = eulerian::law(52);
        for s in [20_000_000, 24_000_000, 27_000_000, 50_000_000, 50_999_999] {
            let tails = sum_tails(&law, 1_000_000, s);
            assert!(tails.lower.min(tails.upper) <= 1e-300, "{s}");
            assert!(tails.lower.max(tails.upper) >= 1.0, "{s}");
        }
    }

    #[test]
    fn large_decks_are_no_harder() {
        let law = eulerian::law(1000);
        // Mean 499,500,000, standard deviation 9,133; the normal tail beyond 1 is 0.1587.
        let tails = sum_tails(&law, 1_000_000, 499_509_133);
        assert!((tails.upper - 0.1587).abs() < 1e-4);
        assert!((tails.upper + tails.lower - 1.0).abs() < 1e-4);
    }
}
