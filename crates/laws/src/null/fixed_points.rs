//! Fixed points: the number of cards that are where they were in the sorted deck; rencontres.
//!
//! C(n, k) D(n-k) orders have k of them (Montmort 1713; OEIS A008290). Mean 1, and variance 1 from
//! two cards on.

use dashu_int::UBig;
use dashu_ratio::RBig;

use super::derangements::{self, binomials, inverse_factorials};
use super::{Card, Law, MAX_CARDS, Moments, without_negligible};

pub(super) const LAW: Law = Law {
    name: "fixed-points",
    about: "fixed points: the number of cards in their place (rencontres)",
    source: "Montmort (1713); Riordan (1958), An Introduction to Combinatorial Analysis, 3.5",
    least: 0,
    exact_up_to: 2000,
    floats_up_to: MAX_CARDS,
    moments_up_to: MAX_CARDS,
    counts,
    probabilities,
    moments: |n| Moments::closed(n, RBig::ONE, || RBig::ONE),
    sums: None,
    value,
};

pub(super) fn counts(n: usize) -> Vec<UBig> {
    let derangements = derangements::counts(n);
    binomials(n)
        .into_iter()
        .zip(derangements.iter().rev())
        .map(|(chosen, others)| chosen * others)
        .collect()
}

/// 1/k! · D(n-k)/(n-k)!: relative error below 2e-14.
pub(super) fn probabilities(n: usize) -> Vec<f64> {
    let shares = derangements::shares(n);
    let law = inverse_factorials(n)
        .into_iter()
        .zip(shares.iter().rev())
        .map(|(inverse, share)| inverse * share);
    without_negligible(law.collect())
}

fn value(deck: &[Card]) -> u64 {
    deck.iter()
        .enumerate()
        .filter(|&(position, &card)| usize::from(card) == position)
        .count() as u64
}
