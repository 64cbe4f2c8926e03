//! The state of a stream that is watched for ever: for the log, and for monitors that read it as a file.
//!
//! It is no record of an experiment: another moment gives another one, and it says what time it is.

use serde::{Deserialize, Serialize};

use crate::Stake;

/// The version of the layout. Keys may be added; none is renamed without a new one.
pub const STATUS_SCHEMA: &str = "colddeck.status/1";

/// The state of the watch.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Watching {
    /// It goes on: no evidence so far.
    Watching,
    /// The decks are not those of an ideal shuffle.
    Failed,
    /// The stream ended without evidence.
    Ended,
    /// The user ended the watch; no evidence so far.
    Interrupted,
    /// The stream broke: it could not be read on.
    Broken,
}

/// The state of a stream.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Status {
    /// [`STATUS_SCHEMA`].
    pub schema: String,
    /// Version of colddeck.
    pub version: String,
    /// The stream.
    pub source: String,
    /// The state of the watch.
    pub state: Watching,
    /// The same in a sentence.
    pub words: String,
    /// Decks counted.
    pub decks: u64,
    /// Cards of each.
    pub cards: usize,
    /// The probability of a false alarm in a lifetime.
    pub alpha: f64,
    /// The evidence: of each part at its last look.
    pub log10_e: f64,
    /// The evidence that is enough.
    pub log10_enough: f64,
    /// The evidence of all decks from the first one on.
    pub log10_e_all: f64,
    /// The evidence of rare decks.
    pub log10_e_rare: f64,
    /// The share of hardly shuffled decks that is excluded.
    pub hardly_shuffled: Vec<Excluded>,
    /// Windows, from the shortest: those that have begun.
    pub windows: Vec<Window>,
    /// Figures that moved in some window, and since when about.
    pub drift: Vec<Drift>,
    /// The reason why it failed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub found: Option<Found>,
    /// The stakes that were named: limits hold at all times at once, and for all stakes together.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stakes: Vec<Stake>,
    /// Wrong decks that were passed over.
    pub skipped: u64,
    /// Seconds since the watch began.
    pub seconds: f64,
    /// Seconds since 1970 when this was written.
    pub written: u64,
    /// Seconds since 1970 when the last deck came, once one has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_deck: Option<u64>,
}

/// The share of hardly shuffled decks that is excluded, with the error level of the watch.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Excluded {
    /// The statistic that looked for them.
    pub statistic: String,
    /// Rising sequences that a hardly shuffled deck has at the most.
    pub rising_at_most: u64,
    /// Decks that were looked at.
    pub decks: u64,
    /// The upper limit of the share.
    pub share: f64,
}

/// The windows of one length.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Window {
    /// Decks of a full one.
    pub length: u64,
    /// The last full one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last: Option<Stretch>,
    /// The one that runs, at its last look.
    pub running: Stretch,
}

/// The observation in some decks.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Stretch {
    /// Decks before it.
    pub from: u64,
    /// Its decks.
    pub decks: u64,
    /// The evidence of these decks alone.
    pub log10_e: f64,
    /// The statistic that tells most.
    pub loudest: Option<Telling>,
}

/// The evidence of one statistic.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Telling {
    /// The statistic.
    pub statistic: String,
    /// Its evidence.
    pub log10_e: f64,
}

/// A figure that moved.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Drift {
    /// The statistic.
    pub statistic: String,
    /// Its evidence in the window that tells most.
    pub log10_e: f64,
    /// Decks before that window.
    pub since: u64,
    /// Decks of that window.
    pub decks: u64,
}

/// The evidence by which a stream failed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Found {
    /// The statistics that tell most, from the first.
    pub statistics: Vec<Telling>,
    /// Decks before those that tell it.
    pub since: u64,
    /// Decks that tell it.
    pub decks: u64,
    /// Decks before the fault began, most likely.
    pub began: u64,
    /// The stake that is shown to be off by more than was accepted, if it is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stake: Option<Stake>,
    /// The rare deck, if it is one, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deck: Option<Deck>,
}

/// A rare deck.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Deck {
    /// Its number, from 1.
    pub number: u64,
    /// 0, or how many decks back it is compared with.
    pub lag: u64,
    /// Its rising sequences.
    pub rising: u32,
    /// The mean number of rising sequences in a fair deck.
    pub fair: f64,
    /// The decimal logarithm of the probability that a fair deck is as far out.
    pub log10_p: f64,
}
