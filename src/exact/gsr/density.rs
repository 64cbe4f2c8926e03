//! How likely an order is after an a-shuffle, compared with an ideal deck.
//!
//! An order with r rising sequences has probability C(a + n - r, n) / aⁿ; times n! that is
//!
//!   q(r) = Π (1 + j/a), j from 1 - r to n - r,
//!
//! which falls as r grows and is 0 for r > a. No logarithm is taken anywhere: neighbours differ by
//! the factor q(r+1)/q(r) = 1 - n/(a + n - r), so each q(r) is a product of at most 2n factors, each
//! right to 2⁻⁹⁸, and its relative error is below n · 2⁻⁹⁷, 1e-25 at n = 10,000.
//!
//! Where q is near 1, q - 1 is needed by itself. It is carried along by (q - 1) + q·x for each
//! factor 1 + x, from the middle r, where it is smallest, outwards: on either side all later steps
//! have one sign.

use super::super::wide::Wide;
use super::packets::Packets;

/// Nearer to 1 than 2 to this power, q - 1 is carried along; otherwise it is taken from q, which
/// costs at most as many of its 102 bits.
const NEAR_ONE: i64 = -20;

/// How likely an order is, compared with an ideal deck.
#[derive(Debug, Clone, Copy)]
pub(in super::super) struct Density {
    /// q: its probability times the number of orders. From 0 up.
    pub(in super::super) ratio: Wide,
    /// q - 1, accurate also where q is 1 in all its digits. From -1 up.
    pub(in super::super) excess: Wide,
}

impl Density {
    /// That of an ideal deck.
    const IDEAL: Self = Self {
        ratio: Wide::ONE,
        excess: Wide::ZERO,
    };

    /// The density times 1 + x.
    fn times_one_plus(self, x: Wide) -> Self {
        let ratio = self.ratio * (Wide::ONE + x);
        let direct = ratio - Wide::ONE;
        let excess = if direct.abs() < Wide::power_of_two(NEAR_ONE) {
            self.excess + self.ratio * x
        } else {
            direct
        };
        Self { ratio, excess }
    }
}

/// The densities of the orders of `n` cards with r rising sequences at index r - 1, r from 1 to n.
pub(in super::super) fn densities(n: usize, packets: Packets) -> Vec<Density> {
    let a = packets.count();
    let cards = Wide::from(n);
    // In the middle the factors of j and -j belong together: 1 - (j/a)². With fewer packets the
    // largest r that is possible.
    let middle = n.div_ceil(2);
    let start = packets.up_to(middle as u64);
    let start = start.map_or(middle, |packets| packets as usize);
    let mut here = Density::IDEAL;
    for j in 1..start {
        let part = Wide::from(j) / a;
        here = here.times_one_plus(-(part * part));
    }
    for j in start..=n - start {
        here = here.times_one_plus(Wide::from(j) / a);
    }
    let mut all = vec![here; n];
    for r in start..n {
        let step = -(cards / (a + Wide::from(n - r)));
        all[r] = all[r - 1].times_one_plus(step);
    }
    for r in (1..start).rev() {
        // The same factor the other way: (a + n - r) / (a - r).
        all[r - 1] = all[r].times_one_plus(cards / (a - Wide::from(r)));
    }
    all
}
