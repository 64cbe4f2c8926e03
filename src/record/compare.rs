//! Two records side by side: the figures that moved between them.

use serde::{Deserialize, Serialize};

use crate::judgement::Change;

/// The version of the layout of a comparison.
pub const COMPARISON_SCHEMA: &str = "colddeck.comparison/1";

/// The comparison of two records.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Comparison {
    /// [`COMPARISON_SCHEMA`].
    pub schema: String,
    /// Version of colddeck that made it.
    pub version: String,
    /// The record from before.
    pub base: Side,
    /// The new record.
    pub new: Side,
    /// The error level of all tests together.
    pub alpha: f64,
    /// Number of tests that share it.
    pub tests: usize,
    /// Each routine that both have.
    pub routines: Vec<Pair>,
    /// Routines that only one of them has: not compared.
    pub unpaired: Vec<String>,
    /// Statistics that only one of them has, each with the record that has it: not compared.
    #[serde(default)]
    pub only_in_one: Vec<String>,
    /// The outcome of the comparison as a whole.
    pub outcome: Movement,
}

/// One of two records.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Side {
    /// The file, or another name of the record.
    pub name: String,
    /// Its experiment.
    pub experiment: String,
    /// Where its decks came from, if they were not simulated.
    pub source: Option<String>,
}

/// A routine in both.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Pair {
    /// Its name before.
    pub base: String,
    /// Its name now.
    pub new: String,
    /// Its decks before.
    pub base_decks: u64,
    /// Its decks now.
    pub new_decks: u64,
    /// The figures that were compared.
    pub figures: Vec<Figure>,
    /// Statistics that both have, but that cannot be compared from two records.
    pub not_compared: Vec<String>,
}

/// A figure in both.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Figure {
    /// The statistic.
    pub statistic: String,
    /// The part of it that was compared: `mean`, `law`, or `cells`.
    pub test: String,
    /// Before, if it is one number.
    pub base: Option<f64>,
    /// Now.
    pub new: Option<f64>,
    /// The number of standard errors by which it moved: signed where it has a direction; else the number
    /// that a normal law has at the same p-value.
    pub errors: Option<f64>,
    /// The p-value.
    pub p: Option<f64>,
    /// Adjusted for all tests of the comparison (Holm).
    pub p_adjusted: Option<f64>,
    /// The verdict, which all figures together decide.
    pub verdict: Change,
    /// For an invalid test, the decks (or replicates) of each record that it needs.
    pub needed: Option<u64>,
    /// Where it moved most, in words, if it has many cells.
    pub place: Option<String>,
}

/// The outcome of a comparison as a whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Movement {
    /// Nothing moved beyond chance.
    Same,
    /// Something did.
    Moved,
    /// Nothing could be compared.
    TooLittle,
    /// Nothing moved, but each statistic that only one of the records has is missing in the other.
    Partial,
}
