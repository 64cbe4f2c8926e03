//! The rules by which two records of a statistic are compared.

use std::borrow::Cow;

#[cfg(feature = "full")]
use serde::{Deserialize, Serialize};

/// The rule by which the figures of a statistic in two records are compared. Nothing is compared of
/// statistics whose rule was learned from the decks themselves, nor of those to whose cells a deck
/// contributes several counts, which depend on each other.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(
    feature = "full",
    derive(Serialize, Deserialize),
    serde(tag = "rule", rename_all = "kebab-case")
)]
pub enum Compares {
    /// A number of each deck: its mean and its law.
    Number,
    /// A number of each replicate: its mean.
    Replicates,
    /// Cells of which each deck is in one: their law, and the cell that moved most.
    Law {
        /// The key of the cells.
        key: Cow<'static, str>,
        /// A cell in words, with `{cell}`, which counts from 0.
        #[cfg_attr(feature = "full", serde(default = "cell"))]
        place: Cow<'static, str>,
    },
    /// A matrix in each row of which a deck is in one cell: the row that moved most, and the cell.
    Rows {
        /// Its key.
        key: Cow<'static, str>,
        /// A cell in words, with `{row}` and `{column}`.
        place: Cow<'static, str>,
        /// The numbers of the first row and of the first column.
        from: (usize, usize),
        /// The words for cells in the first row and in the first column, if these stand for something else than
        /// the other ones.
        #[cfg_attr(
            feature = "full",
            serde(default, skip_serializing_if = "Option::is_none")
        )]
        edges: Option<(Cow<'static, str>, Cow<'static, str>)>,
    },
    /// The number of times that each card is above each other one.
    Pairs {
        /// The key of the rows (0, 1), (0, 2), …; (1, 2), …
        key: Cow<'static, str>,
        /// A cell in words, with `{above}` and `{below}`, which count from 1.
        place: Cow<'static, str>,
    },
    /// Nothing of the statistic is compared.
    Nothing,
}

/// The words of records from before there were any.
#[cfg(feature = "full")]
fn cell() -> Cow<'static, str> {
    Cow::Borrowed("cell {cell}")
}

impl Compares {
    /// The key of the cells of a matrix, which take most of a record.
    pub fn matrix(&self) -> Option<&str> {
        match self {
            Self::Rows { key, .. } | Self::Pairs { key, .. } => Some(key),
            Self::Number | Self::Replicates | Self::Law { .. } | Self::Nothing => None,
        }
    }
}
