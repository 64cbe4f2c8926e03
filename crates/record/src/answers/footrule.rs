//! `footrule`: how far one order has moved its cards; the findings.

use serde::{Deserialize, Serialize};

/// The name of the question.
pub const NAME: &str = "footrule";

/// The distance that one order has moved its cards.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Footrule {
    /// The places that its cards have moved, all together.
    pub moved: u64,
    /// The mean of fair orders, (n² − 1)/3.
    pub mean: f64,
    /// Their standard deviation.
    pub standard_deviation: f64,
    /// The probability that a fair order has moved its cards no farther.
    pub at_most: f64,
    /// The probability that it has moved them as far or farther.
    pub at_least: f64,
    /// Twice the smaller of the two, at most 1.
    pub two_sided: f64,
}
