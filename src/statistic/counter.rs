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
    /// The same in cells as small as the deck's size allows.
    Rows,
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

    /// A faster way to count many blocks, if there is one.
    fn buffer(&self, _cards: usize) -> Option<Box<dyn Buffer>> {
        None
    }
}

/// Counts on their way to a tally.
pub trait Buffer: fmt::Debug + Send {
    /// Adds all decks of `block`, here or to `cells`.
    fn count(&mut self, block: &Block, cells: &mut [u64]);

    /// Moves all counts from here to `cells`.
    fn settle(&mut self, cells: &mut [u64]);
}

/// Counts blocks into the tallies of several counters, one for each, in order.
#[derive(Debug)]
pub struct Counting {
    counters: Vec<Buffered>,
}

/// A counter, and its faster way to count if it has one.
type Buffered = (&'static dyn Counter, Option<Box<dyn Buffer>>);

impl Counting {
    /// For decks of `cards` cards.
    pub fn new(counters: &[&'static dyn Counter], cards: usize) -> Self {
        let with_buffer = |counter: &&'static dyn Counter| (*counter, counter.buffer(cards));
        Self {
            counters: counters.iter().map(with_buffer).collect(),
        }
    }

    /// Counts all decks of `block`; the tallies have them once [`Counting::settle`] is called.
    pub fn count(&mut self, block: &mut Block, tallies: &mut [Tally]) {
        for (counter, _) in &self.counters {
            match counter.view() {
                View::Decks => block.index_decks(),
                View::Positions => block.index_positions(),
                View::Rows => block.index_rows(),
            }
        }
        for ((counter, buffer), tally) in self.counters.iter_mut().zip(tallies) {
            match buffer {
                Some(buffer) => buffer.count(block, &mut tally.cells),
                None => counter.count(block, &mut tally.cells),
            }
        }
    }

    /// Completes the tallies.
    pub fn settle(&mut self, tallies: &mut [Tally]) {
        for ((_, buffer), tally) in self.counters.iter_mut().zip(tallies) {
            if let Some(buffer) = buffer {
                buffer.settle(&mut tally.cells);
            }
        }
    }
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
