//! Errors of readers, and their places.

use std::{fmt, io};

use crate::SourceError;

/// An error of a reader: a [`SourceError`] without the name of the stream.
#[derive(Debug)]
pub(crate) enum Fault {
    /// The stream broke.
    Broken(io::Error),
    /// There is no deck, hand or row at that place.
    Deck {
        /// The place where it should be.
        place: Place,
        /// The words that say what was found and what is accepted.
        problem: String,
        /// Bytes from the window's start to what comes after the wrong deck; none if that cannot
        /// be told, so that nothing can be read any more.
        behind: Option<usize>,
    },
}

impl Fault {
    /// The error at a character of a line; both count from 1.
    pub(crate) fn at(line: u64, column: u64, problem: impl Into<String>) -> Self {
        Place::Column { line, column }.fault(problem)
    }

    /// The same with more words at the end.
    #[must_use]
    pub(crate) fn with(mut self, more: &str) -> Self {
        if let Self::Deck { problem, .. } = &mut self {
            problem.push_str(more);
        }
        self
    }

    /// The same with the likeliest meaning in place of what the reader says, if one is plain.
    #[must_use]
    pub(crate) fn guessed(mut self, likely: Option<String>) -> Self {
        if let (Self::Deck { problem, .. }, Some(likely)) = (&mut self, likely) {
            *problem = likely;
        }
        self
    }

    /// The error of the stream of this name: the same at every call.
    pub(crate) fn named(&self, name: &str) -> SourceError {
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

    /// The line, the column and the words of an error that has all of them.
    #[cfg(test)]
    pub(crate) fn told(&self) -> Told {
        match self {
            Self::Deck {
                place: Place::Column { line, column },
                problem,
                ..
            } => Told {
                line: *line,
                column: *column,
                problem: problem.clone(),
            },
            other => panic!("{other:?}"),
        }
    }
}

/// The line, the column and the words of an error.
#[cfg(test)]
#[derive(Debug)]
pub(crate) struct Told {
    pub(crate) line: u64,
    pub(crate) column: u64,
    pub(crate) problem: String,
}

/// A place in a stream.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Place {
    /// A byte.
    Byte {
        /// The line, from 1, if the stream has lines.
        line: Option<u64>,
        /// The offset in the stream, from 0.
        byte: u64,
    },
    /// A character of a line.
    Column {
        /// The line, from 1.
        line: u64,
        /// The place in the line, from 1: characters in UTF-8, bytes in any other encoding.
        column: u64,
    },
    /// A value in a table.
    Value {
        /// The line, from 1.
        line: usize,
        /// The name of the column, where one is to blame.
        column: Option<String>,
    },
}

impl Place {
    /// The error at this place.
    pub(crate) fn fault(self, problem: impl Into<String>) -> Fault {
        Fault::Deck {
            place: self,
            problem: problem.into(),
            behind: None,
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Byte {
                line: Some(line),
                byte,
            } => write!(f, "line {line}, byte {byte}"),
            Self::Byte { line: None, byte } => write!(f, "byte {byte}"),
            Self::Column { line, column } => write!(f, "line {line}, column {column}"),
            Self::Value { line, column: None } => write!(f, "line {line}"),
            Self::Value {
                line,
                column: Some(column),
            } => write!(f, "line {line}, column `{}`", column.escape_debug()),
        }
    }
}

/// An error on a line, before the line's own place is known.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Slip {
    /// The offset in the line.
    pub(crate) at: usize,
    /// The words that say what was found, what is accepted, and perhaps why.
    pub(crate) problem: String,
    /// True if the lines after it cannot be trusted either.
    pub(crate) fatal: bool,
    /// True if the bytes end too soon, and nothing else is wrong.
    pub(crate) ended: bool,
}

impl Slip {
    /// A wrong deck.
    pub(crate) fn new(at: usize, problem: impl Into<String>) -> Self {
        Self {
            at,
            problem: problem.into(),
            fatal: false,
            ended: false,
        }
    }

    /// The same in a part that starts at `start`.
    pub(crate) fn moved(self, start: usize) -> Self {
        Self {
            at: self.at + start,
            ..self
        }
    }
}
