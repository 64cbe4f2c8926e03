//! Counts of one counter, and what it keeps of single decks. An empty tally is neutral in a merge, and
//! merging the tallies of parts gives the tally of the whole.

use super::counter::{Counter, Keeps};
use crate::batch::Batch;

/// The counts of one [`Counter`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tally {
    cells: Vec<u64>,
    notes: Notes,
}

/// The rest of a tally besides its cells.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Notes {
    /// Decks counted.
    pub subjects: u64,
    /// The bytes that are kept of single decks.
    pub kept: Kept,
}

impl Tally {
    /// No decks counted yet.
    pub fn empty<B: Batch>(counter: &dyn Counter<B>, cards: usize) -> Self {
        Self {
            cells: vec![0; counter.cells(cards)],
            notes: Notes {
                subjects: 0,
                kept: Kept::new(counter.keeps(cards)),
            },
        }
    }

    /// Adds the counts of another part.
    pub fn merge(&mut self, part: &Self) {
        for (cell, count) in self.cells.iter_mut().zip(&part.cells) {
            *cell += count;
        }
        self.notes.subjects += part.notes.subjects;
        self.notes.kept.merge(&part.notes.kept);
    }

    /// Forgets all counts.
    pub fn clear(&mut self) {
        self.cells.fill(0);
        self.notes.subjects = 0;
        self.notes.kept.clear();
    }

    /// Counts all decks of `block`, all of whose views that `counter` reads are there.
    pub fn count<B: Batch>(&mut self, counter: &dyn Counter<B>, block: &B) {
        counter.count(block, &mut self.cells);
        self.notes.subjects += block.len() as u64;
        if block.first() < self.notes.kept.keeps.decks {
            counter.keep(block, &mut self.notes.kept);
        }
    }

    /// The counts and the notes, to add to.
    pub fn parts_mut(&mut self) -> (&mut [u64], &mut Notes) {
        (&mut self.cells, &mut self.notes)
    }

    /// The counts, to add to.
    pub fn cells_mut(&mut self) -> &mut [u64] {
        &mut self.cells
    }

    /// The notes, to add to.
    pub fn notes_mut(&mut self) -> &mut Notes {
        &mut self.notes
    }

    /// The counts.
    pub fn cells(&self) -> &[u64] {
        &self.cells
    }

    /// Decks counted.
    pub fn subjects(&self) -> u64 {
        self.notes.subjects
    }

    /// Gives the bytes that are kept of single decks.
    pub fn kept(&self) -> &Kept {
        &self.notes.kept
    }
}

/// The bytes that are kept of each of the first decks of a run, the same number of each.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Kept {
    keeps: Keeps,
    indices: Vec<u64>,
    bytes: Vec<u8>,
}

impl Default for Kept {
    fn default() -> Self {
        Self::new(Keeps { decks: 0, width: 0 })
    }
}

impl Kept {
    /// Nothing kept yet.
    pub fn new(keeps: Keeps) -> Self {
        Self {
            keeps,
            indices: Vec::new(),
            bytes: Vec::new(),
        }
    }

    /// Keeps `bytes` of the deck of that index, if it is one of those to keep.
    pub fn push(&mut self, index: u64, bytes: impl IntoIterator<Item = u8>) {
        if index < self.keeps.decks {
            self.indices.push(index);
            self.bytes.extend(bytes);
            debug_assert_eq!(self.bytes.len(), self.indices.len() * self.keeps.width);
        }
    }

    fn merge(&mut self, part: &Self) {
        self.indices.extend_from_slice(&part.indices);
        self.bytes.extend_from_slice(&part.bytes);
    }

    fn clear(&mut self) {
        self.indices.clear();
        self.bytes.clear();
    }

    /// Decks kept.
    pub fn len(&self) -> usize {
        self.indices.len()
    }

    /// Whether nothing is kept.
    pub fn is_empty(&self) -> bool {
        self.indices.is_empty()
    }

    /// Gives the bytes that are kept of each deck, in no particular order: for uses that do not depend on it.
    pub fn rows(&self) -> impl Iterator<Item = &[u8]> {
        self.bytes.chunks_exact(self.keeps.width.max(1))
    }

    /// Gives the bytes that are kept of each deck with its index, sorted by index: the same however many
    /// threads counted.
    pub fn in_order(&self) -> Vec<(u64, &[u8])> {
        self.in_order_after(0)
    }

    /// The same of those that were added since there were `known`.
    pub fn in_order_after(&self, known: usize) -> Vec<(u64, &[u8])> {
        let all = self.indices.iter().copied().zip(self.rows()).skip(known);
        let mut all: Vec<(u64, &[u8])> = all.collect();
        all.sort_unstable_by_key(|(index, _)| *index);
        all
    }
}
