//! The same half: the number of cards of the top half, the first ⌊n/2⌋, that are still in it; the
//! hypergeometric law.
//!
//! With h = ⌊n/2⌋, C(h, k) C(n-h, h-k) h! (n-h)! orders have k of them. Mean h²/n, variance
//! h²(n-h)²/(n²(n-1)).

use dashu_int::UBig;

use super::big_numbers::{factorial, ratio};
use super::derangements::binomials;
use super::{Card, Law, MAX_CARDS, Moments, without_negligible};
use crate::lattice::sum::Sum;

pub(super) const LAW: Law = Law {
    name: "same-half",
    about: "the same half: the number of cards of the top half of the deck that are still in it (hypergeometric)",
    source: "Feller (1968), An Introduction to Probability Theory and Its Applications 1, II.6",
    least: 0,
    exact_up_to: 2000,
    floats_up_to: MAX_CARDS,
    moments_up_to: MAX_CARDS,
    counts,
    probabilities,
    moments,
    sums: None,
    value,
};

fn counts(n: usize) -> Vec<UBig> {
    let half = n / 2;
    let within = factorial(half) * factorial(n - half);
    let (stay, come) = (binomials(half), binomials(n - half));
    let ways = stay.into_iter().zip(come[..=half].iter().rev());
    ways.map(|(stay, come)| stay * come * &within).collect()
}

/// Goes from the commonest value outwards by the ratio of neighbours, (h-k)² / ((k+1)(n-2h+k+1)),
/// whole numbers both: two roundings for each step.
fn probabilities(n: usize) -> Vec<f64> {
    let half = n / 2;
    let up = |k: usize| {
        let stay = (half - k) as f64;
        stay * stay / ((k + 1) * (n - 2 * half + k + 1)) as f64
    };
    let commonest = (half + 1) * (half + 1) / (n + 2);
    let mut weights = vec![0.0; half + 1];
    weights[commonest] = 1.0;
    for k in commonest..half {
        weights[k + 1] = weights[k] * up(k);
    }
    for k in (0..commonest).rev() {
        weights[k] = weights[k + 1] / up(k);
    }
    let total = Sum::of(weights.iter().copied()).value();
    without_negligible(weights.into_iter().map(|weight| weight / total).collect())
}

fn moments(n: usize) -> Moments {
    let (top, bottom) = (n / 2, n - n / 2);
    let mean = ratio(top * top, n);
    let variance = &mean * ratio(bottom * bottom, n * (n - 1).max(1));
    Moments { mean, variance }
}

fn value(deck: &[Card]) -> u64 {
    let half = deck.len() / 2;
    let top = deck[..half].iter();
    top.filter(|&&card| usize::from(card) < half).count() as u64
}
