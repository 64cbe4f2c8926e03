//! Streams of decks by their names: files, and standard input.

use std::fs::File;
use std::io::{self, IsTerminal, Read};
use std::path::PathBuf;

use super::{Numbers, Reading, Recorded, SourceError, Takes};
use crate::harmless;
use crate::subject::View;

/// Names standard input.
const STANDARD: &str = "-";

/// A stream that can be opened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Input {
    /// Standard input.
    Standard,
    /// A file.
    File(PathBuf),
}

impl From<&str> for Input {
    /// `-` is standard input.
    fn from(name: &str) -> Self {
        match name {
            STANDARD => Self::Standard,
            file => Self::File(file.into()),
        }
    }
}

impl Input {
    /// Gives the name in messages.
    pub fn name(&self) -> String {
        match self {
            Self::Standard => "standard input".to_owned(),
            Self::File(path) => harmless::path(path),
        }
    }

    /// Opens it as a stream of decks of `cards` cards, read as `reading` says.
    pub fn decks(
        &self,
        cards: usize,
        reading: &Reading,
    ) -> Result<Recorded<Box<dyn Read>>, SourceError> {
        Ok(Recorded::new(self.open()?, self.name(), cards, reading))
    }

    /// Opens it as a stream of numbers: hands or draws of subjects of this size.
    pub fn numbers<B: Takes>(
        &self,
        size: usize,
        view: Option<View>,
        reading: &Reading,
    ) -> Result<Numbers<Box<dyn Read>, B>, SourceError> {
        let base = reading.base.map(|base| base.number() as u16);
        Ok(Numbers::new(self.open()?, self.name(), size, view, base))
    }

    /// Opens it.
    fn open(&self) -> Result<Box<dyn Read>, SourceError> {
        let name = self.name();
        match self {
            Self::Standard if io::stdin().is_terminal() => Err(SourceError::Terminal),
            Self::Standard => Ok(Box::new(Standard)),
            Self::File(path) => {
                let found = File::open(path).and_then(|file| {
                    let folder = file.metadata()?.is_dir();
                    Ok((file, folder))
                });
                match found {
                    Ok((_, true)) => Err(SourceError::Folder { name }),
                    Ok((file, false)) => Ok(Box::new(file)),
                    Err(source) => Err(SourceError::Open { name, source }),
                }
            }
        }
    }
}

/// Standard input, which is closed once nobody reads it any more: whoever goes on writing learns that
/// then, not at the end of the program.
struct Standard;

impl Read for Standard {
    fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
        io::stdin().read(room)
    }
}

impl Drop for Standard {
    fn drop(&mut self) {
        // Without it, the writer waits a little longer, as it does on other systems.
        #[cfg(unix)]
        if let Ok(nothing) = File::open("/dev/null") {
            let _ = rustix::stdio::dup2_stdin(&nothing);
        }
    }
}
