//! Decks on lines whose cards may be numbers or names: separated values, JSON lines, names of cards.
//!
//! The first deck says whether cards are numbers, playing cards or other names, unless the deck
//! before the shuffle is given, and does so for all.

use std::io::Read;

use super::columns::{Columns, Found};
use super::format::Format;
use super::header::{Header, is_header, peek};
use super::inspector::Inspector;
use super::key::Key;
use super::quote::quote;
use super::rules::Rules;
use super::slips::{is_right, text_of};
use super::sniff::{BYTE_ORDER_MARK, instead, instead_of_line};
use super::taker::Taker;
use super::window::Window;
use super::{cards, csv, jsonl};
use crate::fault::{Fault, Place, Slip};

/// Bytes on a line for each card, at most: a name, its quotes and what separates it.
const WIDEST_CARD: usize = 256;

/// Bytes that any line may have, however few cards: room for what stands beside the deck.
const SHORTEST_LIMIT: usize = 1 << 16;

/// Bytes that a line with a deck of `cards` cards may have.
pub(super) const fn longest(cards: usize) -> usize {
    SHORTEST_LIMIT + WIDEST_CARD * cards
}

/// Reads decks from lines.
#[derive(Debug)]
pub(super) struct Rows {
    format: Format,
    /// The line read last, from 1.
    line: u64,
    /// Bytes that a line may have.
    longest: usize,
    taker: Taker,
    /// The key of an object that holds the deck, if it is said.
    key: Option<Key>,
    /// Rows begun.
    begun: u64,
    /// For separated values: the header row, as the caller said, and true if one was found.
    header: Header,
    has_header: bool,
    /// For separated values: the columns that hold the deck, if there are others beside it, as they are asked for and
    /// as they are found.
    columns: Option<Columns>,
    found: Option<Found>,
    /// For separated values: the delimiter, once it is known.
    delimiter: Option<u8>,
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
            longest: longest(cards),
            taker: Taker::default(),
            key: None,
            begun: 0,
            header: Header::Auto,
            has_header: false,
            columns: None,
            found: None,
            delimiter: None,
        }
    }

    /// Bytes that must be seen at once: a line, and for separated values two.
    pub(super) fn widest(cards: usize) -> usize {
        2 * (longest(cards) + 1)
    }

    /// Sets how the rows are read, and if wrong decks will be skipped, so that the first that is right must be known to
    /// be.
    pub(super) fn set_rules(&mut self, rules: &Rules) {
        self.header = rules.header;
        self.columns.clone_from(&rules.columns);
        self.found = rules.columns.as_ref().and_then(Columns::numbered);
        self.delimiter = rules.separator.filter(|_| self.format == Format::Csv);
        self.key.clone_from(&rules.key);
        self.taker.set_skips(rules.skips);
    }

    /// The line read last.
    pub(super) fn line(&self) -> u64 {
        self.line.max(1)
    }

    /// Takes the rows as decks.
    pub(super) fn taker(&self) -> &Taker {
        &self.taker
    }

    /// Takes the rows as decks.
    pub(super) fn taker_mut(&mut self) -> &mut Taker {
        &mut self.taker
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
        let columns = match (&self.columns, &self.found) {
            (Some(Columns::Named(name)), Some(found)) => {
                format!(", columns {} ({found})", quote(name.as_bytes()))
            }
            (_, Some(Found::One(column))) => format!(", column {}", column + 1),
            (_, Some(found)) => format!(", columns {found}"),
            (_, None) => String::new(),
        };
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
        let named = matches!(self.columns, Some(Columns::Named(_)));
        if head && self.header == Header::Yes && !named {
            self.has_header = true;
            return Ok(false);
        }
        let text = text_of(window.bytes(line.text))?;
        let row = self.taker.row_mut();
        match self.format {
            Format::Csv => {
                let cards = check.cards();
                let delimiter = *self
                    .delimiter
                    .get_or_insert_with(|| csv::delimiter(text, cards));
                if head && named {
                    csv::header(text, delimiter, row)?;
                    return self.find_columns();
                }
                csv::deck(text, delimiter, self.found.as_ref(), row)?;
            }
            Format::Jsonl => jsonl::split(text, self.key.as_ref(), row)?,
            _ => cards::split(text, row)?,
        }
        if head && self.header == Header::Auto {
            let delimiter = self.delimiter.unwrap_or(b',');
            let (row, columns) = (self.taker.row(), self.found.as_ref());
            let next = || peek(window, line.whole, self.longest, delimiter, columns);
            self.has_header = is_header(row, check.cards(), self.taker.notation(), next)?;
            if self.has_header {
                return Ok(false);
            }
        }
        if self.taker.row().len() != check.cards() {
            return Err(self.miscounted(check));
        }
        self.taker.take(check, self.header_hint())?;
        Ok(true)
    }

    /// Finds the columns that hold the deck by their names in the row, which is the header row.
    fn find_columns(&mut self) -> Result<bool, Slip> {
        let Some(columns) = &self.columns else {
            return Ok(false);
        };
        if self.header == Header::No {
            let problem = format!(
                "found the columns {} and --header no; accepted: columns by name where a header row has them",
                quote(columns.to_string().as_bytes())
            );
            return Err(Slip {
                fatal: true,
                ..Slip::new(0, problem)
            });
        }
        self.found = Some(columns.find(self.taker.row())?);
        self.has_header = true;
        Ok(false)
    }

    /// Says how many cards the row has instead of as many as it should.
    #[cold]
    fn miscounted(&self, check: &Inspector) -> Slip {
        let cards = check.cards();
        let count = self.taker.row().len();
        let hint = match self.format {
            Format::Csv if count == cards + 1 => {
                "; is --deck right, or is the first column the number of the row (--columns)?"
                    .to_owned()
            }
            _ => is_right(count, cards),
        };
        let header = self.header_hint();
        self.taker
            .miscounted(check, "on the line", &format!("{hint}{header}"))
    }

    /// Gives the hint of a message where a header row may stand: starts with `; `, or is empty.
    fn header_hint(&self) -> &'static str {
        if self.format == Format::Csv && self.header == Header::Auto && self.begun == 1 {
            "; if it is a header row, say --header yes"
        } else {
            ""
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
        // The format is right if there are as many cards as there should be.
        let hint = if self.begun == 1 && self.taker.row().len() != cards {
            instead_of_line(window, line.whole, cards, self.format)
        } else {
            String::new()
        };
        Fault::Deck {
            place: Place::Byte {
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
            place: Place::Byte {
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
