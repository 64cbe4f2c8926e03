//! `duplicates`: the expected value of the refuted metric; the findings.

use serde::{Deserialize, Serialize};

/// The name of the question.
pub const NAME: &str = "duplicates";

/// The expected number of duplicates.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Duplicates {
    /// Decks in a replicate.
    pub trials: u64,
    /// The counts that make a cell a duplicate.
    pub counts: Vec<u64>,
    /// The expected number of duplicates.
    pub expected: f64,
    /// The same of an ideal shuffle.
    pub expected_ideal: f64,
    /// Numbers of cells, by count.
    pub cells: Vec<Held>,
}

/// Cells with a certain count.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Held {
    /// The count.
    pub held: u64,
    /// Expected number of cells with it.
    pub expected: f64,
    /// The same of an ideal shuffle.
    pub expected_ideal: f64,
}
