//! Results of pieces of work that are kept one by one, so that a search or a calibration goes on where it was stopped.
//!
//! The worker does the work again from the beginning, and is given the results that are there
//! already: what depends on them comes out the same.

use serde::Serialize;
use serde::de::DeserializeOwned;

/// Keeps the results of pieces of work, stage by stage. The stages come in an order that depends on what is asked alone.
pub trait Pieces: Sync {
    /// A stage begins, whose pieces are numbered from 0 on.
    fn begin(&self);

    /// The result of a piece of the stage, if it was done before.
    fn done(&self, number: usize) -> Option<Vec<u8>>;

    /// Keeps the result of a piece of the stage. It may never come back: where the work is to stop, it stops here.
    fn keep(&self, number: usize, result: Vec<u8>);
}

/// The result of the piece of that number: the one that was kept, or what `work` gives, which is kept then.
pub fn once<T: Serialize + DeserializeOwned>(
    pieces: Option<&dyn Pieces>,
    number: usize,
    work: impl FnOnce() -> T,
) -> T {
    // The program alone keeps results: a page in a browser goes without what that takes.
    let Some(pieces) = pieces.filter(|_| cfg!(feature = "cli")) else {
        return work();
    };
    let done = pieces.done(number);
    if let Some(result) = done.and_then(|done| postcard::from_bytes(&done).ok()) {
        return result;
    }
    let result = work();
    // A result that cannot be written is made again next time.
    if let Ok(bytes) = postcard::to_stdvec(&result) {
        pieces.keep(number, bytes);
    }
    result
}
