//! Orders that models of data loaders make here.

use std::ops::Range;

use super::{Source, SourceError, SourceState};
use deck::batch::Batch;
use deck::rng::Stream;
use deck::subject::Orders;
use shuffle::loader::Loader;

/// Orders of one loader, one after the other.
#[derive(Debug)]
pub struct Loading<'a> {
    loader: &'a Loader,
    items: usize,
    stream: Stream,
    indices: Range<u64>,
}

impl<'a> Loading<'a> {
    /// The orders of `items` items with these indices.
    pub fn new(loader: &'a Loader, items: usize, stream: Stream, indices: Range<u64>) -> Self {
        Self {
            loader,
            items,
            stream,
            indices,
        }
    }
}

impl Source<Orders> for Loading<'_> {
    fn fill(&mut self, orders: &mut Orders) -> Result<(), SourceError> {
        orders.clear(self.indices.start);
        let left = self.indices.end - self.indices.start;
        let count = left.min(Orders::MOST as u64);
        for _ in 0..count {
            let order = self.loader.order(self.items as u32, self.stream.draws());
            orders.push(order.into());
        }
        self.indices.start += count;
        Ok(())
    }

    fn go_on(&mut self, orders: u64) {
        self.indices.end += orders;
    }

    fn state(&self) -> Option<SourceState> {
        let indices = (self.indices.start, self.indices.end);
        Some(SourceState::of(vec![self.stream.clone()], indices))
    }

    fn restore(&mut self, mut state: SourceState) -> bool {
        self.indices = state.indices.0..state.indices.1;
        let stream = state.streams.pop();
        stream.is_some_and(|stream| self.stream.go_on_as(stream))
    }
}
