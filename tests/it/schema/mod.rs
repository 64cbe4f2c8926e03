//! `docs/record.schema.json` is the layout of records as their types have it, and committed records keep to it.
//!
//! The schema is made from the sources of the types, with their comments; a test compares it with the file that
//! `colddeck generate schema` prints. After a change that is meant, `COLDDECK_GOLDEN=write` writes it anew.

mod check;
mod types;

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::common::{files, run};
use crate::golden::are_written;

/// The sources of the types of a record.
const SOURCES: &[&str] = &[
    "crates/record/src/lib.rs",
    "crates/record/src/anytime.rs",
    "crates/record/src/departure.rs",
    "crates/record/src/few_decks.rs",
    "crates/record/src/landmark.rs",
    "crates/record/src/stake.rs",
    "crates/record/src/more.rs",
    "crates/record/src/named.rs",
    "crates/record/src/subject.rs",
    "crates/text/src/figures/compares.rs",
    "crates/text/src/judgement.rs",
];

/// The file, below the root.
const FILE: &str = "docs/record.schema.json";

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The schema of records, as their types say.
fn schema() -> Value {
    let texts = SOURCES.iter().map(|source| {
        let text = fs::read_to_string(root().join(source)).expect("a source");
        syn::parse_file(&text).expect("Rust")
    });
    let files: Vec<syn::File> = texts.collect();
    let mut types = types::Types::of(&files);
    // These two are written by hand: what they hold is as various as statistics and questions are.
    types.define(
        "Figures",
        json!({
            "description": "The figures of a statistic on one routine, by their keys.",
            "type": "object",
        }),
    );
    let questions = record::answers::NAMES.iter().chain([&"fit"]);
    types.define(
        "Answer",
        json!({
            "description": "The answer to a question, with findings of its own for each.",
            "type": "object",
            "properties": {
                "schema": {"const": record::answers::ANSWER_SCHEMA},
                "version": {"type": "string"},
                "what": {"enum": questions.collect::<Vec<_>>()},
                "routine": {"anyOf": [{"type": "string"}, {"type": "null"}]},
                "deck": {"type": "integer", "minimum": 0},
                "letters": {"type": "object", "additionalProperties": {"type": "string"}},
            },
            "required": ["schema", "version", "what", "routine", "letters"],
        }),
    );
    let mut whole = types.schema_of("Record");
    whole["properties"]["schema"] = json!({"const": record::SCHEMA});
    whole
}

#[test]
fn the_schema_is_that_of_the_types() {
    let text = record::to_json(&schema()).expect("JSON");
    let path = root().join(FILE);
    if are_written() {
        fs::write(&path, &text).expect("the schema");
    }
    let there = fs::read_to_string(&path).expect("the schema");
    assert!(
        there == text,
        "{FILE} is not what the types say: COLDDECK_GOLDEN=write writes it anew"
    );
    // The program has the file as it was when it was built.
    if !are_written() {
        let printed = run(Path::new("."), ["generate", "schema"]).ends(0).out;
        assert_eq!(printed, text);
    }
}

#[test]
fn committed_records_keep_to_the_schema() {
    let schema = schema();
    let results = root().join("results");
    let mut tried = 0;
    for file in files(&results) {
        if !file.ends_with("record.json") {
            continue;
        }
        let text = fs::read_to_string(results.join(&file)).expect("a record");
        let value: Value = serde_json::from_str(&text).expect("JSON");
        if value["schema"] == record::SCHEMA {
            assert_eq!(check::wrong(&value, &schema), None, "{file}");
            tried += 1;
        }
    }
    assert!(tried > 50, "{tried}");
}

#[test]
fn what_is_no_record_does_not_keep_to_the_schema() {
    let schema = schema();
    let file = root().join("results/refutation/once/record.json");
    let text = fs::read_to_string(file).expect("a record");
    let record: Value = serde_json::from_str(&text).expect("JSON");
    let spoilt: [fn(&mut Value); 6] = [
        |record| record["schema"] = json!("colddeck.record/0"),
        |record| record["outcome"] = json!("fine"),
        |record| record["experiment"]["deck"] = json!(-1),
        |record| record["routines"][0]["decks"] = json!("many"),
        |record| record["claims"][0]["verdict"] = json!("true"),
        |record| {
            record.as_object_mut().expect("a record").remove("letters");
        },
    ];
    for spoil in spoilt {
        let mut record = record.clone();
        spoil(&mut record);
        assert!(check::wrong(&record, &schema).is_some(), "{record}");
    }
}
