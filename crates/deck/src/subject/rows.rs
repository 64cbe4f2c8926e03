//! Hands from decks that differ from row to row: of each, how many cards of a class were among those drawn.
//! Decklists differ from game to game, so each row has a law of its own.

use std::any::Any;
use std::sync::Arc;

use super::{Kind, Subject};
use crate::batch::Batch;
use crate::kernel::Isa;
use text::params::Parameter;

/// The key that says whether rows have a covariate.
pub const COVARIATE: Parameter = Parameter {
    name: "covariate",
    about: "whether each row has a covariate, as the experiment says",
};

/// Hands from decks that differ from row to row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OwnDecks {
    /// True if each hand has something beside it that it may go with.
    pub covariate: bool,
}

impl Kind {
    /// Hands from decks that differ.
    pub const ROWS: Self = Self {
        name: "rows",
        plural: "rows with decks of their own",
    };
}

impl Subject for OwnDecks {
    fn kind(&self) -> Kind {
        Kind::ROWS
    }

    fn value(&self) -> Arc<dyn Any + Send + Sync> {
        Arc::new(*self)
    }

    fn parameters(&self) -> &'static [Parameter] {
        &[COVARIATE]
    }
}

/// One hand.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Row {
    /// Cards in the deck.
    pub deck: u32,
    /// Cards of the class in the deck.
    pub copies: u32,
    /// Cards drawn.
    pub drawn: u32,
    /// Cards of the class among those drawn.
    pub found: u32,
    /// A number that may go with it, such as the place of the cards in the decklist.
    pub covariate: Option<f64>,
    /// The time of the hand: days since 1970-01-01 if `dated`, else a number in a unit of its own.
    pub time: Option<i64>,
    /// True if the time is a day.
    pub dated: bool,
}

impl Row {
    /// Bytes of a row.
    pub const WIDTH: usize = 4 * size_of::<u32>() + size_of::<f64>() + size_of::<i64>() + 1;

    /// The row as bytes, from which [`Row::of_bytes`] makes it again.
    pub fn bytes(&self) -> impl Iterator<Item = u8> + use<> {
        let flags = u8::from(self.covariate.is_some())
            | u8::from(self.time.is_some()) << 1
            | u8::from(self.dated) << 2;
        let counts = [self.deck, self.copies, self.drawn, self.found];
        let counts = counts.into_iter().flat_map(u32::to_le_bytes);
        let covariate = self.covariate.unwrap_or(0.0).to_le_bytes();
        let time = self.time.unwrap_or(0).to_le_bytes();
        counts.chain(covariate).chain(time).chain([flags])
    }

    /// The row with these bytes; `None` if they are too few.
    pub fn of_bytes(bytes: &[u8]) -> Option<Self> {
        let (counts, rest) = bytes.split_at_checked(16)?;
        let (covariate, rest) = rest.split_first_chunk()?;
        let (time, rest) = rest.split_first_chunk()?;
        let flags = *rest.first()?;
        let mut counts = counts.chunks_exact(4).map(|bytes| {
            let bytes = bytes.first_chunk().copied().unwrap_or_default();
            u32::from_le_bytes(bytes)
        });
        Some(Self {
            deck: counts.next()?,
            copies: counts.next()?,
            drawn: counts.next()?,
            found: counts.next()?,
            covariate: (flags & 1 > 0).then(|| f64::from_le_bytes(*covariate)),
            time: (flags & 2 > 0).then(|| i64::from_le_bytes(*time)),
            dated: flags & 4 > 0,
        })
    }
}

/// Hands that are handed on together.
#[derive(Debug, Clone)]
pub struct Rows {
    size: usize,
    first: u64,
    rows: Vec<Row>,
}

impl Rows {
    /// The size that all of them have in common: none.
    pub const SIZE: usize = 0;

    /// Adds a row.
    pub fn push(&mut self, row: Row) {
        self.rows.push(row);
    }

    /// The rows, in order.
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }
}

impl Batch for Rows {
    type Layout = ();

    const MOST: usize = 64 * crate::kernel::DECKS;

    fn new(size: usize, _isa: Isa) -> Self {
        Self {
            size,
            first: 0,
            rows: Vec::new(),
        }
    }

    fn size(&self) -> usize {
        self.size
    }

    fn len(&self) -> usize {
        self.rows.len()
    }

    fn first(&self) -> u64 {
        self.first
    }

    fn clear(&mut self, first: u64) {
        self.first = first;
        self.rows.clear();
    }

    fn head(&self, len: usize) -> Self {
        Self {
            rows: self.rows[..len.min(self.len())].to_vec(),
            ..*self
        }
    }

    fn bytes(_size: usize) -> u128 {
        (Self::MOST * size_of::<Row>()) as u128
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_is_the_same_after_it_was_bytes() {
        let row = Row {
            deck: 40,
            copies: 17,
            drawn: 7,
            found: 3,
            covariate: Some(-1.5),
            time: Some(-5),
            dated: true,
        };
        let without = Row {
            covariate: None,
            time: None,
            dated: false,
            ..row
        };
        for row in [row, without] {
            let bytes: Vec<u8> = row.bytes().collect();
            assert_eq!(bytes.len(), Row::WIDTH);
            assert_eq!(Row::of_bytes(&bytes), Some(row));
            assert_eq!(Row::of_bytes(&bytes[1..]), None);
        }
    }
}
