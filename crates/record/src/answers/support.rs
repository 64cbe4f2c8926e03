//! `support`: how many orders a routine can reach; the findings.

use serde::{Deserialize, Serialize};

/// The name of the question.
pub const NAME: &str = "support";

/// Orders that can be reached.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Support {
    /// Their number, where all were enumerated.
    pub reachable: Option<usize>,
    /// Their number in digits, where a law counts them; `at_most` is then that number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub counted: Option<String>,
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
    /// The chance in a routine of one move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub one_move: Option<OneMove>,
}

/// The chance in one move.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct OneMove {
    /// Bits: the Shannon entropy of the order that it leaves; null where it is not known.
    pub entropy_bits: Option<f64>,
    /// The seconds that practised hands, or the machine, are assumed to take; null for programs.
    pub seconds: Option<f64>,
}
