//! Files by their names: those of the system, and before them those that were handed over. A browser has no others.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// The bytes of a file, from the first one on.
pub type Stream = Box<dyn Read + Send>;

/// Opens the file of that name from its beginning, if it is there.
pub type Finder = Box<dyn Fn(&Path) -> Option<Stream> + Send>;

static HANDED_OVER: Mutex<Option<Finder>> = Mutex::new(None);

/// Opens the file of that name, if one was handed over.
fn found(path: &Path) -> Option<Stream> {
    let finder = HANDED_OVER.lock().unwrap_or_else(PoisonError::into_inner);
    let path = path.strip_prefix(".").unwrap_or(path);
    finder.as_ref()?(path)
}

/// A file that was read: its name as it was asked for, and its bytes.
pub type Noted = (PathBuf, Vec<u8>);

static NOTED: Mutex<Option<Vec<Noted>>> = Mutex::new(None);

/// Does `work`, and gives the files that were read as a whole for it.
pub fn noting<T>(work: impl FnOnce() -> T) -> (T, Vec<Noted>) {
    let noted = || NOTED.lock().unwrap_or_else(PoisonError::into_inner);
    *noted() = Some(Vec::new());
    let done = work();
    let files = noted().take().unwrap_or_default();
    (done, files)
}

/// Notes a file that was read, where somebody wants to know.
fn note(path: &Path, bytes: &[u8]) {
    let mut noted = NOTED.lock().unwrap_or_else(PoisonError::into_inner);
    let path = path.strip_prefix(".").unwrap_or(path);
    if let Some(files) = noted.as_mut()
        && files.iter().all(|(known, _)| known != path)
    {
        files.push((path.to_owned(), bytes.to_vec()));
    }
}

/// Hands over these files. From now on there are no others that were handed over before.
pub fn hand_over(finder: Finder) {
    let mut handed_over = HANDED_OVER.lock().unwrap_or_else(PoisonError::into_inner);
    *handed_over = Some(finder);
}

/// An open file or folder.
pub enum Opened {
    /// A file to be read.
    File(Stream),
    /// A folder.
    Folder,
}

/// Opens the file `path`.
pub fn open(path: &Path) -> io::Result<Opened> {
    if let Some(stream) = found(path) {
        return Ok(Opened::File(stream));
    }
    let file = File::open(path)?;
    Ok(if file.metadata()?.is_dir() {
        Opened::Folder
    } else {
        Opened::File(Box::new(file))
    })
}

/// Opens the file `path`, which must be no folder.
pub fn open_file(path: &Path) -> io::Result<Stream> {
    match open(path)? {
        Opened::File(stream) => Ok(stream),
        Opened::Folder => Err(io::ErrorKind::IsADirectory.into()),
    }
}

/// Reads all of the file `path`.
pub fn read(path: &Path) -> io::Result<Vec<u8>> {
    let bytes = match found(path) {
        None => std::fs::read(path)?,
        Some(mut stream) => {
            let mut bytes = Vec::new();
            stream.read_to_end(&mut bytes)?;
            bytes
        }
    };
    note(path, &bytes);
    Ok(bytes)
}

/// Reads all of the file `path`, which is text.
pub fn read_to_string(path: &Path) -> io::Result<String> {
    let text = String::from_utf8(read(path)?);
    text.map_err(|_| {
        io::Error::new(
            io::ErrorKind::InvalidData,
            "stream did not contain valid UTF-8",
        )
    })
}

/// Returns true if there is such a file, and no folder.
pub fn is_file(path: &Path) -> bool {
    found(path).is_some() || path.is_file()
}

/// Returns true if there is such a file or folder.
pub fn exists(path: &Path) -> bool {
    found(path).is_some() || path.exists()
}
