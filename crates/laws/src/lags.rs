//! Rising sequences between the decks of a run: the law of their sum over pairs of decks.
//!
//! On ideal decks the order of one deck relative to another is uniform, and independent for pairs that form no circle:
//! for all pairs at one lag, and for any two pairs. So scores h = (n+1)/2 − R, with R the number of rising sequences, have
//! the variance (n+1)/12 each, and their sum over M pairs has M times that, whatever the pairs.
//!
//! Three pairs of three decks are dependent. The sum over all orders of h(π) π is (n−1)! times the Eulerian idempotent
//! e⁽ⁿ⁻¹⁾ of the group algebra (Bayer and Diaconis, 1992, section 4; Garsia and Reutenauer, 1989), so that
//!
//! ```text
//! E[h(a) h(b) h(ab)] = E[h²]/n
//! ```
//!
//! With Δ such triangles among the pairs the third cumulant of the sum is 6 Δ (n+1)/(12 n).

use super::tail::{chi_squared_lower, chi_squared_upper, normal_upper};

/// The variance of the number of rising sequences of an ideal deck.
pub fn variance(cards: usize) -> f64 {
    (cards as f64 + 1.0) / 12.0
}

/// The skewness of the sum of `pairs` scores with `triangles` among them.
pub fn skewness(cards: usize, pairs: u64, triangles: u64) -> f64 {
    let n = cards as f64;
    let pairs = pairs as f64;
    6.0 * triangles as f64 / (n * variance(cards).sqrt() * pairs * pairs.sqrt())
}

/// A skewness below this changes a tail by less than a hundredth up to ten standard deviations.
const NONE: f64 = 5e-5;

/// P(Z ≤ z) and P(Z ≥ z) of a number with mean 0, variance 1 and this skewness, at least 0: Pearson's type III (1895).
pub fn tails(z: f64, skewness: f64) -> (f64, f64) {
    if skewness < NONE {
        return (normal_upper(-z), normal_upper(z));
    }
    let df = 8.0 / (skewness * skewness);
    let x = df + z * (2.0 * df).sqrt();
    if x <= 0.0 {
        return (0.0, 1.0);
    }
    (chi_squared_lower(x, df), chi_squared_upper(x, df))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn orders(n: usize) -> Vec<Vec<usize>> {
        if n == 0 {
            return vec![Vec::new()];
        }
        let fewer = orders(n - 1);
        let with = |order: &Vec<usize>, at: usize| {
            let mut order = order.clone();
            order.insert(at, n - 1);
            order
        };
        let all = fewer
            .iter()
            .flat_map(|order| (0..n).map(move |at| with(order, at)));
        all.collect()
    }

    fn score(order: &[usize]) -> f64 {
        let mut place = vec![0; order.len()];
        for (at, &card) in order.iter().enumerate() {
            place[card] = at;
        }
        let falls = place.windows(2).filter(|pair| pair[1] < pair[0]).count();
        0.5 * (order.len() as f64 + 1.0) - (falls as f64 + 1.0)
    }

    #[test]
    fn three_decks_have_the_moment_of_the_idempotent() {
        for n in 2..=5 {
            let orders = orders(n);
            let (mut square, mut three) = (0.0, 0.0);
            for a in &orders {
                square += score(a) * score(a);
                for b in &orders {
                    let both: Vec<usize> = b.iter().map(|&card| a[card]).collect();
                    three += score(a) * score(b) * score(&both);
                }
            }
            let number = orders.len() as f64;
            assert!((square / number - variance(n)).abs() < 1e-12, "{n}");
            let expected = variance(n) / n as f64;
            assert!((three / number / number - expected).abs() < 1e-12, "{n}");
        }
    }

    #[test]
    fn tails_are_normal_without_skewness_and_chi_squared_with_it() {
        let (lower, upper) = tails(3.0, 0.0);
        assert!((upper - 1.349_898_031_630_094_6e-3).abs() < 1e-15);
        assert!((lower + upper - 1.0).abs() < 1e-15);
        // Chi-squared with 8 degrees of freedom has skewness 1.
        let (_, upper) = tails((20.09 - 8.0) / 4.0, 1.0);
        assert!((upper - 0.01).abs() < 1e-4, "{upper}");
        assert_eq!(tails(-5.0, 1.0), (0.0, 1.0));
        let (_, nearly) = tails(5.0, 1e-4);
        assert!((nearly / normal_upper(5.0) - 1.0).abs() < 0.01);
    }
}
