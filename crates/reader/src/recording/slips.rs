//! Slips in the names or numbers on a line, in words.

use std::collections::BTreeMap;

use super::inspector::Inspector;
use super::row::{Kind, Row, kind, number};
use crate::fault::Slip;
use deck::playing_cards;
use text::found::token;

/// The text of a line, without what is left of its end.
pub(super) fn text_of(bytes: &[u8]) -> Result<&str, Slip> {
    let bytes = bytes.strip_suffix(b"\r").unwrap_or(bytes);
    let control = |byte: &u8| byte.is_ascii_control() && *byte != b'\t';
    let wrong = match (std::str::from_utf8(bytes), bytes.iter().position(control)) {
        (Ok(text), None) => return Ok(text),
        (Ok(_), Some(at)) => at,
        (Err(error), None) => error.valid_up_to(),
        (Err(error), Some(at)) => at.min(error.valid_up_to()),
    };
    Err(no_text(wrong))
}

/// Says that the bytes from `wrong` on are no text.
#[cold]
pub(super) fn no_text(wrong: usize) -> Slip {
    Slip::new(
        wrong,
        "found bytes that are no text; accepted: text in UTF-8, whose lines end in LF or CR LF",
    )
}

/// The kinds of cards that a first deck may have, in words.
pub(super) const KINDS: &str = "all of them whole numbers, all playing cards such as AS, 10h or T♠, or all other \
                     names";

/// Numbers that are no deck.
#[cold]
pub(super) fn wrong_numbers(row: &Row, check: &Inspector) -> Slip {
    let show = |place: usize| token(row.name(place).as_bytes());
    let strange = row.names().position(|name| kind(name) != Kind::Number);
    if let Some(place) = strange {
        return Slip::new(
            row.at(place),
            format!(
                "found {} as card {} of the deck, no whole number; accepted: {}",
                show(place),
                place + 1,
                check.accepted()
            ),
        );
    }
    let numbers: Vec<u32> = row.names().map(number).collect();
    let problem = check.problem(&numbers, show);
    Slip::new(
        row.at(problem.at),
        format!(
            "{}; accepted: {}{}",
            problem.found,
            check.accepted(),
            problem.hint
        ),
    )
}

/// A first deck in which a name comes twice.
#[cold]
pub(super) fn repeated(row: &Row) -> Slip {
    let mut first = BTreeMap::new();
    for (place, name) in row.names().enumerate() {
        let card = playing_cards::code(name).ok_or(name);
        if let Some(before) = first.insert(card, place) {
            return Slip::new(
                row.at(place),
                format!(
                    "found {} twice, as cards {} and {} of the deck; accepted: each card once, or as \
                     often as it is in the deck before the shuffle, which --start FILE gives",
                    token(name.as_bytes()),
                    before + 1,
                    place + 1
                ),
            );
        }
    }
    unreachable!("it is called where a name comes twice")
}

/// A first deck whose cards are not of one kind.
#[cold]
pub(super) fn mixed(row: &Row, hint: &str) -> Slip {
    let mut counts = BTreeMap::new();
    for kind in row.names().map(kind) {
        *counts.entry(kind).or_insert(0) += 1;
    }
    let usual = [Kind::Number, Kind::Playing, Kind::Other]
        .into_iter()
        .max_by_key(|kind| counts.get(kind));
    let usual = usual.unwrap_or(Kind::Other);
    let place = row
        .names()
        .position(|name| kind(name) != usual)
        .unwrap_or(0);
    let not = match (usual, kind(row.name(place))) {
        (_, Kind::Fraction) | (Kind::Number, _) => "no whole number",
        (Kind::Playing, _) => "no playing card",
        (_, Kind::Empty) => "no name",
        _ => "unlike the other names",
    };
    Slip::new(
        row.at(place),
        format!(
            "found {} as card {} of the deck, {not}; accepted: {KINDS}; names of several kinds \
             where --start FILE gives the deck before the shuffle{hint}",
            token(row.name(place).as_bytes()),
            place + 1
        ),
    )
}

/// A first deck that may be wrong where wrong decks are skipped: all others would be.
#[cold]
pub(super) fn unsure() -> Slip {
    Slip {
        fatal: true,
        ..Slip::new(
            0,
            "found a first deck of names, and --skip-invalid; accepted: both only for the 52 playing \
             cards, or with --start FILE, which says what the cards are if the first deck is wrong",
        )
    }
}

/// The hint of a message where a line has another number of cards than a deck. Half a deck or less may be a hand.
pub(super) fn is_right(count: usize, cards: usize) -> String {
    if count > 1 && 2 * count <= cards {
        format!("; is --deck right, or are these hands (--view hand:{count})?")
    } else {
        "; is --deck right?".to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::is_right;

    #[test]
    fn a_short_line_may_be_a_hand() {
        assert_eq!(
            is_right(5, 52),
            "; is --deck right, or are these hands (--view hand:5)?"
        );
        for count in [1, 27, 51, 53] {
            assert_eq!(is_right(count, 52), "; is --deck right?");
        }
    }
}
