//! Deals in LIN, the notation of Bridge Base Online. It has no published standard; what follows is
//! what the site's files and the programs that read them agree on.
//!
//! ```text
//! file  = {name "|" value "|" | remark}    blanks and ends of lines before a name count for nothing
//! name  = two characters of ASCII, none of them a blank
//! value = anything but "|", over several lines if need be
//! remark = "%" … end of line | text without "|" … end of line, where a name could stand
//! ```
//!
//! `md` holds the deal, on one line but for its last `|`. `qx` starts a board: `o46` is number 46 in
//! the open room, `c46` the same in the closed room, and a comma may end the number. `ah` names a
//! board that has no `qx`, with the number as its last word (`Board 5`), before the deal or behind
//! it. `st` starts anew. `vg` names the event: another event has other boards. Everything else is
//! passed over, and so is an `md` without a card.

use std::io::BufRead;

use super::boards::Boards;
use super::lines::{Lines, Start, found, is_blank};
use super::written::{Written, lin, trimmed, until};
use super::{Bridge, Course, Deal, Hands};
use crate::fault::Fault;
use text::found::token;

/// Bytes that are kept of a value over several lines. Numbers of boards and names of events are
/// shorter.
const KEPT: usize = 1024;

/// Reads the deals of a LIN file. After an error there is nothing more to read.
#[derive(Debug)]
pub struct Lin<R> {
    lines: Lines<R>,
    /// The offset in the line of what comes next.
    at: usize,
    /// The token whose value goes on.
    open: Option<Open>,
    board: Board,
    event: Vec<u8>,
    boards: Boards,
    /// Says if there were deals, and if there will be more.
    course: Course,
}

/// A token whose value has not ended on its line.
#[derive(Debug)]
struct Open {
    start: Start,
    name: [u8; 2],
    /// The start of its value.
    value: Vec<u8>,
}

/// The facts told so far of the board that is being read.
#[derive(Debug, Default)]
struct Board {
    /// The deal and its line.
    deal: Option<(Hands, u64)>,
    /// The number of the `qx`.
    queued: Option<u64>,
    /// The number of the `ah`.
    headed: Option<u64>,
}

impl<R: BufRead> Lin<R> {
    /// A reader from the start of a file.
    pub fn new(input: R) -> Self {
        Self {
            lines: Lines::new(input),
            at: 0,
            open: None,
            board: Board::default(),
            event: Vec::new(),
            boards: Boards::default(),
            course: Course::default(),
        }
    }

    /// Reads a token, or what stands of it on this line. The line must not be at its end.
    fn token(&mut self) -> Result<Option<Deal>, Fault> {
        if self.open.is_some() {
            return self.value();
        }
        let text = self.lines.text();
        let (start, line_end) = trimmed(text, self.at, text.len());
        if start == line_end {
            self.at = text.len();
            return Ok(None);
        }
        let Some(name) = self.name(start)? else {
            self.at = text.len();
            return Ok(None);
        };
        let from = start + until(&text[start..], |byte| byte == b'|') + 1;
        if name.eq_ignore_ascii_case(b"md") {
            return self.deal(start, from);
        }
        self.open = Some(Open {
            start: Start::new(start),
            name,
            value: Vec::new(),
        });
        // The value is read by the next call, as the line may end here.
        self.at = from;
        Ok(None)
    }

    /// Reads on in a value.
    fn value(&mut self) -> Result<Option<Deal>, Fault> {
        let (text, at) = (self.lines.text(), self.at);
        let end = at + until(&text[at..], |byte| byte == b'|');
        let Some(open) = &mut self.open else {
            return Ok(None);
        };
        let (start, last) = trimmed(text, at, end);
        if start < last && open.name.eq_ignore_ascii_case(b"md") {
            return Err(self.lines.place(start).fault(format!(
                "found {} on the line after the deal; accepted: `|`, or all hands on one line",
                found(text, start)
            )));
        }
        let kept = (end - at).min(KEPT.saturating_sub(open.value.len()));
        open.value.extend_from_slice(&text[at..at + kept]);
        self.at = text.len().min(end + 1);
        if end == text.len() {
            return Ok(None);
        }
        let open = self.open.take();
        Ok(open.and_then(|open| self.told(open.name, &open.value)))
    }

    /// The name of the token that starts at the offset `start`; None if it is a remark. A lost `|`
    /// hides no deal among the remarks: the hands would then stand where a name is due, with a `|`.
    fn name(&self, start: usize) -> Result<Option<[u8; 2]>, Fault> {
        let text = self.lines.text();
        let end = start + until(&text[start..], |byte| byte == b'|');
        let (_, last) = trimmed(text, start, end);
        let name = &text[start..last];
        let is_deal = name.len() > 1 && name[..2].eq_ignore_ascii_case(b"md");
        if name.first() == Some(&b'%') || (end == text.len() && !is_deal) {
            return Ok(None);
        }
        if end < text.len()
            && let Ok(name) = <[u8; 2]>::try_from(name)
            && name.iter().all(u8::is_ascii_graphic)
        {
            return Ok(Some(name));
        }
        let what = match (name.is_empty(), end < text.len()) {
            (true, _) => "`|` without a name".to_owned(),
            (false, true) => format!("{} before `|`", token(name)),
            (false, false) => format!("{} without `|`", token(name)),
        };
        Err(self.lines.place(start).fault(format!(
            "found {what}; accepted: a name of two characters, `|`, a value and `|`, such as pg||"
        )))
    }

    /// Reads the deal of the token that starts at the offset `start` and has its value from the
    /// offset `from` on.
    fn deal(&mut self, start: usize, from: usize) -> Result<Option<Deal>, Fault> {
        let text = self.lines.text();
        let to = from + until(&text[from..], |byte| byte == b'|');
        let written =
            lin(text, from, to).map_err(|slip| self.lines.place(slip.at).fault(slip.problem))?;
        self.at = text.len().min(to + 1);
        self.open = (to == text.len()).then(|| Open {
            start: Start::new(start),
            name: *b"md",
            value: Vec::new(),
        });
        let line = self.lines.number();
        let before = if self.board.deal.is_some() {
            // The number of the `qx` holds until the next one, that of the `ah` for one deal.
            let queued = self.board.queued;
            let before = self.end_board();
            self.board.queued = queued;
            before
        } else {
            None
        };
        if let Written::Hands(hands) = written {
            self.board.deal = Some((hands, line));
        }
        Ok(before)
    }

    /// Takes note of a token other than the deal. Returns the deal of the board before if the token
    /// starts another.
    fn told(&mut self, name: [u8; 2], value: &[u8]) -> Option<Deal> {
        match &name.map(|byte| byte.to_ascii_lowercase()) {
            b"qx" => {
                let before = self.end_board();
                self.board.queued = queued(value);
                before
            }
            b"ah" => {
                let headed = headed(value)?;
                // A deal has one head, before it or behind it: the next one is the next deal's.
                let has_both = self.board.deal.is_some() && self.board.headed.is_some();
                let before = if has_both { self.end_board() } else { None };
                self.board.headed = Some(headed);
                before
            }
            b"vg" => {
                let before = self.end_board();
                self.event = value.trim_ascii().to_vec();
                before
            }
            b"st" if self.board.deal.is_some() => self.end_board(),
            _ => None,
        }
    }

    /// Ends the board; its deal, if it has one that is not on the list yet.
    fn end_board(&mut self) -> Option<Deal> {
        let board = std::mem::take(&mut self.board);
        let (hands, line) = board.deal?;
        let number = board.queued.or(board.headed);
        let new = number.is_none_or(|number| self.boards.first((&self.event, number, &hands)));
        new.then_some(Deal { hands, line })
    }
}

impl<R: BufRead> Bridge for Lin<R> {
    fn course(&mut self) -> &mut Course {
        &mut self.course
    }

    fn find(&mut self) -> Result<Option<Deal>, Fault> {
        loop {
            while self.at < self.lines.text().len() {
                if let Some(deal) = self.token()? {
                    return Ok(Some(deal));
                }
            }
            if let Some(open) = &mut self.open {
                open.start.place(&self.lines);
            }
            self.at = 0;
            if !self.lines.advance()? {
                break;
            }
        }
        if let Some(open) = &mut self.open {
            return Err(open.start.place(&self.lines).fault(format!(
                "found `{}|` and then the end of the file; accepted: `|` at the end of the value",
                open.name.escape_ascii()
            )));
        }
        Ok(self.end_board())
    }

    fn no_deal(&self) -> Fault {
        self.lines.place(0).fault(
            "found no deal in the whole file; accepted: at least one token such as \
                 md|3SAKQJHT98D765C432,…,…,…| with a hand that is known",
        )
    }

    fn again(&self) -> u64 {
        self.boards.again()
    }
}

/// The number in the value of a `qx`, such as `o46` or `c46,BOARD 46`.
fn queued(value: &[u8]) -> Option<u64> {
    let first = value.split(|byte| *byte == b',').next()?.trim_ascii();
    let letters = until(first, |byte| !byte.is_ascii_alphabetic());
    number(&first[letters..])
}

/// The number in the value of an `ah`, such as `Board 5`.
fn headed(value: &[u8]) -> Option<u64> {
    let last = value.trim_ascii().rsplit(|byte| is_blank(*byte)).next()?;
    number(last)
}

fn number(digits: &[u8]) -> Option<u64> {
    let digits = std::str::from_utf8(digits).ok()?;
    // `parse` would take a sign.
    let plain = digits.bytes().all(|byte| byte.is_ascii_digit());
    plain.then(|| digits.parse().ok())?
}
