//! Counts one source ([`count`]), or batches in parallel, and merges the counts exactly ([`simulate`]); then says what they show together
//! ([`verdict`]). Only this crate has threads.

pub mod count;
#[cfg(feature = "full")]
pub mod simulate;
pub mod verdict;
