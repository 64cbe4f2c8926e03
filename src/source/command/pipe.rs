//! A program's output as a stream that ends when the program is silent for too long, or when the user
//! stops it.

use std::io::{self, Read};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::buffer::{Buffer, Came};

/// The time after which a wait looks whether to stop: so short that a user feels no delay.
const TICK: Duration = Duration::from_millis(50);

/// Why a stream came to its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Why {
    /// The program closed it.
    Ended,
    /// Nothing came for too long.
    Silent,
    /// The user stopped it.
    Interrupted,
}

/// Why a stream came to its end, once it has.
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

/// A program's output.
#[derive(Debug)]
pub(super) struct Pipe {
    buffer: Arc<Buffer>,
    bytes: Vec<u8>,
    at: usize,
    patience: Option<Duration>,
    interrupted: Arc<AtomicBool>,
    broken: Arc<Break>,
}

impl Pipe {
    pub(super) fn new(
        buffer: Arc<Buffer>,
        patience: Option<Duration>,
        interrupted: Arc<AtomicBool>,
        broken: Arc<Break>,
    ) -> Self {
        Self {
            buffer,
            bytes: Vec::new(),
            at: 0,
            patience,
            interrupted,
            broken,
        }
    }

    fn breaks(&self, why: Why) -> io::Error {
        self.broken.set(why);
        io::Error::other("the program was not read to its end")
    }

    /// Waits for more bytes; false at the end.
    fn wait(&mut self) -> io::Result<bool> {
        let since = Instant::now();
        loop {
            // Also where the program writes on: an endless one must be stopped.
            if self.interrupted.load(Ordering::Relaxed) {
                return Err(self.breaks(Why::Interrupted));
            }
            match self.buffer.take(&mut self.bytes, TICK) {
                Came::Bytes => {
                    self.at = 0;
                    return Ok(true);
                }
                Came::Nothing if self.patience.is_some_and(|most| since.elapsed() >= most) => {
                    return Err(self.breaks(Why::Silent));
                }
                Came::Nothing => {}
                Came::End => {
                    self.broken.set(Why::Ended);
                    return Ok(false);
                }
                Came::Broken(error) => return Err(error),
            }
        }
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
