//! Gessel's determinants for all l, as power series modulo a prime.
//!
//! The weight exp(x(z + 1/z)), x² = t, on the unit circle has Toeplitz determinants D(l) and monic
//! orthogonal polynomials whose values at 0 are r(0) = 1, r(1) = -I₁(2x)/I₀(2x), …, and
//!
//! ```text
//! D(l+1) D(l-1) / D(l)² = 1 - r(l)²                  (Szegő 1939, 11.4)
//! r(l+1) + r(l-1) = -(l/x) r(l) / (1 - r(l)²)        (Periwal and Shevitz 1990)
//! ```
//!
//! Let r(l) = (-x)ˡ s(l), s(l) a series in t. Then s(l+1) = (l s(l)/(1 - tˡ s(l)²) - s(l-1)) / t: each
//! step gives up one term, but s(l) is only needed up to the power n - l. Then from the top down,
//! where D(l) is eᵗ but for powers above l: the quotients D(l-1)/D(l) = D(l)/D(l+1) · (1 - r(l)²),
//! and their product.

use crate::residues::Prime;

/// Counts at index l, 0 to n, modulo a prime, the orders of n ≤ 1,000 cards that have a longest
/// increasing subsequence of at most l. About n³/3 multiplications.
pub(super) fn at_most(n: usize, prime: Prime) -> Vec<u64> {
    let inverses = inverse_factorials(n + 1, prime);
    let squares = squares(n, &inverses, prime);
    let factorial = prime.inverse(inverses[n]);

    // D(l)/D(l+1) and D(l)/eᵗ to tⁿ, for l = n: both are 1.
    let mut quotient = vec![0; n + 1];
    quotient[0] = 1;
    let mut share = quotient.clone();
    let mut counts = vec![0; n + 1];
    counts[n] = factorial;
    for l in (1..=n).rev() {
        // Both are 1 but for powers above l; 1 - tˡ s(l)² takes them one step down.
        let square = &squares[l];
        for k in (l..=n).rev() {
            let both = convolved(&quotient, l + 1, square, 0, k - l, prime);
            let taken = prime.sum(square[k - l], both);
            quotient[k] = prime.subtract(quotient[k], taken);
        }
        for k in (l..=n).rev() {
            let both = convolved(&share, l + 1, &quotient, l, k, prime);
            share[k] = prime.sum(prime.sum(share[k], quotient[k]), both);
        }
        // n!² times the coefficient of tⁿ in share · eᵗ; one factor n! is left after 1/n! · n!.
        let others: u128 = (l..=n)
            .map(|i| u128::from(share[i]) * u128::from(inverses[n - i]))
            .sum();
        let scaled = prime.product(prime.reduce(others), factorial);
        counts[l - 1] = prime.product(prime.sum(scaled, 1), factorial);
    }
    counts
}

/// s(l)² up to the power n - l, at index l from 1 to n; nothing at 0.
fn squares(n: usize, inverses: &[u64], prime: Prime) -> Vec<Vec<u64>> {
    // The coefficients of I₀(2x) and I₁(2x)/x.
    let bessel = |order: usize| -> Vec<u64> {
        (0..=n)
            .map(|k| prime.product(inverses[k], inverses[k + order]))
            .collect()
    };
    let (zeroth, first) = (bessel(0), bessel(1));
    let mut before = vec![0; n + 1];
    before[0] = 1;
    // first / zeroth, whose constant term is 1.
    let mut here: Vec<u64> = Vec::with_capacity(n);
    for (k, &term) in first[..n].iter().enumerate() {
        let others = convolved(&here, 0, &zeroth, 1, k, prime);
        here.push(prime.subtract(term, others));
    }
    let mut squares = vec![Vec::new()];
    for l in 1..=n {
        let square: Vec<u64> = (0..here.len())
            .map(|k| {
                let half = convolved(&here[..k.div_ceil(2)], 0, &here, k / 2 + 1, k, prime);
                let middle = if k % 2 == 0 { here[k / 2] } else { 0 };
                prime.sum(prime.product(middle, middle), prime.sum(half, half))
            })
            .collect();
        // here / (1 - t^l square)
        let mut divided: Vec<u64> = Vec::with_capacity(here.len());
        for (k, &term) in here.iter().enumerate() {
            let others = k
                .checked_sub(l)
                .map_or(0, |k| convolved(&divided, 0, &square, 0, k, prime));
            divided.push(prime.sum(term, others));
        }
        squares.push(square);
        let next = (1..here.len()).map(|k| {
            let times = prime.product(l as u64, divided[k]);
            prime.subtract(times, before[k])
        });
        let next = next.collect();
        before = std::mem::replace(&mut here, next);
    }
    squares
}

/// Σ a[i] b[k-i] over `a_from` ≤ i < `a.len()` and `b_from` ≤ k - i.
fn convolved(a: &[u64], a_from: usize, b: &[u64], b_from: usize, k: usize, prime: Prime) -> u64 {
    if k < a_from + b_from {
        return 0;
    }
    let end = a.len().min(k - b_from + 1);
    let a = &a[a_from.min(end)..end];
    let b = &b[k + 1 - end..k + 1 - end + a.len()];
    let products = a.iter().zip(b.iter().rev());
    let sum: u128 = products.map(|(a, b)| u128::from(*a) * u128::from(*b)).sum();
    prime.reduce(sum)
}

/// 1/k! for k = 0, …, most.
fn inverse_factorials(most: usize, prime: Prime) -> Vec<u64> {
    let factorial = (1..=most as u64).fold(1, |product, k| prime.product(product, k));
    let mut inverses = vec![prime.inverse(factorial)];
    for k in (1..=most as u64).rev() {
        inverses.push(prime.product(inverses[inverses.len() - 1], k));
    }
    inverses.reverse();
    inverses
}
