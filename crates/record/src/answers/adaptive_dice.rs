//! `adaptive-dice`: dice that make rare what has just come; the findings.

use serde::{Deserialize, Serialize};

/// The name of the question.
pub const NAME: &str = "adaptive-dice";

/// Adaptive dice.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct AdaptiveDice {
    /// The amount that each weight gains with a roll.
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
