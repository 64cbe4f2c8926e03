//! The program within Python: a command is asked in its own words, files may be what lies in memory.

use std::collections::HashMap;
use std::ffi::OsString;
use std::io::{self, Read};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use colddeck::conduct::Unwatched;
use colddeck::embedded::{Answered, Asked, Host, Stream, answer, hand_over};
use pyo3::buffer::PyBuffer;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// One command at a time: the files that are handed over are those of one.
static ASKING: Mutex<()> = Mutex::new(());

/// True once Python has been interrupted: then nothing more is read.
static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// How long an interruption may go unnoticed.
const MOMENT: Duration = Duration::from_millis(50);

/// Integers that lie in memory one after the other, in the order of bytes of this machine.
#[derive(Clone)]
struct Integers {
    bytes: std::sync::Arc<PyBuffer<u8>>,
    /// Bytes of an integer.
    width: usize,
}

/// What is read of integers as a file: 16 bits each, the lower byte first; of bytes themselves, as they are.
struct Reading {
    of: Integers,
    /// Integers that were read.
    at: usize,
}

impl Integers {
    fn len(&self) -> usize {
        self.bytes.len_bytes() / self.width
    }

    /// The bytes from an integer on that fill so much room.
    fn piece(&self, at: usize, room: usize) -> PyResult<Vec<u8>> {
        let many = (self.len() - at).min(room);
        Python::attach(|py| {
            let all = self.bytes.as_slice(py);
            let all = all.ok_or_else(|| PyValueError::new_err("the memory is not contiguous"))?;
            let from = at * self.width;
            let piece = &all[from..from + many * self.width];
            Ok(piece.iter().map(pyo3::buffer::ReadOnlyCell::get).collect())
        })
    }
}

/// Integers that are read at once.
const PIECE: usize = 1 << 15;

impl Read for Reading {
    fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
        if INTERRUPTED.load(Ordering::Relaxed) {
            return Err(io::Error::other("interrupted"));
        }
        let width = self.of.width;
        let out = width.min(2);
        let piece = self.of.piece(self.at, (room.len() / out).min(PIECE));
        let piece = piece.map_err(|error| io::Error::other(error.to_string()))?;
        if width <= 1 {
            room[..piece.len()].copy_from_slice(&piece);
        } else {
            for (number, room) in piece.chunks_exact(width).zip(room.chunks_exact_mut(2)) {
                let number = narrowed(number).ok_or_else(|| {
                    let place = self.at;
                    io::Error::other(format!(
                        "found a number below 0 or above 65535 among those from {place} on (counted from 0)"
                    ))
                })?;
                room.copy_from_slice(&number.to_le_bytes());
            }
        }
        self.at += piece.len() / width;
        Ok(piece.len() / width * out)
    }
}

/// The integer of these bytes, if it has 16 bits.
fn narrowed(bytes: &[u8]) -> Option<u16> {
    let number = match *bytes {
        [a, b] => u64::from(u16::from_ne_bytes([a, b])),
        [a, b, c, d] => u64::from(u32::from_ne_bytes([a, b, c, d])),
        _ => u64::from_ne_bytes(bytes.try_into().ok()?),
    };
    u16::try_from(number).ok()
}

/// Asks a command, in its words, with files that lie in memory: for each name a buffer of bytes and the width of the integers
/// in it, 1 for text. Gives the exit code, the record or the answer as JSON, the answer in words, and a page of HTML.
#[pyfunction]
#[pyo3(signature = (words, files, threads=None))]
fn ask(
    py: Python<'_>,
    words: Vec<String>,
    files: HashMap<String, (PyBuffer<u8>, usize)>,
    threads: Option<usize>,
) -> PyResult<(u8, String, String, String)> {
    let mut handed: HashMap<String, Integers> = HashMap::new();
    for (name, (bytes, width)) in files {
        if ![1, 2, 4, 8].contains(&width) {
            return Err(PyValueError::new_err(format!(
                "found integers of {width} bytes; accepted: of 1, 2, 4 or 8"
            )));
        }
        let bytes = std::sync::Arc::new(bytes);
        handed.insert(name, Integers { bytes, width });
    }
    py.detach(move || {
        let _one = ASKING.lock().unwrap_or_else(PoisonError::into_inner);
        INTERRUPTED.store(false, Ordering::Relaxed);
        interruptible(move || {
            hand_over(Box::new(move |path: &Path| {
                let of = handed.get(path.to_str()?)?.clone();
                Some(Box::new(Reading { of, at: 0 }) as Stream)
            }));
            let asked = Asked::read(&words)?;
            let found = answer(&asked, Host::Process(threads), &Unwatched);
            hand_over(Box::new(|_| None));
            told(&found?)
        })
    })
}

/// Does `work` beside this thread, which looks whether Python is interrupted meanwhile.
fn interruptible<T: Send>(work: impl FnOnce() -> Result<T, String> + Send) -> PyResult<T> {
    thread::scope(|scope| {
        let (done, waiting) = mpsc::channel();
        let worker = scope.spawn(move || {
            let found = work();
            // Nobody waits any more if Python was interrupted.
            let _ = done.send(());
            found
        });
        let mut interruption = None;
        while let Err(RecvTimeoutError::Timeout) = waiting.recv_timeout(MOMENT) {
            if let Err(error) = Python::attach(|py| py.check_signals()) {
                INTERRUPTED.store(true, Ordering::Relaxed);
                interruption = Some(error);
                break;
            }
        }
        let found = worker.join();
        match (interruption, found) {
            (Some(error), _) => Err(error),
            (None, Ok(found)) => found.map_err(PyValueError::new_err),
            (None, Err(panic)) => std::panic::resume_unwind(panic),
        }
    })
}

fn told(found: &Answered) -> Result<(u8, String, String, String), String> {
    Ok((
        found.exit(),
        found.exported("json")?,
        found.words(),
        found.exported("html")?,
    ))
}

/// Does what a command line says, the name of the program first, and gives the exit code. `itself` is the command that starts
/// the program once more.
#[pyfunction]
fn main(py: Python<'_>, words: Vec<OsString>, itself: Vec<OsString>) -> u8 {
    py.detach(|| colddeck::cli::main(&words, &itself).code())
}

/// The program itself, without manners: see the package `colddeck`.
#[pymodule(gil_used = true)]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_function(wrap_pyfunction!(ask, module)?)?;
    module.add_function(wrap_pyfunction!(main, module)?)
}
