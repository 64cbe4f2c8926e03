//! Decks as separated values: a deck on each row (RFC 4180, with its commas, with semicolons, tabs or
//! bars).
//!
//! The reader is strict where those that recover data are lenient: what follows a closing quote, a
//! quote within a field and a quote that is never closed are faults, not data. A row is a line: no
//! card has an end of line in its name, and so a quote that is never closed takes one row, not the
//! rest of the file. The `csv` crate reads all of these as data, and a row without end into memory
//! without end, so it is not used.

use super::cards;
use super::columns::Found;
use super::jsonl;
use super::quote::quote;
use super::row::{Row, offset};
use crate::fault::Slip;
use text::found::token;

/// The delimiters that may separate values, with their names.
const DELIMITERS: [(u8, &str); 4] = [
    (b',', "commas"),
    (b';', "semicolons"),
    (b'\t', "tabs"),
    (b'|', "bars"),
];

/// The name of a delimiter.
pub(super) fn written(delimiter: u8) -> String {
    let known = DELIMITERS.iter().find(|(byte, _)| *byte == delimiter);
    known.map_or_else(|| quote(&[delimiter]), |(_, name)| (*name).to_owned())
}

/// The delimiter of a row of `cards` values: the one that gives as many, or else the one that is
/// there most often, outside quotes.
pub(super) fn delimiter(line: &str, cards: usize) -> u8 {
    let mut quoted = false;
    let mut counts = [0; DELIMITERS.len()];
    for byte in line.bytes() {
        if byte == b'"' {
            quoted = !quoted;
        }
        let place = DELIMITERS.iter().position(|(known, _)| *known == byte);
        if let Some(place) = place.filter(|_| !quoted) {
            counts[place] += 1;
        }
    }
    let fits = |count: &usize| *count + 1 == cards;
    let best = counts.iter().position(fits).or_else(|| {
        let most = counts.iter().max().filter(|most| **most > 0)?;
        counts.iter().position(|count| count == most)
    });
    DELIMITERS[best.unwrap_or(0)].0
}

/// Reads the values of a row that are the deck: those of `columns`, or all.
pub(super) fn deck(
    line: &str,
    delimiter: u8,
    columns: Option<&Found>,
    row: &mut Row,
) -> Result<(), Slip> {
    split(line, delimiter, row)?;
    let Some(columns) = columns else {
        return Ok(());
    };
    columns.check(row)?;
    match columns {
        Found::Each(columns) => row.keep(columns.clone()),
        Found::One(column) => whole(line, row.at(*column), *column, row)?,
    }
    Ok(())
}

/// Reads the value of this column, which starts at `start`, as a deck.
fn whole(line: &str, start: usize, column: usize, row: &mut Row) -> Result<(), Slip> {
    let text = row.name(column).to_owned();
    let opening = line.as_bytes().get(start).copied();
    let quoted_twice = opening == Some(b'"');
    let shift = if quoted_twice {
        let inner = &line[start + 1..];
        1 + inner.len() - inner.trim_start().len()
    } else {
        usize::from(opening == Some(b'\''))
    };
    // Two quotes on the line are one of the value.
    let place = |at: usize| {
        let quotes = text.as_bytes()[..at.min(text.len())].iter();
        let twice = quotes.filter(|byte| **byte == b'"' && quoted_twice).count();
        start + shift + at + twice
    };
    deck_of(&text, row).map_err(|slip| Slip {
        at: place(slip.at),
        ..slip
    })?;
    row.place(place);
    Ok(())
}

/// Reads the cards of a deck in one value: a list in brackets, or cards with bars, semicolons, commas or
/// blanks between.
fn deck_of(text: &str, row: &mut Row) -> Result<(), Slip> {
    if text.trim_start().starts_with(['[', '(', '{']) {
        return jsonl::split(text, None, row);
    }
    let Some(sign) = ['|', ';'].into_iter().find(|sign| text.contains(*sign)) else {
        return cards::split(text, row);
    };
    row.clear();
    for part in text.split(sign) {
        let at = offset(text, part);
        if part.trim().is_empty() {
            let card = row.len() + 1;
            let problem = format!(
                "found no card where card {card} of the deck should stand, beside `{sign}`; accepted: single \
                 separators between cards"
            );
            return Err(Slip::new(at, problem));
        }
        row.push(at + part.len() - part.trim_start().len(), part.trim());
    }
    Ok(())
}

/// Reads the names of a header row.
pub(super) fn header(line: &str, delimiter: u8, row: &mut Row) -> Result<(), Slip> {
    split(line, delimiter, row)
}

/// Reads the values of a row.
pub(super) fn split(line: &str, delimiter: u8, row: &mut Row) -> Result<(), Slip> {
    row.clear();
    let bytes = line.as_bytes();
    let mut at = 0;
    loop {
        let field = at;
        while at < bytes.len() && is_blank(bytes[at], delimiter) {
            at += 1;
        }
        if bytes.get(at) == Some(&b'"') {
            let start = at;
            let name;
            (name, at) = quoted(line, at)?;
            while at < bytes.len() && is_blank(bytes[at], delimiter) {
                at += 1;
            }
            if at < bytes.len() && bytes[at] != delimiter {
                return Err(slip(line, at, "after a closing quote"));
            }
            row.push(start, name.trim());
        } else {
            let rest = &bytes[at..];
            let ends = |byte: &u8| *byte == delimiter || *byte == b'"';
            let end = at + rest.iter().position(ends).unwrap_or(rest.len());
            if bytes.get(end) == Some(&b'"') {
                return Err(slip(
                    line,
                    end,
                    "within a value that does not start with a quote",
                ));
            }
            let name = line[at..end].trim();
            row.push(if name.is_empty() { field } else { at }, unquoted(name));
            at = end;
        }
        if at == bytes.len() {
            return Ok(());
        }
        at += 1;
    }
}

/// A value without the single quotes around it, if it has them: other programs print names so.
fn unquoted(name: &str) -> &str {
    let within = name
        .strip_prefix('\'')
        .and_then(|name| name.strip_suffix('\''));
    within
        .filter(|within| !within.is_empty() && !within.contains('\''))
        .unwrap_or(name)
}

/// The text of the quoted value at `start`, and the place behind its closing quote.
fn quoted(line: &str, start: usize) -> Result<(String, usize), Slip> {
    let mut name = String::new();
    let mut at = start + 1;
    loop {
        let Some(length) = line[at..].find('"') else {
            return Err(Slip::new(
                start,
                format!(
                    "found {} without a closing quote on its line; accepted: a value within double \
                     quotes, on one line",
                    token(&line.as_bytes()[start..])
                ),
            ));
        };
        name.push_str(&line[at..at + length]);
        at += length + 1;
        if line.as_bytes().get(at) != Some(&b'"') {
            return Ok((name, at));
        }
        name.push('"');
        at += 1;
    }
}

fn is_blank(byte: u8, delimiter: u8) -> bool {
    byte == b' ' || byte == b'\t' && delimiter != b'\t'
}

#[cold]
fn slip(line: &str, at: usize, place: &str) -> Slip {
    Slip::new(
        at,
        format!(
            "found {} {place}; accepted: a value, or a value within double quotes in which each \
             double quote is written twice",
            token(&line.as_bytes()[at..])
        ),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(line: &str, delimiter: u8) -> Result<Vec<String>, Slip> {
        let mut row = Row::default();
        split(line, delimiter, &mut row)?;
        Ok(row.names().map(str::to_owned).collect())
    }

    #[test]
    fn values_with_and_without_quotes_are_read() {
        for (line, delimiter, expected) in [
            ("1,2,3", b',', &["1", "2", "3"][..]),
            (" 1 , 2\t,3 ", b',', &["1", "2", "3"]),
            ("\"1\",2, \"3\" ", b',', &["1", "2", "3"]),
            ("1;2,5;3", b';', &["1", "2,5", "3"]),
            ("1\t 2 \t3", b'\t', &["1", "2", "3"]),
            (
                "\"a \"\"b\"\", c\",\"\",T♠",
                b',',
                &["a \"b\", c", "", "T♠"],
            ),
            ("a,,b,", b',', &["a", "", "b", ""]),
            ("Lightning Bolt,Forest", b',', &["Lightning Bolt", "Forest"]),
            ("\t\t", b'\t', &["", "", ""]),
            ("'AS'; 'KD' ;Urza's;'", b';', &["AS", "KD", "Urza's", "'"]),
        ] {
            assert_eq!(names(line, delimiter).unwrap(), expected, "{line:?}");
        }
    }

    #[test]
    fn wrong_quotes_are_found_at_their_place() {
        for (line, at, part) in [
            ("1,\"2,3", 2, "without a closing quote"),
            ("1,\"2\"\",3", 2, "without a closing quote"),
            ("1,\"2\"x,3", 5, "`x…` after a closing quote"),
            ("1,\"2\" \"3\"", 6, "after a closing quote"),
            ("1,2\"x,3", 3, "within a value"),
            ("\"", 0, "without a closing quote"),
        ] {
            let slip = names(line, b',').unwrap_err();
            assert_eq!(slip.at, at, "{line:?}");
            assert!(slip.problem.contains(part), "{slip:?}");
            assert!(slip.problem.contains("; accepted: a value"), "{slip:?}");
        }
    }

    #[test]
    fn the_delimiter_is_found_outside_quotes() {
        for (line, cards, expected) in [
            ("1,2,3", 3, b','),
            ("1;2;3", 3, b';'),
            ("1\t2\t3", 3, b'\t'),
            ("1|2|3", 3, b'|'),
            ("1,5;2,5;3,5;4,5", 4, b';'),
            ("1,5;2,5;3,5;4,5", 9, b','),
            ("\"a,b,c\";\"d,e,f\"", 7, b';'),
            ("1", 3, b','),
            ("", 3, b','),
        ] {
            assert_eq!(delimiter(line, cards), expected, "{line}");
        }
        assert_eq!(
            DELIMITERS.map(|(byte, _)| written(byte)),
            DELIMITERS.map(|(_, name)| name)
        );
    }

    #[test]
    fn a_whole_deck_may_stand_in_one_column() {
        for (line, places) in [
            ("7,AS KD 10h", [2, 5, 8]),
            ("7,\"AS, KD, 10h\"", [3, 7, 11]),
            ("7, AS|KD | 10h ,x", [3, 6, 11]),
            ("7,\"AS;KD;10h\"", [3, 6, 9]),
            ("7,\"['AS', 'KD', '10h']\"", [4, 10, 16]),
            ("7,\"[\"\"AS\"\", \"\"KD\"\", \"\"10h\"\"]\"", [4, 12, 20]),
            ("7,'AS KD 10h'", [3, 6, 9]),
        ] {
            let mut row = Row::default();
            deck(line, b',', Some(&Found::One(1)), &mut row).unwrap();
            assert!(row.names().eq(["AS", "KD", "10h"]), "{line}");
            assert_eq!([row.at(0), row.at(1), row.at(2)], places, "{line}");
        }
        for (line, at, part) in [
            (
                "7",
                0,
                "found 1 column; accepted: 2 or more, of which 2 holds the deck",
            ),
            (
                "7,AS||KD",
                5,
                "where card 2 of the deck should stand, beside `|`",
            ),
            ("7,\"AS,,KD\"", 6, "where card 2 of the deck"),
            ("7,\"[\"\"AS\"\", KD\"\"]\"", 14, "where a comma"),
        ] {
            let slip = deck(line, b',', Some(&Found::One(1)), &mut Row::default()).unwrap_err();
            assert!(slip.problem.contains(part), "{line}: {slip:?}");
            assert_eq!(slip.at, at, "{line}: {slip:?}");
        }
    }
}
