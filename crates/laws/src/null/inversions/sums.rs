//! Tails of the number of inversions summed over decks, for any size of deck.
//!
//! Large decks have too many values for a table, but the generating function of one deck, e^{K(w)} if values are counted
//! from the mean, is a product ([`Generating`]), and
//!
//!   P(S ≥ s) = (1/2π) ∫ e^{N K(w) - cw} / (1 - e^{-w}) dt, w = θ + it, c the distance of s
//!
//! from the mean: the same circle through the saddle point as for other sums (see [`crate::lattice`]), by the
//! trapezoidal rule. The law is symmetric, so that only c ≥ 0 is needed. Any circle is right, and the integrand on it depends on
//! c in its phase and size alone: sums within an eighth of a standard deviation share one.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use super::generating::{At, Generating, NEGLIGIBLE};
use crate::lattice::sum::Sum;
use crate::null::tables::ProductLaw;
use crate::tail::Tails;

/// A tail with a larger Chernoff exponent is below 1e-304: its bound is given instead.
const LARGEST_EXPONENT: f64 = 700.0;

/// Circles for each standard deviation of the sum.
const CIRCLES: f64 = 8.0;

/// The law of the inversions of all of 1 to 1e9 decks, for decks whose greatest sum is 16,384 or more: tails at the very
/// ends are then below 1e-304.
#[derive(Debug)]
pub(super) struct SumLaw {
    generating: Generating,
    /// The greatest sum.
    most: u64,
    decks: u64,
    /// The standard deviation of the sum.
    width: f64,
    /// The circles that were needed so far, by their distance from the mean.
    circles: Mutex<HashMap<u64, Arc<Circle>>>,
}

impl ProductLaw for SumLaw {
    /// P(S ≤ sum) and P(S ≥ sum). Relative error below 1e-11 down to 1e-300. The first tail takes a
    /// millisecond at 10,000 cards.
    fn tails(&self, sum: u64) -> Tails {
        let most = self.most;
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
        let generating = Generating::new(cards);
        Self {
            most: super::most(cards) as u64 * decks,
            decks,
            width: (decks as f64 * generating.curvature(0.0)).sqrt(),
            generating,
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
            let circle = Arc::new(Circle::new(&self.generating, self.decks as f64, ends));
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
    nodes: Vec<At>,
}

impl Circle {
    /// Makes the circle for distances from the mean between both ends. The saddle point is that of
    /// the first end, which no sum is below: beyond the greatest sum there is none.
    fn new(generating: &Generating, decks: f64, [first, last]: [f64; 2]) -> Self {
        // Not nearer to the pole at 0 than the integrand is wide.
        let width = |theta| (decks * generating.curvature(theta)).sqrt();
        let theta = generating.saddle(first / decks).max(1.0 / width(0.0));
        let log_size = decks * generating.log_real(theta);
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
        circle.points = 2.0 * (0.5 * least).ceil() + 1.0;
        circle.nodes = generating.around(theta, decks, circle.points);
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
        for at in &self.nodes {
            let phase = at.phase - at.t * c;
            let (sine, cosine) = (libm::sin(phase), libm::cos(phase));
            upper.add(at.size * (cosine * at.sum.re - sine * at.sum.im));
            point.add(at.size * cosine);
        }
        let scale = libm::exp(log_bound) / self.points;
        (
            (scale * upper.value()).clamp(0.0, 1.0),
            (scale * point.value()).clamp(0.0, 1.0),
        )
    }
}

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
            let width = (decks as f64 * Generating::new(cards).curvature(0.0)).sqrt();
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
