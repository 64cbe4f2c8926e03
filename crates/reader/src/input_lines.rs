//! Lines of text that something else writes, one after the other, and where in the text each stands.

use std::io::{BufRead, BufReader, Read};

use super::SourceError;

/// Bytes of a line, at the most.
pub(crate) const LONGEST_LINE: u64 = 1 << 20;

/// Reads a stream line by line, without the blank ones.
pub(crate) struct InputLines<R> {
    name: String,
    input: BufReader<R>,
    line: u64,
    /// Bytes before the line at hand.
    byte: u64,
    text: Vec<u8>,
}

impl<R: Read> InputLines<R> {
    /// Reads lines from `input`; `name` is for messages.
    pub fn new(input: R, name: String) -> Self {
        Self {
            name,
            input: BufReader::new(input),
            line: 0,
            byte: 0,
            text: Vec::new(),
        }
    }

    pub fn name(&self) -> &str {
        &self.name
    }

    /// The line at hand, with its end.
    pub fn text(&self) -> &[u8] {
        &self.text
    }

    /// The number of the line at hand, from 1.
    pub fn number(&self) -> u64 {
        self.line
    }

    /// The error of the line at hand, at this byte of it.
    pub fn wrong(&self, at: usize, problem: impl Into<String>) -> SourceError {
        SourceError::Deck {
            name: self.name.clone(),
            place: format!("line {}, byte {}", self.line.max(1), self.byte + at as u64),
            problem: problem.into(),
        }
    }

    /// Reads the next line that is not blank; `false` at the end. `accepted` says what a line may be.
    pub fn advance(&mut self, accepted: impl Fn() -> String) -> Result<bool, SourceError> {
        loop {
            self.byte += self.text.len() as u64;
            self.text.clear();
            let mut limited = (&mut self.input).take(LONGEST_LINE);
            let read = limited.read_until(b'\n', &mut self.text);
            read.map_err(|source| SourceError::Read {
                name: self.name.clone(),
                source,
            })?;
            if self.text.is_empty() {
                return Ok(false);
            }
            self.line += 1;
            if self.text.len() as u64 == LONGEST_LINE && self.text.last() != Some(&b'\n') {
                let accepted = accepted();
                let problem =
                    format!("found no end of the line within {LONGEST_LINE} bytes; {accepted}");
                return Err(self.wrong(0, problem));
            }
            if !self.text.trim_ascii().is_empty() {
                return Ok(true);
            }
        }
    }
}
