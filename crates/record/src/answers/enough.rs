//! `enough`: how often a routine must be done until it is near an ideal shuffle; the findings.

use serde::{Deserialize, Serialize};

use super::bound::Bound;
use super::quantity::Quantity;

/// The name of the question.
pub const NAME: &str = "enough";

/// The way in which simulated decks limit a distance, as [`Bound::by`] says it.
pub const BY_CALLS: &str = "calls of simulated decks";

/// The number of times that a routine must be done.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Enough {
    /// True if the routine is one riffle, so that its times are riffles.
    pub riffles: bool,
    /// The moves that come once after all these riffles, in words; absent where none do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub then: Option<String>,
    /// For each threshold, in the order in which they were asked.
    pub thresholds: Vec<Times>,
    /// For each threshold, how many more riffles are enough after the routine was done once, if it is one
    /// of several riffles.
    pub more_riffles: Option<Vec<u32>>,
    /// The confidence of all lower limits that simulated decks show; of what is seen of a deck, that of each limit; of a
    /// stake, that of all limits together. Absent where each is proved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub confidence: Option<f64>,
    /// Cards of each type from the top, where types or a part are all that is seen; empty where all cards differ.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub types: Option<Vec<usize>>,
    /// How they lie at the start, in words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// The part that is seen, in words; absent if it is the whole deck.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub view: Option<String>,
    /// The bounds of the total variation after the routine was done 1, 2, … times, until a little after the last
    /// threshold: sixty points at the most, evenly spaced. Empty in older answers.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub curve: Vec<Point>,
    /// The groups that all orders of the routine make, where these can be listed and its law is not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub groups: Option<Groups>,
    /// The second eigenvalue of the routine done once: at last, this is left of the distance each time. Absent where it is
    /// not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub second_eigenvalue: Option<f64>,
    /// Author and year of that; absent in older answers, which have it of riffles alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub second_eigenvalue_by: Option<String>,
    /// The growth with the number of cards, where that was asked for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub growth: Vec<Size>,
    /// The chance of a stake, where one was named: it is then all that is looked at.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stake: Option<OfStake>,
}

/// A stake after a routine was done again and again.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct OfStake {
    /// The event: fair, and after the routine was done 1, 2, … times, the first forty. Limits from simulated decks hold for
    /// all rows together with the confidence of the answer.
    pub quantity: Quantity,
    /// The largest number of times that was looked at.
    pub looked_at: u32,
    /// For each tolerance, in the order in which they were asked.
    pub near: Vec<Near>,
}

/// The number of times that a routine must be done until the chance of a stake is near its fair one, and stays so.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Near {
    /// The tolerance, as in `1pt` or `1%`.
    pub within: String,
    /// It takes at least so many times, 1 where nothing is known; nothing if no number is enough.
    pub at_least: Option<u32>,
    /// From so many times on it is near; nothing where that is not shown of the last row.
    pub from: Option<u32>,
    /// True if that is proved of all numbers of times, and not of the rows alone.
    pub proved: bool,
}

impl Enough {
    /// An answer in which nothing is known yet.
    pub fn unknown(riffles: bool) -> Self {
        Self {
            riffles,
            then: None,
            thresholds: Vec::new(),
            more_riffles: None,
            confidence: None,
            types: None,
            start: None,
            view: None,
            curve: Vec::new(),
            groups: None,
            second_eigenvalue: None,
            second_eigenvalue_by: None,
            growth: Vec::new(),
            stake: None,
        }
    }

    /// Names the cards that come near to fair: "52 cards", "the types of 52 cards", "the first 7 cards (in order) of 52".
    pub fn subject(&self, cards: &str) -> String {
        let seen = match &self.view {
            Some(view) => format!("{view} of {cards}"),
            None => format!("{cards} cards"),
        };
        match &self.types {
            Some(types) if !types.is_empty() => format!("the types of {seen}"),
            _ => seen,
        }
    }
}

/// The number of times that a routine must be done until its total variation is below a threshold.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Times {
    /// The threshold.
    pub below: f64,
    /// The number, where it is known.
    pub exact: Option<u32>,
    /// True if no number is enough.
    pub never: bool,
    /// It takes at least so many times, 1 where nothing is known, 0 for one card; nothing if no number is enough.
    pub at_least: Option<u32>,
    /// True if no more times were looked at, so that this says nothing of the routine but that it takes more.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub stopped: bool,
    /// The distance after one time less is at least this; nothing if not a single time is too few.
    pub too_few: Option<Bound>,
    /// The number of times that is enough; nothing where none is proved to be.
    pub at_most: Option<u32>,
    /// The distance after so many times is at most this.
    pub enough: Option<Bound>,
}

/// Limits of the total variation distance of a routine that was done so many times.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Point {
    /// The number of times that it was done.
    pub times: u32,
    /// The distance is at least this; 0 where nothing is known.
    pub lower: f64,
    /// It is at most this; 1 where nothing is proved.
    pub upper: f64,
    /// The distance of large decks after as many riffles, counted from their cutoff; absent where none is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<f64>,
}

/// The groups that the orders of a routine make. A number of orders is written in digits, as a power of ten, or by n!.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Groups {
    /// The order of the group that they generate.
    pub generated: String,
    /// The way in which it is known.
    pub generated_by: String,
    /// The order of its smallest normal subgroup that holds what takes one of them to another: so many orders can come
    /// after any one number of times.
    pub together: String,
    /// The way in which it is known.
    pub together_by: String,
    /// The total variation to which the routine comes in the end; null where orders of groups are only bounded.
    pub in_the_end: Option<f64>,
}

/// The number of times that decks of one size take.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Size {
    /// Cards in a deck.
    pub cards: usize,
    /// For each threshold, the number of times; null if no number is enough.
    pub times: Vec<Option<u32>>,
    /// The cutoff in times; absent where none is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cutoff: Option<f64>,
}
