//! `null`: how a statistic is distributed on ideal decks; the findings.

use serde::{Deserialize, Serialize};

/// The name of the question.
pub const NAME: &str = "null";

/// The law of a statistic on ideal decks, or of its sum over several of them.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Null {
    /// The name of the law.
    pub law: String,
    /// The thing that is counted, in words.
    pub about: String,
    /// The source of the law: who found it.
    pub source: String,
    /// Decks that the statistic is summed over.
    pub decks: u64,
    /// The mean.
    pub mean: f64,
    /// The mean as a fraction, where it is short.
    pub mean_exact: Option<String>,
    /// The variance.
    pub variance: f64,
    /// The variance as a fraction, where it is short.
    pub variance_exact: Option<String>,
    /// The value that was asked about.
    pub at: Option<At>,
    /// For one deck: the values whose probability is not below 1e-300.
    pub values: Vec<Share>,
}

/// The tails at one value.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct At {
    /// The value.
    pub value: u64,
    /// P(X = value), for one deck.
    pub probability: Option<f64>,
    /// P(X ≤ value).
    pub at_most: f64,
    /// The same as a fraction, where it is short.
    pub at_most_exact: Option<String>,
    /// P(X ≥ value).
    pub at_least: f64,
    /// The same as a fraction, where it is short.
    pub at_least_exact: Option<String>,
    /// Twice the smaller of the two, at most 1.
    pub two_sided: f64,
}

/// One value of the statistic.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Share {
    /// The value.
    pub value: u64,
    /// The number of the n! orders that have it, in full, for small decks.
    pub orders: Option<String>,
    /// Its probability.
    pub probability: f64,
}
