//! Kinds with parameters as the command line writes them: `mash`, `mash packet=1..3 error=4`, or TOML as
//! in specs: `"mash"`, `{kind="mash", packet=[1,3]}`.

use std::collections::BTreeMap;

use toml::{Spanned, Table, Value};

use super::error::SpecError;
use super::place::{Place, said};
use super::wire::Choice;

/// The letters that one `--shuffle` defines: `M=mash`, or a line of TOML.
pub(super) fn letters(flag: &str) -> Result<BTreeMap<String, Spanned<Choice>>, SpecError> {
    let refuse = |problem: String| Place::CommandLine.option("shuffles", problem);
    let accepted = "accepted: a letter and its shuffle, as in M=mash, 'M=mash packet=1..3' or 'M={kind=\"mash\", packet=[1,3]}'";
    let Some((letter, text)) = flag.split_once('=') else {
        return Err(refuse(format!(
            "found `{}`; {accepted}",
            flag.escape_debug()
        )));
    };
    if is_toml(text) {
        return toml::from_str(flag).map_err(|error| Place::CommandLine.toml(&error));
    }
    let choice = choice(text).map_err(|problem| refuse(format!("{problem}; {accepted}")))?;
    Ok(BTreeMap::from([(letter.trim().to_owned(), said(choice))]))
}

/// The letters that one `--shuffle` defines, each with the table of its shuffle as a spec has it; none of what is wrong.
pub fn lettered(flag: &str) -> impl Iterator<Item = (String, Value)> {
    let letters = letters(flag).unwrap_or_default().into_iter();
    letters.map(|(letter, choice)| {
        let Choice { kind, parameters } = choice.into_inner();
        let table = if parameters.is_empty() {
            Value::from(kind)
        } else {
            let kind = ("kind".to_owned(), Value::from(kind));
            Value::Table(std::iter::once(kind).chain(parameters).collect())
        };
        (letter, table)
    })
}

/// A name with its parameters, if there are any. The error says what was found.
pub(super) fn choice(text: &str) -> Result<Choice, String> {
    let strange = |found: &str| format!("found `{}`", found.escape_debug());
    if is_toml(text) {
        return toml_value(text).ok_or_else(|| strange(text));
    }
    let text = text.trim();
    let (kind, mut rest) = match text.split_once(char::is_whitespace) {
        Some((kind, rest)) => (kind, rest.trim_start()),
        None => (text, ""),
    };
    if kind.is_empty() || kind.contains('=') {
        return Err(format!("{} where a name must be", strange(kind)));
    }
    let mut parameters = Table::new();
    while !rest.is_empty() {
        let end = end_of_pair(rest);
        let (pair, after) = rest.split_at(end);
        let pair_of = pair
            .split_once('=')
            .filter(|(key, text)| !key.is_empty() && !text.is_empty());
        let Some((key, text)) = pair_of else {
            return Err(format!("{} where key=value must be", strange(pair)));
        };
        let value = value(text).ok_or_else(|| strange(pair))?;
        if parameters.insert(key.to_owned(), value).is_some() {
            return Err(format!("found `{}` twice", key.escape_debug()));
        }
        rest = after.trim_start();
    }
    let kind = kind.to_owned();
    Ok(Choice { kind, parameters })
}

/// Returns true if it begins as a text or a table in TOML does.
fn is_toml(text: &str) -> bool {
    text.trim_start().starts_with(['{', '"', '\''])
}

/// The value that `text` is in TOML.
fn toml_value<T: serde::de::DeserializeOwned>(text: &str) -> Option<T> {
    let read: BTreeMap<String, T> = toml::from_str(&format!("value = {text}")).ok()?;
    read.into_values().next()
}

/// Bytes up to the first blank that is in no brackets and no quotes.
fn end_of_pair(text: &str) -> usize {
    let (mut depth, mut quote) = (0_usize, None);
    for (at, c) in text.char_indices() {
        match (quote, c) {
            (Some(open), c) if c == open => quote = None,
            (None, '"' | '\'') => quote = Some(c),
            (None, '[' | '{') => depth += 1,
            (None, ']' | '}') => depth = depth.saturating_sub(1),
            (None, c) if c.is_whitespace() && depth == 0 => return at,
            _ => {}
        }
    }
    text.len()
}

/// A value: TOML, `1..3` for `[1, 3]`, or a text without quotes.
fn value(text: &str) -> Option<Value> {
    if text.starts_with(['[', '{', '"', '\'']) {
        return toml_value(text);
    }
    if let Some((first, last)) = text.split_once("..")
        && let (Ok(first), Ok(last)) = (first.parse::<i64>(), last.parse::<i64>())
    {
        return Some(Value::Array(vec![first.into(), last.into()]));
    }
    let number = text.contains(|c: char| c.is_ascii_digit());
    Some(match (text.parse(), text.parse(), text.parse()) {
        (Ok(yes), _, _) => Value::Boolean(yes),
        (_, Ok(whole), _) => Value::Integer(whole),
        (_, _, Ok(float)) if number => Value::Float(float),
        _ => Value::String(text.to_owned()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> (String, Table) {
        let Choice { kind, parameters } = choice(text).unwrap();
        (kind, parameters)
    }

    #[test]
    fn a_name_with_parameters_is_the_table_in_toml() {
        for (short, toml) in [
            ("mash", "\"mash\""),
            ("mash packet=1..3", "{kind=\"mash\", packet=[1,3]}"),
            (
                " mash  packet=[1, 3]  error=4 ",
                "{kind=\"mash\", packet=[1,3], error=4}",
            ),
            (
                "pile piles=4 face=up",
                "{kind=\"pile\", piles=4, face=\"up\"}",
            ),
            (
                "now-and-then share=.5 each={kind=\"riffle\"}",
                "{kind=\"now-and-then\", share=0.5, each={kind=\"riffle\"}}",
            ),
            (
                "piles piles=3 each=\"G*3 C\"",
                "{kind=\"piles\", piles=3, each=\"G*3 C\"}",
            ),
            (
                "x yes=true far=-2 inf=inf",
                "{kind=\"x\", yes=true, far=-2, inf=\"inf\"}",
            ),
        ] {
            assert_eq!(read(short), read(toml), "{short}");
        }
    }

    #[test]
    fn wrong_ones_say_what_was_found() {
        for (text, says) in [
            ("", "found `` where a name must be"),
            ("packet=3", "found `packet=3` where a name must be"),
            ("mash 3", "found `3` where key=value must be"),
            ("mash packet = 3", "found `packet` where key=value must be"),
            ("mash packet=", "found `packet=` where key=value must be"),
            ("mash packet=[1", "found `packet=[1`"),
            ("mash error=1 error=2", "found `error` twice"),
            ("{snap", "found `{snap`"),
        ] {
            assert_eq!(choice(text).unwrap_err(), says);
        }
    }

    #[test]
    fn a_letter_is_defined_with_and_without_quotes() {
        for flag in [
            "M=mash packet=1..3",
            "M = mash packet=[1,3]",
            "M={kind=\"mash\", packet=[1,3]}",
        ] {
            let letters = letters(flag).unwrap();
            let choice = letters["M"].get_ref();
            assert_eq!(choice.kind, "mash");
            assert_eq!(choice.parameters["packet"].as_array().unwrap().len(), 2);
        }
        let error = letters("M").unwrap_err().to_string();
        assert!(
            error.contains(
                "--shuffle: found `M`; accepted: a letter and its shuffle, as in M=mash,"
            ),
            "{error}"
        );
        let error = letters("M=mash 3").unwrap_err().to_string();
        assert!(
            error.contains("where key=value must be; accepted"),
            "{error}"
        );
    }
}
