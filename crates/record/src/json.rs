//! The record as JSON text: keys on lines of their own, but lists of numbers on one line without spaces, and each of
//! many objects of a kind (a test, a claim) on one, so that a difference between two records can be read.

use serde::Serialize;
use serde_json::Value;

/// `record` as indented JSON, with a newline at the end.
///
/// # Errors
/// None for a record: all its keys are strings and all its numbers finite.
pub fn to_json(record: &impl Serialize) -> Result<String, serde_json::Error> {
    let mut text = String::new();
    append(&serde_json::to_value(record)?, 0, &mut text)?;
    text.push('\n');
    Ok(text)
}

fn append(value: &Value, depth: usize, text: &mut String) -> Result<(), serde_json::Error> {
    match value {
        Value::Array(items) if items.iter().any(is_nested) => list(
            items.iter().map(|item| (None, item)),
            ['[', ']'],
            depth,
            text,
        ),
        Value::Object(object) if !object.is_empty() => list(
            object.iter().map(|(key, item)| (Some(key), item)),
            ['{', '}'],
            depth,
            text,
        ),
        other => {
            text.push_str(&serde_json::to_string(other)?);
            Ok(())
        }
    }
}

fn list<'v>(
    items: impl Iterator<Item = (Option<&'v String>, &'v Value)>,
    brackets: [char; 2],
    depth: usize,
    text: &mut String,
) -> Result<(), serde_json::Error> {
    text.push(brackets[0]);
    for (at, (key, item)) in items.enumerate() {
        text.push_str(if at > 0 { ",\n" } else { "\n" });
        text.push_str(&" ".repeat(depth + 1));
        if let Some(key) = key {
            text.push_str(&serde_json::to_string(key)?);
            text.push_str(": ");
        }
        match item {
            // A test, a check, a claim: one of many of a kind.
            Value::Object(object) if key.is_none() && object.values().all(is_short) => {
                text.push_str(&serde_json::to_string(item)?);
            }
            item => append(item, depth + 1, text)?,
        }
    }
    text.push('\n');
    text.push_str(&" ".repeat(depth));
    text.push(brackets[1]);
    Ok(())
}

fn is_nested(value: &Value) -> bool {
    value.is_array() || value.is_object()
}

/// Entries that a list may have within an object that stands on one line.
const FEW: usize = 8;

/// Returns true if `value` has a place in an object on one line: it holds no more than a group of single values, or of
/// lists of few of them.
fn is_short(value: &Value) -> bool {
    match value {
        Value::Object(object) => object.values().all(is_list_of_few),
        other => is_list_of_few(other),
    }
}

fn is_list_of_few(value: &Value) -> bool {
    match value {
        Value::Array(items) => items.len() <= FEW && !items.iter().any(is_nested),
        other => !other.is_object(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_share_a_line_and_the_text_reads_back() {
        let value = serde_json::json!({"a": [1, 2.5, null], "b": [[1, 2], [3]], "c": {}, "d": {"e": "x\"y"}, "f": [],
            "g": [{"h": 1, "i": {"j": 2, "k": [3, 4]}}, {"l": {"m": {"n": 5}}}]});
        let text = to_json(&value).unwrap();
        assert!(
            text.contains("\"a\": [1,2.5,null]") && text.contains("\n  [3]\n ]"),
            "{text}"
        );
        assert!(
            text.contains("\n  {\"h\":1,\"i\":{\"j\":2,\"k\":[3,4]}},\n  {\n"),
            "{text}"
        );
        assert_eq!(serde_json::from_str::<Value>(&text).unwrap(), value);
    }
}
