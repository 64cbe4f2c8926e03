//! `loader`: the least buffer with which a loader of training data makes batches varied enough; the findings.

use serde::{Deserialize, Serialize};

/// The name of the question.
pub const NAME: &str = "loader";

/// The number of a step that is enough, by simulated epochs.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Loader {
    /// The steps, with `?` in place of the number that is asked for.
    pub loader: String,
    /// The step whose number is asked for: `buffer`, `blocks` or `shards`.
    pub step: String,
    /// True if the least number is asked for; false of shards, of which it is the largest.
    pub least: bool,
    /// Items of an epoch.
    pub items: u32,
    /// Files or labels of equal size, whose items lie together in the old order.
    pub groups: u32,
    /// One of these groups: `file` or `label`.
    pub group: String,
    /// Items in a batch.
    pub batch: u32,
    /// Fair draws that a batch is to be worth.
    pub want: f64,
    /// The confidence of the limits of each row.
    pub confidence: f64,
    /// The seed of all epochs.
    pub seed: u64,
    /// The number of two digits that is shown to be enough; `None` if a fair order alone is.
    pub enough: Option<u32>,
    /// The nearest number that is shown to fall short, if one is.
    pub short: Option<u32>,
    /// The numbers that limits are told of, in ascending order.
    pub rows: Vec<Row>,
}

/// A number of the step, and the variety that comes of it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// The number.
    pub number: u32,
    /// Epochs that were simulated; 0 of a fair order, whose variety is known.
    pub epochs: u32,
    /// Fair draws that a batch is worth, over all batches of these epochs.
    pub variety: f64,
    /// Its lower limit.
    pub at_least: f64,
    /// Its upper limit.
    pub at_most: f64,
}

impl Loader {
    /// The row of a number.
    pub fn row(&self, number: u32) -> Option<&Row> {
        self.rows.iter().find(|row| row.number == number)
    }
}
