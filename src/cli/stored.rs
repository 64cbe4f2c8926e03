//! The records that lie in a folder of results.

use std::path::Path;

use anyhow::Context;
use serde::Deserialize;

use crate::record::{self, Record};
use crate::report::StoredRecord;
use crate::{conduct, harmless};

/// The name of the file that a run leaves its record in.
pub(super) const RECORD: &str = "record.json";

/// All records of runs in `folder` and below it, by their folders.
pub(super) fn records(folder: &Path) -> anyhow::Result<Vec<StoredRecord>> {
    let mut stored = Vec::new();
    collect(folder, "", &mut stored)?;
    stored.sort_by(|a, b| a.folder.cmp(&b.folder));
    Ok(stored)
}

/// Adds the records in `folder` and below it; `within` is its path from the results on.
fn collect(folder: &Path, within: &str, stored: &mut Vec<StoredRecord>) -> anyhow::Result<()> {
    let unreadable = || format!("{}: cannot read it", harmless::path(folder));
    for entry in std::fs::read_dir(folder).with_context(unreadable)? {
        let entry = entry.with_context(unreadable)?;
        let (path, name) = (entry.path(), entry.file_name());
        if entry.file_type().with_context(unreadable)?.is_dir() {
            let name = name.to_string_lossy();
            let slash = if within.is_empty() { "" } else { "/" };
            collect(&path, &format!("{within}{slash}{name}"), stored)?;
        } else if name == RECORD {
            let unreadable = || format!("{}: cannot read it", harmless::path(&path));
            let text = std::fs::read_to_string(&path).with_context(unreadable)?;
            if let Some(record) = of_a_run(&path, &text)? {
                stored.push(StoredRecord {
                    folder: within.to_owned(),
                    record,
                });
            }
        }
    }
    Ok(())
}

/// The record, if it is one of a run; other records lie among the results too.
fn of_a_run(path: &Path, text: &str) -> anyhow::Result<Option<Record>> {
    #[derive(Deserialize)]
    struct Version {
        schema: String,
    }
    let wrong = || format!("{}: it is no record of colddeck", harmless::path(path));
    let version: Version = serde_json::from_str(text).with_context(wrong)?;
    if ![record::SCHEMA, record::FORMER_SCHEMA].contains(&version.schema.as_str()) {
        return Ok(None);
    }
    Ok(Some(conduct::parse(&harmless::path(path), text)?))
}
