//! Decks that a routine shuffles here: each starts sorted.

use super::{Source, SourceError};
use crate::deck::{BLOCK, Block};
use crate::rng::{Order, Stream};
use crate::routine::Plan;
use crate::shuffle::Scratch;

/// A run of simulated decks from one stream.
#[derive(Debug)]
pub struct Simulated<'a> {
    plan: &'a Plan,
    stream: Stream,
    order: Order,
    next: u64,
    end: u64,
    scratch: Scratch,
}

impl<'a> Simulated<'a> {
    /// The decks `first..end` of a replicate, shuffled by `plan` with the draws of `stream`.
    pub fn new(plan: &'a Plan, stream: Stream, order: Order, first: u64, end: u64) -> Self {
        Self {
            plan,
            stream,
            order,
            next: first,
            end,
            scratch: Scratch::default(),
        }
    }

    /// Goes on with the next replicate on the same stream: its decks count from 0 again.
    pub fn restart(&mut self, decks: u64) {
        self.next = 0;
        self.end = decks;
    }
}

impl Source for Simulated<'_> {
    fn fill(&mut self, block: &mut Block) -> Result<(), SourceError> {
        let cards = block.cards();
        let len = (self.end - self.next).min(BLOCK as u64) as usize;
        block.fill_sorted(len, self.next);
        self.next += len as u64;
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
