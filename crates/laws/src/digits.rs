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

/// A fraction is short if the number below is no more than 10 to this power, and that above has no more than twice as many
/// digits.
const SHORT_DIGITS: usize = 12;

/// Fractions of numbers with more bits are not brought to lowest terms: that takes long.
const REDUCED_BITS: usize = 20_000;

impl Fraction {
    /// One number over another, which is not 0.
    pub fn new(above: UBig, below: UBig) -> Self {
        Self { above, below }
    }

    /// The number to so many digits after the point. Those that follow are cut off, which "…" says: each digit is one of the
    /// number. A number that ends before has no more digits than it needs.
    ///
    /// ```
    /// use colddeck_laws::digits::Fraction;
    ///
    /// let number = |above: u32, below: u32| Fraction::new(above.into(), below.into());
    /// assert_eq!(number(2, 3).decimal(5), "0.66666…");
    /// assert_eq!(number(1, 8).decimal(5), "0.125");
    /// ```
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
        let is_short = *lowest.denominator() <= largest
            && *lowest.numerator() <= IBig::from(&largest * &largest);
        is_short.then(|| lowest.to_string())
    }
}
