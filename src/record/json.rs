//! The record as JSON text: keys on lines of their own, lists of numbers on one line, so that a
//! difference between two records can be read.

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
        Value::Array(items) if items.iter().any(|item| item.is_array() || item.is_object()) => {
            list(
                items.iter().map(|item| (None, item)),
                ['[', ']'],
                depth,
                text,
            )
        }
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
        append(item, depth + 1, text)?;
    }
    text.push('\n');
    text.push_str(&"  ".repeat(depth));
    text.push(brackets[1]);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_share_a_line_and_the_text_reads_back() {
        let value = serde_json::json!({"a": [1, 2.5, null], "b": [[1, 2], [3]], "c": {}, "d": {"e": "x\"y"}, "f": []});
        let text = to_json(&value).unwrap();
        assert!(
            text.contains("\"a\": [1, 2.5, null]") && text.contains("\n    [3]\n  ]"),
            "{text}"
        );
        assert_eq!(serde_json::from_str::<Value>(&text).unwrap(), value);
    }
}
