//! Shelf shufflers with any number of shelves: exact laws (Diaconis, Fulman and Holmes 2013, "Analysis of casino
//! shelf shuffling machines").
//!
//! Each card in turn goes to one of m shelves at random, on top of the cards there or beneath them, and the shelves
//! are stacked. With cards taken from the bottom of the deck, an order with v valleys has the probability
//!
//!   4^(v+1) / (2 (2m)ⁿ) · Σ C(n+m−a−1, n) C(n−1−2v, a−v), a from 0 to m − 1,
//!
//! and T(n, v) orders have v of them ([`valleys`]). With cards taken from the top it is peaks that count; their
//! numbers are the same, and so are all distances. A shuffle with m₁ shelves and then one with m₂ is one with 2 m₁ m₂.
//!
//! Times n!, the probability is q(v) = 2⁻ᴺ Σ C(N, k) c(v + k), k from 0 to N = n − 1 − 2v, with
//! c(a) = Π (1 + (i − a)/m), i from 0 to n − 1, and 0 from a = m on: a mean of c over a binomial number of places.
//! Since c is convex, and fewer valleys only spread the places, q falls as v grows.
//!
//! # Accuracy
//!
//! All c(a) are products of positive factors, and q(v) comes from them by sums of two neighbours, N times: no term
//! is negative, so the relative error stays below 1e-26 at 10,000 cards. With so many shelves that q is near 1 for
//! all v, q − 1 is needed by itself, and comes from a series. The generating function of the sums above is
//! ½ coshᴺ(t/2) / sinhⁿ⁺¹(t/2) for m ↦ e^(−mt) (Stembridge 1997, Enriched P-partitions, for the sums over m), and so
//!
//!   q(v) = 1 + Σ Bⱼ n(n−1)…(n−2j+1) / (2m)²ʲ,  Σ Bⱼ uʲ = coshᴺ√u · (√u / sinh √u)ⁿ⁺¹, j from 1,
//!
//! with B₁ = (n − 2)/3 − v: the mean number of valleys less v. The tests compare with whole numbers (Python) for up
//! to 700 cards and 10¹⁹ shelves, and both ways with each other where they meet.

use std::sync::Arc;

use super::classes::{Classes, Density};
use super::counting::{ln_choose, ln_sum};
use super::valleys;
use super::wide::Wide;

/// Shelves are so many that the series is taken where n³/m² is at most this. The j-th term is below
/// (0.46 n³/(j m²))ʲ.
const SERIES_BELOW: f64 = 0.0625;

/// Terms of the series: those left out are below 2⁻¹¹⁰.
const TERMS: usize = 14;

/// The law of a deck after a shelf shuffle.
///
/// ```
/// use colddeck_laws::shelves::Law;
///
/// // Two passes through a machine of ten shelves.
/// let twice = Law::shelved(52, 200);
/// assert!((twice.classes().total_variation() - 0.0103).abs() < 0.00005);
/// ```
#[derive(Debug, Clone)]
pub struct Law {
    cards: usize,
    /// The orders with v valleys, at index v.
    classes: Classes,
}

impl Law {
    /// The law of `n` cards after a shelf shuffle with so many shelves, from 1 on, for n from 1 to 10,000. Takes
    /// about two seconds at n = 10,000, less as n² below.
    pub fn shelved(n: usize, shelves: u64) -> Self {
        Self::of(n, valleys::wide_law(n).into(), shelves)
    }

    /// The same deck with another number of shelves, in about half the time.
    #[must_use]
    pub fn with(&self, shelves: u64) -> Self {
        Self::of(self.cards, Arc::clone(self.classes.ideal()), shelves)
    }

    fn of(cards: usize, ideal: Arc<[Wide]>, shelves: u64) -> Self {
        Self {
            cards,
            classes: Classes::new(ideal, densities(cards, shelves)),
        }
    }

    /// The law as one of classes of orders, which has all distances.
    pub fn classes(&self) -> &Classes {
        &self.classes
    }

    /// The probability of v valleys (peaks, with cards taken from the top), at index v. Values below 1e-307 lose
    /// digits and then become 0.
    pub fn valleys(&self) -> Vec<f64> {
        let law = self.classes.probabilities();
        law.into_iter().map(Wide::value).collect()
    }
}

/// The natural logarithm of the probability of one order of `cards` cards with so many valleys: the sum above as it
/// stands, in double precision. It takes one class of orders, where [`Law`] takes all of them.
pub fn ln_order(cards: usize, shelves: usize, valleys: usize) -> f64 {
    let (n, m) = (cards as f64, shelves as f64);
    let spare = (cards - 1).saturating_sub(2 * valleys);
    // The second binomial coefficient is 0 outside these.
    let terms = valleys..(valleys + spare + 1).min(shelves);
    let terms =
        terms.map(|a| ln_choose(cards + shelves - a - 1, cards) + ln_choose(spare, a - valleys));
    (valleys as f64 + 1.0) * libm::log(4.0) - libm::log(2.0) - n * libm::log(2.0 * m)
        + ln_sum(terms)
}

/// The shelves of one shuffle that does what so many with `shelves` shelves do: 2^(k−1) mᵏ.
pub fn together(shelves: usize, times: u32) -> Option<usize> {
    let all = shelves.checked_pow(times)?;
    all.checked_mul(1_usize.checked_shl(times - 1)?)
}

/// The densities of the orders of `n` cards with v valleys, at index v.
fn densities(n: usize, shelves: u64) -> Vec<Density> {
    let (cards, m) = (n as f64, shelves as f64);
    if n <= 2 {
        // All orders are of one class.
        return vec![Density::IDEAL];
    }
    if cards * cards * cards / (m * m) <= SERIES_BELOW {
        by_series(n, shelves)
    } else {
        by_means(n, shelves)
    }
}

/// Computes densities by means over neighbours, again and again.
fn by_means(n: usize, shelves: u64) -> Vec<Density> {
    let mut sums = falling(n, shelves);
    let classes = valleys::classes(n);
    let mut densities = vec![Density::IDEAL; classes];
    for level in 0..n {
        let rest = n - 1 - level;
        if rest.is_multiple_of(2) {
            let sum = sums.get(rest / 2).copied().unwrap_or(Wide::ZERO);
            let level = i64::try_from(level).unwrap_or(i64::MAX);
            let halved = Wide::power_of_two(-level);
            densities[rest / 2] = Density::of_ratio(sum * halved);
        }
        // Sums past the last shelf are 0.
        for a in 0..sums.len() {
            let next = sums.get(a + 1).copied().unwrap_or(Wide::ZERO);
            sums[a] = sums[a] + next;
        }
        sums.truncate(rest);
    }
    densities
}

/// c(a) for a from 0, as far as it is not 0.
fn falling(n: usize, shelves: u64) -> Vec<Wide> {
    let m = Wide::from(shelves);
    let first = (1..n).fold(Wide::ONE, |c, i| c * (Wide::ONE + Wide::from(i) / m));
    let mut all = vec![first];
    let most = shelves.min(n as u64) as usize;
    for a in 1..most {
        let left = shelves - a as u64;
        let step = Wide::from(left) / Wide::from(n as u64 + left);
        all.push(all[a - 1] * step);
    }
    all
}

/// Computes densities by the powers of 1/m².
fn by_series(n: usize, shelves: u64) -> Vec<Density> {
    let (cosh, sinh) = (logarithm(&even(0)), logarithm(&even(1)));
    let m = Wide::from(shelves);
    let square = Wide::ONE / (m * m * Wide::from(4_u64));
    // n(n−1)…(n−2j+1) / (2m)²ʲ at index j.
    let mut powers = vec![Wide::ONE];
    for j in 1..=TERMS {
        let (first, second) = ((n + 2).saturating_sub(2 * j), (n + 1).saturating_sub(2 * j));
        powers.push(powers[j - 1] * Wide::from(first) * Wide::from(second) * square);
    }
    let density = |v: usize| {
        let (big, more) = (Wide::from(n - 1 - 2 * v), Wide::from(n + 1));
        let mut exponent: Vec<Wide> = (0..=TERMS)
            .map(|j| big * cosh[j] - more * sinh[j])
            .collect();
        // Without rounding, as it may be 0.
        exponent[1] = (Wide::from(n - 2) - Wide::from(3 * v)) / Wide::from(3_u64);
        let terms = exponential(&exponent);
        let terms = terms.into_iter().zip(&powers).skip(1);
        Density::of_excess(terms.map(|(b, &power)| b * power).sum())
    };
    (0..valleys::classes(n)).map(density).collect()
}

/// The series of cosh √u, or for `more` = 1 of sinh √u / √u: 1/(2j + more)! at index j.
fn even(more: usize) -> Vec<Wide> {
    let mut terms = vec![Wide::ONE];
    for j in 1..=TERMS {
        let factors = Wide::from((2 * j + more) * (2 * j + more - 1));
        terms.push(terms[j - 1] / factors);
    }
    terms
}

/// The logarithm of a series that starts with 1.
fn logarithm(series: &[Wide]) -> Vec<Wide> {
    let mut all = vec![Wide::ZERO];
    for j in 1..series.len() {
        let known = (1..j).map(|i| Wide::from(i) * all[i] * series[j - i]);
        let rest = Wide::from(j) * series[j] - known.sum();
        all.push(rest / Wide::from(j));
    }
    all
}

/// The exponential of a series that starts with 0.
fn exponential(series: &[Wide]) -> Vec<Wide> {
    let mut all = vec![Wide::ONE];
    for j in 1..series.len() {
        let terms = (1..=j).map(|i| Wide::from(i) * series[i] * all[j - i]);
        let sum: Wide = terms.sum();
        all.push(sum / Wide::from(j));
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::counting::ln_factorial;
    use crate::testing::assert_close;

    /// The promised accuracy is 1e-12; the last digits of doubles allow more.
    const TOLERANCE: f64 = 4e-15;

    /// n, shelves, total variation, separation, its gap, L-infinity distance and bits of information left.
    const EXACT: &str = include_str!("../../../tests/data/shelves.txt");

    fn decimal(text: &str) -> (f64, i64) {
        let (mantissa, exponent) = text.split_once('e').unwrap_or((text, "0"));
        (mantissa.parse().unwrap(), exponent.parse().unwrap())
    }

    /// Fails unless `ours` is the decimal number `exact` of any size.
    fn assert_wide(ours: Wide, exact: &str) {
        let (mantissa, exponent) = decimal(exact);
        let (ours, power) = ours.decimal();
        let ours = ours * libm::pow(10.0, (power - exponent) as f64);
        assert_close(ours, mantissa, TOLERANCE);
    }

    #[test]
    fn all_figures_agree_with_whole_numbers() {
        let mut count = 0;
        for line in EXACT.lines().filter(|line| !line.starts_with('#')) {
            let fields: Vec<&str> = line.split(' ').collect();
            let &[n, m, tv, gap, separation, separation_gap, l_infinity, bits] = &fields[..] else {
                panic!("{line}");
            };
            let law = Law::shelved(n.parse().unwrap(), m.parse().unwrap());
            let law = law.classes();
            assert_close(law.total_variation(), tv.parse().unwrap(), TOLERANCE);
            assert_wide(law.gap(), gap);
            assert_close(law.separation(), separation.parse().unwrap(), TOLERANCE);
            assert_wide(law.separation_gap(), separation_gap);
            assert_wide(law.l_infinity(), l_infinity);
            assert_close(law.information_left(), bits.parse().unwrap(), TOLERANCE);
            count += 1;
        }
        assert!(count > 35, "{count}");
    }

    /// Diaconis, Fulman and Holmes (2013), table 1, for 52 cards: shelves, total variation and separation.
    #[test]
    fn the_published_table_is_reproduced() {
        let law = Law::shelved(52, 1);
        for (shelves, total_variation, separation) in [
            (10, "1.0000", "1.0000"),
            (15, "0.9427", "1.0000"),
            (20, "0.7201", "1.0000"),
            (25, "0.5440", "1.0000"),
            (30, "0.3910", "0.9998"),
            (35, "0.2993", "0.9959"),
            (50, "0.1586", "0.9100"),
            (100, "0.0409", "0.4309"),
            (150, "0.0183", "0.2194"),
            (200, "0.0103", "0.1296"),
            (250, "0.0066", "0.0849"),
            (300, "0.0046", "0.0597"),
        ] {
            let law = law.with(shelves);
            let law = law.classes();
            assert_eq!(format!("{:.4}", law.total_variation()), total_variation);
            assert_eq!(format!("{:.4}", law.separation()), separation);
        }
    }

    #[test]
    fn one_order_has_the_probability_of_its_class() {
        for (cards, shelves) in [
            (1, 1),
            (2, 3),
            (5, 2),
            (52, 1),
            (52, 10),
            (52, 200),
            (300, 40),
        ] {
            let law = Law::shelved(cards, shelves as u64);
            let ideal = valleys::law(cards);
            for (v, p) in law.valleys().into_iter().enumerate() {
                if p > 1e-200 && ideal[v] > 1e-200 {
                    let orders = libm::log(ideal[v]) + ln_factorial(cards);
                    let off = ln_order(cards, shelves, v) + orders - libm::log(p);
                    assert!(off.abs() < 1e-9, "{cards} {shelves} {v}: {off}");
                }
            }
        }
    }

    #[test]
    fn the_series_and_the_means_are_one_law_where_they_meet() {
        for (n, shelves) in [(3, 21), (8, 91), (52, 1500), (300, 20_785)] {
            let (series, means) = (by_series(n, shelves), by_means(n, shelves));
            let cards = n as f64;
            assert!(cards * cards * cards / (shelves * shelves) as f64 <= SERIES_BELOW);
            for (one, other) in series.iter().zip(&means) {
                let off = (one.excess - other.excess).abs().value();
                assert!(off < 1e-28 * cards, "{n}, {shelves}: {off:e}");
            }
        }
    }

    #[test]
    fn all_probabilities_add_up_and_fall_with_the_valleys() {
        for (n, shelves) in [
            (1, 1),
            (2, 1),
            (3, 1),
            (9, 2),
            (52, 10),
            (500, 80),
            (500, 20_000),
        ] {
            let law = Law::shelved(n, shelves);
            let total: Wide = law.classes().probabilities().into_iter().sum();
            assert!((total - Wide::ONE).abs().value() < 1e-27, "{n}, {shelves}");
            let densities = densities(n, shelves);
            assert!(densities.is_sorted_by(|a, b| a.excess >= b.excess));
            // A shelf has one peak, so that there are fewer valleys than shelves.
            let possible = law.valleys().iter().rposition(|p| *p > 0.0).unwrap();
            assert_eq!(possible, valleys::classes(n).min(shelves as usize) - 1);
        }
    }

    #[test]
    fn more_shelves_never_increase_a_distance_up_to_the_most() {
        let mut law = Law::shelved(52, 1);
        let mut shelves = 1_u64;
        while shelves < u64::MAX {
            shelves = shelves.saturating_mul(3);
            let next = law.with(shelves);
            let (now, then) = (law.classes(), next.classes());
            assert!(then.total_variation() <= now.total_variation(), "{shelves}");
            assert!(then.separation() <= now.separation(), "{shelves}");
            assert!(then.information_left() <= now.information_left());
            law = next;
        }
        assert!((0.0..1e-30).contains(&law.classes().total_variation()));
        assert!(law.classes().total_variation() > 0.0);
    }
}
