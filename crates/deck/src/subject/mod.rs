//! Subjects: what a run looks at, decks or something else, as far as statistics and sources need to know. Each kind is a
//! file that implements [`Subject`]; all else that is said of it stands in `subjects`, above.

mod classes;
mod deck;
mod decklist;
mod order;
mod rows;
mod sequence;
mod state;
mod view;

use std::any::Any;
use std::fmt;
use std::sync::Arc;

use text::params::Parameter;

pub use classes::{Classes, Lot, lot, lots};
pub use deck::WholeDeck;
pub use decklist::Decklist;
pub use order::{Groups, Labels, MAX_ITEMS, Order, OrderColumns, Orders, places};
pub use rows::{COVARIATE, OwnDecks, Row, Rows};
pub use sequence::{Draws, MOST_SYMBOLS, Past, REMEMBERED, WEIGHTS, Weights, common_divisor};
pub use state::{Numbered, Puzzle, States};
pub use view::{CARDS, CLASSES, Dealt, Hands, Shape, Told, VIEW, View};

/// A subject that statistics look at.
pub trait Subject: fmt::Debug + Send + Sync {
    /// Its kind.
    fn kind(&self) -> Kind;

    /// A copy of it, of its own type: statistics are told it.
    fn value(&self) -> Arc<dyn Any + Send + Sync>;

    /// The keys that stand for it in lists of what a statistic takes: the experiment gives them.
    fn parameters(&self) -> &'static [Parameter] {
        &[]
    }

    /// The subject of statistics with a lag, for decks of `cards` cards; `None` where nothing is
    /// defined.
    fn relative(&self, _cards: usize) -> Option<Box<dyn Subject>> {
        None
    }

    /// The number of hands that single-hand statistics look at.
    fn hands(&self) -> usize {
        1
    }
}

/// A kind of subject: statistics are defined on one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Kind {
    name: &'static str,
    plural: &'static str,
}

impl Kind {
    /// All of them.
    pub const ALL: &[Self] = &[
        Self::DECK,
        Self::VIEW,
        Self::SEQUENCE,
        Self::ROWS,
        Self::STATE,
        Self::ORDER,
    ];

    /// Its name in specs and records.
    pub fn name(self) -> &'static str {
        self.name
    }

    /// Several of them, in words.
    pub fn plural(self) -> &'static str {
        self.plural
    }
}
