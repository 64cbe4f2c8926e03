//! Errors in a stream, and their places.

use std::{fmt, io};

use crate::SourceError;

/// A [`SourceError`] without the name of the stream.
#[derive(Debug)]
pub(super) enum Fault {
    /// The stream broke.
    Broken(io::Error),
    /// There is no deck at that place.
    Deck {
        /// The place where the deck should be.
        place: Place,
        /// The words that say what was found and what is accepted.
        problem: String,
        /// Bytes from the window's start to what comes after the wrong deck; none if that cannot
        /// be told, so that nothing can be read any more.
        behind: Option<usize>,
    },
}

impl Fault {
    /// The error of the stream of this name: the same at every call.
    pub(super) fn named(&self, name: &str) -> SourceError {
        let name = name.to_owned();
        match self {
            Self::Broken(error) => SourceError::Read {
                name,
                source: error.raw_os_error().map_or_else(
                    || io::Error::new(error.kind(), error.to_string()),
                    io::Error::from_raw_os_error,
                ),
            },
            Self::Deck { place, problem, .. } => SourceError::Deck {
                name,
                place: place.to_string(),
                problem: problem.clone(),
            },
        }
    }
}

/// A place in a stream.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Place {
    /// The line, from 1, if the stream has lines.
    pub(super) line: Option<u64>,
    /// The offset of the byte, from 0.
    pub(super) byte: u64,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(line) = self.line {
            write!(f, "line {line}, ")?;
        }
        write!(f, "byte {}", self.byte)
    }
}

/// An error on a line.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Slip {
    /// The offset in the line.
    pub(super) at: usize,
    /// The words that say what was found, what is accepted, and perhaps why.
    pub(super) problem: String,
    /// True if the lines after it cannot be trusted either.
    pub(super) fatal: bool,
    /// True if the bytes end too soon, and nothing else is wrong.
    pub(super) ended: bool,
}

impl Slip {
    /// A wrong deck.
    pub(super) fn new(at: usize, problem: impl Into<String>) -> Self {
        Self {
            at,
            problem: problem.into(),
            fatal: false,
            ended: false,
        }
    }

    /// The same in a part that starts at `start`.
    pub(super) fn moved(self, start: usize) -> Self {
        Self {
            at: self.at + start,
            ..self
        }
    }
}
