//! The parts of a run, which machines counted each for itself, put together.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::About;
use super::file::{FileError, read};
use crate::conduct::{NotOneRun, Saved, Shard};
use text::harmless;
use text::names;

/// The reason why parts are not those of one run.
#[derive(Debug, Error)]
pub enum PartsError {
    /// One cannot be read.
    #[error(transparent)]
    File(#[from] FileError),
    /// One is of another run, or of no run that was shared out.
    #[error(
        "{}: {problem}; accepted: the parts of one run, each once",
        harmless::path(path)
    )]
    Foreign {
        /// The file.
        path: PathBuf,
        /// The problem with it.
        problem: String,
    },
    /// Two are the same.
    #[error("{} and {}: both are part {} of {}; accepted: each part once", harmless::path(first), harmless::path(second), shard.number, shard.of)]
    Doubled {
        /// One file.
        first: PathBuf,
        /// The other.
        second: PathBuf,
        /// The part that both are.
        shard: Shard,
    },
    /// Some are missing.
    #[error(
        "found {found} of {of} parts, without {missing}; accepted: all parts of a run, each once"
    )]
    Missing {
        /// Parts that are there.
        found: usize,
        /// Parts of the run.
        of: u32,
        /// The numbers of the others.
        missing: String,
    },
}

/// Puts the parts of a run together: what they say of it, and the counts of all of it.
///
/// # Errors
/// If one is missing, doubled, damaged, unfinished or of another run.
pub fn merged(paths: &[PathBuf]) -> Result<(About, Saved), PartsError> {
    let mut all: Option<(About, Saved)> = None;
    let mut seen: BTreeMap<u32, &Path> = BTreeMap::new();
    for path in paths {
        let foreign = |problem: String| PartsError::Foreign {
            path: path.clone(),
            problem,
        };
        let (about, counts) = read(path)?;
        let shard = about.shard;
        let saved = counts.saved.filter(|_| about.whole);
        let saved = saved.ok_or_else(|| foreign(NotOneRun::Unfinished.to_string()))?;
        if shard.number == 0 || shard.number > shard.of {
            return Err(foreign(format!(
                "found part {} of {}",
                shard.number, shard.of
            )));
        }
        match &mut all {
            None => all = Some((about, saved)),
            Some((first, merged)) => {
                if let Some(difference) = about.differs(first) {
                    return Err(foreign(difference));
                }
                if shard.of != first.shard.of {
                    let (of, others) = (shard.of, first.shard.of);
                    return Err(foreign(format!(
                        "it is one of {of} parts, others of {others}"
                    )));
                }
                // Parts are told apart before their counts are put together: afterwards nobody could see one counted
                // twice.
                if let Some(before) = seen.get(&shard.number) {
                    return Err(PartsError::Doubled {
                        first: before.to_path_buf(),
                        second: path.clone(),
                        shard,
                    });
                }
                let put = merged.merge(saved);
                put.map_err(|problem| foreign(problem.to_string()))?;
            }
        }
        seen.insert(shard.number, path);
    }
    let of = all.as_ref().map_or(1, |(about, _)| about.shard.of);
    let missing: Vec<String> = (1..=of)
        .filter(|number| !seen.contains_key(number))
        .map(|number| number.to_string())
        .collect();
    match all {
        Some(all) if missing.is_empty() => Ok(all),
        _ => Err(PartsError::Missing {
            found: seen.len(),
            of,
            missing: names::list(missing.iter().map(String::as_str)),
        }),
    }
}
