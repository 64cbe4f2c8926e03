//! The names of a deck's cards, and how often each comes.

use std::collections::HashMap;

use super::row::{Kind, Row, common_kind};
use crate::fault::Slip;
use deck::Card;
use deck::playing_cards;
use text::found::{is_shown, token};
use text::harmless;
use text::names;
use text::sorting;

/// More names than this are not searched for the one that was probably meant.
const MOST_TO_SEARCH: usize = 1000;

/// Absent cards that a message names; it counts the others.
const MOST_TO_NAME: usize = 3;

/// The names of a deck's cards. Cards of the same name, copies, have the same symbol; symbols count
/// from 0.
#[derive(Debug, Clone)]
pub struct Dictionary {
    symbols: Symbols,
    /// The name of each symbol.
    written: Vec<String>,
    /// The number of cards that have it.
    copies: Vec<Card>,
    /// The name in messages of the deck that has these cards: `the first deck`.
    origin: String,
    /// The number of cards of each symbol that the row at hand may still have.
    left: Vec<Card>,
    deck: Vec<Card>,
}

/// The way to look up a name.
#[derive(Debug, Clone, PartialEq)]
enum Symbols {
    /// Playing cards, looked up by their codes, however they are written.
    Playing(Box<[Option<Card>; playing_cards::CODES]>),
    /// Names, looked up by their exact letters.
    Exact(HashMap<String, Card>),
}

impl Dictionary {
    /// Returns true if both have the same cards, each as often, with the same symbols.
    pub(super) fn has_cards_of(&self, other: &Self) -> bool {
        self.symbols == other.symbols && self.copies == other.copies
    }

    /// The names of these cards, which are playing cards if all of them are, in the order in which
    /// they first come; `origin` is what messages call them.
    pub(super) fn of<'a>(cards: impl Iterator<Item = &'a str> + Clone, origin: String) -> Self {
        let mut dictionary = Self {
            symbols: match common_kind(cards.clone()) {
                Some(Kind::Playing) => Symbols::Playing(Box::new([None; playing_cards::CODES])),
                _ => Symbols::Exact(HashMap::new()),
            },
            written: Vec::new(),
            copies: Vec::new(),
            origin,
            left: Vec::new(),
            deck: Vec::new(),
        };
        for card in cards {
            let symbol = dictionary.enter(card);
            dictionary.copies[usize::from(symbol)] += 1;
            dictionary.deck.push(symbol);
        }
        dictionary
    }

    /// Builds a dictionary like [`Dictionary::of`], but in an order of its own, whatever the order of `cards` is:
    /// playing cards by suit and rank, other names by their letters.
    pub(super) fn sorted(cards: &Row, origin: String) -> Self {
        let mut names: Vec<&str> = cards.names().collect();
        sorting::by_key(&mut names, |name| (playing_cards::code(name), *name));
        Self::of(names.into_iter(), origin)
    }

    /// The symbol of a name, which is new if the name is.
    fn enter(&mut self, name: &str) -> Card {
        let new = self.written.len() as Card;
        let (symbol, written) = match &mut self.symbols {
            Symbols::Playing(symbols) => {
                let code = playing_cards::code(name).expect("all names are playing cards");
                let symbol = symbols[usize::from(code)].get_or_insert(new);
                (*symbol, playing_cards::written(code))
            }
            Symbols::Exact(symbols) => {
                let symbol = symbols.entry(name.to_owned()).or_insert(new);
                (*symbol, harmless::words(name).into_owned())
            }
        };
        if symbol == new {
            self.written.push(written);
            self.copies.push(0);
        }
        symbol
    }

    /// The symbol of a name.
    pub fn symbol(&self, name: &str) -> Option<Card> {
        match &self.symbols {
            Symbols::Playing(symbols) => symbols[usize::from(playing_cards::code(name)?)],
            Symbols::Exact(symbols) => symbols.get(name).copied(),
        }
    }

    /// The name of each symbol.
    pub fn written(&self) -> &[String] {
        &self.written
    }

    /// The symbols of the deck taken last, or of the cards that this was made of.
    pub fn deck(&self) -> &[Card] {
        &self.deck
    }

    /// Returns true if all of them are playing cards.
    pub(super) fn is_playing(&self) -> bool {
        matches!(self.symbols, Symbols::Playing(_))
    }

    /// Returns true if these are the 52 cards of the four suits.
    pub(super) fn is_standard(&self) -> bool {
        match &self.symbols {
            Symbols::Playing(symbols) => {
                let (suits, jokers) = symbols.split_at(usize::from(playing_cards::STANDARD));
                suits.iter().all(Option::is_some) && jokers.iter().all(Option::is_none)
            }
            Symbols::Exact(_) => false,
        }
    }

    /// A name of which there are copies, if there are any.
    pub(super) fn repeated(&self) -> Option<&str> {
        let at = self.copies.iter().position(|copies| *copies > 1)?;
        Some(&self.written[at])
    }

    /// Takes a row of as many names as the deck has cards.
    pub(super) fn take(&mut self, row: &Row) -> Result<(), Slip> {
        self.left.clone_from(&self.copies);
        self.deck.clear();
        for place in 0..row.len() {
            let symbol = self.symbol(row.name(place));
            let left = symbol.map(|symbol| &mut self.left[usize::from(symbol)]);
            match (symbol, left) {
                (Some(symbol), Some(left)) if *left > 0 => {
                    *left -= 1;
                    self.deck.push(symbol);
                }
                _ => return Err(self.slip(row, place)),
            }
        }
        Ok(())
    }

    /// Says in words for messages which cards are accepted.
    pub(super) fn accepted(&self) -> String {
        let each = match self.repeated() {
            None => "each once",
            Some(_) => "as often as they are there",
        };
        format!("the cards of {}, {each}", self.origin)
    }

    /// Says what is wrong with the card at `place`, the first card that is wrong.
    #[cold]
    fn slip(&self, row: &Row, place: usize) -> Slip {
        let name = row.name(place);
        let found = token(name.as_bytes());
        let ordinal = place + 1;
        let Some(symbol) = self.symbol(name) else {
            let hint = match &self.symbols {
                Symbols::Exact(_) if self.written.len() <= MOST_TO_SEARCH => self.meant(name),
                _ => String::new(),
            };
            return Slip::new(
                row.at(place),
                format!(
                    "found {found} as card {ordinal} of the deck, which is not in {}; accepted: \
                     {}{hint}",
                    self.origin,
                    self.accepted()
                ),
            );
        };
        let same = (0..=place).filter(|&at| self.symbol(row.name(at)) == Some(symbol));
        let places: Vec<String> = same.map(|at| (at + 1).to_string()).collect();
        let times = match places.len() {
            2 => "twice".to_owned(),
            times => format!("{times} times"),
        };
        let (last, before) = places.split_last().expect("more often than it is there");
        let before = if before.len() > MOST_TO_NAME {
            format!("{}, …", before[..MOST_TO_NAME].join(", "))
        } else {
            before.join(", ")
        };
        Slip::new(
            row.at(place),
            format!(
                "found {found} {times}, as cards {before} and {last} of the deck{}; accepted: {}",
                self.missing(row),
                self.accepted()
            ),
        )
    }

    /// The end of a message that says which name was probably meant; a long one is not repeated.
    fn meant(&self, name: &str) -> String {
        let names = self.written.iter().map(String::as_str);
        match names::nearest(name, names) {
            Some(near) if is_shown(near) => format!("; did you mean `{near}`?"),
            Some(_) => "; a name that is almost the same is there".to_owned(),
            None => String::new(),
        }
    }

    /// The cards that a row lacks, in words.
    fn missing(&self, row: &Row) -> String {
        let mut left = self.copies.clone();
        for symbol in row.names().filter_map(|name| self.symbol(name)) {
            let left = &mut left[usize::from(symbol)];
            *left = left.saturating_sub(1);
        }
        let absent = left.iter().enumerate().filter(|(_, left)| **left > 0);
        let absent: Vec<String> = absent
            .map(|(symbol, _)| token(self.written[symbol].as_bytes()))
            .collect();
        // Playing cards are known; other names are what a file holds.
        let most = if self.is_playing() { MOST_TO_NAME } else { 1 };
        match absent.len() {
            0 => String::new(),
            1 => format!(" ({} is missing)", absent[0]),
            some if some <= most => format!(" ({} are missing)", absent.join(", ")),
            some => format!(
                " ({} and {} more are missing)",
                absent[..most].join(", "),
                some - most
            ),
        }
    }
}
