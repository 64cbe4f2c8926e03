//! Records of former schemas: each is read, and reports say of it what they say of the same record in this schema.
//!
//! `tests/data/record-1` was written by the program of that time, and `tests/data/record-2` holds parts of records in
//! results/ of that time: a subject each.

use std::fs;
use std::path::Path;

use colddeck::conduct;
use colddeck::record::{self, Record, SCHEMA};
use report::{Depth, Screen};

/// Former schemas, their folders and the subjects of the records there.
const FORMER: [(&str, &str, &[&str]); 2] = [
    ("colddeck.record/1", "record-1", &["deck"]),
    (
        "colddeck.record/2",
        "record-2",
        &["deck", "order", "sequence", "state", "view"],
    ),
];

fn pages(record: &Record) -> [String; 4] {
    let screen = |depth| report::terminal(record, depth, Screen::default());
    [
        report::markdown(record, None),
        screen(Depth::Brief),
        screen(Depth::Glance),
        screen(Depth::Full),
    ]
}

#[test]
fn records_of_former_schemas_are_read_and_shown_as_those_of_this_one() {
    for (schema, folder, subjects) in FORMER {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("tests/data")
            .join(folder);
        let mut found = Vec::new();
        for file in fs::read_dir(folder).unwrap() {
            let text = fs::read_to_string(file.unwrap().path()).unwrap();
            assert!(text.contains(&format!("\"schema\": \"{schema}\"")));
            let read = conduct::parse("old.json", &text).unwrap();
            let text = record::to_json(&read).unwrap();
            // What is read from it needs no converter.
            let again: Record = serde_json::from_str(&text).unwrap();
            assert_eq!((&again, again.schema.as_str()), (&read, SCHEMA));
            assert_eq!(pages(&again), pages(&read));
            found.push(read.experiment.subject.kind);
        }
        found.sort();
        assert_eq!(found, subjects);
    }
}
