//! Verdicts: what the counts, taken together, allow to say.

pub mod anytime;
pub mod battery;
#[cfg(feature = "full")]
pub mod compare;
#[cfg(feature = "full")]
pub mod departure;
pub mod family;
#[cfg(all(feature = "full", not(target_family = "wasm")))]
pub mod follow;
#[cfg(feature = "full")]
pub mod total_variation;
