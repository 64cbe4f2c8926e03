//! Whole decks.

use std::any::Any;
use std::sync::Arc;

use super::{Kind, Subject};

impl Kind {
    /// Whole decks.
    pub const DECK: Self = Self {
        name: "deck",
        plural: "whole decks",
    };
}

/// Whole decks of distinct cards, in order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WholeDeck;

impl Subject for WholeDeck {
    fn kind(&self) -> Kind {
        Kind::DECK
    }

    fn value(&self) -> Arc<dyn Any + Send + Sync> {
        Arc::new(*self)
    }

    fn relative(&self, _cards: usize) -> Option<Box<dyn Subject>> {
        Some(Box::new(*self))
    }
}
