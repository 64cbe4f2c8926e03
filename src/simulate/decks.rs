//! The decks of a job one after the other, for those who want the decks themselves.

use super::{BATCH, Job};
use crate::deck::Block;
use crate::rng::{Order, SeedError};
use crate::source::{Simulated, Source, SourceError};

/// The decks that [`run`](super::run) counts for a job in its first replicate, in the order of their
/// indices.
#[derive(Debug)]
pub struct Decks<'a> {
    job: &'a Job,
    /// How many there are.
    count: u64,
    /// The next batch.
    batch: u64,
    current: Option<Simulated<'a>>,
}

impl<'a> Decks<'a> {
    /// The first `count` decks of `job`.
    pub fn new(job: &'a Job, count: u64) -> Result<Self, SeedError> {
        job.generator.check(&job.seed)?;
        Ok(Self {
            job,
            count,
            batch: 0,
            current: None,
        })
    }

    /// The source of the next batch, if there is one.
    fn next(&mut self) -> Option<Simulated<'a>> {
        let batch = self.batch;
        self.batch += 1;
        if self.job.generator.order() == Order::Serial {
            return (batch == 0).then(|| self.job.source(0, 0, 0, self.count));
        }
        let first = batch.saturating_mul(BATCH);
        let end = self.count.min(first.saturating_add(BATCH));
        (first < end).then(|| self.job.source(0, batch, first, end))
    }
}

impl Source for Decks<'_> {
    fn fill(&mut self, block: &mut Block) -> Result<(), SourceError> {
        loop {
            if let Some(current) = &mut self.current {
                current.fill(block)?;
                if !block.is_empty() {
                    return Ok(());
                }
            }
            self.current = self.next();
            if self.current.is_none() {
                block.clear(self.count);
                return Ok(());
            }
        }
    }
}
