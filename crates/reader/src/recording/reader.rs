//! The readers of all formats, as one.

use std::io::Read;

use super::binary::Values;
use super::dictionary::Dictionary;
use super::format::Format;
use super::inspector::Inspector;
use super::json::Documents;
use super::key::Key;
use super::layout::Layout;
use super::rows::Rows;
use super::rules::Rules;
use super::sniff::{BYTE_ORDER_MARK, sniff};
use super::taker::Taker;
use super::text::Lines;
use super::window::Window;
use crate::fault::Fault;
use deck::Card;

/// The reader of a format.
#[derive(Debug)]
pub(super) enum Reader {
    Lines(Lines),
    Rows(Box<Rows>),
    Documents(Box<Documents>),
    Values(Values),
}

impl Reader {
    /// A reader for decks of `cards` cards. A format that is still to be found out is text.
    pub(super) fn new(format: Format, cards: usize) -> Self {
        match format {
            // Formats of hands are not read as decks: `Reading::check_decks` refuses them.
            Format::Auto
            | Format::Text
            | Format::Pbn
            | Format::Lin
            | Format::Phh
            | Format::Stars
            | Format::Lands17 => Self::Lines(Lines::new(cards)),
            Format::Csv | Format::Jsonl | Format::Cards => {
                Self::Rows(Box::new(Rows::new(format, cards)))
            }
            Format::Json => Self::Documents(Box::new(Documents::new(cards))),
            Format::U8 => Self::Values(Values::new(Layout::U8, cards)),
            Format::U16 => Self::Values(Values::new(Layout::U16, cards)),
        }
    }

    /// Bytes that a reader of that format must see at once.
    pub(super) fn widest(format: Format, cards: usize) -> usize {
        match Self::new(format, cards) {
            Self::Lines(_) if format == Format::Auto => Rows::widest(cards),
            Self::Lines(lines) => lines.widest(),
            Self::Rows(_) | Self::Documents(_) => Rows::widest(cards),
            Self::Values(values) => values.widest(),
        }
    }

    /// The format of the stream at the window, where cards have names that are not plain numbers if
    /// they are `named`, and an object's deck is under `key`.
    pub(super) fn choose<R: Read>(
        window: &mut Window<R>,
        cards: usize,
        named: bool,
        key: Option<&Key>,
    ) -> Format {
        let (_, end) = first_line(window, Rows::widest(cards));
        match sniff(window.bytes(end), key) {
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
            Self::Documents(documents) => documents.next(window, check),
            Self::Values(values) => values.next(window, check),
        }
    }

    /// The taker of decks in a format in which cards may have names.
    fn taker(&self) -> Option<&Taker> {
        match self {
            Self::Rows(rows) => Some(rows.taker()),
            Self::Documents(documents) => Some(documents.taker()),
            Self::Lines(_) | Self::Values(_) => None,
        }
    }

    fn taker_mut(&mut self) -> Option<&mut Taker> {
        match self {
            Self::Rows(rows) => Some(rows.taker_mut()),
            Self::Documents(documents) => Some(documents.taker_mut()),
            Self::Lines(_) | Self::Values(_) => None,
        }
    }

    /// The symbols of the deck read last, if its cards are names.
    pub(super) fn symbols(&self) -> Option<&[Card]> {
        self.taker()?.symbols()
    }

    /// The names of its cards, if they are names that are known.
    pub(super) fn names(&self) -> Option<&Dictionary> {
        self.taker()?.names()
    }

    /// Sets the rules for reading formats in which cards may have names.
    pub(super) fn set_rules(&mut self, rules: &Rules) {
        match self {
            Self::Rows(rows) => rows.set_rules(rules),
            Self::Documents(documents) => documents.set_rules(rules),
            Self::Lines(_) | Self::Values(_) => {}
        }
    }

    /// Cards are numbers, as in the deck before the shuffle.
    pub(super) fn expect_numbers(&mut self) {
        if let Some(taker) = self.taker_mut() {
            taker.expect_numbers();
        }
    }

    /// Cards have these names, which are those of the deck before the shuffle; false if the format
    /// has no names.
    pub(super) fn expect_names(&mut self, names: &Dictionary) -> bool {
        let taker = self.taker_mut();
        let takes = taker.is_some();
        if let Some(taker) = taker {
            taker.expect_names(names.clone());
        }
        takes
    }

    /// The line read last, from 1, in a format that has lines.
    pub(super) fn line(&self) -> Option<u64> {
        match self {
            Self::Lines(lines) => Some(lines.line()),
            Self::Rows(rows) => Some(rows.line()),
            Self::Documents(documents) => Some(documents.line()),
            Self::Values(_) => None,
        }
    }

    /// Says what a deck may be.
    pub(super) fn accepted(&self, check: &Inspector) -> String {
        let taker = self.taker();
        taker.map_or_else(|| check.accepted(), |taker| taker.accepted(check))
    }

    /// Says what was found out about the format: starts with a blank, or is empty.
    pub(super) fn about(&self) -> String {
        match self {
            Self::Rows(rows) => rows.about(),
            Self::Lines(_) | Self::Documents(_) | Self::Values(_) => String::new(),
        }
    }
}

/// Finds the start and the end of the first line of the window that is not blank, within `widest` bytes.
pub(super) fn first_line<R: Read>(window: &mut Window<R>, widest: usize) -> (usize, usize) {
    let (mut start, mut end) = (0, window.line_end(0, widest));
    while let Some(blank) = end
        && is_blank(&window.bytes(blank)[start..], start)
    {
        start = blank + 1;
        end = window.line_end(start, widest);
    }
    let end = end.unwrap_or_else(|| window.bytes(widest).len());
    (start.min(end), end)
}

/// Returns true if the line that starts at this offset of the stream holds nothing.
fn is_blank(line: &[u8], start: usize) -> bool {
    let marked = line.strip_prefix(BYTE_ORDER_MARK).filter(|_| start == 0);
    marked.unwrap_or(line).trim_ascii().is_empty()
}
