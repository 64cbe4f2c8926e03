//! Where decks come from, in blocks of [`BLOCK`](crate::deck::BLOCK).

mod memory;
mod recorded;
mod simulated;

use thiserror::Error;

pub use recorded::{AboutFormat, Base, FORMATS, Format, Header, Recorded, Skipped, Start};
pub use simulated::Simulated;

use crate::deck::Block;

/// A source of shuffled decks.
pub trait Source {
    /// Fills `block` with the next decks, up to a full block; leaves it empty at the end.
    fn fill(&mut self, block: &mut Block) -> Result<(), SourceError>;
}

/// Why a source gave no decks.
#[derive(Debug, Error)]
pub enum SourceError {
    /// The stream broke.
    #[error("{name}: cannot read it")]
    Read {
        /// The file, or `standard input`.
        name: String,
        /// What the operating system says.
        source: std::io::Error,
    },
    /// What stands there is no deck.
    #[error("{name}, {place}: {problem}")]
    Deck {
        /// The file, or `standard input`.
        name: String,
        /// `line 7, byte 360`, or `byte 360`; lines count from 1, bytes from 0.
        place: String,
        /// What was found and what is accepted.
        problem: String,
    },
}
