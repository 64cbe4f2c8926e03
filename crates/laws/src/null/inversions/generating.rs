//! The generating function of the number of inversions of one deck, counted from its mean: with z = e^w it is e^{K(w)},
//!
//!   K(w) = Σ k(iw/2) - n k(w/2) over i = 1, …, n,   k(y) = ln(sinh y / y).
//!
//! Large decks have a series for all that is near 0: sinh y / y is the product of 1 + (y/πj)² over j = 1, 2, …
//! (Euler 1748), so that with v = (nw/2π)², and M(j) the sum of (i/n)^{2j} less that of n times (1/n)^{2j},
//!
//!   K(w) = Σ (-1)^{j+1} ζ(2j)/j M(j) v^j.

use std::f64::consts::{LN_2, PI, TAU};

use crate::lattice::sum::Sum;

/// Decks of fewer cards are summed term by term.
const SERIES_FROM: usize = 182;

/// Powers of e that the first term left out is below the first of all, at the farthest |v| that the series serves.
const DIGITS: f64 = 40.0;

/// The farthest |v|: larger decks need none so far, as a sum of n cards is n^1.5 / 6 wide, and no tail above 1e-304 needs |w|
/// beyond 48 over that.
fn farthest(cards: usize) -> f64 {
    (2500.0 / cards as f64).min(0.85)
}

/// K for one size of deck.
#[derive(Debug)]
pub(super) struct Generating {
    cards: usize,
    /// The largest |v| for the series.
    farthest: f64,
    /// (-1)^{j+1} ζ(2j)/j M(j) for j from 1 on; none for small decks.
    series: Vec<f64>,
}

/// A complex number.
#[derive(Debug, Clone, Copy)]
pub(super) struct Complex {
    pub re: f64,
    pub im: f64,
}

impl Complex {
    pub fn times(self, other: Self) -> Self {
        Self {
            re: self.re * other.re - self.im * other.im,
            im: self.re * other.im + self.im * other.re,
        }
    }

    /// One over it.
    fn inverse(self) -> Self {
        let square = self.re * self.re + self.im * self.im;
        Self {
            re: self.re / square,
            im: -self.im / square,
        }
    }
}

impl Generating {
    /// Prepares it for `cards` cards.
    pub fn new(cards: usize) -> Self {
        let farthest = farthest(cards);
        let terms = if cards < SERIES_FROM {
            0
        } else {
            (DIGITS / -libm::log(farthest)).ceil() as usize
        };
        let squares = (1..=cards).map(|i| {
            let share = i as f64 / cards as f64;
            share * share
        });
        let squares: Vec<f64> = squares.collect();
        let mut powers = squares.clone();
        let series = (1..=terms).map(|j| {
            let parts = powers.chunks(64).map(|part| part.iter().sum());
            let mut moment: Sum = Sum::of(parts);
            moment.add(-(cards as f64) * powers[0]);
            for (power, square) in powers.iter_mut().zip(&squares) {
                *power *= square;
            }
            let sign = if j % 2 == 1 { 1.0 } else { -1.0 };
            sign * zeta_of_twice(j) / j as f64 * moment.value()
        });
        Self {
            cards,
            farthest,
            series: series.collect(),
        }
    }

    /// v, if the series serves it.
    fn near(&self, w: Complex) -> Option<Complex> {
        let scale = self.cards as f64 / TAU;
        let scaled = Complex {
            re: scale * w.re,
            im: scale * w.im,
        };
        let v = scaled.times(scaled);
        let size = scaled.re * scaled.re + scaled.im * scaled.im;
        (size <= self.farthest && !self.series.is_empty()).then_some(v)
    }

    /// The sum of the terms of the series, each times a factor by its number, over v.
    fn derived(&self, v: f64, factor: impl Fn(f64) -> f64) -> f64 {
        let terms = self.series.iter().enumerate().rev();
        terms.fold(0.0, |sum, (at, term)| {
            sum * v + factor((at + 1) as f64) * term
        })
    }

    /// K(w), but for multiples of 2πi, which whole powers do not see.
    pub fn log(&self, w: Complex) -> Complex {
        if let Some(v) = self.near(w) {
            let none = Complex { re: 0.0, im: 0.0 };
            return self.series.iter().rev().fold(none, |sum, term| {
                v.times(Complex {
                    re: sum.re + term,
                    im: sum.im,
                })
            });
        }
        let (mut re, mut im) = (Sum::default(), Sum::default());
        for i in 1..=self.cards {
            let half = 0.5 * i as f64;
            let term = log_sinh_ratio(Complex {
                re: half * w.re,
                im: half * w.im,
            });
            re.add(term.re);
            im.add(term.im);
        }
        let one = log_sinh_ratio(Complex {
            re: 0.5 * w.re,
            im: 0.5 * w.im,
        });
        Complex {
            re: re.value() - self.cards as f64 * one.re,
            im: im.value() - self.cards as f64 * one.im,
        }
    }

    /// K(θ).
    pub(super) fn log_real(&self, theta: f64) -> f64 {
        self.log(Complex { re: theta, im: 0.0 }).re
    }

    /// K'(θ), the mean of one deck tilted by θ, from the ideal one: Σ i/2 k'(iθ/2) - n/2 k'(θ/2).
    pub fn slope(&self, theta: f64) -> f64 {
        if let Some(v) = self.near(Complex { re: theta, im: 0.0 }) {
            // Of v^j: 2j v^j / θ, with v = (nθ/2π)².
            let scale = self.cards as f64 / TAU;
            return self.derived(v.re, |j| 2.0 * j) * scale * scale * theta;
        }
        // k'(y) = coth y - 1/y
        let of = |y: f64| {
            if y < NEAR {
                y / 3.0 - y * y * y / 45.0
            } else {
                1.0 / libm::tanh(y) - 1.0 / y
            }
        };
        let sum: f64 = (1..=self.cards)
            .map(|i| 0.5 * i as f64 * of(0.5 * i as f64 * theta))
            .sum();
        sum - 0.5 * self.cards as f64 * of(0.5 * theta)
    }

    /// K''(θ), the variance of one deck tilted by θ: Σ i²/4 k''(iθ/2) - n/4 k''(θ/2).
    pub(super) fn curvature(&self, theta: f64) -> f64 {
        if let Some(v) = self.near(Complex { re: theta, im: 0.0 }) {
            let scale = self.cards as f64 / TAU;
            return self.derived(v.re, |j| 2.0 * j * (2.0 * j - 1.0)) * scale * scale;
        }
        // k''(y) = 1/y² - 1/sinh² y
        let of = |y: f64| {
            if y < NEAR {
                1.0 / 3.0 - y * y / 15.0
            } else {
                let sinh = libm::sinh(y);
                1.0 / (y * y) - 1.0 / (sinh * sinh)
            }
        };
        let sum: f64 = (1..=self.cards)
            .map(|i| 0.25 * (i * i) as f64 * of(0.5 * i as f64 * theta))
            .sum();
        sum - 0.25 * self.cards as f64 * of(0.5 * theta)
    }

    /// The θ with K'(θ) = c, c ≥ 0, to about four digits: any θ is right, this one is best. K' is
    /// concave, so that Newton's method comes from below and never passes the root.
    pub(super) fn saddle(&self, c: f64) -> f64 {
        /// Far beyond any saddle of a tail above 1e-304.
        const STEEPEST: f64 = 100.0;
        /// Each step at least doubles θ or comes closer quadratically.
        const STEPS: usize = 60;
        let mut theta = 0.0;
        for _ in 0..STEPS {
            let step = (c - self.slope(theta)) / self.curvature(theta);
            if step < 0.0 {
                // Rounding: near the greatest sum nothing is left of the curvature.
                break;
            }
            theta += step;
            if theta.is_nan() || theta >= STEEPEST {
                return STEEPEST;
            }
            if step.abs() <= 1e-4 * theta {
                break;
            }
        }
        theta
    }

    /// The integrand of sums over `decks` decks at points t = 2πm/`points`, m from 1 to less than half of them, beside that at 0:
    /// those that are large enough to count, as long as any is.
    pub fn around(&self, theta: f64, decks: f64, points: f64) -> Vec<At> {
        let real = self.log_real(theta);
        let width = (decks * self.curvature(theta)).sqrt();
        let ignored = NEGLIGIBLE + libm::log(1.0 + width);
        let mut all = Vec::new();
        let mut m = 1.0;
        while m <= 0.5 * (points - 1.0) {
            let t = TAU * m / points;
            let w = Complex { re: theta, im: t };
            let power = self.log(w);
            let smaller = decks * (power.re - real);
            if smaller >= -ignored {
                all.push(At {
                    t,
                    phase: decks * power.im,
                    size: 2.0 * libm::exp(smaller),
                    sum: one_minus_exp(w).inverse(),
                });
            } else if decks * self.bound_onwards(theta, t) < -ignored {
                break;
            }
            m += 1.0;
        }
        all
    }

    /// A bound of ln |e^{K(θ+it)} / e^{K(θ)}|, here and on the way to t = π, factor by factor. With
    /// |sinh(a + ib)|² = sinh² a + sin² b, the square of the factor of i is
    ///
    /// ```text
    /// (1 + sin²(it/2) / sinh²(iθ/2)) / (1 + sin²(t/2) / sinh²(θ/2))
    /// ```
    ///
    /// Up to t = π/i it falls: the slope of its logarithm is h(i) - h(1), where
    /// h(i) = i sin(it) / (cosh(iθ) - cos(it)), and with u = it, q = θ/t, 1/h is t times
    /// (cosh(qu) - 1)/u² · u/sin u + tan(u/2)/u, in which all rises with u up to π. From there on the
    /// numerator is at most coth²(iθ/2), and the denominator only grows.
    fn bound_onwards(&self, theta: f64, t: f64) -> f64 {
        let ratio = |i: f64, t: f64| {
            let ratio = libm::sin(0.5 * i * t) / libm::sinh(0.5 * i * theta);
            0.5 * libm::log1p(ratio * ratio)
        };
        let factors = (1..=self.cards).map(|i| {
            let i = i as f64;
            let falling = PI / i;
            let beyond = -libm::log(libm::tanh(0.5 * i * theta)) - ratio(1.0, t.max(falling));
            let here = if t < falling {
                ratio(i, t) - ratio(1.0, t)
            } else {
                beyond
            };
            here.max(beyond).min(0.0)
        });
        factors.sum()
    }
}

/// Natural logarithm of what is negligible beside the result: 4e-18.
pub(super) const NEGLIGIBLE: f64 = 40.0;

/// The integrand at t and at -t together.
#[derive(Debug)]
pub(super) struct At {
    pub t: f64,
    /// Im N K(θ + it).
    pub phase: f64,
    /// The size beside that at t = 0, twice.
    pub size: f64,
    /// 1 / (1 - e^{-w}), the sum of e^{-kw} over k from 0 on, w = θ + it.
    pub sum: Complex,
}

/// ζ(2j).
fn zeta_of_twice(j: usize) -> f64 {
    /// From here on a hundred terms have all digits.
    const SUMMED_FROM: usize = 5;
    let square = PI * PI;
    match j {
        1 => square / 6.0,
        2 => square * square / 90.0,
        3 => square * square * square / 945.0,
        4 => square * square * square * square / 9450.0,
        SUMMED_FROM.. => {
            let terms = (1..=100).rev().map(|k| {
                let inverse = 1.0 / f64::from(k * k);
                (0..j).fold(1.0, |power, _| power * inverse)
            });
            terms.sum()
        }
        0 => -0.5,
    }
}

/// ln(sinh y / y) for Re y ≥ 0, to all digits near 0 too.
fn log_sinh_ratio(y: Complex) -> Complex {
    let square = Complex {
        re: y.re * y.re - y.im * y.im,
        im: 2.0 * y.re * y.im,
    };
    let size = y.re * y.re + y.im * y.im;
    if size <= 1.0 {
        // sinh y / y - 1 = y²/6 (1 + y²/20 (1 + y²/42 (…))): at 1 the next factor adds 1e-18.
        let (mut re, mut im) = (1.0, 0.0);
        for j in (1..=9).rev() {
            let even = f64::from(2 * j);
            let scale = 1.0 / (even * (even + 1.0));
            let product = square.re * re - square.im * im;
            im = scale * (square.re * im + square.im * re);
            re = scale * product;
            if j > 1 {
                re += 1.0;
            }
        }
        return Complex {
            re: 0.5 * libm::log1p(2.0 * re + re * re + im * im),
            im: libm::atan2(im, 1.0 + re),
        };
    }
    // sinh y = e^y (1 - e^{-2y}) / 2
    let rest = one_minus_exp(Complex {
        re: 2.0 * y.re,
        im: 2.0 * y.im,
    });
    let rest_size = rest.re * rest.re + rest.im * rest.im;
    Complex {
        re: y.re - LN_2 + 0.5 * libm::log(rest_size / size),
        im: y.im + libm::atan2(rest.im, rest.re) - libm::atan2(y.im, y.re),
    }
}

/// 1 - e^{-w}, its real part without cancelling.
pub(super) fn one_minus_exp(w: Complex) -> Complex {
    let (shrink, half_sine) = (libm::exp(-w.re), libm::sin(0.5 * w.im));
    Complex {
        re: -libm::expm1(-w.re) + 2.0 * shrink * half_sine * half_sine,
        im: shrink * libm::sin(w.im),
    }
}

/// Up to here two terms of the series of k' and k'' have five digits.
const NEAR: f64 = 0.1;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::assert_close;

    /// The series beside the sum over all cards, of which 181 and fewer have no series.
    #[test]
    fn the_series_agrees_with_the_sum() {
        for cards in [182, 1000] {
            let series = Generating::new(cards);
            let sum = Generating {
                cards,
                farthest: 0.0,
                series: Vec::new(),
            };
            let scale = TAU / cards as f64;
            for (re, im) in [
                (0.0, 0.01),
                (0.001, 0.3),
                (0.3, 0.0),
                (0.77, 0.0),
                (0.2, 0.7),
                (0.5, 0.5),
            ] {
                let w = Complex {
                    re: scale * re,
                    im: scale * im,
                };
                assert!(series.near(w).is_some() && sum.near(w).is_none());
                let (ours, other) = (series.log(w), sum.log(w));
                let size = libm::hypot(other.re, other.im);
                assert_close(ours.re / size, other.re / size, 2e-14);
                let turned = ((ours.im - other.im) / TAU).round() * TAU;
                assert!((ours.im - other.im - turned).abs() < 2e-14 * size.max(1.0));
                if im == 0.0 {
                    assert_close(series.slope(w.re), sum.slope(w.re), 1e-4);
                    assert_close(series.curvature(w.re), sum.curvature(w.re), 1e-4);
                }
            }
        }
    }
}
