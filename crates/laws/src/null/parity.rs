//! Parity: 0 for an even order, 1 for an odd one, that is, for an odd number of exchanges.
//!
//! From two cards on half of all orders are odd (one exchange turns the even into the odd).

use dashu_int::UBig;

use super::big_numbers::{factorial, ratio};
use super::{Card, Law, MAX_CARDS, Moments, cycles};

pub(super) const LAW: Law = Law {
    name: "parity",
    about: "parity: 1 if the order is an odd number of exchanges away from a sorted deck, else 0",
    source: "Cramer (1750); Knuth (1998), The Art of Computer Programming 3, 5.1.1",
    least: 0,
    exact_up_to: 2000,
    floats_up_to: MAX_CARDS,
    moments_up_to: MAX_CARDS,
    counts,
    probabilities,
    moments: |n| Moments::closed(n, ratio(usize::from(n > 1), 2), || ratio(1, 4)),
    sums: None,
    value,
};

fn counts(n: usize) -> Vec<UBig> {
    if n < 2 {
        return vec![UBig::ONE];
    }
    vec![factorial(n) / UBig::from(2_u32); 2]
}

fn probabilities(n: usize) -> Vec<f64> {
    if n < 2 { vec![1.0] } else { vec![0.5, 0.5] }
}

/// A cycle of l cards takes l - 1 exchanges.
fn value(deck: &[Card]) -> u64 {
    (deck.len() as u64 - cycles::value(deck)) % 2
}
