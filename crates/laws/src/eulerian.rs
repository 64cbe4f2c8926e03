//! The Eulerian law: how many rising sequences an ideal deck has.
//!
//! A(n, k) orders of n cards have k descents (OEIS A008292); as many have k + 1 rising sequences.
//! So P(R = r) = A(n, r - 1) / n!, with mean (n + 1)/2 and variance (n + 1)/12. All comes from
//! A(n, k) = (k + 1) A(n-1, k) + (n - k) A(n-1, k-1) (Graham, Knuth and Patashnik 1994, 6.35):
//! sums of positive terms, so nothing cancels, and only half a row is needed by symmetry.

use dashu_int::UBig;

use super::double::Double;
use super::wide::Wide;

/// Probabilities below this become 0. At most 1e-300 is dropped per card, and dropped mass can
/// only be missing once: an entry is off by at most n · 1e-300, those above 1e-285 not visibly.
const NEGLIGIBLE: f64 = 1e-300;

/// Entries are brought back under this power of two, so that a step cannot overflow.
const RESCALE_ABOVE: f64 = 18_446_744_073_709_551_616.0;

/// Binary logarithm of [`RESCALE_ABOVE`].
const RESCALE_BITS: u32 = 64;

/// P(R = r) at index r - 1, for r from 1 to n: the law of the number of rising sequences of an
/// ideal deck of `n` cards, n from 1 to 10,000. Sums to 1 up to rounding and is exactly symmetric.
///
/// Far ends below 1e-300 are 0 (from n = 167 on). Takes about 15 ms at n = 10,000.
///
/// ```
/// let law = colddeck_laws::eulerian::law(3);
/// assert_eq!(law, [1.0 / 6.0, 4.0 / 6.0, 1.0 / 6.0]); // of 6 orders, 4 have one descent
/// ```
pub fn law(n: usize) -> Vec<f64> {
    let mut half = vec![0.0; n.div_ceil(2)];
    if let Some(first) = half.first_mut() {
        *first = 1.0;
    }
    // Below `start` all is 0; the start only ever moves up.
    let mut start = 0;
    for cards in 2..=n {
        let middle = (cards - 1) / 2;
        if cards % 2 == 1 {
            // The row before has an even length: its entry at `middle` mirrors the one below.
            half[middle] = half[middle - 1];
        }
        let size = cards as f64;
        for k in (start.max(1)..=middle).rev() {
            half[k] = ((k + 1) as f64 * half[k] + (cards - k) as f64 * half[k - 1]) / size;
        }
        if start == 0 {
            half[0] /= size;
        }
        while half[start] < NEGLIGIBLE {
            half[start] = 0.0;
            start += 1;
        }
    }
    mirrored(&half, n)
}

/// The same law as [`law`], with 31 digits and at the far ends too: P(R = r) at index r - 1, for n
/// from 1 to 10,000, right to a relative 1e-26. Takes about a second at n = 10,000.
///
/// Each entry of the counts' recurrence is a sum of two positive terms, each rounded three times by
/// at most 2^-102; n steps multiply that by at most 4n, and nothing cancels. Division by n! comes
/// last.
pub(crate) fn wide_law(n: usize) -> Vec<Wide> {
    let mut half = vec![Entry::default(); n.div_ceil(2)];
    if let Some(first) = half.first_mut() {
        *first = Entry::one();
    }
    for cards in 2..=n {
        let middle = (cards - 1) / 2;
        if cards % 2 == 1 {
            half[middle] = half[middle - 1];
        }
        let mut here = half[middle];
        for k in (1..=middle).rev() {
            let below = half[k - 1];
            half[k] = here.next((k + 1) as f64, below, (cards - k) as f64);
            here = below;
        }
    }
    let orders = (2..=n).fold(Wide::ONE, |orders, i| orders * Wide::from(i));
    let half: Vec<Wide> = half
        .iter()
        .map(|entry| Wide::from(*entry) / orders)
        .collect();
    mirrored(&half, n)
}

/// A count as value · 2^(64 · scale), with the value in [1, 2^64), or 0.
#[derive(Clone, Copy, Default)]
pub(super) struct Entry {
    value: Double,
    scale: u32,
}

impl Entry {
    /// 1.
    pub fn one() -> Self {
        Self {
            value: Double::from(1.0),
            scale: 0,
        }
    }

    /// `factor` times this entry and `factor_below` times the one below it. The factors are at most 20,000.
    #[inline]
    pub fn next(self, factor: f64, below: Self, factor_below: f64) -> Self {
        let (large, by, small, small_by) = if self.scale >= below.scale {
            (self, factor, below, factor_below)
        } else {
            (below, factor_below, self, factor)
        };
        let shifted = match large.scale - small.scale {
            0 => small.value,
            1 => small.value.scaled(1.0 / RESCALE_ABOVE),
            2 => small.value.scaled(1.0 / RESCALE_ABOVE / RESCALE_ABOVE),
            // Below 2^-128 of the larger entry; n times that is below its last place.
            _ => Double::from(0.0),
        };
        let sum = large
            .value
            .times_small(by)
            .plus_positive(shifted.times_small(small_by));
        if sum.high >= RESCALE_ABOVE {
            Self {
                value: sum.scaled(1.0 / RESCALE_ABOVE),
                scale: large.scale + 1,
            }
        } else {
            Self {
                value: sum,
                scale: large.scale,
            }
        }
    }
}

impl From<Entry> for Wide {
    fn from(entry: Entry) -> Self {
        Self::new(entry.value, i64::from(RESCALE_BITS * entry.scale))
    }
}

/// Numbers that a count of orders may take on its way: a fraction of a second.
const COUNTED: usize = 4_000_000;

/// The number of orders of `n` cards that have at most so many rising sequences: a sum of Eulerian numbers A(n, 0), A(n, 1), …
/// by A(n, k) = (k + 1) A(n − 1, k) + (n − k) A(n − 1, k − 1). Nothing where that takes too long.
pub fn orders_with_at_most(n: usize, rising: u64) -> Option<UBig> {
    let kept = usize::try_from(rising).map_or(n, |rising| rising.min(n));
    if kept == n {
        return Some((1..=n).map(UBig::from).product());
    }
    if n * kept > COUNTED {
        return None;
    }
    Some(first(n, kept).into_iter().sum())
}

/// A(n, 0), A(n, 1), …: as many as are asked for, up to all n.
fn first(n: usize, kept: usize) -> Vec<UBig> {
    let mut counts = vec![UBig::ZERO; kept];
    if let Some(first) = counts.first_mut() {
        *first = UBig::ONE;
    }
    for cards in 2..=n {
        for k in (1..kept.min(cards)).rev() {
            counts[k] = UBig::from(k + 1) * &counts[k] + UBig::from(cards - k) * &counts[k - 1];
        }
    }
    counts
}

/// The Eulerian numbers A(n, 0), …, A(n, n − 1) themselves. Takes about a tenth of a second at n = 1,000.
#[cfg(any(test, feature = "full"))]
pub(super) fn numbers(n: usize) -> Vec<UBig> {
    mirrored(&first(n, n.div_ceil(2)), n)
}

/// The mean number of rising sequences of an ideal deck of `n` cards: (n + 1)/2.
pub fn mean(n: usize) -> f64 {
    0.5 * (n + 1) as f64
}

/// A symmetric row of length `n` from its first half (with the middle, if there is one).
pub(super) fn mirrored<T: Clone>(half: &[T], n: usize) -> Vec<T> {
    let mut row = half.to_vec();
    row.extend(half[..n / 2].iter().rev().cloned());
    row
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_are_counted_by_their_rising_sequences() {
        // 1, 26, 66, 26, 1 of five cards; 2ⁿ − n after one riffle.
        for (rising, orders) in [
            (0, 0_u64),
            (1, 1),
            (2, 27),
            (3, 93),
            (4, 119),
            (5, 120),
            (99, 120),
        ] {
            assert_eq!(orders_with_at_most(5, rising), Some(UBig::from(orders)));
        }
        let one_riffle = UBig::from(2_u64.pow(52) - 52);
        assert_eq!(orders_with_at_most(52, 2), Some(one_riffle));
        assert_eq!(orders_with_at_most(10_000, 5_000), None);
        assert_eq!(orders_with_at_most(1, 1), Some(UBig::ONE));
    }

    /// A(n, r - 1) itself at index r - 1, where all of the row fits (n up to 34).
    fn counts(n: usize) -> Option<Vec<u128>> {
        let mut row: Vec<u128> = Vec::new();
        for cards in 1..=n {
            row.push(u128::from(cards == 1));
            for k in (1..cards).rev() {
                let same = row[k].checked_mul(k as u128 + 1)?;
                let split = row[k - 1].checked_mul((cards - k) as u128)?;
                row[k] = same.checked_add(split)?;
            }
        }
        Some(row)
    }

    /// The variance of that number: (n + 1)/12; 0 for a single card.
    fn variance(n: usize) -> f64 {
        if n < 2 { 0.0 } else { (n as f64 + 1.0) / 12.0 }
    }

    /// Rows of the table in OEIS A008292.
    const PUBLISHED: &[&[u128]] = &[
        &[1],
        &[1, 1],
        &[1, 4, 1],
        &[1, 11, 11, 1],
        &[1, 26, 66, 26, 1],
        &[1, 57, 302, 302, 57, 1],
        &[1, 120, 1191, 2416, 1191, 120, 1],
        &[1, 247, 4293, 15_619, 15_619, 4293, 247, 1],
        &[1, 502, 14_608, 88_234, 156_190, 88_234, 14_608, 502, 1],
        &[
            1, 1013, 47_840, 455_192, 1_310_354, 1_310_354, 455_192, 47_840, 1013, 1,
        ],
    ];

    /// (n, r, P(R = r)), made in Python as a whole number,
    /// `sum((-1)**i * math.comb(n+1, i) * (r-i)**n for i in range(r))`, over `math.factorial(n)`.
    const FAR: &[(usize, usize, f64, i64)] = &[
        (300, 1, 3.267_359_761_105_33, -615),
        (300, 2, 6.655_729_380_999_20, -525),
        (300, 21, 1.513_309_953_323_73, -218),
        (300, 150, 7.922_111_526_787_83, -2),
        (2000, 1, 3.015_431_386_486_78, -5736),
        (2000, 6, 6.051_321_375_776_62, -4180),
        (2000, 301, 2.883_434_660_172_61, -780),
        (2000, 1000, 3.086_875_584_526_22, -2),
        (10000, 2, 7.009_420_574_857_58, -32650),
        (10000, 300, 5.731_557_792_244_37, -10889),
    ];

    /// Counts, by looking at each, the orders of n cards that have 1, 2, … n rising sequences.
    fn enumerated(n: usize) -> Vec<u128> {
        fn extend(position: &mut Vec<usize>, n: usize, tally: &mut [u128]) {
            if position.len() == n {
                let rising = 1 + position.windows(2).filter(|pair| pair[1] < pair[0]).count();
                tally[rising - 1] += 1;
                return;
            }
            for next in 0..n {
                if !position.contains(&next) {
                    position.push(next);
                    extend(position, n, tally);
                    position.pop();
                }
            }
        }
        let mut tally = vec![0; n];
        extend(&mut Vec::new(), n, &mut tally);
        tally
    }

    #[test]
    fn counts_agree_with_the_published_table_and_with_enumeration() {
        for (index, &row) in PUBLISHED.iter().enumerate() {
            assert_eq!(counts(index + 1).as_deref(), Some(row));
        }
        for n in 1..=8 {
            assert_eq!(counts(n), Some(enumerated(n)));
        }
    }

    #[test]
    fn counts_say_when_they_do_not_fit() {
        let factorial = (1..=34).product::<u128>();
        assert_eq!(counts(34).unwrap().iter().sum::<u128>(), factorial);
        assert_eq!(counts(40), None);
    }

    #[test]
    fn the_laws_are_those_of_the_counts() {
        for n in 1..=34_usize {
            let counts = counts(n).unwrap();
            let factorial = counts.iter().sum::<u128>() as f64;
            let orders = (1..=n).fold(Wide::ONE, |orders, i| orders * Wide::from(i));
            let (law, wide) = (law(n), wide_law(n));
            assert_eq!((law.len(), wide.len()), (n, n));
            for (r, &count) in counts.iter().enumerate() {
                let exact = count as f64 / factorial;
                assert!(
                    (law[r] / exact - 1.0).abs() < 2e-14,
                    "n = {n}, r = {}",
                    r + 1
                );
                let count = Wide::from(count as u64)
                    + Wide::from((count >> 64) as u64) * Wide::power_of_two(64);
                let error = (wide[r] * orders - count) / count;
                assert!(error.abs().value() < 1e-28, "n = {n}, r = {}", r + 1);
            }
            assert!(
                numbers(n)
                    .into_iter()
                    .eq(counts.into_iter().map(UBig::from))
            );
        }
    }

    #[test]
    fn the_law_has_its_mean_and_variance() {
        for n in [1, 2, 3, 52, 167, 168, 169, 1000, 2001] {
            let law = law(n);
            let moment = |f: &dyn Fn(f64) -> f64| -> f64 {
                law.iter()
                    .enumerate()
                    .map(|(r, p)| p * f(r as f64 + 1.0))
                    .sum()
            };
            let middle = mean(n);
            assert!((moment(&|_| 1.0) - 1.0).abs() < 1e-12, "n = {n}");
            assert!((moment(&|r| r) / middle - 1.0).abs() < 1e-12, "n = {n}");
            let spread = moment(&|r| (r - middle) * (r - middle));
            assert!(
                (spread - variance(n)).abs() <= 1e-11 * variance(n),
                "n = {n}"
            );
        }
    }

    #[test]
    fn far_ends_are_zero_in_the_law_and_right_in_the_wide_one() {
        let law = law(300);
        assert!(law[0] == 0.0 && law[299] == 0.0);
        for &(n, rising, mantissa, exponent) in FAR {
            let wide = wide_law(n);
            let ours = wide[rising - 1].decimal();
            assert_eq!(wide[n - rising], wide[rising - 1]);
            assert_eq!(ours.1, exponent, "n = {n}, r = {rising}");
            assert!(
                (ours.0 - mantissa).abs() < 6e-15,
                "n = {n}, r = {rising}: {ours:?}"
            );
        }
    }
}
