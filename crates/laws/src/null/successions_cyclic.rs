//! Successions of values and positions modulo n: the number of positions i with
//! deck[i+1] = deck[i] + 1, both the position i + 1 and the card taken modulo n.
//!
//! n C(n, k) c(n-k) orders have k of them, where c(m) counts the ways to seat m around a table with
//! nobody beside their old right-hand neighbour: c(m+1) = D(m) - c(m), c(0) = 1 (OEIS A000757).
//! n (n-r-1)! orders have r < n given ones: mean n/(n-1), variance
//! n/(n-2) + n/(n-1) - n²/(n-1)² (n ≥ 3). A single card follows itself.

use dashu_int::UBig;
use dashu_ratio::RBig;

use super::big_numbers::ratio;
use super::derangements::{self, binomials, inverse_factorials};
use super::{Card, Law, MAX_CARDS, Moments, without_negligible};

pub(super) const LAW: Law = Law {
    name: "successions-cyclic",
    about: "successions around the deck (values and positions modulo n)",
    source: "Tanny (1976), Permutations and successions",
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
    let mut seatings = vec![UBig::ONE];
    for derangements in derangements::counts(n - 1) {
        let next = derangements - &seatings[seatings.len() - 1];
        seatings.push(next);
    }
    let factor = UBig::from(n);
    binomials(n)
        .into_iter()
        .zip(seatings.iter().rev())
        .map(|(chosen, others)| chosen * others * &factor)
        .collect()
}

/// The probability of each k. With m = n - k it is 1/k! · n/m · u(m), where u(m) = c(m)/(m-1)! =
/// D(m-1)/(m-1)! - u(m-1)/(m-1). · n/m · u(m), where u(m) = c(m)/(m-1)! = D(m-1)/(m-1)! -
/// u(m-1)/(m-1). The first are whole numbers; later the term that is taken off is below a tenth of
/// the other. Relative error below 2e-14.
fn probabilities(n: usize) -> Vec<f64> {
    /// The largest m for which (m-1)! is an i64.
    const WHOLE: i64 = 21;
    let (mut derangements, mut seatings, mut factorial) = (1_i64, 1_i64, 1_i64);
    // u(m) at index m; nothing at 0.
    let mut seated = vec![0.0];
    for before in 0..WHOLE {
        if before > 0 {
            derangements = before * derangements + 1 - 2 * (before % 2);
            factorial *= before;
        }
        seatings = derangements - seatings;
        seated.push(seatings as f64 / factorial as f64);
    }
    for (before, share) in derangements::shares(n)
        .iter()
        .enumerate()
        .skip(WHOLE as usize)
    {
        seated.push(share - seated[before] / before as f64);
    }
    let inverses = inverse_factorials(n);
    let law = (0..=n).map(|k| match n - k {
        0 => inverses[k] * n as f64,
        blocks => inverses[k] * (n as f64 / blocks as f64) * seated[blocks],
    });
    without_negligible(law.collect())
}

fn moments(n: usize) -> Moments {
    // Up to two cards all orders are alike.
    let mean = if n < 2 { RBig::ONE } else { ratio(n, n - 1) };
    let variance = match n {
        ..3 => RBig::ZERO,
        _ => ratio(n, n - 2) + &mean - &mean * &mean,
    };
    Moments { mean, variance }
}

fn value(deck: &[Card]) -> u64 {
    let n = deck.len();
    (0..n)
        .filter(|&i| usize::from(deck[(i + 1) % n]) == (usize::from(deck[i]) + 1) % n)
        .count() as u64
}
