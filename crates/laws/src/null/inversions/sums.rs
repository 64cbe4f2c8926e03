//! Tails of the number of inversions summed over decks, for any size of deck.
//!
//! Large decks have too many values for a table, but the generating function is a product. With
//! z = e^w, and values counted from the mean, that of one deck is e^{K(w)},
//!
//!   K(w) = Σ k(iw/2) - n k(w/2) over i = 1, …, n,   k(y) = ln(sinh y / y),
//!
//! so that P(S ≥ s) = (1/2π) ∫ e^{N K(w) - cw} / (1 - e^{-w}) dt, w = θ + it, c the distance of s
//! from the mean: the same circle through the saddle point as for other sums (see
//! `exact::lattice`), by the trapezoidal rule, with a sum over n terms in place of one over all
//! values. The law is symmetric, so that only c ≥ 0 is needed. Any circle is right, and the integrand on it depends on
//! c in its phase and size alone: sums within an eighth of a standard deviation share one.

use std::collections::HashMap;
use std::f64::consts::{LN_2, PI, TAU};
use std::sync::{Arc, Mutex};

use crate::lattice::sum::Sum;
use crate::null::tables::ProductLaw;
use crate::tail::Tails;

/// A tail with a larger Chernoff exponent is below 1e-304: its bound is given instead.
const LARGEST_EXPONENT: f64 = 700.0;

/// Natural logarithm of what is negligible beside the result: 4e-18.
const NEGLIGIBLE: f64 = 40.0;

/// Circles for each standard deviation of the sum.
const CIRCLES: f64 = 8.0;

/// The law of the inversions of all of 1 to 1e9 decks, for decks whose greatest sum is 16,384 or more: tails at the very
/// ends are then below 1e-304.
#[derive(Debug)]
pub(super) struct SumLaw {
    cards: usize,
    decks: u64,
    /// The standard deviation of the sum.
    width: f64,
    /// The circles that were needed so far, by their distance from the mean.
    circles: Mutex<HashMap<u64, Arc<Circle>>>,
}

impl ProductLaw for SumLaw {
    /// P(S ≤ sum) and P(S ≥ sum). Relative error below 1e-11 down to 1e-300. The first tail takes 0.1 s at 10,000
    /// cards.
    fn tails(&self, sum: u64) -> Tails {
        let most = super::most(self.cards) as u64 * self.decks;
        if sum > most {
            return Tails {
                lower: 1.0,
                upper: 0.0,
            };
        }
        let (small, reflected) = (sum < most - sum, most - sum);
        let twice = sum.max(reflected) - sum.min(reflected);
        let (upper, point) = self.upper_tail(0.5 * twice as f64);
        let rest = (1.0 - (upper - point)).clamp(0.0, 1.0);
        if small {
            Tails {
                lower: upper,
                upper: rest,
            }
        } else {
            Tails { lower: rest, upper }
        }
    }
}

impl SumLaw {
    /// Prepares tails of the sum over `decks` decks of `cards` cards.
    pub fn new(cards: usize, decks: u64) -> Self {
        Self {
            cards,
            decks,
            width: (decks as f64 * curvature(cards, 0.0)).sqrt(),
            circles: Mutex::default(),
        }
    }

    /// (P(S ≥ s), P(S = s)) for s at a distance of c ≥ 0 above the mean; or, below 1e-304, a bound in
    /// place of both.
    fn upper_tail(&self, c: f64) -> (f64, f64) {
        let place = (CIRCLES * c / self.width).floor();
        let known = || self.circles.lock().expect("no thread panicked");
        let found = known().get(&(place as u64)).map(Arc::clone);
        let circle = found.unwrap_or_else(|| {
            let ends = [place, place + 1.0].map(|place| place * self.width / CIRCLES);
            let circle = Arc::new(Circle::new(self.cards, self.decks as f64, ends));
            known().insert(place as u64, Arc::clone(&circle));
            circle
        });
        circle.upper_tail(c)
    }
}

/// The integrand of an upper tail, on a circle near the saddle point.
#[derive(Debug)]
struct Circle {
    /// The logarithm of its radius.
    theta: f64,
    /// N K(θ).
    log_size: f64,
    /// Points of the trapezoidal rule.
    points: f64,
    /// The points that are large enough to count, but for the one at t = 0.
    nodes: Vec<Node>,
}

/// The two points t and -t of the rule together.
#[derive(Debug)]
struct Node {
    t: f64,
    /// Im N K(θ + it).
    phase: f64,
    /// The size beside that at t = 0, twice.
    size: f64,
    /// 1 - e^{-θ-it}, over the square of its size.
    pole: Complex,
}

impl Circle {
    /// Makes the circle for distances from the mean between both ends. The saddle point is that of
    /// the first end, which no sum is below: beyond the greatest sum there is none.
    fn new(cards: usize, decks: f64, [first, last]: [f64; 2]) -> Self {
        // Not nearer to the pole at 0 than the integrand is wide.
        let width = |theta| (decks * curvature(cards, theta)).sqrt();
        let theta = saddle(cards, first / decks).max(1.0 / width(0.0));
        let real = log_generating(cards, Complex { re: theta, im: 0.0 }).re;
        let log_size = decks * real;
        let mut circle = Self {
            theta,
            log_size,
            points: 1.0,
            nodes: Vec::new(),
        };
        if log_size - theta * first < -LARGEST_EXPONENT {
            return circle;
        }
        // As for other sums: what the points add beyond the integral are tails M and further off.
        let width = width(theta);
        let least = (NEGLIGIBLE + theta * last - log_size) / theta + NEGLIGIBLE * (width + 1.0);
        let half = (0.5 * least).ceil();
        circle.points = 2.0 * half + 1.0;
        let ignored = NEGLIGIBLE + libm::log(1.0 + width);

        let mut m = 1.0;
        while m <= half {
            let t = TAU * m / circle.points;
            let power = log_generating(cards, Complex { re: theta, im: t });
            let smaller = decks * (power.re - real);
            if smaller < -ignored {
                if decks * bound_onwards(cards, theta, t) < -ignored {
                    break;
                }
            } else {
                let pole = one_minus_exp(Complex { re: theta, im: t });
                let square = pole.re * pole.re + pole.im * pole.im;
                circle.nodes.push(Node {
                    t,
                    phase: decks * power.im,
                    size: 2.0 * libm::exp(smaller),
                    pole: Complex {
                        re: pole.re / square,
                        im: pole.im / square,
                    },
                });
            }
            m += 1.0;
        }
        circle
    }

    /// The same as [`SumLaw::upper_tail`].
    fn upper_tail(&self, c: f64) -> (f64, f64) {
        let log_bound = self.log_size - self.theta * c;
        if log_bound < -LARGEST_EXPONENT {
            let bound = libm::exp(log_bound);
            return (bound, bound);
        }
        let (mut upper, mut point) = (Sum::default(), Sum::default());
        upper.add(-1.0 / libm::expm1(-self.theta));
        point.add(1.0);
        for node in &self.nodes {
            let phase = node.phase - node.t * c;
            let (sine, cosine) = (libm::sin(phase), libm::cos(phase));
            upper.add(node.size * (cosine * node.pole.re + sine * node.pole.im));
            point.add(node.size * cosine);
        }
        let scale = libm::exp(log_bound) / self.points;
        (
            (scale * upper.value()).clamp(0.0, 1.0),
            (scale * point.value()).clamp(0.0, 1.0),
        )
    }
}

#[derive(Debug, Clone, Copy)]
struct Complex {
    re: f64,
    im: f64,
}

/// K(w), but for multiples of 2πi, which whole powers do not see.
fn log_generating(cards: usize, w: Complex) -> Complex {
    let (mut re, mut im) = (Sum::default(), Sum::default());
    for i in 1..=cards {
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
        re: re.value() - cards as f64 * one.re,
        im: im.value() - cards as f64 * one.im,
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
fn one_minus_exp(w: Complex) -> Complex {
    let (shrink, half_sine) = (libm::exp(-w.re), libm::sin(0.5 * w.im));
    Complex {
        re: -libm::expm1(-w.re) + 2.0 * shrink * half_sine * half_sine,
        im: shrink * libm::sin(w.im),
    }
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
fn bound_onwards(cards: usize, theta: f64, t: f64) -> f64 {
    let ratio = |i: f64, t: f64| {
        let ratio = libm::sin(0.5 * i * t) / libm::sinh(0.5 * i * theta);
        0.5 * libm::log1p(ratio * ratio)
    };
    let factors = (1..=cards).map(|i| {
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

/// The θ with K'(θ) = c, c ≥ 0, to about four digits: any θ is right, this one is best. K' is
/// concave, so that Newton's method comes from below and never passes the root.
fn saddle(cards: usize, c: f64) -> f64 {
    /// Far beyond any saddle of a tail above 1e-304.
    const STEEPEST: f64 = 100.0;
    /// Each step at least doubles θ or comes closer quadratically.
    const STEPS: usize = 60;
    let mut theta = 0.0;
    for _ in 0..STEPS {
        let step = (c - slope(cards, theta)) / curvature(cards, theta);
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

/// K'(θ) = Σ i/2 k'(iθ/2) - n/2 k'(θ/2).
fn slope(cards: usize, theta: f64) -> f64 {
    // k'(y) = coth y - 1/y
    let of = |y: f64| {
        if y < NEAR {
            y / 3.0 - y * y * y / 45.0
        } else {
            1.0 / libm::tanh(y) - 1.0 / y
        }
    };
    let sum: f64 = (1..=cards)
        .map(|i| 0.5 * i as f64 * of(0.5 * i as f64 * theta))
        .sum();
    sum - 0.5 * cards as f64 * of(0.5 * theta)
}

/// K''(θ), the variance of one deck tilted by θ: Σ i²/4 k''(iθ/2) - n/4 k''(θ/2).
fn curvature(cards: usize, theta: f64) -> f64 {
    // k''(y) = 1/y² - 1/sinh² y
    let of = |y: f64| {
        if y < NEAR {
            1.0 / 3.0 - y * y / 15.0
        } else {
            let sinh = libm::sinh(y);
            1.0 / (y * y) - 1.0 / (sinh * sinh)
        }
    };
    let sum: f64 = (1..=cards)
        .map(|i| 0.25 * (i * i) as f64 * of(0.5 * i as f64 * theta))
        .sum();
    sum - 0.25 * cards as f64 * of(0.5 * theta)
}

/// Up to here two terms of the series of [`slope`] and [`curvature`] have five digits.
const NEAR: f64 = 0.1;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lattice;
    use crate::testing::assert_close;

    #[test]
    fn the_product_agrees_with_the_table_of_values() {
        for (cards, decks) in [(52, 20), (52, 1000), (52, 1_000_000), (100, 30), (7, 5000)] {
            let law = super::super::probabilities(cards);
            let mean = 0.5 * (super::super::most(cards) as f64) * decks as f64;
            let width = (decks as f64 * curvature(cards, 0.0)).sqrt();
            for z in [-36.5, -20.0, -3.0, -0.4, 0.0, 0.01, 1.0, 7.0, 30.0] {
                let sum = (mean + z * width) as u64;
                let table = lattice::SumLaw::new(&law, decks).tails(sum);
                let ours = SumLaw::new(cards, decks).tails(sum);
                for (ours, table) in [(ours.lower, table.lower), (ours.upper, table.upper)] {
                    // Smaller ones are bounds.
                    if table > 1e-300 {
                        assert_close(ours, table, 1e-11);
                    } else {
                        assert!(ours < 1e-300, "{cards} cards, {z}: {ours:e}");
                    }
                }
            }
        }
    }

    #[test]
    fn one_deck_has_the_tails_of_its_law() {
        for cards in [182, 600] {
            let law = super::super::probabilities(cards);
            let total = |terms: &[f64]| Sum::of(terms.iter().copied()).value();
            let step = law.len() / 40;
            for at in (0..law.len()).step_by(step) {
                let ours = SumLaw::new(cards, 1).tails(at as u64);
                let (lower, upper) = (total(&law[..=at]), total(&law[at..]));
                for (ours, sum) in [(ours.lower, lower), (ours.upper, upper)] {
                    if sum > 1e-280 {
                        assert_close(ours, sum, 1e-11);
                    } else {
                        assert!(ours < 1e-270, "{cards} cards, {at}: {ours:e}");
                    }
                }
            }
        }
    }

    #[test]
    fn the_ends_are_beyond_all_digits() {
        for (cards, decks) in [
            (2, 16_384),
            (182, 1),
            (58, 10),
            (10_000, 1),
            (5, 1_000_000_000),
        ] {
            let most = super::super::most(cards) as u64 * decks;
            for sum in [0, 1, most - 1, most] {
                let ours = SumLaw::new(cards, decks).tails(sum);
                assert!(ours.lower.min(ours.upper) < 1e-300, "{cards} cards, {sum}");
                assert_close(ours.lower.max(ours.upper), 1.0, 1e-15);
            }
            assert_close(SumLaw::new(cards, decks).tails(most + 1).lower, 1.0, 0.0);
        }
    }

    /// (decks, sum, P(S ≥ sum)) for 10,000 cards: the circle in mpmath with 40 digits, its integral by
    /// the trapezoidal rule at steps of a fiftieth of the width.
    const LARGEST: &[(u64, u64, f64)] = &[
        (1, 25_164_179, 0.158_660_573_648_936_32),
        (1, 28_331_083, 6.454_248_058_506_789e-90),
        (
            1_000_000_000,
            24_997_605_417_159_419,
            2.753_624_121_346_086e-89,
        ),
    ];

    #[test]
    fn the_largest_decks_agree_with_exact_arithmetic() {
        for &(decks, sum, upper) in LARGEST {
            let ours = SumLaw::new(10_000, decks).tails(sum);
            assert_close(ours.upper, upper, 1e-11);
            let mirrored = SumLaw::new(10_000, decks).tails(49_995_000 * decks - sum);
            assert_close(mirrored.lower, upper, 1e-11);
        }
    }
}
