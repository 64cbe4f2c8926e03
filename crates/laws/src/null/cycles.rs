//! Cycles of the order as a permutation, fixed points included; Stirling numbers of the first kind.
//!
//! c(n, k) = (n - 1) c(n-1, k) + c(n-1, k-1) orders have k cycles (Graham, Knuth and Patashnik 1994,
//! 6.8; OEIS A132393). A sum of independent indicators with probabilities 1/i, i = 1, …, n: mean
//! Σ 1/i, variance Σ 1/i - Σ 1/i².

use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;

use super::{Card, HEADROOM, Law, MAX_CARDS, Moments, NEGLIGIBLE, without_negligible};
use crate::lattice::common_divisor;

pub(super) const LAW: Law = Law {
    name: "cycles",
    about: "cycles of the order as a permutation (Stirling numbers of the first kind)",
    source: "Feller (1945), The fundamental limit theorems in probability; Graham, Knuth and Patashnik (1994), 6.1",
    least: 1,
    exact_up_to: 2000,
    floats_up_to: MAX_CARDS,
    moments_up_to: MAX_CARDS,
    counts,
    probabilities,
    moments,
    sums: None,
    value,
};

/// The number of cycles of the permutation of the numbers below `items` that sends each to what `next` says.
pub fn count_cycles(items: usize, next: impl Fn(usize) -> usize) -> u64 {
    let mut seen = vec![false; items];
    let mut cycles = 0;
    for start in 0..items {
        cycles += u64::from(!seen[start]);
        let mut at = start;
        while !seen[at] {
            seen[at] = true;
            at = next(at);
        }
    }
    cycles
}

fn counts(n: usize) -> Vec<UBig> {
    let mut row = vec![UBig::ONE];
    for cards in 2..=n {
        row.push(UBig::ZERO);
        let factor = UBig::from(cards - 1);
        for k in (1..row.len()).rev() {
            row[k] *= &factor;
            let (below, here) = row.split_at_mut(k);
            here[0] += &below[k - 1];
        }
        row[0] *= &factor;
    }
    row
}

/// c(n, k)/n! by the same recurrence over n, an average of positive terms: relative error below
/// n · 3e-16 (1e-14 at 2,000 cards, measured).
fn probabilities(n: usize) -> Vec<f64> {
    let mut row = vec![0.0; n];
    row[0] = HEADROOM;
    // From `end` on all is negligible.
    let mut end = 1;
    for cards in 2..=n {
        let size = cards as f64;
        end += 1;
        for k in (1..end).rev() {
            row[k] = ((size - 1.0) * row[k] + row[k - 1]) / size;
        }
        row[0] *= (size - 1.0) / size;
        while row[end - 1] < NEGLIGIBLE {
            row[end - 1] = 0.0;
            end -= 1;
        }
    }
    without_negligible(row.into_iter().map(|scaled| scaled / HEADROOM).collect())
}

/// Sums over consecutive whole numbers i, with the product of them all: halves are put together, so that numbers of a
/// like size are multiplied (binary splitting; Brent 1976).
struct Inverses {
    product: UBig,
    /// Σ 1/i times the product.
    first: UBig,
    /// Σ 1/i² times the square of the product.
    second: UBig,
}

impl Inverses {
    /// Those of `from` to `to`, `from` ≤ `to`.
    fn of(from: usize, to: usize) -> Self {
        if from == to {
            return Self {
                product: UBig::from(from),
                first: UBig::ONE,
                second: UBig::ONE,
            };
        }
        let middle = usize::midpoint(from, to);
        let (low, high) = (Self::of(from, middle), Self::of(middle + 1, to));
        Self {
            first: low.first * &high.product + high.first * &low.product,
            second: low.second * high.product.sqr() + high.second * low.product.sqr(),
            product: low.product * high.product,
        }
    }
}

fn moments(n: usize) -> Moments {
    // Over the least common multiple of 1, …, n and its square, reduced once at the end.
    let multiple = (1..=n).fold(UBig::ONE, |multiple, i| {
        let divisor = common_divisor(i, &multiple % i);
        multiple * UBig::from(i / divisor)
    });
    let sums = Inverses::of(1, n);
    let times = &multiple * &sums.first;
    let first = times / &sums.product;
    let square = multiple.sqr();
    let second = &square * &sums.second / sums.product.sqr();
    let spread = &first * &multiple - second;
    Moments {
        mean: RBig::from_parts(IBig::from(first), multiple),
        variance: RBig::from_parts(IBig::from(spread), square),
    }
}

pub(super) fn value(deck: &[Card]) -> u64 {
    count_cycles(deck.len(), |at| usize::from(deck[at]))
}
