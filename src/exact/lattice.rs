//! Exact tails of sums: N independent copies of an integer variable.
//!
//! With G the generating function of one copy, the upper tail of the sum S of N copies is
//!
//! P(S ≥ s) = 1/(2πi) ∮ G(z)ᴺ z^(−s−1) / (1 − 1/z) dz on |z| = r > 1,
//!
//! and the trapezoidal rule on the circle converges exponentially (Trefethen and Weideman, 2014):
//! with M points it adds only T(s+jM) r^(jM) for j ≠ 0. The circle through the saddle point keeps all
//! terms of the size of the result, so that far tails keep their relative accuracy (Lugannani and
//! Rice, 1980, is its first approximation). The lower tail is the upper one of the mirrored law.

/// Both tails of a sum at s.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SumTails {
    /// P(S ≤ s)
    pub lower: f64,
    /// P(S ≥ s)
    pub upper: f64,
}

/// Chernoff exponents beyond this give a bound instead of a value: e^−700 is below 1e-300.
const LARGEST_EXPONENT: f64 = 700.0;

/// e^−40 is beyond the last bit of any sum of terms near 1.
const NEGLIGIBLE: f64 = 40.0;

/// Tails at `sum` of `copies` copies of a variable with P(k) = `law[k]`.
pub fn sum_tails(law: &[f64], copies: u64, sum: u64) -> SumTails {
    let first = law.iter().position(|&p| p > 0.0).unwrap_or(0);
    let last = law.iter().rposition(|&p| p > 0.0).unwrap_or(0);
    let law = &law[first..=last];
    let end = (last - first) as u64 * copies;
    // From the smallest possible sum up.
    let Some(at) = sum.checked_sub(first as u64 * copies) else {
        return SumTails {
            lower: 0.0,
            upper: 1.0,
        };
    };
    if at > end {
        return SumTails {
            lower: 1.0,
            upper: 0.0,
        };
    }
    let mirrored: Vec<f64> = law.iter().rev().copied().collect();
    let mean = Tilted::new(law, 0.0).mean * copies as f64;
    // The tail away from the mean keeps its digits; the other one is its complement.
    if at as f64 >= mean {
        let upper = upper_tail(law, copies, at);
        let beyond = if at == end {
            0.0
        } else {
            upper_tail(law, copies, at + 1)
        };
        SumTails {
            lower: 1.0 - beyond,
            upper,
        }
    } else {
        let lower = upper_tail(&mirrored, copies, end - at);
        let beyond = if at == 0 {
            0.0
        } else {
            upper_tail(&mirrored, copies, end - at + 1)
        };
        SumTails {
            lower,
            upper: 1.0 - beyond,
        }
    }
}

/// P(S ≥ at), `law` with positive ends, at from about the mean to (len − 1)·copies.
fn upper_tail(law: &[f64], copies: u64, at: u64) -> f64 {
    let n = copies as f64;
    if at == 0 {
        return 1.0;
    }
    if at == (law.len() - 1) as u64 * copies {
        return libm::exp(n * libm::log(law[law.len() - 1]));
    }
    let target = at as f64 / n;
    let spread = (n * Tilted::new(law, 0.0).variance).sqrt();
    // Near the mean the pole at z = 1 must keep its distance from the circle.
    let theta = saddle(law, target).max(1.0 / spread.max(1.0));
    let tilted = Tilted::new(law, theta);
    let exponent = theta * at as f64 - n * tilted.ln_scale;
    if exponent > LARGEST_EXPONENT {
        return libm::exp(-exponent);
    }
    let sigma = (n * tilted.variance).sqrt();
    // Below the mean of the tilted law the exponent can be negative, and nothing is lost.
    let wanted = (exponent.max(0.0) + NEGLIGIBLE) / theta + NEGLIGIBLE * sigma + 16.0;
    // An odd number, so that all points but the first come in conjugate pairs.
    let points = 2.0 * libm::ceil(0.5 * wanted) + 1.0;
    let step = std::f64::consts::TAU / points;
    // 1/(1 − 1/z) and G(z)ᴺ z^−s at z = e^(θ + it), both divided by their size at t = 0.
    let mut sum = 0.5 / (1.0 - libm::exp(-theta));
    let mut j = 1.0;
    let mut silent = 0u32;
    while j < points * 0.5 && silent < 64 {
        let t = step * j;
        let (ln_size, phase) = tilted.characteristic(t);
        let ln_size = n * ln_size;
        if ln_size < -NEGLIGIBLE {
            silent += 1;
        } else {
            silent = 0;
            let angle = n * phase + t * (n * tilted.mean - at as f64);
            let shrink = libm::exp(-theta);
            let (re, im) = (1.0 - shrink * libm::cos(t), shrink * libm::sin(t));
            let size = libm::exp(ln_size) / (re * re + im * im);
            sum += size * (libm::cos(angle) * re + libm::sin(angle) * im);
        }
        j += 1.0;
    }
    (libm::exp(-exponent) * (2.0 * sum / points)).clamp(0.0, 1.0)
}

/// The θ at which the tilted law has this mean.
fn saddle(law: &[f64], mean: f64) -> f64 {
    let (mut low, mut high) = (-1.0, 1.0);
    while Tilted::new(law, high).mean < mean && high < 1e3 {
        high *= 2.0;
    }
    while Tilted::new(law, low).mean > mean && low > -1e3 {
        low *= 2.0;
    }
    for _ in 0..60 {
        let middle = 0.5 * (low + high);
        if Tilted::new(law, middle).mean < mean {
            low = middle
        } else {
            high = middle
        }
    }
    0.5 * (low + high)
}

/// A law tilted by e^(θk), with its moments.
struct Tilted {
    /// Places and weights that matter; the weights sum to 1.
    weights: Vec<(f64, f64)>,
    /// ln Σ p_k e^(θk)
    ln_scale: f64,
    mean: f64,
    variance: f64,
}

impl Tilted {
    fn new(law: &[f64], theta: f64) -> Self {
        /// A weight e^−90 below the largest changes nothing, times any number of places.
        const LIGHTEST: f64 = -90.0;
        let ln: Vec<f64> = law
            .iter()
            .enumerate()
            .map(|(k, &p)| libm::log(p) + theta * k as f64)
            .collect();
        let top = ln.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let mut weights: Vec<(f64, f64)> = ln
            .iter()
            .enumerate()
            .filter(|(_, ln)| **ln - top > LIGHTEST)
            .map(|(k, ln)| (k as f64, libm::exp(ln - top)))
            .collect();
        let total: f64 = weights.iter().map(|(_, weight)| weight).sum();
        weights.iter_mut().for_each(|(_, weight)| *weight /= total);
        let mean: f64 = weights.iter().map(|(k, weight)| k * weight).sum();
        let variance = weights
            .iter()
            .map(|(k, weight)| (k - mean) * (k - mean) * weight)
            .sum();
        Self {
            weights,
            ln_scale: top + libm::log(total),
            mean,
            variance,
        }
    }

    /// Logarithm of the size, and the phase, of the characteristic function at t, the phase about
    /// the mean's.
    fn characteristic(&self, t: f64) -> (f64, f64) {
        let (mut re, mut im) = (0.0, 0.0);
        for (k, weight) in &self.weights {
            let (sin, cos) = libm::sincos(t * (k - self.mean));
            re += weight * cos;
            im += weight * sin;
        }
        (0.5 * libm::log(re * re + im * im), libm::atan2(im, re))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::eulerian;

    /// Direct convolution.
    fn convolved(law: &[f64], copies: usize) -> Vec<f64> {
        (0..copies).fold(vec![1.0], |sum, _| {
            let mut next = vec![0.0; sum.len() + law.len() - 1];
            for (i, a) in sum.iter().enumerate() {
                for (j, b) in law.iter().enumerate() {
                    next[i + j] += a * b;
                }
            }
            next
        })
    }

    fn close(ours: f64, expected: f64) -> bool {
        (ours - expected).abs() <= 1e-9 * expected.max(1e-290)
    }

    #[test]
    fn tails_are_those_of_direct_convolution_everywhere() {
        let laws = [
            eulerian::law(6),
            eulerian::law(2),
            eulerian::law(13),
            vec![0.2, 0.5, 0.3],
            vec![0.0, 0.9, 0.1],
        ];
        for law in laws {
            for copies in [1, 2, 3, 10, 57] {
                let sum = convolved(&law, copies);
                for s in 0..sum.len() {
                    let tails = sum_tails(&law, copies as u64, s as u64);
                    let lower: f64 = sum[..=s].iter().sum();
                    let upper: f64 = sum[s..].iter().rev().sum();
                    assert!(
                        close(tails.lower, lower),
                        "{law:?} {copies} {s}: {} {lower}",
                        tails.lower
                    );
                    assert!(
                        close(tails.upper, upper),
                        "{law:?} {copies} {s}: {} {upper}",
                        tails.upper
                    );
                }
            }
        }
    }

    /// scipy 1.17: binom(N, p).sf(k - 1)
    #[test]
    fn binomial_tails_up_to_a_thousand_million() {
        for (n, p, k, expected) in BINOMIAL {
            let tails = sum_tails(&[1.0 - p, p], n, k);
            assert!(
                (tails.upper / expected - 1.0).abs() < 1e-7,
                "{n} {p} {k}: {} {expected}",
                tails.upper
            );
        }
    }

    #[test]
    fn far_beyond_any_tail_nothing_breaks() {
        let law = eulerian::law(52);
        for (copies, sum) in [
            (1_000_000, 1_000_000),
            (1_000_000, 50_000_000),
            (1, 51),
            (1_000_000_000, 0),
        ] {
            let tails = sum_tails(&law, copies, sum);
            assert!((0.0..=1.0).contains(&tails.lower) && (0.0..=1.0).contains(&tails.upper));
            assert!(tails.lower.min(tails.upper) <= 1e-60);
        }
    }

    const BINOMIAL: [(u64, f64, u64, f64); 15] = [
        (1000, 0.25, 200, 0.9999197067126001),
        (1000, 0.25, 250, 0.5121375599745344),
        (1000, 0.25, 260, 0.24292735945071256),
        (1000, 0.25, 300, 0.0001935903219490758),
        (1000, 0.25, 400, 1.6103065648547945e-25),
        (1000, 0.25, 700, 7.547992585423868e-196),
        (1000000, 0.5, 499000, 0.9773038320453267),
        (1000000, 0.5, 500000, 0.5003989421806654),
        (1000000, 0.5, 501000, 0.0228041499326948),
        (1000000, 0.5, 503000, 9.92574881961445e-10),
        (1000000, 0.5, 510000, 2.772181643854259e-89),
        (1000000000, 0.125, 124990000, 0.8305218942953569),
        (1000000000, 0.125, 125000000, 0.5000143048168044),
        (1000000000, 0.125, 125010000, 0.1695017381657455),
        (1000000000, 0.125, 125050000, 8.738403435881109e-07),
    ];
}
