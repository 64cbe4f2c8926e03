//! Shuffles that swap, one after the other, a given position with one that is drawn: the exact chains
//! of one card and of two.
//!
//! A step swaps the position s with a target j, drawn with probability w(j); with j = s nothing moves.
//! Seen from one card, the card at s goes to j with probability w(j), and the card at a ≠ s goes to s
//! with probability w(a) and stays otherwise. Seen from two, with `s` as "at" and (a, b) ≠ s:
//!
//! - (a, b) stays with probability 1 − w(a) − w(b), and becomes (s, b) with w(a), (a, s) with w(b);
//! - (s, b) becomes (j, b) with w(j), j ≠ b, and (b, s) with w(b); (a, s) likewise.
//!
//! A swap undone is the same swap, so that a step is the same in both directions: only the order of
//! the steps is reversed. A step takes some n² multiplications, and a shuffle of n steps n³.

use laws::matrix::Matrix;
use laws::pairs::{Direction, Effort, Pairs, add_scaled};

/// One swap of a position with a random one: of numbers that are equally likely the remainder by
/// `bound` is the target.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Swap {
    /// The position.
    pub at: usize,
    /// The number of numbers, from 0 up.
    pub numbers: u64,
    /// The divisor of the number: the remainder is the target.
    pub bound: u64,
}

impl Swap {
    /// Swaps `at` with a target that is uniform below `bound`.
    pub(crate) fn evenly(at: usize, bound: usize) -> Self {
        let bound = bound as u64;
        Self {
            at,
            numbers: bound,
            bound,
        }
    }

    /// Numbers that give the target `position`.
    fn ways(&self, position: usize) -> u64 {
        let position = position as u64;
        if position >= self.bound {
            return 0;
        }
        self.numbers / self.bound + u64::from(position < self.numbers % self.bound)
    }

    /// The probability of each target among `cards` positions.
    fn chances(&self, cards: usize) -> Vec<f64> {
        let each = (0..cards).map(|position| self.ways(position) as f64 / self.numbers as f64);
        each.collect()
    }

    /// The probability of neither of two targets: exactly 0 where there is no other.
    fn neither(&self, one: usize, other: usize) -> f64 {
        (self.numbers - self.ways(one) - self.ways(other)) as f64 / self.numbers as f64
    }

    /// Takes a table over pairs through the step, in either direction.
    fn step(&self, pairs: &Pairs) -> Pairs {
        let (cards, s) = (pairs.cards(), self.at);
        let w = self.chances(cards);
        let mut next = Pairs::zero(cards);
        // (s, b): the sum over all targets; the diagonal of the table is 0, so that b falls out.
        for (j, &chance) in w.iter().enumerate() {
            add_scaled(next.row_mut(s), pairs.row(j), chance);
        }
        for b in (0..cards).filter(|&b| b != s) {
            next.row_mut(s)[b] += w[b] * pairs.get(b, s);
        }
        next.row_mut(s)[s] = 0.0;
        for a in (0..cards).filter(|&a| a != s) {
            let column: f64 = pairs.row(a).iter().zip(&w).map(|(g, w)| g * w).sum();
            let row = next.row_mut(a);
            for b in (0..cards).filter(|&b| b != s && b != a) {
                row[b] = self.neither(a, b) * pairs.get(a, b)
                    + w[a] * pairs.get(s, b)
                    + w[b] * pairs.get(a, s);
            }
            row[s] = column + w[a] * pairs.get(s, a);
        }
        next
    }
}

/// The chain of one card through `swaps`, in order.
pub(crate) fn one_card(cards: usize, swaps: impl IntoIterator<Item = Swap>) -> Matrix {
    let mut rows = Matrix::identity(cards).cells().to_vec();
    for swap in swaps {
        let w = swap.chances(cards);
        let stays: Vec<f64> = (0..cards)
            .map(|at| (swap.numbers - swap.ways(at)) as f64 / swap.numbers as f64)
            .collect();
        for row in rows.chunks_exact_mut(cards) {
            let here = row[swap.at];
            let comes: f64 = row.iter().zip(&w).map(|(p, w)| p * w).sum();
            for ((p, w), stays) in row.iter_mut().zip(&w).zip(&stays) {
                *p = stays * *p + w * here;
            }
            row[swap.at] = comes;
        }
    }
    Matrix::of_cells(cards, rows)
}

/// Takes `pairs` through `swaps`, given in order.
pub(crate) fn two_card(
    pairs: &Pairs,
    direction: Direction,
    swaps: impl DoubleEndedIterator<Item = Swap>,
) -> Pairs {
    let step = |pairs: Pairs, swap: Swap| swap.step(&pairs);
    match direction {
        Direction::Forward => swaps.fold(pairs.clone(), step),
        Direction::Backward => swaps.rev().fold(pairs.clone(), step),
    }
}

/// The total variation distance of `swaps` from swaps with uniform targets below the same bounds is at most
/// this: the sum of the distances of their draws.
pub(crate) fn distance_at_most(swaps: impl Iterator<Item = Swap>) -> f64 {
    let draws = swaps.map(|swap| {
        let more = swap.numbers % swap.bound;
        let fewer = swap.bound - more;
        more as f64 * fewer as f64 / (swap.bound as f64 * swap.numbers as f64)
    });
    draws.sum::<f64>().min(1.0)
}

/// Gives the effort of [`two_card`] for so many swaps.
pub fn effort(cards: usize, swaps: usize) -> Effort {
    Effort::of_tables(cards, 2).and(5.0 * swaps as f64 * (cards * cards) as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn remainders_are_counted() {
        // 0 to 9 modulo 4: 0 and 1 come up three times, 2 and 3 twice.
        let swap = Swap {
            at: 0,
            numbers: 10,
            bound: 4,
        };
        let ways: Vec<u64> = (0..6).map(|position| swap.ways(position)).collect();
        assert_eq!(ways, [3, 3, 2, 2, 0, 0]);
        // Fewer numbers than targets.
        let swap = Swap { bound: 12, ..swap };
        assert_eq!((swap.ways(9), swap.ways(10)), (1, 0));
    }

    #[test]
    fn a_step_is_its_own_adjoint() {
        let swap = Swap {
            at: 2,
            numbers: 7,
            bound: 5,
        };
        let (n, table) = (6, |salt: f64| {
            Pairs::from_fn(6, |i, j| libm::sin(salt + 3.0 * i as f64 + j as f64))
        });
        let (g, m) = (table(0.3), table(1.1));
        let product = |x: &Pairs, y: &Pairs| -> f64 {
            x.cells().iter().zip(y.cells()).map(|(a, b)| a * b).sum()
        };
        let (left, right) = (product(&swap.step(&g), &m), product(&g, &swap.step(&m)));
        assert!((left - right).abs() < 1e-12, "{left}, {right}");
        assert!((0..n).all(|i| swap.step(&g).get(i, i).to_bits() == 0));
    }
}
