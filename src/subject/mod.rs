//! Subjects: what a run looks at, decks or something else.

mod classes;
mod decklist;
mod order;
mod rows;
mod sequence;
mod state;
mod view;

use toml::Table;

pub use classes::{Classes, Lot, lot, lots};
pub use decklist::Decklist;
pub use order::{Groups, Order, OrderColumns};
pub use rows::{Row, Rows};
pub use sequence::{Draws, MOST_SYMBOLS, Past, REMEMBERED, Weights};
pub use state::{Numbered, Puzzle, States};
pub use view::{Hands, Shape, Told, View};

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
    /// Hands from decks that differ from row to row.
    Rows {
        /// True if each hand has something beside it that it may go with.
        covariate: bool,
    },
    /// States of a puzzle.
    State(Puzzle),
    /// A single order of items: one deck, of which there will be no other.
    Order(Order),
}

/// A kind of subject: statistics are defined on one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Whole decks.
    Deck,
    /// Views of decks.
    View,
    /// Draws.
    Sequence,
    /// Hands from decks that differ.
    Rows,
    /// States of a puzzle.
    State,
}

impl Kind {
    /// All of them.
    pub const ALL: &[Self] = &[
        Self::Deck,
        Self::View,
        Self::Sequence,
        Self::Rows,
        Self::State,
    ];

    /// Its name in specs and records.
    pub fn name(self) -> &'static str {
        match self {
            Self::Deck => "deck",
            Self::View => "view",
            Self::Sequence => "sequence",
            Self::Rows => "rows",
            Self::State => "state",
        }
    }

    /// Several of them, in words.
    pub fn plural(self) -> &'static str {
        match self {
            Self::Deck => "whole decks",
            Self::View => "what is seen of decks (view)",
            Self::Sequence => "sequences",
            Self::Rows => "rows with decks of their own",
            Self::State => "states of a puzzle",
        }
    }
}

impl Subject {
    /// Its kind.
    pub fn kind(&self) -> Kind {
        match self {
            Self::Deck | Self::Order(_) => Kind::Deck,
            Self::View(_) => Kind::View,
            Self::Sequence(_) => Kind::Sequence,
            Self::Rows { .. } => Kind::Rows,
            Self::State(_) => Kind::State,
        }
    }

    /// The subject of statistics with a lag, for decks of `cards` cards; `None` where nothing is
    /// defined.
    pub fn relative(&self, cards: usize) -> Option<Self> {
        match self {
            Self::Deck => Some(Self::Deck),
            Self::View(view) => view.relative(cards).map(Self::View),
            Self::Sequence(_) | Self::Rows { .. } | Self::State(_) | Self::Order(_) => None,
        }
    }

    /// The number of hands that single-hand statistics look at.
    pub fn hands(&self) -> usize {
        match self {
            Self::View(view) => view.shape.hands(),
            Self::Deck
            | Self::Sequence(_)
            | Self::Rows { .. }
            | Self::State(_)
            | Self::Order(_) => 1,
        }
    }

    /// Its name in records.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Order(_) => "order",
            other => other.kind().name(),
        }
    }

    /// The word that records and claims use for it where it is read, if claims may name it: a
    /// single order, or the draws of a sequence.
    pub fn read_as(&self) -> Option<&'static str> {
        match self {
            Self::Order(_) => Some("order"),
            Self::Sequence(_) => Some("draws"),
            Self::State(_) => Some("states"),
            Self::Deck | Self::View(_) | Self::Rows { .. } => None,
        }
    }

    /// The order, if it is a single one.
    pub fn order(&self) -> Option<&Order> {
        match self {
            Self::Order(order) => Some(order),
            _ => None,
        }
    }

    /// The parameters that a statistic of such subjects is told.
    pub fn parameters(&self) -> Table {
        let mut table = Table::new();
        match self {
            Self::Deck | Self::State(_) | Self::Order(_) => {}
            Self::View(view) => {
                table.insert("view".to_owned(), view.shape.to_string().into());
                if view.told != Told::Places {
                    table.insert("cards".to_owned(), view.told.name().into());
                }
                if let Some(classes) = &view.classes {
                    table.insert("classes".to_owned(), classes.to_string().into());
                }
            }
            Self::Sequence(weights) => {
                let weights: Vec<i64> = weights.get().iter().map(|&w| w.into()).collect();
                table.insert("weights".to_owned(), weights.into());
            }
            Self::Rows { covariate } => {
                table.insert("covariate".to_owned(), (*covariate).into());
            }
        }
        table
    }
}
