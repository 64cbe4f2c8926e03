//! Whole numbers and fractions of any size.

use dashu_int::{IBig, UBig};
use dashu_ratio::{RBig, Relaxed};

/// The longest text that [`fraction`] gives, in digits.
const MOST_DIGITS: usize = 40;

/// The double nearest to a fraction (ties to even); below 2^-1075 it is 0.
pub fn to_f64(value: &RBig) -> f64 {
    value.to_f64().value()
}

/// A fraction in lowest terms as text, `5/8`, or `3` where it is whole; nothing where it has more
/// than [`MOST_DIGITS`] digits.
pub fn fraction(value: &RBig) -> Option<String> {
    let text = value.to_string();
    let digits = text.chars().filter(char::is_ascii_digit).count();
    (digits <= MOST_DIGITS).then_some(text)
}

/// n!
pub(crate) fn factorial(n: usize) -> UBig {
    product(1, n)
}

/// from · (from + 1) ⋯ to, halved until the factors are small: large factors of like size multiply
/// faster.
fn product(from: usize, to: usize) -> UBig {
    const FEW: usize = 8;
    if to < from + FEW {
        return (from..=to).map(UBig::from).product();
    }
    let middle = usize::midpoint(from, to);
    product(from, middle) * product(middle + 1, to)
}

/// The double nearest to numerator / denominator.
pub(super) fn quotient(numerator: &UBig, denominator: &UBig) -> f64 {
    // No common divisor is looked for: that would take most of the time.
    Relaxed::from_parts(IBig::from(numerator.clone()), denominator.clone())
        .to_f64()
        .value()
}

/// numerator / denominator of small numbers.
pub(super) fn ratio(numerator: usize, denominator: usize) -> RBig {
    RBig::from_parts(IBig::from(numerator), UBig::from(denominator))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn doubles_are_the_nearest() {
        let of = |text: &str| to_f64(&text.parse::<RBig>().unwrap());
        assert_eq!(of("1/3").to_bits(), (1.0_f64 / 3.0).to_bits());
        assert_eq!(of("22/7").to_bits(), (22.0_f64 / 7.0).to_bits());
        // A tie between two doubles, and a little above it.
        assert_eq!(
            of("9007199254740993").to_bits(),
            9_007_199_254_740_992.0_f64.to_bits()
        );
        assert_eq!(
            of("90071992547409931/10").to_bits(),
            9_007_199_254_740_994.0_f64.to_bits()
        );
        // 100!/(2 · 101!) = 1/202, from numbers that no double holds.
        let double = factorial(1000) * UBig::from(2002_u32);
        assert_eq!(
            quotient(&factorial(1000), &double).to_bits(),
            (1.0_f64 / 2002.0).to_bits()
        );
        assert_eq!(
            quotient(&UBig::ONE, &factorial(200)).to_bits(),
            0.0_f64.to_bits()
        );
        assert_eq!(
            quotient(&factorial(20), &UBig::ONE).to_bits(),
            2_432_902_008_176_640_000.0_f64.to_bits()
        );
    }

    #[test]
    fn long_fractions_have_no_text() {
        assert_eq!(fraction(&ratio(6, 8)).unwrap(), "3/4");
        assert_eq!(fraction(&ratio(6, 3)).unwrap(), "2");
        let long = RBig::from_parts(IBig::ONE, factorial(35));
        assert_eq!(fraction(&long), None);
    }
}
