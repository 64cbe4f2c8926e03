//! The Eulerian law: how many rising sequences an ideal deck has.
//!
//! A(n, k) orders of n cards have k descents (OEIS A008292); as many have k + 1 rising sequences.
//! So P(R = r) = A(n, r - 1) / n!, with mean (n + 1)/2 and variance (n + 1)/12. All comes from
//! A(n, k) = (k + 1) A(n-1, k) + (n - k) A(n-1, k-1) (Graham, Knuth and Patashnik 1994, 6.35):
//! sums of positive terms, so nothing cancels, and only half a row is needed by symmetry.

use std::f64::consts::LN_2;

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
/// let law = colddeck::exact::eulerian::law(3);
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

/// The natural logarithms of A(n, r - 1) at index r - 1, for r from 1 to n, n from 1 to 10,000:
/// as accurate at the far ends as in the middle (relative error below 1e-15; the number itself is
/// known to about 1e-11 at n = 10,000, where its logarithm is 82,000). Takes 0.1 s at n = 10,000.
pub fn ln_counts(n: usize) -> Vec<f64> {
    // An entry is value · 2^(64 · scale), with the value in [1, 2^64).
    let mut half = vec![(0.0, 0_u32); n.div_ceil(2)];
    if let Some(first) = half.first_mut() {
        *first = (1.0, 0);
    }
    for cards in 2..=n {
        let middle = (cards - 1) / 2;
        if cards % 2 == 1 {
            half[middle] = half[middle - 1];
        }
        for k in (1..=middle).rev() {
            let (below, below_scale) = half[k - 1];
            let (here, scale) = half[k];
            // Counts grow towards the middle, so the entry below never has the larger scale.
            let shifted = match scale - below_scale {
                0 => below,
                1 => below / RESCALE_ABOVE,
                2 => below / RESCALE_ABOVE / RESCALE_ABOVE,
                // Below 2^-128 of the entry here; n times that is far below its last place.
                _ => 0.0,
            };
            let sum = (k + 1) as f64 * here + (cards - k) as f64 * shifted;
            half[k] = if sum >= RESCALE_ABOVE {
                (sum / RESCALE_ABOVE, scale + 1)
            } else {
                (sum, scale)
            };
        }
    }
    let logs: Vec<f64> = half
        .iter()
        .map(|&(value, scale)| libm::log(value) + f64::from(RESCALE_BITS * scale) * LN_2)
        .collect();
    mirrored(&logs, n)
}

/// A(n, r - 1) itself at index r - 1, where all of the row fits (n up to 34).
///
/// ```
/// assert_eq!(colddeck::exact::eulerian::counts(4), Some(vec![1, 11, 11, 1]));
/// ```
pub fn counts(n: usize) -> Option<Vec<u128>> {
    let mut row: Vec<u128> = Vec::new();
    for cards in 1..=n {
        row.push(u128::from(cards == 1));
        for k in (1..cards).rev() {
            let kept = row[k].checked_mul(k as u128 + 1)?;
            let split = row[k - 1].checked_mul((cards - k) as u128)?;
            row[k] = kept.checked_add(split)?;
        }
    }
    Some(row)
}

/// The mean number of rising sequences of an ideal deck of `n` cards: (n + 1)/2.
pub fn mean(n: usize) -> f64 {
    0.5 * (n + 1) as f64
}

/// The variance of that number: (n + 1)/12; 0 for a single card.
pub fn variance(n: usize) -> f64 {
    if n < 2 { 0.0 } else { (n as f64 + 1.0) / 12.0 }
}

/// A symmetric row of length `n` from its first half (with the middle, if there is one).
fn mirrored(half: &[f64], n: usize) -> Vec<f64> {
    let mut row = half.to_vec();
    row.extend(half[..n / 2].iter().rev());
    row
}

#[cfg(test)]
mod tests {
    use super::*;

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

    /// (n, r, ln A(n, k)) with k = r - 1, made with mpmath at 40 digits from the exact integer
    /// `sum((-1)**i * math.comb(n+1, i) * (k+1-i)**n for i in range(k+1))`.
    const FAR: &[(usize, usize, f64)] = &[
        (300, 2, 207.944_154_167_983_59),
        (300, 21, 913.356_598_946_286_3),
        (300, 150, 1_412.370_337_536_290_6),
        (2000, 2, 1_386.294_361_119_890_6),
        (2000, 6, 3_583.518_938_456_11),
        (2000, 301, 11_411.566_960_152_366),
        (2000, 1000, 13_203.046_339_769_49),
    ];

    /// How many of all orders of n cards have 1, 2, … n rising sequences, by looking at each.
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
    fn the_law_and_the_logarithms_are_those_of_the_counts() {
        for n in 1..=34_usize {
            let counts = counts(n).unwrap();
            let factorial = counts.iter().sum::<u128>() as f64;
            let (law, logs) = (law(n), ln_counts(n));
            assert_eq!((law.len(), logs.len()), (n, n));
            for (r, &count) in counts.iter().enumerate() {
                let exact = count as f64 / factorial;
                assert!(
                    (law[r] / exact - 1.0).abs() < 2e-14,
                    "n = {n}, r = {}",
                    r + 1
                );
                let exact = libm::log(count as f64);
                assert!((logs[r] - exact).abs() < 4e-14, "n = {n}, r = {}", r + 1);
            }
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
    fn far_ends_are_zero_in_the_law_and_right_in_the_logarithms() {
        let law = law(300);
        assert!(law[0] == 0.0 && law[299] == 0.0);
        for &(n, rising, logarithm) in FAR {
            let ours = ln_counts(n)[rising - 1];
            assert!(
                (ours - logarithm).abs() <= 4e-16 * logarithm,
                "n = {n}, r = {rising}"
            );
        }
    }
}
