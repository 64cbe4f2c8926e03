//! Finds out if the first row of separated values is a deck or names the columns.

use std::io::Read;

use super::columns::Found;
use super::csv;
use super::row::{Kind, Row, common_kind, kind};
use super::slips::text_of;
use super::taker::Notation;
use super::window::Window;
use crate::fault::Slip;

/// Says if the first row of separated values names the columns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Header {
    /// The reader finds it out.
    Auto,
    /// It names the columns.
    Yes,
    /// It is a deck.
    No,
}

impl Header {
    /// All, by the names that they have on the command line and in specs, with a line for lists.
    pub const NAMES: &[(&str, Self, &str)] = &[
        ("auto", Self::Auto, "Found out"),
        ("yes", Self::Yes, "It does"),
        ("no", Self::No, "It is a deck"),
    ];

    /// Finds the one with this name.
    pub fn named(name: &str) -> Option<Self> {
        let mut all = Self::NAMES.iter();
        all.find(|(known, ..)| *known == name)
            .map(|(_, header, _)| *header)
    }
}

/// Gives the most names in a header row of `cards` columns that may look like cards by chance: `c2` is a
/// playing card.
fn chance(cards: usize) -> usize {
    (cards - 1) / 2
}

/// Returns true if a first row of values names the columns; `next` gives the row after it.
pub(super) fn is_header(
    row: &Row,
    cards: usize,
    notation: &Notation,
    next: impl FnOnce() -> Option<Row>,
) -> Result<bool, Slip> {
    let share = |wanted: Kind| row.names().filter(|name| kind(name) == wanted).count();
    match notation {
        _ if row.len() != cards => return Ok(false),
        Notation::Numbers => return Ok(share(Kind::Number) == 0),
        Notation::Names(names) => {
            let known = row.names().filter(|name| names.symbol(name).is_some());
            let most = if names.is_playing() { chance(cards) } else { 0 };
            return Ok(known.count() <= most);
        }
        Notation::Unknown => {}
    }
    let common = common_kind(row.names());
    if let Some(Kind::Number | Kind::Playing) = common {
        return Ok(false);
    }
    // The next row tells: a header is unlike it, a deck has the same cards.
    let next = next().filter(|next| next.len() == cards);
    let kind = next.as_ref().and_then(|next| common_kind(next.names()));
    match (kind, &next) {
        (Some(kind @ (Kind::Number | Kind::Playing)), _) => return Ok(share(kind) <= chance(cards)),
        (Some(Kind::Other), Some(next)) => {
            let (first, second) = (sorted(row), sorted(next));
            if first == second {
                return Ok(false);
            }
            if first.iter().all(|name| second.binary_search(name).is_err()) {
                return Ok(true);
            }
        }
        _ => {}
    }
    match common {
        Some(Kind::Other) => Err(Slip {
            fatal: true,
            ..Slip::new(
                0,
                "found a first row of names that may be a header row or a deck; accepted: \
                 with names, --header yes or --header no, or --start FILE with the deck before \
                 the shuffle",
            )
        }),
        _ => Ok(false),
    }
}

/// The next row behind the first `behind` bytes of the window, if all of it can be seen and it is one.
pub(super) fn peek<R: Read>(
    window: &mut Window<R>,
    behind: usize,
    longest: usize,
    delimiter: u8,
    columns: Option<&Found>,
) -> Option<Row> {
    let most = behind + longest + 1;
    let mut start = behind;
    loop {
        let end = window.line_end(start, most);
        let bytes = window.bytes(most);
        // The last line has no end, nor has one that is too long.
        let end =
            end.or_else(|| (start < bytes.len() && bytes.len() < most).then_some(bytes.len()))?;
        if !bytes[start..end].trim_ascii().is_empty() {
            let text = text_of(&window.bytes(most)[start..end]).ok()?;
            let mut row = Row::default();
            return csv::deck(text, delimiter, columns, &mut row)
                .ok()
                .map(|()| row);
        }
        start = end + 1;
    }
}

fn sorted(row: &Row) -> Vec<&str> {
    let mut names: Vec<&str> = row.names().collect();
    names.sort_unstable();
    names
}
