//! A program's output as a stream that ends when the program does, is silent or runs for too long, or when the user
//! stops it.

use std::io::{self, Read};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::buffer::{Buffer, Came};
use super::ending::GRACE;
use super::jobs::Jobs;

/// The time after which a wait looks whether to stop: so short that a user feels no delay.
const TICK: Duration = Duration::from_millis(50);

/// The reason why a stream came to its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Why {
    /// The program closed it, or ended.
    Ended,
    /// Nothing came for too long.
    Silent,
    /// The program ran for too long.
    Late,
    /// The user stopped it.
    Interrupted,
}

/// The reason why a stream came to its end, once it has.
#[derive(Debug, Default)]
pub(super) struct Break(Mutex<Option<Why>>);

impl Break {
    pub(super) fn why(&self) -> Option<Why> {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn set(&self, why: Why) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(why);
    }
}

/// The conditions that end a program's output early.
#[derive(Debug)]
pub(super) struct Watch {
    /// The jobs of which it is one.
    pub jobs: Arc<Jobs>,
    /// Its number.
    pub number: usize,
    /// The time for which it may write nothing while somebody waits for it; `None`: for ever.
    pub patience: Option<Duration>,
    /// The time by which it must be done; `None`: no limit.
    pub until: Option<Instant>,
    /// True once the user stops it.
    pub interrupted: Arc<AtomicBool>,
    /// The place to note why it ended.
    pub broken: Arc<Break>,
}

/// A program's output.
#[derive(Debug)]
pub(super) struct Pipe {
    buffer: Arc<Buffer>,
    bytes: Vec<u8>,
    at: usize,
    watch: Watch,
}

/// Since when nothing came of a program that has ended, and the rounds over all streams that had begun then.
#[derive(Debug, Clone, Copy)]
struct Quiet(Instant, u64);

impl Pipe {
    pub(super) fn new(buffer: Arc<Buffer>, watch: Watch) -> Self {
        Self {
            buffer,
            bytes: Vec::new(),
            at: 0,
            watch,
        }
    }

    fn breaks(&self, why: Why) -> io::Error {
        self.watch.broken.set(why);
        io::Error::other("the program was not read to its end")
    }

    /// Returns true if its time is over.
    fn is_late(&self) -> bool {
        self.watch
            .until
            .is_some_and(|until| Instant::now() >= until)
    }

    fn has_ended(&self) -> bool {
        self.watch.jobs.ended(self.watch.number).is_some()
    }

    /// Waits for more bytes; false at the end.
    fn wait(&mut self) -> io::Result<bool> {
        let since = Instant::now();
        let mut quiet = None;
        loop {
            // A program that writes on is looked at, too: an endless one must be stopped.
            if self.watch.interrupted.load(Ordering::Relaxed) {
                return Err(self.breaks(Why::Interrupted));
            }
            // Output of a program that was done in time may be read later.
            if self.is_late() && !self.has_ended() {
                return Err(self.breaks(Why::Late));
            }
            match self.buffer.take(&mut self.bytes, TICK) {
                Came::Bytes => {
                    self.at = 0;
                    return Ok(true);
                }
                Came::Nothing if self.has_ended() => {
                    if self.is_drained(&mut quiet) {
                        self.watch.broken.set(Why::Ended);
                        return Ok(false);
                    }
                }
                Came::Nothing
                    if (self.watch.patience).is_some_and(|most| since.elapsed() >= most) =>
                {
                    return Err(self.breaks(Why::Silent));
                }
                Came::Nothing => {}
                Came::End => {
                    self.watch.broken.set(Why::Ended);
                    return Ok(false);
                }
                Came::Broken(error) => return Err(error),
            }
        }
    }

    /// Returns true if everything was read from a program that has ended, even if another one that it started holds its
    /// output open: its pipe was looked at since, and nothing came for a moment.
    fn is_drained(&self, quiet: &mut Option<Quiet>) -> bool {
        let bell = self.buffer.bell();
        let Quiet(from, rounds) =
            *quiet.get_or_insert_with(|| Quiet(Instant::now(), bell.rounds()));
        bell.ring();
        bell.looked_since(rounds) && (from.elapsed() >= GRACE || self.is_late())
    }
}

impl Read for Pipe {
    fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
        if self.at == self.bytes.len() && !self.wait()? {
            return Ok(0);
        }
        let read = (&self.bytes[self.at..]).read(room)?;
        self.at += read;
        Ok(read)
    }
}

impl Drop for Pipe {
    fn drop(&mut self) {
        self.buffer.close();
    }
}
