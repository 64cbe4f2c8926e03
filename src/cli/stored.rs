//! The results that lie in a folder.

use std::path::Path;

use anyhow::Context;

use ::run::conduct::{self, Stored};
use report::StoredRecord;
use text::harmless;
use text::sorting;

/// The name of the file that a run leaves its record in.
pub(super) const RECORD: &str = "record.json";

/// All results in `folder` and below it, by their folders, with `/` between their parts.
pub(super) fn all(folder: &Path) -> anyhow::Result<Vec<(String, Stored)>> {
    let mut stored = Vec::new();
    collect(folder, "", &mut stored)?;
    sorting::by(&mut stored, |(a, _), (b, _)| sorting::natural(a, b));
    Ok(stored)
}

/// The records of runs among them.
pub(super) fn records(folder: &Path) -> anyhow::Result<Vec<StoredRecord>> {
    let records = all(folder)?
        .into_iter()
        .filter_map(|(folder, stored)| match stored {
            Stored::Record(record) => Some(StoredRecord {
                folder,
                record: *record,
            }),
            Stored::Answer(_)
            | Stored::Comparison(_)
            | Stored::Calibration(_)
            | Stored::Watch(_) => None,
        });
    Ok(records.collect())
}

/// Adds the results in `folder` and below it; `within` is its path from the first one on.
fn collect(folder: &Path, within: &str, stored: &mut Vec<(String, Stored)>) -> anyhow::Result<()> {
    let unreadable = || format!("{}: cannot read it", harmless::path(folder));
    for entry in std::fs::read_dir(folder).with_context(unreadable)? {
        let entry = entry.with_context(unreadable)?;
        let (path, name) = (entry.path(), entry.file_name());
        if entry.file_type().with_context(unreadable)?.is_dir() {
            let name = name.to_string_lossy();
            let slash = if within.is_empty() { "" } else { "/" };
            collect(&path, &format!("{within}{slash}{name}"), stored)?;
        } else if name == RECORD {
            stored.push((within.to_owned(), conduct::read_any(&path)?));
        }
    }
    Ok(())
}
