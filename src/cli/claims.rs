//! `colddeck claims`: what the documents say beside what is true, and every other claim of all results on a second page.

use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::Args;

use super::{Exit, output};
use crate::conduct;
use crate::harmless;
use crate::inventory;
use crate::record::{self, Record};
use crate::report::{self, Answers, ClaimsCount, StoredRecord};

/// Options of `colddeck claims`.
#[derive(Debug, Args)]
pub(super) struct Options {
    /// The folder of results
    #[arg(default_value = "results")]
    results: PathBuf,
    /// Where the page goes; default: claims.md in the folder of results. What no document says goes into own-claims.md beside
    /// it
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// The folder with the inventory of each document; default: experiments/inventory if it is there, else one page of all
    /// claims is made
    #[arg(long, value_name = "DIR")]
    inventory: Option<PathBuf>,
    /// Print nothing but errors
    #[arg(long, short)]
    quiet: bool,
}

/// Where the inventory lies in a clone of the repository.
const DEFAULT_INVENTORY: &str = "experiments/inventory";

/// The page of claims that no document makes.
const OWN: &str = "own-claims.md";

pub(super) fn run(options: &Options) -> anyhow::Result<Exit> {
    let mut stored = Vec::new();
    collect(&options.results, "", &mut stored)?;
    if stored.is_empty() {
        bail!(
            "{}: found no record with claims in it; accepted: a folder in which `colddeck run` has left its results",
            harmless::path(&options.results)
        );
    }
    stored.sort_by(|a, b| a.folder.cmp(&b.folder));
    let out = options.out.clone();
    let path = out.unwrap_or_else(|| options.results.join("claims.md"));
    let name = path.file_name().and_then(|name| name.to_str());
    let Some(name) = name else {
        bail!("--out: found `{}`; accepted: a file", harmless::path(&path));
    };
    let folder = path
        .parent()
        .filter(|parent| !parent.as_os_str().is_empty());
    let documents = match &options.inventory {
        Some(folder) => inventory::read(folder)?,
        None if Path::new(DEFAULT_INVENTORY).is_dir() => {
            inventory::read(Path::new(DEFAULT_INVENTORY))?
        }
        None => Vec::new(),
    };
    let answers = Answers::of(&stored);
    let wrong = inventory::mismatches(&documents, &answers.names());
    if !wrong.is_empty() {
        bail!(
            "the inventory and the results do not fit: {}",
            harmless::line(&wrong.join("; "))
        );
    }
    let elsewhere: Vec<&str> = (documents.iter())
        .flat_map(|document| document.claims().map(|(_, claim)| claim))
        .collect();
    let rest = report::claims(&stored, &elsewhere);
    let pages = if documents.is_empty() {
        vec![(name, rest)]
    } else {
        vec![(name, report::documents(&documents, &answers)), (OWN, rest)]
    };
    let files: Vec<(&str, &str)> = pages
        .iter()
        .map(|(name, page)| (*name, page.as_str()))
        .collect();
    record::write(folder.unwrap_or(Path::new(".")), &files)?;
    let count = ClaimsCount::of(&stored);
    if !options.quiet {
        output::print(&format!("{count}\n"))?;
        output::note(&format!("written: {}", harmless::path(&path)));
    }
    Ok(match count.unexpected {
        0 => Exit::NoEvidence,
        _ => Exit::Evidence,
    })
}

/// Adds the records with claims in `folder` and below it; `within` is its path from the results on.
fn collect(folder: &Path, within: &str, stored: &mut Vec<StoredRecord>) -> anyhow::Result<()> {
    let unreadable = || format!("{}: cannot read it", harmless::path(folder));
    for entry in std::fs::read_dir(folder).with_context(unreadable)? {
        let entry = entry.with_context(unreadable)?;
        let (path, name) = (entry.path(), entry.file_name());
        if entry.file_type().with_context(unreadable)?.is_dir() {
            let name = name.to_string_lossy();
            let slash = if within.is_empty() { "" } else { "/" };
            collect(&path, &format!("{within}{slash}{name}"), stored)?;
        } else if name == "record.json" {
            let unreadable = || format!("{}: cannot read it", harmless::path(&path));
            let text = std::fs::read_to_string(&path).with_context(unreadable)?;
            if let Some(record) = record(&path, &text)? {
                stored.push(StoredRecord {
                    folder: within.to_owned(),
                    record,
                });
            }
        }
    }
    Ok(())
}

/// The record, if it is one of a run and has claims; other records lie among the results too.
fn record(path: &Path, text: &str) -> anyhow::Result<Option<Record>> {
    #[derive(serde::Deserialize)]
    struct Version {
        schema: String,
    }
    let wrong = || format!("{}: it is no record of colddeck", harmless::path(path));
    let version: Version = serde_json::from_str(text).with_context(wrong)?;
    if ![record::SCHEMA, record::FORMER_SCHEMA].contains(&version.schema.as_str()) {
        return Ok(None);
    }
    let record = conduct::parse(&harmless::path(path), text)?;
    Ok(Some(record).filter(|record| !record.claims.is_empty()))
}
