//! Sums of a number over the first 1, 2, 4, … blocks of a run: a source that changes half-way shows there.

use crate::deck::BLOCK;

/// Parts of a run: the first block, and then as many blocks as came before, again and again. The last takes
/// all that is left, beyond some 10¹⁵ decks.
const PARTS: usize = 45;

/// The decks of each part, and the sum of their values above the least one.
#[derive(Debug, Clone, Copy)]
pub(super) struct Steps<'a> {
    decks: &'a [u64],
    sums: &'a [u64],
}

impl<'a> Steps<'a> {
    /// Cells of a tally that they take.
    pub const CELLS: usize = 2 * PARTS;

    /// Adds so many decks, of which the first has the index `first`, and whose values above the least one sum up
    /// to `sum`, to `cells`. Decks of one block are in one part.
    pub fn add(cells: &mut [u64], first: u64, decks: u64, sum: u64) {
        let blocks = first / BLOCK as u64;
        let part = (u64::BITS - blocks.leading_zeros()) as usize;
        let part = part.min(PARTS - 1);
        cells[part] += decks;
        cells[PARTS + part] += sum;
    }

    /// Those in the last cells of a tally.
    pub fn of(cells: &'a [u64]) -> Self {
        let (decks, sums) = cells[cells.len() - Self::CELLS..].split_at(PARTS);
        Self { decks, sums }
    }

    /// Cuts all decks in two after each part, where both sides hold decks: (decks, sum) of the first ones and
    /// of the others.
    pub fn cuts(self) -> impl Iterator<Item = [(u64, u64); 2]> {
        let all: (u64, u64) = (self.decks.iter().sum(), self.sums.iter().sum());
        let parts = self.decks.iter().zip(self.sums);
        let before = parts.scan((0, 0), |(decks, sum), (more, of_more)| {
            *decks += more;
            *sum += of_more;
            Some((*decks, *sum))
        });
        before
            .map(move |first| [first, (all.0 - first.0, all.1 - first.1)])
            .filter(|[first, rest]| first.0 > 0 && rest.0 > 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_double_and_cuts_leave_nothing_out() {
        let mut cells = vec![0; Steps::CELLS];
        for block in 0..10 {
            Steps::add(&mut cells, 64 * block, 64, block);
        }
        let cuts: Vec<_> = Steps::of(&cells).cuts().collect();
        let expected = [1, 2, 4, 8].map(|blocks: u64| {
            let sum = (0..blocks).sum::<u64>();
            [(64 * blocks, sum), (640 - 64 * blocks, 45 - sum)]
        });
        assert_eq!(cuts, expected);
        Steps::add(&mut cells, u64::MAX, 1, 0);
        assert_eq!(Steps::of(&cells).cuts().count(), 5);
    }
}
