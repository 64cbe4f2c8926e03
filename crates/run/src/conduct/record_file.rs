//! Records in files, of this schema and of those before.

use std::path::Path;

use serde_json::Value;
use thiserror::Error;

use record::answers::{ANSWER_SCHEMA, Answer};
use record::calibration::{CALIBRATION_SCHEMA, Calibration};
use record::compare::{COMPARISON_SCHEMA, Comparison};
use record::follow::{STATUS_SCHEMA, Status};
use record::{BASELINE_SCHEMA, FORMER_SCHEMAS, Record, SCHEMA, Statistic};
use text::files;
use text::found::{is_shown, token, without_value};
use text::harmless;

/// The reason why there is no record.
#[derive(Debug, Error)]
pub enum StoredError {
    /// The file cannot be read.
    #[error("{name}: cannot read it; accepted: a record.json of colddeck, or what --json printed")]
    Read {
        /// The file.
        name: String,
        /// The error of the operating system.
        source: std::io::Error,
    },
    /// The file is there for comparisons alone.
    #[error(
        "{name}: found a small baseline, which keeps too little to be shown; accepted: `colddeck compare {name} NEW.json`, or \
         --baseline {name}"
    )]
    Baseline {
        /// The file.
        name: String,
    },
    /// The file holds no record.
    #[error("{name}: {problem}; accepted: a record.json of colddeck, or what --json printed")]
    NoRecord {
        /// The file.
        name: String,
        /// The problem that was found.
        problem: String,
    },
}

/// The content that a file of results may have.
#[derive(Debug)]
pub enum Stored {
    /// The record of a run.
    Record(Box<Record>),
    /// The answer to a question, by itself.
    Answer(Box<Answer>),
    /// The comparison of two records.
    Comparison(Box<Comparison>),
    /// The findings of colddeck about itself.
    Calibration(Box<Calibration>),
    /// The state of a watch.
    Watch(Box<Status>),
}

/// Reads the record in the file `path`.
pub fn read(path: &Path) -> Result<Record, StoredError> {
    let (name, text) = text_of(path)?;
    parse(&name, &text)
}

/// Reads the result in the file `path`, whatever it is but a small baseline, which has nothing to show.
pub fn read_any(path: &Path) -> Result<Stored, StoredError> {
    let (name, text) = text_of(path)?;
    match parse_any(&name, &text)? {
        Stored::Record(record) if record.is_small_baseline() => Err(StoredError::Baseline { name }),
        stored => Ok(stored),
    }
}

/// The file's name for messages, and what it holds.
fn text_of(path: &Path) -> Result<(String, String), StoredError> {
    let name = harmless::path(path);
    match files::read_to_string(path) {
        Ok(text) => Ok((name, text)),
        Err(source) => Err(StoredError::Read { name, source }),
    }
}

/// Reads the record that `text` is, and makes all its words harmless; `name` is for messages.
pub fn parse(name: &str, text: &str) -> Result<Record, StoredError> {
    match parse_any(name, text)? {
        Stored::Record(record) => Ok(*record),
        _ => Err(StoredError::NoRecord {
            name: name.to_owned(),
            problem: format!("key `schema` is not that of a record ({})", readable()),
        }),
    }
}

/// Reads the result that `text` is, and makes all its words harmless.
fn parse_any(name: &str, text: &str) -> Result<Stored, StoredError> {
    let wrong = |problem: String| StoredError::NoRecord {
        name: name.to_owned(),
        problem,
    };
    let mut value: Value = serde_json::from_str(text).map_err(|error| {
        // What begins otherwise is no document that was cut off.
        wrong(if text.trim_start().starts_with('{') {
            format!("no JSON: {error}")
        } else {
            "this is no record; of decks, `colddeck test FILE --json > record.json` makes one"
                .to_owned()
        })
    })?;
    let schema = match value.get("schema") {
        Some(schema) => schema.as_str().unwrap_or("").to_owned(),
        None => return Err(wrong("key `schema` is missing".to_owned())),
    };
    harmless::value(&mut value);
    let whole = |error: serde_json::Error| {
        let error = without_value(&error.to_string());
        wrong(format!("no whole record: {error}"))
    };
    let [first, second] = FORMER_SCHEMAS;
    match schema.as_str() {
        SCHEMA | BASELINE_SCHEMA => {}
        former if former == first || former == second => {
            record::renew(&mut value).map_err(whole)?;
        }
        ANSWER_SCHEMA => {
            return Ok(Stored::Answer(
                serde_json::from_value(value).map_err(whole)?,
            ));
        }
        COMPARISON_SCHEMA => {
            return Ok(Stored::Comparison(
                serde_json::from_value(value).map_err(whole)?,
            ));
        }
        CALIBRATION_SCHEMA => {
            return Ok(Stored::Calibration(
                serde_json::from_value(value).map_err(whole)?,
            ));
        }
        STATUS_SCHEMA => {
            return Ok(Stored::Watch(serde_json::from_value(value).map_err(whole)?));
        }
        other => {
            return Err(wrong(format!(
                "key `schema`: found {}, and {} can be read",
                shown_schema(other),
                readable()
            )));
        }
    }
    let mut record: Record = serde_json::from_value(value).map_err(whole)?;
    if schema == first {
        let names = record.routines.first();
        let names = names.into_iter().flat_map(|first| first.statistics.keys());
        record.statistics = names.filter_map(|name| described(name)).collect();
    }
    // Older records of large decks hold whole matrices.
    record.lighten();
    Ok(Stored::Record(Box::new(record)))
}

/// A schema as messages show it: of colddeck, or else a word.
fn shown_schema(schema: &str) -> String {
    match schema
        .strip_prefix("colddeck.")
        .and_then(|rest| rest.split_once('/'))
    {
        Some((kind, version)) if is_shown(kind) && is_shown(version) => format!("`{schema}`"),
        _ => token(schema.as_bytes()),
    }
}

/// The schemas of records that can be read, in words.
fn readable() -> String {
    let [first, second] = FORMER_SCHEMAS;
    format!("`{SCHEMA}`, `{second}` and `{first}`")
}

/// Describes the statistic that has this name in records; `None` if there is none of this name.
pub(crate) fn described(name: &str) -> Option<Statistic> {
    let (mut lag, mut kind, mut hand) = (0, name, String::new());
    while let Some((prefix, rest)) = kind.split_once('/') {
        match (prefix.strip_prefix("lag-"), prefix.strip_prefix("hand-")) {
            (Some(number), _) => lag = number.parse().ok()?,
            (None, Some(number)) => hand = format!(" (hand {})", number.parse::<u16>().ok()?),
            (None, None) => return None,
        }
        kind = rest;
    }
    let kind = statistic::kind(kind)?;
    let plain = match lag {
        0 => format!("{}{hand}", kind.plain),
        1 => format!("{}{hand}, seen from the deck before", kind.plain),
        _ => format!("{}{hand}, seen from the deck {lag} before", kind.plain),
    };
    Some(Statistic {
        name: name.to_owned(),
        lag,
        plain,
        about: kind.about.to_owned(),
        causes: kind.causes.to_owned(),
        compares: kind.compares.clone(),
        ideal_law: None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use record::Compares;

    #[test]
    fn what_is_no_record_is_refused_with_its_key() {
        let says = |text: &str, part: &str| {
            let error = parse("base.json", text).unwrap_err().to_string();
            assert!(
                error.starts_with("base.json: ") && error.contains(part),
                "{error}"
            );
        };
        says("", "this is no record; of decks");
        says("{", "no JSON");
        says("{}", "key `schema` is missing");
        says(
            r#"{"schema": "colddeck.record/9"}"#,
            "key `schema`: found `colddeck.record/9`",
        );
        says(r#"{"schema": "colddeck.record/1"}"#, "missing field");
    }

    /// The subjects of former records are called as those of this version are.
    #[test]
    fn former_subjects_are_those_of_now() {
        use deck::subject::{
            Groups, Order, OwnDecks, Puzzle, Shape, Told, View, Weights, WholeDeck,
        };
        use subjects::AnySubject;
        let view = |shape: Shape| View {
            shape,
            classes: None,
            told: Told::Places,
        };
        let order = Order {
            epochs: vec![[1, 0, 2].into()],
            labels: None,
            batch: None,
            keyed: false,
            place: "number".to_owned(),
            groups: Some(Groups {
                column: "month".to_owned(),
                names: vec!["1".to_owned()],
                of: vec![0; 3],
            }),
            source: String::new(),
        };
        let hands = Shape::in_turn(4, 13);
        let columns = r#""subject": "order", "order": {"place": "number", "groups": "month"}"#;
        let cases: [(AnySubject, usize, &str); 8] = [
            (WholeDeck.into(), 52, r#""subject": "deck""#),
            (
                view(Shape::Hand(7)).into(),
                60,
                r#""subject": "view", "view": "hand:7""#,
            ),
            (
                view(Shape::First(9)).into(),
                60,
                r#""subject": "view", "view": "first:9""#,
            ),
            (
                view(hands).into(),
                52,
                r#""subject": "view", "view": "hands:4x13""#,
            ),
            (
                Weights::new(vec![2, 1]).unwrap().into(),
                2,
                r#""subject": "sequence", "weights": [2, 1]"#,
            ),
            (
                OwnDecks { covariate: false }.into(),
                0,
                r#""subject": "rows""#,
            ),
            (
                Puzzle::PocketCube.into(),
                3_674_160,
                r#""subject": "state", "puzzle": "pocket-cube""#,
            ),
            (order.into(), 3, columns),
        ];
        for (subject, size, keys) in cases {
            let former = format!(
                r#"{{"schema": "colddeck.record/2", "experiment": {{{keys}, "deck": {size}}}}}"#
            );
            let mut value: Value = serde_json::from_str(&former).unwrap();
            record::renew(&mut value).unwrap();
            let now = serde_json::to_value(subject.described(size)).unwrap();
            assert_eq!(
                value["experiment"],
                serde_json::json!({"subject": now, "deck": size})
            );
            assert_eq!(value["schema"], SCHEMA);
        }
    }

    #[test]
    fn what_is_in_a_file_that_is_no_record_is_not_told() {
        for (text, secret) in [
            ("password=hunter2hunter2".to_owned(), "hunter2"),
            ("[\"ghp_0123456789abcdefghij\"]".to_owned(), "0123"),
            ("{\"schema\": \"AKIAIOSFODNN7EXAMPLE\"}".to_owned(), "AKIA"),
            (
                format!(
                    "{{\"schema\": \"{SCHEMA}\", \"version\": \"1\", \"experiment\": \"correct horse battery staple\"}}"
                ),
                "horse",
            ),
            (
                format!(
                    "{{\"schema\": \"{SCHEMA}\", \"version\": \"1\", \"outcome\": \"ghp_0123456789abcdefghij\"}}"
                ),
                "0123",
            ),
        ] {
            let error = parse("base.json", &text).unwrap_err().to_string();
            assert!(!error.contains(secret), "{error}");
        }
    }

    #[test]
    fn a_statistic_without_a_law_is_read_and_written_as_before() {
        let before = described("parity").unwrap();
        let text = serde_json::to_string(&before).unwrap();
        assert!(!text.contains("ideal_law"), "{text}");
        let read: Statistic = serde_json::from_str(&text).unwrap();
        assert_eq!(read, before);
    }

    #[test]
    fn every_statistic_says_what_it_is() {
        for kind in statistic::KINDS {
            let found = described(kind.name).unwrap();
            assert_eq!((found.lag, found.plain.as_str()), (0, kind.plain));
            for text in [kind.plain, kind.causes, kind.about] {
                assert!(
                    !text.is_empty() && !text.ends_with('.'),
                    "{}: {text}",
                    kind.name
                );
            }
        }
        let lagged = described("lag-2/parity").unwrap();
        assert_eq!(
            lagged.plain,
            "odd and even orders, seen from the deck 2 before"
        );
        assert_eq!((lagged.lag, lagged.compares), (2, Compares::Number));
        assert_eq!(described("lag-x/parity"), None);
        assert_eq!(described("none"), None);
    }
}
