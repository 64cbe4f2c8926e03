//! Sums of two doubles: 31 digits from + - * / alone, so the same on every machine.
//!
//! The error of a rounded sum or product of doubles is itself a double and can be found with a few
//! more operations (Dekker 1971; Knuth 1998, 4.2.2); carried along, it gives twice the digits. No
//! fused multiply-add is used. Valid while nothing overflows and no error term falls below the
//! smallest normal double: [`super::wide`] adds the exponent that keeps every value near 1.

/// 2²⁷ + 1 splits the 53 bits of a double into two halves (Veltkamp).
const SPLITTER: f64 = 134_217_729.0;

/// The number `high + low`, with `|low|` at most half a unit in the last place of `high`. Sums of
/// numbers of one sign, products and quotients are right to a relative 2⁻¹⁰², about 2e-31.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) struct Double {
    pub(super) high: f64,
    pub(super) low: f64,
}

impl Double {
    /// A double, exactly.
    pub(super) fn from(value: f64) -> Self {
        Self {
            high: value,
            low: 0.0,
        }
    }

    /// a + b, exactly, if `|a| >= |b|` or a is 0.
    fn ordered_sum(a: f64, b: f64) -> Self {
        let high = a + b;
        Self {
            high,
            low: b - (high - a),
        }
    }

    /// a + b, exactly.
    fn exact_sum(a: f64, b: f64) -> Self {
        let high = a + b;
        let part = high - a;
        Self {
            high,
            low: (a - (high - part)) + (b - part),
        }
    }

    /// a · b, exactly.
    fn exact_product(a: f64, b: f64) -> Self {
        let high = a * b;
        let ((a1, a2), (b1, b2)) = (halves(a), halves(b));
        Self {
            high,
            low: ((a1 * b1 - high) + a1 * b2 + a2 * b1) + a2 * b2,
        }
    }

    /// The sum of two numbers.
    pub(super) fn plus(self, other: Self) -> Self {
        let high = Self::exact_sum(self.high, other.high);
        let low = Self::exact_sum(self.low, other.low);
        let sum = Self::ordered_sum(high.high, high.low + low.high);
        Self::ordered_sum(sum.high, sum.low + low.low)
    }

    /// The sum of two numbers that are not negative: nothing cancels, so half the work will do.
    pub(super) fn plus_positive(self, other: Self) -> Self {
        let high = Self::exact_sum(self.high, other.high);
        Self::ordered_sum(high.high, high.low + (self.low + other.low))
    }

    /// The product of two numbers.
    pub(super) fn times(self, other: Self) -> Self {
        let product = Self::exact_product(self.high, other.high);
        let rest = self.high * other.low + self.low * other.high;
        Self::ordered_sum(product.high, product.low + rest)
    }

    /// The product with a whole number of at most 26 bits: it need not be split.
    pub(super) fn times_small(self, factor: f64) -> Self {
        let high = self.high * factor;
        let (upper, lower) = halves(self.high);
        let low = (upper * factor - high) + lower * factor;
        Self::ordered_sum(high, low + self.low * factor)
    }

    /// The quotient of two numbers: three digits in base 2⁵², each from what the others leave.
    pub(super) fn over(self, divisor: Self) -> Self {
        let first = self.high / divisor.high;
        let rest = self.plus(divisor.times(Self::from(-first)));
        let second = rest.high / divisor.high;
        let rest = rest.plus(divisor.times(Self::from(-second)));
        let third = rest.high / divisor.high;
        Self::ordered_sum(first, second).plus(Self::from(third))
    }

    /// The number times a power of two, exactly.
    pub(super) fn scaled(self, power_of_two: f64) -> Self {
        Self {
            high: self.high * power_of_two,
            low: self.low * power_of_two,
        }
    }
}

/// A double as the sum of two of at most 26 bits each.
fn halves(value: f64) -> (f64, f64) {
    let shifted = SPLITTER * value;
    let upper = shifted - (shifted - value);
    (upper, value - upper)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn third() -> Double {
        Double::from(1.0).over(Double::from(3.0))
    }

    /// `ours - theirs`, where the difference is far below both.
    fn difference(ours: Double, theirs: Double) -> f64 {
        (ours.high - theirs.high) + (ours.low - theirs.low)
    }

    #[test]
    fn a_quotient_has_twice_the_digits() {
        // 1/3 = 0.0101… in binary: the second double is a third of the first one's last place.
        let third = third();
        assert_eq!(third.high.to_bits(), (1.0_f64 / 3.0).to_bits());
        assert!((third.low / (third.high * f64::EPSILON) - 0.25).abs() < 1e-15);
        let back = third.times(Double::from(3.0));
        assert!(
            difference(back, Double::from(1.0)).abs() < 1e-31,
            "{back:?}"
        );
        assert_eq!(third.times_small(3.0), back);
    }

    #[test]
    fn sums_and_products_of_whole_numbers_are_exact() {
        // (2⁵⁰ + 3)(2⁵⁰ - 3) = 2¹⁰⁰ - 9.
        let two_to_50 = 1_125_899_906_842_624.0;
        let product = Double::from(two_to_50 + 3.0).times(Double::from(two_to_50 - 3.0));
        assert_eq!(
            product,
            Double {
                high: two_to_50 * two_to_50,
                low: -9.0
            }
        );
        let rest = product.plus(Double::from(-two_to_50 * two_to_50));
        assert_eq!(rest, Double::from(-9.0));
        let small = Double::from(two_to_50 + 3.0).times_small(67_108_863.0);
        let sum = Double::from(67_108_863.0 * two_to_50).plus(Double::from(3.0 * 67_108_863.0));
        assert_eq!(small, sum);
        let sum =
            Double::from(67_108_863.0 * two_to_50).plus_positive(Double::from(3.0 * 67_108_863.0));
        assert_eq!(small, sum);
    }

    #[test]
    fn rounding_errors_stay_small_over_many_operations() {
        let mut product = Double::from(1.0);
        for i in 1..=1000 {
            let i = f64::from(i);
            let ratio = Double::from(i).over(Double::from(i + 1.0));
            product = product.times(ratio);
        }
        // 1/1001, after 2,000 roundings.
        let exact = Double::from(1.0).over(Double::from(1001.0));
        assert!((difference(product, exact) * 1001.0).abs() < 1e-29);
    }
}
