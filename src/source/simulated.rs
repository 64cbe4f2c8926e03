//! Decks that a routine shuffles here: each starts sorted.

use super::{Source, SourceError};
use crate::deck::{BLOCK, Block};
use crate::rng::{Order, Stream};
use crate::routine::Plan;
use crate::shuffle::{Backwards, Scratch};

/// A run of simulated decks from one stream.
#[derive(Debug)]
pub struct Simulated<'a> {
    plan: &'a Plan,
    stream: Stream,
    order: Order,
    next: u64,
    end: u64,
    scratch: Scratch,
    backwards: Option<Backwards>,
}

impl<'a> Simulated<'a> {
    /// The decks `first..end`, shuffled by `plan` with the draws of `stream`.
    pub fn new(plan: &'a Plan, stream: Stream, order: Order, first: u64, end: u64) -> Self {
        Self {
            plan,
            stream,
            order,
            next: first,
            end,
            scratch: Scratch::default(),
            backwards: None,
        }
    }

    /// Goes on with so many more decks on the same stream.
    pub fn go_on(&mut self, decks: u64) {
        self.end += decks;
    }
}

impl Source for Simulated<'_> {
    fn fill(&mut self, block: &mut Block) -> Result<(), SourceError> {
        let cards = block.cards();
        let len = (self.end - self.next).min(BLOCK as u64) as usize;
        let first = self.next;
        self.next += len as u64;
        if let Stream::Lanes(draws) = &mut self.stream {
            if len == 0 {
                block.clear(first);
                return Ok(());
            }
            let isa = block.isa();
            let backwards = self
                .backwards
                .get_or_insert_with(|| Backwards::new(cards, isa));
            let rows = block.fill_rows(len, first);
            backwards.begin(len);
            for shuffle in self.plan.steps().iter().rev() {
                shuffle.prepend(rows, backwards, draws);
            }
            backwards.end(rows);
            return Ok(());
        }
        block.fill_sorted(len, first);
        // A serial stream is spent deck by deck, as the program that it reproduces spends it; other
        // streams shuffle by shuffle, so that a block costs one dispatch for each shuffle.
        let stride = match self.order {
            Order::Batches => block.decks_mut().len(),
            Order::Serial => cards,
        };
        for decks in block.decks_mut().chunks_mut(stride.max(1)) {
            for shuffle in self.plan.steps() {
                shuffle.apply(decks, cards, &mut self.scratch, &mut self.stream);
            }
        }
        Ok(())
    }
}
