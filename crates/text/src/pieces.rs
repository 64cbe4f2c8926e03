//! Results of pieces of work that are kept one by one, so that a search or a calibration goes on where it was stopped.
//!
//! The worker does the work again from the beginning, and is given the results that are there
//! already: what depends on them comes out the same.

use serde::Serialize;
use serde::de::DeserializeOwned;
use thiserror::Error;

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

/// The result of the piece of that number: the one that was kept, or what `work` gives, which is kept then.
///
/// # Errors
/// The failures of `work`, which are not kept, and [`Left`] if there is to be no more of it.
pub fn once<T: Serialize + DeserializeOwned, E: From<Left>>(
    pieces: Option<&dyn Pieces>,
    number: usize,
    work: impl FnOnce() -> Result<T, E>,
) -> Result<T, E> {
    // The program alone keeps results: a page in a browser goes without what that takes.
    let Some(pieces) = pieces.filter(|_| cfg!(not(target_family = "wasm"))) else {
        return work();
    };
    let done = pieces.done(number)?;
    if let Some(result) = done.and_then(|done| postcard::from_bytes(&done).ok()) {
        return Ok(result);
    }
    let result = work()?;
    // A result that cannot be written is made again next time.
    if let Ok(bytes) = postcard::to_stdvec(&result) {
        pieces.keep(number, bytes)?;
    }
    Ok(result)
}
