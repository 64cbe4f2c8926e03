//! Deals in Portable Bridge Notation (Veugen, version 2.1, 2017), import and export format.
//!
//! ```text
//! file    = {line end}
//! tag     = "[" name text "]"                 over several lines if need be
//! text    = '"' {character | "\" character} '"'   on one line
//! comment = "{" … "}" | ";" … end of line      the first over several lines if need be
//! escape  = "%" … end of line                 from the first character of a line
//! ```
//!
//! Everything else (auction, play, tables) is passed over. A game ends at an empty line behind its
//! deal, or at a tag among Event, Date, Board and Deal that it has already: some programs leave out
//! the empty line, and some write more of them. A game that tells no event or date has those of the
//! game before; so has one that tells `#`. Names of tags in any case. A deal without a known hand is
//! passed over.

use std::io::BufRead;

use super::boards::Boards;
use super::lines::{Lines, Start, found, is_blank};
use super::written::{Written, pbn, until};
use super::{Bridge, Course, Deal, Hands};
use crate::fault::{Fault, Slip};

/// Reads the deals of a PBN file. After an error there is nothing more to read.
#[derive(Debug)]
pub struct Pbn<R> {
    lines: Lines<R>,
    /// The offset in the line of what comes next.
    at: usize,
    /// The comment in braces that is being read.
    comment: Option<Comment>,
    /// The tag that is being read.
    tag: Option<Tag>,
    game: Game,
    session: Session,
    boards: Boards,
    /// Says if there were deals, and if there will be more.
    course: Course,
}

/// A comment in braces that has been opened.
#[derive(Debug)]
struct Comment {
    start: Start,
    /// True if a line in it looks like a tag.
    tags: bool,
}

/// A tag that has been opened.
#[derive(Debug)]
struct Tag {
    start: Start,
    name: Option<Name>,
    /// True once its text has been read.
    told: bool,
}

/// The tags that matter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Name {
    Deal,
    Board,
    Event,
    Date,
    Other,
}

impl Name {
    fn new(text: &[u8]) -> Self {
        [
            (&b"deal"[..], Self::Deal),
            (b"board", Self::Board),
            (b"event", Self::Event),
            (b"date", Self::Date),
        ]
        .into_iter()
        .find(|(name, _)| text.eq_ignore_ascii_case(name))
        .map_or(Self::Other, |(_, name)| name)
    }
}

/// The facts told so far of the game that is being read.
#[derive(Debug, Default)]
struct Game {
    /// The deal and its line.
    deal: Option<(Written, u64)>,
    board: Option<Vec<u8>>,
    event: bool,
    date: bool,
}

impl Game {
    fn has(&self, name: Name) -> bool {
        match name {
            Name::Deal => self.deal.is_some(),
            Name::Board => self.board.is_some(),
            Name::Event => self.event,
            Name::Date => self.date,
            Name::Other => false,
        }
    }
}

/// The facts told by the games so far that hold for the next one too.
#[derive(Debug, Default)]
struct Session {
    event: Vec<u8>,
    date: Vec<u8>,
    board: Vec<u8>,
    /// True if the deal told last has a hand that is known; `None` if no deal has been told.
    known: Option<bool>,
}

impl<R: BufRead> Pbn<R> {
    /// A reader from the start of a file.
    pub fn new(input: R) -> Self {
        Self {
            lines: Lines::new(input),
            at: 0,
            comment: None,
            tag: None,
            game: Game::default(),
            session: Session::default(),
            boards: Boards::default(),
            course: Course::default(),
        }
    }

    /// Takes note of what a line means as a whole.
    fn start_line(&mut self) -> Option<Deal> {
        let text = self.lines.text();
        if let Some(comment) = &mut self.comment {
            comment.tags |= text.trim_ascii_start().starts_with(b"[");
            return None;
        }
        if text.first() == Some(&b'%') {
            self.at = text.len();
        } else if self.tag.is_none()
            && self.game.deal.is_some()
            && text.iter().copied().all(is_blank)
        {
            return self.end_game();
        }
        None
    }

    /// Reads on for a token or so. The line must not be at its end.
    fn token(&mut self) -> Result<Option<Deal>, Fault> {
        let (text, at) = (self.lines.text(), self.at);
        if self.comment.is_some() {
            self.comment()?;
            return Ok(None);
        }
        match text[at] {
            byte if is_blank(byte) => self.at += 1,
            b';' => self.at = text.len(),
            b'{' => {
                self.comment = Some(Comment {
                    start: Start::new(at),
                    tags: false,
                });
                self.at += 1;
            }
            _ if self.tag.is_some() => return self.tag(),
            b'[' => {
                self.tag = Some(Tag {
                    start: Start::new(at),
                    name: None,
                    told: false,
                });
                self.at += 1;
            }
            b']' => {
                return Err(self
                    .lines
                    .place(at)
                    .fault("found `]` without its `[`; accepted: tags such as [Board \"1\"]"));
            }
            b'"' => self.at = self.quoted()? + 1,
            _ => self.at += 1,
        }
        Ok(None)
    }

    /// Reads on in a comment. Comments do not nest, but people write braces in braces, and forget the
    /// last one, which would hide the games up to the end of the next comment.
    fn comment(&mut self) -> Result<(), Fault> {
        let (text, at) = (self.lines.text(), self.at);
        let Some(comment) = &mut self.comment else {
            return Ok(());
        };
        let end = at + until(&text[at..], |byte| matches!(byte, b'{' | b'}'));
        if text.get(end) == Some(&b'{') && comment.tags {
            return Err(comment.start.place(&self.lines).fault(
                "found `{` without `}` up to the next comment, with tags between them; accepted: `}` \
                 at the end of each comment",
            ));
        }
        if text.get(end) == Some(&b'}') {
            self.comment = None;
        }
        self.at = text.len().min(end + 1);
        Ok(())
    }

    /// Reads the next part of a tag.
    fn tag(&mut self) -> Result<Option<Deal>, Fault> {
        let (text, at) = (self.lines.text(), self.at);
        let Some(tag) = &mut self.tag else {
            return Ok(None);
        };
        let missing = match (tag.name, tag.told) {
            (None, _) => {
                let length = until(&text[at..], |byte| {
                    !(byte.is_ascii_alphanumeric() || byte == b'_')
                });
                if length > 0 {
                    tag.name = Some(Name::new(&text[at..at + length]));
                    self.at += length;
                    return Ok(None);
                }
                "the name of a tag after `[`, in letters, digits and underscores"
            }
            (Some(name), false) if text[at] == b'"' => {
                tag.told = true;
                let end = self.quoted()?;
                self.at = end + 1;
                return self.told(name, at + 1, end);
            }
            (Some(_), false) => "a text in double quotes after the name of the tag",
            (Some(_), true) if text[at] == b']' => {
                self.tag = None;
                self.at += 1;
                return Ok(None);
            }
            (Some(_), true) => "`]` after the text of the tag",
        };
        let problem = format!("found {}; accepted: {missing}", found(text, at));
        Err(self.lines.place(at).fault(problem))
    }

    /// The offset of the quote that ends the text which starts here.
    fn quoted(&self) -> Result<usize, Fault> {
        let text = self.lines.text();
        let mut at = self.at + 1;
        while let Some(byte) = text.get(at) {
            match byte {
                b'"' => return Ok(at),
                b'\\' => at += 2,
                _ => at += 1,
            }
        }
        Err(self.lines.place(self.at).fault(
            "found a quote without a second one on its line; accepted: texts in double quotes, with \
             \\\" for a quote in a text",
        ))
    }

    /// Takes note of what a tag tells between the offsets `from` and `to`. Returns the deal of the
    /// game before if the tag starts another game.
    fn told(&mut self, name: Name, from: usize, to: usize) -> Result<Option<Deal>, Fault> {
        let before = if self.game.has(name) {
            self.end_game()
        } else {
            None
        };
        let text = self.lines.text();
        let value = text[from..to].trim_ascii();
        let session = &mut self.session;
        match name {
            Name::Other => {}
            Name::Event => {
                inherit(&mut session.event, value);
                self.game.event = true;
            }
            Name::Date => {
                inherit(&mut session.date, value);
                self.game.date = true;
            }
            Name::Board => {
                inherit(&mut session.board, value);
                self.game.board = Some(session.board.clone());
            }
            Name::Deal => {
                let written = match (pbn(text, from, to), session.known) {
                    (Ok(Written::Before), Some(true)) => Ok(Written::Before),
                    (Ok(Written::Before), Some(false)) => Ok(Written::Nothing),
                    (Ok(Written::Before), None) => Err(Slip::new(
                        from,
                        "found `#`, which means the deal of the game before, but there is none; accepted: a deal",
                    )),
                    (written, _) => written,
                };
                let written =
                    written.map_err(|slip| self.lines.place(slip.at).fault(slip.problem))?;
                session.known = Some(written != Written::Nothing);
                self.game.deal = Some((written, self.lines.number()));
            }
        }
        Ok(before)
    }

    /// Ends the game; its deal, if it has one that is not on the list yet.
    fn end_game(&mut self) -> Option<Deal> {
        let game = std::mem::take(&mut self.game);
        match game.deal? {
            (Written::Nothing, _) => None,
            (Written::Before, _) => {
                self.boards.count();
                None
            }
            (Written::Hands(hands), line) => {
                let new = match game.board.as_deref() {
                    None | Some(b"" | b"?" | b"-") => true,
                    Some(board) => self.is_new(board, &hands),
                };
                new.then_some(Deal { hands, line })
            }
        }
    }

    fn is_new(&mut self, board: &[u8], hands: &Hands) -> bool {
        let Session { event, date, .. } = &self.session;
        self.boards.first((event, date, board, hands))
    }
}

impl<R: BufRead> Bridge for Pbn<R> {
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
            if let Some(comment) = &mut self.comment {
                comment.start.place(&self.lines);
            }
            if let Some(tag) = &mut self.tag {
                tag.start.place(&self.lines);
            }
            self.at = 0;
            if !self.lines.advance()? {
                break;
            }
            if let Some(deal) = self.start_line() {
                return Ok(Some(deal));
            }
        }
        if let Some(comment) = &mut self.comment {
            return Err(comment.start.place(&self.lines).fault(
                "found `{` and then the end of the file; accepted: `}` at the end of the comment",
            ));
        }
        if let Some(tag) = &mut self.tag {
            return Err(tag.start.place(&self.lines).fault(
                "found `[` and then the end of the file; accepted: `]` at the end of the tag",
            ));
        }
        Ok(self.end_game())
    }

    fn no_deal(&self) -> Fault {
        self.lines.place(0).fault(
            "found no deal in the whole file; accepted: at least one tag such as \
                 [Deal \"N:AKQJ.T98.765.432 … … …\"] with a hand that is known",
        )
    }

    fn again(&self) -> u64 {
        self.boards.again()
    }
}

/// Takes over the value of a tag: `#` is the value in the game before, `##` stands before a value
/// that holds from now on, which a value does here anyway.
fn inherit(value: &mut Vec<u8>, told: &[u8]) {
    if told != b"#" {
        value.clear();
        value.extend_from_slice(told.strip_prefix(b"##").unwrap_or(told));
    }
}
