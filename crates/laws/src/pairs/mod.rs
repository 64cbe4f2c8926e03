//! Tables over ordered pairs of positions, for two-card chains.
//!
//! Two cards of a deck go together as a chain on n(n − 1) ordered pairs of positions. Its matrix
//! would have n²(n − 1)² cells and is never built. A table of n² numbers goes through the chain
//! instead, in either [`Direction`]:
//!
//! - backward, a value g(i, j) of the positions in which two cards end becomes
//!   (Tg)(a, b) = E\[g(where the card at a goes, where the card at b goes)\], the expected value for
//!   *all* pairs of cards at once. For a routine the last shuffle comes first.
//! - forward, a law of the positions that two cards hold becomes their law after the shuffle; the
//!   adjoint operator. For a routine the first shuffle comes first.

pub mod order_means;

use super::lattice::sum::Sum;

/// A number for each ordered pair (i, j) of different positions, from 0: n² doubles by rows, the
/// diagonal unused and 0. A function of two positions, or a measure on pairs.
#[derive(Debug, Clone, PartialEq)]
pub struct Pairs {
    cards: usize,
    cells: Vec<f64>,
}

impl Pairs {
    /// All zeros.
    pub fn zero(cards: usize) -> Self {
        Self {
            cards,
            cells: vec![0.0; cards * cards],
        }
    }

    /// `value(i, j)` for all i ≠ j.
    pub fn from_fn(cards: usize, mut value: impl FnMut(usize, usize) -> f64) -> Self {
        let mut pairs = Self::zero(cards);
        for i in 0..cards {
            for j in (0..cards).filter(|&j| j != i) {
                pairs.cells[i * cards + j] = value(i, j);
            }
        }
        pairs
    }

    /// 1 where i lies above j (i < j), else 0.
    pub fn above(cards: usize) -> Self {
        Self::from_fn(cards, |i, j| f64::from(u8::from(i < j)))
    }

    /// 1 where j lies directly below i (j = i + 1), else 0.
    pub fn next(cards: usize) -> Self {
        Self::from_fn(cards, |i, j| f64::from(u8::from(j == i + 1)))
    }

    /// 1 where j follows i on a circle (j = i + 1 modulo n), else 0.
    pub fn next_around(cards: usize) -> Self {
        Self::from_fn(cards, |i, j| f64::from(u8::from(j == (i + 1) % cards)))
    }

    /// The law of a pair that surely lies at `first` and `second`, two different positions.
    pub fn at(cards: usize, first: usize, second: usize) -> Self {
        let mut pairs = Self::zero(cards);
        if first != second {
            pairs.cells[first * cards + second] = 1.0;
        }
        pairs
    }

    /// The mean of all pairs at each pair: what an ideal shuffle leaves of a value, and of a law.
    #[must_use]
    pub fn levelled(&self) -> Self {
        let mean = self.total() / pairs_of(self.cards);
        Self::from_fn(self.cards, |_, _| mean)
    }

    /// Number of positions n.
    pub fn cards(&self) -> usize {
        self.cards
    }

    /// The number for (`i`, `j`).
    pub fn get(&self, i: usize, j: usize) -> f64 {
        self.cells[i * self.cards + j]
    }

    /// All n² cells, row by row; the diagonal is 0.
    pub fn cells(&self) -> &[f64] {
        &self.cells
    }

    /// The numbers for (`i`, 0), (`i`, 1), …
    pub fn row(&self, i: usize) -> &[f64] {
        &self.cells[i * self.cards..][..self.cards]
    }

    /// [`Self::row`], to be changed. The diagonal must stay 0.
    pub fn row_mut(&mut self, i: usize) -> &mut [f64] {
        &mut self.cells[i * self.cards..][..self.cards]
    }

    /// (i, j) and (j, i) exchanged.
    #[must_use]
    pub fn swapped(&self) -> Self {
        Self::from_fn(self.cards, |i, j| self.get(j, i))
    }

    /// Adds `other`, cell by cell.
    pub fn add(&mut self, other: &Self) {
        for (cell, value) in self.cells.iter_mut().zip(&other.cells) {
            *cell += value;
        }
    }

    /// Sum over all pairs; 1 for a law.
    pub fn total(&self) -> f64 {
        Sum::of(self.cells.iter().copied()).value()
    }

    /// Taken as a law, its total variation distance from the uniform one on n(n − 1) pairs, in `[0,
    /// 1]`.
    ///
    /// For the law of where two given cards are, this bounds from below the total variation over
    /// all n! orders, as does every image of a law.
    pub fn distance_from_uniform(&self) -> f64 {
        let ideal = 1.0 / pairs_of(self.cards);
        let off_diagonal = (0..self.cards).flat_map(|i| {
            let (left, right) = self.row(i).split_at(i);
            left.iter().chain(&right[1..])
        });
        0.5 * Sum::of(off_diagonal.map(|p| (p - ideal).abs())).value()
    }
}

/// Number of ordered pairs.
fn pairs_of(cards: usize) -> f64 {
    cards as f64 * (cards as f64 - 1.0)
}

/// Some pairs of neighbours (c, c + 1), different ones: at the top, at the bottom, in the middle and
/// between. At one of these a shuffle usually moves two cards the least apart.
pub fn neighbours(cards: usize) -> Vec<(usize, usize)> {
    let last = cards.saturating_sub(2);
    let mut uppers: Vec<usize> = (0..=4).map(|quarter| quarter * last / 4).collect();
    uppers.dedup();
    uppers.into_iter().map(|c| (c, c + 1)).collect()
}

/// All n(n − 1)/2 pairs (a, b) with a < b.
pub fn all(cards: usize) -> Vec<(usize, usize)> {
    (1..cards)
        .flat_map(|b| (0..b).map(move |a| (a, b)))
        .collect()
}

/// The direction in which a table goes through a chain.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    /// From values at the end to expected values at the start.
    Backward,
    /// From the law at the start to the law at the end.
    Forward,
}

impl Direction {
    /// One step of a sum of products that leads either way: `factor` is the weight by which cells
    /// on the side of the start and those on the side of the end belong together, one to one.
    #[inline]
    pub fn link(self, starts: &mut [f64], ends: &mut [f64], factor: f64) {
        match self {
            Self::Backward => add_scaled(starts, ends, factor),
            Self::Forward => add_scaled(ends, starts, factor),
        }
    }
}

/// Adds `factor` times `row` to `sum`, as far as both go.
#[inline]
pub fn add_scaled(sum: &mut [f64], row: &[f64], factor: f64) {
    for (cell, &value) in sum.iter_mut().zip(row) {
        *cell += factor * value;
    }
}

/// The cost of a computation, known before it starts.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Effort {
    /// Multiplications, roughly: one core does some 10⁹ of them a second, or twice that.
    pub multiplications: f64,
    /// Memory, in bytes.
    pub bytes: f64,
}

impl Effort {
    /// Ten seconds, more or less, and a gibibyte.
    pub const SECONDS: Self = Self {
        multiplications: 1e10,
        bytes: 1_073_741_824.0,
    };

    /// Gives the cost of holding `tables` tables of pairs, and of going over them once.
    pub fn of_tables(cards: usize, tables: usize) -> Self {
        let cells = tables as f64 * cards as f64 * cards as f64;
        Self {
            multiplications: cells,
            bytes: cells * size_of::<f64>() as f64,
        }
    }

    /// Returns true if both are within `limit`.
    pub fn is_within(&self, limit: &Self) -> bool {
        self.multiplications <= limit.multiplications && self.bytes <= limit.bytes
    }

    /// This and then `next`, in the same memory.
    #[must_use]
    pub fn then(&self, next: &Self) -> Self {
        Self {
            multiplications: self.multiplications + next.multiplications,
            bytes: self.bytes.max(next.bytes),
        }
    }

    /// This and so many more multiplications, in the same memory.
    #[must_use]
    pub fn and(self, multiplications: f64) -> Self {
        Self {
            multiplications: self.multiplications + multiplications,
            ..self
        }
    }

    /// This `times` times, in the same memory.
    #[must_use]
    pub fn times(&self, times: usize) -> Self {
        Self {
            multiplications: self.multiplications * times as f64,
            bytes: self.bytes,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_hold_what_their_names_say_and_nothing_on_the_diagonal() {
        let above = Pairs::above(4);
        assert_eq!(above.row(1), [0.0, 0.0, 1.0, 1.0]);
        assert_eq!(Pairs::next(4).row(1), [0.0, 0.0, 1.0, 0.0]);
        assert_eq!(Pairs::next(4).row(3), [0.0; 4]);
        assert_eq!(Pairs::next_around(4).row(3), [1.0, 0.0, 0.0, 0.0]);
        let mut both = above.swapped();
        assert_eq!(both.row(1), [1.0, 0.0, 0.0, 0.0]);
        both.add(&above);
        assert_eq!(both, Pairs::from_fn(4, |_, _| 1.0));
        let sum = above.total();
        assert!((sum - 6.0).abs() < 1e-15);
        assert_eq!(above.levelled(), Pairs::from_fn(4, |_, _| 0.5));
    }

    #[test]
    fn the_distance_from_uniform_is_zero_for_it_and_nearly_one_for_a_pair_that_stays() {
        for cards in [2, 3, 52] {
            let stays = Pairs::at(cards, 1, 0);
            let pairs = pairs_of(cards);
            assert!((stays.distance_from_uniform() - (1.0 - 1.0 / pairs)).abs() < 1e-15);
            assert!(stays.levelled().distance_from_uniform() < 1e-15);
        }
    }

    #[test]
    fn both_directions_sum_the_same_products() {
        let (value, law) = ([2.0, 3.0], [5.0, 7.0]);
        let (mut expected, mut reached) = ([0.0; 2], [0.0; 2]);
        Direction::Backward.link(&mut expected, &mut value.clone(), 0.5);
        Direction::Forward.link(&mut law.clone(), &mut reached, 0.5);
        assert_eq!((expected, reached), ([1.0, 1.5], [2.5, 3.5]));
    }

    #[test]
    fn efforts_add_up_in_the_same_memory() {
        let (one, two) = (Effort::of_tables(10, 1), Effort::of_tables(10, 2));
        assert_eq!(one.then(&two).bytes.to_bits(), two.bytes.to_bits());
        let times = one.then(&two).multiplications;
        assert_eq!(one.times(3).multiplications.to_bits(), times.to_bits());
        assert!(one.is_within(&two) && !two.is_within(&one));
        assert!(!Effort::of_tables(20_000, 1).is_within(&Effort::SECONDS));
    }
}
