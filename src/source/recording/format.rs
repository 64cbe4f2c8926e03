//! How decks are written: the list of formats, and from which number cards count.

use crate::deck::MAX_CARDS;

/// How decks are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// Whichever of the formats of text the first line is in; text where it is in none.
    Auto,
    /// A deck of numbers on each line.
    Text,
    /// A deck on each row of separated values.
    Csv,
    /// A JSON array on each line.
    Jsonl,
    /// A deck of names of cards on each line.
    Cards,
    /// A byte for each card.
    U8,
    /// Two bytes for each card.
    U16,
}

/// The words on a format for lists and messages.
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
        format: Format::Auto,
        name: "auto",
        about: "text, csv, jsonl or cards, whichever the first line looks like, and the result says \
                which; never binary; the default",
    },
    AboutFormat {
        format: Format::Text,
        name: "text",
        about: "a deck on each line, whole numbers separated by blanks or commas",
    },
    AboutFormat {
        format: Format::Csv,
        name: "csv",
        about: "a deck on each row, numbers or names separated by commas, semicolons or tabs, in \
                double quotes or not, with a header row or not, which is found out and said",
    },
    AboutFormat {
        format: Format::Jsonl,
        name: "jsonl",
        about: "on each line a JSON array of numbers or of strings, or an object whose key `deck` \
                holds one",
    },
    AboutFormat {
        format: Format::Cards,
        name: "cards",
        about: "a deck on each line, playing cards such as AS, 10h, T♠ or SA, or other names, \
                separated by blanks, or by commas where names have blanks",
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
            Self::Auto => "auto",
            Self::Text => "text",
            Self::Csv => "csv",
            Self::Jsonl => "jsonl",
            Self::Cards => "cards",
            Self::U8 => "u8",
            Self::U16 => "u16",
        }
    }

    /// The largest deck that it can hold.
    pub(super) fn most_cards(self, base: Option<Base>) -> usize {
        match (self, base) {
            (Self::U8, Some(Base::One)) => usize::from(u8::MAX),
            (Self::U8, _) => usize::from(u8::MAX) + 1,
            _ => MAX_CARDS,
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
