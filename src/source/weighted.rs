//! Independent draws with weights.

use std::ops::Range;

use super::{Source, SourceError};
use crate::batch::Batch;
use crate::rng::Stream;
use crate::subject::{Draws, Weights};

/// Draws one symbol after the other, each with its weight, whatever came before.
#[derive(Debug)]
pub struct Weighted {
    /// The sum of the weights up to each symbol and its own.
    sums: Vec<u32>,
    stream: Stream,
    indices: Range<u64>,
}

impl Weighted {
    /// The draws with these indices.
    pub fn new(weights: &Weights, stream: Stream, indices: Range<u64>) -> Self {
        let sums = weights.get().iter().scan(0, |sum, &weight| {
            *sum += weight;
            Some(*sum)
        });
        Self {
            sums: sums.collect(),
            stream,
            indices,
        }
    }
}

impl Source<Draws> for Weighted {
    fn fill(&mut self, draws: &mut Draws) -> Result<(), SourceError> {
        draws.clear(self.indices.start);
        let total = self.sums.last().copied().unwrap_or(1);
        let left = self.indices.end - self.indices.start;
        let count = left.min(Draws::MOST as u64);
        let stream = self.stream.draws();
        for _ in 0..count {
            let at = stream.below(total);
            draws.push(self.sums.partition_point(|&sum| sum <= at) as u16);
        }
        self.indices.start += count;
        Ok(())
    }

    fn go_on(&mut self, draws: u64) {
        self.indices.end += draws;
    }
}
