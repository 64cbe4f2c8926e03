//! The law of one deck in bins of several values each, for decks whose values are too many for a table.
//!
//! The probability of the values from a on, below b, is the same integral as a tail's with e^{-aw} - e^{-bw} above 1 - e^{-w}:
//! there is no pole at 0, and the integrand is a sum over the values of the bin. A circle serves all bins within two
//! standard deviations of the law that is tilted by its radius: beside the largest of them the smallest still has a share of
//! e^{-2}, so that hardly a digit is lost.

use super::generating::{At, Complex, Generating, NEGLIGIBLE, one_minus_exp};
use super::most;
use crate::lattice::sum::Sum;

/// Standard deviations on either side of a circle's mean that it serves.
const REACH: f64 = 2.0;

/// Standard deviations at which the bound of what lies outside is about [`NEGLIGIBLE`].
const FAR: f64 = 9.5;

/// Bins less likely than e to this power, 1e-100, are 0: no level comes near it, and most of the time would go into them.
const LEAST_EXPONENT: f64 = -230.0;

/// The probabilities of bins of `width` values of decks of `cards` cards, from 0 on; the last may have fewer. Those below 1e-100
/// are 0.
pub(super) fn probabilities(cards: usize, width: usize) -> Vec<f64> {
    let (values, generating) = (most(cards) + 1, Generating::new(cards));
    let mean = 0.5 * most(cards) as f64;
    let mut law = vec![0.0; values.div_ceil(width)];
    let bins = (0..law.len()).map(|bin| (bin * width, ((bin + 1) * width).min(values)));
    // The law is symmetric: bins below the mean are mirrored.
    let above = bins.enumerate().map(|(bin, (start, end))| {
        if start + end < values {
            (values - end, values - start, bin)
        } else {
            (start, end, bin)
        }
    });
    let mut outwards: Vec<(usize, usize, usize)> = above.collect();
    outwards.sort_unstable();
    let mut circle: Option<Circle> = None;
    for (start, end, bin) in outwards {
        let (start, length) = (start as f64 - mean, (end - start) as f64);
        if circle.as_ref().is_none_or(|circle| start > circle.until) {
            circle = Some(Circle::new(&generating, start, width as f64));
        }
        let found = circle
            .as_ref()
            .and_then(|circle| circle.between(start, length));
        // All that are farther out are smaller.
        let Some(found) = found else { break };
        law[bin] = found;
    }
    law
}

/// The integrand on a circle.
struct Circle {
    /// The logarithm of its radius.
    theta: f64,
    /// K(θ).
    log_size: f64,
    /// It serves bins that begin no farther from the mean.
    until: f64,
    /// Points of the trapezoidal rule.
    points: f64,
    nodes: Vec<At>,
}

impl Circle {
    /// Makes the circle for bins of at most `width` values, the first of which begins at a distance of `from` from the mean.
    fn new(generating: &Generating, from: f64, width: f64) -> Self {
        let spread = |theta: f64| generating.curvature(theta).sqrt();
        let first = generating.saddle(from.max(0.0));
        // Not nearer to 0 than the integrand is wide, nor beyond the greatest value.
        let theta = generating.saddle(from.max(0.0) + REACH * spread(first));
        let theta = theta.max(1.0 / spread(0.0));
        let (log_size, mean, deviation) = (
            generating.log_real(theta),
            generating.slope(theta),
            spread(theta),
        );
        let until = mean + REACH * deviation;
        // Chernoff's bound of what the tilted law has outside: at any tilt it holds.
        let tilt = FAR / deviation;
        let exponent = |tilted: f64| (NEGLIGIBLE + generating.log_real(tilted) - log_size) / tilt;
        let above = exponent(theta + tilt) - mean;
        let below = exponent((theta - tilt).abs()) + mean;
        // A value and its next image must not both be inside.
        let period = (above + mean - from).max(below + until - mean + width);
        let points = 2.0 * (0.5 * period).ceil() + 1.0;
        Self {
            theta,
            log_size,
            until,
            points,
            nodes: generating.around(theta, 1.0, points),
        }
    }

    /// The probability of `length` values, the first at a distance of `start` from the mean; `None` below 1e-100.
    fn between(&self, start: f64, length: f64) -> Option<f64> {
        let log_scale = self.log_size - self.theta * start;
        if log_scale < LEAST_EXPONENT {
            return None;
        }
        let mut sum = Sum::default();
        sum.add(libm::expm1(-self.theta * length) / libm::expm1(-self.theta));
        for at in &self.nodes {
            let share = one_minus_exp(Complex {
                re: length * self.theta,
                im: length * at.t,
            });
            let sum_of_bin = share.times(at.sum);
            let phase = at.phase - at.t * start;
            sum.add(
                at.size * (libm::cos(phase) * sum_of_bin.re - libm::sin(phase) * sum_of_bin.im),
            );
        }
        Some((libm::exp(log_scale) / self.points * sum.value()).clamp(0.0, 1.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::assert_close;

    #[test]
    fn bins_agree_with_the_table_of_values() {
        for (cards, width) in [(182, 17), (182, 1), (300, 44), (600, 176), (1000, 488)] {
            let table = super::super::probabilities(cards);
            let ours = probabilities(cards, width);
            assert_eq!(ours.len(), table.len().div_ceil(width));
            for (ours, values) in ours.iter().zip(table.chunks(width)) {
                let sum = Sum::of(values.iter().copied()).value();
                if sum > 1e-98 {
                    assert_close(*ours, sum, 1e-11);
                } else {
                    assert!(*ours < 1e-97, "{cards} cards: {ours:e}");
                }
            }
        }
    }

    #[test]
    fn bins_of_the_largest_decks_add_up_and_are_differences_of_tails() {
        let law = probabilities(10_000, 48_824);
        assert_close(law.iter().sum(), 1.0, 1e-13);
        let sums = super::super::sums::SumLaw::new(10_000, 1);
        for bin in [500, 512, 520, 570] {
            let tail = |value: usize| {
                use crate::null::tables::ProductLaw;
                sums.tails(value as u64).upper
            };
            let expected = tail(bin * 48_824) - tail((bin + 1) * 48_824);
            assert_close(law[bin], expected, 1e-10);
        }
    }
}
