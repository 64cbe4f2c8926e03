//! The bytes that a program wrote and nobody read yet: bounded, so that a fast program waits.

use std::io::{self, Read};
use std::mem;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use crate::deck::BLOCK;

/// Bytes taken from a program at a time: what a pipe holds.
const CHUNK: usize = 1 << 16;

/// Bytes that any program may be ahead.
const ROOM: usize = 1 << 20;

/// Bytes that a card takes in text, about.
const CARD_BYTES: usize = 8;

/// Bytes that a program may be ahead: at least a block of decks.
pub(super) fn room(cards: usize) -> usize {
    ROOM.max(BLOCK * cards * CARD_BYTES)
}

/// Bytes on their way from a program to its reader.
#[derive(Debug)]
pub(super) struct Buffer {
    state: Mutex<State>,
    changed: Condvar,
    room: usize,
}

#[derive(Debug, Default)]
struct State {
    bytes: Vec<u8>,
    /// The program closed its end, or reading broke.
    ended: bool,
    broken: Option<io::Error>,
    /// Nobody will read any more.
    closed: bool,
}

/// The result of waiting for bytes for the time that was given.
#[derive(Debug)]
pub(super) enum Came {
    /// Bytes, which are in the vector now.
    Bytes,
    /// Nothing.
    Nothing,
    /// The end of the stream.
    End,
    /// An error of the operating system.
    Broken(io::Error),
}

impl Buffer {
    /// A buffer that a thread fills from `input` until it ends or nobody reads any more.
    pub(super) fn fill_from(mut input: impl Read + Send + 'static, room: usize) -> Arc<Self> {
        let buffer = Arc::new(Self {
            state: Mutex::default(),
            changed: Condvar::new(),
            room,
        });
        let filled = Arc::clone(&buffer);
        thread::spawn(move || {
            let mut chunk = vec![0; CHUNK];
            loop {
                match input.read(&mut chunk) {
                    Ok(0) => return filled.end(None),
                    Ok(read) => {
                        if !filled.put(&chunk[..read]) {
                            return;
                        }
                    }
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                    Err(error) => return filled.end(Some(error)),
                }
            }
        });
        buffer
    }

    /// The lock; no thread panics while it holds it.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Appends bytes once there is room; false if nobody will read them.
    fn put(&self, bytes: &[u8]) -> bool {
        let mut state = self.lock();
        while !state.closed && state.bytes.len() + bytes.len() > self.room.max(CHUNK) {
            state = self
                .changed
                .wait(state)
                .unwrap_or_else(PoisonError::into_inner);
        }
        if state.closed {
            return false;
        }
        state.bytes.extend_from_slice(bytes);
        self.changed.notify_all();
        true
    }

    fn end(&self, broken: Option<io::Error>) {
        let mut state = self.lock();
        state.ended = true;
        state.broken = broken;
        self.changed.notify_all();
    }

    /// Waits up to `wait` for bytes, and puts all that there are into `bytes`, in place of what is there.
    pub(super) fn take(&self, bytes: &mut Vec<u8>, wait: Duration) -> Came {
        let state = self.lock();
        let (mut state, _) = self
            .changed
            .wait_timeout_while(state, wait, |state| state.bytes.is_empty() && !state.ended)
            .unwrap_or_else(PoisonError::into_inner);
        if !state.bytes.is_empty() {
            bytes.clear();
            mem::swap(bytes, &mut state.bytes);
            self.changed.notify_all();
            return Came::Bytes;
        }
        if !state.ended {
            return Came::Nothing;
        }
        state.broken.take().map_or(Came::End, Came::Broken)
    }

    /// Nobody will read any more: whoever writes is let go.
    pub(super) fn close(&self) {
        let mut state = self.lock();
        state.closed = true;
        state.bytes = Vec::new();
        self.changed.notify_all();
    }
}
