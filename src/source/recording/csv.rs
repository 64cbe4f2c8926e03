//! Decks as separated values: a deck on each row (RFC 4180, with its commas, with semicolons or
//! with tabs).
//!
//! The reader is strict where those that recover data are lenient: what follows a closing quote, a
//! quote within a field and a quote that is never closed are faults, not data. A row is a line: no
//! card has an end of line in its name, and so a quote that is never closed takes one row, not the
//! rest of the file. The `csv` crate reads all of these as data, and a row without end into memory
//! without end, so it is not used.

use super::columns::Columns;
use super::fault::Slip;
use super::quote::quote;
use super::row::Row;

/// The delimiters that may separate values, with their names.
const DELIMITERS: [(u8, &str); 3] = [(b',', "commas"), (b';', "semicolons"), (b'\t', "tabs")];

/// The name of a delimiter.
pub(super) fn written(delimiter: u8) -> &'static str {
    let known = DELIMITERS.iter().find(|(byte, _)| *byte == delimiter);
    known.map_or("commas", |(_, name)| name)
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
    columns: Option<Columns>,
    row: &mut Row,
) -> Result<(), Slip> {
    split(line, delimiter, row)?;
    columns.map_or(Ok(()), |columns| columns.keep(row))
}

/// Reads the values of a row.
fn split(line: &str, delimiter: u8, row: &mut Row) -> Result<(), Slip> {
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
            row.push(if name.is_empty() { field } else { at }, name);
            at = end;
        }
        if at == bytes.len() {
            return Ok(());
        }
        at += 1;
    }
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
                    quote(&line.as_bytes()[start..])
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
            quote(&line.as_bytes()[at..])
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
        ] {
            assert_eq!(names(line, delimiter).unwrap(), expected, "{line:?}");
        }
    }

    #[test]
    fn wrong_quotes_are_found_at_their_place() {
        for (line, at, part) in [
            ("1,\"2,3", 2, "without a closing quote"),
            ("1,\"2\"\",3", 2, "without a closing quote"),
            ("1,\"2\"x,3", 5, "`x,3` after a closing quote"),
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
}
