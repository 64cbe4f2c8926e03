//! The position matrix: `m[position][card]` is the number of decks with that card there.

use super::counter::{Buffer, Counter, Keeps};
use super::first_decks::{FIRST_DECKS, restore};
use super::position_buffer::PositionBuffer;
use super::tally::{Kept, Notes, Tally};
use deck::Layout;
use deck::kernel::{BYTE_CARDS, Cell, Grid, MOST_PENDING, NarrowCounts};
use deck::{BLOCK, Block, Rows};

/// Counts the position matrix: n² cells, by rows, one row for each position.
pub(crate) static POSITIONS: &dyn Counter = &Positions;

/// Its name as a counter.
pub(super) const NAME: &str = "positions";

/// Cards from which on the matrix is so large, 16 MB or more, that few decks are better told by themselves.
const LARGE: usize = 1 << 11;

/// First decks of which all positions are kept, where the matrix is large.
const KEPT: u64 = 8;

/// The cells that decks of so many cards add to, if `tally` kept all of them: in order, one for each card of each deck.
pub(super) fn cells_of_few(tally: &Tally, cards: usize) -> Option<Vec<usize>> {
    let kept = tally.kept();
    if kept.is_empty() || kept.len() as u64 != tally.subjects() {
        return None;
    }
    let mut deck = vec![0; cards];
    let mut cells = Vec::with_capacity(kept.len() * cards);
    for bytes in kept.rows() {
        restore(bytes, &mut deck);
        let places = deck.iter().enumerate();
        cells.extend(places.map(|(position, card)| position * cards + usize::from(*card)));
    }
    cells.sort_unstable();
    Some(cells)
}

#[derive(Debug)]
struct Positions;

impl Counter for Positions {
    fn name(&self) -> &'static str {
        NAME
    }

    fn cells(&self, cards: usize) -> usize {
        cards * cards
    }

    fn layout(&self) -> Layout {
        Layout::Rows
    }

    fn keeps(&self, cards: usize) -> Keeps {
        let decks = if cards >= LARGE { KEPT } else { 0 };
        Keeps {
            decks,
            width: cards * size_of::<u16>(),
            ..Keeps::default()
        }
    }

    fn keep(&self, block: &Block, kept: &mut Kept) {
        FIRST_DECKS.keep(block, kept);
    }

    fn count(&self, block: &Block, cells: &mut [u64], _: &mut Notes) {
        match block.rows() {
            Some(Rows::Bytes(rows)) => count_rows(rows, block.len(), cells),
            Some(Rows::Words(rows)) => count_rows(rows, block.len(), cells),
            None => {}
        }
    }

    fn buffer(&self, cards: usize) -> Option<Box<dyn Buffer>> {
        Some(if cards <= BYTE_CARDS {
            Box::new(Pending {
                counts: NarrowCounts::new(cards),
                decks: 0,
            })
        } else {
            Box::new(PositionBuffer::new(cards))
        })
    }

    fn buffer_bytes(&self, cards: usize) -> u128 {
        if cards <= BYTE_CARDS {
            0
        } else {
            PositionBuffer::bytes(cards)
        }
    }
}

fn count_rows<T: Cell>(rows: &Grid<T>, decks: usize, cells: &mut [u64]) {
    for deck in 0..decks {
        for (card, position) in rows.row(deck).iter().enumerate() {
            cells[position.index() * rows.cards() + card] += 1;
        }
    }
}

/// Counts in the kernels' narrow cells.
#[derive(Debug)]
struct Pending {
    counts: NarrowCounts,
    decks: u64,
}

impl Buffer for Pending {
    fn has_room(&self) -> bool {
        self.decks + BLOCK as u64 <= MOST_PENDING
    }

    fn hold(&mut self, block: &Block) {
        if let Some(Rows::Bytes(rows)) = block.rows() {
            self.decks += block.len() as u64;
            let kernel = block.isa().kernel();
            kernel.tally(rows, block.len(), (0, 1), &mut self.counts);
        }
    }

    fn add_to(&mut self, first: usize, cells: &mut [u64]) {
        debug_assert_eq!(first, 0, "small tallies come as a whole");
        self.counts.add_to(cells);
    }

    fn clear(&mut self) {
        self.decks = 0;
    }
}

/// Sum of squares of counts; 128 bits, since the square of a count may need 64 already.
pub(super) fn sum_of_squares<'a>(counts: impl Iterator<Item = &'a u64>) -> u128 {
    counts
        .map(|&count| u128::from(count) * u128::from(count))
        .sum()
}

/// Σ (m − e)² / e for the `cells` counts m of a sum `total`, all expected to be e = total/cells,
/// from their sum of squares: cells·Σm²/total − total. Integers up to the one division, so that
/// no digit is lost however large the counts are.
pub(super) fn uniform_chi_squared(sum_of_squares: u128, cells: u64, total: u64) -> f64 {
    let total_squared = u128::from(total) * u128::from(total);
    (u128::from(cells) * sum_of_squares - total_squared) as f64 / total as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use deck::Card;

    #[test]
    fn a_tally_of_parts_merged_is_the_tally_of_the_whole() {
        let mut block = Block::new(3);
        let (mut whole, mut merged) = (Tally::empty(POSITIONS, 3), Tally::empty(POSITIONS, 3));
        for decks in [[2, 0, 1, 0, 1, 2], [1, 0, 2, 2, 1, 0]] {
            block.clear(0);
            decks.chunks(3).for_each(|deck| block.push(deck));
            block.index_rows();
            whole.count(POSITIONS, &block);
            let mut part = Tally::empty(POSITIONS, 3);
            part.count(POSITIONS, &block);
            merged.merge(&part);
        }
        assert_eq!(whole, merged);
        assert_eq!(whole.cells(), [1, 1, 2, 2, 2, 0, 1, 1, 2]);
    }

    #[test]
    fn few_large_decks_are_told_by_the_cells_that_they_added_to() {
        let cards = LARGE as Card;
        let mut tally = Tally::empty(POSITIONS, LARGE);
        for index in 0..=KEPT {
            let mut block = Block::new(LARGE);
            block.clear(index);
            let step = 2 * index as Card + 1;
            let deck: Vec<Card> = (0..cards).map(|at| at.wrapping_mul(step) % cards).collect();
            block.push(&deck);
            block.index_rows();
            tally.count(POSITIONS, &block);
            let cells = (0..).zip(tally.cells());
            let counted = cells.flat_map(|(at, count)| (0..*count).map(move |_| at));
            let counted: Vec<usize> = counted.collect();
            let expected = (index < KEPT).then_some(counted);
            assert_eq!(cells_of_few(&tally, LARGE), expected, "{index}");
        }
    }

    #[test]
    fn chi_squared_from_the_sum_of_squares_is_the_textbook_sum() {
        let counts = [7u64, 3, 5, 9];
        let total: u64 = counts.iter().sum();
        let expected = total as f64 / 4.0;
        let textbook: f64 = counts
            .iter()
            .map(|&count| (count as f64 - expected).powi(2) / expected)
            .sum();
        let ours = uniform_chi_squared(sum_of_squares(counts.iter()), 4, total);
        assert!((ours - textbook).abs() < 1e-12);
    }
}
