//! The bad shuffles that so few decks would have shown, had they been shuffled by hands or programs that
//! are known to shuffle badly.

use serde::{Deserialize, Serialize};

/// Says how much of one way of shuffling decks like these would have shown: found by simulating it as often as `runs`
/// says, each time with as many decks, and testing them as the decks were tested.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Shown {
    /// The shuffle, in words, for one time.
    pub one: String,
    /// The same for several times.
    pub several: String,
    /// The routine of one time, in letters.
    pub routine: String,
    /// The largest number of times in a row at which it is caught with the power that the record states;
    /// 0 if not even once is.
    pub times: u64,
    /// The largest number of times that was tried.
    pub tried_up_to: u64,
    /// The trial with one time more, if there was one.
    pub missed: Option<Missed>,
    /// Runs for each number of times, at the most: fewer where it was plain sooner whether they are enough.
    pub runs: u64,
}

/// A bad way of making such subjects, and how many of them show it: from a table that was simulated beforehand, with the
/// same statistics and error level.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Beforehand {
    /// The way, in words; `{times}` stands for the number of times in a row.
    pub way: String,
    /// The number of times in a row, where it is done more and more often.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub times: Option<u64>,
    /// The fewest subjects, of the numbers tried, of which nine runs in ten fail; `None` if the largest number is not enough.
    pub needed: Option<u64>,
    /// The largest number that was tried.
    pub tried_up_to: u64,
}

/// The reason why a record promises nothing of what its tests would have shown, beyond what was simulated for these
/// very cards.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Unpromised {
    /// Some cards are copies of each other, which hides some of their order.
    Copies,
    /// Nothing says how the cards lay before the shuffle.
    UnknownOrder,
}

/// A number of times at which a shuffle was caught too seldom.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Missed {
    /// The number of times.
    pub times: u64,
    /// Runs that caught it with as many decks as there are.
    pub caught: u64,
    /// Runs that were made; absent in older records, which have all that [`Shown::runs`] says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub runs: Option<u64>,
    /// The fewest decks, of the numbers tried, that catch it with that power; `None` if the largest
    /// number does not.
    pub decks: Option<u64>,
    /// The largest number of decks that was tried.
    pub tried_up_to: u64,
}
