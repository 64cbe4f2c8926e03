//! The record as JSON text: keys on lines of their own, but lists of numbers on one line, and each of many
//! objects of a kind (a test, a claim) on one, so that a difference between two records can be read.

use serde::Serialize;
use serde_json::{Map, Value};

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
        Value::Array(items) => {
            let items: Vec<String> = items
                .iter()
                .map(serde_json::to_string)
                .collect::<Result<_, _>>()?;
            text.push('[');
            text.push_str(&items.join(", "));
            text.push(']');
            Ok(())
        }
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
        text.push_str(&"  ".repeat(depth + 1));
        if let Some(key) = key {
            text.push_str(&serde_json::to_string(key)?);
            text.push_str(": ");
        }
        match item {
            // A test, a check, a claim: one of many of a kind.
            Value::Object(object) if key.is_none() && !object.values().any(is_nested) => {
                row(object, text)?;
            }
            item => append(item, depth + 1, text)?,
        }
    }
    text.push('\n');
    text.push_str(&"  ".repeat(depth));
    text.push(brackets[1]);
    Ok(())
}

fn is_nested(value: &Value) -> bool {
    value.is_array() || value.is_object()
}

/// An object on one line.
fn row(object: &Map<String, Value>, text: &mut String) -> Result<(), serde_json::Error> {
    text.push('{');
    for (at, (key, value)) in object.iter().enumerate() {
        text.push_str(if at > 0 { ", " } else { "" });
        text.push_str(&serde_json::to_string(key)?);
        text.push_str(": ");
        text.push_str(&serde_json::to_string(value)?);
    }
    text.push('}');
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_share_a_line_and_the_text_reads_back() {
        let value = serde_json::json!({"a": [1, 2.5, null], "b": [[1, 2], [3]], "c": {}, "d": {"e": "x\"y"}, "f": [], "g": [{"h": 1, "i": null}]});
        let text = to_json(&value).unwrap();
        assert!(
            text.contains("\"a\": [1, 2.5, null]") && text.contains("\n    [3]\n  ]"),
            "{text}"
        );
        assert!(text.contains("\n    {\"h\": 1, \"i\": null}\n"), "{text}");
        assert_eq!(serde_json::from_str::<Value>(&text).unwrap(), value);
    }
}
