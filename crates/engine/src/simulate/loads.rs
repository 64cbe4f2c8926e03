//! Sources of orders that models of data loaders make, batch by batch.

use std::ops::Range;

use super::Supply;
use deck::rng::{Generator, Seed, SeedError, Streams};
use deck::subject::Orders;
use shuffle::loader::Loader;
use source::Loading;

/// Orders of one loader.
#[derive(Debug)]
pub struct Loads {
    /// The loader.
    pub loader: Loader,
    /// Items of an order.
    pub items: usize,
    /// Names the random streams.
    pub label: String,
    /// The generator.
    pub generator: Generator,
    /// Its seed.
    pub seed: Seed,
}

impl Supply for Loads {
    type Batch = Orders;
    type Source<'a> = Loading<'a>;

    fn streams(&self) -> Streams {
        self.generator.streams()
    }

    fn check(&self) -> Result<(), SeedError> {
        self.generator.check(&self.seed)
    }

    fn source(&self, replicate: u64, batch: u64, orders: Range<u64>) -> Loading<'_> {
        let stream = self
            .generator
            .stream(&self.seed, &self.label, replicate, batch)
            .expect("the seed was checked");
        Loading::new(&self.loader, self.items, stream, orders)
    }
}
