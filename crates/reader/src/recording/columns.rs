//! The columns of separated values that hold the deck: beside it may stand a number, a date, a name.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use super::quote::quote;
use super::row::Row;
use crate::fault::Slip;
use text::names;

/// Columns of separated values that hold a deck, as they are asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Columns {
    /// The columns themselves, a card in each; they count from 1.
    Numbered {
        /// The first.
        first: usize,
        /// The last.
        last: usize,
    },
    /// This one, which holds all cards of the deck; columns count from 1.
    One(usize),
    /// The names in the header row: of the column that holds all cards, or of the first and the last.
    Named(String),
}

/// The columns that hold the deck, once they are found; they count from 0.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Found {
    /// A card in each.
    Each(Range<usize>),
    /// All cards in one.
    One(usize),
}

impl Columns {
    /// Cards of the deck that they hold, if the columns say that.
    pub fn cards(&self) -> Option<usize> {
        match self {
            Self::Numbered { first, last } => Some(last - first + 1),
            Self::One(_) | Self::Named(_) => None,
        }
    }

    /// The columns if they can be found without a header row.
    pub(super) fn numbered(&self) -> Option<Found> {
        match self {
            Self::Numbered { first, last } => Some(Found::Each(first - 1..*last)),
            Self::One(column) => Some(Found::One(column - 1)),
            Self::Named(_) => None,
        }
    }

    /// The columns, of which `header` has the names.
    pub(super) fn find(&self, header: &Row) -> Result<Found, Slip> {
        let Self::Named(text) = self else {
            return Ok(self.numbered().unwrap_or(Found::One(0)));
        };
        let find = |name: &str| header.names().position(|known| known == name.trim());
        if let Some(column) = find(text) {
            return Ok(Found::One(column));
        }
        // Names may have hyphens: the one that separates has a name on each side.
        let hyphens = text.match_indices('-').chain(text.match_indices(".."));
        let mut ranges = hyphens.filter_map(|(at, sign)| {
            let (first, last) = (find(&text[..at])?, find(&text[at + sign.len()..])?);
            Some((first, last))
        });
        match (ranges.next(), ranges.next()) {
            (Some((first, last)), None) if first <= last => Ok(Found::Each(first..last + 1)),
            (Some(_), None) => Err(fatal(format!(
                "found the columns {} in the other order; accepted: the first before the last",
                quote(text.as_bytes())
            ))),
            (Some(_), Some(_)) => Err(fatal(format!(
                "found several ways to read the columns {}; accepted: two dots between the names, as in \
                 first..last",
                quote(text.as_bytes())
            ))),
            (None, _) => Err(unknown(text, header)),
        }
    }
}

#[cold]
fn unknown(text: &str, header: &Row) -> Slip {
    fatal(format!(
        "found a header row without {}; accepted: one or two of its {} names, as in deck or c1-c52{}",
        quote(text.as_bytes()),
        header.len(),
        names::hint(text, header.names())
    ))
}

fn fatal(problem: String) -> Slip {
    Slip {
        fatal: true,
        ..Slip::new(0, problem)
    }
}

impl Found {
    /// Counts the columns that a row must have.
    fn needed(&self) -> usize {
        match self {
            Self::Each(columns) => columns.end,
            Self::One(column) => column + 1,
        }
    }

    /// Checks that `row` has them.
    pub(super) fn check(&self, row: &Row) -> Result<(), Slip> {
        let (found, needed) = (row.len(), self.needed());
        if found >= needed {
            return Ok(());
        }
        let plural = if found == 1 { "" } else { "s" };
        let hold = match self {
            Self::Each(_) => "hold",
            Self::One(_) => "holds",
        };
        Err(Slip::new(
            0,
            format!(
                "found {found} column{plural}; accepted: {needed} or more, of which {self} {hold} the deck"
            ),
        ))
    }
}

/// Writes them as in `2-53` or `2`.
impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Each(columns) => write!(f, "{}-{}", columns.start + 1, columns.end),
            Self::One(column) => write!(f, "{}", column + 1),
        }
    }
}

/// Writes them as they are asked for.
impl fmt::Display for Columns {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Numbered { first, last } => write!(f, "{first}-{last}"),
            Self::One(column) => write!(f, "{column}"),
            Self::Named(text) => f.write_str(text),
        }
    }
}

impl FromStr for Columns {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        const ACCEPTED: &str = "accepted: the first and the last, from 1, as in 2-53, or by their names in \
                                the header row, as in c1-c52; or one column that holds the whole deck";
        let text = text.trim();
        let digits =
            |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        let ends = text.split_once("..").or_else(|| text.split_once('-'));
        let read = match ends.map(|(first, last)| (first.trim(), last.trim())) {
            Some((first, last)) if digits(first) && digits(last) => {
                let ends = first.parse().ok().zip(last.parse().ok());
                let ends = ends.filter(|(first, last)| (1..=*last).contains(first));
                ends.map(|(first, last)| Self::Numbered { first, last })
            }
            Some((first, last)) if first.is_empty() || last.is_empty() => None,
            None if digits(text) => text.parse().ok().filter(|one| *one > 0).map(Self::One),
            _ if text.is_empty() => None,
            _ => Some(Self::Named(text.to_owned())),
        };
        read.ok_or_else(|| ACCEPTED.to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn columns(text: &str) -> Columns {
        text.parse().unwrap()
    }

    #[test]
    fn columns_are_a_first_and_a_last_from_1_or_one_or_names() {
        let found = columns("2-53");
        assert_eq!(
            (found.cards(), found.to_string().as_str()),
            (Some(52), "2-53")
        );
        assert_eq!(columns("7-7").cards(), Some(1));
        assert_eq!(columns("1..3"), columns("1-3"));
        assert_eq!(columns(" 2 "), Columns::One(2));
        for named in ["deck", "c1-c52", "first card..last card", "a-b-c"] {
            assert_eq!(columns(named), Columns::Named(named.to_owned()));
        }
        for wrong in [
            "",
            " ",
            "0",
            "0-5",
            "5-4",
            "2-",
            "-3",
            "99999999999999999999999",
        ] {
            assert!(wrong.parse::<Columns>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn names_are_found_in_the_header_row() {
        let mut header = Row::default();
        for name in ["deal", "c-1", "c-2", "c-3", "c", "1-c", "deck"] {
            header.push(0, name);
        }
        for (text, found) in [
            ("deck", Found::One(6)),
            ("c-1-c-3", Found::Each(1..4)),
            ("c-1..c-3", Found::Each(1..4)),
            ("c-2 - c-2", Found::Each(2..3)),
            ("c-1", Found::One(1)),
            ("2-3", Found::Each(1..3)),
        ] {
            assert_eq!(columns(text).find(&header), Ok(found), "{text}");
        }
        for (text, part) in [
            (
                "decks",
                "found a header row without `decks`; accepted: one or two of its 7 names",
            ),
            ("decks", "c1-c52; did you mean `deck`?"),
            ("c-3-c-1", "in the other order"),
            ("c-1-c", "several ways"),
        ] {
            let slip = columns(text).find(&header).unwrap_err();
            assert!(
                slip.problem.contains(part) && slip.fatal,
                "{text}: {slip:?}"
            );
        }
    }
}
