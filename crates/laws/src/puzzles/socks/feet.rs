//! Left and right socks: every left one is a mate of every right one.
//!
//! The socks aside are the excess of one foot over the other, so U is the farthest that a walk of 2n steps goes which
//! ends where it began. By reflection, with r(m) = C(2n, n−m)/C(2n, n),
//!
//! P(U ≥ u) = 2 Σ_{k≥1} (−1)^(k−1) r(k u), and E(U) = 2 Σ_{m≥1} c(m) r(m),
//!
//! where c(m) is how many more odd divisors than even ones m has. Since r(m) falls like exp(−m²/n), some 10 √n terms
//! are enough. E(U) = √(π n) ln 2 − ½ + O(1/√n) (de Bruijn, Knuth and Rice, 1972, The Average Height of Planted Plane
//! Trees, for the like sum).

use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;

use super::{Share, law};
use crate::wide::Wide;

/// Pairs up to which there are figures: the time of a scan over all sizes.
pub const MOST_PAIRS: usize = 200_000;

/// Pairs up to which the mean is made a fraction.
pub const MOST_EXACT: usize = 150;

/// Ratios below this are left out of sums of numbers with 31 digits.
const SMALL_WIDE: f64 = 1e-33;

/// Ratios below this are left out of sums of doubles.
const SMALL: f64 = 1e-18;

/// √π · ln 2, the factor of √n.
pub fn factor() -> f64 {
    std::f64::consts::PI.sqrt() * std::f64::consts::LN_2
}

/// √(3/2), the factor of √n in that conjecture.
pub fn conjectured_factor() -> f64 {
    1.5f64.sqrt()
}

/// √(π n) ln 2 − ½.
pub fn asymptote(pairs: usize) -> f64 {
    factor() * (pairs as f64).sqrt() - 0.5
}

/// √(3n/2), the conjecture that the article retracts.
pub fn conjecture(pairs: usize) -> f64 {
    (1.5 * pairs as f64).sqrt()
}

/// E(U) for `pairs` pairs, at least 1; right to 25 digits.
pub fn mean(pairs: usize) -> Wide {
    let ratios = ratios(pairs);
    let mut weights = Weights::default();
    weights.up_to(ratios.len());
    let terms = ratios.iter().zip(&weights.by_number);
    let sum: Wide = terms
        .map(|(ratio, weight)| {
            let size = *ratio * Wide::from(u64::from(weight.unsigned_abs()));
            if *weight < 0 { -size } else { size }
        })
        .sum();
    sum + sum
}

/// r(1), r(2), … as far as they are not small.
fn ratios(pairs: usize) -> Vec<Wide> {
    let next = |(m, last): (usize, Wide)| {
        let ratio = last * Wide::from(pairs - m) / Wide::from(pairs + m + 1);
        (m + 1, ratio)
    };
    std::iter::successors(Some((0, Wide::ONE)), |last| Some(next(*last)))
        .skip(1)
        .take(pairs)
        .map(|(_, ratio)| ratio)
        .take_while(|ratio| ratio.value() > SMALL_WIDE)
        .collect()
}

/// The law of U, as far as it is not negligible.
pub fn shares(pairs: usize) -> Vec<Share> {
    let ratios = ratios(pairs);
    let tails = (1..=pairs).map(|u| {
        let terms = ratios.iter().skip(u - 1).step_by(u).enumerate();
        let sum: Wide = terms
            .map(|(at, ratio)| if at % 2 == 0 { *ratio } else { -*ratio })
            .sum();
        (sum + sum).value()
    });
    let tails: Vec<f64> = tails.take_while(|tail| *tail > 0.0).collect();
    law(1, &tails)
}

/// Counts those of the C(2n, n) arrangements of left and right socks that have U ≥ u, for u from 1
/// to n.
pub fn counts_at_least(pairs: usize) -> Vec<UBig> {
    let mut binomials = vec![UBig::ONE];
    for k in 0..2 * pairs {
        binomials.push(&binomials[k] * UBig::from(2 * pairs - k) / UBig::from(k + 1));
    }
    let tail = |u: usize| {
        let terms = (1..=pairs / u).map(|k| {
            let ways = IBig::from(binomials[pairs - k * u].clone());
            if k % 2 == 1 { ways } else { -ways }
        });
        let sum: IBig = terms.sum();
        // A number of arrangements is not negative.
        UBig::try_from(sum).unwrap_or(UBig::ZERO) * UBig::from(2u8)
    };
    (1..=pairs).map(tail).collect()
}

/// E(U) as a fraction.
pub fn mean_exactly(pairs: usize) -> RBig {
    let tails = counts_at_least(pairs);
    // U ≥ 1 always.
    let all = tails.first().cloned().unwrap_or(UBig::ONE);
    let sum: UBig = tails.into_iter().sum();
    RBig::from_parts(sum.into(), all)
}

/// The error of the conjecture E(U) ≈ √(3n/2), for all n from 1 to some number.
#[derive(Debug, Clone, PartialEq)]
pub struct Scan {
    /// The last n.
    pub up_to: usize,
    /// The n at which |E(U) − √(3n/2)| is largest.
    pub largest_at: usize,
    /// The size of the error there.
    pub largest: f64,
    /// The n whose error has another sign than that of n − 1.
    pub sign_changes: Vec<usize>,
    /// The first n with an error of ½ or more in size.
    pub half_at: Option<usize>,
    /// The n from which on all have one, if the last one has.
    pub half_from: Option<usize>,
    /// The largest |E(U) − (√(π n) ln 2 − ½)| · √n: the rest of the asymptote falls as fast as 1/√n.
    pub largest_rest: f64,
}

/// Goes through all n from 1 to `up_to`, in doubles, which are right to 1e-9 here; the n at which the sign changes and at
/// which the error comes to ½ are looked at again with 25 digits.
pub fn scan(up_to: usize) -> Scan {
    let mut weights = Weights::default();
    let mut scan = Scan {
        up_to,
        largest_at: 1,
        largest: 0.0,
        sign_changes: Vec::new(),
        half_at: None,
        half_from: None,
        largest_rest: 0.0,
    };
    let (mut last, mut half) = (0.0, false);
    for pairs in 1..=up_to {
        let mut mean = mean_nearly(pairs, &mut weights);
        let mut error = mean - conjecture(pairs);
        if error.abs() < CLOSE || (error.abs() - 0.5).abs() < CLOSE {
            mean = self::mean(pairs).value();
            error = mean - conjecture(pairs);
        }
        if error.abs() > scan.largest {
            (scan.largest_at, scan.largest) = (pairs, error.abs());
        }
        if pairs > 1 && (error < 0.0) != (last < 0.0) {
            scan.sign_changes.push(pairs);
        }
        let now = error.abs() >= 0.5;
        if now && scan.half_at.is_none() {
            scan.half_at = Some(pairs);
        }
        if now != half {
            scan.half_from = now.then_some(pairs);
        }
        let rest = (mean - asymptote(pairs)).abs() * (pairs as f64).sqrt();
        scan.largest_rest = scan.largest_rest.max(rest);
        (last, half) = (error, now);
    }
    scan
}

/// Errors this near to 0 or to ½ are computed again.
const CLOSE: f64 = 1e-4;

/// E(U) in doubles.
fn mean_nearly(pairs: usize, weights: &mut Weights) -> f64 {
    let n = pairs as f64;
    // Behind these all ratios are small: r(m) is at most exp(−m²/(2n)) · …, and n is the last.
    let terms = pairs.min((7.0 * n.sqrt()) as usize + 2);
    weights.up_to(terms);
    let (mut ratio, mut sum) = (1.0, 0.0);
    for (m, weight) in weights.by_number[..terms].iter().enumerate() {
        let m = m as f64;
        ratio *= (n - m) / (n + m + 1.0);
        if ratio < SMALL {
            break;
        }
        sum += f64::from(*weight) * ratio;
    }
    2.0 * sum
}

/// The number of odd divisors less the number of even ones, for the numbers 1, 2, 3, …
#[derive(Debug, Default)]
struct Weights {
    by_number: Vec<i32>,
}

impl Weights {
    /// Fills them in up to `last`, and beyond.
    fn up_to(&mut self, last: usize) {
        if last <= self.by_number.len() {
            return;
        }
        let last = last.next_power_of_two();
        self.by_number = vec![0; last];
        for divisor in 1..=last {
            let sign = if divisor % 2 == 1 { 1 } else { -1 };
            for multiple in (divisor..=last).step_by(divisor) {
                self.by_number[multiple - 1] += sign;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::all_orders;
    use super::*;
    use crate::testing::assert_close;

    #[test]
    fn all_orders_of_few_socks_give_the_same() {
        for pairs in 1..=5 {
            let counts = all_orders(pairs, |a, b| a % 2 != b % 2);
            let all: u64 = counts.iter().sum();
            let tails = counts_at_least(pairs);
            for u in 1..=pairs {
                let seen: u64 = counts[u..].iter().sum();
                let ours = RBig::from_parts(tails[u - 1].clone().into(), tails[0].clone());
                assert_eq!(
                    ours,
                    RBig::from_parts(seen.into(), all.into()),
                    "{pairs} {u}"
                );
            }
            for share in shares(pairs) {
                let seen = counts[share.value] as f64 / all as f64;
                assert_close(share.probability, seen, 1e-14);
            }
        }
        assert_eq!(mean_exactly(1).to_string(), "1");
        assert_eq!(mean_exactly(2).to_string(), "4/3");
    }

    #[test]
    fn sums_by_divisors_are_those_of_whole_numbers() {
        let mut weights = Weights::default();
        for pairs in [1, 2, 3, 7, 40, 100, 150] {
            let exact = mean_exactly(pairs).to_f64().value();
            assert_close(mean(pairs).value(), exact, 1e-15);
            assert_close(mean_nearly(pairs, &mut weights), exact, 1e-13);
        }
        for pairs in [300, 5_000, 70_000, 200_000] {
            let exact = mean(pairs).value();
            assert_close(mean_nearly(pairs, &mut weights), exact, 1e-11);
            let law = shares(pairs);
            let from_law: f64 = law
                .iter()
                .map(|share| share.value as f64 * share.probability)
                .sum();
            assert_close(from_law, exact, 1e-11);
        }
    }

    #[test]
    fn the_conjecture_breaks_where_it_is_known_to() {
        let below = scan(299);
        assert_eq!((below.largest_at, below.sign_changes.len()), (40, 0));
        assert!((below.largest - 0.4515).abs() < 5e-5, "{}", below.largest);
        let scan = scan(70_000);
        assert_eq!(scan.sign_changes, [16_994]);
        assert_eq!(scan.half_at, scan.half_from);
        assert_eq!(scan.half_from, Some(68_216));
    }

    /// The same in whole numbers, at the four sizes at which it is decided: E(U) against √(3n/2) and √(3n/2) + ½.
    #[test]
    fn the_sizes_at_which_it_breaks_are_so_in_whole_numbers() {
        // The sign of E(U) − ½ halves − √(3n/2), by squares: all are positive.
        let above = |pairs: usize, halves: u32| {
            let mut weights = Weights::default();
            weights.up_to(pairs);
            // 2^bits r(m), each rounded down: the sum is too small by less than the sum of the weights.
            let one = UBig::ONE << 256;
            let (mut ratio, mut sum, mut slack) = (one.clone(), IBig::ZERO, IBig::ZERO);
            for m in 0..pairs {
                ratio = ratio * UBig::from(pairs - m) / UBig::from(pairs + m + 1);
                let weight = IBig::from(weights.by_number[m]);
                // Each ratio has lost less than m + 1 by rounding down.
                slack += IBig::from(m + 1) * IBig::from(weights.by_number[m].abs());
                sum += IBig::from(ratio.clone()) * weight;
            }
            let unit = IBig::from(one);
            let side = |sum: IBig| {
                let twice: IBig = sum * 4 - IBig::from(halves) * &unit;
                // (2E − halves)² against 4 · 3n/2.
                &twice * &twice > IBig::from(6 * pairs) * &unit * &unit
            };
            let (low, high) = (side(&sum - &slack), side(sum + slack));
            assert_eq!(low, high, "{pairs}");
            low
        };
        assert!(!above(16_993, 0) && above(16_994, 0));
        assert!(!above(68_215, 1) && above(68_216, 1));
    }

    #[test]
    fn the_asymptote_is_near_and_comes_nearer() {
        for (pairs, rest) in [(100, 0.0154), (300, 0.0089)] {
            let found = mean(pairs).value() - asymptote(pairs);
            assert!((found.abs() - rest).abs() < 5e-5, "{pairs} {found}");
        }
        assert_eq!(
            format!("{:.5} {:.5}", factor(), conjectured_factor()),
            "1.22857 1.22474"
        );
        let law = shares(68_216);
        let all: f64 = law.iter().map(|share| share.probability).sum();
        assert_close(all, 1.0, 1e-12);
    }
}
