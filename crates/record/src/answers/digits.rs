//! Exact numbers in digits, where they were asked for.

use serde::{Deserialize, Serialize};

/// An exact number from 0 on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Exact {
    /// Its digits: as many after the point as were asked for, or all, if it ends before. Those that follow are cut off, not
    /// rounded, and "…" stands for them.
    pub digits: String,
    /// The number in lowest terms, where that is short: at most 12 digits below.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fraction: Option<String>,
}

/// The exact distances of a routine from the ideal shuffle.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Digits {
    /// Digits after the point.
    pub after_point: u32,
    /// Total variation.
    pub total_variation: Exact,
    /// The largest 1 − n!·P(order).
    pub separation: Exact,
    /// The largest |n!·P(order) − 1|.
    pub l_infinity: Exact,
}
