//! Specs: TOML as written (wire types) becomes a valid [`Experiment`].

mod check;
mod check_answers;
mod check_claims;
mod check_outside;
mod check_reading;
mod check_shuffles;
mod check_source;
mod check_states;
mod check_statistics;
mod check_subject;
pub mod claim;
pub(crate) mod claim_kinds;
mod dealt;
mod decks;
mod error;
mod flags;
mod read;
mod until;
mod wire;

use std::fmt;
use std::ops::Range;
use std::path::{Path, PathBuf};

use crate::policy::Policy;
use crate::questions::Question;
use crate::routine::{Letters, Routine};
use crate::statistic::Probe;
use crate::subject::Shape;
use crate::subjects::AnySubject;
use crate::{files, harmless, inventory};

pub use crate::rng::{Generator, Seed};
pub use crate::source::{
    Base, Closure, Columns, Format, Header, Input, Origin, Program, Random, Reading, Start,
};
pub use crate::statistic::{Design, Suite};
pub use crate::subjects::CONTROL;
pub use dealt::Dealt;
pub use decks::Testing;
use error::Errors;
pub use error::SpecError;
#[cfg(feature = "commands")]
pub use flags::lettered;
pub use until::{AskedUntil, DEFAULT_DELTA, DEFAULT_MAX_TRIALS, DELTAS, UntilDecided};

/// Most decks in a run: counts of cards stay far below 2⁶³, and a year of simulation above.
pub const MOST_DECKS: u64 = 1_000_000_000_000;

/// Most replicates: the record keeps a value for each.
pub const MOST_REPLICATES: u64 = 1_000_000;

/// Decks simulated when nothing else is said.
pub const DEFAULT_TRIALS: i64 = 100_000;

/// Error levels that a run may have.
pub const ALPHAS: std::ops::RangeInclusive<f64> = 1e-9..=0.05;

/// The error level of a run when nothing else is said.
pub const DEFAULT_ALPHA: f64 = 0.001;

/// An experiment that can be run: valid once it is built, and not changed after that.
#[derive(Debug)]
pub struct Experiment<'a> {
    /// Its name: lower-case words, digits and hyphens.
    pub name: String,
    /// The question that it answers.
    pub question: String,
    /// Name of the folder that holds the spec, if it came from a file; empty for the root.
    pub folder: Option<String>,
    /// The subject that it is about.
    pub subject: AnySubject,
    /// The origin of its decks.
    pub origin: Origin<'a>,
    /// Cards, decks, replicates. Of a stream, and of a run that stops once it is decided, the decks are
    /// the most.
    pub design: Design,
    /// The seed.
    pub seed: Seed,
    /// The generator of what is simulated; the control always uses [`Generator::DEFAULT`].
    pub generator: Generator,
    /// The way in which the decks of the routines come to their seeds, and what they begin with.
    pub policy: Policy,
    /// The error level of the run as a whole.
    pub alpha: f64,
    /// The departure up to which evidence is accepted, if it is.
    pub accept_within: Option<f64>,
    /// The rule by which the run stops.
    pub stop: Stop,
    /// True if an ideal-shuffle control group is simulated.
    pub control: bool,
    /// The shuffles that the letters stand for.
    pub letters: Letters,
    /// Questions that need no simulation, by their names.
    pub answers: Vec<Asked>,
    /// The statistics, in order.
    pub statistics: Vec<Probe>,
    /// True if it is told what the decks would have shown, if few come.
    pub few: bool,
    /// True if it is told how often the routines must be done to be nearly fair.
    pub more: bool,
    /// Says if the record holds the cells of matrices at lags.
    pub lags: Lags,
    /// The claims, in order.
    pub claims: Vec<claim::Claim>,
}

/// The part of the orders relative to earlier decks that the record holds.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Lags {
    /// Tests and figures, without the cells of matrices.
    #[default]
    Brief,
    /// All cells.
    Full,
}

impl Lags {
    /// All, by their names in specs and on the command line.
    pub const NAMES: &[(&'static str, Self)] = &[("brief", Self::Brief), ("full", Self::Full)];

    /// The one of that name; the error says what is accepted.
    pub fn named(name: &str) -> Result<Self, String> {
        let mut all = Self::NAMES.iter();
        let found = all.find(|(known, _)| *known == name).map(|(_, lags)| *lags);
        found.ok_or_else(|| {
            let accepted = crate::names::list(Self::NAMES.iter().map(|(known, _)| *known));
            format!("accepted: {accepted}")
        })
    }
}

/// The rule by which a run stops.
#[derive(Debug, Clone, PartialEq)]
pub enum Stop {
    /// The run stops after the decks of the design, or at the end of a stream.
    Fixed,
    /// The run stops once it is decided.
    Decided(UntilDecided),
}

impl Experiment<'_> {
    /// The names of what is simulated, but for the control.
    pub fn simulated(&self) -> Vec<&str> {
        self.origin.names()
    }

    /// The place among these of what a claim names so.
    pub fn place_of(&self, name: &str) -> Option<usize> {
        self.origin.place_of(name, self.subject.read_as())
    }

    /// The routines that are simulated: none if the decks come from elsewhere.
    pub fn routines(&self) -> &[Routine] {
        self.origin.as_routines()
    }
}

/// A question that a spec asks.
#[derive(Debug)]
pub struct Asked {
    /// The name of its answer.
    pub name: String,
    /// The question.
    pub question: Question,
    /// The routine, if the question is about one.
    pub routine: Option<Routine>,
    /// Its place, for messages: file, line and key.
    pub place: String,
}

/// The options of the command line that take precedence over a spec.
#[derive(Debug, Clone, Default)]
pub struct Overrides {
    /// `--deck`
    pub deck: Option<i64>,
    /// `--trials`
    pub trials: Option<i64>,
    /// `--seed`
    pub seed: Option<String>,
    /// `--generator`
    pub generator: Option<String>,
    /// `--seeding`
    pub seeding: Option<String>,
    /// `--memory`
    pub memory: Option<String>,
    /// `--shuffle`, each `M=mash`, `M=mash packet=1..3` or `M={kind="riffle"}`
    pub shuffles: Vec<String>,
    /// `--statistic`, each `snap`, `snap players=3` or `{kind="snap", players=3}`
    pub statistics: Vec<String>,
    /// `--alpha`
    pub alpha: Option<f64>,
    /// `--suite`
    pub suite: Option<Suite>,
    /// `--until-decided`
    pub until: Option<AskedUntil>,
    /// `--accept-within`, one of [`DELTAS`].
    pub accept_within: Option<f64>,
    /// `--types`
    pub types: Option<String>,
    /// `--arrangement`
    pub arrangement: Option<String>,
    /// `--lags`
    pub lags: Option<Lags>,
    /// The view of each deck.
    pub view: Option<Shape>,
}

/// Reads the spec at `path`.
pub fn read(path: &Path, overrides: &Overrides) -> Result<Experiment<'static>, SpecError> {
    let bytes = files::read(path).map_err(|source| SpecError::Read {
        file: path.to_owned(),
        source,
    })?;
    let text = String::from_utf8(bytes).map_err(|error| {
        let good = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        SpecError::NotText {
            file: path.to_owned(),
            line: 1 + good.iter().filter(|byte| **byte == b'\n').count(),
        }
    })?;
    parse(path, &text, overrides)
}

/// Reads a spec from its text; `path` is for messages and for the folder's name.
pub fn parse(
    path: &Path,
    text: &str,
    overrides: &Overrides,
) -> Result<Experiment<'static>, SpecError> {
    let place = Place::File { path, text };
    let mut errors = Errors::default();
    let file = match read::file(&place, text, &mut errors) {
        Ok(file) => file,
        Err(error) => return Err(errors.and(error)),
    };
    check::experiment(&place, file, overrides, errors)
}

/// An experiment from routines given on the command line.
pub fn of_routines(
    routines: &[String],
    overrides: &Overrides,
) -> Result<Experiment<'static>, SpecError> {
    check::experiment(
        &Place::CommandLine,
        check::wire_of(routines, overrides)?,
        overrides,
        Errors::default(),
    )
}

/// The usual letters, and those that `shuffles` define, as `--shuffle` does.
pub fn letters(shuffles: &[String]) -> Result<Letters, SpecError> {
    let mut errors = Errors::default();
    let letters = check_shuffles::letters(&Place::CommandLine, None, shuffles, &mut errors);
    errors.check().map(|()| letters)
}

/// The specs in `folder` and in the folders below it, in order of path; inventories are none.
pub fn in_folder(folder: &Path) -> Result<Vec<PathBuf>, SpecError> {
    let mut specs = Vec::new();
    collect(folder, &mut specs)?;
    specs.sort();
    if specs.is_empty() {
        return Err(SpecError::EmptyFolder {
            folder: folder.to_owned(),
        });
    }
    Ok(specs)
}

/// Adds the specs in `folder` and below it; a link to a folder is not followed, so that none leads
/// in circles.
fn collect(folder: &Path, specs: &mut Vec<PathBuf>) -> Result<(), SpecError> {
    let read = |source| SpecError::Read {
        file: folder.to_owned(),
        source,
    };
    for entry in std::fs::read_dir(folder).map_err(read)? {
        let entry = entry.map_err(read)?;
        let path = entry.path();
        if path.extension().is_some_and(|found| found == "toml") {
            specs.push(path);
        } else if entry.file_type().map_err(read)?.is_dir() && !path.ends_with(inventory::FOLDER) {
            collect(&path, specs)?;
        }
    }
    Ok(())
}

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

/// The place of a value, for messages.
enum Place<'a> {
    File { path: &'a Path, text: &'a str },
    CommandLine,
}

impl Place<'_> {
    /// The name of the folder that holds the spec, if there is one.
    fn folder_name(&self) -> Option<String> {
        match self {
            Self::File { path, .. } => Some(folder_name(path)),
            Self::CommandLine => None,
        }
    }

    /// File, line and key, for messages that come later.
    fn name(&self, span: Range<usize>, key: &str) -> String {
        match self {
            Self::File { path, text } => {
                format!(
                    "{}:{}: key `{key}`",
                    harmless::path(path),
                    line_of(text, span.start)
                )
            }
            Self::CommandLine => flag_of(key),
        }
    }

    /// An error in the value of `key` at these bytes.
    fn key(&self, span: Range<usize>, key: &str, problem: impl fmt::Display) -> SpecError {
        let problem = problem.to_string();
        match self {
            Self::File { path, text } => SpecError::Key {
                file: path.to_path_buf(),
                line: line_of(text, span.start),
                key: key.to_owned(),
                problem,
            },
            Self::CommandLine => SpecError::Flag {
                flag: flag_of(key),
                problem,
            },
        }
    }

    /// An error that toml or serde found.
    fn toml(&self, error: &toml::de::Error) -> SpecError {
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
        key => format!("--{key}"),
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
            crate::names::hint(found, accepted.iter().copied())
        })
}
