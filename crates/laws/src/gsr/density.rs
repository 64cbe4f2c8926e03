//! Densities of orders after an a-shuffle, compared with an ideal deck.
//!
//! An order with r rising sequences has probability C(a + n - r, n) / aⁿ; times n! that is
//!
//!   q(r) = Π (1 + j/a), j from 1 - r to n - r,
//!
//! which falls as r grows and is 0 for r > a. No logarithm is taken anywhere: neighbours differ by
//! the factor q(r+1)/q(r) = 1 - n/(a + n - r), so each q(r) is a product of at most 2n factors, each
//! right to 2⁻⁹⁸, and its relative error is below n · 2⁻⁹⁷, 1e-25 at n = 10,000.
//!
//! Near q = 1, q - 1 is needed by itself. It is carried along by (q - 1) + q·x for each factor 1 +
//! x, from the middle r, where it is smallest, outwards: on either side all later steps have one
//! sign.

use super::super::classes::Density;
use super::super::wide::Wide;
use super::packets::Packets;

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
