//! Counts of one counter, and what it keeps of single decks. An empty tally is neutral in a merge, and
//! merging the tallies of parts gives the tally of the whole.

use std::cmp::Reverse;
use std::collections::BTreeMap;

#[cfg(feature = "full")]
use serde::{Deserialize, Serialize};

use super::batches::Batches;
use super::counter::{Counter, Keeps};
use super::sample::Sample;
use deck::BLOCK;
use deck::batch::Batch;

/// The counts of one [`Counter`].
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "full", derive(Serialize, Deserialize))]
pub struct Tally {
    cells: Vec<u64>,
    notes: Notes,
}

/// The rest of a tally besides its cells.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[cfg_attr(feature = "full", derive(Serialize, Deserialize))]
pub struct Notes {
    /// Decks counted.
    pub subjects: u64,
    /// The bytes that are kept of single decks.
    pub kept: Kept,
    /// The extremes of a number of each deck, unless there is no deck yet.
    pub extremes: Option<Extremes>,
    /// The greatest number that was noted of each of several things, by its place.
    greatest: Vec<u64>,
    /// Counts of parts of a run, by the number of the part: the first block, and then as many blocks as came before,
    /// again and again.
    parts: BTreeMap<u32, Vec<u64>>,
    /// Counts over consecutive subjects.
    pub batches: Batches,
}

impl Tally {
    /// A tally with no decks counted yet.
    pub fn empty<B: Batch>(counter: &dyn Counter<B>, cards: usize) -> Self {
        Self {
            cells: vec![0; counter.cells(cards)],
            notes: Notes {
                kept: Kept::new(counter.keeps(cards)),
                ..Notes::default()
            },
        }
    }

    /// Adds the counts of another part.
    pub fn merge(&mut self, part: &Self) {
        for (cell, count) in self.cells.iter_mut().zip(&part.cells) {
            *cell += count;
        }
        self.notes.merge(&part.notes);
    }

    /// Returns true if this can be a tally of the counter of `empty`.
    pub fn fits(&self, empty: &Self) -> bool {
        let (kept, parts) = (&self.notes.kept, self.notes.parts.values());
        let width = empty.notes.kept.keeps.width;
        self.cells.len() == empty.cells.len()
            && kept.keeps == empty.notes.kept.keeps
            && kept.indices.len().checked_mul(width) == Some(kept.bytes.len())
            && parts
                .clone()
                .all(|part| Some(part.len()) == parts.clone().next().map(Vec::len))
            && self.notes.batches.fits()
    }

    /// Forgets all counts.
    pub fn clear(&mut self) {
        self.cells.fill(0);
        self.notes.clear();
    }

    /// Counts all decks of `block`, all of whose views that `counter` reads are there.
    pub fn count<B: Batch>(&mut self, counter: &dyn Counter<B>, block: &B) {
        self.notes.take(counter, block);
        counter.count(block, &mut self.cells, &mut self.notes);
    }

    /// The counts and the notes, to add to.
    pub fn parts_mut(&mut self) -> (&mut [u64], &mut Notes) {
        (&mut self.cells, &mut self.notes)
    }

    /// The counts, to add to.
    pub fn cells_mut(&mut self) -> &mut [u64] {
        &mut self.cells
    }

    /// The counts.
    pub fn cells(&self) -> &[u64] {
        &self.cells
    }

    /// Decks counted.
    pub fn subjects(&self) -> u64 {
        self.notes.subjects
    }

    /// The extremes of a number of each deck; `None` where there is no such number, or no deck.
    pub fn extremes(&self) -> Option<Extremes> {
        self.notes.extremes
    }

    /// The greatest number that was noted of each of several things; empty where nothing was.
    pub fn greatest(&self) -> &[u64] {
        &self.notes.greatest
    }

    /// The counts of parts of a run, from the first part on, each with the index at which the next part begins.
    pub(crate) fn by_part(&self) -> impl Iterator<Item = (u64, &[u64])> {
        let parts = self.notes.parts.iter();
        parts.map(|(number, counts)| ((BLOCK as u64) << number, counts.as_slice()))
    }

    /// Counts over consecutive subjects.
    pub fn batches(&self) -> &Batches {
        &self.notes.batches
    }

    /// Gives the bytes that are kept of single decks.
    pub fn kept(&self) -> &Kept {
        &self.notes.kept
    }
}

impl Notes {
    /// Takes down how many subjects `block` has, and what `counter` keeps of each.
    pub(super) fn take<B: Batch>(&mut self, counter: &dyn Counter<B>, block: &B) {
        self.subjects += block.len() as u64;
        let (keeps, first) = (self.kept.keeps, block.first());
        // A part that begins within a block of a run has decks of two at the most.
        let last = first + (block.len() as u64).saturating_sub(1);
        if keeps.later > 0 || keeps.has(first) || keeps.has(last) {
            counter.keep(block, &mut self.kept);
        }
    }

    /// Takes down the extremes of a number of the decks from index `first` on.
    pub(super) fn see(&mut self, first: u64, values: &[u32]) {
        let within = |known: Extremes| {
            // Of equal values the one that came first counts.
            let came_later = first > known.least.deck.max(known.greatest.deck);
            let open = u32::from(!came_later);
            let (least, greatest) = (known.least.value, known.greatest.value);
            let (from, to) = (least + open, greatest.saturating_sub(open));
            // All are looked at, without a branch.
            values.iter().fold(from <= to, |all, value| {
                all & (value.wrapping_sub(from) <= to.wrapping_sub(from))
            })
        };
        if !self.extremes.is_some_and(within) {
            self.extremes = Extremes::merged(self.extremes, Extremes::of(first, values));
        }
    }

    /// Takes down a number of each of several things, of which the greatest is kept.
    pub(super) fn see_each(&mut self, values: &[u64]) {
        if self.greatest.len() < values.len() {
            self.greatest.resize(values.len(), 0);
        }
        for (greatest, value) in self.greatest.iter_mut().zip(values) {
            *greatest = (*greatest).max(*value);
        }
    }

    /// The counts, so many cells, of the part with the block whose first deck has the index `first`.
    pub(super) fn part(&mut self, first: u64, cells: usize) -> &mut [u64] {
        self.numbered(Self::part_of(first), cells)
    }

    /// The number of that part.
    pub(super) fn part_of(first: u64) -> u32 {
        u64::BITS - (first / BLOCK as u64).leading_zeros()
    }

    fn numbered(&mut self, number: u32, cells: usize) -> &mut [u64] {
        self.parts.entry(number).or_insert_with(|| vec![0; cells])
    }

    fn merge(&mut self, part: &Self) {
        self.subjects += part.subjects;
        self.kept.merge(&part.kept);
        self.extremes = Extremes::merged(self.extremes, part.extremes);
        self.see_each(&part.greatest);
        for (number, more) in &part.parts {
            let cells = self.numbered(*number, more.len());
            for (cell, count) in cells.iter_mut().zip(more) {
                *cell += count;
            }
        }
        self.batches.merge(&part.batches);
    }

    fn clear(&mut self) {
        self.subjects = 0;
        self.kept.clear();
        self.extremes = None;
        self.greatest.clear();
        self.parts.clear();
        self.batches.clear();
    }
}

/// The smallest and the largest value of a number of each deck, each with the deck that had it first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "full", derive(Serialize, Deserialize))]
pub struct Extremes {
    /// The smallest value.
    pub least: Extreme,
    /// The largest value.
    pub greatest: Extreme,
}

/// A value, and the first deck that has it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "full", derive(Serialize, Deserialize))]
pub struct Extreme {
    /// The value.
    pub value: u32,
    /// Its index, from 0, within its replicate or stream.
    pub deck: u64,
}

impl Extremes {
    /// Finds the extremes of these values, those of the decks from index `first` on; `None` if
    /// there are none.
    pub fn of(first: u64, values: &[u32]) -> Option<Self> {
        let least = *values.iter().min()?;
        let greatest = *values.iter().max()?;
        let found = |value: u32| Extreme {
            value,
            deck: first + values.iter().take_while(|other| **other != value).count() as u64,
        };
        Some(Self {
            least: found(least),
            greatest: found(greatest),
        })
    }

    /// The extremes of both; of equal values the one that came first.
    pub fn merged(a: Option<Self>, b: Option<Self>) -> Option<Self> {
        let (Some(a), Some(b)) = (a, b) else {
            return a.or(b);
        };
        let least = |extreme: &Extreme| (extreme.value, extreme.deck);
        let greatest = |extreme: &Extreme| (Reverse(extreme.value), extreme.deck);
        Some(Self {
            least: a.least.min_by_key(b.least, least),
            greatest: a.greatest.min_by_key(b.greatest, greatest),
        })
    }
}

impl Extreme {
    fn min_by_key<K: Ord>(self, other: Self, key: impl Fn(&Self) -> K) -> Self {
        if key(&other) < key(&self) {
            other
        } else {
            self
        }
    }
}

/// The bytes that are kept of each of the first decks of a run and of a sample of later ones, the same number of each; and a
/// sample of hashes of later ones.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "full", derive(Serialize, Deserialize))]
pub struct Kept {
    keeps: Keeps,
    indices: Vec<u64>,
    bytes: Vec<u8>,
    later: Sample,
}

impl Default for Kept {
    fn default() -> Self {
        Self::new(Keeps::default())
    }
}

impl Kept {
    /// Makes room for decks, with nothing kept yet.
    pub fn new(keeps: Keeps) -> Self {
        Self {
            keeps,
            indices: Vec::new(),
            bytes: Vec::new(),
            later: Sample::of(keeps.later),
        }
    }

    /// Keeps `bytes` of the deck of that index, if it is one of those to keep.
    pub fn push(&mut self, index: u64, bytes: impl IntoIterator<Item = u8>) {
        if self.keeps.has(index) {
            self.indices.push(index);
            self.bytes.extend(bytes);
            debug_assert_eq!(self.bytes.len(), self.indices.len() * self.keeps.width);
        }
    }

    /// Keeps the hash of the deck of that index: of a later one, if it is among the least.
    pub(crate) fn push_hash(&mut self, index: u64, hash: u128) {
        if index < self.keeps.decks {
            self.indices.push(index);
            self.bytes.extend_from_slice(&hash.to_le_bytes());
        } else {
            self.later.push(hash, index);
        }
    }

    /// The sample of hashes of later decks, with their indices, the least first.
    pub(crate) fn later(&self) -> Vec<(u128, u64)> {
        self.later.sorted()
    }

    fn merge(&mut self, part: &Self) {
        self.indices.extend_from_slice(&part.indices);
        self.bytes.extend_from_slice(&part.bytes);
        self.later.merge(&part.later);
    }

    fn clear(&mut self) {
        self.indices.clear();
        self.bytes.clear();
        self.later.clear();
    }

    /// Decks kept.
    pub fn len(&self) -> usize {
        self.indices.len()
    }

    /// Returns true if nothing is kept.
    pub fn is_empty(&self) -> bool {
        self.indices.is_empty()
    }

    /// Gives the bytes that are kept of each deck, in no particular order: for uses that do not depend on it.
    pub fn rows(&self) -> impl Iterator<Item = &[u8]> {
        self.bytes.chunks_exact(self.keeps.width.max(1))
    }

    /// Gives the bytes that are kept of each deck with its index, sorted by index: the same however many
    /// threads counted.
    pub(crate) fn in_order(&self) -> Vec<(u64, &[u8])> {
        self.in_order_after(0)
    }

    /// The same of those that were added since there were `known`.
    pub(crate) fn in_order_after(&self, known: usize) -> Vec<(u64, &[u8])> {
        let all = self.indices.iter().copied().zip(self.rows()).skip(known);
        let mut all: Vec<(u64, &[u8])> = all.collect();
        all.sort_unstable_by_key(|(index, _)| *index);
        all
    }
}
