//! Several tables of pairs that go through a chain together, cell beside cell: what leads from one cell to another is found
//! out once, and rows are as long as vectors like them.

use laws::pairs::Pairs;

/// Tables of pairs, each twice: as it is, and with the two cards exchanged, for chains that know the pairs of which the first
/// card lands higher. A cell holds one number of each, its lanes.
pub(super) struct SideBySide {
    cards: usize,
    lanes: usize,
    /// n² cells by rows.
    numbers: Vec<f64>,
}

impl SideBySide {
    /// These tables, of so many cards each.
    pub(super) fn of(tables: &[&Pairs], cards: usize) -> Self {
        let mut all = Self::zero(cards, tables.len());
        let cells = all.numbers.chunks_exact_mut(all.lanes);
        for (at, cell) in cells.enumerate() {
            let (i, j) = (at / cards, at % cards);
            for (lanes, table) in cell.chunks_exact_mut(2).zip(tables) {
                lanes.copy_from_slice(&[table.get(i, j), table.get(j, i)]);
            }
        }
        all
    }

    /// So many tables that hold zeros.
    pub(super) fn zero(cards: usize, tables: usize) -> Self {
        Self {
            cards,
            lanes: 2 * tables,
            numbers: vec![0.0; cards * cards * 2 * tables],
        }
    }

    /// Number of positions n.
    pub(super) fn cards(&self) -> usize {
        self.cards
    }

    /// Numbers in a cell.
    pub(super) fn lanes(&self) -> usize {
        self.lanes
    }

    /// The cells (`i`, `from`), (`i`, `from + 1`), … of a row.
    pub(super) fn row_from(&self, i: usize, from: usize) -> &[f64] {
        let start = i * self.cards;
        &self.numbers[(start + from) * self.lanes..(start + self.cards) * self.lanes]
    }

    /// The cells (`i`, `from`) to (`i`, `to` − 1) of a row, to be changed.
    pub(super) fn row_mut(&mut self, i: usize, from: usize, to: usize) -> &mut [f64] {
        let start = i * self.cards;
        &mut self.numbers[(start + from) * self.lanes..(start + to) * self.lanes]
    }

    /// The tables, each the sum of both ways to see it.
    pub(super) fn tables(&self) -> Vec<Pairs> {
        let cell = |i: usize, j: usize| &self.numbers[(i * self.cards + j) * self.lanes..];
        let table = |lane: usize| {
            Pairs::from_fn(self.cards, |i, j| cell(i, j)[lane] + cell(j, i)[lane + 1])
        };
        (0..self.lanes).step_by(2).map(table).collect()
    }
}
