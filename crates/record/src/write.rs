//! Results on disk: written whole or not at all.

use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use tempfile::NamedTempFile;
use thiserror::Error;

use text::harmless;

/// The facts about the machine of a run; kept apart from the record, and not committed.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Machine {
    /// Threads used.
    pub threads: usize,
    /// The instruction set of its kernels.
    pub isa: String,
    /// Decks simulated or read, all routines together.
    pub decks: u64,
    /// Wall-clock seconds.
    pub seconds: f64,
    /// Decks per second.
    pub decks_per_second: f64,
    /// Operating system and instruction set.
    pub platform: String,
    /// A digest of what was asked and of the record: by it a folder that is run again knows what is finished.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub finished: Option<String>,
}

/// The reason why a result could not be written.
#[derive(Debug, Error)]
#[error("{}: cannot write it", harmless::path(path))]
pub struct WriteError {
    /// The file or folder.
    pub path: PathBuf,
    /// The error of the operating system.
    pub source: io::Error,
}

/// The beginning of the names of temporary files.
const TEMPORARY: &str = ".colddeck-";

/// Writes `files` (name, contents) into `folder`, which is made if need be. Each goes to a
/// temporary file first, and only when all are complete are they given their names.
pub fn write(
    folder: &Path,
    files: &[(impl AsRef<str>, impl AsRef<str>)],
) -> Result<(), WriteError> {
    std::fs::create_dir_all(folder).map_err(unwritten(folder))?;
    let mut complete = Vec::new();
    for (name, contents) in files {
        let path = folder.join(name.as_ref());
        let file = temporary(&path, |file| file.write_all(contents.as_ref().as_bytes()))?;
        complete.push((file, path));
    }
    for (file, path) in complete {
        put(file, &path)?;
    }
    Ok(())
}

/// Writes one file whose folder is there, in the place of the one that has its name: it is whole, or the old one stays.
pub fn write_one(
    path: &Path,
    contents: impl FnOnce(&mut File) -> io::Result<()>,
) -> Result<(), WriteError> {
    put(temporary(path, contents)?, path)
}

/// Writes what is to become `path` to a file beside it.
fn temporary(
    path: &Path,
    contents: impl FnOnce(&mut File) -> io::Result<()>,
) -> Result<NamedTempFile, WriteError> {
    let folder = folder_of(path);
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let mut file = tempfile::Builder::new()
        .prefix(&format!("{TEMPORARY}{name}-"))
        .tempfile_in(folder)
        .map_err(unwritten(folder))?;
    contents(file.as_file_mut()).map_err(unwritten(path))?;
    readable(file.as_file()).map_err(unwritten(path))?;
    file.as_file().sync_all().map_err(unwritten(path))?;
    Ok(file)
}

fn put(file: NamedTempFile, path: &Path) -> Result<(), WriteError> {
    let put = file.persist(path);
    put.map(drop)
        .map_err(|persist| unwritten(path)(persist.error))
}

/// The folder that a file stands in.
fn folder_of(path: &Path) -> &Path {
    let parent = path
        .parent()
        .filter(|parent| !parent.as_os_str().is_empty());
    parent.unwrap_or(Path::new("."))
}

fn unwritten(path: &Path) -> impl Fn(io::Error) -> WriteError + use<> {
    let path = path.to_owned();
    move |source| WriteError {
        path: path.clone(),
        source,
    }
}

/// Removes the temporary files that a run left in `folder` that was killed: those whose names `is_left` knows, without
/// their common beginning. Nobody else may write them now.
pub fn clear(folder: &Path, is_left: impl Fn(&str) -> bool) {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return;
    };
    for entry in entries.filter_map(Result::ok) {
        let found = entry.file_name();
        let rest = found.to_str().and_then(|name| name.strip_prefix(TEMPORARY));
        if rest.is_some_and(&is_left) {
            // One that stays does no harm.
            let _ = std::fs::remove_file(entry.path());
        }
    }
}

/// Temporary files are private; results are for everybody who may read the folder.
#[cfg(unix)]
fn readable(file: &File) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    file.set_permissions(std::fs::Permissions::from_mode(0o644))
}

#[cfg(not(unix))]
fn readable(_file: &File) -> io::Result<()> {
    Ok(())
}
