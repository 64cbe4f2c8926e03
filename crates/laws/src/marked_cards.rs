//! Laws of marked cards in an ideal deck: m of n cards are marked, lands for instance, and all C(n, m)
//! sets of places are equally likely.
//!
//! Every law is a vector of probabilities from the value 0 on; what is below the smallest doubles is 0.
//! Sums have positive terms only.

use super::lattice::sum::Sum;

/// Cards up to which all laws of this module are given: C(1000, 500) is still a double.
pub const MOST_CARDS: usize = 1000;

/// The law of the number of marked cards among the first `drawn` ones: hypergeometric.
///
/// ```
/// // Two of four cards are marked; of the first two, none is in 1 of 6 sets of places.
/// let law = colddeck_laws::marked_cards::hand(4, 2, 2);
/// assert!((law[0] - 1.0 / 6.0).abs() < 1e-15 && (law[1] - 4.0 / 6.0).abs() < 1e-15);
/// ```
pub fn hand(cards: usize, marked: usize, drawn: usize) -> Vec<f64> {
    let others = cards - marked;
    let (least, most) = (drawn.saturating_sub(others), drawn.min(marked));
    let ratio = |k: usize| {
        let (up, down) = (
            (marked - k) * (drawn - k),
            (k + 1) * (others + k + 1 - drawn),
        );
        up as f64 / down as f64
    };
    of_ratios(least, most, ratio)
}

/// The number of runs: stretches of marked or of other cards, as long as they go (Wald and Wolfowitz,
/// 1940). With w(k) = C(m−1, k−1) C(n−m−1, k−1), 2k runs have weight 2 w(k), and 2k + 1 runs
/// w(k) (n − 2k)/k.
pub fn runs(cards: usize, marked: usize) -> Vec<f64> {
    let others = cards - marked;
    if marked == 0 || others == 0 {
        return vec![0.0, 1.0];
    }
    let most = marked.min(others);
    let pairs = of_ratios(1, most, |k| {
        ((marked - k) * (others - k)) as f64 / (k * k) as f64
    });
    let mut law = vec![0.0; 2 * most + 2];
    for (k, weight) in pairs.iter().enumerate().skip(1) {
        law[2 * k] = 2.0 * weight;
        law[2 * k + 1] = weight * (cards - 2 * k) as f64 / k as f64;
    }
    normalised(law)
}

/// The longest run of marked cards. The others leave n − m + 1 gaps for them; a longest run of at most l
/// is a way to fill these with at most l each. For up to [`MOST_CARDS`] cards.
pub fn longest_run(cards: usize, marked: usize) -> Vec<f64> {
    let gaps = cards - marked + 1;
    let at_most = |longest: usize| {
        let mut ways = vec![0.0; marked + 1];
        ways[0] = 1.0;
        for _ in 0..gaps {
            // Each gap adds 0 to `longest`.
            ways = windows(&ways, longest + 1);
        }
        ways[marked]
    };
    differences((0..=marked).map(at_most).collect())
}

/// The number of marked cards in the fullest of the boosters: packets of `size` cards off the top, the
/// last one smaller if `size` does not divide n. For up to [`MOST_CARDS`] cards.
pub fn fullest(cards: usize, marked: usize, size: usize) -> Vec<f64> {
    let boosters: Vec<usize> = (0..cards)
        .step_by(size)
        .map(|first| size.min(cards - first))
        .collect();
    let most = size.min(marked);
    let at_most = |limit: usize| {
        let mut ways = vec![1.0];
        for &size in &boosters {
            let choices = binomials(size, limit.min(size));
            let mut next = vec![0.0; (ways.len() + choices.len() - 1).min(marked + 1)];
            for (held, way) in ways.iter().enumerate() {
                for (cell, choice) in next[held..].iter_mut().zip(&choices) {
                    *cell += way * choice;
                }
            }
            ways = next;
        }
        ways.get(marked).copied().unwrap_or(0.0)
    };
    differences((0..=most).map(at_most).collect())
}

/// The sums, for each place, of the last `width` entries up to it. Blocks of that width are summed
/// up from either end and joined, since taking away what left the window would cost digits (van
/// Herk, 1992).
fn windows(entries: &[f64], width: usize) -> Vec<f64> {
    let mut rest = entries.to_vec();
    for at in (0..rest.len().saturating_sub(1)).rev() {
        if (at + 1) % width != 0 {
            rest[at] += rest[at + 1];
        }
    }
    let mut begun = 0.0;
    let sums = entries.iter().enumerate().map(|(at, entry)| {
        begun = if at % width == 0 {
            *entry
        } else {
            begun + entry
        };
        match (at + 1).checked_sub(width) {
            // The window begins inside a block: the rest of that one, and what is begun of this.
            Some(first) if first % width != 0 => rest[first] + begun,
            // It is one whole block, or the first one is not full yet.
            _ => begun,
        }
    });
    sums.collect()
}

/// C(n, 0) to C(n, most).
fn binomials(n: usize, most: usize) -> Vec<f64> {
    let mut all = vec![1.0];
    for k in 0..most {
        all.push(all[k] * (n - k) as f64 / (k + 1) as f64);
    }
    all
}

/// A law from the ways to have at most each value.
fn differences(at_most: Vec<f64>) -> Vec<f64> {
    let mut before = 0.0;
    let exactly = at_most.into_iter().map(|ways| {
        let here = (ways - before).max(0.0);
        before = ways;
        here
    });
    normalised(exactly.collect())
}

/// A law on `least..=most` from the ratios of each probability to the one before it, outwards from the
/// likeliest value, so that nothing overflows.
fn of_ratios(least: usize, most: usize, ratio: impl Fn(usize) -> f64) -> Vec<f64> {
    let mut law = vec![0.0; most + 1];
    // Ratios fall: the likeliest value is the first after which they are below 1.
    let mode = (least..most).find(|&k| ratio(k) < 1.0).unwrap_or(most);
    law[mode] = 1.0;
    for k in mode..most {
        law[k + 1] = law[k] * ratio(k);
    }
    for k in (least..mode).rev() {
        law[k] = law[k + 1] / ratio(k);
    }
    normalised(law)
}

fn normalised(mut law: Vec<f64>) -> Vec<f64> {
    let total = Sum::of(law.iter().copied()).value();
    for probability in &mut law {
        *probability /= total;
    }
    law
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::assert_close;

    /// All sets of `marked` of `cards` places.
    fn sets(cards: usize, marked: usize) -> Vec<Vec<bool>> {
        (0u32..1 << cards)
            .filter(|set| set.count_ones() as usize == marked)
            .map(|set| (0..cards).map(|at| set >> at & 1 == 1).collect())
            .collect()
    }

    fn agrees(law: &[f64], cards: usize, marked: usize, value: impl Fn(&[bool]) -> usize) {
        let sets = sets(cards, marked);
        let mut counts = vec![0u32; law.len()];
        for set in &sets {
            counts[value(set)] += 1;
        }
        for (ours, count) in law.iter().zip(counts) {
            let exact = f64::from(count) / sets.len() as f64;
            assert!((ours - exact).abs() < 1e-14, "{law:?}: {exact}");
        }
    }

    fn stretches(set: &[bool]) -> Vec<(bool, usize)> {
        let mut all: Vec<(bool, usize)> = Vec::new();
        for &marked in set {
            match all.last_mut() {
                Some((kind, length)) if *kind == marked => *length += 1,
                _ => all.push((marked, 1)),
            }
        }
        all
    }

    #[test]
    fn laws_agree_with_all_sets_of_places() {
        for cards in 1..=11 {
            for marked in 0..=cards {
                for drawn in 0..=cards {
                    let count =
                        |set: &[bool]| set[..drawn].iter().filter(|marked| **marked).count();
                    agrees(&hand(cards, marked, drawn), cards, marked, count);
                }
                let number = |set: &[bool]| stretches(set).len();
                agrees(&runs(cards, marked), cards, marked, number);
                let longest = |set: &[bool]| {
                    let all = stretches(set).into_iter();
                    let marked = all.filter(|(marked, _)| *marked);
                    marked.map(|(_, length)| length).max().unwrap_or(0)
                };
                agrees(&longest_run(cards, marked), cards, marked, longest);
                for size in 1..=cards {
                    let largest = |set: &[bool]| {
                        let boosters = set.chunks(size);
                        let held = boosters.map(|booster| booster.iter().filter(|m| **m).count());
                        held.max().unwrap_or(0)
                    };
                    agrees(&fullest(cards, marked, size), cards, marked, largest);
                }
            }
        }
    }

    #[test]
    fn large_decks_keep_their_digits() {
        // scipy 1.17: hypergeom.pmf([2, 7], 60, 24, 7).
        let law = hand(60, 24, 7);
        assert_close(law[2], 0.269_414_623_642_683_54, 1e-13);
        assert_close(law[7], 8.961_620_884_473_018e-4, 1e-12);
        // Mean runs 1 + 2 m (n - m)/n.
        let mean =
            |law: &[f64]| -> f64 { law.iter().zip(0u32..).map(|(p, x)| p * f64::from(x)).sum() };
        assert_close(
            mean(&runs(540, 240)),
            1.0 + 2.0 * 240.0 * 300.0 / 540.0,
            1e-12,
        );
        for law in [longest_run(540, 240), fullest(540, 90, 15)] {
            assert_close(law.iter().sum(), 1.0, 1e-12);
        }
    }
}
