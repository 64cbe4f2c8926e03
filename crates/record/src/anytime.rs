//! The part of the record that a run has if it stops once it is decided.

use serde::{Deserialize, Serialize};

use text::judgement::{Decision, Unaveraged};

/// The rules that were declared before the first deck.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Declared {
    /// The departure that does not matter, in total variation.
    pub delta: f64,
    /// The probability with which a shuffle passes that departs by more than `delta` in the law that a
    /// statistic bounds.
    pub beta: f64,
    /// The most decks of each routine.
    pub max_trials: u64,
    /// Statistics that were asked for and cannot be judged at any time: they were not counted.
    pub unjudged: Vec<String>,
    /// The departures that such a run does not look for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub blind_to: Vec<Unaveraged>,
}

/// The findings on a routine, valid however often it was looked at.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Anytime {
    /// The verdict.
    pub verdict: Decision,
    /// Decks after which it was decided.
    pub decks: u64,
    /// Decimal logarithm of the mean of its statistics' e-values.
    pub log10_e: f64,
    /// The same, adjusted for all routines of the run (closed testing): from -log10(alpha) on it fails.
    pub log10_e_adjusted: f64,
    /// The statistics that are refuted by themselves, adjusted for all statistics of all routines.
    pub culprits: Vec<String>,
    /// The finding, in a sentence without capital and full stop.
    pub words: String,
    /// Some of the looks, the last of them included: decks, and log10 of the e-value.
    pub looks: Vec<(u64, f64)>,
    /// Its statistics.
    pub statistics: Vec<Wagered>,
}

/// The result of a wager on one statistic.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Wagered {
    /// The statistic.
    pub statistic: String,
    /// Decimal logarithm of its e-value.
    pub log10_e: f64,
    /// The same, adjusted for all statistics of all routines (closed testing).
    pub log10_e_adjusted: f64,
    /// The upper limit of the total variation between the law that it bounds and the ideal one. None from
    /// deck to deck (at a lag): such statistics take no part in passing.
    pub limit: Option<f64>,
    /// The law that it bounds, in words.
    pub bounds: Option<String>,
    /// The share of hardly shuffled decks that is excluded; `None` if some were seen, or if the statistic does not
    /// look for them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hardly_shuffled: Option<HardlyShuffled>,
    /// The observation beside that of an ideal shuffle, in plain words.
    pub words: String,
}

/// No deck was hardly shuffled: left alone, cut, or riffled at most twice. At a lag: since the deck so many
/// before it.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct HardlyShuffled {
    /// The most rising sequences of such a deck.
    pub rising_at_most: u64,
    /// Decks that were looked at.
    pub decks: u64,
    /// The upper limit of the mean share of such decks, each given all before it: ln(1/beta)/decks. With
    /// probability 1 - beta it is never too small, at any look.
    pub share: f64,
}
