//! Fractions of whole numbers of any size, and their digits.

use dashu_int::ops::BitTest;
use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;

/// A number from 0 on, as one whole number over another. It need not be in lowest terms.
#[derive(Debug, Clone)]
pub struct Fraction {
    above: UBig,
    below: UBig,
}

/// A fraction is short if the number below has so many digits at the most, and that above about twice as many.
const SHORT_DIGITS: usize = 12;

/// Fractions of numbers with more bits are not brought to lowest terms: that takes long.
const REDUCED_BITS: usize = 20_000;

impl Fraction {
    /// One number over another, which is not 0.
    pub(super) fn new(above: UBig, below: UBig) -> Self {
        Self { above, below }
    }

    /// The number to so many digits after the point. Those that follow are cut off, which "…" says: each digit is one of the
    /// number. A number that ends before has no more digits than it needs.
    pub fn decimal(&self, digits: usize) -> String {
        let scaled = &self.above * UBig::from(10_u8).pow(digits);
        let (whole, rest) = (&scaled / &self.below, &scaled % &self.below);
        let text = format!("{:0>1$}", whole.to_string(), digits + 1);
        let (before, after) = text.split_at(text.len() - digits);
        if rest > UBig::ZERO {
            return format!("{before}.{after}…");
        }
        match after.trim_end_matches('0') {
            "" => before.to_owned(),
            after => format!("{before}.{after}"),
        }
    }

    /// In lowest terms as text, `5/8`, or `3` where it is whole; nothing where it is not short: with a number below of more
    /// than 12 digits.
    pub fn short(&self) -> Option<String> {
        if self.above.is_zero() {
            return Some("0".to_owned());
        }
        if self.above == self.below {
            return Some("1".to_owned());
        }
        if self.above.bit_len().max(self.below.bit_len()) > REDUCED_BITS {
            return None;
        }
        let lowest = RBig::from_parts(IBig::from(self.above.clone()), self.below.clone());
        let largest = UBig::from(10_u8).pow(SHORT_DIGITS);
        let is_short = *lowest.denominator() < largest
            && *lowest.numerator() <= IBig::from(&largest * &largest);
        is_short.then(|| lowest.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_cut_off_and_end_where_the_number_does() {
        let number = |above: u32, below: u32| Fraction::new(above.into(), below.into());
        for ((above, below), digits, text) in [
            ((2, 3), 5, "0.66666…"),
            ((1, 8), 5, "0.125"),
            ((1, 8), 2, "0.12…"),
            ((1, 1_000), 2, "0.00…"),
            ((10, 5), 3, "2"),
            ((0, 7), 3, "0"),
            ((1_234, 100), 4, "12.34"),
        ] {
            assert_eq!(number(above, below).decimal(digits), text);
        }
    }

    #[test]
    fn fractions_are_in_lowest_terms_where_they_are_short() {
        let short = |above: u64, below: u64| Fraction::new(above.into(), below.into()).short();
        assert_eq!(short(6, 8).as_deref(), Some("3/4"));
        assert_eq!(short(8, 4).as_deref(), Some("2"));
        assert_eq!(short(7, 7).as_deref(), Some("1"));
        assert_eq!(short(1, 999_999_999_999).as_deref(), Some("1/999999999999"));
        assert_eq!(short(1, 1_000_000_000_000), None);
    }
}
