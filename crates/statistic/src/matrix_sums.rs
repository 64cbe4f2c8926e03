//! Sums over a square matrix of counts, in one pass by its rows: a column of a large one, read by itself, comes cell by cell from
//! far memory, and most of its cells are 0.

/// Cells that are passed over together if all are 0.
const TOGETHER: usize = 64;

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
        let bins = cards.div_ceil(bin);
        let total = u128::from(decks);
        let mut sums = Self {
            rows: vec![0; cards],
            columns: vec![0; cards],
            // A count of 0 is N from its share.
            gaps: vec![cards as u128 * total; cards],
            least: first,
            greatest: first,
            same_half: 0,
            binned: vec![vec![0; bins]; bins],
        };
        // Of no decks there is nothing to look for in what may be 10⁸ cells.
        let rows = cells.chunks_exact(cards).take_while(|_| decks > 0);
        for (row, counts) in rows.enumerate() {
            for (at, together) in counts.chunks(TOGETHER).enumerate() {
                let start = at * TOGETHER;
                if together.iter().fold(0, |all, count| all | count) == 0 {
                    sums.see(row * cards + start, 0);
                    continue;
                }
                for (column, &count) in (start..).zip(together) {
                    sums.see(row * cards + column, count);
                    if count > 0 {
                        sums.add((row, column), count, (cards, total), bin);
                    }
                }
            }
        }
        sums
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
