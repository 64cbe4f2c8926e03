//! `roll-and-keep`: the sum of the highest dice of a roll; the findings.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The name of the question.
pub const NAME: &str = "roll-and-keep";

/// The sum of the highest dice of a roll.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RollAndKeep {
    /// Dice that are rolled.
    pub dice: usize,
    /// Sides of each.
    pub sides: usize,
    /// Dice that are kept.
    pub keep: usize,
    /// The lowest score.
    pub lowest: usize,
    /// The highest score.
    pub highest: usize,
    /// The number of rolls.
    pub rolls: Value,
    /// The mean score.
    pub mean: Option<f64>,
    /// The same as a fraction, where it is short.
    pub mean_exact: Option<String>,
    /// The standard deviation.
    pub standard_deviation: Option<f64>,
    /// The scores; of many, those that are likely.
    pub scores: Vec<Score>,
    /// The score that was asked about.
    pub score: Option<OneScore>,
    /// The published recursion as it is printed, where all ways are counted.
    pub printed: Option<Printed>,
    /// The binomial coefficient of the dice and those that are kept, both ways.
    pub coefficient: Coefficient,
}

/// A score.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Score {
    /// The score.
    pub score: usize,
    /// The number of rolls with it, where all were counted.
    pub ways: Option<String>,
    /// Its probability.
    pub probability: f64,
}

/// The score that was asked about.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct OneScore {
    /// The score.
    pub score: usize,
    /// The number of rolls with it, in full; none where counting them would take too long.
    pub ways: Option<String>,
    /// Its probability.
    pub probability: Value,
    /// The probability of this score or a lower one.
    pub at_most: Option<f64>,
    /// The probability of this score or a higher one.
    pub at_least: Option<f64>,
    /// Multinomial coefficients of the published nested sum.
    pub multinomials: u64,
    /// Digits of the largest of them; 0 in records that do not say.
    #[serde(default)]
    pub multinomial_digits: u64,
    /// Calls of `binomial` by the published program that avoids them.
    pub binomial_calls: u64,
    /// Multiplications and divisions of a long number by a short one here.
    pub steps: u64,
    /// The number of rolls modulo a number, if that was asked for and they were counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub modulo: Option<Modulo>,
}

/// A number of rolls modulo a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Modulo {
    /// The number.
    pub modulus: u64,
    /// The rolls modulo it.
    pub ways: u64,
    /// Digits to this base of the largest number in the published sum's coefficients: with one alone Lucas's theorem leaves
    /// them as they are.
    pub digits: u32,
}

/// The published recursion with its base cases as they are printed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Printed {
    /// The number of rolls that it gives to all scores together.
    pub rolls: Value,
    /// The same as a share of the true number: 1 if it were right.
    pub total: f64,
    /// The number of rolls with each score by it, from the lowest on, for few dice.
    pub ways: Vec<String>,
}

/// One binomial coefficient, C(dice, keep).
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Coefficient {
    /// Multiplications and divisions of the usual loop.
    pub steps: u64,
    /// Powers of primes of Legendre's formula.
    pub primes: u64,
    /// True if both give the same number.
    pub equal: bool,
}
