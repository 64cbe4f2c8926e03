//! Successions: the number of positions i with deck[i+1] = deck[i] + 1.
//!
//! C(n-1, k) (D(n-k) + D(n-k-1)) orders have k of them: k of the n - 1 joints are closed and the
//! n - k blocks then have none (OEIS A123513; A000255 for k = 0). C(n-1, r) (n-r)! orders have r
//! given ones, so the mean is (n-1)/n and the variance (n² - n - 1)/n² (n ≥ 2).

use dashu_int::UBig;

use super::big_numbers::ratio;
use super::derangements::{self, binomials, inverse_factorials};
use super::{Law, MAX_CARDS, Moments, neighbours, without_negligible};

pub(super) const LAW: Law = Law {
    name: "successions",
    about: "successions: the number of cards directly above the next higher card",
    source: "Roselle (1968), Permutations by number of rises and successions",
    least: 0,
    exact_up_to: 2000,
    floats_up_to: MAX_CARDS,
    moments_up_to: MAX_CARDS,
    counts,
    probabilities,
    moments: |n| Moments::closed(n, ratio(n - 1, n), || ratio(n * n - n - 1, n * n)),
    sums: None,
    value: |deck| neighbours(deck, |upper, lower| lower == upper + 1),
};

fn counts(n: usize) -> Vec<UBig> {
    let derangements = derangements::counts(n);
    binomials(n - 1)
        .into_iter()
        .enumerate()
        .map(|(k, chosen)| chosen * (&derangements[n - k] + &derangements[n - k - 1]))
        .collect()
}

/// The probability of each k. With m = n - k it is 1/k! · m/n · (D(m)/m! + D(m-1)/(m-1)! / m);
/// relative error below 2e-14.
fn probabilities(n: usize) -> Vec<f64> {
    let shares = derangements::shares(n);
    let inverses = inverse_factorials(n - 1);
    let law = inverses.into_iter().enumerate().map(|(k, inverse)| {
        let blocks = n - k;
        let none = shares[blocks] + shares[blocks - 1] / blocks as f64;
        inverse * (blocks as f64 / n as f64) * none
    });
    without_negligible(law.collect())
}
