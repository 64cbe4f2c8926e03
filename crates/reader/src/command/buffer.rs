//! The bytes that a program wrote and nobody read yet: bounded, so that a fast program waits.

use std::io;
use std::mem;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::bell::Bell;

/// Bytes that one program may be ahead, beside those in its pipe.
const ROOM: usize = 1 << 20;

/// Bytes that all programs together may be ahead: a thousand jobs that each write a megabyte of decks which nobody
/// will read take the machine from the one that is waited for.
const ROOM_OF_ALL: usize = 1 << 24;

/// Bytes that each of `jobs` programs may be ahead.
pub(super) fn room(jobs: usize) -> usize {
    ROOM.min(ROOM_OF_ALL / jobs.max(1))
}

/// Bytes on their way from a program to its reader.
#[derive(Debug)]
pub(super) struct Buffer {
    state: Mutex<State>,
    changed: Condvar,
    room: usize,
    bell: Arc<Bell>,
}

#[derive(Debug, Default)]
struct State {
    bytes: Vec<u8>,
    /// It was found full: whoever fills it wants to know when it is not.
    full: bool,
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
    /// Nothing has come.
    Nothing,
    /// The end of the stream.
    End,
    /// An error of the operating system.
    Broken(io::Error),
}

/// Says if the buffer takes more bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Room {
    /// There is room for some.
    Some,
    /// It is full.
    #[cfg(unix)]
    None,
    /// Nobody will read any more.
    Closed,
}

impl Buffer {
    /// A buffer for about `room` bytes; whoever fills it is woken by `bell` when there is room again.
    pub(super) fn new(room: usize, bell: Arc<Bell>) -> Self {
        Self {
            state: Mutex::default(),
            changed: Condvar::new(),
            room,
            bell,
        }
    }

    /// The lock; no thread panics while it holds it.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Says if there is room; if there is none, the bell rings as soon as there is.
    #[cfg(unix)]
    pub(super) fn has_room(&self) -> Room {
        let mut state = self.lock();
        state.full = state.bytes.len() > self.room;
        match (state.closed, state.full) {
            (true, _) => Room::Closed,
            (false, true) => Room::None,
            (false, false) => Room::Some,
        }
    }

    /// Waits until there is room, or nobody reads any more.
    #[cfg(not(unix))]
    pub(super) fn has_room(&self) -> Room {
        let state = self.lock();
        let state = self
            .changed
            .wait_while(state, |state| {
                !state.closed && state.bytes.len() > self.room
            })
            .unwrap_or_else(PoisonError::into_inner);
        if state.closed {
            Room::Closed
        } else {
            Room::Some
        }
    }

    /// Appends bytes.
    pub(super) fn put(&self, bytes: &[u8]) {
        let mut state = self.lock();
        if !state.closed {
            state.bytes.extend_from_slice(bytes);
            self.changed.notify_all();
        }
    }

    /// Notes that nothing comes any more, because of `broken` if that is an error.
    pub(super) fn end(&self, broken: Option<io::Error>) {
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
            if mem::take(&mut state.full) {
                self.bell.ring();
            }
            return Came::Bytes;
        }
        if !state.ended {
            return Came::Nothing;
        }
        state.broken.take().map_or(Came::End, Came::Broken)
    }

    /// The bell of whoever fills it.
    pub(super) fn bell(&self) -> &Bell {
        &self.bell
    }

    /// Nobody will read any more: whoever writes is let go.
    pub(super) fn close(&self) {
        let mut state = self.lock();
        state.closed = true;
        state.bytes = Vec::new();
        self.changed.notify_all();
        self.bell.ring();
    }
}
