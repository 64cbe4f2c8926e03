//! Results on disk: written whole or not at all.

use std::io::Write;
use std::path::{Path, PathBuf};

use serde::Serialize;
use thiserror::Error;

use crate::harmless;

/// The facts about the machine of a run; kept apart from the record, and not committed.
#[derive(Debug, Clone, Serialize)]
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
}

/// Why a result could not be written.
#[derive(Debug, Error)]
#[error("{}: cannot write it", harmless::path(path))]
pub struct WriteError {
    /// The file or folder.
    pub path: PathBuf,
    /// The error of the operating system.
    pub source: std::io::Error,
}

/// Writes `files` (name, contents) into `folder`, which is made if need be. Each goes to a
/// temporary file first, and only when all are complete are they given their names.
pub fn write(
    folder: &Path,
    files: &[(impl AsRef<str>, impl AsRef<str>)],
) -> Result<(), WriteError> {
    let error = |path: &Path| {
        let path = path.to_owned();
        move |source| WriteError { path, source }
    };
    std::fs::create_dir_all(folder).map_err(error(folder))?;
    let mut complete = Vec::new();
    for (name, contents) in files {
        let path = folder.join(name.as_ref());
        let mut file = tempfile::Builder::new()
            .prefix(".colddeck-")
            .tempfile_in(folder)
            .map_err(error(folder))?;
        file.write_all(contents.as_ref().as_bytes())
            .map_err(error(&path))?;
        readable(file.as_file()).map_err(error(&path))?;
        file.as_file().sync_all().map_err(error(&path))?;
        complete.push((file, path));
    }
    for (file, path) in complete {
        file.persist(&path)
            .map_err(|persist| error(&path)(persist.error))?;
    }
    Ok(())
}

/// Temporary files are private; results are for everybody who may read the folder.
#[cfg(unix)]
fn readable(file: &std::fs::File) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    file.set_permissions(std::fs::Permissions::from_mode(0o644))
}

#[cfg(not(unix))]
fn readable(_file: &std::fs::File) -> std::io::Result<()> {
    Ok(())
}
