//! The number of packets that a riffle has.

use std::fmt;

use super::super::wide::Wide;

/// More riffles than this count as this many, and more packets than 2 to this power as that power:
/// the distances are then upper bounds. The total variation of two cards is 2e-302 there, still a
/// normal double.
pub const MOST_RIFFLES: u32 = 1000;

/// The number of packets of a riffle, a whole number a from 1 (nothing moves) to
/// 2^[`MOST_RIFFLES`]: exact up to 2^106, to 31 digits above.
///
/// An a-shuffle cuts the deck into a packets (multinomially, each card equally likely to be in any)
/// and drops cards from packets with probabilities proportional to their sizes; equivalently, all
/// ways to deal each position a packet are equally likely. An a-shuffle followed by a b-shuffle is
/// an ab-shuffle (Bayer and Diaconis 1992, section 3, lemma 1), so k riffles are a 2ᵏ-shuffle.
///
/// ```
/// use colddeck_laws::gsr::Packets;
///
/// let three = Packets::new(3).expect("at least one packet");
/// let mixed = three.then(Packets::riffles(2));
/// assert_eq!(Some(mixed), Packets::new(12));
/// assert_eq!(mixed.to_string(), "12");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd)]
pub struct Packets(Wide);

impl Packets {
    /// Makes as many packets as `count` says; none for 0, which is no shuffle.
    pub fn new(count: u64) -> Option<Self> {
        (count > 0).then(|| Self(Wide::from(count)))
    }

    /// The packets of `k` riffles after Gilbert, Shannon and Reeds: 2ᵏ, k up to [`MOST_RIFFLES`]
    /// (more count as that many).
    pub fn riffles(k: u32) -> Self {
        Self(Wide::power_of_two(i64::from(k.min(MOST_RIFFLES))))
    }

    /// The packets of this shuffle and another after it: the product (at most
    /// 2^[`MOST_RIFFLES`]).
    #[must_use]
    pub fn then(self, next: Self) -> Self {
        let product = Self(self.0 * next.0);
        let most = Self::riffles(MOST_RIFFLES);
        if product < most { product } else { most }
    }

    /// The number, rounded to the digits of a double.
    pub fn value(self) -> f64 {
        self.0.value()
    }

    /// The number itself.
    pub(in super::super) fn count(self) -> Wide {
        self.0
    }

    /// The number where it is at most `limit`.
    pub(in super::super) fn up_to(self, limit: u64) -> Option<u64> {
        (self.0 <= Wide::from(limit)).then(|| self.0.value() as u64)
    }
}

impl fmt::Display for Packets {
    /// Writes the number in full up to 2^53, above that as a power of two if it is one, else in
    /// scientific notation.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(count) = self.up_to(1 << 53) {
            return write!(f, "{count}");
        }
        match self.0.exact_power_of_two() {
            Some(exponent) => write!(f, "2^{exponent}"),
            None => write!(f, "{:.15}", self.0),
        }
    }
}
