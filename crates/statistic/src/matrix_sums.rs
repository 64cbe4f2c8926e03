//! Sums over a square matrix of counts, in one pass by its rows: a column of a large one, read by itself, comes cell by cell from
//! far memory, and most of its cells are 0.

/// Cells that are passed over together if all are 0.
const TOGETHER: usize = 64;

/// The counts of `row` above 0, each with its place.
pub(super) fn above_0(row: &[u64]) -> impl Iterator<Item = (usize, u64)> {
    let parts = row.chunks(TOGETHER).enumerate();
    let parts = parts.filter(|(_, part)| part.iter().fold(0, |all, count| all | count) > 0);
    let cells = parts.flat_map(|(at, part)| (at * TOGETHER..).zip(part.iter().copied()));
    cells.filter(|(_, count)| *count > 0)
}

/// The sums of a matrix in which each row and each column adds up to the number of decks.
#[derive(Debug)]
pub(super) struct MatrixSums {
    /// The sum of the squares of each row.
    pub rows: Vec<u128>,
    /// The sum of the squares of each column.
    pub columns: Vec<u128>,
    /// Σ |n·m − N| of each column, of counts m of N decks of n cards.
    pub gaps: Vec<u128>,
    /// The first of the smallest counts, and its cell.
    pub least: (usize, u64),
    /// The first of the largest counts, and its cell.
    pub greatest: (usize, u64),
    /// Counts in the same half by row and by column.
    pub same_half: u64,
    /// Sums of cells by bins of rows, then of columns.
    pub binned: Vec<Vec<u64>>,
}

impl MatrixSums {
    /// Those of `cells`, rows of `cards` cells, that were counted in so many decks; `bin` rows and columns share a bin.
    pub fn of(cells: &[u64], (cards, decks): (usize, u64), bin: usize) -> Self {
        let first = (0, cells.first().copied().unwrap_or(0));
        let total = u128::from(decks);
        let mut sums = Self::zero((cards, decks), bin, first);
        // Of no decks there is nothing to look for in what may be 10⁸ cells.
        let rows = cells.chunks_exact(cards).take_while(|_| decks > 0);
        for (row, counts) in rows.enumerate() {
            let mut next = 0;
            for (column, count) in above_0(counts) {
                // The cells before it are 0.
                if column > next {
                    sums.see(row * cards + next, 0);
                }
                sums.see(row * cards + column, count);
                sums.add((row, column), count, (cards, total), bin);
                next = column + 1;
            }
            if next < cards {
                sums.see(row * cards + next, 0);
            }
        }
        sums
    }

    /// Those of a matrix that was counted in fewer decks than there are cards, by the cells that were added to, in order and
    /// as often.
    pub(super) fn of_few(cells: &[usize], (cards, decks): (usize, u64), bin: usize) -> Self {
        // The first cell that was not added to.
        let mut empty = 0;
        let mut sums = Self::zero((cards, decks), bin, (0, 0));
        for alike in cells.chunk_by(|one, next| one == next) {
            let (at, count) = (alike[0], alike.len() as u64);
            empty += usize::from(at == empty);
            if count > sums.greatest.1 {
                sums.greatest = (at, count);
            }
            let (cell, wide) = ((at / cards, at % cards), (cards, u128::from(decks)));
            sums.add(cell, count, wide, bin);
        }
        sums.least = (empty, 0);
        sums
    }

    /// The sums of a matrix of zeros, whose least and greatest count are to be `first`.
    fn zero((cards, decks): (usize, u64), bin: usize, first: (usize, u64)) -> Self {
        let bins = cards.div_ceil(bin);
        Self {
            rows: vec![0; cards],
            columns: vec![0; cards],
            // A count of 0 is N from its share.
            gaps: vec![cards as u128 * u128::from(decks); cards],
            least: first,
            greatest: first,
            same_half: 0,
            binned: vec![vec![0; bins]; bins],
        }
    }

    fn see(&mut self, at: usize, count: u64) {
        if count < self.least.1 {
            self.least = (at, count);
        } else if count > self.greatest.1 {
            self.greatest = (at, count);
        }
    }

    /// Adds a count above 0.
    fn add(
        &mut self,
        (row, column): (usize, usize),
        count: u64,
        (cards, decks): (usize, u128),
        bin: usize,
    ) {
        let wide = u128::from(count);
        self.rows[row] += wide * wide;
        self.columns[column] += wide * wide;
        self.gaps[column] += (cards as u128 * wide).abs_diff(decks);
        self.gaps[column] -= decks;
        let half = cards / 2;
        self.same_half += if (row < half) == (column < half) {
            count
        } else {
            0
        };
        self.binned[row / bin][column / bin] += count;
    }

    /// The sum of the squares of all cells.
    pub(super) fn squares(&self) -> u128 {
        self.rows.iter().sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sums of 300 cards and 7 decks, cell by cell.
    #[test]
    fn one_pass_gives_the_sums_of_single_cells() {
        const CARDS: usize = 300;
        const DECKS: u64 = 7;
        let mut cells = vec![0_u64; CARDS * CARDS];
        for deck in 0..DECKS as usize {
            for card in 0..CARDS {
                cells[(card * (2 * deck + 1) % 299 + deck) % CARDS * CARDS + card] += 1;
            }
        }
        let sums = MatrixSums::of(&cells, (CARDS, DECKS), 3);
        let cell = |row: usize, column: usize| u128::from(cells[row * CARDS + column]);
        for line in 0..CARDS {
            let row: u128 = (0..CARDS).map(|at| cell(line, at).pow(2)).sum();
            let column: u128 = (0..CARDS).map(|at| cell(at, line).pow(2)).sum();
            let gaps: u128 = (0..CARDS)
                .map(|at| (CARDS as u128 * cell(at, line)).abs_diff(u128::from(DECKS)))
                .sum();
            assert_eq!(
                [sums.rows[line], sums.columns[line], sums.gaps[line]],
                [row, column, gaps]
            );
        }
        let squares: u128 = cells.iter().map(|count| u128::from(*count).pow(2)).sum();
        assert_eq!(sums.squares(), squares);
        let greatest = cells.iter().copied().max().unwrap();
        let first = |count: u64| cells.iter().position(|cell| *cell == count).unwrap();
        assert_eq!(sums.greatest, (first(greatest), greatest));
        assert_eq!(sums.least, (first(0), 0));
        let few = (0..cells.len()).flat_map(|at| (0..cells[at]).map(move |_| at));
        let few = MatrixSums::of_few(&few.collect::<Vec<_>>(), (CARDS, DECKS), 3);
        assert_eq!(format!("{few:?}"), format!("{sums:?}"));
        let half = CARDS / 2;
        let same = (0..CARDS * CARDS).filter(|at| (at / CARDS < half) == (at % CARDS < half));
        assert_eq!(sums.same_half, same.map(|at| cells[at]).sum::<u64>());
        assert_eq!(
            sums.binned.iter().flatten().sum::<u64>(),
            cells.iter().sum::<u64>()
        );
        let corner: u128 = (0..9).map(|at| cell(at / 3, at % 3)).sum();
        assert_eq!(u128::from(sums.binned[0][0]), corner);
    }
}
