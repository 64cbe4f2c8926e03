//! One file of counts.

use std::collections::BTreeMap;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use hmac_sha256::Hash;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::About;
use crate::conduct::Saved;
use text::harmless;

use record::WriteError;

/// The first line: what the file is, and the version of its form.
const MAGIC: &[u8] = b"colddeck counts 3\n";

/// Bytes of the digest at the end.
const DIGEST: usize = 32;

/// The work done so far.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct Counts {
    /// The counts of a simulation.
    pub saved: Option<Saved>,
    /// Results of pieces of work, by stage and number.
    pub pieces: Results,
}

/// Results of pieces of work, by stage and number.
pub type Results = BTreeMap<(u32, u32), Vec<u8>>;

/// The same, to be written.
#[derive(Debug, Clone, Copy, Serialize)]
pub struct Contents<'a> {
    /// The counts of a simulation.
    pub saved: Option<&'a Saved>,
    /// Results of pieces of work.
    pub pieces: &'a Results,
}

/// The reason why bytes are no file of counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum Damage {
    /// It does not begin as one.
    #[error("it is no file of counts of this form, or damaged")]
    Other,
    /// The digest at its end is not that of its bytes.
    #[error("it is damaged: its digest is not that of its bytes")]
    Digest,
    /// It was written so, but cannot be read.
    #[error("its counts cannot be read")]
    Counts,
}

/// The reason why there are no counts to go on from.
#[derive(Debug, Error)]
pub enum FileError {
    /// It cannot be read.
    #[error(
        "{}: cannot read it; accepted: a checkpoint or a part that `colddeck run` wrote",
        harmless::path(path)
    )]
    Read {
        /// The file.
        path: PathBuf,
        /// The error of the operating system.
        source: io::Error,
    },
    /// It is none.
    #[error(
        "{}: {damage}; accepted: a checkpoint or a part as `colddeck run` wrote it",
        harmless::path(path)
    )]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The damage to it.
        damage: Damage,
    },
}

/// Reads a file of counts.
///
/// # Errors
/// If it cannot be read, or is damaged.
pub fn read(path: &Path) -> Result<(About, Counts), FileError> {
    // A pipe would be waited for, and a device never ends.
    let file = std::fs::metadata(path).and_then(|found| {
        if found.is_file() {
            std::fs::read(path)
        } else {
            Err(io::Error::other("it is no regular file"))
        }
    });
    let bytes = file.map_err(|source| FileError::Read {
        path: path.to_owned(),
        source,
    })?;
    decode(&bytes).map_err(|damage| FileError::Damaged {
        path: path.to_owned(),
        damage,
    })
}

/// Reads the bytes of a file of counts.
///
/// # Errors
/// If they are none.
pub fn decode(bytes: &[u8]) -> Result<(About, Counts), Damage> {
    let rest = bytes.strip_prefix(MAGIC).ok_or(Damage::Other)?;
    let end = rest.len().checked_sub(DIGEST).ok_or(Damage::Digest)?;
    let (body, digest) = rest.split_at(end);
    let mut found = Hash::new();
    found.update(MAGIC);
    found.update(body);
    if found.finalize() != digest {
        return Err(Damage::Digest);
    }
    let line = body.iter().position(|byte| *byte == b'\n');
    let (about, counts) = body.split_at(line.ok_or(Damage::Counts)?);
    let about = serde_json::from_slice(about).map_err(|_| Damage::Counts)?;
    let (counts, left) = postcard::take_from_bytes(&counts[1..]).map_err(|_| Damage::Counts)?;
    if left.is_empty() {
        Ok((about, counts))
    } else {
        Err(Damage::Counts)
    }
}

/// Writes a file of counts in the place of the one that is there.
///
/// # Errors
/// If it cannot be written; the one before stays as it is.
pub fn write(path: &Path, about: &About, contents: Contents<'_>) -> Result<(), WriteError> {
    record::write_one(path, |file| {
        let mut out = Digested {
            file: BufWriter::new(file),
            digest: Hash::new(),
            failed: None,
        };
        out.write_all(MAGIC)?;
        serde_json::to_writer(&mut out, about)?;
        out.write_all(b"\n")?;
        // Its error does not say what went wrong below.
        if let Err(error) = postcard::to_io(&contents, &mut out) {
            return Err(out.failed.unwrap_or_else(|| io::Error::other(error)));
        }
        let Digested {
            mut file, digest, ..
        } = out;
        file.write_all(digest.finalize().as_slice())?;
        file.flush()
    })
}

/// Writes, and takes the digest of all that was written.
struct Digested<W> {
    file: W,
    digest: Hash,
    /// The first error.
    failed: Option<io::Error>,
}

impl<W> Digested<W> {
    /// Notes an error, and hands on one of its kind.
    fn noted<T>(&mut self, result: io::Result<T>) -> io::Result<T> {
        result.map_err(|error| {
            let kind = error.kind();
            self.failed.get_or_insert(error);
            kind.into()
        })
    }
}

impl<W: Write> Write for Digested<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.file.write(bytes);
        let written = self.noted(written)?;
        self.digest.update(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        let flushed = self.file.flush();
        self.noted(flushed)
    }
}
