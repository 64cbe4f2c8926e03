//! The subject of a run: its kind, the facts that pictures need of it, and the words by which reports call it. Reports
//! look for no more.

use serde::{Deserialize, Serialize};

/// The subject of a run, as the room of subjects describes it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Subject {
    /// Its kind: `deck`, `view` (a part of each deck), `sequence` (draws), `rows` (hands of decks that differ), `state`
    /// (of a puzzle) or `order` (a single one).
    pub kind: String,
    /// True if each is a deck that the routines shuffle, or a part of one.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub of_decks: bool,
    /// True if those that were read are all that there are, and nothing makes others: one order, or the epochs of one.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub single: bool,
    /// The part that is seen of each deck, as in `hand:7`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub view: Option<String>,
    /// The weights of its symbols: how often each should come, in proportion.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weights: Option<Vec<u32>>,
    /// The names of its symbols, in the order of the weights; none where they are numbers.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub symbols: Vec<String>,
    /// The puzzle whose states they are.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub puzzle: Option<String>,
    /// The columns that a single order was read from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub order: Option<OneOrder>,
    /// The words for it.
    pub words: Words,
}

/// The columns that a single order was read from.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct OneOrder {
    /// The column of the items' places.
    pub place: String,
    /// The column of their groups.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub groups: Option<String>,
}

/// The words by which reports call a subject.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Words {
    /// One of them: `deck`.
    pub one: String,
    /// Several of them: `decks`.
    pub several: String,
    /// The things that a file of them holds: `hands` of deals, `items` of a single order.
    pub read: String,
    /// The size that all of them have: `52 cards`.
    pub size: String,
    /// The ideal: `a fair shuffle of 52 cards`.
    pub ideal: String,
    /// The maker of those that were read: `shuffle that made these decks`.
    pub maker: String,
    /// The features that are never looked at, in a sentence, where there are some.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub never: Option<String>,
}

impl Subject {
    /// A subject of this kind, of which no more is said than its words.
    pub fn new(kind: &str, words: Words) -> Self {
        Self {
            kind: kind.to_owned(),
            of_decks: false,
            single: false,
            view: None,
            weights: None,
            symbols: Vec::new(),
            puzzle: None,
            order: None,
            words,
        }
    }

    /// A symbol, from 0, by its name, or by its number from 1.
    pub fn symbol(&self, at: usize) -> String {
        let name = self.symbols.get(at).cloned();
        name.unwrap_or_else(|| format!("symbol {}", at + 1))
    }
}

impl Words {
    /// The words of a subject that is counted as `one` and `several`; files hold `read`, made by `maker`.
    pub fn new([one, several, read, maker]: [&str; 4], size: String, ideal: String) -> Self {
        Self {
            one: one.to_owned(),
            several: several.to_owned(),
            read: read.to_owned(),
            size,
            ideal,
            maker: maker.to_owned(),
            never: None,
        }
    }
}
