//! The law F of Tracy and Widom (1994), F₂ in their notation: ln F″ = −q², where q″ = t q + 2q³ (Painlevé's second
//! equation) and q(t) ~ Ai(t) for large t (Hastings and `McLeod` 1980).
//!
//! Followed by steps from one end, q would lose all digits on the other. So q, q′ and ln F stand in a table of knots,
//! half a unit apart, and Taylor's series goes from the nearest knot.

use super::knots::KNOTS;

/// The law is known from here.
pub(super) const LOWEST: f64 = -16.0;

/// The law is known up to here.
pub(super) const HIGHEST: f64 = 16.0;

/// Knots in a unit.
const DENSITY: f64 = 2.0;

/// Terms of Taylor's series: at most a quarter of a unit from a knot, the first one left out is below 1e-16.
const TERMS: usize = 24;

/// The logarithm of the law at one point, and its derivatives.
#[derive(Debug, Clone, Copy)]
pub(super) struct Logarithms {
    /// ln F.
    value: f64,
    /// (ln F)′ and the next three derivatives.
    slopes: [f64; 4],
}

/// The law at `t`; outside of [`LOWEST`] to [`HIGHEST`], at the nearer end. Relative error of ln F and its derivatives
/// below 1e-12.
pub(super) fn at(t: f64) -> Logarithms {
    let t = t.clamp(LOWEST, HIGHEST);
    let knot = libm::round((t - LOWEST) * DENSITY);
    let start = LOWEST + knot / DENSITY;
    let (value, slope, log) = KNOTS[knot as usize];
    let step = t - start;

    let mut series = [0.0; TERMS + 2];
    let mut squares = [0.0; TERMS];
    (series[0], series[1]) = (value, slope);
    for k in 0..TERMS {
        let product = |a: &[f64], b: &[f64]| -> f64 {
            let pairs = a[..=k].iter().zip(b[..=k].iter().rev());
            pairs.map(|(a, b)| a * b).sum()
        };
        squares[k] = product(&series, &series);
        let cube = product(&series, &squares);
        let before = if k == 0 { 0.0 } else { series[k - 1] };
        series[k + 2] = (start * series[k] + before + 2.0 * cube) / ((k + 1) * (k + 2)) as f64;
    }
    let q = sum(&series, step, |_| 1.0);
    let p = sum(&series[1..], step, |k| k + 1.0);
    let bend = sum(&squares, step, |k| 1.0 / ((k + 1.0) * (k + 2.0)));
    let start_slope = slope * slope - value * value * (start + value * value);
    Logarithms {
        value: log + step * (start_slope - step * bend),
        slopes: [
            p * p - q * q * (t + q * q),
            -q * q,
            -2.0 * q * p,
            -2.0 * (p * p + q * q * (t + 2.0 * q * q)),
        ],
    }
}

/// Σ terms[k] factor(k) x^k.
fn sum(terms: &[f64], x: f64, factor: impl Fn(f64) -> f64) -> f64 {
    let last_first = terms.iter().enumerate().rev();
    last_first.fold(0.0, |sum, (k, term)| sum * x + term * factor(k as f64))
}

impl Logarithms {
    /// F.
    pub(super) fn at_most(self) -> f64 {
        libm::exp(self.value)
    }

    /// 1 − F, with all its digits.
    pub(super) fn more(self) -> f64 {
        -libm::expm1(self.value)
    }

    /// The second, third and fourth derivative of F, over the first.
    pub(super) fn ratios(self) -> [f64; 3] {
        let [r, r1, r2, r3] = self.slopes;
        [
            r + r1 / r,
            r * r + 3.0 * r1 + r2 / r,
            r * (r * r + 6.0 * r1) + 4.0 * r2 + (3.0 * r1 * r1 + r3) / r,
        ]
    }
}
