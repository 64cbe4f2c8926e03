//! Riffles after Gilbert, Shannon and Reeds: exact laws after k of them (Bayer and Diaconis 1992,
//! "Trailing the dovetail shuffle to its lair").
//!
//! k riffles are one riffle of a = 2ᵏ packets. An order with r rising sequences then has the
//! probability C(a + n - r, n) / aⁿ: times n!, how likely it is compared with an ideal deck,
//!
//!   q(r) = Π (1 + j/a), j from 1 - r to n - r,
//!
//! which falls as r grows and is 0 for r > a. Everything here is a sum over r of Eulerian
//! probabilities times a function of q(r), arranged so that all terms have one sign.

use super::eulerian;
use super::lattice::sum::Sum;
use super::tail::FLOOR;

/// More riffles than this give the total variation of this many, an upper bound: 2ᵏ must stay a
/// double, and beyond it the result is below [`FLOOR`] or near it anyway.
pub const MOST_RIFFLES: u32 = 1000;

/// The total variation distance from a perfect shuffle after `k` riffles of `n` cards, in `[0, 1]`:
/// ½ Σ A(n, r-1) |C(a+n-r, n)/aⁿ - 1/n!| over r.
///
/// For n from 2 to 10,000 and k from 0 (the deck as it was, 1 - 1/n!) to [`MOST_RIFFLES`]; falls as
/// k grows. Relative error below 1e-10. At least [`FLOOR`], an upper bound of what is smaller.
///
/// ```
/// let seven = colddeck::exact::gsr::total_variation(52, 7);
/// assert!((seven - 0.334).abs() < 0.0005);
/// ```
pub fn total_variation(n: usize, k: u32) -> f64 {
    if n < 2 {
        return 0.0;
    }
    let mut short = Sum::default();
    let mut shared = Sum::default();
    for (ideal, log_ratio) in eulerian::law(n).into_iter().zip(log_ratios(n, k)) {
        if log_ratio < 0.0 {
            short.add(ideal * -libm::expm1(log_ratio));
            shared.add(ideal * libm::exp(log_ratio));
        } else {
            shared.add(ideal);
        }
    }
    // Both are the distance; each is right where the other has lost its digits.
    let distance = if short.value() < 0.5 {
        short.value()
    } else {
        1.0 - shared.value()
    };
    distance.clamp(FLOOR, 1.0)
}

/// P(R = r) at index r - 1, r from 1 to `n`: the law of the number of rising sequences after `k`
/// riffles. 0 for r > 2ᵏ. For n from 1 to 10,000, k up to [`MOST_RIFFLES`]; relative error below
/// 1e-10, also far from the middle (but below 1e-300 a value may be 0).
pub fn rising_law(n: usize, k: u32) -> Vec<f64> {
    let counts = eulerian::ln_counts(n);
    // The largest logarithm is taken out before the exponential, and the sum made 1 at the end,
    // which also removes ln n! and the errors that all logarithms share.
    let logs: Vec<f64> = counts
        .iter()
        .zip(log_ratios(n, k))
        .map(|(c, q)| c + q)
        .collect();
    let largest = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let mut law: Vec<f64> = logs.iter().map(|log| libm::exp(log - largest)).collect();
    let total = Sum::of(law.iter().copied()).value();
    for probability in &mut law {
        *probability /= total;
    }
    law
}

/// The mean number of rising sequences after `k` riffles of `n` cards:
/// a - (n+1) a⁻ⁿ Σ rⁿ over r < a, for n from 1 to 10,000 and k up to [`MOST_RIFFLES`].
/// Relative error below 1e-11.
pub fn rising_mean(n: usize, k: u32) -> f64 {
    let a = packets(k);
    let cards = n as f64;
    if a <= cards {
        // At most n terms, falling like e^{-nj/a}; r/a is exact.
        let powers = (1..1_u64 << k).map(|r| libm::pow(r as f64 / a, cards));
        return a - (cards + 1.0) * Sum::of(powers).value();
    }
    // The sum over r < a by Euler and Maclaurin (DLMF 24.4.7): a/(n+1) - 1/2 + Σ B₂ⱼ/(2j)! n^(2j-1)
    // falling / a^(2j-1), for 2j-1 < n. The first two terms leave (n+1)/2; the rest fall like
    // (n/2πa)²ʲ.
    let mut rest = 0.0;
    let mut power = cards / a;
    for (coefficient, odd) in EULER_MACLAURIN.iter().zip((1..n).step_by(2)) {
        rest += coefficient * power;
        power *= (n - odd) as f64 / a * ((cards - odd as f64 - 1.0) / a);
    }
    0.5 * (cards + 1.0) - (cards + 1.0) * rest
}

/// B₂ⱼ/(2j)! for j = 1, 2, …: for a > n the next term is below 1e-16 of the mean.
const EULER_MACLAURIN: [f64; 10] = [
    1.0 / 12.0,
    -1.0 / 720.0,
    1.0 / 30_240.0,
    -1.0 / 1_209_600.0,
    1.0 / 47_900_160.0,
    -691.0 / 1_307_674_368_000.0,
    1.0 / 74_724_249_600.0,
    -3617.0 / 10_670_622_842_880_000.0,
    43_867.0 / 5_109_094_217_170_944_000.0,
    -174_611.0 / 802_857_662_698_291_200_000.0,
];

/// 2ᵏ, exactly.
fn packets(k: u32) -> f64 {
    libm::ldexp(1.0, k.min(MOST_RIFFLES).cast_signed())
}

/// ln q(r) at index r - 1; minus infinity for r > a.
fn log_ratios(n: usize, k: u32) -> Vec<f64> {
    let a = packets(k);
    let mut log_ratio = Sum::of((1..n).map(|j| libm::log1p(j as f64 / a)));
    (1..=n)
        .map(|r| {
            let here = if r as f64 <= a {
                log_ratio.value()
            } else {
                f64::NEG_INFINITY
            };
            // From r to r + 1 the window of j moves down by one.
            log_ratio.add(-libm::log1p((n - r) as f64 / a));
            if (r as f64) < a {
                log_ratio.add(libm::log1p(-(r as f64) / a));
            }
            here
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::testing::assert_close;
    use std::collections::BTreeMap;

    /// (n, k, total variation, mean number of rising sequences): the formulas above in whole
    /// numbers (Python, `math.comb(2**k + n - r, n)`), divided at the end with mpmath.
    const EXACT: &[(usize, u32, f64, f64)] = &[
        (2, 0, 0.5, 1.0),
        (2, 1, 0.25, 1.25),
        (5, 0, 0.991_666_666_666_667, 1.0),
        (5, 3, 0.165_747_070_312_5, 2.688_476_562_5),
        (2, 60, 4.336_808_689_942_02e-19, 1.5),
        (2, 990, 4.778_309_726_736_48e-299, 1.5),
        (52, 1, 1.0, 1.999_999_999_999_99),
        (52, 3, 1.0, 7.948_850_897_846_14),
        (52, 4, 0.999_999_533_431_375, 14.099_424_942_481_3),
        (52, 5, 0.923_732_929_396_294, 19.605_323_174_813_4),
        (52, 6, 0.613_549_596_565_628, 22.948_190_526_885_2),
        (52, 7, 0.334_060_999_468_152, 24.710_367_638_668_4),
        (52, 8, 0.167_158_641_926_957, 25.603_445_877_610_7),
        (52, 9, 0.085_420_193_409_061_8, 26.051_505_000_009_8),
        (52, 10, 0.042_945_548_921_035, 26.275_725_235_832_3),
        (52, 20, 4.201_612_939_551_78e-5, 26.499_780_972_798_7),
        (52, 60, 3.821_344_714_122_03e-17, 26.5),
        (52, 400, 1.706_151_885_150_25e-119, 26.5),
        (52, 1000, 4.111_689_320_906_33e-300, 26.5),
        (60, 9, 0.105_177_313_940_263, 29.904_426_441_527_5),
        (1000, 9, 1.0, 347.052_948_352_285),
        (1000, 12, 0.735_664_583_735_649, 480.154_745_032_458),
        (1000, 60, 3.162_099_262_452_09e-15, 500.5),
        (3000, 10, 1.0, 854.945_011_322_945),
        (3000, 14, 0.852_581_805_542_245, 1_454.733_916_164_7),
        (3000, 40, 1.721_684_135_537_62e-8, 1_500.499_999_317_65),
    ];

    #[test]
    fn distances_and_means_agree_with_exact_arithmetic() {
        for &(n, k, distance, mean) in EXACT {
            assert_close(total_variation(n, k), distance, 1e-11);
            assert_close(rising_mean(n, k), mean, 1e-12);
        }
    }

    #[test]
    fn the_published_table_is_reproduced() {
        // Bayer and Diaconis 1992, table 1: 52 cards, 1 to 10 riffles.
        let published = [
            "1.000", "1.000", "1.000", "1.000", "0.924", "0.614", "0.334", "0.167", "0.085",
            "0.043",
        ];
        for (k, shown) in (1..).zip(published) {
            assert_eq!(format!("{:.3}", total_variation(52, k)), shown);
        }
    }

    /// The law of the deck after `k` riffles, by every pattern of bits: a 1 takes the next card
    /// of the bottom packet, which has as many cards as there are ones.
    fn enumerated(n: usize, k: u32) -> BTreeMap<Vec<usize>, f64> {
        let mut law = BTreeMap::from([((0..n).collect::<Vec<_>>(), 1.0)]);
        for _ in 0..k {
            let mut next = BTreeMap::new();
            for (deck, probability) in &law {
                for bits in 0..1_u32 << n {
                    let (mut top, mut bottom) = (0, n - bits.count_ones() as usize);
                    let mut riffled = Vec::with_capacity(n);
                    for position in 0..n {
                        let from = if bits >> position & 1 == 1 {
                            &mut bottom
                        } else {
                            &mut top
                        };
                        riffled.push(deck[*from]);
                        *from += 1;
                    }
                    *next.entry(riffled).or_insert(0.0) += probability / f64::from(1_u32 << n);
                }
            }
            law = next;
        }
        law
    }

    #[test]
    fn small_decks_agree_with_enumeration() {
        for n in 2..=6_usize {
            let orders = (1..=n).product::<usize>() as f64;
            for k in 0..=3 {
                let law = enumerated(n, k);
                let mut rising = vec![0.0; n];
                let mut shared = 0.0;
                for (deck, probability) in &law {
                    let position = |card: usize| deck.iter().position(|&c| c == card);
                    let breaks = (1..n).filter(|&c| position(c) < position(c - 1)).count();
                    rising[breaks] += probability;
                    shared += probability.min(1.0 / orders);
                }
                assert!((total_variation(n, k) - (1.0 - shared)).abs() < 1e-14);
                for (ours, theirs) in rising_law(n, k).iter().zip(&rising) {
                    assert!((ours - theirs).abs() < 1e-14, "n = {n}, k = {k}");
                }
            }
        }
    }

    #[test]
    fn the_mean_is_that_of_the_law() {
        for n in [1, 2, 3, 10, 52, 700] {
            for k in [0, 1, 2, 5, 6, 7, 10, 30, 200, MOST_RIFFLES] {
                let law = rising_law(n, k);
                assert_eq!(law.len(), n);
                let mean: f64 = law
                    .iter()
                    .enumerate()
                    .map(|(r, p)| p * (r as f64 + 1.0))
                    .sum();
                assert_close(rising_mean(n, k), mean, 1e-11);
            }
        }
    }

    #[test]
    fn more_riffles_never_increase_the_distance() {
        for n in [2, 3, 52, 200] {
            let distances: Vec<f64> = (0..=300).map(|k| total_variation(n, k)).collect();
            assert!(
                distances.is_sorted_by(|before, after| before >= after),
                "n = {n}"
            );
            assert!(distances.iter().all(|&d| (FLOOR..=1.0).contains(&d)));
        }
        assert_close(total_variation(2, 5000), FLOOR, 0.0);
        assert!(total_variation(52, 5000) >= FLOOR);
        assert_close(total_variation(1, 3), 0.0, 0.0);
    }
}
