//! Sources of simulated scrambles, batch by batch.

use std::ops::Range;

use super::Supply;
use deck::rng::{Generator, Seed, SeedError, Streams};
use deck::subject::States;
use source::{Scramble, Scrambling};

/// Scrambles of one kind.
#[derive(Debug)]
pub struct Scrambles {
    /// The way to make them.
    pub scramble: Scramble,
    /// Names the random streams.
    pub label: String,
    /// The generator.
    pub generator: Generator,
    /// Its seed.
    pub seed: Seed,
}

impl Supply for Scrambles {
    type Batch = States;
    type Source<'a> = Scrambling;

    fn streams(&self) -> Streams {
        self.generator.streams()
    }

    fn check(&self) -> Result<(), SeedError> {
        self.generator.check(&self.seed)
    }

    fn source(&self, replicate: u64, batch: u64, states: Range<u64>) -> Scrambling {
        let stream = self
            .generator
            .stream(&self.seed, &self.label, replicate, batch)
            .expect("the seed was checked");
        Scrambling::new(self.scramble, stream, states)
    }
}
