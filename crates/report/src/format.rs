//! The formats of files that a command leaves for others: the ending of a file's name says which.

use std::path::Path;

use thiserror::Error;

use super::html::Ways;
use super::markdown::{fenced, markdown};
use super::page::answer_markdown;
use super::terminal::Depth;
use super::{Screen, chart, comparison_terminal, csv, follow, html, junit, pictures};
use record::compare::Comparison;
use record::explain::Dictionary;
use record::follow::Status;
use record::{Answer, Record, to_json};
use text::{harmless, names};

/// The findings of a command: records, and how they compare with earlier ones.
#[derive(Debug)]
pub struct Found<'a> {
    /// The records.
    pub records: Vec<&'a Record>,
    /// The comparisons.
    pub comparisons: Vec<&'a Comparison>,
    /// Answers without simulating, each by itself.
    pub answers: Vec<&'a Answer>,
    /// Streams that are watched for ever, and how they stand.
    pub watches: Vec<&'a Status>,
    /// The pages of `colddeck explain`, of which a page of a record shows those of its statistics and words.
    pub dictionary: &'a Dictionary,
    /// The pictures that a sheet shows, by their names; all of them if it is empty.
    pub pictures: &'a [String],
}

impl<'a> Found<'a> {
    /// Nothing yet; pages will explain their words by `dictionary`.
    pub fn new(dictionary: &'a Dictionary) -> Self {
        Self {
            records: Vec::new(),
            comparisons: Vec::new(),
            answers: Vec::new(),
            watches: Vec::new(),
            dictionary,
            pictures: &[],
        }
    }
}

/// The reason why something has no text in a format.
#[derive(Debug, Error)]
pub enum FormatError {
    /// The format holds one record or one comparison.
    #[error("one record is a JSON text, but there are {0} experiments; run them one by one")]
    Several(usize),
    /// There is nothing to draw.
    #[error("there is nothing to draw: no picture is made of this")]
    Nothing,
    /// There is no picture of that name.
    #[error("--picture: found `{}`; accepted: {there}", harmless::line(asked))]
    NoPicture {
        /// The name.
        asked: String,
        /// The names of the pictures that there are.
        there: String,
    },
    /// There are no tests.
    #[error(
        "JUnit is for tests and claims, and an answer without simulating has none; accepted: html, svg, md, json"
    )]
    Untested,
    /// A value that JSON cannot express.
    #[error(transparent)]
    Json(#[from] serde_json::Error),
    /// A small baseline is made of one record alone.
    #[error("a small baseline is made of the record of a run, and this is none; accepted: json")]
    NoBaseline,
    /// A table that could not be written.
    #[error(transparent)]
    Csv(#[from] ::csv::Error),
}

/// A format of files.
#[derive(Debug)]
pub struct Format {
    /// The ending of the names of its files.
    pub ending: &'static str,
    /// The contents of such a file, in words.
    pub about: &'static str,
    /// True if it holds a single record.
    pub single: bool,
    /// Writes what was found.
    pub text: fn(&Found<'_>) -> Result<String, FormatError>,
}

/// All formats.
pub static FORMATS: &[Format] = &[
    Format {
        ending: "json",
        about: "the record, or the comparison, whole",
        single: true,
        text: json,
    },
    Format {
        ending: "baseline.json",
        about: "what --baseline and compare need of the record, in some 20 to 40 KB: no matrices, nothing to show",
        single: true,
        text: baseline,
    },
    Format {
        ending: "html",
        about: "a page to look at, whole in one file",
        single: false,
        text: |found| Ok(html::page(found)),
    },
    Format {
        ending: "svg",
        about: "the pictures on one sheet",
        single: false,
        text: sheet,
    },
    Format {
        ending: "md",
        about: "the report, in Markdown",
        single: false,
        text: |found| Ok(page(found)),
    },
    JUNIT,
    Format {
        ending: "csv",
        about: "all numbers as one long table, a row for each",
        single: false,
        text: |found| Ok(csv(found)?),
    },
];

/// The format that continuous integration reads.
pub const JUNIT: Format = Format {
    ending: "xml",
    about: "XML as JUnit does: a test case for each test of each routine, for each claim and each comparison",
    single: false,
    text: |found| {
        if found.records.is_empty() && found.comparisons.is_empty() {
            return Err(FormatError::Untested);
        }
        let (records, comparisons) = (found.records.iter(), found.comparisons.iter());
        Ok(junit(records.copied(), comparisons.copied()))
    },
};

/// The format of the file `path`, by the ending of its name.
pub fn format(path: &Path) -> Option<&'static Format> {
    let name = path.file_name()?.to_str()?;
    let has_ending = |format: &&Format| {
        let before = name.strip_suffix(format.ending);
        // A name of two words may be all that there is: `baseline.json`.
        let whole = format.ending.contains('.');
        before.is_some_and(|before| before.ends_with('.') || (whole && before.is_empty()))
    };
    // The longest ending says most.
    let known = FORMATS.iter().filter(has_ending);
    known.max_by_key(|format| format.ending.len())
}

/// The texts beside a record, made from it alone.
#[derive(Debug)]
pub struct Views {
    /// The report, in Markdown.
    pub markdown: String,
    /// The page.
    pub page: String,
    /// The pictures on one sheet, if there are any.
    pub sheet: Option<String>,
}

/// The views of a record; the report shows the sheet as the file `pictures` beside it, the page explains its words by
/// `dictionary`, and `ways` lead from it, if it lies among others.
pub fn views(
    record: &Record,
    pictures: &str,
    dictionary: &Dictionary,
    ways: Option<&Ways>,
) -> Views {
    let drawn = pictures::pictures(record);
    let sheet = (!drawn.is_empty()).then(|| chart::sheet(&record.experiment.name, &drawn));
    Views {
        markdown: markdown(record, sheet.as_ref().map(|_| pictures)),
        page: html::record_page(record, &drawn, dictionary, ways),
        sheet,
    }
}

fn sheet(found: &Found<'_>) -> Result<String, FormatError> {
    let of_records = found
        .records
        .iter()
        .flat_map(|record| pictures::pictures(record));
    let of_answers = found
        .answers
        .iter()
        .flat_map(|answer| pictures::of_answers(&[("", answer)]));
    let of_comparisons = found
        .comparisons
        .iter()
        .flat_map(|comparison| pictures::of_comparison(comparison));
    let of_watches = found.watches.iter();
    let of_watches = of_watches.flat_map(|status| pictures::of_watch(status));
    let all = of_records.chain(of_comparisons).chain(of_answers);
    let all = all.chain(of_watches);
    let mut pictures: Vec<_> = all.collect();
    let there = |name: &String| pictures.iter().any(|picture| picture.name == name);
    if let Some(asked) = found.pictures.iter().find(|name| !there(name)) {
        let there = names::list(pictures.iter().map(|picture| picture.name));
        return Err(FormatError::NoPicture {
            asked: asked.clone(),
            there,
        });
    }
    if !found.pictures.is_empty() {
        pictures.retain(|picture| found.pictures.iter().any(|name| picture.name == name));
    }
    let name = match found.records.as_slice() {
        [record] => &record.experiment.name,
        _ => "colddeck",
    };
    if pictures.is_empty() {
        return Err(FormatError::Nothing);
    }
    Ok(chart::sheet(name, &pictures))
}

fn json(found: &Found<'_>) -> Result<String, FormatError> {
    match (found.records.as_slice(), found.comparisons.as_slice()) {
        ([record], _) => Ok(to_json(record)?),
        ([], [comparison]) => Ok(to_json(comparison)?),
        ([], []) if found.answers.len() == 1 => Ok(to_json(found.answers[0])?),
        ([], []) if found.watches.len() == 1 => Ok(to_json(found.watches[0])?),
        (records, comparisons) => Err(FormatError::Several(records.len().max(comparisons.len()))),
    }
}

fn baseline(found: &Found<'_>) -> Result<String, FormatError> {
    match found.records.as_slice() {
        [record] => Ok(to_json(&record.small_baseline())?),
        [] => Err(FormatError::NoBaseline),
        records => Err(FormatError::Several(records.len())),
    }
}

fn page(found: &Found<'_>) -> String {
    let records = found.records.iter().map(|record| markdown(record, None));
    let plain = |text: &str| fenced(&anstream::adapter::strip_str(text).to_string());
    let comparisons = found.comparisons.iter().map(|comparison| {
        let text = comparison_terminal(comparison, Depth::Full, Screen::default());
        plain(&text)
    });
    let watches = found.watches.iter();
    let watches = watches.map(|status| plain(&follow::terminal(status, Screen::default())));
    let answers = found.answers.iter().map(|answer| answer_markdown(answer));
    let all = records.chain(comparisons).chain(answers).chain(watches);
    all.collect::<Vec<_>>().join("\n")
}
