//! Decks on lines whose cards may be numbers or names: separated values, JSON lines, names of cards.
//!
//! The first deck says whether cards are numbers, playing cards or other names, unless the deck
//! before the shuffle is given, and does so for all.

use std::io::Read;

use super::columns::Columns;
use super::dictionary::Dictionary;
use super::fault::{Fault, Place, Slip};
use super::format::Format;
use super::header::{Header, is_header, peek};
use super::inspector::Inspector;
use super::row::{Kind, Row, common_kind, kind, number};
use super::slips::{KINDS, mixed, repeated, text_of, unsure, wrong_numbers};
use super::sniff::{BYTE_ORDER_MARK, instead, instead_of_line};
use super::window::Window;
use super::{cards, csv, jsonl};
use crate::deck::Card;

/// Bytes on a line for each card, at most: a name, its quotes and what separates it.
const WIDEST_CARD: usize = 256;

/// Bytes that any line may have, however few cards: room for what stands beside the deck.
const SHORTEST_LIMIT: usize = 1 << 16;

/// Reads decks from lines.
#[derive(Debug)]
pub(super) struct Rows {
    format: Format,
    /// The line read last, from 1.
    line: u64,
    /// Bytes that a line may have.
    longest: usize,
    row: Row,
    notation: Notation,
    /// Whether wrong decks will be skipped.
    skips: bool,
    /// Rows begun.
    begun: u64,
    /// Of separated values: whether there is a header row, as the caller said and as was found.
    header: Header,
    has_header: bool,
    /// Of separated values: the columns that hold the deck, if there are others beside it.
    columns: Option<Columns>,
    /// Of separated values: the delimiter, once it is known.
    delimiter: Option<u8>,
}

/// The notation of the cards.
#[derive(Debug)]
pub(super) enum Notation {
    /// The notation is not known yet.
    Unknown,
    /// Numbers, each once.
    Numbers,
    /// Names.
    Names(Dictionary),
}

/// A line at the window.
#[derive(Debug, Clone, Copy)]
struct Line {
    /// Bytes without the end of the line.
    text: usize,
    /// Bytes with it.
    whole: usize,
}

impl Rows {
    /// A reader for decks of `cards` cards, in a format that takes names.
    pub(super) fn new(format: Format, cards: usize) -> Self {
        Self {
            format,
            line: 0,
            longest: SHORTEST_LIMIT + WIDEST_CARD * cards,
            row: Row::default(),
            notation: Notation::Unknown,
            skips: false,
            begun: 0,
            header: Header::Auto,
            has_header: false,
            columns: None,
            delimiter: None,
        }
    }

    /// Bytes that must be seen at once: a line, and for separated values two.
    pub(super) fn widest(cards: usize) -> usize {
        2 * (SHORTEST_LIMIT + WIDEST_CARD * cards + 1)
    }

    /// Cards are numbers, as in the deck before the shuffle.
    pub(super) fn expect_numbers(&mut self) {
        self.notation = Notation::Numbers;
    }

    /// Cards have these names, which are those of the deck before the shuffle.
    pub(super) fn expect_names(&mut self, names: Dictionary) {
        self.notation = Notation::Names(names);
    }

    /// Whether the first row of separated values names the columns, and which columns hold the deck, if
    /// not all; and whether wrong decks will be skipped, so that the first that is right must be known
    /// to be.
    pub(super) fn set_rules(&mut self, header: Header, columns: Option<Columns>, skips: bool) {
        (self.header, self.columns, self.skips) = (header, columns, skips);
    }

    /// The line read last.
    pub(super) fn line(&self) -> u64 {
        self.line.max(1)
    }

    /// The symbols of the deck read last, if its cards are names.
    pub(super) fn symbols(&self) -> Option<&[Card]> {
        match &self.notation {
            Notation::Names(names) => Some(names.deck()),
            _ => None,
        }
    }

    /// The names of its cards, if they are names that are known.
    pub(super) fn names(&self) -> Option<&Dictionary> {
        match &self.notation {
            Notation::Names(names) => Some(names),
            _ => None,
        }
    }

    /// Says what was found out about separated values: starts with a blank, or is empty.
    pub(super) fn about(&self) -> String {
        let Some(delimiter) = self.delimiter else {
            return String::new();
        };
        let header = if self.has_header {
            " after a header row"
        } else {
            ""
        };
        let columns =
            (self.columns).map_or_else(String::new, |columns| format!(", columns {columns}"));
        format!(" separated by {}{header}{columns}", csv::written(delimiter))
    }

    /// Reads the next deck, numbers into `check`; false at the end of the stream.
    pub(super) fn next<R: Read>(
        &mut self,
        window: &mut Window<R>,
        check: &mut Inspector,
    ) -> Result<bool, Fault> {
        loop {
            let Some(line) = self.next_line(window, check.cards())? else {
                return Ok(false);
            };
            match self.read(window, line, check) {
                Ok(deck) => {
                    window.pass(line.whole);
                    if deck {
                        return Ok(true);
                    }
                }
                Err(slip) => return Err(self.fault(window, line, slip, check.cards())),
            }
        }
    }

    /// The next line that is not blank; none at the end of the stream.
    fn next_line<R: Read>(
        &mut self,
        window: &mut Window<R>,
        cards: usize,
    ) -> Result<Option<Line>, Fault> {
        loop {
            let end = window.line_end(0, self.longest + 1);
            let bytes = window.bytes(self.longest + 1);
            if window.passed() == 0 && bytes.starts_with(BYTE_ORDER_MARK) {
                window.pass(BYTE_ORDER_MARK.len());
                continue;
            }
            let seen = bytes.len();
            let text = end.unwrap_or(seen);
            let blank = bytes[..text].trim_ascii().is_empty();
            if end.is_none() {
                if seen > self.longest {
                    self.line += 1;
                    return Err(self.endless(window, cards));
                }
                if let Some(error) = window.take_broken() {
                    return Err(Fault::Broken(error));
                }
                if seen == 0 {
                    return Ok(None);
                }
            }
            self.line += 1;
            let whole = (text + 1).min(seen);
            if !blank {
                return Ok(Some(Line { text, whole }));
            }
            window.pass(whole);
        }
    }

    /// Reads the line at the window: whether it is a deck, or the header row.
    fn read<R: Read>(
        &mut self,
        window: &mut Window<R>,
        line: Line,
        check: &mut Inspector,
    ) -> Result<bool, Slip> {
        self.begun += 1;
        let head = self.begun == 1 && self.format == Format::Csv;
        if head && self.header == Header::Yes {
            self.has_header = true;
            return Ok(false);
        }
        let text = text_of(window.bytes(line.text))?;
        match self.format {
            Format::Csv => {
                let cards = check.cards();
                let delimiter = *self
                    .delimiter
                    .get_or_insert_with(|| csv::delimiter(text, cards));
                csv::deck(text, delimiter, self.columns, &mut self.row)?;
            }
            Format::Jsonl => jsonl::split(text, &mut self.row)?,
            _ => cards::split(text, &mut self.row)?,
        }
        if head && self.header == Header::Auto {
            let delimiter = self.delimiter.unwrap_or(b',');
            let next = || peek(window, line.whole, self.longest, delimiter, self.columns);
            self.has_header = is_header(&self.row, check.cards(), &self.notation, next)?;
            if self.has_header {
                return Ok(false);
            }
        }
        self.take(check)?;
        Ok(true)
    }

    /// Takes the row as a deck.
    fn take(&mut self, check: &mut Inspector) -> Result<(), Slip> {
        let row = &self.row;
        if row.len() != check.cards() {
            return Err(self.miscounted(check));
        }
        match &mut self.notation {
            Notation::Numbers => take_numbers(row, check),
            Notation::Names(names) => names.take(row),
            Notation::Unknown => match common_kind(row.names()) {
                Some(Kind::Number) => {
                    take_numbers(row, check)?;
                    self.notation = Notation::Numbers;
                    Ok(())
                }
                Some(Kind::Playing | Kind::Other) => {
                    let mut names = Dictionary::sorted(row, "the first deck".to_owned());
                    if names.repeated().is_some() {
                        return Err(repeated(row));
                    }
                    if self.skips && !names.is_standard() {
                        return Err(unsure());
                    }
                    names.take(row)?;
                    self.notation = Notation::Names(names);
                    Ok(())
                }
                _ => Err(mixed(row, self.header_hint())),
            },
        }
    }

    /// Says how many cards the row has instead of as many as it should.
    #[cold]
    fn miscounted(&self, check: &Inspector) -> Slip {
        let (count, cards) = (self.row.len(), check.cards());
        let plural = if count == 1 { "" } else { "s" };
        let hint = match self.format {
            Format::Csv if count == cards + 1 => {
                "; is --deck right, or is the first column the number of the row (--columns)?"
            }
            _ => "; is --deck right?",
        };
        let header = self.header_hint();
        Slip::new(
            0,
            format!(
                "found {count} card{plural} on the line; accepted: {cards} on each line, {}{hint}{header}",
                self.accepted(check)
            ),
        )
    }

    /// Gives the hint of a message where a header row may stand: starts with `; `, or is empty.
    fn header_hint(&self) -> &'static str {
        if self.format == Format::Csv && self.header == Header::Auto && self.begun == 1 {
            "; if it is a header row, say --header yes"
        } else {
            ""
        }
    }

    /// Says what a deck may be.
    pub(super) fn accepted(&self, check: &Inspector) -> String {
        match &self.notation {
            Notation::Unknown => KINDS.to_owned(),
            Notation::Numbers => check.accepted(),
            Notation::Names(names) => names.accepted(),
        }
    }

    /// A slip in the line at the window.
    #[cold]
    fn fault<R: Read>(
        &self,
        window: &mut Window<R>,
        line: Line,
        slip: Slip,
        cards: usize,
    ) -> Fault {
        // Where there are as many cards as there should be, the format is right.
        let hint = if self.begun == 1 && self.row.len() != cards {
            instead_of_line(window, line.whole, cards, self.format)
        } else {
            String::new()
        };
        Fault::Deck {
            place: Place {
                line: Some(self.line),
                byte: window.passed() + slip.at as u64,
            },
            problem: slip.problem + &hint,
            behind: (!slip.fatal).then_some(line.whole),
        }
    }

    #[cold]
    fn endless<R: Read>(&self, window: &Window<R>, cards: usize) -> Fault {
        let hint = if self.begun == 0 {
            instead(window.bytes(self.longest + 1), cards, self.format)
        } else {
            String::new()
        };
        Fault::Deck {
            place: Place {
                line: Some(self.line),
                byte: window.passed(),
            },
            problem: format!(
                "found no end of the line within {} bytes; accepted: a deck of {cards} cards on \
                 each line{hint}",
                self.longest
            ),
            behind: None,
        }
    }
}

fn take_numbers(row: &Row, check: &mut Inspector) -> Result<(), Slip> {
    check.start();
    let mut names = row.names();
    let good = names.all(|name| kind(name) == Kind::Number && check.take(number(name)));
    if good && check.finish() {
        Ok(())
    } else {
        Err(wrong_numbers(row, check))
    }
}
