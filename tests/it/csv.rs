//! CSV: the table of a record has every number of it, and nothing in it is obeyed.

use std::path::Path;

use record::Record;
use record::compare::Comparison;
use report::{Found, csv};
use run::conduct::{self, Unwatched};
use run::explain;
use run::spec;
use serde_json::Value;

/// The heads of the columns.
const COLUMNS: [&str; 14] = [
    "experiment",
    "routine",
    "kind",
    "statistic",
    "name",
    "value",
    "standard_error",
    "exact",
    "ideal",
    "p",
    "p_adjusted",
    "verdict",
    "unit",
    "published",
];

const SPEC: &str = r#"
name = "numbers"
question = "Which of these is a shuffle?"
deck = 8
trials = 40
replicates = 3
routines = ["S", "G*2"]
statistics = ["position-matrix", "inversions", "duplicates", "opponent"]

[answers.far]
what = "tv"
routine = "G*3"
deck = 300

[answers.place]
what = "position"
routine = "G*3"

[[claims]]
id = "a-claim"
text = "two riffles are far from fair"
kind = "equals"
figure = "inversions"
by = "exact"
routine = "G*2"
published = "10.50"
expect = "confirmed"
"#;

fn record(text: &str) -> Record {
    let experiment = spec::parse(Path::new("numbers.toml"), text, &spec::Overrides::default());
    conduct::run(&experiment.unwrap(), 1.into(), &Unwatched).unwrap()
}

/// The rows of a table, each cell by the head of its column.
fn rows(table: &str) -> Vec<std::collections::BTreeMap<String, String>> {
    let mut reader = ::csv::Reader::from_reader(table.as_bytes());
    assert_eq!(reader.headers().unwrap(), &COLUMNS[..]);
    reader.deserialize().map(Result::unwrap).collect()
}

fn join(path: &str, step: &str) -> String {
    let point = if path.is_empty() { "" } else { "." };
    format!("{path}{point}{step}")
}

/// All numbers of a value with their paths.
fn numbers(value: &Value, path: &str, found: &mut Vec<(String, f64)>) {
    match value {
        Value::Object(all) => {
            for (key, value) in all {
                numbers(value, &join(path, key), found);
            }
        }
        Value::Array(all) => {
            for (at, value) in all.iter().enumerate() {
                numbers(value, &join(path, &at.to_string()), found);
            }
        }
        value => found.extend(value.as_f64().map(|number| (path.to_owned(), number))),
    }
}

fn of<'a>(records: &[&'a Record], comparisons: &[&'a Comparison]) -> Found<'a> {
    Found {
        records: records.to_vec(),
        comparisons: comparisons.to_vec(),
        ..Found::new(explain::dictionary())
    }
}

#[test]
fn every_number_of_a_record_is_read_back_as_it_was() {
    let until = "name = \"until\"\ndeck = 8\nroutines = [\"G\"]\nstatistics = [\"rising-sequences\"]\n\
                 until-decided = { max-trials = 2_000 }\n";
    for text in [SPEC, until] {
        let record = record(text);
        let table = rows(&csv(&of(&[&record], &[])).unwrap());
        let columns = [
            "value",
            "standard_error",
            "exact",
            "ideal",
            "p",
            "p_adjusted",
        ];
        let cells = table
            .iter()
            .flat_map(|row| columns.map(|column| &row[column]));
        let cells: Vec<u64> = cells
            .filter_map(|cell| cell.parse::<f64>().ok())
            .map(f64::to_bits)
            .collect();
        let mut all = Vec::new();
        numbers(&serde_json::to_value(&record).unwrap(), "", &mut all);
        assert!(all.len() > 100);
        for (path, number) in all {
            // They number decks back and digits to show, and measure nothing.
            if !["lag", "digits"].contains(&path.rsplit('.').next().unwrap_or_default()) {
                assert!(cells.contains(&number.to_bits()), "{path}: {number}");
            }
        }
    }
}

#[test]
fn each_figure_has_a_row_of_its_name() {
    let record = record(SPEC);
    let table = rows(&csv(&of(&[&record], &[])).unwrap());
    for routine in &record.routines {
        for (statistic, figures) in &routine.statistics {
            let mut all = Vec::new();
            numbers(&figures.clone().into(), "", &mut all);
            for (path, number) in all {
                let named: Vec<_> = table
                    .iter()
                    .filter(|row| row["kind"] == "figure" && row["routine"] == routine.name)
                    .filter(|row| row["statistic"] == *statistic && row["name"] == path)
                    .collect();
                let [row] = named[..] else {
                    panic!("{statistic}, {path}: {named:?}")
                };
                assert_eq!(
                    row["value"].parse::<f64>().unwrap().to_bits(),
                    number.to_bits()
                );
            }
        }
    }
    let row = |kind: &str, routine: &str, statistic: &str, name: &str| {
        let mut named = table.iter().filter(|row| {
            row["kind"] == kind
                && row["routine"] == routine
                && row["statistic"] == statistic
                && row["name"] == name
        });
        named.next().unwrap_or_else(|| panic!("{kind}, {name}"))
    };
    let inversions = row("figure", "G*2", "inversions", "mean");
    let figures = &record.routines[1].statistics["inversions"];
    for (column, key) in [
        ("value", "mean"),
        ("standard_error", "standard_error"),
        ("exact", "exact"),
        ("ideal", "ideal"),
    ] {
        let cell = inversions[column].parse::<f64>().unwrap();
        assert_eq!(Some(cell), figures.number(key), "{column}");
    }
    let law = row("law", "", "inversions", "ideal_law.0");
    assert!((law["value"].parse::<f64>().unwrap() - 1.0 / 40_320.0).abs() < 1e-12);
    let test = row("test", "G*2", "inversions", "mean");
    assert!(!test["p"].is_empty() && !test["p_adjusted"].is_empty() && !test["verdict"].is_empty());
    let claim = row("claim", "", "", "a-claim");
    assert_eq!(claim["published"], "10.50");
    assert_eq!(claim["unit"], record.claims[0].unit.clone().unwrap());
    assert_eq!(
        row("total-variation", "G*2", "", "upper")["unit"],
        "total variation"
    );
    // Outside the range of doubles.
    let gap = table
        .iter()
        .find(|row| row["statistic"] == "far" && row["value"].contains("e-3"));
    assert!(gap.is_some(), "{table:?}");
    assert!(!row("answer", "G*3", "place", "power.20.decks")["value"].is_empty());
}

#[test]
fn hostile_text_is_neither_obeyed_nor_a_formula_nor_a_row_of_its_own() {
    let mut record = record(SPEC);
    let hostile = "=HYPERLINK(\"http://x\",\"y\")\n\u{1b}[31m,\u{202e}";
    record.experiment.name = hostile.to_owned();
    record.routines[0].name = "@SUM(A1:A9)".to_owned();
    record.routines[1].name = "-1+2".to_owned();
    record.claims[0].published = Some("+1\"; a, b".to_owned());
    record.claims[0].unit = Some("\t=1".to_owned());
    let text = csv(&of(&[&record], &[])).unwrap();
    assert!(!text.contains(['\u{1b}', '\u{202e}', '\t', '\r']));
    let table = rows(&text);
    let name = "'=HYPERLINK(\"http://x\",\"y\")\\n\\u{1b}[31m,\\u{202e}";
    assert!(table.iter().all(|row| row["experiment"] == name));
    for routine in ["'@SUM(A1:A9)", "'-1+2"] {
        assert!(
            table.iter().any(|row| row["routine"] == routine),
            "{routine}"
        );
    }
    let claim = table.iter().find(|row| row["kind"] == "claim").unwrap();
    assert_eq!(
        (claim["published"].as_str(), claim["unit"].as_str()),
        ("'+1\"; a, b", "'\\t=1")
    );
}

#[test]
fn several_records_and_comparisons_stand_in_one_table() {
    let before = record(SPEC);
    let now = record(&SPEC.replace("trials = 40", "trials = 50"));
    let comparison = conduct::compare(("a", &before), ("b", &now), 0.01, false).unwrap();
    let table = rows(&csv(&of(&[&before, &now], &[&comparison])).unwrap());
    let decks = table
        .iter()
        .filter(|row| row["kind"] == "routine" && row["routine"] == "S");
    let decks: Vec<&str> = decks.map(|row| row["value"].as_str()).collect();
    assert_eq!(decks, ["120", "150"]);
    let compared: Vec<_> = table
        .iter()
        .filter(|row| row["kind"] == "comparison")
        .collect();
    for pair in &comparison.routines {
        for figure in &pair.figures {
            let mut named = compared.iter().filter(|row| row["routine"] == pair.new);
            let row = named
                .find(|row| row["statistic"] == figure.statistic && row["name"] == figure.test)
                .unwrap();
            assert_eq!(row["value"].parse::<f64>().ok(), figure.new);
            assert_eq!(row["p"].parse::<f64>().ok(), figure.p);
            assert_eq!(row["verdict"], figure.verdict.name());
        }
    }
    assert!(compared.len() > 4);
    let nothing = csv(&Found::new(explain::dictionary())).unwrap();
    assert_eq!(rows(&nothing).len(), 0);
}
