//! The longest increasing subsequence of one order of any size: its length, and how often chance gives such a length.
//!
//! In a random order of n items the length is 2√n + n^(1/6) T or so, where T has the law of Tracy and Widom (Baik,
//! Deift and Johansson 1999). [`crate::null`] has the exact law for few items; this is for many.

mod knots;
mod tracy_widom;

use tracy_widom::Logarithms;

use crate::null;
use crate::tail::Tails;

/// The name of the exact law in [`null`].
const EXACT: &str = "longest-increasing-subsequence";

/// Items up to which the tails are exact. The time grows with the fourth power: 10 ms here.
pub(crate) const EXACT_UP_TO: u64 = 100;

/// The length of the longest increasing subsequence of `order`, whose items are all different; 0 of none.
///
/// Patience sorting (Mallows 1963): for each length so far, the lowest item that ends a row of that length. Takes
/// n log n steps, 0.7 s of processor for ten million items.
///
/// ```
/// assert_eq!(colddeck_laws::longest_increasing::longest_increasing(&[2, 0, 3, 1, 4]), 3);
/// ```
pub fn longest_increasing(order: &[u32]) -> u64 {
    let mut ends: Vec<u32> = Vec::new();
    for &item in order {
        let pile = lower(&ends, item);
        match ends.get_mut(pile) {
            Some(end) => *end = item,
            None => ends.push(item),
        }
    }
    ends.len() as u64
}

/// How many of the rising `ends` are below `item`. Halves without a branch: where a random item goes is not foreseen.
fn lower(ends: &[u32], item: u32) -> usize {
    let mut first = 0;
    let mut left = ends.len();
    while left > 1 {
        let half = left / 2;
        first += usize::from(ends[first + half - 1] < item) * half;
        left -= half;
    }
    first + usize::from(ends.get(first).is_some_and(|&end| end < item))
}

/// P(L ≤ length) and P(L ≥ length) for the length L of the longest increasing subsequence of a random order of
/// `items` items, at least 1.
///
/// Exact up to [`EXACT_UP_TO`] items. Beyond, by the law of Tracy and Widom with two corrections for the size (see
/// `shift`); the error falls as 1/n. Beside the exact law of 100, 200 and 500 items, tails of 1% to 5% are too large by
/// at most 7%, 2% and 2%, those of 1e-6 to 1% by at most 100%, 35% and 14%; none of these is too small. Beyond 16 units
/// of n^(1/6) from 2√n, where a tail is below 1e-30, it stays what it is there.
pub fn tails(items: u64, length: u64) -> Tails {
    if items <= EXACT_UP_TO
        && let Some(law) = null::find(EXACT)
            .ok()
            .and_then(|law| law.floats(items as usize).ok())
    {
        return law.tails(length);
    }
    Tails {
        lower: match length {
            0 => 0.0,
            _ if length >= items => 1.0,
            _ => at_most(items, length).at_most(),
        },
        upper: match length {
            0 | 1 => 1.0,
            _ if length > items => 0.0,
            _ => at_most(items, length - 1).more(),
        },
    }
}

/// The law of Tracy and Widom where it equals P(L ≤ length).
fn at_most(items: u64, length: u64) -> Logarithms {
    let n = items as f64;
    let unit = libm::cbrt(n.sqrt());
    let t =
        ((length as f64 - 2.0 * n.sqrt()) / unit).clamp(tracy_widom::LOWEST, tracy_widom::HIGHEST);
    tracy_widom::at(t + shift(t, 1.0 / libm::cbrt(n)))
}

/// How far from t the law of Tracy and Widom has the value of the law of L, but for h³ and smaller, h = n^(−1/3).
///
/// Bornemann (2024, Asymptotic expansions relating to the distribution of the length of longest increasing
/// subsequences) has P(L ≤ l) = F(t) + h A(t) + h² B(t) + …, where t = (l − 2√n)/n^(1/6), and
///
/// ```text
/// A = −t²/60 F′ − 3/5 F″
/// B = (−139/350 + 2t³/1575) F′ + (−43t/350 + t⁴/7200) F″ + t²/100 F‴ + 9/50 F⁗
/// ```
///
/// F(t + h a + h² b) is the same to this order, if a = A/F′ and b = (B − a² F″/2)/F′. Unlike the sum it stays between
/// 0 and 1, and keeps its digits in both tails.
fn shift(t: f64, h: f64) -> f64 {
    let [second, third, fourth] = tracy_widom::at(t).ratios();
    let square = t * t;
    let a = -square / 60.0 - 0.6 * second;
    let b = -139.0 / 350.0
        + 2.0 * square * t / 1575.0
        + (-43.0 * t / 350.0 + square * square / 7200.0) * second
        + square / 100.0 * third
        + 0.18 * fourth
        - 0.5 * a * a * second;
    h * (a + h * b)
}

#[cfg(test)]
mod tests;
