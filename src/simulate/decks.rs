//! Decks one after the other, for those who want the decks themselves.

use std::ops::Range;

use super::{BATCH, Job};
use crate::deck::Block;
use crate::rng::{SeedError, Streams};
use crate::source::{Source, SourceError};

/// Decks that somebody makes batch by batch, in the order of their indices.
#[derive(Debug)]
pub struct Batchwise<F, S> {
    make: F,
    /// How many decks there are.
    count: u64,
    /// Decks in a batch.
    size: u64,
    /// The next batch.
    batch: u64,
    current: Option<S>,
}

impl<F, S> Batchwise<F, S>
where
    F: FnMut(u64, Range<u64>) -> S,
    S: Source,
{
    /// The first `count` decks, where `make` makes the source of each batch of [`BATCH`] decks from the
    /// batch's number and the indices of its decks.
    pub fn new(count: u64, make: F) -> Self {
        Self {
            make,
            count,
            size: BATCH,
            batch: 0,
            current: None,
        }
    }
}

impl<F, S> Source for Batchwise<F, S>
where
    F: FnMut(u64, Range<u64>) -> S,
    S: Source,
{
    fn fill(&mut self, block: &mut Block) -> Result<(), SourceError> {
        loop {
            if let Some(current) = &mut self.current {
                current.fill(block)?;
                if !block.is_empty() {
                    return Ok(());
                }
            }
            let first = self.batch.saturating_mul(self.size);
            if first >= self.count {
                block.clear(self.count);
                return Ok(());
            }
            let end = self.count.min(first.saturating_add(self.size));
            self.current = Some((self.make)(self.batch, first..end));
            self.batch += 1;
        }
    }
}

/// The first `count` decks that [`run`](super::run) counts for `job` in its first replicate.
pub fn decks(job: &Job, count: u64) -> Result<impl Source + '_, SeedError> {
    job.generator.check(&job.seed)?;
    let make = |batch, decks: Range<u64>| job.source(0, batch, decks.start, decks.end);
    let batches = Batchwise::new(count, make);
    Ok(match job.generator.streams() {
        Streams::Batches => batches,
        // A serial stream is a single batch.
        Streams::Serial => Batchwise {
            size: count.max(1),
            ..batches
        },
    })
}
