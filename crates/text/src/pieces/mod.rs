//! Results of pieces of work that are kept one by one, so that a search or a calibration goes on where it was stopped.
//!
//! The worker does the work again from the beginning, and is given the results that are there
//! already: what depends on them comes out the same.

#[cfg(feature = "full")]
mod once;

use thiserror::Error;

#[cfg(feature = "full")]
pub use once::once;

/// Keeps the results of pieces of work, stage by stage. The stages come in an order that depends on what is asked alone.
pub trait Pieces: Sync {
    /// A stage begins, whose pieces are numbered from 0 on.
    fn begin(&self);

    /// The result of a piece of the stage, if it was done before.
    ///
    /// # Errors
    /// If the work is to stop.
    fn done(&self, number: usize) -> Result<Option<Vec<u8>>, Left>;

    /// Keeps the result of a piece of the stage.
    ///
    /// # Errors
    /// If the work is to stop here.
    fn keep(&self, number: usize, result: Vec<u8>) -> Result<(), Left>;
}

/// The work is to stop in its midst. The keeper of its results knows why.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("the work was left in its midst")]
pub struct Left;
