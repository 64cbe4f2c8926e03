//! Orders in which no card stays where it was: what rencontres and successions are made of.

use dashu_int::UBig;

/// D(0), …, D(most): D(m) orders of m cards leave none in its place (OEIS A000166), from
/// D(m) = (m - 1)(D(m-1) + D(m-2)) (Euler 1779).
pub(super) fn counts(most: usize) -> Vec<UBig> {
    let mut counts = vec![UBig::ONE, UBig::ZERO];
    for m in 2..=most {
        let next = (&counts[m - 1] + &counts[m - 2]) * UBig::from(m - 1);
        counts.push(next);
    }
    counts.truncate(most + 1);
    counts
}

/// D(m) / m! for m = 0, …, most, each to the last place but one: 1 - 1/1! + 1/2! - … to the term m,
/// which no longer changes after m = 18.
pub(super) fn shares(most: usize) -> Vec<f64> {
    /// The largest m for which m! is an i64.
    const WHOLE: i64 = 20;
    let (mut derangements, mut factorial) = (1_i64, 1_i64);
    let mut shares = vec![1.0];
    for m in 1..=WHOLE {
        // D(m) = m D(m-1) + (-1)^m
        derangements = m * derangements + 1 - 2 * (m % 2);
        factorial *= m;
        shares.push(derangements as f64 / factorial as f64);
    }
    shares.resize((most + 1).max(shares.len()), shares[WHOLE as usize]);
    shares.truncate(most + 1);
    shares
}

/// 1/k! for k = 0, …, most; relative error below 2e-14 while it is above 1e-300.
pub(super) fn inverse_factorials(most: usize) -> Vec<f64> {
    let steps = (1..=most).scan(1.0, |inverse, k| {
        *inverse /= k as f64;
        Some(*inverse)
    });
    std::iter::once(1.0).chain(steps).collect()
}

/// C(n, 0), …, C(n, n).
pub(crate) fn binomials(n: usize) -> Vec<UBig> {
    let mut row = vec![UBig::ONE];
    for k in 1..=n {
        let next = &row[k - 1] * UBig::from(n + 1 - k) / UBig::from(k);
        row.push(next);
    }
    row
}

#[cfg(test)]
mod tests {
    use super::super::big_numbers::{factorial, quotient};
    use super::*;

    #[test]
    fn derangements_agree_with_the_published_sequence() {
        // OEIS A000166.
        let published: [u32; 11] = [1, 0, 1, 2, 9, 44, 265, 1854, 14_833, 133_496, 1_334_961];
        assert_eq!(counts(10), published.map(UBig::from));
        assert_eq!((counts(0).len(), counts(1).len()), (1, 2));
        let shares = shares(60);
        for (m, count) in counts(60).iter().enumerate() {
            let exact = quotient(count, &factorial(m));
            assert!((shares[m] - exact).abs() <= 2e-16 * exact, "{m}");
        }
        for (k, inverse) in inverse_factorials(166).iter().enumerate() {
            let exact = quotient(&UBig::ONE, &factorial(k));
            assert!((inverse - exact).abs() <= 2e-14 * exact, "{k}");
        }
    }
}
