//! Verdicts: what the counts, taken together, allow to say.

pub mod anytime;
pub mod battery;
pub mod compare;
pub mod departure;
pub mod family;
#[cfg(not(target_family = "wasm"))]
pub mod follow;
pub mod total_variation;
