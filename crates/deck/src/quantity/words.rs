//! How a quantity was read, in words.

use std::fmt;

use super::names::singular;
use super::{Comparison, Measure, Node, Quantity, ROYAL_FLUSH, Set, Together};
use crate::playing_cards::hand;

/// Says where places are: `with N+S`, `on top`, `among the first 7 cards`.
pub(super) fn at(places: &Set) -> String {
    if places.name.contains(' ') {
        places.name.clone()
    } else {
        format!("with {}", places.name)
    }
}

/// Says that not all places are looked at.
fn of_first(first: usize, cards: usize) -> String {
    if first == cards {
        String::new()
    } else {
        format!(" among the first {first} cards")
    }
}

/// A number of cards of a class: `1 ace`, `2 aces`, `2 red cards`. A name that ends in `s` is taken for one of several cards.
fn counted(number: i64, class: &Set) -> String {
    let name = class.name.as_str();
    let one = singular(name);
    match (number, name.ends_with('s')) {
        _ if class.len() == 1 => format!("{number} {name}"),
        (1, true) if one == name => format!("1 card of {name}"),
        (1, true) => format!("1 {one}"),
        (_, true) => format!("{number} {name}"),
        (1, false) => format!("1 {name} card"),
        (_, false) => format!("{number} {name} cards"),
    }
}

/// A range of numbers of cards of a class: `0 or 1 aces`, `2 to 4 red cards`.
fn ranged(least: i64, most: i64, class: &Set) -> String {
    let several = counted(2, class);
    let several = several.strip_prefix("2 ").unwrap_or(&several);
    format!("{} {several}", range(least, most))
}

/// Numbers that may be: `0 or 1`, `2 to 4`.
pub(super) fn range(least: i64, most: i64) -> String {
    let to = if most - least == 1 { "or" } else { "to" };
    if least == most {
        least.to_string()
    } else {
        format!("{least} {to} {most}")
    }
}

/// Points by their name, which says where they are: `1 high-card point with N`.
fn of_points(number: i64, name: &str) -> String {
    if number == 1 {
        name.replacen("points", "point", 1)
    } else {
        name.to_owned()
    }
}

impl Measure {
    fn words(&self, cards: usize) -> String {
        match self {
            Self::Count { class, places } => format!("{} {}", class.name, at(places)),
            Self::PlaceOf { card } => format!("the place of {}", card.name),
            Self::LongestRun { class, first } => format!(
                "the longest run of {}{}",
                class.name,
                of_first(*first, cards)
            ),
            Self::NextTo { one, other, first } => format!(
                "{} next to {}{}",
                one.name,
                other.name,
                of_first(*first, cards)
            ),
            Self::BestHand { places } => format!("the poker hand {}", at(places)),
            Self::Sum { places } => format!("the sum {}", at(places)),
            Self::Consecutive { places } => format!("pairs of consecutive numbers {}", at(places)),
        }
    }
}

/// A category of poker hands in words: `a flush`, `two pairs`.
fn category(value: i64) -> String {
    let name = usize::try_from(value)
        .ok()
        .filter(|_| value != ROYAL_FLUSH)
        .and_then(|at| hand::CATEGORIES.get(at))
        .map_or("royal flush", |name| name);
    if ["two", "three", "four"]
        .iter()
        .any(|word| name.starts_with(word))
    {
        name.to_owned()
    } else {
        format!("a {name}")
    }
}

/// Numbers that a quantity is made of, in words.
pub(super) trait Worded {
    /// The number by itself.
    fn measure(&self, at: usize) -> String;

    /// The event that it is between two numbers, unless it is said as of any number.
    fn within(&self, at: usize, least: i64, most: i64) -> Option<String>;

    /// The event of a comparison with a number, unless it is said as of any number.
    fn compared(&self, at: usize, how: Comparison, number: i64) -> Option<String>;
}

impl Comparison {
    /// The words before an amount.
    pub(super) fn words(self) -> &'static str {
        match self {
            Self::Less => "fewer than",
            Self::AtMost => "at most",
            Self::Equal => "exactly",
            Self::Unlike => "not",
            Self::AtLeast => "at least",
            Self::More => "more than",
        }
    }
}

/// A quantity that is made of these numbers, in words.
pub(super) fn words(node: &Node, of: &dyn Worded) -> String {
    let part = |inner: &Node| {
        let said = words(inner, of);
        match (node, inner) {
            (Node::And(..), Node::And(..)) | (Node::Or(..), Node::Or(..)) => said,
            (_, Node::And(..) | Node::Or(..)) => format!("({said})"),
            _ => said,
        }
    };
    match node {
        Node::Number(number) => number.to_string(),
        Node::Measure(at) => of.measure(*at),
        Node::Together(_, _, name) | Node::Called(_, name) => name.clone(),
        Node::Compared(one, how, other) => compared(of, one, *how, other),
        Node::Within(one, least, most) => {
            if let Node::Measure(at) = &**one
                && let Some(said) = of.within(*at, *least, *most)
            {
                return said;
            }
            if let Node::Together(Together::Sum, _, name) = &**one {
                return format!("{} {name}", range(*least, *most));
            }
            format!("{} is {}", part(one), range(*least, *most))
        }
        Node::Not(one) => match &**one {
            Node::Not(event) => words(event, of),
            _ => format!("not {}", part(one)),
        },
        Node::And(one, other) => format!("{} and {}", part(one), part(other)),
        Node::Or(one, other) => format!("{} or {}", part(one), part(other)),
    }
}

fn compared(of: &dyn Worded, one: &Node, how: Comparison, other: &Node) -> String {
    if let (Node::Measure(at), Node::Number(number)) = (one, other)
        && let Some(said) = of.compared(*at, how, *number)
    {
        return said;
    }
    let amount = how.words();
    if let (Node::Together(Together::Sum, _, name), Node::Number(number)) = (one, other) {
        return format!("{amount} {number} {}", of_points(*number, name));
    }
    let amount = if how == Comparison::Less {
        "less than"
    } else {
        amount
    };
    format!("{} is {amount} {}", words(one, of), words(other, of))
}

impl Worded for Quantity {
    fn measure(&self, at: usize) -> String {
        self.measures[at].words(self.cards)
    }

    fn within(&self, at: usize, least: i64, most: i64) -> Option<String> {
        let Measure::Count { class, places } = &self.measures[at] else {
            return None;
        };
        Some(format!(
            "{} {}",
            ranged(least, most, class),
            self::at(places)
        ))
    }

    fn compared(&self, at: usize, how: Comparison, number: i64) -> Option<String> {
        let amount = how.words();
        let measure = &self.measures[at];
        Some(match measure {
            Measure::Count { class, places } => {
                if places.len() == 1 && how == Comparison::AtLeast && number == 1 {
                    return Some(format!("{} {}", class.name, self::at(places)));
                }
                let cards = counted(number, class);
                format!("{amount} {cards} {}", self::at(places))
            }
            Measure::NextTo { .. } => {
                let times = if number == 1 { "time" } else { "times" };
                let words = measure.words(self.cards);
                format!("{words} {amount} {number} {times}")
            }
            Measure::BestHand { places } => {
                let better = if how == Comparison::AtLeast {
                    " or better"
                } else {
                    ""
                };
                format!("{}{better} {}", category(number), self::at(places))
            }
            Measure::Consecutive { places } => {
                let pairs = if number == 1 { "pair" } else { "pairs" };
                let places = self::at(places);
                format!("{amount} {number} {pairs} of consecutive numbers {places}")
            }
            Measure::PlaceOf { .. } | Measure::LongestRun { .. } | Measure::Sum { .. } => {
                return None;
            }
        })
    }
}

/// Writes how it was read: `at least 8 spades with N+S`.
impl fmt::Display for Quantity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&words(&self.node, self))
    }
}
