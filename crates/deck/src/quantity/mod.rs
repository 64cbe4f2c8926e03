//! Quantities: numbers and events that are read off a deck, by their names: `spades in hand:13`, `longest run of red`,
//! `top is AS or bottom is AS`; and stakes on them: `first:5 flush pays 6`.
//!
//! ```text
//! stake    = event ["pays" odds]
//! odds     = decimal | digits "to" digits
//! quantity = number | event
//! event    = number comparison number | number range | amount number | place "is" class | "not" event
//!          | event "and" event | event "or" event | "(" event ")" | places poker ["or better"] | places "natural"
//!          | places "has" class
//! number   = class "in" places | places class | "position of" card | "longest run of" class ["in" first]
//!          | class "next to" class ["in" first] | holding "in" places | places holding | holding places | digits
//! holding  = "points" | "hcp" | "controls" | "longest suit" | "shortest suit", of 52 cards without types
//!          | "sum" | "consecutive", of cards that are numbers: the sum, and pairs that follow each other
//! poker    = "high card" | "pair" | "two pairs" | "three of a kind" | "straight" | "flush" | "full house"
//!          | "four of a kind" | "straight flush" | "royal flush": the best five of the cards, of which there are 9 at most
//! amount   = ("at least" | "at most" | "exactly" | "more than" | "fewer than") digits | "no"
//! places   = "top" | "bottom" | "place" digits | first | "last:"digits | seat {"+" seat} | "best-hand"
//!          | "hands:"digits"x"digits [":back-and-forth" | ":blocks"], in a stake: each of these hands
//! first    = "first:"digits | "hand:"digits
//! seat     = "N" | "E" | "S" | "W", where 52 cards are dealt to four in turn, North first
//! class    = name {"+" name}; a type of the deck, "card" digits by its place before the shuffle, and of 52 cards without types
//!            a suit, a colour, a rank, or a card such as AS; of numbers "odd", "even", "low", "high" or digits".."digits
//! range    = digits".."digits
//! draws    = ("draw is" one | "next after" one "is" one | "repeat" | "drought of" one (">" | ">=" | "<" | "<=") digits) ["pays" odds],
//!            of a sequence of draws; a class is a symbol, by its name or as "symbol" digits, or "rarest" or "commonest"
//! one      = class | "not" one | one "and" one | one "or" one | "(" one ")"
//! rows     = event ["pays" odds], of rows with decks of their own; a number is "found", "drawn", "copies", "deck" or digits
//! ```

mod draws;
mod names;
mod parse;
mod rows;
mod stake;
mod words;

pub use draws::{DrawEvent, OnDraws};
pub use names::{Faces, Seen, Symbols};
pub use parse::Wrong;
pub use rows::OnRows;
pub use stake::{Odds, Stake};

use crate::playing_cards::hand;

/// Numbers, cards or places, by their numbers from 0, and their name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Set {
    members: Vec<bool>,
    name: String,
}

impl Set {
    /// True for each number that it holds, of those below the number of cards.
    pub fn members(&self) -> &[bool] {
        &self.members
    }

    /// The numbers that it holds, ascending.
    pub fn numbers(&self) -> impl Iterator<Item = usize> {
        let members = self.members.iter().enumerate();
        members.filter(|(_, is)| **is).map(|(at, _)| at)
    }

    /// How many numbers it holds.
    pub fn len(&self) -> usize {
        self.numbers().count()
    }

    /// Returns true if it holds none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns true if it holds all that another one does.
    fn holds(&self, other: &Self) -> bool {
        let mut both = self.members.iter().zip(&other.members);
        both.all(|(here, there)| *here || !there)
    }

    /// How many it holds, if these are the first ones.
    pub fn first(&self) -> Option<usize> {
        let len = self.len();
        self.members[..len].iter().all(|is| *is).then_some(len)
    }
}

/// A number that is read off a deck. Cards are named by their places before the shuffle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Measure {
    /// Cards of a class in some places.
    Count {
        /// The cards that count.
        class: Set,
        /// The places that are looked at.
        places: Set,
    },
    /// The place of a card, from 1.
    PlaceOf {
        /// The one card.
        card: Set,
    },
    /// The most cards of a class in neighbouring places.
    LongestRun {
        /// The cards that count.
        class: Set,
        /// The first places, which are looked at.
        first: usize,
    },
    /// Pairs of neighbouring places with a card of one class and one of the other.
    NextTo {
        /// The cards of one class.
        one: Set,
        /// The cards of the other; it may be the same.
        other: Set,
        /// The first places, which are looked at.
        first: usize,
    },
    /// The category of the best five playing cards in some places, as an index of [`CATEGORIES`](hand::CATEGORIES); 9 is a
    /// straight flush up to the ace.
    BestHand {
        /// The places that are looked at.
        places: Set,
    },
    /// The sum of the numbers of the cards, from 1, in some places.
    Sum {
        /// The places that are looked at.
        places: Set,
    },
    /// Pairs of cards in some places whose numbers follow each other, wherever they lie.
    Consecutive {
        /// The places that are looked at.
        places: Set,
    },
}

/// The value of [`Measure::BestHand`] for a straight flush up to the ace.
pub const ROYAL_FLUSH: i64 = 9;

impl Measure {
    /// Its value for a deck, top first.
    pub fn of(&self, deck: &[u16]) -> i64 {
        let is = |set: &Set, card: u16| set.members[usize::from(card)];
        if let Self::BestHand { places } = self {
            let seen = deck.iter().zip(&places.members);
            let seen = seen.filter(|(_, seen)| **seen).map(|(card, _)| *card);
            return match hand::best_category(seen) {
                (_, true) => ROYAL_FLUSH,
                (category, false) => i64::from(category as u32),
            };
        }
        let seen = |places: &Set| -> Vec<usize> {
            let seen = deck.iter().zip(&places.members);
            let seen = seen.filter(|(_, seen)| **seen);
            seen.map(|(card, _)| usize::from(*card)).collect()
        };
        let count = match self {
            Self::BestHand { .. } => 0,
            Self::Sum { places } => seen(places).iter().map(|card| card + 1).sum(),
            Self::Consecutive { places } => {
                let mut numbers = seen(places);
                numbers.sort_unstable();
                let pairs = numbers.windows(2);
                pairs.filter(|two| two[0] + 1 == two[1]).count()
            }
            Self::Count { class, places } => {
                let both = deck.iter().zip(&places.members);
                both.filter(|(card, seen)| **seen && is(class, **card))
                    .count()
            }
            Self::PlaceOf { card } => {
                let at = deck.iter().position(|one| is(card, *one));
                at.map_or(0, |at| at + 1)
            }
            Self::LongestRun { class, first } => {
                // Without branches, which no processor foresees: a card of another class takes the run back to none.
                let (mut run, mut longest) = (0_usize, 0);
                for card in &deck[..*first] {
                    run = (run + 1) & usize::from(is(class, *card)).wrapping_neg();
                    longest = longest.max(run);
                }
                longest
            }
            Self::NextTo { one, other, first } => {
                let pairs = deck[..*first].windows(2);
                pairs
                    .filter(|two| {
                        is(one, two[0]) && is(other, two[1]) || is(other, two[0]) && is(one, two[1])
                    })
                    .count()
            }
        };
        i64::from(count as u32)
    }
}

/// A comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Comparison {
    Less,
    AtMost,
    Equal,
    Unlike,
    AtLeast,
    More,
}

/// Several measures made into one number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Together {
    /// The sum, of each as often as it says.
    Sum,
    Largest,
    Smallest,
}

/// A part of a quantity; measures by their numbers.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Node {
    Number(i64),
    Measure(usize),
    /// Measures together, with how often each counts, and the name of what they give.
    Together(Together, Vec<(usize, i64)>, String),
    /// An event that has a name.
    Called(Box<Node>, String),
    Compared(Box<Node>, Comparison, Box<Node>),
    Within(Box<Node>, i64, i64),
    Not(Box<Node>),
    And(Box<Node>, Box<Node>),
    Or(Box<Node>, Box<Node>),
}

impl Node {
    fn is_event(&self) -> bool {
        !matches!(
            self,
            Self::Number(_) | Self::Measure(_) | Self::Together(..)
        )
    }

    fn value(&self, measured: &[i64]) -> i64 {
        let is = |node: &Self| node.value(measured) != 0;
        match self {
            Self::Number(number) => *number,
            Self::Measure(at) => measured[*at],
            Self::Together(how, parts, _) => {
                let parts = parts.iter().map(|(at, times)| times * measured[*at]);
                match how {
                    Together::Sum => parts.sum(),
                    Together::Largest => parts.max().unwrap_or(0),
                    Together::Smallest => parts.min().unwrap_or(0),
                }
            }
            Self::Called(one, _) => one.value(measured),
            Self::Compared(one, how, other) => {
                let (one, other) = (one.value(measured), other.value(measured));
                i64::from(match how {
                    Comparison::Less => one < other,
                    Comparison::AtMost => one <= other,
                    Comparison::Equal => one == other,
                    Comparison::Unlike => one != other,
                    Comparison::AtLeast => one >= other,
                    Comparison::More => one > other,
                })
            }
            Self::Within(one, least, most) => {
                i64::from((*least..=*most).contains(&one.value(measured)))
            }
            Self::Not(one) => i64::from(!is(one)),
            Self::And(one, other) => i64::from(is(one) && is(other)),
            Self::Or(one, other) => i64::from(is(one) || is(other)),
        }
    }
}

/// A quantity of decks of a number of cards.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Quantity {
    cards: usize,
    measures: Vec<Measure>,
    node: Node,
}

impl Quantity {
    /// Reads a quantity of decks of `cards` cards with these faces.
    ///
    /// # Errors
    ///
    /// If it does not follow the grammar above, or names a card, a class or places that the deck lacks.
    pub fn read(text: &str, faces: Faces<'_>, cards: usize) -> Result<Self, Wrong> {
        parse::read(text, faces, cards).map(|(of, _)| of)
    }

    /// Reads one that may be an event with odds, such as `first:5 flush pays 6`.
    ///
    /// # Errors
    ///
    /// As [`Quantity::read`].
    pub fn read_with_odds(
        text: &str,
        faces: Faces<'_>,
        cards: usize,
    ) -> Result<(Self, Option<Odds>), Wrong> {
        parse::read(text, faces, cards)
    }

    /// The number of cards of its decks.
    pub fn cards(&self) -> usize {
        self.cards
    }

    /// Returns true if it is an event: 1 where it comes up, 0 else.
    pub fn is_event(&self) -> bool {
        self.node.is_event()
    }

    /// The measures that it is made of, each once.
    pub fn measures(&self) -> &[Measure] {
        &self.measures
    }

    /// Its value where the measures have these.
    pub fn with(&self, measured: &[i64]) -> i64 {
        self.node.value(measured)
    }

    /// Its value for a deck, top first.
    pub fn of(&self, deck: &[u16]) -> i64 {
        let measured = self.measures.iter().map(|measure| measure.of(deck));
        self.with(&measured.collect::<Vec<i64>>())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::subject::Classes;

    fn read(text: &str) -> Quantity {
        Quantity::read(text, Faces::of(None, 52), 52).unwrap()
    }

    /// Spades from the top, ace first, then hearts, and so on.
    fn new_pack() -> Vec<u16> {
        (0..52).collect()
    }

    #[test]
    fn quantities_are_read_off_a_new_pack() {
        for (text, value) in [
            ("spades in hand:13", 13),
            ("hand:14 red", 1),
            ("position of AS", 1),
            ("position of KC", 52),
            ("longest run of red", 26),
            ("longest run of red in first:20", 7),
            ("longest run of spades + hearts", 26),
            ("aces next to kings", 3),
            ("red next to red", 25),
            ("top is AS", 1),
            ("bottom is ace", 0),
            ("place 14 is AH and not top is black", 0),
            ("place 14 is AH and not top is red", 1),
            ("N spades", 4),
            ("N+S spades >= 8", 0),
            ("N+S spades >= 7", 1),
            ("hand:7 aces 0..1", 1),
            (
                "position of AS = 1 and (bottom is red or longest run of black = 13)",
                1,
            ),
            ("card 3 in first:2", 0),
            ("place 3 is card 3", 1),
            ("spades in N > spades in E", 1),
            ("spades in last:3 != 0", 0),
            ("at least 7 spades with North + South", 1),
            ("no spades in last:3 and at most one ace in N", 1),
            ("an ace next to a king", 3),
            ("ace of spades in first:2", 1),
            ("♠ in first:14 = 13 AND NOT top is red", 1),
        ] {
            assert_eq!(read(text).of(&new_pack()), value, "{text}");
        }
        assert!(read("top is AS").is_event() && !read("position of AS").is_event());
    }

    #[test]
    fn names_of_types_are_the_decks_own() {
        let classes = Classes::read("2 Lightning Bolt, 3 land, 1 N", None, 6).unwrap();
        let read = |text: &str| Quantity::read(text, Faces::of(Some(&classes), 6), 6);
        let deck = [2, 0, 3, 4, 1, 5];
        for (text, value) in [
            ("Lightning Bolt in first:2", 1),
            ("lands in first:4 >= 3", 1),
            ("\"N\" in last:1", 1),
            ("N in last:1", 1),
            ("position of N", 6),
            ("land next to Lightning Bolt", 3),
            ("longest run of land", 2),
            ("first:3 land+N 2..3", 1),
        ] {
            assert_eq!(read(text).unwrap().of(&deck), value, "{text}");
        }
        for (text, says) in [
            ("", "accepted"),
            ("spades in first:2", "column 1: found `spades`"),
            ("position of land", "found `land`, which are 3 cards,"),
            ("land in first:7", "column 9: found `first:7`"),
            ("land in first:2 and N", "column 1: found `land`"),
            ("land in first:2 and N in first:1", "an event"),
            ("(top is N", "`)`"),
            ("top is N extra", "column 10: found `extra`"),
            ("land in first:2 >=", "at its end"),
            ("first:3 is land", "one place"),
            ("land in first:3 >= 1.5", "a whole number"),
            ("land in first:3 => 1", "a whole number"),
            ("top is card 7", "`7`"),
            ("land in first:1 3..2", "the smaller one first"),
            ("\"land in first:2", "without a second"),
        ] {
            let error = read(text).unwrap_err().to_string();
            assert!(error.contains(says), "{text}: {error}");
        }
    }

    #[test]
    fn a_quantity_says_how_it_was_read() {
        for (text, words) in [
            ("hand:13 spade", "spades among the first 13 cards"),
            ("position of AS", "the place of AS"),
            ("N+S spades >= 8", "at least 8 spades with N+S"),
            ("top is AS", "AS on top"),
            ("aces in N >= 1", "at least 1 ace with N"),
            (
                "exactly 2 red in hand:5",
                "exactly 2 red cards among the first 5 cards",
            ),
            ("red in N 0..1", "0 or 1 red cards with N"),
            ("at least one AS in N", "at least 1 AS with N"),
            (
                "top is AS and bottom is red and place 3 is AH",
                "AS on top and red at the bottom and AH in place 3",
            ),
            (
                "ace next to king >= 1",
                "aces next to kings at least 1 time",
            ),
            (
                "longest run of red < 5",
                "the longest run of red is less than 5",
            ),
        ] {
            assert_eq!(read(text).to_string(), words, "{text}");
        }
        let classes = Classes::read("24 land, 36 spells", None, 60).unwrap();
        for (text, words) in [
            (
                "land in hand:7 = 2",
                "exactly 2 land cards among the first 7 cards",
            ),
            (
                "land in hand:7 = 1",
                "exactly 1 land card among the first 7 cards",
            ),
            (
                "spell in hand:7 = 2",
                "exactly 2 spells among the first 7 cards",
            ),
            (
                "spell in hand:7 = 1",
                "exactly 1 card of spells among the first 7 cards",
            ),
            (
                "land in hand:7 2..4",
                "2 to 4 land cards among the first 7 cards",
            ),
        ] {
            let read = Quantity::read(text, Faces::of(Some(&classes), 60), 60).unwrap();
            assert_eq!(read.to_string(), words, "{text}");
        }
    }

    #[test]
    fn a_seat_is_named_once() {
        let read = |text: &str| Quantity::read(text, Faces::of(None, 52), 52);
        let refused = |text: &str| read(text).unwrap_err().to_string();
        let error = refused("spades in N+N");
        let says =
            "column 13: found `N` a second time; accepted: another seat, each once, as in `N+S`";
        assert_eq!(error, says);
        assert!(refused("spades in N+S+North").contains("`North` a second time"));
        assert!(read("spades in N+S+E+W").is_ok());
    }

    /// Some cards have quotation marks in their names, and types may be written with them.
    #[test]
    fn quotation_marks_of_names_do_not_count() {
        let types = "2 Kongming, \"Sleeping Dragon\", 3 \"land\", 1 \"Ach! Hans, Run!\"";
        let classes = Classes::read(types, None, 6).unwrap();
        let read = |text: &str| Quantity::read(text, Faces::of(Some(&classes), 6), 6);
        let deck = [0, 2, 1, 3, 4, 5];
        for (text, value) in [
            ("land in first:2", 1),
            ("\"land\" in first:2", 1),
            ("Kongming, \"Sleeping Dragon\" in first:3", 2),
            ("\"Kongming, Sleeping Dragon\" in first:3", 2),
            ("\"Ach! Hans, Run!\" in last:1", 1),
            ("land next to \"Ach! Hans, Run!\"", 1),
        ] {
            assert_eq!(read(text).unwrap().of(&deck), value, "{text}");
        }
        assert!(read("\"\" in first:2").is_err());
    }
}
