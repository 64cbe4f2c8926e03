//! Kolmogorov's law of the largest gap between a sample's distribution and the true one.

use text::sorting;

/// P(√n·D ≥ √n·d) for the largest gap `d` between the empirical distribution of `n` independent uniform
/// values and the uniform one, by Kolmogorov's limit (1933) at Stephens's argument (1970),
/// (√n + 0.12 + 0.11/√n)·d: within a few percent from n = 20 on.
pub fn upper(d: f64, n: usize) -> f64 {
    let root = (n as f64).sqrt();
    bridge((root + 0.12 + 0.11 / root) * d)
}

/// P(sup |B| ≥ x) of a Brownian bridge B: Kolmogorov's limit itself.
pub fn bridge(x: f64) -> f64 {
    if x < SMALL {
        return 1.0;
    }
    let term = |k: u32| 2.0 * libm::exp(-2.0 * f64::from(k * k) * x * x);
    let terms = (1..=TERMS).map(|k| if k % 2 == 1 { term(k) } else { -term(k) });
    terms.sum::<f64>().clamp(0.0, 1.0)
}

/// Below this the law is 1 to ten digits, and its series slow.
const SMALL: f64 = 0.25;

/// The last term is below 1e-17 from [`SMALL`] on.
const TERMS: u32 = 20;

/// The largest gap between the empirical distribution of `values` and the uniform one on 0..1.
pub fn gap(values: &mut [f64]) -> f64 {
    sorting::floats(values);
    let n = values.len() as f64;
    let gaps = (0u32..).zip(&*values).map(|(below, value)| {
        let below = f64::from(below);
        (value - below / n)
            .abs()
            .max(((below + 1.0) / n - value).abs())
    });
    gaps.fold(0.0, f64::max)
}

/// The largest distance by which the empirical distribution of `values` lies above the uniform one
/// on 0..1: small values come too often.
pub fn gap_above(values: &mut [f64]) -> f64 {
    sorting::floats(values);
    let n = values.len() as f64;
    let gaps = (1u32..).zip(&*values);
    gaps.map(|(upto, value)| f64::from(upto) / n - value)
        .fold(0.0, f64::max)
}

/// P(D⁺ ≥ d) for that gap, by Smirnov's limit exp(−2x²) at Stephens's argument (1970), as in [`upper`].
pub fn upper_of_one_side(d: f64, n: usize) -> f64 {
    let root = (n as f64).sqrt();
    let x = (root + 0.12 + 0.11 / root) * d;
    libm::exp(-2.0 * x * x)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::assert_close;

    #[test]
    fn tails_agree_with_the_published_points() {
        // Stephens (1970): upper 10, 5 and 1 percent points of the modified statistic.
        for (point, tail) in [(1.224, 0.10), (1.358, 0.05), (1.628, 0.01)] {
            let n = 1_000_000;
            let d = point / (1000.0 + 0.12 + 0.11 / 1000.0);
            assert!((upper(d, n) / tail - 1.0).abs() < 0.005);
        }
        // scipy 1.17: kstwo.sf(0.03, 1000); the limit is near.
        assert!((upper(0.03, 1000) / 0.322_690_2 - 1.0).abs() < 0.02);
        assert_close(upper(0.0, 10), 1.0, 0.0);
        assert!(upper(0.5, 1000) < 1e-200);
        assert!((bridge(1.358) / 0.05 - 1.0).abs() < 0.005);
        // scipy 1.17: ksone.sf(0.03, 1000).
        assert!((upper_of_one_side(0.03, 1000) / 0.162_1 - 1.0).abs() < 0.02);
    }

    #[test]
    fn the_gap_is_seen_on_either_side_of_a_step() {
        assert_close(gap(&mut [0.5]), 0.5, 0.0);
        assert_close(gap(&mut [0.9, 0.1]), 0.4, 1e-15);
        assert_close(gap(&mut [0.8, 0.7, 0.9]), 0.7, 1e-15);
        assert_close(gap_above(&mut [0.8, 0.7, 0.9]), 0.1, 1e-15);
        assert_close(gap_above(&mut [0.05, 0.2]), 0.8, 1e-15);
    }
}
