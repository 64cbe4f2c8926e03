//! Names of cards and places.

use std::borrow::Cow;

use super::Set;
use crate::playing_cards;
use crate::subject::{Classes, Shape};

/// Cards of a suit.
const RANKS: usize = 13;

/// The cards of a pack.
const PACK: usize = 52;

/// The suits, in the order of a pack.
const SUITS: [&str; 4] = ["spades", "hearts", "diamonds", "clubs"];

/// The ranks in words, in the order of a suit.
const RANK_WORDS: [&str; RANKS] = [
    "aces", "twos", "threes", "fours", "fives", "sixes", "sevens", "eights", "nines", "tens",
    "jacks", "queens", "kings",
];

/// The seats, in the order in which cards are dealt to them.
const SEATS: [[&str; 2]; 4] = [["N", "North"], ["E", "East"], ["S", "South"], ["W", "West"]];

/// Numbers in words, from 0.
const NUMBERS: [&str; 11] = [
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
];

/// A number, in digits or as a word.
pub(super) fn number(word: &str) -> Option<i64> {
    let spoken = NUMBERS.iter().zip(0..).find(|(known, _)| **known == word);
    spoken
        .map(|(_, number)| number)
        .or_else(|| word.parse().ok())
}

/// The faces of the cards of a deck.
#[derive(Debug, Clone, Copy)]
pub enum Faces<'a> {
    /// Types of cards.
    Types(&'a Classes),
    /// A new pack: spades, hearts, diamonds and clubs, each from ace to king.
    Pack,
    /// Nothing but the place before the shuffle.
    Numbers,
}

impl<'a> Faces<'a> {
    /// The faces of decks of `cards` cards with these types, if there are any.
    pub fn of(classes: Option<&'a Classes>, cards: usize) -> Self {
        match classes {
            Some(classes) => Self::Types(classes),
            None if cards == PACK => Self::Pack,
            None => Self::Numbers,
        }
    }

    /// The classes of cards that are accepted, in words.
    pub(super) fn accepted(self) -> String {
        match self {
            Self::Types(classes) => {
                let names = classes.names().iter().map(|name| format!("`{name}`"));
                let shown: Vec<String> = names.take(8).collect();
                let more = if shown.len() < classes.names().len() {
                    ", …"
                } else {
                    ""
                };
                format!(
                    "a type of the deck ({}{more}) or `card 3`",
                    shown.join(", ")
                )
            }
            Self::Pack => {
                "a suit (`spades`), a colour (`red`), a rank (`aces`), a card (`AS`) or `card 3`"
                    .to_owned()
            }
            Self::Numbers => "`card 3` (by its place before the shuffle)".to_owned(),
        }
    }

    /// The cards that a name stands for, and its usual form; a name may lack its last `s`, or have one.
    pub(super) fn class(self, name: &str, cards: usize) -> Option<Set> {
        let set = |is: &dyn Fn(usize) -> bool, name: &str| Set {
            members: (0..cards).map(is).collect(),
            name: name.to_owned(),
        };
        match self {
            Self::Types(classes) => {
                let names = classes.names();
                let at = names.iter().position(|known| known == name);
                let at = at.or_else(|| names.iter().position(|known| is_same(known, name)))?;
                let of = classes.of();
                Some(set(&|card| usize::from(of[card]) == at, &names[at]))
            }
            Self::Pack => {
                let one_of = |words: &[&'static str]| {
                    let at = words.iter().position(|word| is_same(word, name))?;
                    Some((at, words[at]))
                };
                if let Some((rank, suit)) = name.split_once(" of ") {
                    let rank = RANK_WORDS.iter().position(|word| is_same(word, rank))?;
                    let suit = SUITS.iter().position(|word| is_same(word, suit))?;
                    let card = suit * RANKS + rank;
                    let written = playing_cards::written(card as u8);
                    return Some(set(&|one| one == card, &written));
                }
                let signs = ["♠", "♥", "♦", "♣"];
                if let Some(suit) = signs.iter().position(|sign| *sign == name) {
                    return Some(set(&|card| card / RANKS == suit, SUITS[suit]));
                }
                if let Some((suit, word)) = one_of(&SUITS) {
                    return Some(set(&|card| card / RANKS == suit, word));
                }
                if let Some((rank, word)) = one_of(&RANK_WORDS) {
                    return Some(set(&|card| card % RANKS == rank, word));
                }
                if let Some((red, word)) = one_of(&["black", "red"]) {
                    let is = |card: usize| [1, 2].contains(&(card / RANKS)) == (red == 1);
                    return Some(set(&is, word));
                }
                let code = usize::from(playing_cards::code(name)?);
                let written = playing_cards::written(code as u8);
                (code < cards).then(|| set(&|card| card == code, &written))
            }
            Self::Numbers => None,
        }
    }
}

/// One card of a class of a pack: `ace` of `aces`. Types of a deck have the names that they were given.
pub(super) fn singular(class: &str) -> &str {
    if class == "sixes" {
        return "six";
    }
    let is_known = SUITS.contains(&class) || RANK_WORDS.contains(&class);
    class
        .strip_suffix('s')
        .filter(|_| is_known)
        .unwrap_or(class)
}

/// Returns true if a name is the known one, with or without an `s` at the end, in any case. Quotation marks do not count: those
/// of a quantity stand around names, and some cards have them in theirs.
fn is_same(known: &str, name: &str) -> bool {
    let bare = |name: &str| -> String {
        let name = name.to_lowercase().replace('"', "");
        name.strip_suffix('s').unwrap_or(&name).to_owned()
    };
    let (known, name) = (bare(known), bare(name));
    known == name || known.strip_suffix('e') == Some(&name)
}

/// The places that are accepted, in words.
pub(super) const PLACES: &str = "places: `top`, `bottom`, `place 3`, `first:7`, `hand:7`, `last:7`, or of 52 cards the seats `N`, `E`, `S`, `W` (`N+S`)";

/// The first so many places, by a name such as `first:7` or `hand:7`.
pub(super) fn first(name: &str) -> Option<usize> {
    match name.parse().ok()? {
        Shape::First(seen) | Shape::Hand(seen) => Some(seen),
        Shape::Hands { .. } => None,
    }
}

/// The places that a word names.
pub(super) fn places(name: &str, cards: usize) -> Option<Set> {
    let set = |is: &dyn Fn(usize) -> bool, name: Cow<'_, str>| Set {
        members: (0..cards).map(is).collect(),
        name: name.into_owned(),
    };
    match name {
        "top" => return Some(set(&|place| place == 0, "on top".into())),
        "bottom" => return Some(set(&|place| place + 1 == cards, "at the bottom".into())),
        _ => {}
    }
    if let Some(seat) = SEATS.iter().position(|seat| seat.contains(&name)) {
        let shape = Shape::in_turn(SEATS.len(), RANKS);
        let cells = (cards == PACK).then(|| shape.cell_of_places(cards))?;
        return Some(set(&|place| cells[place] == seat, SEATS[seat][0].into()));
    }
    if let Some(last) = name.strip_prefix("last:") {
        let last = last
            .parse()
            .ok()
            .filter(|last| (1..=cards).contains(last))?;
        let words = format!("among the last {last} cards");
        return Some(set(&|place| place + last >= cards, words.into()));
    }
    let first = first(name).filter(|first| *first <= cards)?;
    let words = format!("among the first {first} cards");
    Some(set(&|place| place < first, words.into()))
}

/// One place, from 1.
pub(super) fn place(number: usize, cards: usize) -> Set {
    Set {
        members: (1..=cards).map(|place| place == number).collect(),
        name: format!("in place {number}"),
    }
}

/// One card, by its place before the shuffle from 1.
pub(super) fn card(number: usize, cards: usize) -> Set {
    Set {
        members: (1..=cards).map(|card| card == number).collect(),
        name: format!("card {number}"),
    }
}

/// Both together.
pub(super) fn union(one: &Set, other: &Set) -> Set {
    let both = one.members.iter().zip(&other.members);
    Set {
        members: both.map(|(one, other)| *one || *other).collect(),
        name: format!("{}+{}", one.name, other.name),
    }
}
