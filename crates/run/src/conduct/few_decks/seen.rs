//! The views of simulated decks: all of them, with copies as their reader labels them, or what a view shows.

use deck::Block;
use deck::kernel::Isa;
use deck::subject::{Hands, View};
use reader::{Copies, Labelled};
use source::{Source, Viewed};
use statistic::Counted;

/// Makes of simulated decks such subjects as were tested.
pub(in crate::conduct) trait Seen: Clone + Sync {
    /// The subjects.
    type Batch: Counted;

    /// Turns `decks` of so many cards, those of one `run`, into what is seen of them.
    fn of<'a>(
        &'a self,
        decks: impl Source + Send + 'a,
        room: (usize, Isa),
        run: u64,
    ) -> Box<dyn Source<Self::Batch> + Send + 'a>;

    /// Returns true if each deck is shuffled from the one before it.
    fn in_place(&self) -> bool {
        false
    }
}

/// Whole decks, and how copies are told apart, if there are any.
impl Seen for Option<Copies> {
    type Batch = Block;

    fn of<'a>(
        &'a self,
        decks: impl Source + Send + 'a,
        _room: (usize, Isa),
        run: u64,
    ) -> Box<dyn Source + Send + 'a> {
        Box::new(Labelled::new(decks, self.as_ref(), run))
    }

    /// Without copies, orders relative to the deck before are those of sorted decks.
    fn in_place(&self) -> bool {
        self.as_ref().is_some_and(Copies::in_place)
    }
}

impl Seen for View {
    type Batch = Hands;

    fn of<'a>(
        &'a self,
        decks: impl Source + Send + 'a,
        (cards, isa): (usize, Isa),
        _run: u64,
    ) -> Box<dyn Source<Hands> + Send + 'a> {
        Box::new(Viewed::new(decks, self, Block::with_isa(cards, isa)))
    }
}
