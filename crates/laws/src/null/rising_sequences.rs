//! Rising sequences: 1 + the number of cards c with pos[c+1] < pos[c]; the Eulerian law.
//!
//! A(n, k) = (k + 1) A(n-1, k) + (n - k) A(n-1, k-1) orders have k + 1 of them (OEIS A008292;
//! Graham, Knuth and Patashnik 1994, 6.35). Mean (n + 1)/2, variance (n + 1)/12 (n ≥ 2).

use dashu_int::UBig;

use super::big_numbers::ratio;
use super::{Card, Law, MAX_CARDS, Moments, positions};
use crate::eulerian;

pub(super) const LAW: Law = Law {
    name: "rising-sequences",
    about: "rising sequences: 1 + the number of cards that lie above their predecessor (Eulerian)",
    source: "Tanny (1973), A probabilistic interpretation of Eulerian numbers; Bayer and Diaconis (1992)",
    least: 1,
    exact_up_to: 2000,
    floats_up_to: MAX_CARDS,
    moments_up_to: MAX_CARDS,
    counts,
    probabilities: eulerian::law,
    moments: |n| Moments::closed(n, ratio(n + 1, 2), || ratio(n + 1, 12)),
    sums: None,
    value,
};

/// A(n, 0), …, A(n, n-1).
pub(super) fn counts(n: usize) -> Vec<UBig> {
    let mut half = vec![UBig::ONE];
    for cards in 2..=n {
        if cards % 2 == 1 {
            // The row before has an even length: its middle mirrors the entry below.
            half.push(half[half.len() - 1].clone());
        }
        for k in (1..half.len()).rev() {
            let split = &half[k - 1] * UBig::from(cards - k);
            half[k] *= UBig::from(k + 1);
            half[k] += split;
        }
    }
    eulerian::mirrored(&half, n)
}

fn value(deck: &[Card]) -> u64 {
    let positions = positions(deck);
    1 + positions
        .windows(2)
        .filter(|pair| pair[1] < pair[0])
        .count() as u64
}
