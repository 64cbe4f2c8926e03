//! Two records side by side: what moved between them.

use serde::{Deserialize, Serialize};

use crate::judgement::Change;

/// The version of the layout of a comparison.
pub const COMPARISON_SCHEMA: &str = "colddeck.comparison/1";

/// What moved between two records.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Comparison {
    /// [`COMPARISON_SCHEMA`].
    pub schema: String,
    /// Version of colddeck that made it.
    pub version: String,
    /// What was before.
    pub base: Side,
    /// What is now.
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
    /// What it says as a whole.
    pub outcome: Movement,
}

/// One of two records.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Side {
    /// The file, or what else it is called.
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
    /// What was compared.
    pub figures: Vec<Figure>,
    /// Statistics that both have and that two records do not allow to compare.
    pub not_compared: Vec<String>,
}

/// A figure in both.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Figure {
    /// The statistic.
    pub statistic: String,
    /// What of it: `mean`, `law`, or `cells`.
    pub test: String,
    /// Before, if it is one number.
    pub base: Option<f64>,
    /// Now.
    pub new: Option<f64>,
    /// By how many standard errors it moved: signed where it has a direction; else those of a normal law
    /// with the same p-value.
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

/// What a comparison says as a whole.
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
