//! Errors of specs: which file, which line, which key, what was found, what is accepted.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use thiserror::Error;

use reader::StartError;
use text::harmless;
use text::names;
use text::sorting;

/// An error in a spec.
#[derive(Debug, Error)]
pub enum SpecError {
    /// The file cannot be read.
    #[error(
        "{}: cannot read it; accepted: a spec (a TOML file), or a folder of specs",
        harmless::path(file)
    )]
    Read {
        /// The path given.
        file: PathBuf,
        /// The operating system's error.
        source: std::io::Error,
    },
    /// The file is not text.
    #[error(
        "{}:{line}: found bytes that are not UTF-8; accepted: a TOML file, which is UTF-8 text",
        harmless::path(file)
    )]
    NotText {
        /// The file.
        file: PathBuf,
        /// Line of the first such byte, from 1.
        line: usize,
    },
    /// The text is not TOML, or has a key or type that no spec has.
    #[error(
        "{}:{line}: {}{}",
        harmless::path(file),
        harmless::line(problem),
        quoted(text)
    )]
    Toml {
        /// The file.
        file: PathBuf,
        /// The line, from 1.
        line: usize,
        /// The text of that line.
        text: String,
        /// A message that says what was found and what is accepted.
        problem: String,
    },
    /// A value that is TOML, but makes no experiment.
    #[error(
        "{}:{line}: key `{}`: {}",
        harmless::path(file),
        harmless::line(key),
        harmless::line(problem)
    )]
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
    #[error("{}: {}", harmless::line(flag), harmless::line(problem))]
    Flag {
        /// The option, or `ROUTINE`.
        flag: String,
        /// A message that says what was found and what is accepted.
        problem: String,
    },
    /// Several of them, in the order of the file.
    #[error("{}", listed(.0))]
    Several(Vec<SpecError>),
    /// The deck before the shuffle cannot be read.
    #[error(transparent)]
    Start(#[from] StartError),
    /// A folder without specs.
    #[error(
        "{}: {} in this folder; accepted: a folder with specs, or with files of decks",
        harmless::path(folder),
        without_specs(folder)
    )]
    EmptyFolder {
        /// The folder.
        folder: PathBuf,
    },
}

impl SpecError {
    /// The line of the file that it is about, from 1; 0 if it is about none.
    fn line(&self) -> usize {
        match self {
            Self::NotText { line, .. } | Self::Toml { line, .. } | Self::Key { line, .. } => *line,
            _ => 0,
        }
    }
}

fn without_specs(folder: &Path) -> &'static str {
    let is_empty = folder
        .read_dir()
        .is_ok_and(|mut entries| entries.next().is_none());
    if is_empty {
        "found no file at all"
    } else {
        "found no spec (no file *.toml)"
    }
}

/// Errors that are shown: whoever has more than these mends them first.
const MOST_SHOWN: usize = 20;

fn listed(errors: &[SpecError]) -> String {
    let mut text = format!("found {} errors", errors.len());
    for error in errors.iter().take(MOST_SHOWN) {
        text.push('\n');
        text.push_str(&error.to_string());
    }
    match errors.len().saturating_sub(MOST_SHOWN) {
        0 => text,
        more => format!("{text}\nand {more} more"),
    }
}

/// The errors of a spec, gathered so that whoever wrote it hears of all at once.
#[derive(Debug, Default)]
pub(super) struct Errors {
    found: Vec<SpecError>,
    /// The keys that lead to each value that could not be read and was left out.
    left_out: Vec<Vec<String>>,
    /// The places that items of a list had before others were left out, by the key of the list.
    places: BTreeMap<String, Vec<usize>>,
}

impl Errors {
    /// Keeps the error, if it is one; then there is no value.
    pub fn keep<T>(&mut self, found: Result<T, SpecError>) -> Option<T> {
        found.map_err(|error| self.found.push(error)).ok()
    }

    /// Keeps an error.
    pub fn add(&mut self, error: SpecError) {
        self.found.push(error);
    }

    /// Counts them.
    pub fn count(&self) -> usize {
        self.found.len()
    }

    /// All of them as one error, in the order of the file, if there are any.
    pub fn check(mut self) -> Result<(), SpecError> {
        match self.found.pop() {
            None => Ok(()),
            Some(last) => Err(self.and(last)),
        }
    }

    /// The same, with one more.
    pub fn and(self, last: SpecError) -> SpecError {
        let mut found = self.found;
        if found.is_empty() {
            return last;
        }
        found.push(last);
        sorting::by_key(&mut found, SpecError::line);
        SpecError::Several(found)
    }

    /// Remembers that what these keys lead to was left out.
    pub(crate) fn leave_out(&mut self, keys: Vec<String>) {
        self.left_out.push(keys);
    }

    /// Remembers that the item `at` of the list `key`, which had so many, was left out.
    pub(crate) fn leave_out_item(&mut self, key: &str, at: usize, items: usize) {
        let places = self.places.entry(key.to_owned());
        places.or_insert_with(|| (0..items).collect()).remove(at);
    }

    /// The place that an item of the list `key` has in the file.
    pub fn place(&self, key: &str, at: usize) -> usize {
        let places = self.places.get(key);
        places
            .and_then(|places| places.get(at))
            .copied()
            .unwrap_or(at)
    }

    /// Returns true if something was left out that is `key` or was meant to be: what is missing then, or does not fit,
    /// is no error of its own.
    pub(crate) fn doubts(&self, key: &str) -> bool {
        let mut first = self.left_out.iter().filter_map(|keys| keys.first());
        first.any(|found| found == key || names::nearest(found, std::iter::once(key)).is_some())
    }

    /// Returns true if one of these keys is in doubt.
    pub(crate) fn doubts_any(&self, keys: &[&str]) -> bool {
        keys.iter().any(|key| self.doubts(key))
    }

    /// Keeps the error of what is read, as [`Self::keep`] does; reads nothing if one of these keys is in doubt.
    pub(crate) fn keep_unless<T>(
        &mut self,
        keys: &[&str],
        read: impl FnOnce() -> Result<T, SpecError>,
    ) -> Option<T> {
        let doubted = self.doubts_any(keys);
        (!doubted).then(|| self.keep(read())).flatten()
    }

    /// The keys that were left out within the table `key`.
    pub(crate) fn left_out_of<'a>(&'a self, key: &'a str) -> impl Iterator<Item = &'a str> {
        let within = self.left_out.iter().filter(move |keys| keys[0] == key);
        within.filter_map(|keys| keys.get(1).map(String::as_str))
    }

    /// Returns true if the table `key` itself was left out, or one that was meant to be it.
    pub(crate) fn doubts_all_of(&self, key: &str) -> bool {
        self.doubts(key) && self.left_out_of(key).next().is_none()
    }
}

/// Characters of a line that are quoted: more would hide the message.
const LONGEST_QUOTE: usize = 120;

fn quoted(text: &str) -> String {
    let text = text.trim_end();
    let start: String = text.chars().take(LONGEST_QUOTE).collect();
    let shown = harmless::words(&start);
    match text.trim() {
        "" => String::new(),
        _ if start.len() < text.len() => format!("\n  | {shown}…"),
        _ => format!("\n  | {shown}"),
    }
}
