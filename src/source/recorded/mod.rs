//! Decks that something else shuffled, read from a stream.
//!
//! Decks come in one of the [`FORMATS`], top card first, all of one size. Cards count from 0 or
//! from 1: that is found out from the first deck, unless it is given, and holds for all. Every deck
//! must be a permutation; the first that is not ends the stream with an error that names the place,
//! what was found there and what is accepted. Memory does not depend on the number of decks.

mod binary;
mod check;
#[cfg(test)]
mod tests;
mod text;
mod window;

use std::fmt;
use std::io::{self, Read};

use super::{Source, SourceError};
use crate::deck::{BLOCK, Block, MAX_CARDS, MIN_CARDS};

use binary::{Layout, Values};
use check::Check;
use text::Lines;
use window::Window;

/// How decks are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// A deck on each line.
    Text,
    /// A byte for each card.
    U8,
    /// Two bytes for each card.
    U16,
}

/// What a list or a message says of a format.
#[derive(Debug, Clone, Copy)]
pub struct AboutFormat {
    /// The format.
    pub format: Format,
    /// Its name on the command line.
    pub name: &'static str,
    /// One line for lists.
    pub about: &'static str,
}

/// All formats.
pub const FORMATS: &[AboutFormat] = &[
    AboutFormat {
        format: Format::Text,
        name: "text",
        about: "a deck on each line, numbers separated by blanks or commas; the default",
    },
    AboutFormat {
        format: Format::U8,
        name: "u8",
        about: "a byte for each card, deck after deck with nothing between; up to 256 cards",
    },
    AboutFormat {
        format: Format::U16,
        name: "u16",
        about: "two bytes for each card, the low one first, deck after deck with nothing between",
    },
];

impl Format {
    /// The format of that name.
    pub fn named(name: &str) -> Option<Self> {
        FORMATS
            .iter()
            .find(|about| about.name == name)
            .map(|about| about.format)
    }

    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::U8 => "u8",
            Self::U16 => "u16",
        }
    }

    /// The largest deck that it can hold.
    fn most_cards(self, base: Option<Base>) -> usize {
        match (self, base) {
            (Self::U8, Some(Base::One)) => usize::from(u8::MAX),
            (Self::U8, _) => usize::from(u8::MAX) + 1,
            (Self::Text | Self::U16, _) => MAX_CARDS,
        }
    }
}

/// The number of the lowest card.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Base {
    /// Cards are 0 to n − 1.
    Zero,
    /// Cards are 1 to n.
    One,
}

impl Base {
    /// The number of the lowest card: 0 or 1.
    pub fn number(self) -> u32 {
        match self {
            Self::Zero => 0,
            Self::One => 1,
        }
    }
}

/// A stream of recorded decks.
///
/// ```
/// use colddeck::deck::Block;
/// use colddeck::source::{Base, Format, Recorded, Source};
/// let text = "1 2 3\n3, 1, 2\n";
/// let mut decks = Recorded::new(text.as_bytes(), "decks.txt".to_owned(), 3, Format::Text, None);
/// let mut block = Block::new(3);
/// decks.fill(&mut block)?;
/// assert_eq!(block.decks().collect::<Vec<_>>(), [[0, 1, 2], [2, 0, 1]]);
/// assert_eq!(decks.base(), Some(Base::One));
/// # Ok::<(), colddeck::source::SourceError>(())
/// ```
#[derive(Debug)]
pub struct Recorded<R> {
    name: String,
    format: Format,
    window: Window<R>,
    reader: Reader,
    check: Check,
    decks: u64,
    state: State,
}

/// The reader of a format.
#[derive(Debug)]
enum Reader {
    Lines(Lines),
    Values(Values),
}

#[derive(Debug)]
enum State {
    Reading,
    Ended,
    Failed(Fault),
}

/// A [`SourceError`] without the name of the stream.
#[derive(Debug)]
enum Fault {
    /// The stream broke.
    Broken(io::Error),
    /// What stands there is no deck.
    Deck {
        /// Where.
        place: Place,
        /// What was found and what is accepted.
        problem: String,
    },
}

/// A place in a stream.
#[derive(Debug, Clone, Copy)]
enum Place {
    /// A line, from 1.
    Line(u64),
    /// The offset of a byte, from 0.
    Byte(u64),
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Line(line) => write!(f, "line {line}"),
            Self::Byte(offset) => write!(f, "byte {offset}"),
        }
    }
}

impl<R: Read> Recorded<R> {
    /// Decks of `cards` cards from `input`, which messages call `name`. A `base` that is not given
    /// is found out from the first deck.
    ///
    /// # Panics
    ///
    /// If `cards` is not from [`MIN_CARDS`] to [`MAX_CARDS`].
    pub fn new(input: R, name: String, cards: usize, format: Format, base: Option<Base>) -> Self {
        assert!(
            (MIN_CARDS..=MAX_CARDS).contains(&cards),
            "a deck has {MIN_CARDS} to {MAX_CARDS} cards"
        );
        let (reader, widest) = match format {
            Format::Text => {
                let lines = Lines::new(cards);
                let widest = lines.widest();
                (Reader::Lines(lines), widest)
            }
            Format::U8 | Format::U16 => {
                let layout = if format == Format::U8 {
                    Layout::U8
                } else {
                    Layout::U16
                };
                let values = Values::new(layout, cards);
                let widest = values.widest();
                (Reader::Values(values), widest)
            }
        };
        Self {
            name,
            format,
            window: Window::new(input, widest),
            reader,
            check: Check::new(cards, base),
            decks: 0,
            state: State::Reading,
        }
    }

    /// The base of the cards: as given, or as found out from the first deck.
    pub fn base(&self) -> Option<Base> {
        self.check.base()
    }

    /// Decks handed out so far: those of a block that holds a wrong deck do not count.
    pub fn decks(&self) -> u64 {
        self.decks
    }

    /// Appends decks to `block` until it is full or the stream ends; true at the end.
    fn read(&mut self, block: &mut Block) -> Result<bool, Fault> {
        if self.decks == 0 {
            self.check_size()?;
        }
        while block.len() < BLOCK {
            let more = match &mut self.reader {
                Reader::Lines(lines) => lines.next(&mut self.window, &mut self.check),
                Reader::Values(values) => values.next(&mut self.window, &mut self.check),
            }?;
            if !more {
                if self.decks == 0 && block.is_empty() {
                    return Err(self.nothing());
                }
                return Ok(true);
            }
            block.push(self.check.deck());
        }
        Ok(false)
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
        Err(Fault::Deck {
            place: self.place(),
            problem: format!(
                "found --format {} with decks of {cards} cards; accepted with it: up to 256 cards \
                 (255 if they count from 1); use --format u16",
                self.format.name()
            ),
        })
    }

    fn nothing(&self) -> Fault {
        Fault::Deck {
            place: self.place(),
            problem: format!("found no deck; accepted: {}", self.check.accepted()),
        }
    }

    fn place(&self) -> Place {
        match &self.reader {
            Reader::Lines(lines) => lines.place(),
            Reader::Values(_) => Place::Byte(self.window.passed()),
        }
    }

    /// The error that ended the stream: the same at every call.
    fn error(&self, fault: &Fault) -> SourceError {
        let name = self.name.clone();
        match fault {
            Fault::Broken(error) => SourceError::Read {
                name,
                source: error.raw_os_error().map_or_else(
                    || io::Error::new(error.kind(), error.to_string()),
                    io::Error::from_raw_os_error,
                ),
            },
            Fault::Deck { place, problem } => SourceError::Deck {
                name,
                place: place.to_string(),
                problem: problem.clone(),
            },
        }
    }
}

impl<R: Read> Source for Recorded<R> {
    /// # Panics
    ///
    /// If the block is for decks of another size.
    fn fill(&mut self, block: &mut Block) -> Result<(), SourceError> {
        assert_eq!(block.cards(), self.check.cards(), "cards in a deck");
        block.clear(self.decks);
        if let State::Reading = self.state {
            match self.read(block) {
                Ok(ended) => {
                    self.decks += block.len() as u64;
                    if ended {
                        self.state = State::Ended;
                    }
                }
                Err(fault) => {
                    block.clear(self.decks);
                    self.state = State::Failed(fault);
                }
            }
        }
        match &self.state {
            State::Failed(fault) => Err(self.error(fault)),
            State::Reading | State::Ended => Ok(()),
        }
    }
}
