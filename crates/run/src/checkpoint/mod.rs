//! Files of counts: the state of a run that was stopped, or the part of it that one machine counted.
//!
//! A file is a line that says what it is, a line of JSON that says of what run (all that the run was made of, so that
//! the parts of a run are merged wherever they are brought together), the counts in binary, and a SHA-256 digest of all
//! that. It is written beside the one before it and put in its place, so that there is always a whole one. A checkpoint
//! and a part are one kind of file: a part is the checkpoint of a shard whose last deck was counted.
//!
//! A run that goes on from a file, or merges several, tells which of them is not its own, and why: the spec, the
//! options, the version. A program that counts otherwise is found out by the first decks, which are counted again.

mod file;
mod parts;

use serde::{Deserialize, Serialize};

use crate::conduct::Shard;
use text::files::Noted;

pub use file::{Contents, FileError, Results, read, write};
pub use file::{Damage, decode};
pub use parts::merged;

/// Facts in a file of counts about the run that it belongs to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct About {
    /// Version of colddeck.
    pub version: String,
    /// The command.
    pub command: String,
    /// The words of the command line, after the program's name.
    pub words: Vec<String>,
    /// The spec by the name that it was given, if there is one.
    pub spec: Option<String>,
    /// The options that change the result, and routines, as a text to compare.
    pub options: String,
    /// The files that were read for it.
    pub files: Vec<Given>,
    /// The shard.
    pub shard: Shard,
    /// True if all of it was counted.
    pub whole: bool,
}

/// A file that a run was made of.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Given {
    /// Its name as it was asked for.
    pub name: String,
    /// Its text.
    pub text: String,
    /// The SHA-256 digest of its bytes.
    pub digest: String,
}

impl About {
    /// Describes a run of this command, which was made of `files`.
    pub fn new(command: &str, options: String, spec: Option<String>, files: &[Noted]) -> Self {
        let given = |(name, bytes): &Noted| Given {
            name: name.to_string_lossy().into_owned(),
            text: String::from_utf8_lossy(bytes).into_owned(),
            digest: digest(bytes),
        };
        Self {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            command: command.to_owned(),
            words: Vec::new(),
            spec,
            options,
            files: files.iter().map(given).collect(),
            shard: Shard::WHOLE,
            whole: false,
        }
    }

    /// Says in what the run of this file differs from `ours`, if it does.
    pub fn differs(&self, ours: &Self) -> Option<String> {
        if self.version != ours.version {
            return Some(format!(
                "it was made by version {}, and this is {}",
                self.version, ours.version
            ));
        }
        if self.command != ours.command || self.files.len() != ours.files.len() {
            return Some("it is of another run".to_owned());
        }
        // The folder that a run was started from makes no difference.
        let name = |given: &Given| {
            let end = given.name.rsplit(['/', '\\']).next();
            end.unwrap_or_default().to_owned()
        };
        for (theirs, ours) in self.files.iter().zip(&ours.files) {
            if name(theirs) != name(ours) {
                return Some(format!("it is of another run, that of {}", theirs.name));
            }
            if theirs.digest != ours.digest {
                return Some(format!("{} was changed since", ours.name));
            }
        }
        (self.options != ours.options)
            .then(|| "it was made with other options (deck, trials, seed, …)".to_owned())
    }

    /// A name for the run, of eight hexadecimal digits: another run has another.
    pub fn name(&self) -> String {
        let mut all = format!("{} {} {}", self.version, self.command, self.options);
        for given in &self.files {
            all.push_str(&given.digest);
        }
        digest(all.as_bytes())[..8].to_owned()
    }
}

/// The SHA-256 digest in hexadecimal digits.
pub fn digest(bytes: &[u8]) -> String {
    let mut digits = String::new();
    for byte in hmac_sha256::Hash::hash(bytes) {
        let digit = |half: u8| char::from_digit(half.into(), 16).unwrap_or('0');
        digits.extend([digit(byte >> 4), digit(byte & 15)]);
    }
    digits
}

#[cfg(test)]
mod tests;
