//! Errors of specs: which file, which line, which key, what was found, what is accepted.

use std::path::PathBuf;

use thiserror::Error;

use crate::source::StartError;

/// An error in a spec.
#[derive(Debug, Error)]
pub enum SpecError {
    /// The file cannot be read.
    #[error("{}: cannot read it; accepted: a spec (a TOML file), or a folder of specs", file.display())]
    Read {
        /// The path given.
        file: PathBuf,
        /// The operating system's error.
        source: std::io::Error,
    },
    /// The file is not text.
    #[error("{}:{line}: found bytes that are not UTF-8; accepted: a TOML file, which is UTF-8 text", file.display())]
    NotText {
        /// The file.
        file: PathBuf,
        /// Line of the first such byte, from 1.
        line: usize,
    },
    /// Not TOML, or a key or type that no spec has.
    #[error("{}:{line}: {problem}{}", file.display(), quoted(text))]
    Toml {
        /// The file.
        file: PathBuf,
        /// The line, from 1.
        line: usize,
        /// That line's text.
        text: String,
        /// A message that says what was found and what is accepted.
        problem: String,
    },
    /// A value that is TOML, but makes no experiment.
    #[error("{}:{line}: key `{key}`: {problem}", file.display())]
    Key {
        /// The file.
        file: PathBuf,
        /// Line of the key's value, from 1.
        line: usize,
        /// The key, `routines[2]` for an item of a list.
        key: String,
        /// A message that says what was found and what is accepted.
        problem: String,
    },
    /// The same, where the value came from the command line.
    #[error("{flag}: {problem}")]
    Flag {
        /// The option, or `ROUTINE`.
        flag: String,
        /// A message that says what was found and what is accepted.
        problem: String,
    },
    /// The deck before the shuffle cannot be read.
    #[error(transparent)]
    Start(#[from] StartError),
    /// A folder without specs.
    #[error("{}: found no spec (no file *.toml) in this folder", folder.display())]
    EmptyFolder {
        /// The folder.
        folder: PathBuf,
    },
}

/// Characters of a line that are quoted: more would hide the message.
const LONGEST_QUOTE: usize = 120;

fn quoted(text: &str) -> String {
    let text = text.trim_end();
    let start: String = text.chars().take(LONGEST_QUOTE).collect();
    match text.trim() {
        "" => String::new(),
        _ if start.len() < text.len() => format!("\n  | {start}…"),
        _ => format!("\n  | {text}"),
    }
}
