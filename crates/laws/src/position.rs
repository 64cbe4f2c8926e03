//! Positions of cards, from a routine's one-card chain: each card's law of its position, and the
//! power of the omnibus test of all positions.
//!
//! The test takes the matrix m of N decks, m counting how often each card is at each position, and
//! compares V = (n−1)/n · Σ (m − N/n)²/(N/n) with χ² of (n−1)² degrees of freedom, both tails (the
//! upper one alone for very small decks). With true cells (1 + ε)/n a cell departs by Nε/n on
//! average, and its share of V is (n−1)/n · (Nε/n)²/(N/n). Summed over all n² cells that is the
//! noncentrality
//!
//!   λ = (n−1) · N · mean(ε²).
//!
//! The mean of V is (n−1)² + (n−1)(N−1) · mean(ε²) for every shuffle: E m² = Np + N(N−1)p² in each
//! cell, and the cells p sum to n.
//!
//! *When it holds.* That V is noncentral χ² needs more than the mean: the cells of a deck must vary
//! together nearly as they do in ideal decks. Then the departures to be found are small ones, and
//! the law is that of Patnaik (1949). Several riffles are such a shuffle. A routine that moves cards
//! in large packets is not, however even its positions are: after a random cut λ is 0, yet V is
//! n − 1 times a χ² with n − 1 degrees of freedom, and fails far more often than the level. For
//! such a routine the power and the number of decks that are computed here mean little, but λ and the mean
//! of V hold.

use super::lattice::sum::Sum;
use super::matrix::Matrix;
use super::power::{chi_squared_noncentrality, noncentral_chi_squared_upper};
use super::tail::chi_squared_quantile_upper;

/// Up to so many cards the omnibus test has an upper tail alone: with so few cells a perfectly even
/// matrix is a common event, and no sign of anything.
pub const ONE_TAIL_UP_TO: usize = 3;

/// More decks than this are never asked for: a departure that takes as many is no larger than
/// what rounding does to a chain.
const MOST_DECKS: f64 = 9_007_199_254_740_992.0;

/// Beyond this noncentrality every test fails.
const MOST_NONCENTRAL: f64 = 1e12;

/// The position of one card.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CardPosition {
    /// Total variation of its position from uniform.
    pub distance: f64,
    /// The probability of its least likely position.
    pub smallest: f64,
    /// The probability of its likeliest position.
    pub largest: f64,
    /// Positions that it cannot reach: their probability is exactly 0.
    pub impossible: usize,
    /// The first position that it can reach, from 0.
    pub first: usize,
    /// The last position that it can reach, from 0.
    pub last: usize,
    /// Probability that it stays in its half of the deck; the upper half has ⌊n/2⌋ cards.
    pub same_half: f64,
}

/// The positions of all cards.
#[derive(Debug, Clone, PartialEq)]
pub struct Positions {
    /// Each card, by its starting position.
    pub cards: Vec<CardPosition>,
    /// Cards that are called right on average by one who calls the likeliest card of each place, and sees none: n largest
    /// probabilities of a place. No calls without a look are better (Ciucu, 1998).
    pub called: f64,
    /// The mean over all cells of ε², with (1 + ε)/n the probability of a cell.
    pub mean_square: f64,
}

impl Positions {
    /// Says where all cards go by the one-card chain of a routine, n rows of n cells.
    pub fn of(chain: &Matrix) -> Self {
        let n = chain.size() as f64;
        let squares = chain.cells().iter().map(|p| (n * p - 1.0) * (n * p - 1.0));
        let mut largest = vec![0.0_f64; chain.size()];
        for row in chain.rows() {
            for (largest, p) in largest.iter_mut().zip(row) {
                *largest = largest.max(*p);
            }
        }
        Self {
            cards: (0..chain.size()).map(|card| one(chain, card)).collect(),
            called: Sum::of(largest.into_iter()).value(),
            mean_square: Sum::of(squares).value() / (n * n),
        }
    }

    /// The largest total variation of any card's position from uniform.
    pub fn largest_distance(&self) -> f64 {
        self.over(|card| card.distance, f64::max)
    }

    /// The smallest cell.
    pub fn smallest(&self) -> f64 {
        self.over(|card| card.smallest, f64::min)
    }

    /// The largest cell.
    pub fn largest(&self) -> f64 {
        self.over(|card| card.largest, f64::max)
    }

    /// Number of cells that are exactly 0.
    pub fn impossible(&self) -> usize {
        self.cards.iter().map(|card| card.impossible).sum()
    }

    /// Probability that a random card stays in its half of the deck.
    pub fn same_half(&self) -> f64 {
        let staying = self.cards.iter().map(|card| card.same_half);
        Sum::of(staying).value() / self.cards.len() as f64
    }

    /// Noncentrality of the omnibus test for `decks` decks.
    pub fn noncentrality(&self, decks: u64) -> f64 {
        (self.cards.len() as f64 - 1.0) * decks as f64 * self.mean_square
    }

    /// Mean of the omnibus statistic for `decks` decks, exact for every shuffle.
    pub fn omnibus_mean(&self, decks: u64) -> f64 {
        let degrees = degrees(self.cards.len());
        degrees + self.noncentrality(decks.saturating_sub(1))
    }

    /// Probability that the omnibus test of `decks` decks fails at `level`, from 1e-11 to 0.1:
    /// see above for when this holds. Absolute error below 1e-7.
    pub fn power(&self, decks: u64, level: f64) -> f64 {
        self.powers(level)(decks)
    }

    /// Gives, of any number of decks, the probability that the omnibus test of so many fails at `level`, from 1e-11 to
    /// 0.1: see above for when this holds. Absolute error below 1e-7. The region where the test fails is
    /// found once for all numbers of decks.
    pub fn powers(&self, level: f64) -> impl Fn(u64) -> f64 + '_ {
        let cards = self.cards.len();
        let df = degrees(cards);
        let tail = tail(cards, level);
        let high = chi_squared_quantile_upper(tail, df);
        let low = (cards > ONE_TAIL_UP_TO).then(|| chi_squared_quantile_upper(1.0 - tail, df));
        move |decks| {
            let noncentrality = self.noncentrality(decks).min(MOST_NONCENTRAL);
            let above = |threshold| noncentral_chi_squared_upper(threshold, df, noncentrality);
            let too_even = low.map_or(0.0, |low| 1.0 - above(low));
            (above(high) + too_even).clamp(0.0, 1.0)
        }
    }

    /// The fewest decks with which the omnibus test fails at `level` by its upper tail with
    /// probability `power` at least; `None` where 2⁵³ are not enough, as where all cells are equal.
    /// For `level` from 1e-11 to 0.1 and `power` up to 0.9999; see above for when this holds.
    pub fn decks_needed(&self, level: f64, power: f64) -> Option<u64> {
        let needed = noncentrality_needed(self.cards.len(), level, power);
        let decks = (needed / self.noncentrality(1)).ceil().max(1.0);
        (decks <= MOST_DECKS).then_some(decks as u64)
    }

    fn over(&self, of: impl Fn(&CardPosition) -> f64, choose: impl Fn(f64, f64) -> f64) -> f64 {
        self.cards.iter().map(of).reduce(choose).unwrap_or(0.0)
    }
}

/// Degrees of freedom of the omnibus test: (n−1)².
pub fn degrees(cards: usize) -> f64 {
    let n = cards as f64;
    (n - 1.0) * (n - 1.0)
}

/// The noncentrality with which the omnibus test fails at `level` by its upper tail with
/// probability `power`.
pub fn noncentrality_needed(cards: usize, level: f64, power: f64) -> f64 {
    chi_squared_noncentrality(degrees(cards), tail(cards, level), power)
}

/// Probability that a random card of an ideal deck stays in its half.
pub fn same_half_ideal(cards: usize) -> f64 {
    let (top, bottom) = ((cards / 2) as f64, (cards - cards / 2) as f64);
    (top * top + bottom * bottom) / (cards * cards) as f64
}

/// The error level of the upper tail.
fn tail(cards: usize, level: f64) -> f64 {
    if cards > ONE_TAIL_UP_TO {
        0.5 * level
    } else {
        level
    }
}

fn one(chain: &Matrix, card: usize) -> CardPosition {
    let row = chain.row(card);
    let half = row.len() / 2;
    let own = if card < half {
        &row[..half]
    } else {
        &row[half..]
    };
    let uniform = 1.0 / row.len() as f64;
    CardPosition {
        distance: 0.5 * Sum::of(row.iter().map(|p| (p - uniform).abs())).value(),
        smallest: row.iter().copied().fold(1.0, f64::min),
        largest: row.iter().copied().fold(0.0, f64::max),
        impossible: row.iter().filter(|p| **p == 0.0).count(),
        first: row.iter().position(|&p| p > 0.0).unwrap_or(0),
        last: row.iter().rposition(|&p| p > 0.0).unwrap_or(0),
        same_half: Sum::of(own.iter().copied()).value(),
    }
}
