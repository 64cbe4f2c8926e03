//! Batches of subjects: what sources fill, counters count and the simulation moves, whatever the subjects
//! are.

use std::fmt;

use crate::kernel::Isa;

/// Subjects of one kind and size that are handed on together.
pub trait Batch: fmt::Debug + Clone + Send + Sync {
    /// A way to lay its subjects out for those that count them.
    type Layout: Copy;

    /// The most subjects that one holds.
    const MOST: usize;

    /// An empty batch for subjects of this size, worked on with `isa`. The size is what all subjects of a run
    /// have in common: the cards of a deck, the symbols of a sequence.
    fn new(size: usize, isa: Isa) -> Self;

    /// The size of each subject.
    fn size(&self) -> usize;

    /// Number of subjects held.
    fn len(&self) -> usize;

    /// Returns true if it holds no subject.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Index of the first subject within its replicate or stream.
    fn first(&self) -> u64;

    /// Forgets all subjects; the next one has index `first`.
    fn clear(&mut self, first: u64);

    /// The first `len` of its subjects, at most all, as a batch of their own.
    #[must_use]
    fn head(&self, len: usize) -> Self;

    /// Lays the subjects now held out in one way, if they are not yet; nothing is to be done where there is but one.
    fn lay_out(&mut self, _layout: Self::Layout) {}

    /// Makes of `to` each subject relative to the one `lag` before it, where both are in this batch. Subjects
    /// for which nothing of the kind is defined have no statistics with a lag.
    fn relative(&mut self, _lag: usize, to: &mut Self) {
        to.clear(self.first());
    }

    /// Bytes that a full one takes at the most, of subjects of this size.
    fn bytes(size: usize) -> u128;

    /// Returns true if counts of subjects of this size take so much memory that threads share them.
    fn counts_are_large(_size: usize) -> bool {
        false
    }
}
