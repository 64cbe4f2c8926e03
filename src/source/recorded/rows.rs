//! Decks on lines whose cards may be numbers or names: separated values, JSON lines, names of cards.
//!
//! The first deck says whether cards are numbers, playing cards or other names, unless the deck
//! before the shuffle is given, and does so for all.

use std::collections::BTreeMap;
use std::io::Read;

use super::check::Check;
use super::dictionary::Dictionary;
use super::fault::{Fault, Place, Slip};
use super::format::Format;
use super::quote::quote;
use super::row::{Kind, Row, common_kind, kind, number};
use super::sniff::{BYTE_ORDER_MARK, instead};
use super::window::Window;
use super::{cards, csv, jsonl, playing};
use crate::deck::Card;

/// Bytes on a line for each card, at most: a name, its quotes and what separates it.
const WIDEST_CARD: usize = 256;

/// Bytes that any line may have, however few cards: room for what stands beside the deck.
const SHORTEST_LIMIT: usize = 1 << 16;

/// Whether the first row of separated values names the columns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Header {
    /// That is found out.
    Auto,
    /// It does.
    Yes,
    /// It is a deck.
    No,
}

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
    /// Wrong decks will be skipped.
    skips: bool,
    /// Rows begun.
    rows: u64,
    /// Of separated values: whether there is a header row, as it was told and as it is.
    header: Header,
    has_header: bool,
    /// Of separated values: the delimiter, once it is known.
    delimiter: Option<u8>,
}

/// What the cards are.
#[derive(Debug)]
enum Notation {
    Unknown,
    Numbers,
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
            rows: 0,
            header: Header::Auto,
            has_header: false,
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

    /// Whether the first row of separated values names the columns, and whether wrong decks will be
    /// skipped, so that the first that is right must be known to be.
    pub(super) fn set_rules(&mut self, header: Header, skips: bool) {
        (self.header, self.skips) = (header, skips);
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

    /// What was found out of separated values: starts with a blank, or nothing.
    pub(super) fn about(&self) -> String {
        let Some(delimiter) = self.delimiter else {
            return String::new();
        };
        let header = if self.has_header {
            " after a header row"
        } else {
            ""
        };
        format!(" separated by {}{header}", csv::written(delimiter))
    }

    /// Reads the next deck, numbers into `check`; false at the end of the stream.
    pub(super) fn next<R: Read>(
        &mut self,
        window: &mut Window<R>,
        check: &mut Check,
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
        check: &mut Check,
    ) -> Result<bool, Slip> {
        self.rows += 1;
        let head = self.rows == 1 && self.format == Format::Csv;
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
                csv::split(text, delimiter, &mut self.row)?;
            }
            Format::Jsonl => jsonl::split(text, &mut self.row)?,
            _ => cards::split(text, &mut self.row)?,
        }
        if head && self.header == Header::Auto {
            self.has_header = self.is_header(window, line, check.cards())?;
            if self.has_header {
                return Ok(false);
            }
        }
        self.take(check)?;
        Ok(true)
    }

    /// Takes the row as a deck.
    fn take(&mut self, check: &mut Check) -> Result<(), Slip> {
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

    /// Whether the row, the first, names the columns.
    fn is_header<R: Read>(
        &mut self,
        window: &mut Window<R>,
        line: Line,
        cards: usize,
    ) -> Result<bool, Slip> {
        let row = &self.row;
        let share = |wanted: Kind| row.names().filter(|name| kind(name) == wanted).count();
        match &self.notation {
            _ if row.len() != cards => return Ok(false),
            Notation::Numbers => return Ok(share(Kind::Number) == 0),
            Notation::Names(names) => {
                return Ok(row.names().all(|name| names.symbol(name).is_none()));
            }
            Notation::Unknown => {}
        }
        let common = common_kind(row.names());
        if let Some(Kind::Number | Kind::Playing) = common {
            return Ok(false);
        }
        // The next row tells: a header is unlike it, a deck has the same cards.
        let mut next = Row::default();
        let delimiter = self.delimiter.unwrap_or(b',');
        let is_row = |text| csv::split(text, delimiter, &mut next).is_ok() && next.len() == cards;
        let known = peek(window, line.whole, self.longest).is_some_and(is_row);
        let kind = common_kind(next.names()).filter(|_| known);
        match kind {
            // The names of columns may be a few playing cards: `c2`.
            Some(kind @ (Kind::Number | Kind::Playing)) => return Ok(2 * share(kind) < cards),
            Some(Kind::Other) => {
                let (first, second) = (sorted(row), sorted(&next));
                if first == second {
                    return Ok(false);
                }
                if first.iter().all(|name| second.binary_search(name).is_err()) {
                    return Ok(true);
                }
            }
            _ => {}
        }
        match common {
            Some(Kind::Other) => Err(Slip {
                fatal: true,
                ..Slip::new(
                    0,
                    "found a first row of names that may be a header row or a deck; accepted: \
                     with names, --header yes or --header no, or --start FILE with the deck before \
                     the shuffle",
                )
            }),
            _ => Ok(false),
        }
    }

    /// Says how many cards the row has instead of as many as it should.
    #[cold]
    fn miscounted(&self, check: &Check) -> Slip {
        let (count, cards) = (self.row.len(), check.cards());
        let plural = if count == 1 { "" } else { "s" };
        let hint = match self.format {
            Format::Csv if count == cards + 1 => {
                "; is --deck right, or is the first column the number of the row?"
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

    /// What a message adds where a header row may stand: starts with `; `, or nothing.
    fn header_hint(&self) -> &'static str {
        if self.format == Format::Csv && self.header == Header::Auto && self.rows == 1 {
            "; if it is a header row, say --header yes"
        } else {
            ""
        }
    }

    /// What a deck may be.
    pub(super) fn accepted(&self, check: &Check) -> String {
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
        let hint = if self.line == 1 && self.row.len() != cards {
            instead(window.bytes(usize::MAX), cards, self.format)
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
        let hint = if self.line == 1 {
            instead(window.bytes(usize::MAX), cards, self.format)
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

/// The text of a line, without what is left of its end.
fn text_of(bytes: &[u8]) -> Result<&str, Slip> {
    let bytes = bytes.strip_suffix(b"\r").unwrap_or(bytes);
    let control = |byte: &u8| byte.is_ascii_control() && *byte != b'\t';
    let wrong = match (std::str::from_utf8(bytes), bytes.iter().position(control)) {
        (Ok(text), None) => return Ok(text),
        (Ok(_), Some(at)) => at,
        (Err(error), None) => error.valid_up_to(),
        (Err(error), Some(at)) => at.min(error.valid_up_to()),
    };
    let found = quote(&bytes[wrong..]);
    Err(Slip::new(
        wrong,
        format!(
            "found {found}, which is no text; accepted: text in UTF-8, whose lines end in LF or CR LF"
        ),
    ))
}

/// The text of the next line that is not blank behind the first `behind` bytes of the window, if all
/// of it can be seen.
fn peek<R: Read>(window: &mut Window<R>, behind: usize, longest: usize) -> Option<&str> {
    let most = behind + longest + 1;
    let mut start = behind;
    loop {
        let end = window.line_end(start, most);
        let bytes = window.bytes(most);
        // The last line has no end, nor has one that is too long.
        let end =
            end.or_else(|| (start < bytes.len() && bytes.len() < most).then_some(bytes.len()))?;
        if !bytes[start..end].trim_ascii().is_empty() {
            return text_of(&window.bytes(most)[start..end]).ok();
        }
        start = end + 1;
    }
}

fn sorted(row: &Row) -> Vec<&str> {
    let mut names: Vec<&str> = row.names().collect();
    names.sort_unstable();
    names
}

/// What the cards of a first deck may be.
const KINDS: &str = "all of them whole numbers, all playing cards such as AS, 10h or T♠, or all other \
                     names";

fn take_numbers(row: &Row, check: &mut Check) -> Result<(), Slip> {
    check.start();
    let mut names = row.names();
    let good = names.all(|name| kind(name) == Kind::Number && check.take(number(name)));
    if good && check.finish() {
        Ok(())
    } else {
        Err(wrong_numbers(row, check))
    }
}

#[cold]
fn wrong_numbers(row: &Row, check: &Check) -> Slip {
    let show = |place: usize| quote(row.name(place).as_bytes());
    let strange = row.names().position(|name| kind(name) != Kind::Number);
    if let Some(place) = strange {
        return Slip::new(
            row.at(place),
            format!(
                "found {} as card {} of the deck, no whole number; accepted: {}",
                show(place),
                place + 1,
                check.accepted()
            ),
        );
    }
    let numbers: Vec<u32> = row.names().map(number).collect();
    let problem = check.problem(&numbers, show);
    Slip::new(
        row.at(problem.at),
        format!(
            "{}; accepted: {}{}",
            problem.found,
            check.accepted(),
            problem.hint
        ),
    )
}

/// A first deck in which a name comes twice.
#[cold]
fn repeated(row: &Row) -> Slip {
    let mut first = BTreeMap::new();
    for (place, name) in row.names().enumerate() {
        let card = playing::code(name).map_or(Err(name), Ok);
        if let Some(before) = first.insert(card, place) {
            return Slip::new(
                row.at(place),
                format!(
                    "found {} twice, as cards {} and {} of the deck; accepted: each card once, or as \
                     often as it is in the deck before the shuffle, which --start FILE gives",
                    quote(name.as_bytes()),
                    before + 1,
                    place + 1
                ),
            );
        }
    }
    unreachable!("it is called where a name comes twice")
}

/// A first deck whose cards are not of one kind.
#[cold]
fn mixed(row: &Row, hint: &str) -> Slip {
    let mut counts = BTreeMap::new();
    for kind in row.names().map(kind) {
        *counts.entry(kind).or_insert(0) += 1;
    }
    let usual = [Kind::Number, Kind::Playing, Kind::Other]
        .into_iter()
        .max_by_key(|kind| counts.get(kind));
    let usual = usual.unwrap_or(Kind::Other);
    let place = row
        .names()
        .position(|name| kind(name) != usual)
        .unwrap_or(0);
    let not = match (usual, kind(row.name(place))) {
        (_, Kind::Fraction) | (Kind::Number, _) => "no whole number",
        (Kind::Playing, _) => "no playing card",
        (_, Kind::Empty) => "no name",
        _ => "unlike the other names",
    };
    Slip::new(
        row.at(place),
        format!(
            "found {} as card {} of the deck, {not}; accepted: {KINDS}; names of several kinds \
             where --start FILE gives the deck before the shuffle{hint}",
            quote(row.name(place).as_bytes()),
            place + 1
        ),
    )
}

/// A first deck that may be wrong where wrong decks are skipped: all others would be.
#[cold]
fn unsure() -> Slip {
    Slip {
        fatal: true,
        ..Slip::new(
            0,
            "found a first deck of names, and --skip-invalid; accepted: both only for the 52 playing \
             cards, or with --start FILE, which says what the cards are if the first deck is wrong",
        )
    }
}
