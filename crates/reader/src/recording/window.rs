//! The next bytes of a stream, in a buffer whose size does not depend on the stream's length.

use std::io::{self, ErrorKind, Read};

/// Bytes read at a time, beyond those that must be seen at once: enough that a system call costs
/// nothing beside the scanning of what it brings.
const ROOM: usize = 1 << 18;

/// A window on a stream: bytes are fetched, looked at and passed.
#[derive(Debug)]
pub(super) struct Window<R> {
    input: R,
    buffer: Vec<u8>,
    start: usize,
    end: usize,
    passed: u64,
    ended: bool,
    broken: Option<io::Error>,
}

impl<R: Read> Window<R> {
    /// A window that can show up to `widest` bytes at once.
    pub(super) fn new(input: R, widest: usize) -> Self {
        Self {
            input,
            buffer: vec![0; ROOM + 2 * widest],
            start: 0,
            end: 0,
            passed: 0,
            ended: false,
            broken: None,
        }
    }

    /// Reads until `bytes` bytes can be seen, or the stream ends or breaks.
    pub(super) fn fetch(&mut self, bytes: usize) {
        if self.end - self.start < bytes {
            self.read(bytes);
        }
    }

    /// The offset of the first end of a line (LF) at `from` or after it, within the next `most` bytes.
    /// Reads no more than it must, so that a slow stream's lines are seen as they come.
    pub(super) fn line_end(&mut self, from: usize, most: usize) -> Option<usize> {
        let mut seen = from;
        loop {
            let bytes = self.bytes(most);
            let length = bytes.len();
            if let Some(found) = bytes
                .get(seen..)
                .and_then(|bytes| bytes.iter().position(|&byte| byte == b'\n'))
            {
                return Some(seen + found);
            }
            if length >= most || self.ended {
                return None;
            }
            seen = seen.max(length);
            self.fetch(length + 1);
        }
    }

    #[cold]
    fn read(&mut self, bytes: usize) {
        if self.start + bytes > self.buffer.len() {
            self.buffer.copy_within(self.start..self.end, 0);
            self.end -= self.start;
            self.start = 0;
        }
        while self.end - self.start < bytes && !self.ended {
            match self.input.read(&mut self.buffer[self.end..]) {
                Ok(0) => self.ended = true,
                Ok(read) => self.end += read,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => {
                    self.ended = true;
                    self.broken = Some(error);
                }
            }
        }
    }

    /// The next bytes, at most `most`, of those fetched.
    pub(super) fn bytes(&self, most: usize) -> &[u8] {
        &self.buffer[self.start..self.end.min(self.start + most)]
    }

    /// Goes past `bytes` bytes, which were fetched.
    pub(super) fn pass(&mut self, bytes: usize) {
        self.start += bytes;
        self.passed += bytes as u64;
    }

    /// The offset of the next byte in the stream.
    pub(super) fn passed(&self) -> u64 {
        self.passed
    }

    /// The stream, without the bytes that were fetched from it.
    pub(super) fn into_input(self) -> R {
        self.input
    }

    /// Returns true if the stream broke behind the bytes fetched. Bytes before the break are read first, so what is
    /// found does not depend on how the stream was cut into reads.
    pub(super) fn is_broken(&self) -> bool {
        self.broken.is_some()
    }

    /// Takes the error that broke the stream; `None` if nothing did, or if it was taken before.
    pub(super) fn take_broken(&mut self) -> Option<io::Error> {
        self.broken.take()
    }
}
