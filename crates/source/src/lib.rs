//! Sources of decks, in blocks of [`BLOCK`](deck::BLOCK): routines that are simulated here, rules of drawing, scrambles, closures.
//! Decks that something else shuffled are read by the crate `reader`.

mod closure;
#[cfg(feature = "full")]
mod departing;
#[cfg(feature = "full")]
mod drawn;
#[cfg(feature = "full")]
mod keeper;
#[cfg(feature = "full")]
mod scrambling;
#[cfg(feature = "full")]
mod simulation;
mod viewed;

#[cfg(feature = "full")]
use serde::{Deserialize, Serialize};
use thiserror::Error;

pub use closure::{Closure, Random, Shuffled, flaw};
#[cfg(feature = "full")]
pub use departing::Departing;
#[cfg(feature = "full")]
pub use drawn::{Drawn, Remembering};
#[cfg(feature = "full")]
pub use scrambling::{MOVES as SCRAMBLE_MOVES, RandomMoves, Scramble, Scrambling};
#[cfg(feature = "full")]
pub use simulation::Simulated;
pub use viewed::Viewed;

#[cfg(feature = "full")]
use deck::rng::Stream;
#[cfg(feature = "full")]
use deck::subject::Past;
use deck::{Block, Lines};

/// A source of subjects.
pub trait Source<B = Block> {
    /// Fills `batch` with the next subjects, up to a full batch; leaves it empty at the end.
    fn fill(&mut self, batch: &mut B) -> Result<(), SourceError>;

    /// Allows so many more subjects to a source that is told how many there are; others end by themselves.
    fn go_on(&mut self, _subjects: u64) {}

    /// Its state between two batches, from which another goes on; `None` of one that cannot.
    #[cfg(feature = "full")]
    fn state(&self) -> Option<SourceState> {
        None
    }

    /// Goes on from the state of a source that was made alike; false if it is none of such a source.
    #[cfg(feature = "full")]
    fn restore(&mut self, _state: SourceState) -> bool {
        false
    }
}

/// The state of a source between two batches.
#[cfg(feature = "full")]
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct SourceState {
    /// Its random streams.
    pub streams: Vec<Stream>,
    /// The index of the next subject, and that after the last one that is allowed.
    pub indices: (u64, u64),
    /// The state of a rule of drawing.
    pub rule: Vec<u8>,
    /// The cards that came before the next draw.
    pub past: Option<Past>,
}

#[cfg(feature = "full")]
impl SourceState {
    /// The state of a source with these streams, whose next subject has the first of `indices`.
    pub fn of(streams: Vec<Stream>, indices: (u64, u64)) -> Self {
        Self {
            streams,
            indices,
            rule: Vec::new(),
            past: None,
        }
    }
}

impl<B, S: Source<B> + ?Sized> Source<B> for Box<S> {
    fn fill(&mut self, batch: &mut B) -> Result<(), SourceError> {
        (**self).fill(batch)
    }

    fn go_on(&mut self, subjects: u64) {
        (**self).go_on(subjects);
    }

    #[cfg(feature = "full")]
    fn state(&self) -> Option<SourceState> {
        (**self).state()
    }

    #[cfg(feature = "full")]
    fn restore(&mut self, state: SourceState) -> bool {
        (**self).restore(state)
    }
}

impl<B, S: Source<B> + ?Sized> Source<B> for &mut S {
    fn fill(&mut self, batch: &mut B) -> Result<(), SourceError> {
        (**self).fill(batch)
    }

    fn go_on(&mut self, subjects: u64) {
        (**self).go_on(subjects);
    }

    #[cfg(feature = "full")]
    fn state(&self) -> Option<SourceState> {
        (**self).state()
    }

    #[cfg(feature = "full")]
    fn restore(&mut self, state: SourceState) -> bool {
        (**self).restore(state)
    }
}

/// Subjects that something else shuffled or drew.
pub trait Outside<B = Block>: Source<B> {
    /// Gives the name in messages.
    fn name(&self) -> &str;

    /// Says in a few words what is read and how: complete when all decks were read.
    fn described(&self) -> String;

    /// Gives the facts that a reader of the result should know about the decks.
    fn facts(&self) -> Facts;
}

/// The facts that a reader of the result should know about the decks.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
pub struct Facts {
    /// Some cards have the same name, so that they are labelled at random.
    pub copies: bool,
    /// Cards have names, and nothing gives their order before the shuffle.
    pub unknown_start: bool,
    /// They are hands that people dealt, from an order that nobody wrote down.
    pub dealt: bool,
    /// The first deck is in the order of the deck that it was shuffled from.
    pub unmoved_first: bool,
    /// Wrong decks that were passed over.
    pub skipped: u64,
    /// The place of the first of them and its problem; nothing if there is none.
    pub first_skipped: String,
    /// Decks that were right but are not handed out, because what they were shuffled from is not
    /// known.
    pub unused: u64,
    /// The lines that they stand on, if they stand on lines.
    pub lines: Lines,
}

/// The reason why a source gave no decks.
#[derive(Debug, Error)]
pub enum SourceError {
    /// The stream broke.
    #[error("{name}: cannot read it")]
    Read {
        /// The file, or `standard input`.
        name: String,
        /// The error of the operating system.
        source: std::io::Error,
    },
    /// There is no such stream.
    #[error("{hint}{name}: cannot read it; accepted: a file, or - for standard input")]
    Open {
        /// The file.
        name: String,
        /// The file beside it that was probably meant, in a question; or empty.
        hint: String,
        /// The error of the operating system.
        source: std::io::Error,
    },
    /// The name is that of a folder.
    #[error("{name}: found a folder; accepted: a file, or - for standard input")]
    Folder {
        /// The folder.
        name: String,
    },
    /// Standard input is a terminal: nobody pipes anything in.
    #[error(
        "standard input is a terminal; accepted: a file of decks, or a program whose output is piped in, as in `my-shuffle | colddeck test --deck 52`"
    )]
    Terminal,
    /// The content is something else.
    #[error("{name}: {problem}")]
    Unlike {
        /// The file, or `standard input`.
        name: String,
        /// The words that say what it is and what to do.
        problem: String,
    },
    /// There is no deck at that place.
    #[error("{name}, {place}: {problem}")]
    Deck {
        /// The file, or `standard input`.
        name: String,
        /// `line 7, byte 360`, or `byte 360`; lines count from 1, bytes from 0.
        place: String,
        /// The words that say what was found and what is accepted.
        problem: String,
    },
    /// A program did not start.
    #[error("cannot start {name}; accepted: a program that can be found and run")]
    Start {
        /// The program.
        name: String,
        /// The error of the operating system.
        source: std::io::Error,
    },
    /// A program wrote fewer decks than were wanted.
    #[error(
        "{name} {how} after {decks} of the {wanted} decks that it should write; accepted: a program that writes at least as many, or fewer decks (--decks, --max-trials){said}"
    )]
    Ended {
        /// The program.
        name: String,
        /// The way in which it ended: `ended with exit code 1`.
        how: String,
        /// Decks read from it.
        decks: u64,
        /// Decks wanted from it.
        wanted: u64,
        /// Its last words on its standard error, on lines of their own, if there are any.
        said: String,
    },
    /// A program wrote nothing for too long.
    #[error(
        "{name} wrote nothing for {seconds} s, after {decks} of the {wanted} decks that it should write; accepted: a program that goes on writing, or a longer --timeout{said}"
    )]
    Silent {
        /// The program.
        name: String,
        /// Seconds that it was waited for.
        seconds: f64,
        /// Decks read from it.
        decks: u64,
        /// Decks wanted from it.
        wanted: u64,
        /// Its last words on its standard error, on lines of their own, if there are any.
        said: String,
    },
    /// A program took too long for its decks.
    #[error(
        "{name} ran for {seconds} s and wrote {decks} of the {wanted} decks that it should write; accepted: a program that writes them within that time, or a longer --time-per-job{said}"
    )]
    Late {
        /// The program.
        name: String,
        /// Seconds that it was given for all its decks.
        seconds: f64,
        /// Decks read from it.
        decks: u64,
        /// Decks wanted from it.
        wanted: u64,
        /// Its last words on its standard error, on lines of their own, if there are any.
        said: String,
    },
    /// There are more decks than the sums of the statistics hold.
    #[error(
        "{name}: found {decks} decks or more; accepted: fewer, since a sum of a statistic could not hold more"
    )]
    TooMany {
        /// The file, `standard input` or the program.
        name: String,
        /// Decks with which a sum could be full.
        decks: u64,
    },
    /// The user stopped it.
    #[error("interrupted after {decks} of {wanted} decks; {name} was stopped")]
    Interrupted {
        /// The program.
        name: String,
        /// Decks read from all jobs.
        decks: u64,
        /// Decks wanted from all jobs.
        wanted: u64,
    },
}
