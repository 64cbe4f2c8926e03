//! Decks as JSON lines: on each an array of whole numbers or of strings, or an object whose key
//! `deck` holds such an array.

use serde::Deserialize;
use serde_json::value::RawValue;

use super::fault::Slip;
use super::quote::quote;
use super::row::{Row, offset};

/// The lines that are accepted, in words.
const ACCEPTED: &str = "on each line a JSON array of whole numbers or of strings, or an object \
                        whose key `deck` holds one";

/// A deck beside other things that are known of it.
#[derive(Deserialize)]
struct Object<'a> {
    #[serde(borrow)]
    deck: Vec<&'a RawValue>,
}

/// Reads the cards of a line.
pub(super) fn split(line: &str, row: &mut Row) -> Result<(), Slip> {
    row.clear();
    // The type is chosen here: a choice by serde would lose what is wrong, and where.
    let cards: Vec<&RawValue> = match line.trim_start().chars().next() {
        Some('{') => serde_json::from_str::<Object<'_>>(line).map(|object| object.deck),
        _ => serde_json::from_str(line),
    }
    .map_err(|error| refused(line, &error))?;
    for card in cards {
        let written = card.get();
        let at = offset(line, written);
        match inner(written) {
            Some(name) => row.push(at, name.trim()),
            None if written.starts_with('"') => {
                let name: String =
                    serde_json::from_str(written).map_err(|_| no_card(at, written, row.len()))?;
                row.push(at, name.trim());
            }
            None => return Err(no_card(at, written, row.len())),
        }
        if row.name(row.len() - 1).is_empty() {
            return Err(no_card(at, written, row.len() - 1));
        }
    }
    Ok(())
}

/// A whole number's digits, or what stands within the quotes of a string without escapes.
fn inner(written: &str) -> Option<&str> {
    if written.bytes().all(|byte| byte.is_ascii_digit()) {
        return Some(written);
    }
    let within = written.strip_prefix('"')?.strip_suffix('"')?;
    (!within.contains('\\')).then_some(within)
}

#[cold]
fn no_card(at: usize, written: &str, before: usize) -> Slip {
    let hint = if written.starts_with(['[', '{']) {
        "; are several decks on one line? write each on a line of its own"
    } else {
        ""
    };
    Slip::new(
        at,
        format!(
            "found {} as card {} of the deck; accepted: {ACCEPTED}{hint}",
            quote(written.as_bytes()),
            before + 1
        ),
    )
}

/// Repeats what `serde_json` says, without the place that it gives, which counts lines within the line.
#[cold]
fn refused(line: &str, error: &serde_json::Error) -> Slip {
    let text = error.to_string();
    let said = text
        .rsplit_once(" at line ")
        .map_or(&*text, |(said, _)| said);
    let at = error.column().saturating_sub(1).min(line.len());
    let hint = if error.is_eof() {
        "; does the deck run over several lines? write it on one"
    } else {
        ""
    };
    Slip::new(
        at,
        format!(
            "found {}, which is no such JSON: {said}; accepted: {ACCEPTED}{hint}",
            quote(line.trim_start().as_bytes())
        ),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(line: &str) -> Result<Vec<(usize, String)>, Slip> {
        let mut row = Row::default();
        split(line, &mut row)?;
        let names = row.names().enumerate();
        Ok(names
            .map(|(i, name)| (row.at(i), name.to_owned()))
            .collect())
    }

    #[test]
    fn arrays_and_objects_are_read() {
        for line in [
            "[0,10,\"x y\"]",
            " [ 0 , 10 ,\t\"x y\" ] ",
            "{\"deck\": [0, 10, \" x y\"]}",
            "{\"id\": 7.5e3, \"deck\":[0,10,\"x\\u0020y\"], \"by\": [{\"deck\": null}]}",
        ] {
            let found = names(line).unwrap();
            let cards: Vec<&str> = found.iter().map(|(_, name)| name.as_str()).collect();
            assert_eq!(cards, ["0", "10", "x y"], "{line}");
            assert!(
                found
                    .iter()
                    .all(|(at, _)| b"01\"".contains(&line.as_bytes()[*at]))
            );
        }
        assert_eq!(names("[]").unwrap(), []);
        assert_eq!(
            names("[\"T♠\", \"\\u2660A\"]").unwrap()[1],
            (9, "♠A".to_owned())
        );
    }

    #[test]
    fn anything_else_is_refused_at_its_place() {
        for (line, at, part) in [
            ("[1, 2.5]", 4, "found `2.5` as card 2"),
            ("[1, -2]", 4, "found `-2` as card 2"),
            ("[1, 1e3]", 4, "found `1e3` as card 2"),
            ("[null]", 1, "found `null` as card 1"),
            ("[[1,2],[2,1]]", 1, "several decks on one line"),
            ("[\"\"]", 1, "found `\"\"` as card 1"),
            ("[\" \"]", 1, "found `\" \"` as card 1"),
            ("[\"\\ud800\"]", 1, "as card 1"),
            ("[1, 2", 4, "run over several lines"),
            ("[1, 2] 3", 7, "trailing characters"),
            ("[1,,2]", 3, "expected value"),
            ("[01]", 2, "invalid number"),
            ("1 2 3", 0, "invalid type"),
            ("\"AS\"", 3, "invalid type"),
            ("{\"decks\": []}", 12, "missing field `deck`"),
            ("{\"deck\": 3}", 9, "invalid type"),
            ("{\"deck\": [], \"deck\": []}", 18, "duplicate field `deck`"),
            ("x", 0, "expected value"),
        ] {
            let slip = names(line).unwrap_err();
            assert!(slip.problem.contains(part), "{line}: {slip:?}");
            assert!(slip.at.abs_diff(at) <= 1, "{line}: {slip:?}");
            assert!(slip.problem.contains("accepted: on each line a JSON array"));
        }
        // However deep, nothing overflows.
        let deep = 100_000;
        assert!(names(&"[".repeat(deep)).is_err());
        let closed = "[".repeat(deep) + &"]".repeat(deep);
        assert!(
            names(&closed)
                .unwrap_err()
                .problem
                .contains("several decks")
        );
    }
}
