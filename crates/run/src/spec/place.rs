//! The place of a value, for messages: a key in a file, an option, or a number that a caller of the library gives.

use std::fmt;
use std::ops::Range;
use std::path::{Path, PathBuf};

use toml::Spanned;

use super::error::SpecError;
use super::ranges::OutOfRange;
use text::harmless;

/// The name of the folder that holds the spec, the same however the path is written; empty for the
/// root.
fn folder_name(path: &Path) -> String {
    let parent = path
        .parent()
        .filter(|parent| !parent.as_os_str().is_empty())
        .unwrap_or(Path::new("."));
    let whole = parent.canonicalize().unwrap_or_else(|_| parent.to_owned());
    whole
        .file_name()
        .map_or_else(String::new, |name| name.to_string_lossy().into_owned())
}

/// The place of whatever an option says, among values that stand in a file.
const SAID: Range<usize> = usize::MAX..usize::MAX;

/// A value that an option says.
pub(super) fn said<T>(value: T) -> Spanned<T> {
    Spanned::new(SAID, value)
}

/// Returns true if an option says the value.
pub(super) fn is_said<T>(value: &Spanned<T>) -> bool {
    value.span() == SAID
}

/// The place of a value, for messages.
pub(super) enum Place<'a> {
    File { path: &'a Path, text: &'a str },
    CommandLine,
}

impl Place<'_> {
    /// The name of the folder that holds the spec, if there is one.
    pub(crate) fn folder_name(&self) -> Option<String> {
        match self {
            Self::File { path, .. } => Some(folder_name(path)),
            Self::CommandLine => None,
        }
    }

    /// The folder of the spec.
    pub fn folder(&self) -> PathBuf {
        let parent = match self {
            Self::File { path, .. } => path.parent(),
            Self::CommandLine => None,
        };
        let parent = parent.filter(|parent| !parent.as_os_str().is_empty());
        parent.unwrap_or(Path::new(".")).to_owned()
    }

    /// File, line and key, for messages that come later.
    pub fn name(&self, span: Range<usize>, key: &str) -> String {
        match self {
            Self::File { path, text } if span != SAID => {
                format!(
                    "{}:{}: key `{key}`",
                    harmless::path(path),
                    line_of(text, span.start)
                )
            }
            _ => flag_of(key),
        }
    }

    /// An error in the value of `key` at these bytes.
    pub fn key(&self, span: Range<usize>, key: &str, problem: impl fmt::Display) -> SpecError {
        let problem = problem.to_string();
        match self {
            Self::File { path, text } if span != SAID => SpecError::Key {
                file: path.to_path_buf(),
                line: line_of(text, span.start),
                key: key.to_owned(),
                problem,
            },
            _ => SpecError::Flag {
                flag: flag_of(key),
                problem,
            },
        }
    }

    /// An error in an option.
    pub fn option(&self, key: &str, problem: impl fmt::Display) -> SpecError {
        self.key(SAID, key, problem)
    }

    /// The error of a number out of its range.
    pub(crate) fn out_of_range(
        &self,
        span: Range<usize>,
        key: &str,
        wrong: OutOfRange,
    ) -> SpecError {
        let OutOfRange {
            found, accepted, ..
        } = wrong;
        self.key(span, key, format!("found `{found}`; accepted: {accepted}"))
    }

    /// An error that toml or serde found.
    pub fn toml(&self, error: &toml::de::Error) -> SpecError {
        let message = error.message().trim().replace('\n', "; ");
        let problem = format!("{message}{}", hint_for(&message));
        match self {
            Self::File { path, text } => {
                let start = error.span().map_or(0, |span| span.start);
                let line = line_of(text, start);
                // A missing key has no line of its own; a very long line says no more than its start.
                let shown = if message.starts_with("missing field") {
                    ""
                } else {
                    text.lines().nth(line - 1).unwrap_or("")
                };
                SpecError::Toml {
                    file: path.to_path_buf(),
                    line,
                    text: shown.to_owned(),
                    problem,
                }
            }
            Self::CommandLine => SpecError::Flag {
                flag: "--shuffle".to_owned(),
                problem,
            },
        }
    }
}

fn line_of(text: &str, byte: usize) -> usize {
    1 + text.as_bytes()[..byte.min(text.len())]
        .iter()
        .filter(|byte| **byte == b'\n')
        .count()
}

/// The command line's word for a key.
fn flag_of(key: &str) -> String {
    match key {
        _ if key.starts_with("routines") => "ROUTINE".to_owned(),
        _ if key.starts_with("shuffles") => "--shuffle".to_owned(),
        _ if key.starts_with("statistics") => "--statistic".to_owned(),
        key => format!("--{}", key.strip_prefix("source.").unwrap_or(key)),
    }
}

/// serde lists the accepted keys; this adds the nearest to the one that was found.
fn hint_for(message: &str) -> String {
    let Some(rest) = message.strip_prefix("unknown field ") else {
        return String::new();
    };
    let quoted: Vec<&str> = rest.split('`').skip(1).step_by(2).collect();
    quoted
        .split_first()
        .map_or_else(String::new, |(found, accepted)| {
            text::names::hint(found, accepted.iter().copied())
        })
}
