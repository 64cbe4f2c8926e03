//! The formats of files that a command leaves for others: the ending of a file's name says which.

use std::path::Path;

use thiserror::Error;

use super::markdown::{fenced, markdown};
use super::terminal::Depth;
use super::{Screen, comparison_terminal, junit};
use crate::record::compare::Comparison;
use crate::record::{Record, to_json};

/// What a command has found: records, and how they compare with earlier ones.
#[derive(Debug, Default)]
pub struct Found<'a> {
    /// The records.
    pub records: Vec<&'a Record>,
    /// The comparisons.
    pub comparisons: Vec<&'a Comparison>,
}

/// Why something has no text in a format.
#[derive(Debug, Error)]
pub enum FormatError {
    /// The format holds one record or one comparison.
    #[error("one record is a JSON text, but there are {0} experiments; run them one by one")]
    Several(usize),
    /// A value that JSON cannot express.
    #[error(transparent)]
    Json(#[from] serde_json::Error),
}

/// A format of files.
#[derive(Debug)]
pub struct Format {
    /// The ending of the names of its files.
    pub ending: &'static str,
    /// The contents of such a file, in words.
    pub about: &'static str,
    /// Whether it holds a single record.
    pub single: bool,
    /// Writes what was found.
    pub text: fn(&Found<'_>) -> Result<String, FormatError>,
}

/// All formats.
pub const FORMATS: &[Format] = &[
    Format {
        ending: "json",
        about: "the record, or the comparison, whole",
        single: true,
        text: json,
    },
    Format {
        ending: "md",
        about: "the report, in Markdown",
        single: false,
        text: |found| Ok(page(found)),
    },
    JUNIT,
];

/// The format that continuous integration reads.
pub const JUNIT: Format = Format {
    ending: "xml",
    about: "XML as JUnit does: a test case for each test of each routine, for each claim and each comparison",
    single: false,
    text: |found| {
        let (records, comparisons) = (found.records.iter(), found.comparisons.iter());
        Ok(junit(records.copied(), comparisons.copied()))
    },
};

/// The format of the file `path`, by the ending of its name.
pub fn format(path: &Path) -> Option<&'static Format> {
    let ending = path.extension()?.to_str()?;
    FORMATS.iter().find(|format| format.ending == ending)
}

fn json(found: &Found<'_>) -> Result<String, FormatError> {
    match (found.records.as_slice(), found.comparisons.as_slice()) {
        ([record], _) => Ok(to_json(record)?),
        ([], [comparison]) => Ok(to_json(comparison)?),
        (records, comparisons) => Err(FormatError::Several(records.len().max(comparisons.len()))),
    }
}

fn page(found: &Found<'_>) -> String {
    let records = found.records.iter().map(|record| markdown(record));
    let comparisons = found.comparisons.iter().map(|comparison| {
        let text = comparison_terminal(comparison, Depth::Full, Screen::default());
        fenced(&anstream::adapter::strip_str(&text).to_string())
    });
    records.chain(comparisons).collect::<Vec<_>>().join("\n")
}
