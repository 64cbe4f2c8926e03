//! Decks as names of cards: playing cards such as `AS 10h T♠`, or other names.
//!
//! On a line with commas, these separate the names, which may hold blanks; a stretch between commas that is nothing but
//! playing cards, or nothing but numbers, is several cards. On a line without commas, blanks separate the names. On a
//! line that starts with a quote, all names are in quotes.

use super::lists;
use super::row::{Kind, Row, common_kind, offset, words};
use crate::fault::Slip;

/// The separators of cards, in words.
const SEPARATORS: &str =
    "names of cards separated by blanks, or by single commas where names have blanks";

/// Reads the cards of a line.
pub(super) fn split(line: &str, row: &mut Row) -> Result<(), Slip> {
    row.clear();
    if line.trim_start().starts_with(['\'', '"']) {
        return lists::without_brackets(line, row);
    }
    if !line.contains(',') {
        push_words(line, 0, row);
        return Ok(());
    }
    for field in line.split(',') {
        let start = offset(line, field);
        let name = field.trim();
        if name.is_empty() {
            return Err(Slip::new(
                start,
                format!(
                    "found no card where card {} of the deck should stand, beside a comma; \
                     accepted: {SEPARATORS}",
                    row.len() + 1
                ),
            ));
        }
        if is_several(name) {
            push_words(field, start, row);
        } else {
            row.push(offset(line, name), name);
        }
    }
    Ok(())
}

/// Returns true if the words of a text are cards, each for itself.
pub(super) fn is_several(text: &str) -> bool {
    let kind = common_kind(words(text).map(|(_, word)| word));
    matches!(kind, Some(Kind::Playing | Kind::Number))
}

fn push_words(text: &str, start: usize, row: &mut Row) {
    for (at, word) in words(text) {
        row.push(start + at, word);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(line: &str) -> Result<Vec<String>, Slip> {
        let mut row = Row::default();
        split(line, &mut row)?;
        for place in 0..row.len() {
            assert!(line[row.at(place)..].starts_with(row.name(place)));
        }
        Ok(row.names().map(str::to_owned).collect())
    }

    #[test]
    fn commas_separate_names_and_blanks_do_where_there_are_none() {
        for (line, expected) in [
            ("AS KD  10h\tT♠", &["AS", "KD", "10h", "T♠"][..]),
            ("AS,KD, 10h ,T♠", &["AS", "KD", "10h", "T♠"]),
            ("AS KD, 10h T♠", &["AS", "KD", "10h", "T♠"]),
            (
                "Forest, Lightning Bolt,Forest",
                &["Forest", "Lightning Bolt", "Forest"],
            ),
            ("Urza's Tower, AS KD x", &["Urza's Tower", "AS KD x"]),
            ("Forest Lightning Bolt", &["Forest", "Lightning", "Bolt"]),
            ("1 2, 3", &["1", "2", "3"]),
            ("  AS\u{a0}KD  ", &["AS", "KD"]),
        ] {
            assert_eq!(names(line).unwrap(), expected, "{line}");
        }
    }

    #[test]
    fn names_in_quotes_lose_them() {
        for line in [
            "'AS', \"KD\",'10h'",
            " \"AS\" 'KD'  '10h' ",
            "'AS','KD','10h',",
        ] {
            let mut row = Row::default();
            split(line, &mut row).unwrap();
            assert!(row.names().eq(["AS", "KD", "10h"]), "{line}");
        }
        for (line, at) in [
            ("'AS', 'KD', 10h", 12),
            ("'AS', KD', '10h'", 6),
            ("'AS, 'KD', '10h'", 6),
            ("'AS', 'KD', '10h", 12),
            ("'AS',, 'KD'", 5),
            ("'AS', 'KD']", 10),
        ] {
            let slip = split(line, &mut Row::default()).unwrap_err();
            assert_eq!(slip.at, at, "{line}: {slip:?}");
        }
    }

    #[test]
    fn nothing_beside_a_comma_is_found_at_its_place() {
        for (line, at, card) in [("AS,,KD", 3, 2), (",AS", 0, 1), ("AS KD, ", 6, 3)] {
            let slip = names(line).unwrap_err();
            assert_eq!(slip.at, at, "{line}");
            assert!(slip.problem.contains(&format!("where card {card} of")));
        }
    }
}
