//! One run at a time has a folder of results.

use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};

use text::harmless;

/// A folder of results, or a file in one, that one run at a time has.
#[derive(Debug)]
pub(super) struct Lock {
    /// The file that is open, and so locked, as long as this is there.
    held: Option<File>,
    /// A file that is there for the lock alone.
    file: Option<PathBuf>,
    /// Folders that were made for it, the innermost first: those that stay empty go again.
    made: Vec<PathBuf>,
}

impl Lock {
    /// Takes `folder` for a run, or a part of one, which is the file of that name in it. What a killed run left there half
    /// written is removed.
    ///
    /// # Errors
    /// If another run has it, or nothing can be written there.
    pub fn take(folder: &Path, part: Option<&str>) -> anyhow::Result<Self> {
        let missing = folder
            .ancestors()
            .take_while(|path| !path.as_os_str().is_empty() && !path.exists());
        let made: Vec<PathBuf> = missing.map(Path::to_path_buf).collect();
        let shown = || harmless::path(folder);
        fs::create_dir_all(folder).with_context(|| format!("{}: cannot write it", shown()))?;
        let mut lock = Self {
            held: None,
            file: None,
            made,
        };
        // This also finds out that nothing can be written there before anything is counted.
        let probe = tempfile::Builder::new()
            .prefix(".colddeck-probe-")
            .tempfile_in(folder);
        probe.with_context(|| format!("{}: cannot write it", shown()))?;
        let file = match part {
            Some(part) => {
                let path = folder.join(format!(".colddeck-{part}.lock"));
                let file = File::create(&path).with_context(|| harmless::path(&path))?;
                lock.file = Some(path);
                Some(file)
            }
            // Not every system opens folders.
            None => File::open(folder).ok(),
        };
        if let Some(file) = &file
            && let Err(TryLockError::WouldBlock) = file.try_lock()
        {
            lock.file = None;
            bail!(
                "{}: another run of colddeck writes here now; accepted: to wait for it, or another folder (--out)",
                shown()
            );
        }
        lock.held = file;
        match part {
            Some(part) => record::clear(folder, |rest| rest.starts_with(&format!("{part}-"))),
            // Others may count parts in this folder.
            None => record::clear(folder, |rest| !rest.starts_with("part-")),
        }
        Ok(lock)
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        if let Some(file) = &self.file {
            let _ = fs::remove_file(file);
        }
        for folder in &self.made {
            // Only an empty one goes.
            if fs::remove_dir(folder).is_err() {
                break;
            }
        }
    }
}
