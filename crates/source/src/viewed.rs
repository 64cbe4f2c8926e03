//! The views of the decks of a source.

#[cfg(feature = "full")]
use super::SourceState;
use super::{Source, SourceError};
use deck::Block;
use deck::batch::Batch;
use deck::subject::{Hands, View};

/// The views of decks.
#[derive(Debug)]
pub struct Viewed<'a, S> {
    decks: S,
    view: &'a View,
    block: Block,
}

impl<'a, S: Source> Viewed<'a, S> {
    /// Views `decks` as `view` shows them; `block` is room for them.
    pub fn new(decks: S, view: &'a View, block: Block) -> Self {
        Self { decks, view, block }
    }
}

impl<S: Source> Source<Hands> for Viewed<'_, S> {
    fn fill(&mut self, hands: &mut Hands) -> Result<(), SourceError> {
        self.decks.fill(&mut self.block)?;
        self.block.index_decks();
        hands.clear(self.block.first());
        hands.seen_as(self.view.shape);
        for deck in self.block.decks() {
            let places = self.view.shape.places();
            hands.push(places.map(|place| self.view.class(deck[place])));
        }
        Ok(())
    }

    fn go_on(&mut self, decks: u64) {
        self.decks.go_on(decks);
    }

    #[cfg(feature = "full")]
    fn state(&self) -> Option<SourceState> {
        self.decks.state()
    }

    #[cfg(feature = "full")]
    fn restore(&mut self, state: SourceState) -> bool {
        self.decks.restore(state)
    }
}
