//! Two types of cards, all of the first on top at the start, after an a-shuffle: exact likelihoods of words, and distances.
//!
//! Give each place of the shuffled deck one of a labels, all equally likely; read the places by label, and those of one
//! label from the top. The places that are read first hold the cards of the first type (Bayer and Diaconis 1992, the
//! inverse shuffle). So a word of m cards of the first type and s of the second is counted by the place and the label y of
//! the card of the first type that is read last. If that is the j-th of them from the top, with b of the second type above
//! it, then the others of its type have labels up to y above it and below y under it, and those of the second type have
//! labels above y above it and from y under it:
//!
//! ```text
//! P(word) = Σ over the cards of the first type of g(j, b),
//! g(j, b) = a⁻ⁿ Σ_y (y+1)^(j-1) y^(m-j) (a-1-y)^b (a-y)^(s-b), y from 0 to a - 1, with 0⁰ = 1.
//! ```
//!
//! The word is a path of a lattice, and the likelihood a sum along it (Conger and Viswanath 2006, section 4, have the
//! generating function). In an ideal deck all paths are equally likely.
//!
//! # Distances
//!
//! With x = C(n, m) P(word), the ratio to an ideal deck, total variation is E\[(1 - x)₊\] over ideal words, and the bits
//! of information left are E\[x log₂ x\]. Both functions are convex. The law of x is followed along the lattice with its
//! values in bins. Where all values of a bin are replaced by their mean, the mean of a convex function can only fall
//! (Jensen); where each is divided between the ends of the bin such that its mean stays, it can only grow. So both kinds
//! enclose the truth. Rounding is widened by [`ROUNDING`], which is far more than what some ten thousand operations on
//! positive numbers can lose. The largest and the least x are those of the longest and the shortest path.

use super::super::gsr::Packets;

/// The most packets: the sum over labels has as many terms.
const MOST_PACKETS: u64 = 1 << 16;

/// The most places of the lattice, m (s + 1), and the most of them for all labels together.
const MOST_PLACES: u64 = 10_000;
const MOST_TERMS: u64 = 100_000_000;

/// More than all rounding of a distance.
const ROUNDING: f64 = 1e-10;

/// A number between two ends.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Between {
    /// The truth is at least this.
    pub lower: f64,
    /// The truth is at most this.
    pub upper: f64,
}

/// How far a deck of two types is from an ideal one, as to its words.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Distances {
    /// Total variation, from 0 (ideal) to 1.
    pub total_variation: Between,
    /// The information that is left about the word, in bits: the logarithm of the number of words less the entropy.
    pub information_left: Between,
    /// 1 less the least ratio: from 0 to 1.
    pub separation: f64,
    /// The largest |ratio - 1|.
    pub l_infinity: f64,
}

/// The law of the words of a deck with `first` cards of one type on top of `second` cards of another, after an a-shuffle.
///
/// ```
/// use colddeck_laws::grouped::two_types::TwoTypes;
/// use colddeck_laws::gsr::Packets;
///
/// // Red on black: seven riffles leave it .013 from ideal, as to colours.
/// let law = TwoTypes::new(26, 26, Packets::riffles(7)).unwrap();
/// let found = law.distances().total_variation;
/// assert!(found.lower > 0.0130 && found.upper < 0.0132);
/// ```
#[derive(Debug, Clone)]
pub struct TwoTypes {
    first: usize,
    second: usize,
    /// C(n, m) g(j, b), at (j - 1)(s + 1) + b.
    weights: Vec<f64>,
}

impl TwoTypes {
    /// The law, where both types have cards and it does not take long: first (second + 1) up to 10,000, 65,536 packets, and
    /// the product of both up to 10⁸.
    pub fn new(first: usize, second: usize, packets: Packets) -> Option<Self> {
        let labels = packets.up_to(MOST_PACKETS)?;
        let places = (first as u64).checked_mul(second as u64 + 1)?;
        let terms = places.checked_mul(labels)?;
        if first == 0 || second == 0 || places > MOST_PLACES || terms > MOST_TERMS {
            return None;
        }
        let mut weights = vec![0.0; places as usize];
        let a = labels as f64;
        let (mut of_first, mut of_second) = (vec![0.0; first], vec![0.0; second + 1]);
        for y in 0..labels {
            let y = y as f64;
            products(&mut of_first, (y + 1.0) / a, y / a);
            products(&mut of_second, (a - 1.0 - y) / a, (a - y) / a);
            for (row, above) in weights.chunks_exact_mut(second + 1).zip(&of_first) {
                for (weight, below) in row.iter_mut().zip(&of_second) {
                    *weight += above * below;
                }
            }
        }
        // One factor at a time: C(n, m) alone may be too large.
        let choices = (1..=first).map(|j| (second + j) as f64 / j as f64);
        let choices: f64 = choices.product();
        for weight in &mut weights {
            *weight *= choices / a;
        }
        Some(Self {
            first,
            second,
            weights,
        })
    }

    /// How many times as likely as in an ideal deck a word is; `true` stands for a card of the first type, from the top.
    ///
    /// # Panics
    ///
    /// If the word has other numbers of cards.
    pub fn ratio(&self, word: &[bool]) -> f64 {
        let (mut j, mut b, mut ratio) = (0, 0, 0.0);
        for is_first in word {
            if *is_first {
                ratio += self.weight(j, b);
                j += 1;
            } else {
                b += 1;
            }
        }
        assert_eq!((j, b), (self.first, self.second), "cards of each type");
        ratio
    }

    /// The share that a card of the first type adds below `j` of its type and `b` of the other.
    fn weight(&self, j: usize, b: usize) -> f64 {
        self.weights[j * (self.second + 1) + b]
    }

    /// The best sum along a path.
    fn extreme(&self, better: fn(f64, f64) -> f64) -> f64 {
        // At b: the best path to the place with j of the first type and b of the second.
        let mut best = vec![0.0; self.second + 1];
        for j in 0..self.first {
            for b in 0..=self.second {
                let through = best[b] + self.weight(j, b);
                best[b] = match b {
                    0 => through,
                    _ => better(through, best[b - 1]),
                };
            }
        }
        best[self.second]
    }

    /// The distances from an ideal deck.
    pub fn distances(&self) -> Distances {
        let (least, most) = (self.extreme(f64::min), self.extreme(f64::max));
        let grid = Grid::new(most, self.weights.len());
        let law = self.enclosed(&grid);
        Distances {
            total_variation: law.mean(&grid, |x| (1.0 - x).max(0.0), 1.0),
            information_left: law.mean(
                &grid,
                |x| if x > 0.0 { x * x.log2() } else { 0.0 },
                f64::INFINITY,
            ),
            separation: (1.0 - least).max(0.0),
            l_infinity: (most - 1.0).max(1.0 - least),
        }
    }

    /// The law of the ratio over ideal words, enclosed.
    fn enclosed(&self, grid: &Grid) -> Binned {
        let cards = self.first + self.second;
        // At j: paths with so many cards of the first type so far.
        let mut here: Vec<Option<Binned>> = vec![None; self.first + 1];
        here[0] = Some(Binned::of_zero(grid));
        for t in 0..cards {
            let mut next: Vec<Option<Binned>> = vec![None; self.first + 1];
            for (j, law) in here.into_iter().enumerate() {
                let Some(law) = law else { continue };
                let (left, b) = (self.first - j, t - j);
                let share = left as f64 / (cards - t) as f64;
                if left > 0 {
                    let to = next[j + 1].get_or_insert_with(|| Binned::empty(grid));
                    law.shifted(self.weight(j, b), share, grid, to);
                }
                if b < self.second {
                    let to = next[j].get_or_insert_with(|| Binned::empty(grid));
                    law.added(1.0 - share, to);
                }
            }
            here = next;
        }
        let law = here.pop().flatten();
        law.unwrap_or_else(|| Binned::empty(grid))
    }
}

/// Fills in above^i below^(k - 1 - i), i from 0 to k - 1, k being the number of places.
fn products(into: &mut [f64], above: f64, below: f64) {
    let mut power = 1.0;
    for place in into.iter_mut() {
        *place = power;
        power *= above;
    }
    power = 1.0;
    for place in into.iter_mut().rev() {
        *place *= power;
        power *= below;
    }
}

/// Ends of bins: evenly spaced from 0 to 1, by equal factors above.
struct Grid(Vec<f64>);

impl Grid {
    /// Bins that reach beyond `most`, fewer for more places of the lattice.
    fn new(most: f64, places: usize) -> Self {
        let (fine, octave) = if places > 1000 {
            (1024_usize, 32)
        } else {
            (4096, 128)
        };
        let evenly = (0..=fine).map(|i| i as f64 / fine as f64);
        let octaves = most.max(1.0).log2().ceil() as usize + 1;
        let above = (1..=octaves * octave).map(|i| (i as f64 / octave as f64).exp2());
        Self(evenly.chain(above).collect())
    }

    /// Finds the bins of values that come in ascending order.
    fn ascending(&self) -> impl FnMut(f64) -> usize {
        let (mut bin, last) = (0, self.0.len() - 2);
        move |value| {
            while bin < last && self.0[bin + 1] <= value {
                bin += 1;
            }
            bin
        }
    }
}

/// The law of a number, in the bins of a grid: once with each bin's values replaced by their mean, and once with each
/// value divided between the ends of its bin.
#[derive(Clone)]
struct Binned {
    /// The probability of each bin, and its share of the mean.
    means: Vec<(f64, f64)>,
    /// The probability of each end.
    ends: Vec<f64>,
}

impl Binned {
    fn empty(grid: &Grid) -> Self {
        Self {
            means: vec![(0.0, 0.0); grid.0.len()],
            ends: vec![0.0; grid.0.len()],
        }
    }

    fn of_zero(grid: &Grid) -> Self {
        let mut law = Self::empty(grid);
        law.means[0].0 = 1.0;
        law.ends[0] = 1.0;
        law
    }

    /// Adds this law, `share` of it, to another.
    fn added(&self, share: f64, to: &mut Self) {
        for ((mass, moment), to) in self.means.iter().zip(&mut to.means) {
            to.0 += share * mass;
            to.1 += share * moment;
        }
        for (mass, to) in self.ends.iter().zip(&mut to.ends) {
            *to += share * mass;
        }
    }

    /// Adds the law of the number and `by`, `share` of it, to another.
    fn shifted(&self, by: f64, share: f64, grid: &Grid, to: &mut Self) {
        let mut bin_of = grid.ascending();
        for &(mass, moment) in &self.means {
            if mass > 0.0 {
                let value = moment / mass + by;
                let to = &mut to.means[bin_of(value)];
                to.0 += share * mass;
                to.1 += share * mass * value;
            }
        }
        let mut bin_of = grid.ascending();
        for (&mass, &end) in self.ends.iter().zip(&grid.0) {
            if mass > 0.0 {
                let value = end + by;
                let bin = bin_of(value);
                let (low, high) = (grid.0[bin], grid.0[bin + 1]);
                let above = ((value - low) / (high - low)).clamp(0.0, 1.0);
                to.ends[bin] += share * mass * (1.0 - above);
                to.ends[bin + 1] += share * mass * above;
            }
        }
    }

    /// Encloses the mean of a convex function that lies between 0 and `most` in the mean.
    fn mean(&self, grid: &Grid, f: impl Fn(f64) -> f64, most: f64) -> Between {
        let means = self.means.iter().filter(|(mass, _)| *mass > 0.0);
        let lower: f64 = means.map(|(mass, moment)| mass * f(moment / mass)).sum();
        let ends = self.ends.iter().zip(&grid.0);
        let upper: f64 = ends.map(|(mass, end)| mass * f(*end)).sum();
        let rounding = ROUNDING * upper.max(1.0);
        Between {
            lower: (lower - rounding).max(0.0),
            upper: (upper + rounding).min(most),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grouped::separation::separation;
    use crate::grouped::testing::{counts, words};
    use crate::grouped::words::{Grouped, ratios};
    use crate::testing::assert_close;
    use deck::rng::{Draws, PcgDraws};

    #[test]
    fn distances_of_all_small_decks_hold_what_labels_give() {
        for (first, second) in [(1, 1), (1, 5), (2, 2), (3, 4), (4, 2), (5, 1)] {
            let types = [first, second];
            let words = words(&types);
            for packets in [1, 2, 3, 4, 8] {
                let law = TwoTypes::new(first, second, Packets::new(packets).unwrap()).unwrap();
                let seen = counts(&types, packets);
                let (mut variation, mut bits) = (0.0, 0.0);
                let (mut least, mut most) = (f64::INFINITY, 0.0_f64);
                for word in &words {
                    let share = seen.get(word).copied().unwrap_or(0) as f64
                        / packets.pow(word.len() as u32) as f64;
                    let truth = share * words.len() as f64;
                    let is_first: Vec<bool> = word.iter().map(|kind| *kind == 0).collect();
                    assert!((law.ratio(&is_first) - truth).abs() < 1e-12 * truth.max(1.0));
                    variation += (1.0 - truth).max(0.0) / words.len() as f64;
                    if truth > 0.0 {
                        bits += share * truth.log2();
                    }
                    (least, most) = (least.min(truth), most.max(truth));
                }
                let found = law.distances();
                for (found, truth) in [
                    (found.total_variation, variation),
                    (found.information_left, bits),
                ] {
                    let name = format!("{types:?}, {packets} packets: {found:?}, not {truth}");
                    assert!(found.lower <= truth && truth <= found.upper, "{name}");
                    assert!(found.upper - found.lower < 1e-3, "{name}");
                }
                assert!((found.separation - (1.0 - least)).abs() < 1e-12);
                let infinity = (most - 1.0).max(1.0 - least);
                assert!((found.l_infinity - infinity).abs() < 1e-12 * infinity.max(1.0));
            }
        }
    }

    #[test]
    fn red_and_black_are_enclosed_narrowly() {
        for riffles in 1..=16 {
            let packets = Packets::riffles(riffles);
            let found = TwoTypes::new(26, 26, packets).unwrap().distances();
            let Between { lower, upper } = found.total_variation;
            assert!(upper - lower < 5e-4, "{riffles}: {lower} to {upper}");
            let Between { lower, upper } = found.information_left;
            assert!(upper - lower < 1e-3, "{riffles}: {lower} to {upper} bits");
            let known = separation(&[26, 26], packets);
            assert_close(found.separation, known.distance, 1e-9);
        }
        assert!(TwoTypes::new(26, 26, Packets::riffles(17)).is_none());
        assert!(TwoTypes::new(200, 200, Packets::riffles(1)).is_none());
        assert!(TwoTypes::new(0, 5, Packets::riffles(1)).is_none());
    }

    #[test]
    fn both_ways_to_a_likelihood_agree() {
        let mut draws = PcgDraws::for_batch(47, "words", 0, 0);
        let (first, second) = (20, 32);
        let deck = Grouped::new(&[first, second]).unwrap();
        for _ in 0..20 {
            let mut word: Vec<usize> = (0..first + second)
                .map(|i| usize::from(i >= first))
                .collect();
            for i in (1..word.len()).rev() {
                word.swap(i, draws.below(i as u32 + 1) as usize);
            }
            let rising = deck.rising(&word);
            let is_first: Vec<bool> = word.iter().map(|kind| *kind == 0).collect();
            for riffles in [1, 3, 5, 7, 12] {
                let packets = Packets::riffles(riffles);
                let ratios = ratios(first + second, packets);
                let ratio: f64 = rising.iter().zip(&ratios).map(|(p, q)| p * q).sum();
                let other = TwoTypes::new(first, second, packets).unwrap();
                assert_close(ratio, other.ratio(&is_first), 1e-9);
            }
        }
    }
}
