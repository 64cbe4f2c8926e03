//! Decks that something else shuffled, read from a stream.
//!
//! Decks come in one of the [`FORMATS`], top card first, all of one size. Cards are numbers, which
//! count from 0 or from 1 (that is found out from the first deck, unless it is given, and holds for
//! all), or names. Every deck must have each card as often as the deck before the shuffle; the first
//! that has not ends the stream with an error that names the place, what was found there and what is
//! accepted, unless some wrong decks are to be skipped. Memory does not depend on the number of
//! decks, nor on the length of lines.
//!
//! Each deck is handed on as its order relative to the deck that was shuffled: the sorted
//! one, the [`Start`], or the deck before it.

mod binary;
mod cards;
mod columns;
mod csv;
mod dictionary;
mod format;
mod header;
mod inspector;
mod json;
mod jsonl;
mod key;
mod labelled;
mod layout;
mod lists;
mod nest;
pub(super) mod one_order;
mod quote;
mod reader;
mod relative_order;
mod row;
mod rows;
mod rules;
mod separator;
mod size;
mod slips;
mod sniff;
mod start;
mod taker;
#[cfg(test)]
mod tests;
mod text;
mod window;

use std::io::Read;

pub use columns::Columns;
pub use format::{Base, FORMATS, Format};
pub use header::Header;
pub use key::Key;
pub use labelled::{Copies, LABELS_OF_SIMULATED, Labelled};
pub use separator::Separator;
pub(crate) use size::sized;
pub use start::{Start, StartError};

use super::{Facts, Outside, Reading, Source, SourceError};
use crate::fault::{Fault, Place};
use crate::looks::likely;
use ::text::harmless;
use deck::{BLOCK, Block, Lines, MAX_CARDS, MIN_CARDS, Rows, playing_cards};
use inspector::{By, Inspector};
use reader::Reader;
use relative_order::RelativeOrder;
use rules::Rules;
use window::Window;

/// The code of a playing card as people type it: spades, hearts, diamonds and clubs from 0, each from ace to king.
pub(super) fn playing_card(text: &str) -> Option<u8> {
    playing_cards::code(text).filter(|code| *code < playing_cards::STANDARD)
}

/// Bytes that are looked at for another meaning, of those that are there already.
const LOOKED_AT: usize = 1 << 14;

/// A stream of recorded decks.
///
/// ```
/// use deck::Block;
/// use colddeck_reader::{Base, Format, Reading, Recorded};
/// use source::Source;
/// let text = "1 2 3\n3, 1, 2\n";
/// let reading = Reading::from(Format::Text);
/// let mut decks = Recorded::new(text.as_bytes(), "decks.txt".to_owned(), 3, &reading);
/// let mut block = Block::new(3);
/// decks.fill(&mut block)?;
/// assert_eq!(block.decks().collect::<Vec<_>>(), [[0, 1, 2], [2, 0, 1]]);
/// assert_eq!(decks.base(), Some(Base::One));
/// # Ok::<(), source::SourceError>(())
/// ```
#[derive(Debug)]
pub struct Recorded<R> {
    name: String,
    reading: Reading,
    /// The format as asked for, and then as found out.
    format: Format,
    window: Window<R>,
    reader: Reader,
    check: Inspector,
    order: RelativeOrder,
    /// The first deck is in the order of what it was shuffled from.
    first_unmoved: bool,
    /// The stream ended without anything in it, wrong or right.
    blank: bool,
    /// The likeliest meaning of a stream whose first deck is broken.
    likely: Option<String>,
    /// The number of the stream among several: labels of copies differ.
    stream: u64,
    /// Decks that were read, handed out or not.
    good: u64,
    /// Decks handed out.
    decks: u64,
    skipped: Skipped,
    lines: Lines,
    state: State,
}

/// Wrong decks that were passed over.
#[derive(Debug, Default)]
struct Skipped {
    count: u64,
    first: String,
}

#[derive(Debug)]
enum State {
    /// Nothing was read.
    New,
    Reading,
    Ended,
    Failed(Fault),
}

impl<R: Read> Recorded<R> {
    /// Decks of `cards` cards from `input`, which messages call `name`, read as `reading` says.
    ///
    /// # Panics
    ///
    /// If `cards` is not from [`MIN_CARDS`] to [`MAX_CARDS`].
    pub fn new(input: R, name: String, cards: usize, reading: &Reading) -> Self {
        assert!(
            (MIN_CARDS..=MAX_CARDS).contains(&cards),
            "a deck has {MIN_CARDS} to {MAX_CARDS} cards"
        );
        let format = reading.format;
        Self {
            name,
            reading: reading.clone(),
            format,
            window: Window::new(input, Reader::widest(format, cards)),
            reader: Reader::new(format, cards),
            check: Inspector::new(cards, reading.base),
            order: RelativeOrder::new(),
            first_unmoved: false,
            blank: false,
            likely: None,
            stream: 0,
            good: 0,
            decks: 0,
            skipped: Skipped::default(),
            lines: Lines::default(),
            state: State::New,
        }
    }

    /// It is the one with this number of several streams that are tested together: copies are labelled
    /// independently of those in the others.
    #[must_use]
    pub fn stream(mut self, number: u64) -> Self {
        self.stream = number;
        self
    }

    /// The base of the cards, if they are numbers: as given, or as found out from the first deck.
    pub fn base(&self) -> Option<Base> {
        match self.reader.symbols() {
            Some(_) => None,
            None => self.check.base(),
        }
    }

    /// Decks handed out so far: those of a block that holds a wrong deck do not count.
    pub fn decks(&self) -> u64 {
        self.decks
    }

    /// Decks that were right but are not handed out, because what they were shuffled from is not
    /// known.
    pub fn unused(&self) -> u64 {
        self.good - self.decks
    }

    /// Returns true if some cards have the same name, so that they are labelled at random.
    pub fn has_copies(&self) -> bool {
        self.reading.start.as_ref().is_some_and(Start::has_copies)
    }

    /// Returns true if cards have names, and no deck before the shuffle gives their order there.
    pub(crate) fn has_unknown_start(&self) -> bool {
        let known = self
            .reading
            .start
            .as_ref()
            .is_some_and(|start| !start.is_list());
        self.reader.symbols().is_some() && !known && !self.reading.in_place
    }

    /// Tells in a few words how decks are written: complete once a deck was read.
    pub(super) fn notation(&self) -> String {
        let base = self.base();
        let base = base.map(|base| match base.number() {
            // Words count cards from 1.
            0 => ", cards counted from 0, so that 0 is card 1".to_owned(),
            base => format!(", cards counted from {base}"),
        });
        format!(
            "{}{}{}",
            self.format.name(),
            self.reader.about(),
            base.unwrap_or_default()
        )
    }

    /// Says what becomes of the decks: empty, or starts with a comma.
    fn treatment(&self) -> String {
        let skipped = match self.skipped.count {
            0 => String::new(),
            1 => ", 1 broken deck skipped".to_owned(),
            more => format!(", {more} broken decks skipped"),
        };
        self.relation() + &skipped
    }

    /// Says what decks are relative to: empty, or starts with a comma.
    pub(super) fn relation(&self) -> String {
        let mut text = String::new();
        let mut add = |part: String| text += &part;
        if let Some(start) = &self.reading.start {
            add(format!(", relative to {}", start.name()));
        }
        if self.reading.in_place {
            add(", each deck relative to the one before it".to_owned());
        }
        if self.has_copies() {
            add(format!(
                ", copies labelled at random (seed {})",
                self.reading.labels
            ));
        }
        text
    }

    /// Returns true if the cards of both have the same names, as far as they have names that are known.
    pub(super) fn has_cards_of(&self, other: &Self) -> bool {
        match (self.reader.names(), other.reader.names()) {
            (Some(ours), Some(theirs)) => ours.has_cards_of(theirs),
            _ => true,
        }
    }

    /// Returns true if the first deck read is in the order of the deck that it was shuffled from: with more than a few
    /// cards that is no shuffle, but perhaps a header row, or the start itself.
    pub(crate) fn has_unmoved_first(&self) -> bool {
        const A_FEW: usize = 8;
        self.first_unmoved && self.check.cards() >= A_FEW
    }

    /// Returns true if the stream ended without anything in it, wrong or right.
    pub(super) fn found_nothing(&self) -> bool {
        self.blank
    }

    /// Fills a block like [`Source::fill`], but with at most `most` decks, of which the first has index `first`.
    pub(super) fn fill_some(
        &mut self,
        block: &mut Block,
        first: u64,
        most: usize,
    ) -> Result<(), SourceError> {
        assert_eq!(block.cards(), self.check.cards(), "cards in a deck");
        block.clear(first);
        if let State::New | State::Reading = self.state {
            match self.read(block, most) {
                Ok(ended) => {
                    self.decks += block.len() as u64;
                    if ended {
                        self.state = State::Ended;
                    }
                }
                Err(fault) => {
                    block.clear(first);
                    self.state = State::Failed(fault);
                }
            }
        }
        match &self.state {
            State::Failed(fault) => Err(fault.named(&self.name)),
            State::New | State::Reading | State::Ended => Ok(()),
        }
    }

    /// Appends decks to `block` until it has `most` or the stream ends; true at the end.
    fn read(&mut self, block: &mut Block, most: usize) -> Result<bool, Fault> {
        if let State::New = self.state {
            self.begin()?;
            self.state = State::Reading;
        }
        while block.len() < most {
            match self.reader.next(&mut self.window, &mut self.check) {
                Ok(true) => self.hand_on(block),
                Ok(false) if self.decks == 0 && block.is_empty() => {
                    self.blank = self.good == 0 && self.skipped.count == 0;
                    return Err(self.nothing());
                }
                Ok(false) => return Ok(true),
                Err(fault) => self.skip(fault).map_err(|fault| self.guessed(fault))?,
            }
        }
        Ok(false)
    }

    /// Fills `block` with as many decks as it holds, where that can be done in one go: bytes, each deck
    /// by itself, the first deck read. False, with nothing read, if it cannot, or if one of them is
    /// wrong: whoever reads them one by one finds out what.
    fn fill_at_once(&mut self, block: &mut Block) -> bool {
        let (State::Reading, Reader::Values(values), Some(base)) =
            (&self.state, &self.reader, self.check.base())
        else {
            return false;
        };
        if self.good == 0 || !self.order.is_plain() {
            return false;
        }
        let Some(length) = values.bytes_at_once() else {
            return false;
        };
        self.window.fetch(length);
        let bytes = self.window.bytes(length);
        if bytes.len() < length {
            return false;
        }
        let Rows::Bytes(rows) = block.fill_rows(BLOCK, self.decks) else {
            return false;
        };
        if !values.invert(bytes, base, rows) {
            return false;
        }
        self.window.pass(length);
        self.good += BLOCK as u64;
        self.decks += BLOCK as u64;
        true
    }

    /// Fills a block like [`Self::fill_at_once`], if nothing need be waited for: all its bytes were fetched already.
    #[cfg(not(target_family = "wasm"))]
    pub(super) fn fill_fetched(&mut self, block: &mut Block) -> bool {
        let Reader::Values(values) = &self.reader else {
            return false;
        };
        let there = values.bytes_at_once().is_some_and(|length| {
            let fetched = self.window.bytes(length);
            fetched.len() == length
        });
        there && self.fill_at_once(block)
    }

    /// Wrong decks that were passed over.
    #[cfg(not(target_family = "wasm"))]
    pub(super) fn skipped(&self) -> u64 {
        self.skipped.count
    }

    /// Appends the deck that was just read.
    #[inline]
    fn hand_on(&mut self, block: &mut Block) {
        if let Some(line) = self.reader.line() {
            self.lines.note(self.decks + block.len() as u64, line);
        }
        let deck = self.reader.symbols().unwrap_or(self.check.deck());
        if self.order.is_plain() {
            block.push(deck);
        } else {
            if self.good == 0 && self.reading.start.is_none() && self.reader.symbols().is_some() {
                self.order.forget();
            }
            if let Some(deck) = self.order.of(deck, self.good) {
                block.push(deck);
            }
        }
        if self.good == 0 {
            let first = block.decks().take(1).flatten();
            self.first_unmoved = !block.is_empty() && first.is_sorted();
        }
        self.good += 1;
    }

    /// Finds out what is left to find out before the first deck is read.
    fn begin(&mut self) -> Result<(), Fault> {
        let cards = self.check.cards();
        let named = self
            .reading
            .start
            .as_ref()
            .is_some_and(|start| start.names().is_some());
        if self.format == Format::Auto {
            self.format = if self.reading.has_values() {
                Format::Csv
            } else {
                Reader::choose(&mut self.window, cards, named, self.reading.key.as_ref())
            };
            self.reader = Reader::new(self.format, cards);
            self.likely = likely(self.window.bytes(LOOKED_AT));
        }
        self.check_size()?;
        self.reader.set_rules(&Rules::of(&self.reading));
        if let (Some(key), false) = (&self.reading.key, self.format.has_keys()) {
            return Err(self.refused(format!(
                "found --key {key} with --format {}; accepted with it: jsonl or json",
                self.format.name()
            )));
        }
        if self.reading.in_place {
            self.order.set_in_place(cards);
        }
        let Some(start) = &self.reading.start else {
            return Ok(());
        };
        if start.symbols().len() != cards {
            return Err(self.refused(format!(
                "found {} cards in {}; accepted: {cards}, as --deck says",
                start.symbols().len(),
                start.name()
            )));
        }
        if let Some(names) = start.names() {
            if !self.reader.expect_names(names) {
                return Err(self.refused(format!(
                    "found {} with cards that are no permutation of 0 to {} or of 1 to {cards}; \
                     accepted with --format {}: only such, each number once; use --format cards",
                    start.name(),
                    cards - 1,
                    self.format.name()
                )));
            }
        } else if let Some(base) = start.base() {
            if let Some(asked) = self.check.base().filter(|asked| *asked != base) {
                return Err(self.refused(format!(
                    "found {} with cards counted from {}; accepted: from {}, as --base says",
                    start.name(),
                    base.number(),
                    asked.number()
                )));
            }
            self.check.expect(base, By::Start);
            self.reader.expect_numbers();
        }
        self.order
            .set_start(start.symbols(), self.reading.labels, self.stream);
        self.check_size()
    }

    /// Passes over the deck that was refused, if that is wanted and can be done.
    #[cold]
    fn skip(&mut self, fault: Fault) -> Result<(), Fault> {
        let Fault::Deck {
            place,
            problem,
            behind,
        } = fault
        else {
            return Err(fault);
        };
        let (skipped, most) = (&mut self.skipped, self.reading.skip_invalid);
        let Some(behind) = behind.filter(|_| skipped.count < most) else {
            let before = match skipped.count {
                0 => String::new(),
                1 => "; 1 broken deck before it was skipped".to_owned(),
                more => format!("; {more} broken decks before it were skipped"),
            };
            return Err(Fault::Deck {
                place,
                problem: problem + &before,
                behind,
            });
        };
        if skipped.count == 0 {
            skipped.first = format!("{place}: {problem}");
        }
        skipped.count += 1;
        self.window.pass(behind);
        self.order.forget();
        Ok(())
    }

    /// Refuses decks that are too large for the format.
    fn check_size(&self) -> Result<(), Fault> {
        let (cards, most) = (
            self.check.cards(),
            self.format.most_cards(self.check.base()),
        );
        if cards <= most {
            return Ok(());
        }
        Err(self.refused(format!(
            "found --format {} with decks of {cards} cards; accepted with it: up to 256 cards \
             (255 if they count from 1); use --format u16",
            self.format.name()
        )))
    }

    /// A fault after which nothing can be read.
    fn refused(&self, problem: String) -> Fault {
        Fault::Deck {
            place: self.place(),
            problem,
            behind: None,
        }
    }

    /// The same, with the likeliest meaning if nothing was read before it.
    #[cold]
    fn guessed(&self, fault: Fault) -> Fault {
        fault.guessed(self.likely.clone().filter(|_| self.good == 0))
    }

    #[cold]
    fn nothing(&self) -> Fault {
        let found = match (self.good, self.skipped.count) {
            (0, 0) => "no deck".to_owned(),
            (0, skipped) => format!("no deck but {skipped} broken ones"),
            _ => "no deck whose predecessor is known".to_owned(),
        };
        let accepted = if self.good > 0 {
            "with --in-place, decks after the first that was read".to_owned()
        } else {
            self.reader.accepted(&self.check)
        };
        self.refused(format!("found {found}; accepted: {accepted}"))
    }

    fn place(&self) -> Place {
        Place::Byte {
            line: self.reader.line(),
            byte: self.window.passed(),
        }
    }
}

impl<R: Read> Source for Recorded<R> {
    /// # Panics
    ///
    /// If the block is for decks of another size.
    fn fill(&mut self, block: &mut Block) -> Result<(), SourceError> {
        assert_eq!(block.cards(), self.check.cards(), "cards in a deck");
        if self.fill_at_once(block) {
            return Ok(());
        }
        self.fill_some(block, self.decks, BLOCK)
    }
}

impl<R: Read> Outside for Recorded<R> {
    fn name(&self) -> &str {
        &self.name
    }

    fn described(&self) -> String {
        let said = format!("{}, {}{}", self.name, self.notation(), self.treatment());
        harmless::words(&said).into_owned()
    }

    fn facts(&self) -> Facts {
        Facts {
            copies: self.has_copies(),
            unknown_start: self.has_unknown_start(),
            dealt: false,
            unmoved_first: self.has_unmoved_first(),
            skipped: self.skipped.count,
            first_skipped: self.skipped.first.clone(),
            unused: self.unused(),
            lines: self.lines.clone(),
        }
    }
}
