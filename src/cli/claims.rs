//! `colddeck claims`: what the documents say beside what is true, every other claim of all results on a second page, and
//! the pages that somebody wrote, with figures of claims in them.

use std::path::{Path, PathBuf};

use anyhow::bail;
use clap::Args;

use super::{Exit, stdio, stored};
use ::run::{inventory, pages};
use text::harmless;

use report::{Answers, ClaimsCount};

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
    /// The folder of specs, in which `page.md` is a text with figures of claims in braces; it becomes README.md beside their
    /// results. Default: experiments if it is there
    #[arg(long, value_name = "DIR")]
    specs: Option<PathBuf>,
    /// Print nothing but errors
    #[arg(long, short)]
    quiet: bool,
}

/// The place of the inventory in a clone of the repository.
const DEFAULT_INVENTORY: &str = "experiments/inventory";

/// The place of the specs in a clone of the repository.
const DEFAULT_SPECS: &str = "experiments";

/// The page of results that somebody wrote.
const README: &str = "README.md";

/// The page of claims that no document makes.
const OWN: &str = "own-claims.md";

pub(super) fn run(options: &Options) -> anyhow::Result<Exit> {
    let mut stored = stored::records(&options.results)?;
    stored.retain(|stored| !stored.record.claims.is_empty());
    if stored.is_empty() {
        bail!(
            "{}: found no record with claims in it; accepted: a folder in which `colddeck run` has left its results",
            harmless::path(&options.results)
        );
    }
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
    let made = if documents.is_empty() {
        vec![(name, rest)]
    } else {
        vec![(name, report::documents(&documents, &answers)), (OWN, rest)]
    };
    let written = match &options.specs {
        Some(folder) => pages::read(folder)?,
        None if Path::new(DEFAULT_SPECS).is_dir() => pages::read(Path::new(DEFAULT_SPECS))?,
        None => Vec::new(),
    };
    let folder = folder.unwrap_or(Path::new("."));
    let mut texts = Vec::new();
    for page in &written {
        let records = stored
            .iter()
            .map(|stored| (stored.folder.as_str(), &stored.record));
        texts.push((folder.join(&page.folder), page.filled(records)?));
    }
    record::write(folder, &made)?;
    for (folder, text) in &texts {
        record::write(folder, &[(README, text)])?;
    }
    let count = ClaimsCount::of(&stored);
    if !options.quiet {
        stdio::print(&format!("{count}\n"))?;
        stdio::note(&format!("written: {}", harmless::path(&path)));
    }
    Ok(match count.unexpected {
        0 => Exit::NoEvidence,
        _ => Exit::Evidence,
    })
}
