//! The named statistics of a deck by which models without a law are compared, and normal laws of them.

use super::orders::{kept, places};
use super::programs::cycles;
use deck::Card;
use laws::matrix::Matrix;

/// The first so many statistics are 0 or 1.
pub(super) const BINARY: usize = 2;

/// The statistics in words, in their order; the first are 0 or 1.
pub(super) const STATISTICS: &[&str] = &[
    "parity",
    "whether the bottom card stayed",
    "rising sequences",
    "descents",
    "inversions",
    "fixed points",
    "cycles",
    "neighbours kept together",
    "neighbours within three places",
    "footrule",
    "cards that ended above their place",
    "cards that ended just above it",
    "where the top card went",
    "where the bottom card went",
    "the card on top",
    "the card at the bottom",
];

/// Words for the scores that come after them.
pub(super) const SCORES: &str = "where single cards end, as swap-with-any would have it";

/// Takes the statistics of decks of one size.
pub(super) struct Summary {
    cards: usize,
    /// For each score the logarithm of how much likelier than fair each card is at each place.
    scores: Vec<Vec<f64>>,
}

/// Scores are read in tenths, so that they count as whole numbers do.
const TENTHS: f64 = 10.0;

impl Summary {
    pub fn new(cards: usize, chains: &[&Matrix]) -> Self {
        let weight = |p: &f64| {
            if *p > 0.0 {
                TENTHS * libm::log(p * cards as f64)
            } else {
                0.0
            }
        };
        let scores = chains
            .iter()
            .map(|chain| chain.cells().iter().map(weight).collect());
        Self {
            cards,
            scores: scores.collect(),
        }
    }

    /// The statistics of a deck.
    pub fn of(&self, deck: &[Card]) -> Vec<f64> {
        let n = self.cards;
        let places = places(deck);
        let count =
            |of: &dyn Fn(usize) -> bool, from: usize| (from..n).filter(|&card| of(card)).count();
        let cycles = cycles(deck);
        let near = n.div_ceil(8);
        let found = [
            (n - cycles) % 2,
            usize::from(places[n - 1] == n - 1),
            1 + count(&|card| places[card] < places[card - 1], 1),
            deck.windows(2).filter(|pair| pair[1] < pair[0]).count(),
            inversions(deck),
            count(&|card| places[card] == card, 0),
            cycles,
            kept(deck),
            count(&|card| places[card].abs_diff(places[card - 1]) <= 3, 1),
            (0..n).map(|card| places[card].abs_diff(card)).sum(),
            count(&|card| places[card] < card, 0),
            count(
                &|card| places[card] < card && card - places[card] <= near,
                0,
            ),
            places[0],
            places[n - 1],
            usize::from(deck[0]),
            usize::from(deck[n - 1]),
        ];
        let scores = self.scores.iter().map(|weights| {
            let of_card = |(card, place): (usize, &usize)| weights[card * n + place];
            places.iter().enumerate().map(of_card).sum::<f64>()
        });
        found
            .iter()
            .map(|&count| count as f64)
            .chain(scores)
            .collect()
    }
}

/// Pairs of cards in the wrong order, by a tree of counts (Fenwick, 1994).
fn inversions(deck: &[Card]) -> usize {
    let mut tree = vec![0_usize; deck.len() + 1];
    let mut inversions = 0;
    for (seen, &card) in deck.iter().enumerate() {
        let mut at = usize::from(card) + 1;
        let mut smaller = 0;
        let mut down = at;
        while down > 0 {
            smaller += tree[down];
            down &= down - 1;
        }
        inversions += seen - smaller;
        while at <= deck.len() {
            tree[at] += 1;
            at += at & at.wrapping_neg();
        }
    }
    inversions
}

/// Statistics of whole numbers are taken as if something uniform on half a unit to either side were added: this is its
/// variance, and keeps statistics that never change from being infinitely telling.
const ROUNDING: f64 = 1.0 / 12.0;

/// A normal law of the statistics, and the shares of decks in which those that are 0 or 1 are 1.
#[derive(Debug, Clone)]
pub(super) struct Synthetic {
    pub ones: [f64; BINARY],
    /// The decks that it was made of.
    decks: f64,
    pub mean: Vec<f64>,
    /// The covariance is this lower triangle times its transpose.
    root: Vec<Vec<f64>>,
    ln_scale: f64,
    /// The log-density at the deck for which it is lowest, of those that it was made of.
    lowest: f64,
}

impl Synthetic {
    /// The law with the means and the covariances of these.
    pub fn of(decks: impl Iterator<Item = Vec<f64>>) -> Self {
        let decks: Vec<Vec<f64>> = decks.collect();
        let (mut count, mut ones) = (0.0, [0.5; BINARY]);
        let (mut sums, mut products): (Vec<f64>, Vec<Vec<f64>>) = (Vec::new(), Vec::new());
        let mut origin = Vec::new();
        for deck in &decks {
            let values = &deck[BINARY..];
            if origin.is_empty() {
                origin = values.to_vec();
                sums = vec![0.0; values.len()];
                products = vec![vec![0.0; values.len()]; values.len()];
            }
            count += 1.0;
            ones.iter_mut()
                .zip(deck)
                .for_each(|(sum, value)| *sum += value);
            let moved: Vec<f64> = values
                .iter()
                .zip(&origin)
                .map(|(value, origin)| value - origin)
                .collect();
            for (i, a) in moved.iter().enumerate() {
                sums[i] += a;
                for (product, b) in products[i].iter_mut().zip(&moved[..=i]) {
                    *product += a * b;
                }
            }
        }
        let size = sums.len();
        let means: Vec<f64> = sums.iter().map(|sum| sum / count).collect();
        let mut covariance = vec![vec![0.0; size]; size];
        for i in 0..size {
            for j in 0..=i {
                let value = products[i][j] / count - means[i] * means[j];
                let value = if i == j {
                    value.max(0.0) + ROUNDING
                } else {
                    value
                };
                covariance[i][j] = value;
                covariance[j][i] = value;
            }
        }
        let root = cholesky(&covariance);
        let ln_scale = -root
            .iter()
            .enumerate()
            .map(|(i, row)| libm::log(row[i]))
            .sum::<f64>();
        // The decks that are asked about are not spread so: the mean over all that could be added is taken. Without it a law
        // that is narrower than theirs would win.
        let ln_scale = ln_scale - 0.5 * ROUNDING * trace_of_inverse(&root);
        let mut law = Self {
            ones: ones.map(|sum| sum / (count + 1.0)),
            decks: count,
            mean: means
                .iter()
                .zip(&origin)
                .map(|(mean, origin)| mean + origin)
                .collect(),
            root,
            ln_scale,
            lowest: f64::INFINITY,
        };
        let lowest = decks.iter().map(|deck| law.ln(deck));
        law.lowest = lowest.fold(f64::INFINITY, f64::min);
        law
    }

    /// The same as [`Synthetic::ln`], but no lower than at the farthest deck that was simulated:
    /// how a law goes on beyond it is not known, and a normal tail would make much of it.
    pub(crate) fn ln_at_least(&self, deck: &[f64]) -> f64 {
        self.ln(deck).max(self.lowest)
    }

    /// The log-density at the statistics of a deck, without what is the same for all laws.
    pub fn ln(&self, deck: &[f64]) -> f64 {
        let share = |(share, value): (&f64, &f64)| if *value > 0.5 { *share } else { 1.0 - share };
        let binary: f64 = self
            .ones
            .iter()
            .zip(deck)
            .map(|pair| libm::log(share(pair)))
            .sum();
        binary + self.ln_scale - 0.5 * self.distance(&deck[BINARY..])
    }

    /// The variance of a deck's log-likelihood that comes from not knowing means and covariances better than these decks
    /// tell: their number, over that of the decks.
    pub(crate) fn noise(&self) -> f64 {
        let size = self.mean.len() as f64;
        (size + 0.5 * size * (size + 1.0) + BINARY as f64) / self.decks
    }

    /// The squared distance from the mean, in standard deviations (Mahalanobis, 1936).
    pub fn distance(&self, values: &[f64]) -> f64 {
        let mut solved = Vec::with_capacity(values.len());
        for (i, row) in self.root.iter().enumerate() {
            let known: f64 = row[..i]
                .iter()
                .zip(&solved)
                .map(|(a, b): (&f64, &f64)| a * b)
                .sum();
            solved.push((values[i] - self.mean[i] - known) / row[i]);
        }
        solved.iter().map(|z| z * z).sum()
    }
}

/// The trace of the inverse of a matrix with this root: the squares of all numbers in the root's inverse.
fn trace_of_inverse(root: &[Vec<f64>]) -> f64 {
    let size = root.len();
    let mut sum = 0.0;
    for column in 0..size {
        let mut solved = vec![0.0; size];
        for (i, row) in root.iter().enumerate().skip(column) {
            let known: f64 = (column..i).map(|k| row[k] * solved[k]).sum();
            let one = f64::from(u8::from(i == column));
            solved[i] = (one - known) / row[i];
            sum += solved[i] * solved[i];
        }
    }
    sum
}

/// The lower triangle whose product with its transpose this is. A pivot that is not positive by rounding alone is taken
/// to be small.
fn cholesky(matrix: &[Vec<f64>]) -> Vec<Vec<f64>> {
    const SMALLEST: f64 = 1e-9;
    let size = matrix.len();
    let mut root = vec![vec![0.0; size]; size];
    for i in 0..size {
        for j in 0..=i {
            let known: f64 = (0..j).map(|k| root[i][k] * root[j][k]).sum();
            let rest: f64 = matrix[i][j] - known;
            root[i][j] = if i == j {
                rest.max(SMALLEST).sqrt()
            } else {
                rest / root[j][j]
            };
        }
    }
    root
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statistics_of_a_deck_by_hand() {
        let found = Summary::new(5, &[]).of(&[1, 0, 2, 4, 3]);
        assert_eq!(
            found,
            [
                0.0, 0.0, 3.0, 2.0, 2.0, 1.0, 3.0, 0.0, 4.0, 4.0, 2.0, 2.0, 1.0, 3.0, 1.0, 3.0
            ]
        );
        assert_eq!(found.len(), STATISTICS.len());
    }

    #[test]
    fn the_trace_of_an_inverse_is_that_of_the_matrix() {
        // The inverse of (4 2; 2 5) is (5 −2; −2 4)/16.
        let root = cholesky(&[vec![4.0, 2.0], vec![2.0, 5.0]]);
        assert!((trace_of_inverse(&root) - 9.0 / 16.0).abs() < 1e-12);
    }

    #[test]
    fn a_normal_law_has_the_means_and_the_distances_of_its_decks() {
        let decks = [
            [0.0, 1.0, 0.0, 0.0],
            [1.0, 0.0, 2.0, 0.0],
            [0.0, 1.0, 0.0, 4.0],
            [1.0, 0.0, 2.0, 4.0],
        ];
        let law = Synthetic::of(decks.iter().map(|deck| deck.to_vec()));
        assert_eq!(law.mean, [1.0, 2.0]);
        let distance = law.distance(&[3.0, 2.0]);
        assert!(
            (distance - 4.0 / (1.0 + ROUNDING)).abs() < 1e-12,
            "{distance}"
        );
        assert!(
            (law.ln(&[0.0, 1.0, 1.0, 2.0]) - law.ln(&[1.0, 0.0, 3.0, 2.0]) - 0.5 * distance).abs()
                < 1e-12
        );
    }
}
