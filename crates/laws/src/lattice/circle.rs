//! The upper tail of a sum by the trapezoidal rule on a circle.
//!
//! With z = e^{θ+it}, the law tilted to q(j) = w(j) e^{θj} / G(e^θ) and φ its characteristic
//! function about s/N,
//!
//!   P(S ≥ s) = e^{-I} · (1/2π) ∫ φ(t)ᴺ / (1 - e^{-θ-it}) dt over [-π, π],   I = θs - N ln G(e^θ),
//!
//! where e^{-I} is Chernoff's bound. M points instead of the integral add P(S ≥ s + lM) e^{θlM}
//! over the tail for all l other than 0, and these are made negligible by the choice of M.
//!
//! At a billion copies ln G is needed to 1e-19, so G - 1 is what is computed, and places count
//! from s/N, so that nothing large cancels.

use super::sum::Sum;
use std::f64::consts::TAU;

/// A tail with a larger Chernoff exponent is below 1e-304: its bound is given instead.
const LARGEST_EXPONENT: f64 = 700.0;

/// Natural logarithm of what is negligible beside the result: 4e-18.
const NEGLIGIBLE: f64 = 40.0;

/// (P(S ≥ s), P(S = s)) of the sum of `copies` copies of the law `weights` on 0, 1, …, for s above
/// its mean and below its greatest value; or, below 1e-304, a bound in place of both.
pub(super) fn upper_tail(weights: &[f64], copies: u64, s: u64) -> (f64, f64) {
    let law = Law::about(weights, copies, s);
    let n = copies as f64;

    // Through the saddle point, but not nearer to the pole at θ = 0 than the integrand is wide.
    let mut tilted = Tilted::new(&law, law.saddle(), n);
    let nearest = 1.0 / tilted.width(n).max(1.0);
    if tilted.theta < nearest {
        tilted = Tilted::new(&law, nearest, n);
    }
    let (theta, width) = (tilted.theta, tilted.width(n));
    let log_bound = n * tilted.log_size;
    if log_bound < -LARGEST_EXPONENT {
        let bound = libm::exp(log_bound);
        return (bound, bound);
    }

    // l < 0: the tail below is at most 1, so e^{I - θM} is left. l > 0: the tilted sum exceeds its
    // mean by M, some forty standard deviations. Odd, so that -1 is no point of its own.
    let least = (NEGLIGIBLE - log_bound) / theta + NEGLIGIBLE * (width + 1.0);
    let half = (0.5 * least).ceil();
    let points = 2.0 * half + 1.0;

    let (mut upper, mut point) = (Sum::default(), Sum::default());
    upper.add(-1.0 / libm::expm1(-theta));
    point.add(1.0);
    let ignored = NEGLIGIBLE + libm::log(1.0 + width);
    let mut m = 1.0;
    while m <= half {
        let t = TAU * m / points;
        let bound = tilted.log_bound(t, n);
        if bound.here < -ignored {
            if bound.onwards < -ignored {
                break;
            }
        } else {
            let (log_size, phase) = tilted.characteristic(t, n);
            let size = libm::exp(log_size);
            let (sine, cosine) = (libm::sin(phase), libm::cos(phase));
            // 1 - e^{-θ-it}; its real part without cancelling.
            let (shrink, half_sine) = (libm::exp(-theta), libm::sin(0.5 * t));
            let real = -libm::expm1(-theta) + 2.0 * shrink * half_sine * half_sine;
            let imaginary = shrink * libm::sin(t);
            let square = real * real + imaginary * imaginary;
            // Twice the real part stands for t and -t.
            upper.add(2.0 * size * (cosine * real + sine * imaginary) / square);
            point.add(2.0 * size * cosine);
        }
        m += 1.0;
    }
    let scale = libm::exp(log_bound) / points;
    (
        (scale * upper.value()).clamp(0.0, 1.0),
        (scale * point.value()).clamp(0.0, 1.0),
    )
}

/// A law whose places count from the value in question, s/N.
struct Law {
    /// (place, weight); the weights sum to 1.
    atoms: Vec<(f64, f64)>,
    mean: f64,
    variance: f64,
}

impl Law {
    fn about(weights: &[f64], copies: u64, s: u64) -> Self {
        // s/N = whole + fraction: places keep all digits of the small fraction.
        let whole = (s as f64 / copies as f64 + 0.5).floor();
        let fraction = (s as f64 - whole * copies as f64) / copies as f64;
        let offset = |j: usize| j as f64 - whole;
        let total = Sum::of(weights.iter().copied()).value();
        let mean = Sum::of(weights.iter().enumerate().map(|(j, w)| w * offset(j))).value() / total;
        let atoms: Vec<(f64, f64)> = weights
            .iter()
            .enumerate()
            .filter(|(_, w)| **w > 0.0)
            .map(|(j, w)| (offset(j) - fraction, w / total))
            .collect();
        let mean = mean - fraction;
        let variance = atoms
            .iter()
            .map(|(place, w)| w * (place - mean) * (place - mean))
            .sum();
        Self {
            atoms,
            mean,
            variance,
        }
    }

    /// ln Σ w e^{θ place}: near 0 from Σ w (e^x - 1) = θ · mean + Σ w (e^x - 1 - x), otherwise from
    /// the sum itself, of which the 1 would take digits away.
    fn log_size(&self, theta: f64) -> f64 {
        /// From here on the sum itself has the better logarithm.
        const NEAR: f64 = 0.5;
        let plain = self
            .atoms
            .iter()
            .map(|&(place, w)| libm::exp(libm::log(w) + theta * place));
        let size = Sum::of(plain).value();
        if (size - 1.0).abs() > NEAR {
            return libm::log(size);
        }
        let rest = Sum::of(self.atoms.iter().map(|&(place, w)| {
            let x = theta * place;
            if x < FAR {
                w * exp_minus_2(x)
            } else {
                libm::exp(libm::log(w) + x) - w * (1.0 + x)
            }
        }));
        libm::log1p(theta * self.mean + rest.value())
    }

    /// The θ > 0 that moves the mean to 0, to about four digits: any θ is right, this one is best.
    fn saddle(&self) -> f64 {
        /// Far from any saddle: no two weights differ by more than e^{1500}.
        const STEEPEST: f64 = 1e4;
        /// Steps of safeguarded Newton; a factor of two each at worst.
        const STEPS: usize = 60;
        let (mut low, mut high) = (0.0, STEEPEST);
        let mut theta = -self.mean / self.variance;
        for _ in 0..STEPS {
            if theta.is_nan() || theta <= low || theta >= high {
                theta = if low > 0.0 {
                    (low * high).sqrt()
                } else {
                    0.5 * high
                };
            }
            // Weights beside the largest: they can neither overflow nor all vanish.
            let exponent = |&(place, w): &(f64, f64)| libm::log(w) + theta * place;
            let largest = self
                .atoms
                .iter()
                .map(exponent)
                .fold(f64::NEG_INFINITY, f64::max);
            let (mut size, mut first, mut second) = (0.0, 0.0, 0.0);
            for atom in &self.atoms {
                let weight = libm::exp(exponent(atom) - largest);
                size += weight;
                first += weight * atom.0;
                second += weight * atom.0 * atom.0;
            }
            let mean = first / size;
            if mean < 0.0 {
                low = theta;
            } else {
                high = theta;
            }
            let step = -mean / (second / size - mean * mean);
            theta += step;
            if step.abs() < 1e-4 * theta {
                break;
            }
        }
        theta
    }
}

/// Beyond this a weight goes into the exponent, so that the power cannot overflow by itself.
const FAR: f64 = 600.0;

/// e^x - 1 - x, to all digits.
fn exp_minus_2(x: f64) -> f64 {
    /// From here on the subtraction loses less than a digit.
    const SMALL: f64 = 0.5;
    if x.abs() > SMALL {
        return libm::expm1(x) - x;
    }
    // x²/2 (1 + x/3 (1 + x/4 (1 + …))): at ½ the next factor adds less than 1e-17.
    let series = (3..=16)
        .rev()
        .fold(1.0, |sum, k| 1.0 + x / f64::from(k) * sum);
    0.5 * x * x * series
}

/// sin y - y, to all digits.
fn sine_minus_1(y: f64) -> f64 {
    const SMALL: f64 = 0.5;
    if y.abs() > SMALL {
        return libm::sin(y) - y;
    }
    // -y³/6 (1 - y²/(4·5) (1 - y²/(6·7) (…))): at ½ the next factor adds less than 1e-18.
    let square = y * y;
    let series = (2..=7).rev().fold(1.0, |sum, k| {
        let even = f64::from(2 * k);
        1.0 - square / (even * (even + 1.0)) * sum
    });
    -y * square / 6.0 * series
}

/// The tilted law, about s/N.
struct Tilted {
    theta: f64,
    /// ln Σ w e^{θ place}
    log_size: f64,
    atoms: Vec<(f64, f64)>,
    mean: f64,
    variance: f64,
    /// (lag, Σ q(j) q(j + lag)) for the lags 1, 2, 4, …
    overlaps: Vec<(f64, f64)>,
    /// Half the sum of |q(j + 1) - q(j)|: for a law with one peak, its height.
    climb: f64,
}

/// Bounds of ln |φ|ᴺ at one t, and from there to π.
struct Bound {
    here: f64,
    onwards: f64,
}

impl Tilted {
    fn new(law: &Law, theta: f64, copies: f64) -> Self {
        /// Atoms whose probability times N is at most this are left out: they move φᴺ by at most this times
        /// their number.
        const LIGHTEST: f64 = 1e-26;
        let log_size = law.log_size(theta);
        let tilt = |&(place, w): &(f64, f64)| {
            (place, libm::exp(libm::log(w) + (theta * place - log_size)))
        };
        let all: Vec<(f64, f64)> = law.atoms.iter().map(tilt).collect();
        let mean = Sum::of(all.iter().map(|(place, q)| place * q)).value();
        let variance = all
            .iter()
            .map(|(place, q)| q * (place - mean) * (place - mean))
            .sum();
        let atoms: Vec<(f64, f64)> = all
            .into_iter()
            .filter(|(_, q)| q * copies > LIGHTEST)
            .collect();
        let dense = dense(&atoms);
        let lags = std::iter::successors(Some(1), |lag| Some(2 * lag));
        let overlaps = lags
            .take_while(|lag| *lag < dense.len())
            .map(|lag| {
                (
                    lag as f64,
                    dense.iter().zip(&dense[lag..]).map(|(a, b)| a * b).sum(),
                )
            })
            .collect();
        let ends = dense.first().copied().unwrap_or(0.0) + dense.last().copied().unwrap_or(0.0);
        let between: f64 = dense.windows(2).map(|pair| (pair[1] - pair[0]).abs()).sum();
        let climb = 0.5 * (ends + between);
        Self {
            theta,
            log_size,
            atoms,
            mean,
            variance,
            overlaps,
            climb,
        }
    }

    /// The standard deviation of the sum of `copies` copies.
    fn width(&self, copies: f64) -> f64 {
        (copies * self.variance).sqrt()
    }

    /// Two bounds of |φ(t)|: summed by parts it is at most the climb over sin t/2; and
    /// 1 - |φ(t)|² = Σ q(i) q(j) (1 - cos (i-j)t), of which some lags are taken. The first, and
    /// lag 1 of the second, only get better on the way to π.
    fn log_bound(&self, t: f64, copies: f64) -> Bound {
        let loss = |&(lag, overlap): &(f64, f64)| {
            let sine = libm::sin(0.5 * lag * t);
            4.0 * overlap * sine * sine
        };
        // ln |φ|ᴺ ≤ -N/2 (1 - |φ|²)
        let by_lags = |loss: f64| -0.5 * copies * loss;
        let by_parts = copies * libm::log(self.climb / libm::sin(0.5 * t));
        Bound {
            here: by_parts.min(by_lags(self.overlaps.iter().map(loss).sum())),
            onwards: by_parts.min(by_lags(self.overlaps.first().map_or(0.0, loss))),
        }
    }

    /// ln |φ(t)|ᴺ and the phase of φ(t)ᴺ, from φ - 1 = it · mean + Σ q (e^{iy} - 1 - iy).
    fn characteristic(&self, t: f64, copies: f64) -> (f64, f64) {
        let (mut real, mut imaginary) = (0.0, 0.0);
        for &(place, q) in &self.atoms {
            let y = t * place;
            let sine = libm::sin(0.5 * y);
            real -= 2.0 * q * sine * sine;
            imaginary += q * sine_minus_1(y);
        }
        imaginary += t * self.mean;
        let square = 2.0 * real + real * real + imaginary * imaginary;
        (
            0.5 * copies * libm::log1p(square.max(-1.0)),
            copies * libm::atan2(imaginary, 1.0 + real),
        )
    }
}

/// The weights by place, with zeros for the places that were left out.
fn dense(atoms: &[(f64, f64)]) -> Vec<f64> {
    let (Some(first), Some(last)) = (atoms.first(), atoms.last()) else {
        return Vec::new();
    };
    let index = |place: f64| (place - first.0 + 0.5) as usize;
    let mut dense = vec![0.0; index(last.0) + 1];
    for (place, q) in atoms {
        dense[index(*place)] = *q;
    }
    dense
}
