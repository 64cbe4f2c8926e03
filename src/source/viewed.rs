//! What is seen of the decks of a source.

use super::{Source, SourceError};
use crate::batch::Batch;
use crate::deck::Block;
use crate::subject::{Hands, View};

/// The hands of decks.
#[derive(Debug)]
pub struct Viewed<S> {
    decks: S,
    view: View,
    block: Block,
}

impl<S: Source> Viewed<S> {
    /// What `view` shows of `decks`; `block` is room for them.
    pub fn new(decks: S, view: View, block: Block) -> Self {
        Self { decks, view, block }
    }
}

impl<S: Source> Source<Hands> for Viewed<S> {
    fn fill(&mut self, hands: &mut Hands) -> Result<(), SourceError> {
        self.decks.fill(&mut self.block)?;
        self.block.index_decks();
        hands.clear(self.block.first());
        for deck in self.block.decks() {
            match self.view {
                View::Hand(cards) => hands.push(deck[..cards].iter().copied()),
            }
        }
        Ok(())
    }

    fn go_on(&mut self, decks: u64) {
        self.decks.go_on(decks);
    }
}
