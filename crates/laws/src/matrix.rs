//! Square matrices of one-card chains: `m[i][j]` is the probability that the card at position i
//! (0 is the top) goes to position j.

/// A square matrix of probabilities, by rows; rows and columns of a shuffle's matrix sum to 1.
#[derive(Debug, Clone, PartialEq)]
pub struct Matrix {
    size: usize,
    cells: Vec<f64>,
}

impl Matrix {
    /// All zeros.
    pub fn zero(size: usize) -> Self {
        Self {
            size,
            cells: vec![0.0; size * size],
        }
    }

    /// Makes a matrix of its cells, by rows, as many as there are pairs of positions.
    ///
    /// # Panics
    /// If there are more or fewer.
    pub fn of_cells(size: usize, cells: impl IntoIterator<Item = f64>) -> Self {
        let cells: Vec<f64> = cells.into_iter().collect();
        assert_eq!(cells.len(), size * size, "cells of a square");
        Self { size, cells }
    }

    /// The matrix by which every card stays where it is.
    pub fn identity(size: usize) -> Self {
        Self::permutation(size, (0..size).map(|i| (i, i)))
    }

    /// A fixed rearrangement, given as (from, to) for each card.
    pub fn permutation(size: usize, moves: impl Iterator<Item = (usize, usize)>) -> Self {
        let mut matrix = Self::zero(size);
        for (from, to) in moves {
            matrix.add(from, to, 1.0);
        }
        matrix
    }

    /// The matrix by which every card goes anywhere with the same probability.
    pub fn uniform(size: usize) -> Self {
        Self {
            size,
            cells: vec![1.0 / size as f64; size * size],
        }
    }

    /// Number of rows, and of columns.
    pub fn size(&self) -> usize {
        self.size
    }

    /// The probability of going from `from` to `to`.
    pub fn get(&self, from: usize, to: usize) -> f64 {
        self.cells[from * self.size + to]
    }

    /// Adds `probability` to going from `from` to `to`.
    pub fn add(&mut self, from: usize, to: usize, probability: f64) {
        self.cells[from * self.size + to] += probability;
    }

    /// The law of where the card that was at `from` is now.
    pub fn row(&self, from: usize) -> &[f64] {
        &self.cells[from * self.size..][..self.size]
    }

    /// Total variation distance of that law from the uniform one.
    pub fn distance(&self, from: usize) -> f64 {
        let uniform = 1.0 / self.size as f64;
        let gaps = self.row(from).iter().map(|p| (p - uniform).abs());
        0.5 * gaps.sum::<f64>()
    }

    /// All rows, from the top card's down.
    pub fn rows(&self) -> std::slice::ChunksExact<'_, f64> {
        self.cells.chunks_exact(self.size)
    }

    /// The matrix turned round: of an inverse.
    #[must_use]
    pub fn transposed(&self) -> Self {
        let size = self.size;
        let turned = (0..size * size).map(|at| self.get(at % size, at / size));
        Self::of_cells(size, turned)
    }

    /// The matrix to a power, at least 1, by repeated squaring.
    #[must_use]
    pub fn power(&self, times: u32) -> Self {
        let mut square = self.clone();
        let mut all: Option<Self> = None;
        let mut rest = times;
        loop {
            if rest % 2 == 1 {
                all = Some(all.map_or_else(|| square.clone(), |all| all.then(&square)));
            }
            rest /= 2;
            if rest == 0 {
                return all.unwrap_or(square);
            }
            square = square.then(&square);
        }
    }

    /// All cells, row by row.
    pub fn cells(&self) -> &[f64] {
        &self.cells
    }

    /// This shuffle followed by `next`: the matrix product. Each sum runs in one fixed order, so the last bits are the same
    /// everywhere.
    #[must_use]
    pub fn then(&self, next: &Self) -> Self {
        let size = self.size;
        let mut product = Self::zero(size);
        // Some columns of `next`, row by row, lie together, and their sums for some rows stay in registers.
        let mut panel = vec![[0.0; COLUMNS]; size];
        for start in (0..size).step_by(COLUMNS) {
            let end = size.min(start + COLUMNS);
            for (cells, row) in panel.iter_mut().zip(next.rows()) {
                cells[..end - start].copy_from_slice(&row[start..end]);
            }
            let rows = self.cells.chunks(ROWS * size);
            for (rows, out) in rows.zip(product.cells.chunks_mut(ROWS * size)) {
                let sums = sums(rows, size, &panel);
                for (out, sums) in out.chunks_exact_mut(size).zip(sums) {
                    out[start..end].copy_from_slice(&sums[..end - start]);
                }
            }
        }
        product
    }
}

/// Columns and rows of a product that are summed at once.
const COLUMNS: usize = 8;
const ROWS: usize = 2;

/// The sums of the products of up to [`ROWS`] rows of `size` cells with each column of `panel`.
fn sums(rows: &[f64], size: usize, panel: &[[f64; COLUMNS]]) -> [[f64; COLUMNS]; ROWS] {
    let (first, second) = rows.split_at(size);
    // A row that is missing counts for nothing.
    let second = if second.is_empty() { first } else { second };
    let mut sums = [[0.0; COLUMNS]; ROWS];
    for ((cells, first), second) in panel.iter().zip(first).zip(second) {
        for (at, cell) in cells.iter().enumerate() {
            sums[0][at] += first * cell;
            sums[1][at] += second * cell;
        }
    }
    sums
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_product_composes_in_order_and_the_identity_is_neutral() {
        let mut cycle = Matrix::zero(3);
        let mut swap = Matrix::zero(3);
        for (from, to) in [(0, 1), (1, 2), (2, 0)] {
            cycle.add(from, to, 1.0);
        }
        for (from, to) in [(0, 1), (1, 0), (2, 2)] {
            swap.add(from, to, 1.0);
        }
        let both = cycle.then(&swap);
        // 0 → 1 → 0, 1 → 2 → 2, 2 → 0 → 1.
        assert_eq!(
            (both.get(0, 0), both.get(1, 2), both.get(2, 1)),
            (1.0, 1.0, 1.0)
        );
        assert_eq!(cycle.then(&Matrix::identity(3)), cycle);
        assert!(
            cycle
                .then(&Matrix::uniform(3))
                .cells()
                .iter()
                .all(|cell| (cell - 1.0 / 3.0).abs() < 1e-15)
        );
    }

    #[test]
    fn powers_are_those_of_one_product_after_the_other() {
        let mut once = Matrix::zero(3);
        for (from, to, probability) in [
            (0, 0, 0.5),
            (0, 1, 0.5),
            (1, 2, 1.0),
            (2, 0, 0.5),
            (2, 1, 0.5),
        ] {
            once.add(from, to, probability);
        }
        let mut chain = once.clone();
        for times in 1..9 {
            let at_once = once.power(times);
            for (a, b) in at_once.cells().iter().zip(chain.cells()) {
                assert!((a - b).abs() < 1e-14, "{times}");
            }
            assert_eq!(
                at_once.transposed().get(0, 2).to_bits(),
                at_once.get(2, 0).to_bits()
            );
            chain = chain.then(&once);
        }
    }

    #[test]
    fn products_of_any_size_sum_over_all_ways_in_order() {
        for size in 1..20 {
            let cell = |i: usize, j: usize| ((7 * i + 3 * j + size) % 11) as f64 / 13.0;
            let cells = |of: &dyn Fn(usize, usize) -> f64| {
                let all = (0..size * size).map(|at| of(at / size, at % size));
                Matrix::of_cells(size, all.collect::<Vec<_>>())
            };
            let (first, second) = (cells(&cell), cells(&|i, j| cell(j, i + 1)));
            let product = first.then(&second);
            for from in 0..size {
                for to in 0..size {
                    let ways = (0..size).map(|by| first.get(from, by) * second.get(by, to));
                    let sum = ways.fold(0.0, |sum, way| sum + way);
                    assert_eq!(product.get(from, to).to_bits(), f64::to_bits(sum));
                }
            }
        }
    }
}
