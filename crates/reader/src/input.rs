//! Streams of decks by their names: files, and standard input.

use std::fmt;
use std::io::{self, Cursor, IsTerminal, Read};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use super::in_turn::InTurn;
use super::looks::{Look, Sample, Unclear, decoded};
use super::orders::{self, OrderPlan};
use super::recording::one_order;
use super::{
    Dealt, DrawPlan, Logged, Numbers, Reading, Recorded, Rowed, Scrambled, SourceError, Takes,
    sized,
};
use deck::subject::{Order, OrderColumns, View};
use text::files::{self, Stream};
use text::harmless;

/// Bytes of a table that holds one order, all of which are held at once.
const MOST_BYTES: u64 = 4 << 30;

/// Names standard input.
const STANDARD: &str = "-";

/// A stream that can be opened.
#[derive(Debug, Clone)]
pub enum Input {
    /// Standard input.
    Standard,
    /// A file.
    File(PathBuf),
    /// One of these that was opened, and can be read once.
    Open(Opened),
}

/// A stream that was opened, and of which the beginning was looked at.
#[derive(Clone)]
pub struct Opened {
    name: String,
    /// The whole stream, until somebody takes it.
    stream: Arc<Mutex<Option<Stream>>>,
}

/// An input of which the content was looked at.
#[derive(Debug)]
pub struct Looked {
    /// The content, or the words that say why it is not read.
    pub look: Result<Look, Unclear>,
    /// The stream, all of which is still to be read, in UTF-8 if it is text.
    pub input: Input,
}

impl fmt::Debug for Opened {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Opened").field(&self.name).finish()
    }
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
    /// Several files as one stream, in this order: of text, of which a last line without an end gets one, if `lines` says so.
    ///
    /// # Errors
    /// If one of them is not there, is a folder, or is standard input.
    pub fn in_turn(names: &[String], lines: bool) -> Result<Self, SourceError> {
        // Each is opened before anything is read, and again in its turn.
        for name in names {
            drop(Self::File(PathBuf::from(name)).open()?);
        }
        let paths = names.iter().map(PathBuf::from);
        let stream: Stream = Box::new(InTurn::new(paths, lines));
        let first = names
            .first()
            .map_or(String::new(), |name| harmless::path(Path::new(name)));
        let more = text::names::grouped(names.len().saturating_sub(1) as u64);
        let s = if names.len() == 2 { "" } else { "s" };
        Ok(Self::Open(Opened {
            name: format!("{first} and {more} more file{s}"),
            stream: Arc::new(Mutex::new(Some(stream))),
        }))
    }

    /// Bytes that are there, under this name.
    pub(crate) fn of_bytes(name: String, bytes: Vec<u8>) -> Self {
        let stream: Stream = Box::new(Cursor::new(bytes));
        let stream = Arc::new(Mutex::new(Some(stream)));
        Self::Open(Opened { name, stream })
    }

    /// Gives the name in messages.
    pub fn name(&self) -> String {
        match self {
            Self::Standard => "standard input".to_owned(),
            Self::File(path) => harmless::path(path),
            Self::Open(opened) => opened.name.clone(),
        }
    }

    /// Returns true for standard input.
    pub fn is_standard(&self) -> bool {
        matches!(self, Self::Standard) || self.name() == Self::Standard.name()
    }

    /// Gives the name of the file, if it is one.
    pub fn file(&self) -> Option<String> {
        let name = self.name();
        match self {
            Self::Standard => None,
            Self::File(_) => Some(name),
            // Several files in turn have no name of their own.
            Self::Open(_) => files::exists(Path::new(&name)).then_some(name),
        }
    }

    /// Counts the cards of the first deck, for a stream that is read as `reading` says; gives the stream back,
    /// all of which is still to be read.
    pub fn sized(&self, reading: &Reading) -> Result<(usize, Self), SourceError> {
        let name = self.name();
        let (cards, begun) = sized(self.open()?, &name, reading)?;
        let stream: Stream = Box::new(begun);
        let stream = Arc::new(Mutex::new(Some(stream)));
        Ok((cards, Self::Open(Opened { name, stream })))
    }

    /// Finds out what it holds; `briefly`, from the first bytes that come. Text in other encodings is read as UTF-8.
    ///
    /// # Errors
    /// If it cannot be read, or must be unpacked or exported first.
    pub fn looked(&self, briefly: bool) -> Result<Looked, SourceError> {
        let name = self.name();
        let broken = |source| SourceError::Read {
            name: name.clone(),
            source,
        };
        let unlike = |problem| SourceError::Unlike {
            name: name.clone(),
            problem,
        };
        let mut stream = decoded(self.open()?).map_err(broken)?;
        let sample = Sample::of(&mut stream, briefly).map_err(broken)?;
        sample.check().map_err(unlike)?;
        let look = sample.look();
        let stream: Stream = Box::new(Cursor::new(sample.bytes).chain(stream));
        let stream = Arc::new(Mutex::new(Some(stream)));
        let input = Self::Open(Opened { name, stream });
        Ok(Looked { look, input })
    }

    /// Reads draws that were logged, to their end.
    pub fn logged(&self, plan: &DrawPlan) -> Result<Logged, SourceError> {
        Logged::read(self.open()?, self.name(), plan)
    }

    /// Reads a single order of items, a number on each line, to its end.
    pub fn order_on_lines(&self) -> Result<Order, SourceError> {
        let plan = OrderPlan {
            whole: true,
            ..OrderPlan::default()
        };
        let order = orders::read(std::slice::from_ref(self), &plan)?;
        let source = format!(
            "{}, as one order, the first line first; the order before is that of the numbers (--place 1 takes each number for the \
             place of its line)",
            order.source
        );
        Ok(Order { source, ..order })
    }

    /// Opens it to be read for ever: a file that others go on writing has no end, and neither has a named pipe.
    #[cfg(not(target_family = "wasm"))]
    pub fn followed(&self) -> Result<Self, SourceError> {
        let name = self.name();
        let stream = match self {
            Self::File(path) if path.is_dir() => return Err(SourceError::Folder { name }),
            Self::File(path) => super::open_growing(path).map_err(|source| SourceError::Open {
                name: name.clone(),
                hint: String::new(),
                source,
            })?,
            Self::Standard | Self::Open(_) => self.open()?,
        };
        let stream = Arc::new(Mutex::new(Some(stream)));
        Ok(Self::Open(Opened { name, stream }))
    }

    /// Opens it as a stream of decks of `cards` cards, read as `reading` says.
    pub fn decks(&self, cards: usize, reading: &Reading) -> Result<Recorded<Stream>, SourceError> {
        Ok(Recorded::new(self.open()?, self.name(), cards, reading))
    }

    /// Opens it as a stream of numbers: hands or draws of subjects of this size.
    pub fn numbers<B: Takes>(
        &self,
        size: usize,
        view: Option<View>,
        reading: &Reading,
    ) -> Result<Numbers<Stream, B>, SourceError> {
        let base = reading.base.map(|base| base.number() as u16);
        Ok(Numbers::new(self.open()?, self.name(), size, view, base))
    }

    /// Opens it as a stream of deals in a format that records hands.
    pub fn dealt(
        &self,
        view: &View,
        reading: &Reading,
    ) -> Result<Dealt<Box<dyn Read>>, SourceError> {
        let (name, format) = (self.name(), reading.format);
        Ok(Dealt::new(self.open()?, name, view.clone(), format))
    }

    /// Opens it as a stream of states of a puzzle.
    pub fn states(&self) -> Result<Scrambled<Stream>, SourceError> {
        Ok(Scrambled::new(self.open()?, self.name()))
    }

    /// Opens it as a table of rows with decks of their own.
    pub fn rows(&self, reading: &Reading) -> Result<Rowed<Box<dyn Read>>, SourceError> {
        let name = self.name();
        let Some(plan) = &reading.rows else {
            return Err(SourceError::Deck {
                name,
                place: "line 1, column 1".to_owned(),
                problem: "found no names of columns; accepted: a table of rows with named columns"
                    .to_owned(),
            });
        };
        Rowed::new(self.open()?, name, plan)
    }

    /// Reads a single order of items from it, to its end; what was read calls it `shown`.
    pub fn order(&self, shown: &str, columns: &OrderColumns) -> Result<Order, SourceError> {
        let name = self.name();
        let mut bytes = Vec::new();
        let read = self.open()?.take(MOST_BYTES + 1).read_to_end(&mut bytes);
        read.map_err(|source| SourceError::Read {
            name: name.clone(),
            source,
        })?;
        if bytes.len() as u64 > MOST_BYTES {
            return Err(SourceError::Deck {
                name,
                place: format!("byte {MOST_BYTES}"),
                problem: "found more than 4 GiB; accepted: one order, with an item on each row"
                    .to_owned(),
            });
        }
        one_order::read((&name, shown), &bytes, columns)
    }

    /// Opens it.
    pub(crate) fn open(&self) -> Result<Stream, SourceError> {
        let name = self.name();
        match self {
            Self::Open(opened) => {
                let stream = opened.stream.lock();
                let stream = stream.unwrap_or_else(PoisonError::into_inner).take();
                stream.ok_or_else(|| SourceError::Read {
                    name,
                    source: io::Error::other("it was read to its end"),
                })
            }
            Self::Standard if io::stdin().is_terminal() => Err(SourceError::Terminal),
            Self::Standard => Ok(Box::new(Standard)),
            Self::File(path) => match files::open(path) {
                Ok(files::Opened::Folder) => Err(SourceError::Folder { name }),
                Ok(files::Opened::File(stream)) => Ok(stream),
                Err(source) => {
                    let hint = beside(path).map_or_else(String::new, |meant| {
                        format!("did you mean `{}`? ", harmless::path(&meant))
                    });
                    Err(SourceError::Open { name, hint, source })
                }
            },
        }
    }
}

/// Names in a folder that are compared, at the most.
const MOST_BESIDE: usize = 1_000;

/// The file in the same folder whose name is nearly that of `path`, which is not there; `None` if there is none, or if it is.
fn beside(path: &Path) -> Option<PathBuf> {
    let name = path.file_name()?.to_str()?;
    let folder = path.parent().filter(|folder| *folder != Path::new(""));
    if path.exists() {
        return None;
    }
    let entries = folder.unwrap_or(Path::new(".")).read_dir().ok()?;
    let names: Vec<String> = (entries.flatten().take(MOST_BESIDE))
        .filter_map(|entry| entry.file_name().into_string().ok())
        .collect();
    let meant = text::names::nearest(name, names.iter().map(String::as_str))?;
    Some(path.with_file_name(meant))
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
        // The writer waits a little longer without it, as it does on other systems.
        #[cfg(unix)]
        if let Ok(nothing) = std::fs::File::open("/dev/null") {
            let _ = rustix::stdio::dup2_stdin(&nothing);
        }
    }
}
