//! The number of times that a routine must be done until its decks are nearly fair.

use serde::{Deserialize, Serialize};

/// The number of times that is enough, and what it is enough for.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct More {
    /// The part that is done again: the one shuffle of the routine, or all of it.
    pub again: String,
    /// The number of times that the routine does it now.
    pub done: u64,
    /// The number of times that is enough in all, `done` if it is enough already; `None` if no number up to
    /// `tried_up_to` is.
    pub enough: Option<u64>,
    /// The reason why no number ever is, if that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub never: Option<String>,
    /// The largest number that was tried.
    pub tried_up_to: u64,
    /// The way in which it is known, and what is nearly fair then.
    pub by: Nearly,
}

/// The thing that is nearly fair after so many times.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "what")]
pub enum Nearly {
    /// Everything: the total variation over all orders is at most `within`, by its exact law or by a proof.
    AllOrders {
        /// The total variation that does not matter.
        within: f64,
        /// It is at most this, after the times that are enough; absent if none are.
        at_most: Option<f64>,
    },
    /// The cards that the rules tried call, and the opening hands if they were asked for, by simulating.
    AtTheTable {
        /// The cards called too many that do not matter.
        within: f64,
        /// Decks that were simulated for each number of times.
        decks: u64,
        /// Cards that the rules tried call, after the last number of times that was found enough.
        calls: Option<f64>,
        /// The same in a fair deck.
        calls_fair: f64,
        /// True if opening hands were looked at too.
        hands: bool,
    },
}
