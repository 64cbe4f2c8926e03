//! The thread that takes from all programs what they write, so that each can go on while another is read.

use std::io;
use std::sync::Arc;

use super::bell::Bell;
use super::buffer::{Buffer, Room};
use super::tail::Tail;

#[cfg(unix)]
pub(super) use polled::start;
#[cfg(not(unix))]
pub(super) use threaded::start;

/// Bytes taken from a program at a time: what a pipe holds.
const CHUNK: usize = 1 << 16;

/// Receivers of what a program writes: its standard output, and the last lines of its standard error.
pub(super) type Drained = (Arc<Buffer>, Arc<Tail>);

/// The receiver of a stream's bytes.
#[derive(Debug)]
enum Sink {
    Decks(Arc<Buffer>),
    Words(Arc<Tail>),
}

impl Sink {
    fn room(&self) -> Room {
        match self {
            Self::Decks(buffer) => buffer.has_room(),
            // Nobody else has it any more.
            Self::Words(tail) if Arc::strong_count(tail) == 1 => Room::Closed,
            Self::Words(_) => Room::Some,
        }
    }

    fn put(&self, bytes: &[u8]) {
        match self {
            Self::Decks(buffer) => buffer.put(bytes),
            Self::Words(tail) => tail.put(bytes),
        }
    }

    fn end(&self, broken: Option<io::Error>) {
        match self {
            Self::Decks(buffer) => buffer.end(broken),
            Self::Words(tail) => tail.end(),
        }
    }

    /// Takes what there is of `input`; false at its end.
    fn fill(&self, mut input: impl io::Read, chunk: &mut [u8]) -> bool {
        match input.read(chunk) {
            Ok(0) => self.end(None),
            Ok(read) => {
                self.put(&chunk[..read]);
                return true;
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => return true,
            Err(error) => self.end(Some(error)),
        }
        false
    }
}

#[cfg(unix)]
mod polled {
    use std::fs::File;
    use std::io;
    use std::os::fd::OwnedFd;
    use std::sync::Arc;
    use std::thread;

    use rustix::event::{PollFd, PollFlags, poll};
    use rustix::io::Errno;

    use super::super::bell::Ear;
    use super::{Bell, Buffer, CHUNK, Drained, Room, Sink, Tail};

    /// A stream of a program: the other end of what it writes to.
    #[derive(Debug)]
    struct Stream {
        pipe: File,
        sink: Sink,
    }

    /// Starts the thread that drains the standard output and the standard error of each program, the former into a
    /// buffer of `room` bytes.
    pub(in super::super) fn start(
        programs: Vec<(OwnedFd, OwnedFd)>,
        room: usize,
    ) -> io::Result<Vec<Drained>> {
        let (bell, ear) = Bell::new()?;
        let bell = Arc::new(bell);
        let mut drained = Vec::new();
        let mut streams = Vec::new();
        for (out, err) in programs {
            let buffer = Arc::new(Buffer::new(room, Arc::clone(&bell)));
            let tail = Arc::new(Tail::default());
            let sinks = [
                (out, Sink::Decks(Arc::clone(&buffer))),
                (err, Sink::Words(Arc::clone(&tail))),
            ];
            streams.extend(sinks.map(|(pipe, sink)| Stream {
                pipe: File::from(pipe),
                sink,
            }));
            drained.push((buffer, tail));
        }
        let drain = move || drain(streams, ear, &bell);
        thread::Builder::new()
            .name("programs".to_owned())
            .spawn(drain)?;
        Ok(drained)
    }

    /// Fills the sinks until nobody wants more.
    fn drain(mut streams: Vec<Stream>, mut ear: Ear, bell: &Bell) {
        let mut chunk = vec![0; CHUNK];
        loop {
            bell.begin_round();
            let mut wanted = Vec::with_capacity(streams.len());
            streams.retain(|stream| {
                let room = stream.sink.room();
                if room != Room::Closed {
                    wanted.push(room == Room::Some);
                }
                room != Room::Closed
            });
            if streams.is_empty() {
                return;
            }
            let mut asked = vec![PollFd::new(ear.pipe(), PollFlags::IN)];
            let open = streams.iter().zip(&wanted).filter(|(_, wanted)| **wanted);
            asked.extend(open.map(|(stream, _)| PollFd::new(&stream.pipe, PollFlags::IN)));
            match poll(&mut asked, None) {
                Ok(_) | Err(Errno::INTR) => {}
                Err(error) => {
                    for stream in &streams {
                        stream.sink.end(Some(error.into()));
                    }
                    return;
                }
            }
            let ready: Vec<bool> = asked.iter().map(|fd| !fd.revents().is_empty()).collect();
            drop(asked);
            let mut ready = ready.into_iter();
            if ready.next() == Some(true) {
                ear.heard();
            }
            let mut wanted = wanted.into_iter();
            streams.retain(|stream| {
                let reads = wanted.next() == Some(true) && ready.next() == Some(true);
                !reads || stream.sink.fill(&stream.pipe, &mut chunk)
            });
        }
    }
}

#[cfg(not(unix))]
mod threaded {
    use std::io::{self, Read};
    use std::process::{ChildStderr, ChildStdout};
    use std::sync::Arc;
    use std::thread;

    use super::{Bell, Buffer, CHUNK, Drained, Room, Sink, Tail};

    /// Starts the threads that drain the standard output and the standard error of each program, the former into a
    /// buffer of `room` bytes.
    pub(in super::super) fn start(
        programs: Vec<(ChildStdout, ChildStderr)>,
        room: usize,
    ) -> io::Result<Vec<Drained>> {
        let bell = Arc::new(Bell);
        let start = |(out, err)| {
            let buffer = Arc::new(Buffer::new(room, Arc::clone(&bell)));
            let tail = Arc::new(Tail::default());
            drain(out, Sink::Decks(Arc::clone(&buffer)))?;
            drain(err, Sink::Words(Arc::clone(&tail)))?;
            Ok((buffer, tail))
        };
        programs.into_iter().map(start).collect()
    }

    fn drain(mut input: impl Read + Send + 'static, sink: Sink) -> io::Result<()> {
        let drain = move || {
            let mut chunk = vec![0; CHUNK];
            while sink.room() != Room::Closed && sink.fill(&mut input, &mut chunk) {}
        };
        thread::Builder::new().spawn(drain).map(|_| ())
    }
}
