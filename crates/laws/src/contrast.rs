//! The distance between two independent parts of a run, when the null law of each is known exactly.

use super::tail::{Tails, normal_quantile_upper};

/// The difference of two parts, of so many subjects each, as a standard normal score: how far the first part is
/// above the rest if `above`, else below it.
///
/// Each part's tail is made a normal score, z₁ and z₂, and (√N₂ z₁ − √N₁ z₂)/√N is normal (Stouffer et al., 1949),
/// with the weights that a difference of means has. Each score is taken from the tail that makes the
/// difference smaller, so that the steps of discrete laws err on its side.
pub fn score(parts: [Tails; 2], subjects: [u64; 2], above: bool) -> f64 {
    let [first, rest] = parts;
    let tails = if above {
        [first.upper, rest.lower]
    } else {
        [first.lower, rest.upper]
    };
    let [one, two] = tails.map(normal_quantile_upper);
    let [n, m] = subjects.map(|subjects| subjects as f64);
    (m.sqrt() * one + n.sqrt() * two) / (n + m).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fit::binomial_tails;
    use crate::tail::normal_upper;

    #[test]
    fn it_is_seldom_larger_than_a_normal_number() {
        // All outcomes of two binomial counts of 300 and 120 trials.
        let pmf = |k: u64, n: u64| crate::beta::binomial_pmf(k, n, 0.3);
        for level in [0.05, 0.01, 0.001] {
            let mut below = 0.0;
            for first in 0..=300 {
                for rest in 0..=120 {
                    let tails =
                        [(first, 300), (rest, 120)].map(|(k, n)| binomial_tails(k, n - k, 0.3));
                    if normal_upper(score(tails, [300, 120], true)) <= level {
                        below += pmf(first, 300) * pmf(rest, 120);
                    }
                }
            }
            assert!(below <= level && below > 0.4 * level, "{level}: {below}");
        }
    }
}
