//! A proved bound of a distance, as answers hold it.

use serde::{Deserialize, Serialize};

/// One end of the interval and how it was obtained.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Bound {
    /// The bound.
    pub value: f64,
    /// The distance of the value from 1, exact where `value` rounds to 1.
    pub gap: f64,
    /// The way it was obtained, in words.
    pub by: String,
}
