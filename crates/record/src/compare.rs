//! Two records side by side: the figures that moved between them.

use serde::{Deserialize, Serialize};

use text::judgement::Change;

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
    /// Statistics whose cells a small baseline leaves out, each once: of these nothing is compared.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub left_out: Vec<String>,
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
    /// The source of its decks, if they were not simulated.
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
    /// The memory of the decks before.
    #[serde(default)]
    pub base_memory: Memory,
    /// The memory of the decks now.
    #[serde(default)]
    pub new_memory: Memory,
    /// Figures that are not compared because decks depend on earlier ones.
    #[serde(default)]
    pub refused: Vec<Refused>,
}

impl Pair {
    /// Returns true if decks of either record depend on earlier ones.
    pub fn has_memory(&self) -> bool {
        let memories = [&self.base_memory, &self.new_memory];
        memories
            .iter()
            .any(|memory| matches!(memory, Memory::Shown { .. }))
    }
}

/// The dependence of the decks on earlier ones, as a record tells it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "is", rename_all = "kebab-case")]
pub enum Memory {
    /// There is none: each deck was sorted before it was shuffled here.
    None,
    /// Its tests from deck to deck show none.
    NotSeen,
    /// Its tests from deck to deck fail, but as they do for decks that are shuffled anew by a shuffle that is
    /// not ideal: single decks fail as well, the laws from deck to deck are the same at all lags, and sums of
    /// consecutive decks vary as those of independent ones.
    OfSingleDecks,
    /// It has no tests from deck to deck.
    #[default]
    NotLookedFor,
    /// Decks depend on earlier ones.
    Shown {
        /// The test that fails, or the policy of the source.
        by: String,
    },
}

/// A figure that is not compared because decks depend on earlier ones.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Refused {
    /// The statistic.
    pub statistic: String,
    /// The part of it, as in [`Figure::test`].
    pub test: String,
    /// The reason.
    pub why: Why,
}

/// The reason why a figure of decks that depend on earlier ones is not compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Why {
    /// Nothing in the records tells its error.
    ErrorUnknown,
    /// One of the records keeps no sums of consecutive decks for it.
    NoBatches,
    /// Sums of consecutive decks depend on each other, too: the memory is too long for so few decks.
    StillDependent,
    /// It never varies in either record, but differs between them: no spread tells its error.
    NeverVaries,
}

/// A figure in both.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Figure {
    /// The statistic.
    pub statistic: String,
    /// The part of it that was compared: `mean`, `law`, `cells` (its row that moved most), `cell` (its single
    /// cell that moved most), or `batch means` (the mean, by sums of consecutive decks).
    pub test: String,
    /// The figure before, if it is one number.
    pub base: Option<f64>,
    /// The figure now.
    pub new: Option<f64>,
    /// The number of standard errors by which it moved: signed where it has a direction; else the number
    /// that a normal law has at the same p-value.
    pub errors: Option<f64>,
    /// The p-value.
    pub p: Option<f64>,
    /// The p-value adjusted for all tests of the comparison (Holm).
    pub p_adjusted: Option<f64>,
    /// The verdict, which all figures together decide.
    pub verdict: Change,
    /// The decks (or replicates) of each record that an invalid test needs.
    pub needed: Option<u64>,
    /// The place where it moved most, in words, if it has many cells.
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
