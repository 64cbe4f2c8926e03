//! A program that a spec names: where its decks come from.

use std::path::PathBuf;

/// Copies of a program that may run at once.
pub const MOST_JOBS: u16 = 1024;

/// Seconds that a program may write nothing, if nothing else is said.
pub const DEFAULT_PATIENCE: f64 = 60.0;

/// A program that writes decks, as a spec names it. Nothing is run unless the user allows it.
#[derive(Debug, Clone, PartialEq)]
pub struct Command {
    /// File, line and key, for messages.
    pub place: String,
    /// The program and its arguments; never empty.
    pub words: Vec<String>,
    /// The folder of the spec: where it runs, and where relative paths start.
    pub folder: PathBuf,
    /// Copies of it at once.
    pub jobs: usize,
    /// The name of the format of the decks, with its place for messages.
    pub format: Option<(String, String)>,
    /// Seconds that a job may write nothing; 0 for ever.
    pub patience: f64,
    /// A file with the deck before the shuffle, with its place for messages.
    pub start: Option<(PathBuf, String)>,
    /// Whether each deck was shuffled from the one before it.
    pub in_place: bool,
}
