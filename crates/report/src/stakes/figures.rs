//! Percentages of stakes as people read them.

use text::names::{figure, outward};

/// Percentages as small as this are written with all their zeros.
const WRITTEN_OUT: f64 = 1e-12;

/// A percentage in so many digits, as people read it: 0.000015 for 1.5e-5.
pub(super) fn written(percent: f64, digits: usize) -> String {
    let short = figure(percent, digits);
    if !short.contains("e-") || percent.abs() < WRITTEN_OUT {
        return short;
    }
    let first = (1..30).find(|place| percent.abs() * libm::pow(10.0, f64::from(*place)) >= 1.0);
    let places = first.unwrap_or(1) as usize + digits.saturating_sub(1);
    let text = format!("{percent:.places$}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// A percentage without what rounding leaves.
fn cleared(percent: f64) -> f64 {
    if percent.abs() < 1e-9 { 0.0 } else { percent }
}

/// Limits with three digits, and more where they would seem the same.
pub(super) fn range(limits: [f64; 2]) -> String {
    let limits = limits.map(cleared);
    let digits = (3_u8..9).find(|digits| {
        let [low, high] = outward(limits, i32::from(*digits));
        figure(low, usize::from(*digits)) != figure(high, usize::from(*digits))
    });
    let digits = digits.unwrap_or(9);
    let [low, high] = outward(limits, i32::from(digits));
    let digits = usize::from(digits);
    format!("{} to {}", written(low, digits), written(high, digits))
}

/// A percentage with its sign, in so many digits.
pub(crate) fn signed(percent: f64, digits: usize) -> String {
    let percent = cleared(percent);
    let sign = if percent < 0.0 { "−" } else { "+" };
    format!("{sign}{}%", written(percent.abs(), digits))
}

/// Shares as percentages with their signs, rounded outward: `−20.6% and +34.8%`.
pub(super) fn between(limits: [f64; 2]) -> String {
    let [low, high] = outward(limits.map(|share| 100.0 * share), 3);
    format!("{} and {}", signed(low, 3), signed(high, 3))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// No limit is rounded to where it was not.
    #[test]
    fn limits_are_rounded_outward() {
        for (limits, text) in [
            ([46.66, 49.989_98], "46.6 to 50"),
            ([45.66, 48.999_45], "45.6 to 49"),
            ([45.66, 49.009_54], "45.6 to 49.1"),
            ([-6.621, -0.019_7], "-6.63 to -0.0197"),
            ([0.0, 100.0], "0 to 100"),
            ([37.515, 37.515], "37.5 to 37.6"),
            ([99.96, 99.999_9], "99.9 to 100"),
            ([2.5, 698.311], "2.5 to 699"),
        ] {
            assert_eq!(range(limits), text);
        }
    }

    #[test]
    fn percentages_have_no_exponents() {
        for (percent, digits, text) in [
            (1.5391e-5, 4, "0.00001539"),
            (-2.0e-7, 3, "-0.0000002"),
            (9.9996e-6, 4, "0.00001"),
            (0.04883, 4, "0.04883"),
            (1366.6, 3, "1367"),
            (0.0, 3, "0"),
        ] {
            assert_eq!(written(percent, digits), text);
        }
    }
}
