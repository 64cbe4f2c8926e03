//! Subjects: what a run looks at, decks or something else.

mod sequence;
mod view;

use toml::Table;

pub use sequence::{Draws, MOST_SYMBOLS, Weights};
pub use view::{Hands, View};

/// The subjects of an experiment.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Subject {
    /// Whole decks of distinct cards, in order.
    #[default]
    Deck,
    /// A part of each deck.
    View(View),
    /// Draws of symbols, one after the other.
    Sequence(Weights),
}

/// A kind of subject: statistics are defined on one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Whole decks.
    Deck,
    /// What is seen of decks.
    View,
    /// Draws.
    Sequence,
}

impl Kind {
    /// All of them.
    pub const ALL: &[Self] = &[Self::Deck, Self::View, Self::Sequence];

    /// Its name in specs and records.
    pub fn name(self) -> &'static str {
        match self {
            Self::Deck => "deck",
            Self::View => "view",
            Self::Sequence => "sequence",
        }
    }

    /// Several of them, in words.
    pub fn plural(self) -> &'static str {
        match self {
            Self::Deck => "whole decks",
            Self::View => "what is seen of decks (view)",
            Self::Sequence => "sequences",
        }
    }
}

impl Subject {
    /// Its kind.
    pub fn kind(&self) -> Kind {
        match self {
            Self::Deck => Kind::Deck,
            Self::View(_) => Kind::View,
            Self::Sequence(_) => Kind::Sequence,
        }
    }

    /// The parameters that a statistic of such subjects is told.
    pub fn parameters(&self) -> Table {
        let mut table = Table::new();
        match self {
            Self::Deck => {}
            Self::View(view) => {
                table.insert("view".to_owned(), view.to_string().into());
            }
            Self::Sequence(weights) => {
                let weights: Vec<i64> = weights.get().iter().map(|&w| w.into()).collect();
                table.insert("weights".to_owned(), weights.into());
            }
        }
        table
    }
}
