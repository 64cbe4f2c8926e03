//! `quantity`: a number or an event that is read off a deck; the findings.

use serde::{Deserialize, Serialize};

use super::proof::Proof;
use crate::Stake;

/// The name of the question.
pub const NAME: &str = "quantity";

/// A quantity of an ideal deck, and of one after a routine.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Quantity {
    /// The quantity as it was typed.
    pub of: String,
    /// How it was read, in words.
    pub words: String,
    /// True if it is an event: 1 where it comes up, 0 else.
    pub event: bool,
    /// The gain of a bet of 1 on it that wins; absent where no odds were named.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub odds: Option<f64>,
    /// Decks that would show that the event comes more often; empty where its chance is not known exactly, where it is no
    /// event, and after a routine.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub proofs: Vec<Proof>,
    /// How the cards lie before the routine, in words; absent where no routine was asked about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// Its law in an ideal deck.
    pub fair: Law,
    /// The deck after the routine, and after its move was done 1, 2, … times where it is one move again and again. Empty
    /// where no routine was asked about.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub after: Vec<After>,
    /// True if total variation of all orders is below .01 after the last row, and stays so however often the move is done more.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub settled: bool,
    /// True if that move is a riffle (Gilbert-Shannon-Reeds).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub riffles: bool,
}

/// The law of a quantity.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Law {
    /// Its values, ascending.
    pub values: Vec<i64>,
    /// The probability of each.
    pub probabilities: Vec<f64>,
    /// Its mean: of an event the probability that it comes up.
    pub mean: f64,
    /// How the law is known.
    pub by: String,
    /// The limits that simulated decks leave; absent where the law is exact.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sampled: Option<Sampled>,
}

/// The limits of a law that simulated decks show. Those of the probabilities hold together with that confidence, and those
/// of the mean with the same.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Sampled {
    /// Simulated decks.
    pub decks: u64,
    /// The confidence.
    pub confidence: f64,
    /// No probability is off by more.
    pub within: f64,
    /// The mean is at least the first of these, and at most the second.
    pub mean: [f64; 2],
}

/// The quantity after a routine.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct After {
    /// How often the one move of the routine was done; absent where it has several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub times: Option<u32>,
    /// True if this is the routine that was asked about.
    pub asked: bool,
    /// The law of the quantity.
    pub law: Law,
    /// Total variation of that law from the law in an ideal deck: at least, at most.
    pub total_variation: [f64; 2],
}

/// A quantity is near fair where its total variation is below this: one point.
pub const NEAR: f64 = 0.01;

impl Law {
    /// The mean is at least and at most this.
    pub fn ends(&self) -> [f64; 2] {
        self.sampled.map_or([self.mean; 2], |sampled| sampled.mean)
    }

    /// The probability of a value.
    pub fn chance(&self, value: i64) -> f64 {
        let at = self.values.binary_search(&value).ok();
        at.map_or(0.0, |at| self.probabilities[at])
    }
}

impl After {
    /// Returns true if it is near fair.
    pub fn is_near(&self) -> bool {
        self.total_variation[1] < NEAR
    }
}

impl Quantity {
    /// The gain of a bet of 1 where the event has this chance; `None` where no odds were named.
    pub fn gain(&self, chance: f64) -> Option<f64> {
        Some((self.odds? + 1.0) * chance - 1.0)
    }

    /// The event as a stake whose chance is that of `law`.
    pub fn stake(&self, law: &Law) -> Stake {
        let confidence = law.sampled.map_or(1.0, |sampled| sampled.confidence);
        let stake = Stake {
            of: self.of.clone(),
            words: self.words.clone(),
            odds: self.odds,
            fair: self.fair.mean,
            by: self.fair.by.clone(),
            fair_within: self.fair.sampled.map(|sampled| sampled.mean),
            hits: 0,
            hands: 0,
            cases: None,
            limits: law.ends(),
            confidence,
            edge: None,
            standing: None,
        };
        stake.with_edge()
    }

    /// The row that was asked about.
    pub fn asked(&self) -> Option<&After> {
        self.after.iter().find(|row| row.asked)
    }

    /// The number of times from which on all rows are near fair.
    pub fn near_from(&self) -> Option<u32> {
        let last = self
            .after
            .iter()
            .rev()
            .take_while(|row| row.is_near())
            .last();
        last?.times
    }

    /// One time that the move is done, and several: "riffle", "riffles" or "time", "times".
    pub fn unit(&self) -> (&'static str, &'static str) {
        if self.riffles {
            ("riffle", "riffles")
        } else {
            ("time", "times")
        }
    }
}
