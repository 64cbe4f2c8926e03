//! `fill-up`: a bag that gets an item after each draw; the findings.

use serde::{Deserialize, Serialize};

/// The name of the question.
pub const NAME: &str = "fill-up";

/// Draws from a bag that gets one more item after each.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FillUp {
    /// The probability of each symbol, draw by draw.
    pub laws: Vec<Vec<f64>>,
    /// The bits in each draw.
    pub entropy: Vec<f64>,
}
