//! The cards of one line as they are written, before anyone knows which cards they are.

use std::ops::Range;

use deck::playing_cards;

/// The cards of one line, top first; the memory is used again for the next.
#[derive(Debug, Default)]
pub(super) struct Row {
    text: String,
    cards: Vec<Written>,
}

#[derive(Debug)]
struct Written {
    /// The offset in the line.
    at: usize,
    /// Its name within the row's text.
    name: Range<usize>,
}

impl Row {
    /// Forgets all cards.
    pub(super) fn clear(&mut self) {
        self.text.clear();
        self.cards.clear();
    }

    /// Appends a card that stands at this offset.
    pub(super) fn push(&mut self, at: usize, name: &str) {
        let start = self.text.len();
        self.text.push_str(name);
        self.cards.push(Written {
            at,
            name: start..self.text.len(),
        });
    }

    /// Forgets all cards but those at these places, which must be there.
    pub(super) fn keep(&mut self, places: Range<usize>) {
        self.cards.truncate(places.end);
        self.cards.drain(..places.start);
    }

    /// Number of cards.
    pub(super) fn len(&self) -> usize {
        self.cards.len()
    }

    /// The card at this place.
    pub(super) fn name(&self, place: usize) -> &str {
        &self.text[self.cards[place].name.clone()]
    }

    /// The offset of the card at this place in the line.
    pub(super) fn at(&self, place: usize) -> usize {
        self.cards[place].at
    }

    /// Adds `start`, the offset at which the line starts, to the offsets of all cards.
    pub(super) fn shift(&mut self, start: usize) {
        self.place(|at| at + start);
    }

    /// Says where the offsets of all cards are on the line.
    pub(super) fn place(&mut self, of: impl Fn(usize) -> usize) {
        for card in &mut self.cards {
            card.at = of(card.at);
        }
    }

    /// All cards.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> + Clone {
        self.cards.iter().map(|card| &self.text[card.name.clone()])
    }
}

/// The kinds of names that a card may have, by their looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    /// Nothing.
    Empty,
    /// A whole number.
    Number,
    /// Another number: negative, or with a point.
    Fraction,
    /// A playing card.
    Playing,
    /// Any other name.
    Other,
}

/// Says what a name looks like.
pub(super) fn kind(name: &str) -> Kind {
    let numeric = |c: char| c.is_ascii_digit() || "+-.".contains(c);
    if name.is_empty() {
        Kind::Empty
    } else if name.bytes().all(|byte| byte.is_ascii_digit()) {
        Kind::Number
    } else if name.starts_with(numeric) && name.parse::<f64>().is_ok() {
        Kind::Fraction
    } else if playing_cards::code(name).is_some() {
        Kind::Playing
    } else {
        Kind::Other
    }
}

/// The kind of all names, if they are of one kind; none if there is no name.
pub(super) fn common_kind<'a>(mut names: impl Iterator<Item = &'a str>) -> Option<Kind> {
    let first = kind(names.next()?);
    names.all(|name| kind(name) == first).then_some(first)
}

/// The number as which larger ones are read: it is out of range for every deck.
pub(super) const TOO_LARGE: u32 = 1 << 20;

/// Reads a number from its digits.
pub(super) fn number(digits: &str) -> u32 {
    digits.bytes().fold(0, |number, digit| {
        (10 * number + u32::from(digit - b'0')).min(TOO_LARGE)
    })
}

/// The words of a text, which blanks separate, with their offsets.
pub(super) fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.split_whitespace()
        .map(|word| (offset(text, word), word))
}

/// Gives the offset at which `part` starts in `text`, of which it is a part.
pub(super) fn offset(text: &str, part: &str) -> usize {
    part.as_ptr() as usize - text.as_ptr() as usize
}
