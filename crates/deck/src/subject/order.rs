//! One order of items: a draft lottery, a ballot, a raffle, which happens once.
//!
//! It is a deck that is looked at once: items count from 0 in the order before (that of their rows), and the
//! first place is the top.

use std::any::Any;
use std::sync::Arc;

use super::{Kind, Subject};

/// One order of items.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Order {
    /// The item at each place, the first place first.
    pub items: Vec<u16>,
    /// The column that holds the places.
    pub place: String,
    /// The groups of the items, if a column holds any.
    pub groups: Option<Groups>,
    /// Its origin and how it was read, in a few words.
    pub source: String,
}

impl Subject for Order {
    fn kind(&self) -> Kind {
        Kind::DECK
    }

    fn value(&self) -> Arc<dyn Any + Send + Sync> {
        Arc::new(self.clone())
    }
}

/// The groups that items belong to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Groups {
    /// The column that holds them.
    pub column: String,
    /// The names of the groups, in the order in which they come first.
    pub names: Vec<String>,
    /// The group of each item, as a place in `names`.
    pub of: Vec<u16>,
}

/// The columns of a table that hold an order: its places and, perhaps, the groups of its items.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OrderColumns {
    /// The column of places.
    pub place: String,
    /// The column of groups.
    pub groups: Option<String>,
}
