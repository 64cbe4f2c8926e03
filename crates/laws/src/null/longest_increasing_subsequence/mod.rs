//! The longest increasing subsequence: the most cards that lie in ascending order, top to bottom,
//! when the others are taken out.
//!
//! Σ (f^λ)² over the shapes λ with first row l counts the orders of length l (Schensted 1961; OEIS
//! A047874), but the shapes explode. Gessel (1990): the numbers u(l, n) of orders of length at most l
//! have
//!
//! ```text
//! Σ u(l, n) tⁿ/n!² = D(l) = det [ I(|i-j|, 2√t) ], i, j = 1, …, l    (modified Bessel functions)
//! ```
//!
//! and D(∞) = eᵗ. `series.rs` takes the coefficients for all l at once, modulo primes; the Chinese
//! remainder theorem makes whole numbers of them. The moments have no closed form.

mod series;

use std::sync::{Mutex, PoisonError};

use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;

use super::big_numbers::{factorial, quotient};
use super::{Card, Law, Moments, without_negligible};
use crate::residues;

pub(super) const LAW: Law = Law {
    name: "longest-increasing-subsequence",
    about: "longest increasing subsequence: the largest number of cards that lie in ascending order",
    source: "Schensted (1961); Gessel (1990), Symmetric functions and P-recursiveness",
    least: 1,
    exact_up_to: MOST,
    floats_up_to: MOST,
    moments_up_to: MOST,
    counts,
    probabilities,
    moments,
    sums: None,
    value,
};

/// The time grows with the fourth power of the deck: 0.1 s at 200 cards.
const MOST: usize = 500;

/// The last ones stay here: probabilities, sums and moments are made of them, one after the other.
fn counts(n: usize) -> Vec<UBig> {
    static LAST: Mutex<(usize, Vec<UBig>)> = Mutex::new((0, Vec::new()));
    let mut last = LAST.lock().unwrap_or_else(PoisonError::into_inner);
    if last.0 != n {
        *last = (n, computed(n));
    }
    last.1.clone()
}

fn computed(n: usize) -> Vec<UBig> {
    let at_most = residues::whole(&factorial(n), |prime| series::at_most(n, prime));
    at_most.windows(2).map(|pair| &pair[1] - &pair[0]).collect()
}

/// The exact counts over n!, each rounded once.
fn probabilities(n: usize) -> Vec<f64> {
    let orders = factorial(n);
    let counts = counts(n);
    let shares = counts.iter().map(|count| quotient(count, &orders));
    without_negligible(shares.collect())
}

fn moments(n: usize) -> Moments {
    let (mut first, mut second) = (UBig::ZERO, UBig::ZERO);
    for (count, length) in counts(n).into_iter().zip(1_u32..) {
        let weighted = count * UBig::from(length);
        second += &weighted * UBig::from(length);
        first += weighted;
    }
    let mean = RBig::from_parts(IBig::from(first), factorial(n));
    let variance = RBig::from_parts(IBig::from(second), factorial(n)) - &mean * &mean;
    Moments { mean, variance }
}

/// Patience sorting: the lowest card that ends an ascending row of each length, so far (Mallows
/// 1963).
fn value(deck: &[Card]) -> u64 {
    let mut ends: Vec<Card> = Vec::new();
    for &card in deck {
        let pile = ends.partition_point(|&end| end < card);
        match ends.get_mut(pile) {
            Some(end) => *end = card,
            None => ends.push(card),
        }
    }
    ends.len() as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Adds (f^λ)² to the place of the first row, over all shapes of `left` further cells whose rows
    /// are at most `widest`.
    fn add_shapes(left: usize, widest: usize, shape: &mut Vec<usize>, counts: &mut [UBig]) {
        if left == 0 {
            let cells: usize = shape.iter().sum();
            let mut hooks = UBig::ONE;
            for (i, &row) in shape.iter().enumerate() {
                for j in 0..row {
                    let below = shape[i + 1..].iter().filter(|&&other| other > j).count();
                    hooks *= UBig::from(row - j + below);
                }
            }
            counts[shape[0] - 1] += (factorial(cells) / hooks).sqr();
            return;
        }
        for row in 1..=widest.min(left) {
            shape.push(row);
            add_shapes(left - row, row, shape, counts);
            shape.pop();
        }
    }

    #[test]
    fn hook_lengths_give_the_same() {
        for n in [1, 2, 3, 10, 21, 30] {
            let mut hooks = vec![UBig::ZERO; n];
            add_shapes(n, n, &mut Vec::new(), &mut hooks);
            assert_eq!(counts(n), hooks, "{n} cards");
        }
    }

    #[test]
    fn the_ends_have_closed_forms() {
        let n = 200;
        let counts = counts(n);
        assert_eq!(counts.iter().sum::<UBig>(), factorial(n));
        // Length at most 2: Catalan numbers (Knuth). One card short of n: any of n cards to any of
        // n places, each neighbours' exchange counted twice.
        let catalan = factorial(2 * n) / (factorial(n).sqr() * UBig::from(n + 1));
        assert_eq!(&counts[0] + &counts[1], catalan);
        assert_eq!(counts[n - 2], UBig::from((n - 1) * (n - 1)));
        assert_eq!(counts[n - 1], UBig::ONE);
    }
}
