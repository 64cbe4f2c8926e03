//! Decks in lists and objects within each other, however they are laid out: one JSON document, or what
//! programs print that wrap their lists over several lines.

use std::io::Read;

use super::format::Format;
use super::inspector::Inspector;
use super::key::Key;
use super::lists;
use super::nest::{Nest, Supply};
use super::rows::longest;
use super::rules::Rules;
use super::slips::no_text;
use super::sniff::{BYTE_ORDER_MARK, instead_of_line};
use super::taker::Taker;
use super::window::Window;
use crate::fault::{Fault, Place, Slip};
use deck::MAX_CARDS;

/// Reads deck after deck, and nothing but a deck at once.
#[derive(Debug)]
pub(super) struct Documents {
    /// Ends of lines before the window.
    lines: u64,
    /// The line on which the deck read last starts, from 1.
    line: u64,
    /// Bytes that a deck may have.
    longest: usize,
    nest: Nest,
    taker: Taker,
    /// The key of an object that holds the deck, if it is said.
    key: Option<Key>,
}

/// A window that counts lines.
struct View<'a, R> {
    window: &'a mut Window<R>,
    lines: &'a mut u64,
    longest: usize,
}

impl<R: Read> Supply for View<'_, R> {
    const END: &'static str = "stream";

    fn seen(&self) -> &[u8] {
        self.window.bytes(self.longest)
    }

    fn more(&mut self) -> bool {
        let seen = self.seen().len();
        if seen < self.longest {
            self.window.fetch(seen + 1);
        }
        self.seen().len() > seen
    }

    fn is_full(&self) -> bool {
        self.seen().len() == self.longest
    }

    fn pass(&mut self, bytes: usize) {
        *self.lines += ends_of_lines(&self.window.bytes(bytes)[..bytes]);
        self.window.pass(bytes);
    }
}

fn ends_of_lines(bytes: &[u8]) -> u64 {
    bytes.iter().filter(|byte| **byte == b'\n').count() as u64
}

impl Documents {
    /// A reader for decks of `cards` cards.
    pub(super) fn new(cards: usize) -> Self {
        Self {
            lines: 0,
            line: 1,
            longest: longest(cards),
            nest: Nest::default(),
            taker: Taker::default(),
            key: None,
        }
    }

    /// Sets the key of an object that holds the deck, and if wrong decks will be skipped.
    pub(super) fn set_rules(&mut self, rules: &Rules) {
        self.key.clone_from(&rules.key);
        self.taker.set_skips(rules.skips);
    }

    /// The line on which the deck read last starts.
    pub(super) fn line(&self) -> u64 {
        self.line
    }

    /// Takes the lists as decks.
    pub(super) fn taker(&self) -> &Taker {
        &self.taker
    }

    /// Takes the lists as decks.
    pub(super) fn taker_mut(&mut self) -> &mut Taker {
        &mut self.taker
    }

    /// Reads the next deck, numbers into `check`; false at the end of the stream.
    pub(super) fn next<R: Read>(
        &mut self,
        window: &mut Window<R>,
        check: &mut Inspector,
    ) -> Result<bool, Fault> {
        let Some(length) = self.list(window, check.cards())? else {
            return Ok(false);
        };
        let count = self.taker.row().len();
        let taken = if count == check.cards() {
            self.taker.take(check, "")
        } else {
            Err(self
                .taker
                .miscounted(check, "in the list", "; is --deck right?"))
        };
        let passed = ends_of_lines(window.bytes(length));
        if let Err(slip) = taken {
            let fault = self.fault(window, slip, check.cards(), Some(length));
            self.lines += passed;
            return Err(fault);
        }
        self.lines += passed;
        window.pass(length);
        Ok(true)
    }

    /// Counts the cards of the first deck, if there is one with cards.
    pub(super) fn count<R: Read>(
        &mut self,
        window: &mut Window<R>,
    ) -> Result<Option<usize>, Fault> {
        let found = self.list(window, MAX_CARDS)?;
        let cards = found.map(|_| self.taker.row().len());
        Ok(cards.filter(|cards| *cards > 0))
    }

    /// The place of the deck that was found.
    pub(super) fn place<R: Read>(&self, window: &Window<R>) -> Place {
        Place::Byte {
            line: Some(self.line),
            byte: window.passed(),
        }
    }

    /// Goes to the next list of cards, of which it takes the row, and gives its bytes.
    fn list<R: Read>(
        &mut self,
        window: &mut Window<R>,
        cards: usize,
    ) -> Result<Option<usize>, Fault> {
        if window.passed() == 0 {
            window.fetch(BYTE_ORDER_MARK.len());
            if window.bytes(BYTE_ORDER_MARK.len()) == BYTE_ORDER_MARK {
                window.pass(BYTE_ORDER_MARK.len());
            }
        }
        let mut view = View {
            window,
            lines: &mut self.lines,
            longest: self.longest,
        };
        let found = self.nest.next(&mut view, self.key.as_ref());
        self.line = 1 + self.lines;
        let length = match found {
            Ok(Some(length)) => length,
            Ok(None) => {
                return window
                    .take_broken()
                    .map_or(Ok(None), |error| Err(Fault::Broken(error)));
            }
            Err(slip) => return Err(self.fault(window, slip, cards, None)),
        };
        let text = text_of_list(window.bytes(length));
        let read = text.and_then(|text| lists::split(text, self.taker.row_mut()));
        // Nobody knows where the next deck starts if a quote or a bracket is missing.
        read.map_err(|slip| self.fault(window, slip, cards, None))?;
        Ok(Some(length))
    }

    /// A slip at the window; `behind`: the bytes of the deck, if it can be passed over.
    #[cold]
    fn fault<R: Read>(
        &self,
        window: &mut Window<R>,
        slip: Slip,
        cards: usize,
        behind: Option<usize>,
    ) -> Fault {
        if slip.ended
            && let Some(error) = window.take_broken()
        {
            return Fault::Broken(error);
        }
        let hint = if self.nest.is_fresh() {
            let line = window.line_end(0, self.longest);
            let line = line.unwrap_or(window.bytes(self.longest).len());
            instead_of_line(window, line, cards, Format::Json)
        } else {
            String::new()
        };
        let before = &window.bytes(self.longest)[..slip.at.min(window.bytes(self.longest).len())];
        Fault::Deck {
            place: Place::Byte {
                line: Some(1 + self.lines + ends_of_lines(before)),
                byte: window.passed() + slip.at as u64,
            },
            problem: slip.problem + &hint,
            behind: behind.filter(|_| !slip.fatal),
        }
    }
}

/// The text of a list, in which lines may end.
fn text_of_list(bytes: &[u8]) -> Result<&str, Slip> {
    let strange = |byte: &u8| byte.is_ascii_control() && !b"\t\r\n".contains(byte);
    let strange = bytes.iter().position(strange).unwrap_or(bytes.len());
    match std::str::from_utf8(bytes) {
        Ok(text) if strange == bytes.len() => Ok(text),
        Ok(_) => Err(no_text(strange)),
        Err(error) => Err(no_text(strange.min(error.valid_up_to()))),
    }
}
