//! Files that others go on writing: whoever reads them waits at their end.

use std::fs::{File, Metadata, OpenOptions};
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use text::files::Stream;

/// The time between two looks whether a file has grown.
const POLL: Duration = Duration::from_millis(20);

/// Opens the file `path` to be read for ever: at its end more is waited for. A named pipe is open for writing too, so
/// that it does not end with its writer: the next one may come.
pub fn open(path: &Path) -> io::Result<Stream> {
    if is_named_pipe(&path.metadata()?) {
        let both = OpenOptions::new().read(true).write(true).open(path);
        // A pipe that may not be written to is followed like a file: until it grows, or has its next writer.
        if let Ok(pipe) = both {
            return Ok(Box::new(pipe));
        }
    }
    let file = File::open(path)?;
    let known = file.metadata()?;
    if !known.is_file() && !is_named_pipe(&known) {
        return Ok(Box::new(file));
    }
    Ok(Box::new(Growing {
        path: path.to_owned(),
        known,
        file,
        read: 0,
    }))
}

/// A file that grows.
struct Growing {
    path: PathBuf,
    file: File,
    /// The file as it was when it was opened.
    known: Metadata,
    /// Bytes that were read.
    read: u64,
}

impl Growing {
    /// Refuses to wait for more of a file that is not what it was.
    fn check(&self) -> io::Result<()> {
        let refused = |found: String| {
            let accepted = "accepted: a file that only grows, or a named pipe";
            Err(io::Error::other(format!("found {found}; {accepted}")))
        };
        match self.path.metadata() {
            Ok(now) if !is_same(&now, &self.known) => {
                refused("another file with its name: it was replaced".to_owned())
            }
            Ok(now) if now.is_file() && now.len() < self.read => refused(format!(
                "{} bytes, fewer than the {} that were read: it was cut",
                now.len(),
                self.read
            )),
            Ok(_) => Ok(()),
            Err(error) if error.kind() == ErrorKind::NotFound => {
                refused("it gone: it was removed or renamed".to_owned())
            }
            Err(error) => Err(error),
        }
    }
}

impl Read for Growing {
    fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
        loop {
            let read = self.file.read(room)?;
            if read > 0 || room.is_empty() {
                self.read += read as u64;
                return Ok(read);
            }
            self.check()?;
            thread::sleep(POLL);
        }
    }
}

#[cfg(unix)]
fn is_named_pipe(file: &Metadata) -> bool {
    use std::os::unix::fs::FileTypeExt;
    file.file_type().is_fifo()
}

#[cfg(not(unix))]
fn is_named_pipe(_: &Metadata) -> bool {
    false
}

#[cfg(unix)]
fn is_same(now: &Metadata, then: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    (now.dev(), now.ino()) == (then.dev(), then.ino())
}

#[cfg(not(unix))]
fn is_same(_: &Metadata, _: &Metadata) -> bool {
    true
}
