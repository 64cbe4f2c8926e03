//! The readers of all formats, as one.

use std::io::Read;

use super::binary::{Layout, Values};
use super::columns::Columns;
use super::dictionary::Dictionary;
use super::fault::Fault;
use super::format::Format;
use super::header::Header;
use super::inspector::Inspector;
use super::rows::Rows;
use super::sniff::{BYTE_ORDER_MARK, sniff};
use super::text::Lines;
use super::window::Window;
use crate::deck::Card;

/// The reader of a format.
#[derive(Debug)]
pub(super) enum Reader {
    Lines(Lines),
    Rows(Box<Rows>),
    Values(Values),
}

impl Reader {
    /// A reader for decks of `cards` cards. A format that is still to be found out is text.
    pub(super) fn new(format: Format, cards: usize) -> Self {
        match format {
            Format::Auto | Format::Text => Self::Lines(Lines::new(cards)),
            Format::Csv | Format::Jsonl | Format::Cards => {
                Self::Rows(Box::new(Rows::new(format, cards)))
            }
            Format::U8 => Self::Values(Values::new(Layout::U8, cards)),
            Format::U16 => Self::Values(Values::new(Layout::U16, cards)),
        }
    }

    /// Bytes that a reader of that format must see at once.
    pub(super) fn widest(format: Format, cards: usize) -> usize {
        match Self::new(format, cards) {
            Self::Lines(_) if format == Format::Auto => Rows::widest(cards),
            Self::Lines(lines) => lines.widest(),
            Self::Rows(_) => Rows::widest(cards),
            Self::Values(values) => values.widest(),
        }
    }

    /// The format of the stream at the window, where cards have names that are not plain numbers if
    /// they are `named`.
    pub(super) fn choose<R: Read>(window: &mut Window<R>, cards: usize, named: bool) -> Format {
        let widest = Rows::widest(cards);
        let (mut start, mut end) = (0, window.line_end(0, widest));
        while let Some(blank) = end
            && is_blank(&window.bytes(blank)[start..], start)
        {
            start = blank + 1;
            end = window.line_end(start, widest);
        }
        match sniff(window.bytes(end.unwrap_or(widest))) {
            Some(Format::Text) if named => Format::Cards,
            found => found.unwrap_or(Format::Text),
        }
    }

    /// Reads the next deck, numbers into `check`; false at the end of the stream.
    #[inline]
    pub(super) fn next<R: Read>(
        &mut self,
        window: &mut Window<R>,
        check: &mut Inspector,
    ) -> Result<bool, Fault> {
        match self {
            Self::Lines(lines) => lines.next(window, check),
            Self::Rows(rows) => rows.next(window, check),
            Self::Values(values) => values.next(window, check),
        }
    }

    /// The reader of a format in which cards may have names.
    fn rows(&self) -> Option<&Rows> {
        match self {
            Self::Rows(rows) => Some(rows),
            Self::Lines(_) | Self::Values(_) => None,
        }
    }

    /// The symbols of the deck read last, if its cards are names.
    pub(super) fn symbols(&self) -> Option<&[Card]> {
        self.rows()?.symbols()
    }

    /// The names of its cards, if they are names that are known.
    pub(super) fn names(&self) -> Option<&Dictionary> {
        self.rows()?.names()
    }

    /// Whether separated values have a header row, which columns hold the deck, and whether wrong decks will
    /// be skipped.
    pub(super) fn set_rules(&mut self, header: Header, columns: Option<Columns>, skips: bool) {
        if let Self::Rows(rows) = self {
            rows.set_rules(header, columns, skips);
        }
    }

    /// Cards are numbers, as in the deck before the shuffle.
    pub(super) fn expect_numbers(&mut self) {
        if let Self::Rows(rows) = self {
            rows.expect_numbers();
        }
    }

    /// Cards have these names, which are those of the deck before the shuffle; false if the format
    /// has no names.
    pub(super) fn expect_names(&mut self, names: &Dictionary) -> bool {
        let Self::Rows(rows) = self else { return false };
        rows.expect_names(names.clone());
        true
    }

    /// The line read last, from 1, in a format that has lines.
    pub(super) fn line(&self) -> Option<u64> {
        match self {
            Self::Lines(lines) => Some(lines.line()),
            Self::Rows(rows) => Some(rows.line()),
            Self::Values(_) => None,
        }
    }

    /// Says what a deck may be.
    pub(super) fn accepted(&self, check: &Inspector) -> String {
        let rows = self.rows();
        rows.map_or_else(|| check.accepted(), |rows| rows.accepted(check))
    }

    /// Says what was found out about the format: starts with a blank, or is empty.
    pub(super) fn about(&self) -> String {
        self.rows().map(Rows::about).unwrap_or_default()
    }
}

/// Whether the line that starts at this offset of the stream holds nothing.
fn is_blank(line: &[u8], start: usize) -> bool {
    let marked = line.strip_prefix(BYTE_ORDER_MARK).filter(|_| start == 0);
    marked.unwrap_or(line).trim_ascii().is_empty()
}
