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

    /// Bytes that it takes for large decks, about.
    fn buffer_bytes(&self, _cards: usize) -> u128 {
        0
    }
}

/// Counts on their way to a tally.
pub trait Buffer: fmt::Debug + Send {
    /// Whether a full block still fits in.
    fn has_room(&self) -> bool;

    /// Counts all decks of `block`. There must be room.
    fn hold(&mut self, block: &Block);

    /// Adds what it holds to `cells`, which are those of the tally from cell `first` on.
    fn add_to(&mut self, first: usize, cells: &mut [u64]);

    /// Forgets what it holds.
    fn clear(&mut self);
}

/// Where counts end up.
pub trait Sink {
    /// Calls `add` with the cells of the counter at place `counter` in the list and the number of the
    /// first of them, or with several parts of them in any order if the counter has a buffer.
    fn add(&mut self, counter: usize, add: &mut dyn FnMut(usize, &mut [u64]));
}

/// Counts blocks for several counters.
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

    /// Counts all decks of `block`; `sink` has them once [`Counting::settle`] is called.
    pub fn count(&mut self, block: &mut Block, sink: &mut dyn Sink) {
        for (counter, _) in &self.counters {
            match counter.view() {
                View::Decks => block.index_decks(),
                View::Positions => block.index_positions(),
                View::Rows => block.index_rows(),
            }
        }
        for (at, (counter, buffer)) in self.counters.iter_mut().enumerate() {
            let Some(buffer) = buffer else {
                sink.add(at, &mut |_, cells| counter.count(block, cells));
                continue;
            };
            if !buffer.has_room() {
                sink.add(at, &mut |first, cells| buffer.add_to(first, cells));
                buffer.clear();
            }
            buffer.hold(block);
        }
    }

    /// Hands over all counts that are still here.
    pub fn settle(&mut self, sink: &mut dyn Sink) {
        for (at, (_, buffer)) in self.counters.iter_mut().enumerate() {
            if let Some(buffer) = buffer {
                sink.add(at, &mut |first, cells| buffer.add_to(first, cells));
                buffer.clear();
            }
        }
    }
}

/// Tallies of one's own, in the order of the counters.
impl Sink for Vec<Tally> {
    fn add(&mut self, counter: usize, add: &mut dyn FnMut(usize, &mut [u64])) {
        add(0, &mut self[counter].cells);
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

    /// The counts, to add to.
    pub fn cells_mut(&mut self) -> &mut [u64] {
        &mut self.cells
    }

    /// The counts.
    pub fn cells(&self) -> &[u64] {
        &self.cells
    }
}
