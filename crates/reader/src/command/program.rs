//! A program that writes decks, as the user or a spec names it.

use std::path::PathBuf;
use std::time::Duration;

use text::harmless;

/// Copies of a program that may run at once.
pub const MOST_JOBS: u16 = 1024;

/// The time for which a program may write nothing, unless told otherwise.
pub const DEFAULT_PATIENCE: Duration = Duration::from_mins(1);

/// Turns a time limit into the time to wait for a program: `None`, for ever, if it is 0.
pub fn patience(time: Duration) -> Option<Duration> {
    (!time.is_zero()).then_some(time)
}

/// A program that writes decks.
#[derive(Debug, Clone)]
pub struct Program {
    /// The program first, then its arguments; never empty.
    pub(super) words: Vec<String>,
    /// The folder in which it runs, if not the current one.
    pub(super) folder: Option<PathBuf>,
    /// Copies of it that run at once.
    pub(super) jobs: usize,
    /// The time for which a job may write nothing while somebody waits for it; `None`: for ever.
    pub(super) patience: Option<Duration>,
    /// The time that a job may take for all its decks; `None`: for ever.
    pub(super) limit: Option<Duration>,
    /// The line that each job is asked with, once they are about to start.
    pub(super) asks: Vec<String>,
    /// File, line and key of the spec that names it; `None` where the user typed it.
    place: Option<String>,
}

impl Program {
    /// The program `words[0]` with the other words as its arguments, which runs in `folder`, or else in
    /// the current one: one job of it, which may write nothing for a minute. A program's name that is a relative path
    /// starts there too. `None` without a word.
    pub fn new(words: Vec<String>, folder: Option<PathBuf>) -> Option<Self> {
        (!words.is_empty()).then_some(Self {
            words,
            folder,
            jobs: 1,
            patience: Some(DEFAULT_PATIENCE),
            limit: None,
            asks: Vec::new(),
            place: None,
        })
    }

    /// Copies of it that run at once, at the most.
    pub fn jobs(&self) -> usize {
        self.jobs
    }

    /// Runs `jobs` copies of it at once, each of which may write nothing for that long while somebody waits for it;
    /// `None`: for ever.
    #[must_use]
    pub fn run_as(self, jobs: usize, patience: Option<Duration>) -> Self {
        Self {
            jobs,
            patience,
            ..self
        }
    }

    /// Each copy may take so long, from its start, for all its decks; `None`: for ever.
    #[must_use]
    pub fn done_within(self, limit: Option<Duration>) -> Self {
        Self { limit, ..self }
    }

    /// Each copy has one of these lines as its standard input.
    pub(super) fn asking(&self, asks: Vec<String>) -> Self {
        Self {
            asks,
            ..self.clone()
        }
    }

    /// It stands in a spec: file, line and key.
    #[must_use]
    pub fn named_at(self, place: String) -> Self {
        Self {
            place: Some(place),
            ..self
        }
    }

    /// File, line and key of the spec that names it; `None` where the user typed it.
    pub fn place(&self) -> Option<&str> {
        self.place.as_deref()
    }

    /// Writes it as one would in a shell: `python3 -u 'my shuffle.py'`.
    pub fn shown(&self) -> String {
        harmless::shell(&self.words)
    }
}
