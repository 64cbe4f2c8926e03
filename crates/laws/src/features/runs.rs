//! The longest run of cards of a class in an ideal deck.

use super::of_first;

/// Multiplications at the most.
const MOST: usize = 100_000_000;

/// The largest deck: the number of ways to choose half of it is still a double.
const MOST_CARDS: usize = 1_000;

/// The law of the longest run of cards of a class among the `first` places of an ideal deck, from 0: the deck has so many
/// cards of the class, and others. `None` where it takes too long.
pub fn longest_run(sizes: [usize; 2], first: usize) -> Option<Vec<f64>> {
    let [of_class, others] = sizes;
    let product =
        of_class * of_class * of_class.max(1) * if first < of_class + others { first } else { 1 };
    if of_class + others > MOST_CARDS || product > MOST {
        return None;
    }
    of_first(&sizes, first, |sizes| Some(whole(sizes[0], sizes[1])))
}

/// The law of a whole deck: the cards of the class fall into the gaps beside the others, and no run is longer than the
/// largest of these. Rare values keep their digits at both ends: the ways with no longer run, and those with one that is
/// longer, are sums of positive terms, and of both the smaller one is subtracted from its neighbour.
fn whole(of_class: usize, others: usize) -> Vec<f64> {
    let ways = (0..=of_class).map(|longest| {
        let gap = |is: &dyn Fn(usize) -> bool| -> Vec<f64> {
            let gaps = (0..=of_class).map(|cards| f64::from(u8::from(is(cards))));
            gaps.collect()
        };
        let gaps = Gaps {
            no_longer: gap(&|cards| cards <= longest),
            one_longer: gap(&|cards| cards > longest),
        };
        let all = gaps.to_the(others + 1);
        [all.no_longer[of_class], all.one_longer[of_class]]
    });
    let ways: Vec<[f64; 2]> = ways.collect();
    let all = ways[of_class][0];
    let before = [[0.0, all]].into_iter().chain(ways.iter().copied());
    let law = ways.iter().zip(before);
    law.map(|([no_longer, longer], [below, from])| {
        let ways = if *no_longer < from {
            no_longer - below
        } else {
            from - longer
        };
        ways / all
    })
    .collect()
}

/// Ways to fill gaps with so many cards, by the number of cards: with no more cards in any gap than are asked about, and with
/// more in one at least.
#[derive(Clone)]
struct Gaps {
    no_longer: Vec<f64>,
    one_longer: Vec<f64>,
}

impl Gaps {
    /// Both together: the gaps of one beside those of the other.
    fn beside(&self, other: &Self) -> Self {
        let product = |a: &[f64], b: &[f64], degree: usize| -> f64 {
            (0..=degree).map(|at| a[at] * b[degree - at]).sum()
        };
        let degrees = 0..self.no_longer.len();
        let no_longer = degrees
            .clone()
            .map(|degree| product(&self.no_longer, &other.no_longer, degree));
        let one_longer = degrees.map(|degree| {
            product(&self.one_longer, &other.no_longer, degree)
                + product(&self.no_longer, &other.one_longer, degree)
                + product(&self.one_longer, &other.one_longer, degree)
        });
        Self {
            no_longer: no_longer.collect(),
            one_longer: one_longer.collect(),
        }
    }

    /// So many of these gaps.
    fn to_the(&self, mut number: usize) -> Self {
        let mut nothing = vec![0.0; self.no_longer.len()];
        let mut found = Self {
            one_longer: nothing.clone(),
            no_longer: {
                nothing[0] = 1.0;
                nothing
            },
        };
        let mut square = self.clone();
        while number > 0 {
            if number % 2 == 1 {
                found = found.beside(&square);
            }
            number /= 2;
            if number > 0 {
                square = square.beside(&square);
            }
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All 24 lands of 60 cards lie together in 37 of C(60, 24) ways, and no two in C(37, 24) of them.
    #[test]
    fn rare_runs_keep_their_digits() {
        let law = longest_run([24, 36], 60).unwrap();
        let all = crate::counting::ln_choose(60, 24);
        let together = libm::log(37.0) - all;
        let apart = crate::counting::ln_choose(37, 24) - all;
        for (ours, ln) in [(law[24], together), (law[1], apart)] {
            assert!((libm::log(ours) - ln).abs() < 1e-12, "{ours}");
        }
        // One run of 23 and one land by itself: 37 · 36 ways.
        let nearly = libm::log(37.0 * 36.0) - all;
        assert!((libm::log(law[23]) - nearly).abs() < 1e-12);
    }
}
