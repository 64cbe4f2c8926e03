//! JSON: lists of decks, objects with decks, and logs of draws, as documents or on lines.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::table::chosen;
use super::{Field, Look, Unclear, permuted};
use crate::recording::Key;
use text::found::token;
use text::names::counted;

/// Values that are looked at.
const MOST: usize = 20_000;

/// Cards of a deck under a key that nobody named, at the least.
const FEWEST: usize = 5;

/// The keys of decks that their reader looks for itself.
const USUAL: [&str; 2] = ["deck", "decks"];

/// Finds what JSON holds.
pub(super) fn look(text: &str, complete: bool) -> Result<Look, Unclear> {
    if text.contains("\"colddeck.record/") && text.starts_with('{') {
        let problem = "this is a record of colddeck; `colddeck report FILE` shows it".to_owned();
        return Err(problem.into());
    }
    let values = values(text, complete);
    let [first, ..] = values.as_slice() else {
        // Lists of other languages are read by their own readers.
        return Ok(Look::Plain);
    };
    match first {
        Value::Array(_) => Ok(Look::Plain),
        Value::Object(object) => {
            if USUAL.iter().any(|key| object.contains_key(*key)) {
                return Ok(Look::Plain);
            }
            of_objects(&values)
        }
        _ => {
            let texts: Vec<String> = values.iter().filter_map(scalar).collect();
            let different: BTreeSet<&String> = texts.iter().collect();
            let repeats = different.len() > 1 && different.len() * 5 <= texts.len();
            Ok(if repeats && texts.len() == values.len() {
                Look::Draws(Field::Key(None))
            } else {
                Look::Plain
            })
        }
    }
}

/// The values on lines, or of the list that a document is.
fn values(text: &str, complete: bool) -> Vec<Value> {
    if complete && let Ok(Value::Array(values)) = serde_json::from_str(text) {
        return values;
    }
    let mut values = Vec::new();
    // The elements of a list that goes on behind the sample, or values one after the other.
    let inner = text.strip_prefix('[');
    let inner = inner.filter(|inner| inner.trim_start().starts_with(['{', '"']));
    let mut rest = inner.unwrap_or(text);
    while values.len() < MOST {
        rest = rest.trim_start_matches(|c: char| c.is_whitespace() || c == ',');
        let mut stream = serde_json::Deserializer::from_str(rest).into_iter::<Value>();
        let Some(Ok(value)) = stream.next() else {
            break;
        };
        rest = rest.get(stream.byte_offset()..).unwrap_or_default();
        values.push(value);
    }
    values
}

/// The text of a value that is no list or object.
pub(crate) fn scalar(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        Value::Bool(bool) => Some(bool.to_string()),
        _ => None,
    }
}

/// The values at a path of keys: lists on the way are walked through.
pub(crate) fn scalars(value: &Value, path: &[String], found: &mut Vec<Option<String>>) {
    match (value, path) {
        (Value::Array(values), _) => {
            for value in values {
                scalars(value, path, found);
            }
        }
        (Value::Object(object), [key, path @ ..]) => match object.get(key) {
            Some(value) => scalars(value, path, found),
            None => found.push(None),
        },
        (value, []) => found.push(scalar(value)),
        (_, _) => found.push(None),
    }
}

/// The lists and the other values in objects, each by the keys that lead to it.
#[derive(Default)]
struct Paths {
    lists: BTreeMap<String, Vec<Vec<String>>>,
    scalars: BTreeMap<String, Vec<String>>,
}

impl Paths {
    fn walk(&mut self, value: &Value, path: &str) {
        match value {
            Value::Object(object) => {
                for (key, value) in object {
                    let path = if path.is_empty() {
                        key.clone()
                    } else {
                        format!("{path}.{key}")
                    };
                    self.walk(value, &path);
                }
            }
            Value::Array(values) => {
                let list: Option<Vec<String>> = values.iter().map(scalar).collect();
                match list {
                    Some(list) => self.lists.entry(path.to_owned()).or_default().push(list),
                    None => {
                        for value in values {
                            self.walk(value, path);
                        }
                    }
                }
            }
            other => {
                if let Some(text) = scalar(other) {
                    self.scalars.entry(path.to_owned()).or_default().push(text);
                }
            }
        }
    }
}

/// Finds a deck or draws in objects.
fn of_objects(values: &[Value]) -> Result<Look, Unclear> {
    let mut paths = Paths::default();
    for value in values {
        paths.walk(value, "");
    }
    let decks: Vec<&String> = paths
        .lists
        .iter()
        .filter(|(_, lists)| are_decks(lists))
        .map(|(path, _)| path)
        .collect();
    if let [path] = decks.as_slice()
        && let Ok(key) = path.parse()
    {
        return Ok(Look::Key(key));
    }
    let repeats = |values: &[String]| {
        let different: BTreeSet<&String> = values.iter().collect();
        different.len() > 1 && different.len() * 5 <= values.len()
    };
    let single = paths.scalars.iter().filter(|(_, values)| repeats(values));
    let listed = paths
        .lists
        .iter()
        .filter(|(_, lists)| repeats(&lists.concat()));
    let single = single.map(|(path, _)| path.clone());
    let drawn: Vec<String> = single.chain(listed.map(|(path, _)| path.clone())).collect();
    if let (Some(path), true) = (chosen(&drawn), decks.is_empty())
        && let Ok(key) = path.parse::<Key>()
    {
        return Ok(Look::Draws(Field::Key(Some(key))));
    }
    // One name alone: a file that was given by mistake is not told.
    let all = || paths.lists.keys().chain(paths.scalars.keys());
    let first = drawn.first().or_else(|| all().next());
    let problem = format!(
        "found objects with {}, {} among them; say which holds the deck, as in --key cards, or the draws, as in --key \
         item.rarity --weights Common=50,Rare=25",
        counted(all().count() as u64, "key"),
        first.map_or_else(|| "none".to_owned(), |path| token(path.as_bytes()))
    );
    Err(Unclear {
        problem,
        asks_for_field: true,
        sorted_lines: false,
    })
}

/// Returns true if each list is the same cards in some order.
fn are_decks(lists: &[Vec<String>]) -> bool {
    let set = |list: &Vec<String>| -> Option<BTreeSet<String>> {
        let set: BTreeSet<String> = list.iter().cloned().collect();
        (set.len() == list.len()).then_some(set)
    };
    let Some(first) = lists.first().and_then(set) else {
        return false;
    };
    let numbers: Option<Vec<u64>> = first.iter().map(|card| card.parse().ok()).collect();
    let known = match numbers {
        Some(numbers) => permuted(&numbers).is_some(),
        None => lists.len() > 1,
    };
    known && first.len() >= FEWEST && lists.iter().all(|list| set(list).as_ref() == Some(&first))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logs_and_decks_are_found() {
        let line = |at: usize| {
            let rarity = ["a", "b"][at % 2];
            format!("{{\"t\": {at}, \"item\": {{\"rarity\": \"{rarity}\"}}}}")
        };
        let lines: Vec<String> = (0..40).map(line).collect();
        let key: Key = "item.rarity".parse().unwrap();
        let draws = Ok(Look::Draws(Field::Key(Some(key))));
        assert_eq!(look(&lines.join("\n"), true), draws);
        assert_eq!(look(&format!("[{}]", lines.join(",\n")), true), draws);
        let cut = format!("[{}", lines.join(",\n"));
        assert_eq!(look(&cut[..cut.len() - 9], false), draws);
        let decks =
            "{\"n\": 1, \"cards\": [1, 2, 3, 4, 5]}\n{\"n\": 2, \"cards\": [2, 1, 5, 4, 3]}\n";
        let key: Key = "cards".parse().unwrap();
        assert_eq!(look(decks, true), Ok(Look::Key(key)));
        for plain in [
            "[3, 1, 2]\n[1, 2, 3]\n",
            "{\"deck\": [1, 2]}",
            "['AS', 'KD']",
        ] {
            assert_eq!(look(plain, true), Ok(Look::Plain), "{plain}");
        }
        let rolls = format!("[{}1]", "1, 6, 3, ".repeat(20));
        assert_eq!(look(&rolls, true), Ok(Look::Draws(Field::Key(None))));
        assert!(look("{\"a\": 1}\n{\"a\": 2}", true).is_err());
    }

    #[test]
    fn paths_lead_through_lists() {
        let value = serde_json::json!({"drops": [{"r": "a"}, {"r": 2}, {}]});
        let mut found = Vec::new();
        scalars(&value, &["drops".to_owned(), "r".to_owned()], &mut found);
        assert_eq!(found, [Some("a".to_owned()), Some("2".to_owned()), None]);
    }
}
