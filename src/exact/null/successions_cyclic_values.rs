//! Successions of values modulo n: the number of positions i < n - 1 with deck[i+1] = deck[i] + 1
//! modulo n, so that the lowest card also follows the highest.
//!
//! n (n-1-r)! orders have r given ones, which makes the law that of the fixed points of n - 1 cards:
//! n C(n-1, k) D(n-1-k) orders have k. Mean 1 (n ≥ 2), variance 1 (n ≥ 3).

use dashu_int::UBig;
use dashu_ratio::RBig;

use super::{Card, Law, MAX_CARDS, Moments, fixed_points, neighbours};

pub(super) const LAW: Law = Law {
    name: "successions-cyclic-values",
    about: "successions, the lowest card also following the highest (values modulo n)",
    source: "Tanny (1976), Permutations and successions",
    least: 0,
    exact_up_to: 2000,
    floats_up_to: MAX_CARDS,
    moments_up_to: MAX_CARDS,
    counts,
    probabilities: |n| fixed_points::probabilities(n - 1),
    moments,
    sums: None,
    value,
};

fn counts(n: usize) -> Vec<UBig> {
    let factor = UBig::from(n);
    fixed_points::counts(n - 1)
        .into_iter()
        .map(|count| count * &factor)
        .collect()
}

fn moments(n: usize) -> Moments {
    let one_from = |least: usize| if n < least { RBig::ZERO } else { RBig::ONE };
    Moments {
        mean: one_from(2),
        variance: one_from(3),
    }
}

fn value(deck: &[Card]) -> u64 {
    neighbours(deck, |upper, lower| {
        (usize::from(upper) + 1) % deck.len() == usize::from(lower)
    })
}
