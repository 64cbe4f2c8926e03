//! Results that a run leaves for others: a comparison with an earlier record, files, annotations.

use std::cell::RefCell;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::Args;

use super::screen::screen;
use super::stdio::{note, print};
use super::{Exit, stdio};
use record::compare::Comparison;

use ::run::conduct;
use ::run::explain;
use ::run::spec::Experiment;
use record::Record;
use report::{Depth, FORMATS, Format, FormatError, Found, JUNIT};
use text::harmless;

/// The variable that GitHub Actions sets to `true`.
const GITHUB: &str = "GITHUB_ACTIONS";

/// The files that a command leaves for others.
#[derive(Debug, Default, Args)]
#[group(id = "exports")]
#[allow(
    clippy::doc_markdown,
    reason = "these comments are shown as they stand"
)]
pub(super) struct Files {
    /// Write the findings to this file, as often as wanted; its ending says how: html, svg (pictures), md, json, csv, xml (for JUnit)
    #[arg(long, value_name = "FILE", value_parser = file)]
    export: Vec<File>,
    /// Write XML as JUnit does to this file, whatever its ending
    #[arg(long, value_name = "FILE", value_parser = junit)]
    junit: Option<File>,
}

/// A file and its format.
#[derive(Debug, Clone)]
struct File {
    path: PathBuf,
    format: &'static Format,
    /// The option that names it, for messages.
    option: &'static str,
}

fn file(text: &str) -> Result<File, String> {
    let path = PathBuf::from(text);
    let Some(format) = report::format(&path) else {
        let endings = FORMATS.iter().map(|format| {
            let Format { ending, about, .. } = format;
            format!("`.{ending}` ({about})")
        });
        let accepted = endings.collect::<Vec<_>>().join(", ");
        return Err(format!("its ending says no format; accepted: {accepted}"));
    };
    named(path, format, "--export")
}

fn junit(text: &str) -> Result<File, String> {
    named(PathBuf::from(text), &JUNIT, "--junit")
}

fn named(path: PathBuf, format: &'static Format, option: &'static str) -> Result<File, String> {
    match path.file_name() {
        Some(_) => Ok(File {
            path,
            format,
            option,
        }),
        None => Err("found no name of a file; accepted: a file".to_owned()),
    }
}

impl Files {
    fn all(&self) -> impl Iterator<Item = &File> {
        self.export.iter().chain(&self.junit)
    }

    /// Returns true if there are any.
    pub fn any(&self) -> bool {
        self.all().next().is_some()
    }

    /// Refuses files that could not be written, before anything runs.
    pub fn check(&self) -> anyhow::Result<()> {
        for File { path, option, .. } in self.all() {
            let folder = path.parent().unwrap_or(Path::new(""));
            if !folder.as_os_str().is_empty() && !folder.is_dir() {
                bail!(
                    "{option} {}: found no folder `{}`; accepted: a file in a folder that is there",
                    harmless::path(path),
                    harmless::path(folder)
                );
            }
            if path.is_dir() {
                bail!(
                    "{option} {}: found a folder; accepted: a file in a folder that is there",
                    harmless::path(path)
                );
            }
        }
        Ok(())
    }

    /// Writes all of them, each whole or not at all.
    pub fn write(&self, found: &Found<'_>) -> anyhow::Result<()> {
        for File {
            path,
            format,
            option,
        } in self.all()
        {
            let context = || format!("{option} {}", harmless::path(path));
            let text = (format.text)(found).with_context(context)?;
            let folder = path.parent();
            let folder = folder.filter(|folder| !folder.as_os_str().is_empty());
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            let folder = folder.unwrap_or(Path::new("."));
            record::write(folder, &[(&name, &text)]).context(*option)?;
        }
        Ok(())
    }
}

/// The way in which a command shows what it found.
#[derive(Debug, Clone, Copy)]
pub(super) struct Shown {
    pub depth: Depth,
    /// True if standard output is for JSON alone.
    pub json: bool,
}

/// Options for what a run leaves for others.
#[derive(Debug, Args)]
#[group(id = "exports")]
pub(super) struct Options {
    /// Compare with an earlier record of the same kind: exit code 1 if something moved
    #[arg(long, value_name = "RECORD.json")]
    baseline: Option<PathBuf>,
    /// With --baseline: compare what both records have, and say nothing of other statistics
    #[arg(long, requires = "baseline")]
    only_common: bool,
    #[command(flatten)]
    files: Files,
    /// The records made so far, of several experiments.
    #[arg(skip)]
    made: RefCell<Vec<(Record, Option<Comparison>)>>,
}

impl Options {
    /// Returns true if something is to be written or compared.
    pub fn is_asked(&self) -> bool {
        self.baseline.is_some() || self.files.all().next().is_some()
    }

    /// Refuses before anything runs what would be refused after it.
    pub fn check(&self, experiments: &[&Experiment<'_>]) -> anyhow::Result<()> {
        self.files.check()?;
        let single = self.files.all().find(|file| file.format.single);
        if let (Some(file), 2..) = (single, experiments.len()) {
            let several = FormatError::Several(experiments.len());
            bail!("--export {}: {several}", harmless::path(&file.path));
        }
        let Some(path) = &self.baseline else {
            return Ok(());
        };
        let [experiment] = experiments else {
            bail!(
                "--baseline is one record, but there are {} experiments; run them one by one",
                experiments.len()
            );
        };
        let base = conduct::read(path).context("--baseline")?;
        let (name, deck) = (harmless::path(path), experiment.design.size);
        conduct::check_deck(&name, &base, &experiment.name, deck).context("--baseline")
    }

    /// Compares, writes and annotates as the options and the environment say; `shown` tells how a comparison is shown, if
    /// it is.
    pub fn present(
        &self,
        shown: Option<Shown>,
        experiment: &Experiment<'_>,
        record: &Record,
    ) -> anyhow::Result<Exit> {
        let (mut exit, mut comparison) = (Exit::NoEvidence, None);
        if let Some(path) = &self.baseline {
            let base = conduct::read(path).context("--baseline")?;
            let name = harmless::path(path);
            let found = conduct::compare(
                (&name, &base),
                (&experiment.name, record),
                experiment.alpha,
                self.only_common,
            );
            let found = found.context("--baseline")?;
            exit = Exit::from(found.outcome);
            if let Some(Shown { depth, json }) = shown {
                let text = report::comparison_terminal(&found, depth, screen());
                // Nothing but the record is there with --json.
                if json {
                    note(text.trim_end());
                } else {
                    print(&text)?;
                }
            }
            comparison = Some(found);
        }
        annotate(report::annotations(record));
        annotate(comparison.iter().flat_map(report::comparison_annotations));
        if self.files.any() {
            let mut made = self.made.borrow_mut();
            made.push((record.clone(), comparison));
            let comparisons = made.iter().filter_map(|(_, found)| found.as_ref());
            self.files.write(&Found {
                records: made.iter().map(|(record, _)| record).collect(),
                comparisons: comparisons.collect(),
                ..Found::new(explain::dictionary())
            })?;
        }
        Ok(exit)
    }
}

/// Writes to stderr, where GitHub Actions reads them as well: stdout may be for a record alone.
pub(super) fn annotate(lines: impl IntoIterator<Item = String>) {
    if std::env::var_os(GITHUB).as_deref() == Some(OsStr::new("true")) {
        lines.into_iter().for_each(|line| stdio::command(&line));
    }
}
