//! The notations of decks: the list of formats, and the number from which cards count.

use deck::MAX_CARDS;

/// The notation of decks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// Whichever of the formats of text the first line is in; text where it is in none.
    Auto,
    /// A deck of numbers on each line.
    Text,
    /// A deck on each row of separated values.
    Csv,
    /// A list in brackets on each line, as JSON and many languages print it.
    Jsonl,
    /// Lists in brackets, laid out in any way.
    Json,
    /// 17lands' replay data: a game in each row, with its own deck.
    Lands17,
    /// A deck of names of cards on each line.
    Cards,
    /// A byte for each card.
    U8,
    /// Two bytes for each card.
    U16,
    /// Bridge deals in Portable Bridge Notation.
    Pbn,
    /// Bridge deals in the notation of Bridge Base Online.
    Lin,
    /// Poker hands in the Poker Hand History format.
    Phh,
    /// Poker hands as `PokerStars` writes them.
    Stars,
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
pub static FORMATS: &[AboutFormat] = &[
    AboutFormat {
        format: Format::Auto,
        name: "auto",
        about: "text, csv, jsonl, json or cards, whichever the first line looks like, and the result \
                says which; never binary; the default",
    },
    AboutFormat {
        format: Format::Text,
        name: "text",
        about: "a deck on each line, whole numbers separated by blanks or commas",
    },
    AboutFormat {
        format: Format::Csv,
        name: "csv",
        about: "a deck on each row, numbers or names separated by commas, semicolons, tabs or bars \
                (or --separator), in quotes or not, with a header row or not, which is found out and said",
    },
    AboutFormat {
        format: Format::Jsonl,
        name: "jsonl",
        about: "on each line a list in brackets of numbers or of names, as JSON, Python, Java, Rust or Go \
                prints it ([3, 1, 2], ['9C', 'AS'], [9C, AS]), or an object whose key `deck` holds one \
                (or --key)",
    },
    AboutFormat {
        format: Format::Json,
        name: "json",
        about: "such lists in lists or objects, over any number of lines: a JSON array of decks, or of \
                objects whose key `deck` (or --key) holds one",
    },
    AboutFormat {
        format: Format::Cards,
        name: "cards",
        about: "a deck on each line, playing cards such as AS, 10h, T♠ or SA, or other names, \
                separated by blanks, or by commas where names have blanks",
    },
    AboutFormat {
        format: Format::Lands17,
        name: "17lands",
        about: "17lands' replay data, a game with a deck of its own in each row; its table of cards is --card-table",
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
    AboutFormat {
        format: Format::Pbn,
        name: "pbn",
        about: "bridge deals in Portable Bridge Notation, four hands of each (files *.pbn)",
    },
    AboutFormat {
        format: Format::Lin,
        name: "lin",
        about: "bridge deals as Bridge Base Online writes them (files *.lin)",
    },
    AboutFormat {
        format: Format::Phh,
        name: "phh",
        about: "poker hands in the Poker Hand History format, the first cards of a player whose cards are \
                always recorded (files *.phh, *.phhs)",
    },
    AboutFormat {
        format: Format::Stars,
        name: "pokerstars",
        about: "hand histories of PokerStars, in English: the cards dealt to the player whose history it is",
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

    /// The format that files with this ending are in, if the ending says so.
    pub fn by_ending(file: &std::path::Path) -> Option<Self> {
        let ending = file.extension()?.to_str()?.to_ascii_lowercase();
        match ending.as_str() {
            "pbn" => Some(Self::Pbn),
            "lin" => Some(Self::Lin),
            "phh" | "phhs" => Some(Self::Phh),
            _ => None,
        }
    }

    /// Returns true if it holds whole decks, and not hands or rows with decks of their own.
    pub fn has_decks(self) -> bool {
        !matches!(
            self,
            Self::Pbn | Self::Lin | Self::Phh | Self::Stars | Self::Lands17
        )
    }

    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Text => "text",
            Self::Csv => "csv",
            Self::Jsonl => "jsonl",
            Self::Json => "json",
            Self::Cards => "cards",
            Self::U8 => "u8",
            Self::U16 => "u16",
            Self::Pbn => "pbn",
            Self::Lin => "lin",
            Self::Phh => "phh",
            Self::Stars => "pokerstars",
            Self::Lands17 => "17lands",
        }
    }

    /// Returns true if decks may lie in objects, under a key.
    pub(crate) fn has_keys(self) -> bool {
        matches!(self, Self::Auto | Self::Jsonl | Self::Json)
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
