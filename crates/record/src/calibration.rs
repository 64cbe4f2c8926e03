//! Findings of colddeck about itself: those of `colddeck calibrate`, versioned like the record.

use serde::{Deserialize, Serialize};

use text::judgement::Uniformity;

/// The version of the layout.
pub const CALIBRATION_SCHEMA: &str = "colddeck.calibration/1";

/// The findings of a calibration.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Calibration {
    /// [`CALIBRATION_SCHEMA`].
    pub schema: String,
    /// Version of colddeck that made it.
    pub version: String,
    /// The statistics that were judged.
    pub suite: String,
    /// The seed that all randomness derives from.
    pub seed: u64,
    /// Ideal decks, by size.
    pub ideal: Vec<Ideal>,
    /// Each test alone at the smallest number of decks for which it is valid, on ideal decks.
    pub tails: Vec<Tail>,
    /// The decks at which known-bad shuffles are caught.
    pub power: Vec<Power>,
    /// Runs that stop once they are decided.
    #[serde(default)]
    pub anytime: Anytime,
    /// The level of all Kolmogorov-Smirnov tests together.
    pub alpha: f64,
}

/// Runs of ideal decks of one size, each judged like any other run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Ideal {
    /// Cards in a deck.
    pub deck: usize,
    /// The view of each deck, as in `hand:7`; absent if the whole deck is seen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub view: Option<String>,
    /// Cards of each class, as in `24 land, 36 spell`; absent where each card is one of its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub classes: Option<String>,
    /// Decks in a run.
    pub trials: u64,
    /// The number of runs.
    pub replicates: u64,
    /// Runs in which any test failed.
    pub families: Vec<Family>,
    /// The p-values of each test that is valid.
    pub tests: Vec<PValues>,
}

/// Family-wise false alarms at one error level.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Family {
    /// The error level of each run.
    pub alpha: f64,
    /// Runs with a failed test, or with an e-value that reached 1/alpha.
    pub alarms: u64,
    /// Runs that may have one: more would come of a right level less than once in a hundred times.
    pub at_most: u64,
}

/// The p-values of one test over all runs.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PValues {
    /// The statistic and the test within it.
    pub test: String,
    /// True if p-values of a test statistic with few values were made continuous at random.
    pub randomised: bool,
    /// Runs with a p-value in each of equal bins of 0..1.
    pub bins: Vec<u64>,
    /// Runs with a reported p-value of at most 0.05, 0.01 and 0.001.
    pub at_most: Vec<u64>,
    /// The largest gap between the distribution of the p-values and the uniform one.
    pub gap: f64,
    /// Its p-value (Kolmogorov and Smirnov).
    pub p: f64,
    /// The p-value adjusted for all tests of the calibration (Holm).
    pub p_adjusted: f64,
    /// The verdict, which all tests of the calibration together decide.
    pub verdict: Uniformity,
}

/// One test alone at its smallest valid number of decks.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Tail {
    /// Cards in a deck.
    pub deck: usize,
    /// The statistic and the test within it.
    pub test: String,
    /// Decks in a run: the fewest.
    pub trials: u64,
    /// The number of runs.
    pub replicates: u64,
    /// Runs with p-values far out.
    pub alarms: Vec<Alarms>,
}

/// False alarms of one test at one level.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Alarms {
    /// The level.
    pub level: f64,
    /// Runs whose p-value (made continuous where the test statistic has few values) is at most this.
    pub seen: u64,
    /// The number of times that they were seen, divided by the number that the level allows in the mean.
    pub ratio: f64,
    /// The ratio that is accepted.
    pub accepted: f64,
    /// True if the seen ones are compatible with a ratio that is accepted: the lower Clopper-Pearson limit of their
    /// share at confidence 0.999 is not above it.
    pub within: bool,
}

/// The number of decks that catch a shuffle.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Power {
    /// The shuffle, in words.
    pub shuffle: String,
    /// The routine.
    pub routine: String,
    /// Cards in a deck.
    pub deck: usize,
    /// The view of each deck, as in `hand:7`; absent if the whole deck is seen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub view: Option<String>,
    /// Cards of each class, as in `24 land, 36 spell`; absent where each card is one of its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub classes: Option<String>,
    /// The fewest decks, of the numbers that were tried, at which nearly all runs catch it; `None` if
    /// the largest number does not.
    pub decks: Option<u64>,
    /// The largest number of decks that was tried.
    pub tried_up_to: u64,
    /// Runs at that number of decks (at the largest, and fewer of them, if there is none), with different seeds.
    pub runs: u64,
    /// Runs that caught it.
    pub caught: u64,
    /// The statistics that had the strongest evidence, and in how many runs.
    pub by: Vec<(String, u64)>,
}

/// Runs that stop once they are decided.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Anytime {
    /// Ideal decks, by size.
    pub ideal: Vec<Watched>,
    /// The decks after which known-bad shuffles fail.
    pub stopped: Vec<Stopped>,
}

/// Runs of ideal decks of one size, each looked at all along.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Watched {
    /// Cards in a deck.
    pub deck: usize,
    /// Decks in a run.
    pub trials: u64,
    /// Looks at each run.
    pub looks: u64,
    /// Statistics whose e-values are averaged.
    pub statistics: usize,
    /// The number of runs.
    pub replicates: u64,
    /// Runs whose mean e-value reached 1/alpha at any look.
    pub families: Vec<Family>,
}

/// The number of decks after which a shuffle fails.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Stopped {
    /// The shuffle, in words.
    pub shuffle: String,
    /// The routine.
    pub routine: String,
    /// Cards in a deck.
    pub deck: usize,
    /// The median number of decks; `None` if fewer than half of the runs fail it.
    pub median: Option<u64>,
    /// The last deck of a run.
    pub tried_up_to: u64,
    /// The number of runs, with different seeds.
    pub runs: u64,
    /// Runs that failed it.
    pub failed: u64,
    /// The statistics with the largest e-value then, and in how many runs.
    pub by: Vec<(String, u64)>,
}
