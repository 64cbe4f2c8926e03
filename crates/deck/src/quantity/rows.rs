//! Stakes on rows that each have a deck of their own.

use std::fmt;

use super::parse::{self, Wrong};
use super::stake::Odds;
use super::words::{self, Worded};
use super::{Comparison, Node};
use crate::subject::Row;

/// Numbers of a row, as stakes name them.
pub(super) const NUMBERS: [&str; 4] = ["found", "drawn", "copies", "deck"];

/// An event of a row on which somebody bets: `found <= 1`.
#[derive(Debug, Clone, PartialEq)]
pub struct OnRows {
    /// Its measures are [`NUMBERS`].
    node: Node,
    odds: Option<Odds>,
}

impl OnRows {
    pub(super) fn new(node: Node, odds: Option<Odds>) -> Self {
        Self { node, odds }
    }

    /// Reads a stake on rows.
    ///
    /// # Errors
    ///
    /// If it is no event of a row as the grammar of this module says it.
    pub fn read(text: &str) -> Result<Self, Wrong> {
        parse::on_rows(text)
    }

    /// The odds of a bet; `None` where none were named.
    pub fn odds(&self) -> Option<Odds> {
        self.odds
    }

    /// Returns true if the event comes up in this row.
    pub fn comes(&self, row: &Row) -> bool {
        let numbers = [row.found, row.drawn, row.copies, row.deck];
        self.node.value(&numbers.map(i64::from)) != 0
    }
}

impl Worded for OnRows {
    fn measure(&self, at: usize) -> String {
        [
            "the number found",
            "the number drawn",
            "the copies",
            "the size of the deck",
        ][at]
            .to_owned()
    }

    fn within(&self, at: usize, least: i64, most: i64) -> Option<String> {
        Some(amount(
            at,
            &words::range(least, most),
            least == 1 && most == 1,
        ))
    }

    fn compared(&self, at: usize, how: Comparison, number: i64) -> Option<String> {
        Some(format!(
            "{} {}",
            how.words(),
            amount(at, &number.to_string(), number == 1)
        ))
    }
}

/// So many of a number of a row: `7 drawn`, `60 cards in the deck`.
fn amount(at: usize, many: &str, is_one: bool) -> String {
    let of = match (at, is_one) {
        (2, true) => "copy",
        (3, true) => "card in the deck",
        (3, false) => "cards in the deck",
        _ => NUMBERS[at],
    };
    format!("{many} {of}")
}

/// Writes how it was read: `at most 1 found`.
impl fmt::Display for OnRows {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&words::words(&self.node, self))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(deck: u32, copies: u32, drawn: u32, found: u32) -> Row {
        Row {
            deck,
            copies,
            drawn,
            found,
            ..Row::default()
        }
    }

    #[test]
    fn stakes_on_rows_are_read() {
        let row = row(60, 24, 7, 1);
        for (text, words, comes) in [
            ("found <= 1 pays 6", "at most 1 found", true),
            ("found 2..4", "2 to 4 found", false),
            ("no found", "exactly 0 found", false),
            ("at least 2 found", "at least 2 found", false),
            ("copies = 1", "exactly 1 copy", false),
            (
                "found = drawn or found = copies",
                "the number found is exactly the number drawn or the number found is exactly the copies",
                false,
            ),
            (
                "drawn = 7 and not (found = 0 or deck < 60)",
                "exactly 7 drawn and not (exactly 0 found or fewer than 60 cards in the deck)",
                true,
            ),
        ] {
            let stake = OnRows::read(text).unwrap_or_else(|wrong| panic!("{text}: {wrong}"));
            assert_eq!(
                (stake.to_string().as_str(), stake.comes(&row)),
                (words, comes),
                "{text}"
            );
            assert_eq!(stake.odds().is_some(), text.contains("pays"), "{text}");
        }
    }

    #[test]
    fn wrong_stakes_on_rows_are_told_where() {
        for (text, says) in [
            (
                "hand:7 land 0..1",
                "column 1: found `hand:7`; accepted: numbers of a row: `found`",
            ),
            (
                "found",
                "column 1: found `found`; accepted: an event here, such as `found <= 2`",
            ),
            ("found <= two lands", "column 14: found `lands`"),
            ("found <=", "at its end: numbers of a row"),
            ("found <= 1 pays", "pays 6"),
            ("3 <= 4 or drought of found > 3", "`drought`"),
        ] {
            let wrong = OnRows::read(text).unwrap_err().to_string();
            assert!(wrong.contains(says), "{text}: {wrong}");
        }
    }
}
