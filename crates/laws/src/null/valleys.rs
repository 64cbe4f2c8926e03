//! Valleys: the number of cards, neither the first nor the last, that lie between two higher ones.
//!
//! T(n, v) = (2v + 2) T(n−1, v) + (n − 2v) T(n−1, v−1) orders have v of them ([`crate::valleys`]; OEIS A008303).
//! Each of n − 2 cards is the lowest of three with chance 1/3, so the mean is (n − 2)/3; the variance is 2(n + 1)/45
//! from four cards on, and 2/9 for three.

use dashu_int::UBig;

use super::big_numbers::ratio;
use super::{Law, MAX_CARDS, Moments};
use crate::valleys;

pub(super) const LAW: Law = Law {
    name: "valleys",
    about: "valleys: the number of cards that lie between two higher cards",
    source: "Warren and Seneta (1996), Peaks and Eulerian numbers in a random sequence",
    least: 0,
    exact_up_to: 2000,
    floats_up_to: MAX_CARDS,
    moments_up_to: MAX_CARDS,
    counts,
    probabilities: valleys::law,
    moments: |n| {
        let variance = || match n {
            2 => ratio(0, 1),
            3 => ratio(2, 9),
            n => ratio(2 * (n + 1), 45),
        };
        Moments::closed(n, ratio(n.saturating_sub(2), 3), variance)
    },
    sums: None,
    value: |deck| {
        let threes = deck.windows(3);
        threes
            .filter(|three| three[1] < three[0] && three[1] < three[2])
            .count() as u64
    },
};

/// T(n, 0), T(n, 1), ….
fn counts(n: usize) -> Vec<UBig> {
    let mut counts = vec![UBig::ONE];
    for cards in 2..=n {
        counts.resize(valleys::classes(cards), UBig::ZERO);
        for v in (1..counts.len()).rev() {
            let more = &counts[v - 1] * UBig::from(cards - 2 * v);
            counts[v] *= UBig::from(2 * v + 2);
            counts[v] += more;
        }
        counts[0] *= UBig::from(2_u8);
    }
    counts
}
