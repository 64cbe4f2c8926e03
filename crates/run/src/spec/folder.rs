//! Folders of specs.

use std::path::{Path, PathBuf};

use super::error::SpecError;
use crate::inventory;

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
