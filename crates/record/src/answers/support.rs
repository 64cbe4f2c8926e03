//! `support`: how many orders a routine can reach; the findings.

use serde::{Deserialize, Serialize};

/// The name of the question.
pub const NAME: &str = "support";

/// Orders that can be reached.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Support {
    /// Their number, where all were enumerated.
    pub reachable: Option<usize>,
    /// They are at most this many, with two digits: `3.1e12`.
    pub at_most: String,
    /// log₁₀ of that.
    pub at_most_log10: f64,
    /// log₁₀ n!
    pub orders_log10: f64,
    /// The way in which the bound is known.
    pub by: String,
    /// Each shuffle's own bound, log₁₀.
    pub steps: Vec<f64>,
}
