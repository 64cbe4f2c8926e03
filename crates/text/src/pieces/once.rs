//! Work that is done once: its result is kept.

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::{Left, Pieces};

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
