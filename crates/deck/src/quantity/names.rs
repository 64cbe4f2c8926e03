//! Names of cards and places.

use std::borrow::Cow;

use super::Set;
use crate::playing_cards::{self, hand};
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

/// The part of a deck that is seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Seen {
    /// All of it.
    Deck,
    /// A view of it: its cards, hand by hand.
    View(Shape),
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
    /// None: symbols of draws.
    Symbols(Symbols<'a>),
    /// None: numbers of rows.
    Rows,
}

/// The symbols of draws, as stakes name them.
#[derive(Debug, Clone, Copy)]
pub struct Symbols<'a> {
    names: &'a [String],
    weights: &'a [u32],
}

impl<'a> Symbols<'a> {
    /// Symbols with these weights, and their names, if they have any.
    pub fn new(names: &'a [String], weights: &'a [u32]) -> Self {
        Self {
            names: if names.len() == weights.len() {
                names
            } else {
                &[]
            },
            weights,
        }
    }

    /// The number of symbols.
    pub(super) fn len(self) -> usize {
        self.weights.len()
    }

    /// True if all symbols have the same weight.
    pub(super) fn are_even(self) -> bool {
        self.weights.windows(2).all(|two| two[0] == two[1])
    }

    /// The name of a symbol, from 0.
    pub fn name(self, at: usize) -> String {
        let name = self.names.get(at).cloned();
        name.unwrap_or_else(|| format!("symbol {}", at + 1))
    }

    /// The symbol that a name stands for: its own, its number, or that of the least or the greatest weight.
    fn find(self, name: &str) -> Option<usize> {
        let own = self.names.iter().position(|known| known == name);
        let own = own.or_else(|| self.names.iter().position(|known| is_same(known, name)));
        if own.is_some() {
            return own;
        }
        // Numbers may be names.
        let number = match name.strip_prefix("symbol ") {
            None if self.names.is_empty() => Some(name),
            number => number,
        };
        let number = number.and_then(|number| number.parse::<usize>().ok());
        if let Some(number) = number {
            return number.checked_sub(1).filter(|at| *at < self.weights.len());
        }
        let weights = self.weights.iter().enumerate();
        let found = match name {
            // The last of the rarest, the first of the commonest.
            "rarest" => weights.rev().min_by_key(|(_, weight)| **weight),
            "commonest" => weights.rev().max_by_key(|(_, weight)| **weight),
            _ => None,
        };
        found.map(|(at, _)| at)
    }

    /// The names that are accepted, in words.
    fn accepted(self) -> String {
        let names = (0..self.weights.len().min(8)).map(|at| format!("`{}`", self.name(at)));
        let names: Vec<String> = names.collect();
        let more = if names.len() < self.weights.len() {
            ", …"
        } else {
            ""
        };
        format!(
            "a symbol ({}{more}), `rarest` or `commonest`",
            names.join(", ")
        )
    }
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
                "a suit (`spades`), a colour (`red`), a rank (`aces`), a card (`AS`) or `card 3`; of a hand also `flush`, `pair`, \
                 `points`, `longest suit` and others"
                    .to_owned()
            }
            Self::Numbers => {
                "numbers of the deck, as in `13..19`, `odd`, `even`, `low`, `high`; one of them as `has 13` or `card 13`; of a hand \
                 also `sum` and `consecutive`"
                    .to_owned()
            }
            Self::Symbols(symbols) => symbols.accepted(),
            Self::Rows => {
                "numbers of a row: `found`, `drawn`, `copies` or `deck`, as in `found <= 2` or `found = drawn`".to_owned()
            }
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
            Self::Numbers => {
                let half = cards / 2;
                let numbers = |is: &dyn Fn(usize) -> bool| set(&|card| is(card + 1), name);
                Some(match name {
                    "odd" => numbers(&|number| number % 2 == 1),
                    "even" => numbers(&|number| number % 2 == 0),
                    "low" => numbers(&|number| number <= half),
                    "high" => numbers(&|number| number > half),
                    _ => {
                        let (least, most) = name.split_once("..")?;
                        let (least, most) = (least.parse().ok()?, most.parse::<usize>().ok()?);
                        if !(1..=most).contains(&least) || most > cards {
                            return None;
                        }
                        numbers(&|number| (least..=most).contains(&number))
                    }
                })
            }
            Self::Symbols(symbols) => {
                let at = symbols.find(name)?;
                Some(set(&|symbol| symbol == at, &symbols.name(at)))
            }
            Self::Rows => None,
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
const PLACES: &str = "places: `top`, `bottom`, `place 3`, `first:7`, `hand:7`, `last:7`, or of 52 cards the seats `N`, `E`, `S`, `W` (`N+S`)";

impl Seen {
    /// The number of places that are seen one by one, in order, of a deck of `cards` cards.
    pub(super) fn ordered(self, cards: usize) -> usize {
        match self {
            Self::Deck => cards,
            Self::View(Shape::First(first)) => first,
            Self::View(_) => 0,
        }
    }

    /// The first so many places, by a name such as `first:7` or `hand:7`, if they are seen.
    pub(super) fn first(self, name: &str, cards: usize) -> Option<usize> {
        let first = match name.parse().ok()? {
            Shape::First(seen) | Shape::Hand(seen) => seen,
            Shape::Hands { .. } => return None,
        };
        let is_seen = match self {
            Self::View(Shape::Hand(hand)) => first == hand,
            _ => first <= self.ordered(cards),
        };
        is_seen.then_some(first)
    }

    /// The places that a word names, of a deck of `cards` cards.
    pub(super) fn places(self, name: &str, cards: usize) -> Option<Set> {
        let set = |is: &dyn Fn(usize) -> bool, name: Cow<'_, str>| Set {
            members: (0..cards).map(is).collect(),
            name: name.into_owned(),
        };
        let first = |first: usize| {
            let words = match first {
                1 => "on top".to_owned(),
                _ => format!("among the first {first} cards"),
            };
            set(&|place| place < first, words.into())
        };
        match (name, self) {
            ("top", _) if self.ordered(cards) > 0 => {
                return Some(set(&|place| place == 0, "on top".into()));
            }
            ("bottom", Self::Deck) => {
                return Some(set(&|place| place + 1 == cards, "at the bottom".into()));
            }
            ("best-hand", Self::Deck) => return (cards == PACK).then(|| first(HOLDEM)),
            ("best-hand", Self::View(Shape::First(seen) | Shape::Hand(seen))) => {
                return Some(first(seen));
            }
            _ => {}
        }
        if let Some(seat) = SEATS.iter().position(|seat| seat.contains(&name)) {
            let named = SEATS[seat][0].into();
            return match self {
                Self::Deck if cards == PACK => {
                    let cells = Shape::in_turn(SEATS.len(), RANKS).cell_of_places(cards);
                    Some(set(&|place| cells[place] == seat, named))
                }
                Self::View(Shape::Hands { hands, cards, .. }) if hands == SEATS.len() => {
                    Some(set(&|place| place / cards == seat, named))
                }
                _ => None,
            };
        }
        if let Some(last) = name.strip_prefix("last:")
            && self == Self::Deck
        {
            let last = last
                .parse()
                .ok()
                .filter(|last| (1..=cards).contains(last))?;
            let words = format!("among the last {last} cards");
            return Some(set(&|place| place + last >= cards, words.into()));
        }
        self.first(name, cards).map(first)
    }

    /// Seats that were written without a plus between them, as they are to be written: `N+S` for `NS`.
    pub(super) fn together(self, name: &str, cards: usize) -> Option<String> {
        let letters = name.chars().map(String::from);
        let letters: Vec<String> = letters.collect();
        let are_seats = letters.iter().all(|one| {
            SEATS.iter().any(|seat| seat[0] == one) && self.places(one, cards).is_some()
        });
        ((2..=SEATS.len()).contains(&letters.len()) && are_seats).then(|| letters.join("+"))
    }

    /// The hands that a word names, each of which is looked at.
    pub(super) fn hands(self, name: &str, cards: usize) -> Option<Shape> {
        let shape = match (name, self) {
            ("hand" | "best-hand", Self::View(shape)) => shape,
            _ => name.parse().ok()?,
        };
        let good = match self {
            Self::View(seen) => seen == shape,
            Self::Deck => matches!(shape, Shape::Hands { .. }) && shape.check(cards).is_ok(),
        };
        good.then_some(shape)
    }

    /// The places of one of the hands of such a shape.
    pub(super) fn hand(self, shape: Shape, hand: usize, cards: usize) -> Set {
        let mut members = vec![false; cards];
        match self {
            Self::View(_) => {
                let held = hand * shape.hand()..(hand + 1) * shape.hand();
                members[held].fill(true);
            }
            Self::Deck => {
                let places = shape.places().skip(hand * shape.hand());
                places
                    .take(shape.hand())
                    .for_each(|place| members[place] = true);
            }
        }
        let name = match (self, shape) {
            (Self::View(_), Shape::First(_) | Shape::Hand(_)) => {
                format!("among the first {} cards", shape.hand())
            }
            _ => format!("in a hand of {} cards", shape.hand()),
        };
        Set { members, name }
    }

    /// The places that are accepted, in words.
    pub(super) fn accepted(self, cards: usize) -> String {
        match self {
            Self::Deck => format!("{PLACES}; there are {cards} cards"),
            Self::View(Shape::First(first)) => {
                format!("places: `top`, `place 3`, `first:3`, up to {first}, or `hand`")
            }
            Self::View(Shape::Hand(hand)) => {
                format!("`hand` or `hand:{hand}`, which is all that is seen")
            }
            Self::View(Shape::Hands { hands: 4, .. }) => {
                "the seats `N`, `E`, `S`, `W` (`N+S`), or `each hand`".to_owned()
            }
            Self::View(Shape::Hands { .. }) => "`each hand`".to_owned(),
        }
    }
}

/// Cards that a hand of hold'em is the best five of.
const HOLDEM: usize = 7;

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

/// The categories of poker, as people call them, each with its value in [`Measure::BestHand`](super::Measure::BestHand).
const POKER: [(&str, i64); 16] = [
    ("high card", 0),
    ("pair", 1),
    ("one pair", 1),
    ("two pairs", 2),
    ("two pair", 2),
    ("three of kind", 3),
    ("trips", 3),
    ("straight", 4),
    ("flush", 5),
    ("full house", 6),
    ("four of kind", 7),
    ("quads", 7),
    ("straight flush", 8),
    ("royal flush", super::ROYAL_FLUSH),
    ("royal", super::ROYAL_FLUSH),
    ("nothing", 0),
];

/// The category that begins these words, the longest of those that do, and the number of its words. Articles are left out,
/// and a hyphen is a space.
pub(super) fn poker(words: &[&str]) -> Option<(i64, usize)> {
    let longest = (1..=words.len().min(4)).rev();
    let mut found = longest.filter_map(|len| {
        let name = words[..len].join(" ").replace('-', " ").to_lowercase();
        let name = name.replace(" a ", " ");
        let known = POKER.iter().find(|(known, _)| *known == name)?;
        Some((known.1, len))
    });
    found.next()
}

/// A number that a hand of playing cards has.
#[derive(Debug, Clone, Copy)]
pub(super) enum Holding {
    /// Cards are worth so much, by rank.
    Worth(&'static str, &'static [u32; RANKS]),
    LongestSuit,
    ShortestSuit,
}

/// The number of a hand that these words begin with, and the number of its words.
pub(super) fn holding(words: &[&str]) -> Option<(Holding, usize)> {
    let points = Holding::Worth("high-card points", &hand::POINTS);
    Some(match words {
        ["points" | "hcp", ..] => (points, 1),
        ["controls", ..] => (Holding::Worth("controls", &hand::CONTROLS), 1),
        ["longest", "suit", ..] => (Holding::LongestSuit, 2),
        ["shortest", "suit", ..] => (Holding::ShortestSuit, 2),
        _ => return None,
    })
}

impl Holding {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Worth(name, _) => name,
            Self::LongestSuit => "the longest suit",
            Self::ShortestSuit => "the shortest suit",
        }
    }

    /// The classes of a pack whose cards make it, and how often each counts.
    pub fn classes(self) -> Vec<(Set, i64)> {
        let named = |name: &str| Faces::Pack.class(name, PACK);
        let suits = || SUITS.iter().filter_map(|suit| Some((named(suit)?, 1)));
        match self {
            Self::LongestSuit | Self::ShortestSuit => suits().collect(),
            Self::Worth(_, of_rank) => {
                let ranks = RANK_WORDS.iter().zip(of_rank);
                let ranks = ranks.filter(|(_, worth)| **worth > 0);
                ranks
                    .filter_map(|(rank, worth)| Some((named(rank)?, i64::from(*worth))))
                    .collect()
            }
        }
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
