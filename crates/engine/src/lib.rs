//! Batches in parallel, tallies merged exactly ([`simulate`]), and what the counts, taken together, allow to say
//! ([`verdict`]). Only this crate has threads.

pub mod simulate;
pub mod verdict;
