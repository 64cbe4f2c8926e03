//! Two samples of something that some have: does the share differ? The exact law of the hits of the first
//! sample, given all hits of both (Fisher 1935). It needs no probability, and holds for any sizes.

use super::beta::binomial_pmf;
use super::tail::Tails;

/// Both tails of the hits of the first of two samples, given the hits of both together: `hits` of each, of
/// its `totals`.
pub fn tails(hits: [u64; 2], totals: [u64; 2]) -> Tails {
    let all = (totals[0] + totals[1]) as f64;
    // The tail in which the sample lies; the same from the other sample's side.
    let share = totals[0] as f64 / all;
    let more = hits[0] as f64 >= (hits[0] + hits[1]) as f64 * share;
    // Seen from the sample that has more than its share, the tail goes up.
    let (far, here) = if more {
        upper(hits, totals)
    } else {
        upper([hits[1], hits[0]], [totals[1], totals[0]])
    };
    let near = (1.0 - far + here).clamp(0.0, 1.0);
    let far = far.min(1.0);
    if more {
        Tails {
            lower: near,
            upper: far,
        }
    } else {
        Tails {
            lower: far,
            upper: near,
        }
    }
}

/// P(K = k) for the hits K of the first sample, given the hits of both: a ratio of binomials, which is free of the p that they
/// share.
pub fn pmf(hits: [u64; 2], totals: [u64; 2]) -> f64 {
    let [of, other] = totals;
    let (sum, all) = (hits[0] + hits[1], of + other);
    let p = sum as f64 / all as f64;
    binomial_pmf(hits[0], of, p) * binomial_pmf(hits[1], other, p) / binomial_pmf(sum, all, p)
}

/// P(K ≥ k) and P(K = k) for the hits K of the first sample, where k is at least its share.
fn upper(hits: [u64; 2], totals: [u64; 2]) -> (f64, f64) {
    let [of, other] = totals;
    let sum = hits[0] + hits[1];
    let mut k = hits[0];
    let here = pmf(hits, totals);
    let (mut term, mut tail) = (here, 0.0);
    // Terms fall from here on, geometrically in the end.
    while term > 0.0 && term > tail * f64::EPSILON {
        tail += term;
        if k == of || k == sum {
            break;
        }
        let (down, rest) = ((sum - k) as f64, (other + k + 1) as f64 - sum as f64);
        term *= (of - k) as f64 * down / ((k + 1) as f64 * rest);
        k += 1;
    }
    (tail, here)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Counts all choices of the hits.
    #[test]
    fn tails_are_those_of_all_choices() {
        for (of, other) in [(1, 1), (3, 2), (4, 7), (6, 6)] {
            for sum in 0..=of + other {
                let mut choices = vec![0_u32; of + 1];
                for chosen in 0_u32..1 << (of + other) {
                    if chosen.count_ones() as usize == sum {
                        choices[(chosen & ((1 << of) - 1)).count_ones() as usize] += 1;
                    }
                }
                let total = f64::from(choices.iter().sum::<u32>());
                for hits in sum.saturating_sub(other)..=of.min(sum) {
                    let found = tails(
                        [hits as u64, (sum - hits) as u64],
                        [of as u64, other as u64],
                    );
                    let share = |range: &[u32]| f64::from(range.iter().sum::<u32>()) / total;
                    let near = |a: f64, b: f64| (a - b).abs() < 1e-12;
                    let what = format!("{hits} of {of}, {sum} of all");
                    assert!(
                        near(found.upper, share(&choices[hits..])),
                        "{what}: {found:?}"
                    );
                    assert!(
                        near(found.lower, share(&choices[..=hits])),
                        "{what}: {found:?}"
                    );
                }
            }
        }
    }
}
