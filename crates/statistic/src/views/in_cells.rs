//! The counts of classes in cells.

use crate::{Counter, Notes};
use deck::subject::Hands;

/// Counts how often each class is in each cell that is seen.
#[derive(Debug, Clone, Copy)]
pub(crate) struct InCells {
    pub classes: usize,
    pub cells: usize,
    /// Places of each cell.
    pub places: usize,
}

impl Counter<Hands> for InCells {
    fn name(&self) -> &'static str {
        "in-cells"
    }

    fn cells(&self, _cards: usize) -> usize {
        self.classes * self.cells
    }

    /// The most: nothing but cards of one class in a cell.
    fn most(&self, _cards: usize) -> u64 {
        self.places as u64
    }

    fn layout(&self) {}

    fn count(&self, hands: &Hands, counts: &mut [u64], _: &mut Notes) {
        for deck in hands.decks().take(deck::batch::Batch::len(hands)) {
            for (cell, cards) in deck.chunks(self.places).enumerate() {
                for class in cards {
                    counts[usize::from(*class) * self.cells + cell] += 1;
                }
            }
        }
    }
}
