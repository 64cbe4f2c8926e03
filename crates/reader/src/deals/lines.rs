//! The lines of a file, one at a time.

use std::io::{BufRead, Read};

use crate::fault::{Fault, Place};

/// Bytes that a line may have. A board takes a few hundred, and some programs write all that was bid
/// and played on one line; more than this is no bridge file.
const LONGEST: usize = 1 << 20;

/// A mark that some programs put before the first character, to say that the text is UTF-8.
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// The start of something that may go on over several lines. Its column is counted only if it does: on a line of many
/// thousand tokens that would take too long for each of them.
#[derive(Debug)]
pub(super) struct Start {
    at: usize,
    place: Option<Place>,
}

impl Start {
    /// A start at the offset `at` of the present line.
    pub(super) fn new(at: usize) -> Self {
        Self { at, place: None }
    }

    /// The place. The first call must come before the next line is read.
    pub(super) fn place<R: BufRead>(&mut self, lines: &Lines<R>) -> Place {
        let place = self.place.get_or_insert_with(|| lines.place(self.at));
        place.clone()
    }
}

/// Reads lines that end with LF or CR LF.
#[derive(Debug)]
pub(super) struct Lines<R> {
    input: R,
    text: Vec<u8>,
    number: u64,
}

impl<R: BufRead> Lines<R> {
    pub(super) fn new(input: R) -> Self {
        Self {
            input,
            text: Vec::new(),
            number: 0,
        }
    }

    /// Goes to the next line; false at the end of the file.
    pub(super) fn advance(&mut self) -> Result<bool, Fault> {
        self.text.clear();
        // This much tells a line of the greatest length, with its end, from a longer one.
        let most = BYTE_ORDER_MARK.len() + LONGEST + 2;
        let read = self
            .input
            .by_ref()
            .take(most as u64)
            .read_until(b'\n', &mut self.text)
            .map_err(Fault::Broken)?;
        if read == 0 {
            return Ok(false);
        }
        self.number += 1;
        for end in [b'\n', b'\r'] {
            self.text.pop_if(|last| *last == end);
        }
        if self.number == 1 && self.text.starts_with(BYTE_ORDER_MARK) {
            self.text.drain(..BYTE_ORDER_MARK.len());
        }
        if self.text.len() > LONGEST {
            return Err(self.place(LONGEST).fault(format!(
                "found a line of more than {LONGEST} bytes; accepted: the lines of a bridge file, which \
                 are far shorter"
            )));
        }
        Ok(true)
    }

    /// The line without its end.
    pub(super) fn text(&self) -> &[u8] {
        &self.text
    }

    /// The line's number, from 1.
    pub(super) fn number(&self) -> u64 {
        self.number.max(1)
    }

    /// The place of the byte at the offset `at` in the line.
    pub(super) fn place(&self, at: usize) -> Place {
        let before = &self.text[..at.min(self.text.len())];
        let characters = std::str::from_utf8(before).map_or(before.len(), |it| it.chars().count());
        Place::Column {
            line: self.number(),
            column: characters as u64 + 1,
        }
    }
}

/// The character at the offset `at` of a line, as an error names it.
pub(super) fn found(text: &[u8], at: usize) -> String {
    /// Bytes of the longest character in UTF-8.
    const WIDEST: usize = 4;
    let rest = text.get(at..).unwrap_or_default();
    let Some(first) = rest.first() else {
        return "the end of the line".into();
    };
    (1..=rest.len().min(WIDEST))
        .find_map(|length| std::str::from_utf8(&rest[..length]).ok())
        .map_or_else(
            || format!("a byte {first:#04x}, which is not text in UTF-8"),
            |character| format!("`{}`", character.escape_debug()),
        )
}

/// Spaces, tabs, and what else only keeps things apart.
pub(super) fn is_blank(byte: u8) -> bool {
    byte.is_ascii_whitespace()
}

#[cfg(test)]
mod tests {
    use super::{LONGEST, Lines, found};
    use crate::fault::Place;

    #[test]
    fn lines_end_with_lf_or_cr_lf_or_the_file() {
        let mut lines = Lines::new(&b"one\ntwo\r\n\r\n\nfive"[..]);
        for (number, text) in [(1, "one"), (2, "two"), (3, ""), (4, ""), (5, "five")] {
            assert!(lines.advance().unwrap());
            assert_eq!(lines.number(), number);
            assert_eq!(lines.text(), text.as_bytes());
        }
        assert!(!lines.advance().unwrap());
        assert_eq!(lines.number(), 5);
    }

    #[test]
    fn a_mark_of_the_byte_order_is_no_text() {
        let mut lines = Lines::new(&b"\xef\xbb\xbfone\n\xef\xbb\xbftwo"[..]);
        assert!(lines.advance().unwrap());
        assert_eq!(lines.text(), b"one");
        assert!(lines.advance().unwrap());
        assert_eq!(lines.text().len(), 6);
    }

    #[test]
    fn columns_count_characters() {
        let mut lines = Lines::new("Zoë|x\n".as_bytes());
        lines.advance().unwrap();
        assert_eq!(lines.place(5), Place::Column { line: 1, column: 5 });
        let mut lines = Lines::new(&b"Zo\xeb|x"[..]);
        lines.advance().unwrap();
        assert_eq!(lines.place(4), Place::Column { line: 1, column: 5 });
        assert_eq!(lines.place(99), Place::Column { line: 1, column: 6 });
    }

    #[test]
    fn a_line_has_a_limit() {
        for (length, end, fits) in [
            (LONGEST, "\r\n", true),
            (LONGEST, "", true),
            (LONGEST + 1, "\n", false),
            (3 * LONGEST, "", false),
        ] {
            let text = "x".repeat(length) + end;
            let mut lines = Lines::new(text.as_bytes());
            match lines.advance() {
                Ok(more) => assert!(more && fits && lines.text().len() == length),
                Err(fault) => {
                    let told = fault.told();
                    assert_eq!(
                        (told.line, told.column, fits),
                        (1, LONGEST as u64 + 1, false)
                    );
                }
            }
        }
    }

    #[test]
    fn characters_are_named() {
        assert_eq!(found(b"ab", 1), "`b`");
        assert_eq!(found("a♠".as_bytes(), 1), "`♠`");
        assert_eq!(found(b"a\t", 1), "`\\t`");
        assert_eq!(
            found(b"a\xeb ", 1),
            "a byte 0xeb, which is not text in UTF-8"
        );
        assert_eq!(found(b"a", 1), "the end of the line");
        assert_eq!(found(b"a", 7), "the end of the line");
    }
}
