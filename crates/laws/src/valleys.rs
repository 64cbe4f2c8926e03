//! The number of valleys that an ideal deck has.
//!
//! A valley is a card, neither the first nor the last, that lies between two higher cards. T(n, v) orders of n
//! cards have v of them, from none to ⌊(n−1)/2⌋, and
//!
//!   T(n, v) = (2v + 2) T(n−1, v) + (n − 2v) T(n−1, v−1),   T(1, 0) = 1
//!
//! (OEIS A008303, for peaks, of which as many orders have v; Warren and Seneta, 1996, Peaks and Eulerian numbers in
//! a random sequence). Sums of positive terms, so nothing cancels. Seen as a walk: a card that is lower than all n − 1
//! others goes to an end, or beside a valley and takes its place, which are 2v + 2 of the n places; anywhere else it
//! is a valley more.

use super::eulerian::Entry;
use super::wide::Wide;

/// Probabilities below this become 0. In each step of the walk at most a few that are so small are dropped, so
/// that those above 1e-285 are not visibly off.
const NEGLIGIBLE: f64 = 1e-300;

/// The different numbers of valleys that `n` cards can have, n from 1.
pub fn classes(n: usize) -> usize {
    n.div_ceil(2)
}

/// P(V = v) at index v: the law of the number of valleys of an ideal deck of `n` cards, n from 1 to 10,000.
///
/// Far ends below 1e-300 are 0. Takes about 50 ms at n = 10,000.
///
/// ```
/// let law = colddeck_laws::valleys::law(3);
/// assert_eq!(law, [4.0 / 6.0, 2.0 / 6.0]); // of 6 orders, 2 have the lowest card in the middle
/// ```
pub fn law(n: usize) -> Vec<f64> {
    let mut law = vec![0.0; classes(n)];
    law[0] = 1.0;
    for cards in 2..=n {
        let size = cards as f64;
        for v in (0..classes(cards)).rev() {
            let fewer = if v == 0 { 0.0 } else { law[v - 1] };
            let value = ((2 * v + 2) as f64 * law[v] + (cards - 2 * v) as f64 * fewer) / size;
            law[v] = if value < NEGLIGIBLE { 0.0 } else { value };
        }
    }
    law
}

/// The same law as [`law`], with 31 digits and at the far ends too: P(V = v) at index v, for n from 1 to 10,000,
/// right to a relative 1e-26. Takes about a second at n = 10,000.
#[cfg(feature = "full")]
pub(crate) fn wide_law(n: usize) -> Vec<Wide> {
    let orders = (2..=n).fold(Wide::ONE, |orders, i| orders * Wide::from(i));
    counts(n, classes(n))
        .into_iter()
        .map(|count| Wide::from(count) / orders)
        .collect()
}

/// The natural logarithm of the number of orders of `n` cards with fewer than `valleys` valleys, from 1 on.
pub fn ln_orders_with_fewer(n: usize, valleys: usize) -> f64 {
    let counts = counts(n, valleys.min(classes(n)));
    counts.into_iter().map(Wide::from).sum::<Wide>().ln()
}

/// T(n, v) at index v, for v below `most`.
fn counts(n: usize, most: usize) -> Vec<Entry> {
    let mut counts = vec![Entry::default(); most];
    counts[0] = Entry::one();
    for cards in 2..=n {
        for v in (1..classes(cards).min(most)).rev() {
            let (same, one_more) = ((2 * v + 2) as f64, (cards - 2 * v) as f64);
            counts[v] = counts[v].next(same, counts[v - 1], one_more);
        }
        counts[0] = counts[0].next(2.0, Entry::default(), 0.0);
    }
    counts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::assert_close;

    /// T(n, v) in whole numbers.
    fn whole(n: usize) -> Vec<u128> {
        let mut row = vec![1_u128];
        for cards in 2..=n as u128 {
            let old = |v: usize| row.get(v).copied().unwrap_or(0);
            row = (0..classes(cards as usize))
                .map(|v| {
                    let fewer = if v == 0 { 0 } else { old(v - 1) };
                    (2 * v as u128 + 2) * old(v) + (cards - 2 * v as u128) * fewer
                })
                .collect();
        }
        row
    }

    #[test]
    fn counts_are_those_of_the_encyclopedia() {
        // Rows of OEIS A008303.
        assert_eq!(whole(4), [8, 16]);
        assert_eq!(whole(5), [16, 88, 16]);
        assert_eq!(whole(6), [32, 416, 272]);
        assert_eq!(whole(7), [64, 1824, 2880, 272]);
        assert_eq!(whole(8), [128, 7680, 24_576, 7936]);
    }

    #[test]
    fn the_laws_are_those_of_the_counts() {
        for n in 1..=34 {
            let counts = whole(n);
            let orders = counts.iter().sum::<u128>();
            assert_eq!(orders, (1..=n as u128).product::<u128>());
            let (law, wide) = (law(n), wide_law(n));
            assert_eq!((law.len(), wide.len()), (counts.len(), counts.len()));
            for (v, &count) in counts.iter().enumerate() {
                let exact = count as f64 / orders as f64;
                assert_close(law[v], exact, 2e-14);
                assert_close(wide[v].value(), exact, 1e-15);
                let fewer: u128 = counts[..=v].iter().sum();
                let ours = ln_orders_with_fewer(n, v + 1);
                assert!((ours - libm::log(fewer as f64)).abs() < 1e-12);
            }
        }
    }

    /// Made in Python with whole numbers.
    #[test]
    fn far_ends_are_right_in_the_wide_law_and_zero_in_the_other() {
        let (law, wide) = (law(2000), wide_law(2000));
        assert_eq!((law[0].to_bits(), law[999].to_bits()), (0, 0));
        for &(v, mantissa, exponent) in FAR {
            let ours = wide[v].decimal();
            assert_eq!(ours.1, exponent, "{v}");
            assert_close(ours.0, mantissa, 1e-15);
        }
        let total: Wide = wide.iter().copied().sum();
        assert!((total - Wide::ONE).abs().value() < 1e-26);
        assert!((law.iter().sum::<f64>() - 1.0).abs() < 1e-12);
    }

    const FAR: &[(usize, f64, i64)] = &[
        (0, 1.731_054_667_159_44, -5134),
        (1, 4.968_692_496_408_778, -4533),
        (20, 4.322_155_867_052_004, -2502),
        (666, 4.229_719_045_940_928, -2),
        (900, 4.107_614_588_763_548, -154),
        (999, 9.338_632_173_967_86, -390),
    ];
}
