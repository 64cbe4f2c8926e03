//! Decks as lists on lines, as JSON, Python, JavaScript, Rust, Java or Go print them: on each line a list
//! of whole numbers or of names in brackets, or an object whose key holds one.

use super::key::Key;
use super::lists;
use super::nest::{Nest, Supply};
use super::row::Row;
use crate::fault::Slip;
use text::found::token;

/// The lines that are accepted, in words.
const ACCEPTED: &str = "on each line a list of whole numbers or of names in brackets, as in [3, 1, 2] or \
     ['AS', '10H'], or an object whose key `deck` (or --key) holds one";

/// The rest of a line.
struct Rest<'a> {
    line: &'a str,
    at: usize,
}

impl Supply for Rest<'_> {
    const END: &'static str = "line";

    fn seen(&self) -> &[u8] {
        &self.line.as_bytes()[self.at..]
    }

    fn more(&mut self) -> bool {
        false
    }

    fn is_full(&self) -> bool {
        false
    }

    fn pass(&mut self, bytes: usize) {
        self.at += bytes;
    }
}

/// Reads the cards of a line.
pub(super) fn split(line: &str, key: Option<&Key>, row: &mut Row) -> Result<(), Slip> {
    row.clear();
    let (mut rest, mut nest) = (Rest { line, at: 0 }, Nest::default());
    let mut next = |rest: &mut Rest<'_>| {
        let found = nest.next(rest, key);
        found.map_err(|slip| slip.moved(rest.at))
    };
    let Some(length) = next(&mut rest)? else {
        let found = token(line.trim_start().as_bytes());
        return Err(Slip::new(0, format!("found {found}; accepted: {ACCEPTED}")));
    };
    let start = rest.at;
    lists::split(&line[start..start + length], row).map_err(|slip| slip.moved(start))?;
    row.shift(start);
    rest.pass(length);
    match next(&mut rest)? {
        None => Ok(()),
        Some(_) => Err(Slip::new(
            rest.at,
            format!(
                "found {}, another deck on the same line; accepted: {ACCEPTED}; --format json takes several",
                token(rest.seen())
            ),
        )),
    }
}

/// Returns true if the line holds one deck, so that each is on a line of its own; or if it is wrong, but not because it
/// ends too soon.
pub(super) fn is_alone(line: &str, key: Option<&Key>) -> bool {
    let (mut rest, mut nest) = (Rest { line, at: 0 }, Nest::default());
    match nest.next(&mut rest, key) {
        Ok(Some(length)) => rest.pass(length),
        Ok(None) => return true,
        Err(slip) => return !slip.ended,
    }
    match nest.next(&mut rest, key) {
        Ok(found) => found.is_none(),
        Err(slip) => !slip.ended,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(line: &str) -> Result<Vec<(usize, String)>, Slip> {
        let mut row = Row::default();
        split(line, None, &mut row)?;
        let names = row.names().enumerate();
        Ok(names
            .map(|(i, name)| (row.at(i), name.to_owned()))
            .collect())
    }

    #[test]
    fn lists_and_objects_are_read_as_every_language_prints_them() {
        for line in [
            "[0,10,\"x y\"]",
            " [ 0 , 10 ,\t\"x y\" ] ",
            "{\"deck\": [0, 10, \" x y\"]}",
            "{\"id\": 7.5e3, \"deck\":[0,10,\"x\\u0020y\"], \"by\": [{\"deck\": null}]}",
            "['0', '10', 'x y']",
            "('0', '10', \"x y\",),",
            "{'id': None, 'deck': ('0', '10', 'x\\x20y'), 'by': {'x': (1, 2,)}}",
            "{ n: [], deck: [ '0', '10', 'x y' ] }",
            "[0, 10, x y]",
            "['0' '10' 'x y']",
            "[np.int64(0), np.int64(10), np.str_('x y')]",
            "[[0, 10, 'x\\u{20}y']]",
        ] {
            let found = names(line).unwrap();
            let cards: Vec<&str> = found.iter().map(|(_, name)| name.as_str()).collect();
            assert_eq!(cards, ["0", "10", "x y"], "{line}");
            assert!(
                found
                    .iter()
                    .all(|(at, _)| b"01x\"'".contains(&line.as_bytes()[*at])),
                "{line}"
            );
        }
        assert_eq!(names("[]").unwrap(), []);
        assert_eq!(
            names("[\"T♠\", \"\\u2660A\"]").unwrap()[1],
            (9, "♠A".to_owned())
        );
        for (line, expected) in [
            ("[3 1  2]", &["3", "1", "2"][..]),
            ("[AS KD 10h]", &["AS", "KD", "10h"]),
            ("[AS, Urza's Tower, KD]", &["AS", "Urza's Tower", "KD"]),
            ("[\"Urza's\", 'x\"y', 'a\\'b']", &["Urza's", "x\"y", "a'b"]),
            ("['\\ud83c\\udca1', '\\U0001F0A2']", &["🂡", "🂢"]),
            ("['a, b', 'c] d']", &["a, b", "c] d"]),
            ("[01]", &["01"]),
        ] {
            let found = names(line).unwrap();
            let cards: Vec<&str> = found.iter().map(|(_, name)| name.as_str()).collect();
            assert_eq!(cards, expected, "{line}");
        }
    }

    #[test]
    fn anything_else_is_refused_at_its_place() {
        for (line, at, part) in [
            ("[1, 2.5]", 4, "found `2.5` as card 2"),
            ("[1, -2]", 4, "found `-2` as card 2"),
            ("[1, 1e3]", 4, "found `1e3` as card 2"),
            ("[null]", 1, "found `null` as card 1"),
            ("[[1,2],[2,1]]", 7, "found `[`, another deck"),
            ("[1,2] [2,1]", 6, "another deck on the same line"),
            ("[\"\"]", 1, "found `\"` as card 1"),
            ("[' ']", 1, "found `'` as card 1"),
            ("[\"\\ud800\"]", 2, "found `\\` in quotes"),
            ("['\\q']", 2, "in quotes"),
            ("[1, 2", 5, "found the end of the line where `]`"),
            ("[1, 2)", 5, "found `)` where `]`"),
            ("[1, [2]]", 4, "found `[` as card 2"),
            ("[1, {2: 3}]", 4, "as card 2"),
            ("[1, 2] 3", 7, "found `3` where a deck should stand"),
            ("[1, 2],,", 7, "where a deck should stand"),
            ("[1, 2]]", 6, "found `]` where no bracket is open"),
            ("1, 2]", 0, "where a deck should stand"),
            ("[1,,2]", 3, "found no card where card 2"),
            ("[,1]", 1, "found no card where card 1"),
            ("['AS', KD', 'QC']", 7, "found `KD…` without quotes"),
            ("['AS, 'KD', 'QC']", 7, "where a comma or the end"),
            ("['AS', 'KD', 'QC]", 17, "where `'` should close"),
            ("['AS', 'KD' 'QC']", 12, "where a comma or the end"),
            ("['AS' 'KD', 'QC']", 10, "where a blank or the end"),
            ("['AS''KD']", 5, "where a comma or the end"),
            ("[np.float64(1.0)]", 1, "as card 1"),
            ("1 2 3", 0, "where a deck should stand"),
            ("{\"decks\": 3}", 10, "where a deck should stand"),
            (
                "{\"cards\": [1]}",
                13,
                "without the key `deck`, but `cards`",
            ),
            ("{}", 1, "without the key `deck`"),
            ("{\"deck\": {\"deck\": {\"deck\": [1]}}}", 18, "found `{"),
            ("{\"deck\": [1], \"deck\": [1]}", 14, "has had its decks"),
            ("{\"deck\" [1]}", 8, "where a colon should stand"),
            ("{\"a\": 1 \"deck\": [1]}", 8, "where a comma"),
            ("{\"a\": , \"deck\": [1]}", 6, "where a value or a key"),
            ("{\"a\": \"x, \"deck\": [1]}", 11, "where a comma"),
            ("{\"a\": [1 2], \"deck\": [1]}", 9, "where a comma"),
            ("{\"a\": [1), \"deck\": [1]}", 8, "found `)`; accepted: `]`"),
            ("{[1]: 2}", 1, "where a value or a key"),
            ("x", 0, "where a deck should stand"),
        ] {
            let slip = names(line).unwrap_err();
            assert!(slip.problem.contains(part), "{line}: {slip:?}");
            assert_eq!(slip.at, at, "{line}: {slip:?}");
            assert!(slip.problem.contains("; accepted"), "{line}: {slip:?}");
        }
        // Nothing overflows, however deep.
        let deep = 100_000;
        for line in ["[".repeat(deep), "[".repeat(deep) + &"]".repeat(deep)] {
            let slip = names(&line).unwrap_err();
            assert!(slip.problem.contains("within 128 brackets"), "{slip:?}");
        }
    }
}
