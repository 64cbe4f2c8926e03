//! What is counted: rows of integers that merge exactly, in any order.

use std::fmt;

use crate::deck::Block;

/// Which side of a block a counter reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum View {
    /// `deck[position] = card`.
    Decks,
    /// `pos[card] = position`.
    Positions,
}

/// A way to count decks into a row of cells. Counters are compared by name.
pub trait Counter: fmt::Debug + Send + Sync {
    /// Its name.
    fn name(&self) -> &'static str;

    /// Number of cells for decks of `cards` cards.
    fn cells(&self, cards: usize) -> usize;

    /// The side of a block that it reads.
    fn view(&self) -> View;

    /// Adds all decks of `block` to `cells`.
    fn count(&self, block: &Block, cells: &mut [u64]);
}

/// The counts of one [`Counter`]. An empty tally is neutral in a merge, and merging the tallies of
/// parts gives the tally of the whole.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tally {
    cells: Vec<u64>,
}

impl Tally {
    /// No decks counted yet.
    pub fn empty(counter: &dyn Counter, cards: usize) -> Self {
        Self {
            cells: vec![0; counter.cells(cards)],
        }
    }

    /// Adds all decks of `block`.
    pub fn count(&mut self, counter: &dyn Counter, block: &Block) {
        counter.count(block, &mut self.cells);
    }

    /// Adds the counts of another part.
    pub fn merge(&mut self, part: &Self) {
        for (cell, count) in self.cells.iter_mut().zip(&part.cells) {
            *cell += count;
        }
    }

    /// Forgets all counts.
    pub fn clear(&mut self) {
        self.cells.fill(0);
    }

    /// The counts.
    pub fn cells(&self) -> &[u64] {
        &self.cells
    }
}
