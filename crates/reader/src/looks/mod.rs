//! Looks at the content of files to find out what they hold: never by the ending of a name alone.
//!
//! A look takes one of the things that can be read, or refuses with the likeliest meaning and what to do about it. It
//! never takes what may as well be something else: then it asks.

mod encoding;
mod histories;
mod likely;
mod lines;
mod objects;
mod packed;
mod table;

use std::io::{self, Read};

pub(crate) use encoding::decoded;
pub(crate) use likely::likely;
pub(crate) use objects::{scalar, scalars};
pub(crate) use table::{is_drawer, is_drawn, is_time};

use super::recording::{Columns, Format, Key};
use deck::subject::Shape;

/// Bytes that are looked at, at the most.
const MOST: usize = 1 << 20;

/// Items of one order, at the least: fewer may be anything.
const FEWEST_ITEMS: usize = 8;

/// Bytes that are read at a time.
const STEP: usize = 1 << 16;

/// The content of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Look {
    /// Decks in a notation whose reader finds out the rest, or nothing that is known.
    Plain,
    /// Hands of whole deals, and what is seen of each.
    Hands(Format, Shape),
    /// Games with decks of their own.
    Rows,
    /// Decks of so many cards in bytes.
    Bytes(Format, usize),
    /// Decks in these columns of separated values; true if the first row names them.
    Columns(Columns, bool),
    /// Decks under this key of objects.
    Key(Key),
    /// Scrambles of a puzzle.
    Scrambles,
    /// One order: a number on each line, the first line first.
    Lines,
    /// One order: the places in this column.
    Place(String),
    /// Draws, one after the other.
    Draws(Field),
}

/// The reason why a content is not taken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unclear {
    /// What was found, and what to do.
    pub problem: String,
    /// True if draws may be there, in a column or under a key that must be named.
    pub asks_for_field: bool,
    /// True if each line holds different numbers in rising order, as drawn and then sorted: not one draw after the other.
    pub sorted_lines: bool,
}

impl From<String> for Unclear {
    fn from(problem: String) -> Self {
        Self {
            problem,
            asks_for_field: false,
            sorted_lines: false,
        }
    }
}

/// The place of draws in what is read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Field {
    /// Every word is a draw.
    Words,
    /// Every line is a draw.
    Lines,
    /// A column of separated values, by its name in the header, or by its number.
    Column(String),
    /// A key of objects; `None`: the values themselves.
    Key(Option<Key>),
}

/// The first bytes of a stream.
#[derive(Debug)]
pub(crate) struct Sample {
    pub bytes: Vec<u8>,
    /// True if these are all.
    pub complete: bool,
}

impl Sample {
    /// Reads as much of `input` as a look needs: a bit of what is plainly decks, or of what need not be told apart.
    pub fn of(input: &mut impl Read, briefly: bool) -> io::Result<Self> {
        let mut bytes = Vec::new();
        let mut room = vec![0; STEP];
        while bytes.len() < MOST {
            let read = match input.read(&mut room) {
                Ok(read) => read,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) if bytes.is_empty() => return Err(error),
                // Whoever reads on meets the same error in its place.
                Err(_) => break,
            };
            if read == 0 {
                return Ok(Self {
                    bytes,
                    complete: true,
                });
            }
            bytes.extend_from_slice(&room[..read]);
            if briefly && lines::are_numbers(&bytes) || lines::are_decks(&bytes) {
                break;
            }
        }
        Ok(Self {
            bytes,
            complete: false,
        })
    }

    /// Tells what they hold; the error says what was found and what to do.
    pub fn look(&self) -> Result<Look, Unclear> {
        if let Some(look) = packed::decks(&self.bytes) {
            return Ok(look);
        }
        let text = String::from_utf8_lossy(&self.bytes);
        let text = text.trim_start_matches('\u{feff}').trim_start();
        if let Some(hands) = histories::look(text)? {
            return Ok(hands);
        }
        if text.starts_with(['{', '[']) {
            return objects::look(text, self.complete);
        }
        if let Some(found) = table::look(text, self.complete)? {
            return Ok(found);
        }
        lines::look(text, self.complete).map_err(|problem| Unclear {
            sorted_lines: lines::are_sorted(text),
            ..problem.into()
        })
    }

    /// Refuses what must be unpacked or exported first, and pages instead of files.
    pub fn check(&self) -> Result<(), String> {
        packed::check(&self.bytes)
    }
}

/// The lowest number, 0 or 1, if these are a permutation of the numbers from it on.
fn permuted(numbers: &[u64]) -> Option<u64> {
    let base = *numbers.iter().min()?;
    let mut seen = vec![false; numbers.len()];
    let mut once = |number: &u64| {
        let at = usize::try_from(number - base).ok();
        let cell = at.and_then(|at| seen.get_mut(at));
        cell.is_some_and(|cell| !std::mem::replace(cell, true))
    };
    (base <= 1 && numbers.iter().all(&mut once)).then_some(base)
}
