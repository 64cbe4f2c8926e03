//! `adaptive-dice`: dice that make rare what has just come; the findings.

use serde::{Deserialize, Serialize};

/// The name of the question.
pub const NAME: &str = "adaptive-dice";

/// Adaptive dice.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct AdaptiveDice {
    /// The amount that each weight gains with a roll; the likeliest for the rolls where none was given.
    pub unrandomness: f64,
    /// Sides of a die.
    pub sides: usize,
    /// The probability that a roll repeats the one before it, from the second roll on.
    pub repeats: Vec<f64>,
    /// Their mean.
    pub mean_repeats: Option<f64>,
    /// The same of independent dice.
    pub repeats_independent: f64,
    /// 1 if the first six rolls have the same law as with the other unrandomness.
    pub same_law: Option<u8>,
    /// The rolls that are judged.
    pub rolls: Option<Rolls>,
    /// The unrandomness under which the rolls are likeliest, where none was given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub likeliest: Option<Likeliest>,
}

/// The unrandomness under which rolls are likeliest, and those that fit them about as well.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Likeliest {
    /// The likeliest value, with nine decimals. From one over all sides but one, all have the same law.
    pub unrandomness: f64,
    /// log₂ of the likelihood with that value over that with independent dice.
    pub bits: f64,
    /// The least value in the 95% interval by likelihood: within 1.92 units of ln of the largest (Wilks, 1938).
    pub least: f64,
    /// The largest one; null where there is no end.
    pub most: Option<f64>,
}

/// Rolls beside those of adaptive and of independent dice.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Rolls {
    /// Their number.
    pub rolls: usize,
    /// The number of times that each side came.
    pub counts: Vec<u64>,
    /// Pearson's sum over the sides, against equal shares.
    pub chi_squared: f64,
    /// The probability of as much or more with independent dice: exact of few rolls, else by chi-squared.
    pub p: f64,
    /// The exact probability of counts at least as even with independent dice; null of many rolls.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub as_even: Option<f64>,
    /// Rolls that repeat the one before.
    pub repeats: u64,
    /// The probability of no more with independent dice.
    pub repeats_at_most: f64,
    /// The first roll, from 1, that dice with this unrandomness could not give; null if all are possible.
    pub impossible: Option<usize>,
    /// log₂ of their likelihood with this unrandomness over that with independent dice; null where they are impossible.
    pub bits: Option<f64>,
}
