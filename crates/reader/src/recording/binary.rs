//! Decks as bytes: deck after deck of numbers of one or two bytes, with nothing between.

use std::io::Read;

use super::format::Base;
use super::inspector::Inspector;
use super::layout::{Layout, layout};
use super::quote::looks_binary;
use super::sniff::instead;
use super::window::Window;
use crate::fault::{Fault, Place};
use deck::BLOCK;
use deck::kernel::{BYTE_CARDS, Grid};

/// Reads decks from bytes.
#[derive(Debug)]
pub(super) struct Values {
    layout: Layout,
    cards: usize,
}

impl Values {
    /// A reader for decks of `cards` cards.
    pub(super) fn new(layout: Layout, cards: usize) -> Self {
        Self { layout, cards }
    }

    /// Bytes that must be seen at once: a deck in the widest layout, for the hints.
    pub(super) fn widest(&self) -> usize {
        Layout::U16.width() * self.cards
    }

    /// Reads the next deck into `check`; false at the end of the stream.
    pub(super) fn next<R: Read>(
        &self,
        window: &mut Window<R>,
        check: &mut Inspector,
    ) -> Result<bool, Fault> {
        let length = self.layout.width() * self.cards;
        window.fetch(length);
        let bytes = window.bytes(length);
        if bytes.len() < length {
            return match window.take_broken() {
                Some(error) => Err(Fault::Broken(error)),
                None if window.bytes(length).is_empty() => Ok(false),
                None => Err(self.cut_short(window, check)),
            };
        }
        check.start();
        let good = match self.layout {
            Layout::U8 => bytes.iter().all(|&byte| check.take(u32::from(byte))),
            layout => layout.numbers(bytes).all(|number| check.take(number)),
        };
        if !good || !check.finish() {
            return Err(self.fault(window, check));
        }
        window.pass(length);
        Ok(true)
    }

    /// Bytes of as many decks as a block holds, if [`Values::invert`] can read them.
    pub(super) fn bytes_at_once(&self) -> Option<usize> {
        (self.layout == Layout::U8 && self.cards <= BYTE_CARDS).then_some(BLOCK * self.cards)
    }

    /// Writes the inverses of as many decks as a block holds, which count from `base`, to `rows`. False
    /// if one is no deck; what is written then is of no meaning.
    pub(super) fn invert(&self, bytes: &[u8], base: Base, rows: &mut Grid<u8>) -> bool {
        // No position: there are at most 255. As many numbers as cards fill all places of a row only if
        // each is there once.
        const ABSENT: u8 = u8::MAX;
        const _: () = assert!(BYTE_CARDS == ABSENT as usize);
        let low = base.number() as u8;
        // One place for each number that a byte can be, so that none needs to be looked at before.
        let mut row = [ABSENT; 1 << u8::BITS];
        for (deck, bytes) in bytes.chunks_exact(self.cards).enumerate() {
            row[..self.cards].fill(ABSENT);
            for (position, number) in (0..).zip(bytes) {
                row[usize::from(number.wrapping_sub(low))] = position;
            }
            rows.row_mut(deck).copy_from_slice(&row[..self.cards]);
        }
        // The rows are read later, when the cells written above have long arrived in memory.
        let whole = |deck| {
            let row = rows.row(deck).iter();
            row.fold(0, |absent, cell| absent | u8::from(*cell == ABSENT)) == 0
        };
        (0..BLOCK).all(whole)
    }

    #[cold]
    fn cut_short<R: Read>(&self, window: &Window<R>, check: &Inspector) -> Fault {
        let length = self.layout.width() * self.cards;
        let rest = window.bytes(length);
        let hint = if window.passed() == 0 && looks_like_text(rest) {
            instead(rest, self.cards, self.layout.format())
        } else {
            "; is the file cut short, or is --deck or --format wrong?".to_owned()
        };
        Fault::Deck {
            place: Place::Byte {
                line: None,
                byte: window.passed(),
            },
            behind: Some(rest.len()),
            problem: format!(
                "found the end of the stream {} bytes into a deck; accepted: {length} bytes for each \
                 deck, {}{hint}",
                rest.len(),
                check.accepted()
            ),
        }
    }

    /// Says what is wrong with the deck at the window, which was refused.
    #[cold]
    fn fault<R: Read>(&self, window: &mut Window<R>, check: &Inspector) -> Fault {
        let (width, start) = (self.layout.width(), window.passed());
        window.fetch(self.widest());
        let bytes = window.bytes(self.widest());
        let deck = &bytes[..width * self.cards];
        let numbers: Vec<u32> = self.layout.numbers(deck).collect();
        let mut problem = check.problem(&numbers, |at| format!("`{}`", numbers[at]));
        if start == 0 && problem.hint.is_empty() {
            problem.hint = match layout(bytes, self.cards) {
                _ if looks_like_text(deck) => instead(deck, self.cards, self.layout.format()),
                Some(layout) if layout != self.layout => {
                    format!("; the bytes are {}", layout.about())
                }
                _ => "; are --deck and --format right?".to_owned(),
            };
        }
        Fault::Deck {
            place: Place::Byte {
                line: None,
                byte: start + (problem.at * width) as u64,
            },
            behind: Some(deck.len()),
            problem: format!(
                "{}; accepted: {}{}",
                problem.found,
                check.accepted(),
                problem.hint
            ),
        }
    }
}

/// Returns true if the bytes are text and say something.
fn looks_like_text(bytes: &[u8]) -> bool {
    !looks_binary(bytes) && !bytes.trim_ascii().is_empty()
}
