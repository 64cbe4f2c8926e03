//! The grain of a test: does it look at all decks and all cells together, or for one of them?
//!
//! A test of everything together is blind to a single bad deck among many, to a single card in a single
//! place, and to a source that changes on the way. Tests of a fine grain look for just that. They are many,
//! so they share a fixed part of the error level among themselves, and leave the others nearly whole.

use serde::{Deserialize, Serialize};

/// The kind of departure that a test looks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Grain {
    /// A departure of all decks and cells together.
    Whole,
    /// One deck, one cell, or one moment at which the source changed.
    Fine,
}

/// The test of the smallest and the largest value of a number: one deck among many.
pub(crate) const RAREST: &str = "rarest";

/// The test of the largest change of a mean on the way.
pub(crate) const CHANGE: &str = "change";

/// The test of a law that is met too exactly.
pub(crate) const QUOTAS: &str = "quotas";

/// The test of the cell that is farthest from its share.
pub(crate) const CELL: &str = "cell";

/// The test of several cells, each a little off.
pub(crate) const CELLS: &str = "cells";

/// The test of the row or column that is farthest from its shares: one card, or one place.
pub const LINE: &str = "line";

/// The test of the longest streak or drought of a sequence.
pub(crate) const LONGEST: &str = "longest";

pub(super) const FINE: [&str; 7] = [RAREST, CHANGE, QUOTAS, CELL, CELLS, LINE, LONGEST];

impl Grain {
    /// The grain of the test of that name.
    pub fn of(test: &str) -> Self {
        if FINE.contains(&test) {
            Self::Fine
        } else {
            Self::Whole
        }
    }
}
