//! The rules for reading the formats in which cards may have names.

use super::columns::Columns;
use super::header::Header;
use super::key::Key;
use super::separator::Separator;
use crate::Reading;

/// The rules for reading the formats in which cards may have names.
#[derive(Debug)]
pub(super) struct Rules {
    /// Says if the first row of separated values names the columns.
    pub(super) header: Header,
    /// The columns of separated values that hold the deck, if not all.
    pub(super) columns: Option<Columns>,
    /// The separator of values, if it is said.
    pub(super) separator: Option<u8>,
    /// The key of an object that holds the deck, if it is said.
    pub(super) key: Option<Key>,
    /// True if wrong decks will be skipped.
    pub(super) skips: bool,
}

impl Rules {
    /// The rules of a reading.
    pub(super) fn of(reading: &Reading) -> Self {
        Self {
            header: reading.header,
            columns: reading.columns.clone(),
            separator: reading.separator.map(Separator::byte),
            key: reading.key.clone(),
            skips: reading.skip_invalid > 0,
        }
    }
}
