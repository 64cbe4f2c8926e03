//! The deck before the shuffle, as a file says it.
//!
//! ```text
//! 1 2 4 3 5                    a deck on one line, or on several, top card first
//! AS KD 10h T♠
//! Forest, Lightning Bolt, …
//! "AS";"KD"
//! ["AS", "KD"]
//!
//! 4 Lightning Bolt             or a list, top first: on each line a name, with the number of its
//! 20x Forest                   copies before it if there are several
//! ```

use std::io::{self, Read};
use std::path::Path;

use thiserror::Error;

use super::cards;
use super::csv;
use super::dictionary::Dictionary;
use super::format::Base;
use super::inspector::deck_base;
use super::jsonl;
use super::row::{Kind, Row, kind, number, offset, words};
use crate::SourceError;
use crate::fault::{Place, Slip};
use deck::{Card, MAX_CARDS, MIN_CARDS};
use text::files::{self, Opened};
use text::found::token;
use text::harmless;

/// Bytes that such a file may have for each card, beyond [`ROOM`].
const WIDEST_CARD: usize = 256;

/// Bytes that any such file may have.
const ROOM: usize = 1 << 16;

/// The files that are accepted, in words.
const ACCEPTED: &str = "the deck before the shuffle, top card first: numbers or names of cards as in \
                        a deck, or a list with a name on each line, after the number of its copies \
                        if there are several, as in `20 Forest`";

/// A deck before the shuffle.
///
/// ```
/// use colddeck_reader::Start;
/// let list = "2 Forest\nLightning Bolt\n";
/// let start = Start::read(list.as_bytes(), "start.txt".to_owned(), 3)?;
/// assert!(start.has_copies());
/// assert_eq!(start.name(), "start.txt");
/// # Ok::<(), source::SourceError>(())
/// ```
#[derive(Debug, Clone)]
pub struct Start {
    name: String,
    cards: Cards,
    /// True if it is a decklist, which says what is in the deck and not how it lay.
    is_list: bool,
}

#[derive(Debug, Clone)]
enum Cards {
    /// Each number once.
    Numbers {
        base: Base,
        /// The cards, from base 0.
        deck: Vec<Card>,
    },
    Names(Dictionary),
}

/// The reason why there is no deck before the shuffle.
#[derive(Debug, Error)]
pub enum StartError {
    /// There is no such file.
    #[error("{key} {file}: cannot read it; accepted: a file with the deck before the shuffle")]
    Open {
        /// The option or key that names it.
        key: String,
        /// The file.
        file: String,
        /// The error of the operating system.
        source: io::Error,
    },
    /// The name is that of a folder.
    #[error("{key} {file}: found a folder; accepted: a file with the deck before the shuffle")]
    Folder {
        /// The option or key that names it.
        key: String,
        /// The folder.
        file: String,
    },
    /// The file does not hold such a deck.
    #[error("{key}")]
    Wrong {
        /// The option or key that names it.
        key: String,
        /// The error that says what is wrong.
        source: SourceError,
    },
}

impl Start {
    /// The deck of `cards` cards, or of as many as there are, that `file` holds; `key`, an option or a key,
    /// names it in messages.
    pub fn open(file: &Path, cards: Option<usize>, key: &str) -> Result<Self, StartError> {
        let (key, name) = (key.to_owned(), harmless::path(file));
        match files::open(file) {
            Err(source) => Err(StartError::Open {
                key,
                file: name,
                source,
            }),
            Ok(Opened::Folder) => Err(StartError::Folder { key, file: name }),
            Ok(Opened::File(input)) => {
                Self::read(input, name, cards).map_err(|source| StartError::Wrong { key, source })
            }
        }
    }

    /// The deck of `cards` cards, or of as many as there are, that `input`, which messages call `name`, holds.
    pub fn read(
        input: impl Read,
        name: String,
        cards: impl Into<Option<usize>>,
    ) -> Result<Self, SourceError> {
        let cards = cards.into();
        let most = ROOM + WIDEST_CARD * cards.unwrap_or(MAX_CARDS);
        let mut bytes = Vec::new();
        if let Err(source) = input.take(most as u64 + 1).read_to_end(&mut bytes) {
            return Err(SourceError::Read { name, source });
        }
        let wrong = |slip: Slip| SourceError::Deck {
            name: name.clone(),
            place: place(&bytes, slip.at).to_string(),
            problem: slip.problem,
        };
        let row = parse(&bytes, most).map_err(wrong)?;
        let count = row.len();
        let problem = match cards {
            Some(cards) if count != cards => {
                format!("found {count} cards in all; accepted: {cards}, as --deck says")
            }
            None if !(MIN_CARDS..=MAX_CARDS).contains(&count) => {
                format!("found {count} cards in all; accepted: {MIN_CARDS} to {MAX_CARDS}")
            }
            _ => String::new(),
        };
        if !problem.is_empty() {
            return Err(wrong(Slip::new(0, problem)));
        }
        let origin = name.clone();
        Ok(Self {
            name,
            cards: Cards::of(&row, origin),
            is_list: false,
        })
    }

    /// The cards of a decklist of `cards` cards, each with the number of its copies before it, on lines of their own.
    pub fn listed(list: &str, name: String, cards: usize) -> Result<Self, SourceError> {
        let start = Self::read(list.as_bytes(), name, cards)?;
        Ok(Self {
            is_list: true,
            ..start
        })
    }

    /// Returns true if it says what is in the deck and not how it lay.
    pub(super) fn is_list(&self) -> bool {
        self.is_list
    }

    /// Gives the name in messages.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Cards that it has.
    pub fn cards(&self) -> usize {
        self.symbols().len()
    }

    /// Returns true if some cards have the same name.
    pub fn has_copies(&self) -> bool {
        self.names().is_some_and(|names| names.repeated().is_some())
    }

    /// The number of the lowest card, if cards are numbers.
    pub(super) fn base(&self) -> Option<Base> {
        match &self.cards {
            Cards::Numbers { base, .. } => Some(*base),
            Cards::Names(_) => None,
        }
    }

    /// The names of its cards, if they are not numbers each of which is there once.
    pub fn names(&self) -> Option<&Dictionary> {
        match &self.cards {
            Cards::Numbers { .. } => None,
            Cards::Names(names) => Some(names),
        }
    }

    /// The symbols of its cards: numbers from base 0, or those of its names; copies have the same.
    pub fn symbols(&self) -> &[Card] {
        match &self.cards {
            Cards::Numbers { deck, .. } => deck,
            Cards::Names(names) => names.deck(),
        }
    }
}

impl Cards {
    fn of(row: &Row, origin: String) -> Self {
        if row.names().all(|name| kind(name) == Kind::Number) {
            let numbers = row.names().map(number);
            if let Some(base) = deck_base(numbers.clone(), row.len()) {
                let deck = numbers.map(|number| (number - base.number()) as Card);
                return Self::Numbers {
                    base,
                    deck: deck.collect(),
                };
            }
        }
        Self::Names(Dictionary::of(row.names(), origin))
    }
}

/// The line and the byte of an offset in a file.
fn place(bytes: &[u8], at: usize) -> Place {
    let before = &bytes[..at.min(bytes.len())];
    Place::Byte {
        line: Some(1 + before.iter().filter(|byte| **byte == b'\n').count() as u64),
        byte: before.len() as u64,
    }
}

/// The cards of a file, top first.
fn parse(bytes: &[u8], most: usize) -> Result<Row, Slip> {
    if bytes.len() > most {
        return Err(Slip::new(
            most,
            format!("found more than {most} bytes; accepted: {ACCEPTED}"),
        ));
    }
    let wrong = |at: &usize| match bytes[*at] {
        b'\t' | b'\n' => false,
        b'\r' => bytes.get(at + 1).is_some_and(|next| *next != b'\n'),
        byte => byte.is_ascii_control(),
    };
    if let Some(at) = (0..bytes.len()).find(wrong) {
        return Err(binary(at));
    }
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => return Err(binary(error.valid_up_to())),
    };
    let within = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut row = Row::default();
    let mut lines = within.lines().filter(|line| !line.trim().is_empty());
    match (lines.next(), lines.next()) {
        (None, _) => {
            return Err(Slip::new(0, format!("found no card; accepted: {ACCEPTED}")));
        }
        _ if within.trim_start().starts_with(['[', '(', '{']) => {
            let start = offset(text, within);
            jsonl::split(within, None, &mut row).map_err(|slip| slip.moved(start))?;
            row.shift(start);
        }
        (Some(only), None) => {
            let start = offset(text, only);
            deck(only, &mut row).map_err(|slip| slip.moved(start))?;
            row.shift(start);
        }
        _ => list(text, within, &mut row)?,
    }
    let empty = (0..row.len()).find(|&place| row.name(place).is_empty());
    match empty {
        Some(place) => Err(Slip::new(
            row.at(place),
            format!(
                "found nothing where card {} should stand; accepted: {ACCEPTED}",
                place + 1
            ),
        )),
        None => Ok(row),
    }
}

fn binary(at: usize) -> Slip {
    Slip::new(
        at,
        format!("found bytes that are no text; accepted: {ACCEPTED}"),
    )
}

/// A deck on one line.
fn deck(line: &str, row: &mut Row) -> Result<(), Slip> {
    if line.contains(['"', ';']) || line.contains('\t') && !cards::is_several(line) {
        csv::deck(line, csv::delimiter(line, 0), None, row)
    } else {
        cards::split(line, row)
    }
}

/// A list, or a deck on several lines, within `text`.
fn list(text: &str, within: &str, row: &mut Row) -> Result<(), Slip> {
    let mut part = Row::default();
    for line in within.lines() {
        let (start, line) = (offset(text, line), line.trim_end());
        let name = line.trim_start();
        if name.is_empty() {
            continue;
        }
        let at = start + offset(line, name);
        let (copies, name, at) = match counted(name) {
            Some((copies, name, behind)) => (copies, name, at + behind),
            None => (1, name, at),
        };
        if copies == 0 || row.len() + copies > MAX_CARDS {
            return Err(Slip::new(
                start,
                format!(
                    "found {copies} copies of {}, card {} and those after it; accepted: 1 or more, \
                     and up to {MAX_CARDS} cards in all",
                    token(name.as_bytes()),
                    row.len() + 1
                ),
            ));
        }
        if copies == 1 && (name.contains(',') || cards::is_several(name)) {
            cards::split(name, &mut part).map_err(|slip| slip.moved(at))?;
            for place in 0..part.len() {
                row.push(at + part.at(place), part.name(place));
            }
        } else {
            for _ in 0..copies {
                row.push(at, name);
            }
        }
    }
    Ok(())
}

/// The number of copies before a name, the name and where it starts: `4 Lightning Bolt`,
/// `4x Lightning Bolt`. A line of nothing but numbers has no such number, unless its `x` says so.
fn counted(line: &str) -> Option<(usize, &str, usize)> {
    let (_, first) = words(line).next()?;
    let name = line[first.len()..].trim_start();
    let digits = first.strip_suffix(['x', 'X']);
    if name.is_empty() || kind(digits.unwrap_or(first)) != Kind::Number {
        return None;
    }
    if digits.is_none() && cards::is_several(line) {
        return None;
    }
    let copies = number(digits.unwrap_or(first)) as usize;
    Some((copies, name, offset(line, name)))
}
