//! Numbers of 31 digits with an exponent that does not run out.
//!
//! After one riffle of 10,000 cards an order that can come up is 10³²⁵⁴⁹ times as likely as it
//! should be; doubles end at 10³⁰⁸, and a logarithm of such a size has lost six of its 16 digits.

use std::cmp::Ordering;
use std::fmt;
use std::iter::Sum;
use std::ops::{Add, Div, Mul, Neg, Sub};

use super::double::Double;

/// A number this many powers of two below another changes none of its digits.
const BELOW_THE_LAST_DIGIT: i64 = 110;

/// A number of either sign, right to a relative 2⁻¹⁰² (about 2e-31) after each operation, of any
/// size. Sums of numbers of opposite signs cancel as they do in any arithmetic.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Wide {
    /// 0, or from 1 up to 2 in size.
    mantissa: Double,
    /// The power of two; 0 for the number 0.
    exponent: i64,
}

impl Wide {
    /// 0.
    pub const ZERO: Self = Self::small(0.0);

    /// 1.
    pub(crate) const ONE: Self = Self::small(1.0);

    /// 0 or 1.
    const fn small(value: f64) -> Self {
        Self {
            mantissa: Double {
                high: value,
                low: 0.0,
            },
            exponent: 0,
        }
    }

    /// 2 to the power of `exponent`.
    pub fn power_of_two(exponent: i64) -> Self {
        Self {
            exponent,
            ..Self::ONE
        }
    }

    /// A normal double or 0, exactly.
    pub(super) fn from_double(value: f64) -> Self {
        Self::new(Double::from(value), 0)
    }

    /// `mantissa` · 2^`exponent`; the mantissa must be a normal number or 0.
    pub(super) fn new(mantissa: Double, exponent: i64) -> Self {
        if mantissa.high == 0.0 {
            return Self::ZERO;
        }
        let shift = exponent_of(mantissa.high);
        Self {
            mantissa: mantissa.scaled(two_to(-shift)),
            exponent: exponent + shift,
        }
    }

    /// The nearest double: infinite above 1.8e308 in size, 0 below 4.9e-324.
    pub fn value(self) -> f64 {
        let value = self.mantissa.high + self.mantissa.low;
        libm::ldexp(value, self.exponent.clamp(-5000, 5000) as i32)
    }

    /// The natural logarithm of a positive number, right to a few units in the last place (near 1
    /// of the difference from 1 only to 1e-16).
    pub fn ln(self) -> f64 {
        let mantissa = self.mantissa.high + self.mantissa.low;
        libm::log(mantissa) + self.exponent as f64 * std::f64::consts::LN_2
    }

    /// The number as m · 10^e, with m from 1 to 10 in size: (m, e); (0, 0) for 0. m is right to the
    /// last digits of a double.
    ///
    /// ```
    /// use colddeck_laws::gsr::{Law, Packets};
    ///
    /// // 1,000 cards after one riffle: 2^1000 - 1000 of the 1000! orders can come up.
    /// let gap = Law::riffled(1000, Packets::riffles(1)).gap();
    /// assert_eq!(gap.to_string(), "2.66e-2267");
    /// assert_eq!(gap.decimal().1, -2267);
    /// ```
    pub fn decimal(self) -> (f64, i64) {
        if self == Self::ZERO {
            return (0.0, 0);
        }
        let mut exponent = (self.abs().ln() / std::f64::consts::LN_10).floor() as i64;
        // The logarithm may have been rounded over a whole number.
        loop {
            let mantissa = (self / power_of_ten(exponent)).value();
            match mantissa.abs() {
                size if size < 1.0 => exponent -= 1,
                size if size >= 10.0 => exponent += 1,
                _ => return (mantissa, exponent),
            }
        }
    }

    /// e if the number is 2^e.
    pub(super) fn exact_power_of_two(self) -> Option<i64> {
        (self.mantissa == Self::ONE.mantissa).then_some(self.exponent)
    }

    /// The number without its sign.
    pub(super) fn abs(self) -> Self {
        if self < Self::ZERO { -self } else { self }
    }
}

/// 10^`exponent`, by squaring.
fn power_of_ten(exponent: i64) -> Wide {
    let (mut power, mut square) = (Wide::ONE, Wide::from(10_u64));
    let mut rest = exponent.unsigned_abs();
    while rest > 0 {
        if rest % 2 == 1 {
            power = power * square;
        }
        square = square * square;
        rest /= 2;
    }
    if exponent < 0 {
        Wide::ONE / power
    } else {
        power
    }
}

/// The power of two at or below a normal number's size.
fn exponent_of(value: f64) -> i64 {
    (value.to_bits() >> 52 & 0x7ff).cast_signed() - 1023
}

/// 2 to a power from -1022 to 1023.
fn two_to(exponent: i64) -> f64 {
    f64::from_bits((exponent + 1023).cast_unsigned() << 52)
}

impl From<u64> for Wide {
    fn from(value: u64) -> Self {
        let (upper, lower) = (value >> 32, value & 0xffff_ffff);
        let upper = Double::from(upper as f64 * 4_294_967_296.0);
        Self::new(upper.plus(Double::from(lower as f64)), 0)
    }
}

impl From<usize> for Wide {
    fn from(value: usize) -> Self {
        Self::from(value as u64)
    }
}

impl Add for Wide {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        // 0 has no exponent of its own.
        if self == Self::ZERO || other == Self::ZERO {
            return if self == Self::ZERO { other } else { self };
        }
        let (large, small) = if self.exponent >= other.exponent {
            (self, other)
        } else {
            (other, self)
        };
        let apart = large.exponent.saturating_sub(small.exponent);
        if apart > BELOW_THE_LAST_DIGIT {
            return large;
        }
        let small = small.mantissa.scaled(two_to(-apart));
        Self::new(large.mantissa.plus(small), large.exponent)
    }
}

impl Neg for Wide {
    type Output = Self;

    fn neg(self) -> Self {
        Self {
            mantissa: self.mantissa.scaled(-1.0),
            ..self
        }
    }
}

impl Sub for Wide {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        self + -other
    }
}

impl Mul for Wide {
    type Output = Self;

    fn mul(self, other: Self) -> Self {
        let exponent = self.exponent.saturating_add(other.exponent);
        Self::new(self.mantissa.times(other.mantissa), exponent)
    }
}

impl Div for Wide {
    type Output = Self;

    fn div(self, other: Self) -> Self {
        let exponent = self.exponent.saturating_sub(other.exponent);
        Self::new(self.mantissa.over(other.mantissa), exponent)
    }
}

impl Sum for Wide {
    fn sum<I: Iterator<Item = Self>>(terms: I) -> Self {
        terms.fold(Self::ZERO, Add::add)
    }
}

impl PartialOrd for Wide {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        let difference = *self - *other;
        difference.mantissa.high.partial_cmp(&0.0)
    }
}

impl fmt::Display for Wide {
    /// Writes it in scientific notation, with two decimals or as many as the format asks for:
    /// `7.01e-32650`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = f.precision().unwrap_or(2);
        let (mantissa, mut exponent) = self.decimal();
        let mut shown = format!("{mantissa:.digits$}");
        // 9.999 is shown as 10.00.
        if shown.trim_start_matches('-').starts_with("10") {
            exponent += 1;
            shown = format!("{:.digits$}", mantissa / 10.0);
        }
        write!(f, "{shown}e{exponent}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn whole(value: i64) -> Wide {
        let size = Wide::from(value.unsigned_abs());
        if value < 0 { -size } else { size }
    }

    #[test]
    fn whole_numbers_are_calculated_exactly() {
        let numbers = [0, 1, -1, 7, -52, 1 << 20, 9_007_199_254_740_993, -(1 << 31)];
        for a in numbers {
            for b in numbers {
                let (x, y) = (whole(a), whole(b));
                assert_eq!(x + y, whole(a + b), "{a} + {b}");
                assert_eq!(x - y, whole(a - b), "{a} - {b}");
                assert_eq!(x < y, a < b, "{a} < {b}");
                if let Some(product) = a.checked_mul(b) {
                    assert_eq!(x * y, whole(product), "{a} * {b}");
                    if b != 0 {
                        assert_eq!(whole(product) / y, x, "{product} / {b}");
                    }
                }
            }
        }
        assert_eq!(Wide::from(u64::MAX) + Wide::ONE, Wide::power_of_two(64));
    }

    #[test]
    fn sizes_far_beyond_doubles_come_back() {
        let huge = (1..=10_000_u64).fold(Wide::ONE, |product, i| product * Wide::from(i));
        // 10000! = 2.8462596809170545189…e35659 (Python, `math.factorial`).
        assert_eq!(huge.decimal().1, 35_659);
        assert!((huge.decimal().0 - 2.846_259_680_917_054_5).abs() < 1e-15);
        assert_eq!(format!("{huge:.4}"), "2.8463e35659");
        assert!((huge.ln() / 82_108.927_836_814_35 - 1.0).abs() < 1e-15);
        assert_eq!(huge.value().to_bits(), f64::INFINITY.to_bits());
        let tiny = -(Wide::ONE / huge);
        assert_eq!(tiny.to_string(), "-3.51e-35660");
        assert_eq!(tiny.value().abs().to_bits(), 0);
        let rest = (1..=10_000_u64).fold(huge, |quotient, i| quotient / Wide::from(i));
        assert!((rest - Wide::ONE).abs().value() < 1e-27);
    }

    #[test]
    fn decimal_numbers_are_rounded_as_they_are_shown() {
        assert_eq!(Wide::ZERO.to_string(), "0.00e0");
        assert_eq!(Wide::from(1000_u64).to_string(), "1.00e3");
        assert_eq!((Wide::ONE / Wide::from(1000_u64)).to_string(), "1.00e-3");
        assert_eq!(Wide::from(99_999_u64).to_string(), "1.00e5");
        assert_eq!(format!("{:.0}", -Wide::from(96_u64)), "-1e2");
        assert_eq!(format!("{:.4}", Wide::from_double(0.0625)), "6.2500e-2");
    }

    #[test]
    fn doubles_come_back() {
        for value in [0.0, 1.0, -0.1, 1e300, 2.3e-308, std::f64::consts::PI] {
            assert_eq!(Wide::from_double(value).value().to_bits(), value.to_bits());
        }
    }
}
