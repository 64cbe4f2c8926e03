//! Results that a run leaves for others: a comparison with an earlier record, `JUnit` XML, annotations.

use std::cell::RefCell;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::Args;

use super::output::{self, note, print};
use super::{Exit, compare};
use crate::record::compare::Comparison;
use crate::record::{self, Record};
use crate::spec::Experiment;
use crate::{conduct, report};

/// Set to `true` by GitHub Actions.
const GITHUB: &str = "GITHUB_ACTIONS";

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
    /// Write XML as `JUnit` does: a test case for each test of each routine, and for each claim
    #[arg(long, value_name = "FILE")]
    junit: Option<PathBuf>,
    /// What was made so far, of several experiments.
    #[arg(skip)]
    made: RefCell<Vec<(Record, Option<Comparison>)>>,
}

impl Options {
    /// Refuses before anything runs what would be refused after it.
    pub fn check(&self, experiments: &[Experiment<'_>]) -> anyhow::Result<()> {
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
        let (name, deck) = (path.display().to_string(), experiment.design.cards);
        conduct::check_deck(&name, &base, &experiment.name, deck).context("--baseline")
    }

    /// Compares, writes and annotates as the options and the environment say.
    pub fn present(
        &self,
        options: &output::Options,
        experiment: &Experiment<'_>,
        record: &Record,
    ) -> anyhow::Result<Exit> {
        let (mut exit, mut comparison) = (Exit::NoEvidence, None);
        if let Some(path) = &self.baseline {
            let base = conduct::read(path).context("--baseline")?;
            let name = path.display().to_string();
            let found = conduct::compare(
                (&name, &base),
                (&experiment.name, record),
                experiment.alpha,
                self.only_common,
            );
            let found = found.context("--baseline")?;
            exit = compare::exit(found.outcome);
            if !options.quiet {
                let text = format!("\n{}", report::comparison_terminal(&found));
                // Nothing but the record is there with --json.
                if options.json {
                    note(text.trim_end());
                } else {
                    print(&text)?;
                }
            }
            comparison = Some(found);
        }
        annotate(report::annotations(record));
        annotate(comparison.iter().flat_map(report::comparison_annotations));
        if let Some(path) = &self.junit {
            let mut made = self.made.borrow_mut();
            made.push((record.clone(), comparison));
            let records = made.iter().map(|(record, _)| record);
            let comparisons = made
                .iter()
                .filter_map(|(_, comparison)| comparison.as_ref());
            write(path, &report::junit(records, comparisons))?;
        }
        Ok(exit)
    }
}

/// To stderr, where GitHub Actions reads them as well: stdout may be for a record alone.
pub(super) fn annotate(lines: impl IntoIterator<Item = String>) {
    if std::env::var_os(GITHUB).as_deref() == Some(OsStr::new("true")) {
        lines.into_iter().for_each(|line| note(&line));
    }
}

/// Whole or not at all.
pub(super) fn write(path: &Path, text: &str) -> anyhow::Result<()> {
    let Some(name) = path.file_name() else {
        bail!(
            "--junit {}: found no name of a file; accepted: a file",
            path.display()
        );
    };
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    let name = name.to_string_lossy();
    record::write(folder.unwrap_or(Path::new(".")), &[(&name, text)]).context("--junit")
}
