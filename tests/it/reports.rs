//! Snapshots of what a person sees: any change to a report shows up as a difference to read.

use std::path::Path;

use colddeck::conduct;
use colddeck::record;
use colddeck::record::Record;
use colddeck::spec;
use engine::simulate;

use crate::common::snapshot;

/// The record of a spec, simulated on two threads.
fn record_of(text: &str) -> Record {
    let experiment = spec::parse(
        Path::new("demo/spec.toml"),
        text,
        &spec::Overrides::default(),
    )
    .unwrap();
    conduct::run(&experiment, 2.into(), &simulate::Unwatched).unwrap()
}

const SEVERAL: &str = r#"
name = "demo"
question = "Which of these is a shuffle?"
deck = 10
trials = 50
replicates = 20
routines = ["S", "C", "G*4", "RRH"]
statistics = ["position-matrix", "rising-sequences", "duplicates", "position-lines"]

[[claims]]
id = "cut-is-no-shuffle"
text = "a cut keeps the order | and more"
source = "everybody"
kind = "verdict"
test = "rising-sequences.mean"
routine = "C"
is = "fail"
expect = "confirmed"

[[claims]]
id = "wrong"
text = "a claim that does not come out as expected"
kind = "equals"
figure = "duplicates"
by = "exact"
routine = "S"
published = "12.3"
expect = "confirmed"
"#;

const FEW: &str = r#"
name = "few"
deck = 10
trials = 5
control = false
routines = ["S"]
statistics = ["position-matrix"]
"#;

/// The page without colours, as on anything but a terminal.
fn full(record: &Record) -> String {
    report::terminal(record, report::Depth::Full, report::Screen::default())
}

fn plain(page: &str) -> String {
    anstream::adapter::strip_str(page).to_string()
}

#[test]
fn the_terminal_report_of_several_routines_with_claims() {
    snapshot(
        "reports__the_terminal_report_of_several_routines_with_claims",
        plain(&full(&record_of(SEVERAL))),
    );
}

#[test]
fn the_markdown_report_of_several_routines_with_claims() {
    snapshot(
        "reports__the_markdown_report_of_several_routines_with_claims",
        report::markdown(&record_of(SEVERAL), None),
    );
}

#[test]
fn too_few_decks() {
    snapshot("reports__too_few_decks", plain(&full(&record_of(FEW))));
}

#[test]
fn headlines_of_single_routines() {
    let headline = |routine: &str, trials: u32| {
        let text =
            format!("name = \"one\"\ndeck = 20\ntrials = {trials}\nroutines = [\"{routine}\"]");
        format!(
            "{routine}, {trials} decks: {}",
            report::headline(&record_of(&text))
        )
    };
    let lines = [
        ("S", 5_000),
        ("C", 5_000),
        ("RRRC", 5_000),
        ("H", 5_000),
        ("G*5", 5_000),
        ("G*8", 200_000),
        ("G*7", 100),
    ];
    snapshot(
        "reports__headlines_of_single_routines",
        lines
            .map(|(routine, trials)| headline(routine, trials))
            .join("\n\n"),
    );
}

/// Checks that the calls of an opponent come first, for each routine; those of one who remembers the last deck only if
/// they are more, which no routine here gives, so that the words are tried on a record that was tampered with.
#[test]
fn the_first_line_is_what_an_opponent_calls() {
    let text = |routines: &str| {
        format!(
            "name = \"calls\"\ndeck = 20\ntrials = 2000\nroutines = [{routines}]\nstatistics = [\"rising-sequences\", \"opponent\"]"
        )
    };
    let mut several = record_of(&text("\"S\", \"C\", \"RRR\""));
    let mut one = record_of(&text("\"RRR\""));
    let mut lines = vec![report::headline(&several), report::headline(&one)];
    let last_deck = serde_json::json!({
        "rule": "by_successor",
        "by_successor": { "mean": 12.34, "low": 12.2 },
    });
    for record in [&mut several, &mut one] {
        let routine = &mut record.routines[0].statistics;
        routine["opponent"].insert("from_last_deck", last_deck.clone());
        lines.push(report::headline(record));
    }
    one.experiment.source = Some("a file".to_owned());
    lines.push(report::headline(&one));
    let terminal = plain(&full(&one));
    assert!(terminal.contains("By the three rules tried, an opponent calls at least"));
    let markdown = report::markdown(&several, None);
    assert!(markdown.contains("The rules tried call"), "{markdown}");
    snapshot(
        "reports__the_first_line_is_what_an_opponent_calls",
        lines.join("\n\n"),
    );
}

#[test]
fn a_report_needs_nothing_but_the_record() {
    let record = record_of(SEVERAL);
    let again: Record = serde_json::from_str(&record::to_json(&record).unwrap()).unwrap();
    assert_eq!(
        report::markdown(&again, None),
        report::markdown(&record, None)
    );
    assert_eq!(full(&again), full(&record));
}

#[test]
fn the_layout_of_the_record() {
    let json = record::to_json(&record_of(FEW)).unwrap();
    snapshot("reports__the_layout_of_the_record", &json);
}

/// A right simulation does not depart from its exact law, so that the words are tried on a record
/// that was tampered with.
#[test]
fn a_simulation_that_departs_from_what_is_exact_is_reported_as_a_fault_of_the_program() {
    let mut record = record_of(SEVERAL);
    assert!(
        record
            .routines
            .iter()
            .all(|routine| !routine.checks.is_empty())
    );
    record.outcome = record::Outcome::FaultySimulation;
    let check = &mut record.routines[1].checks[1];
    check.verdict = record::Agreement::Departs;
    check.difference = Some(-7.26);
    for page in [full(&record), report::markdown(&record, None)] {
        let words = plain(&page)
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" ");
        for part in [
            "departs from the exact value for C (rising-sequences: mean, -7.3 standard errors off)",
            "nothing here can be trusted. This is a fault of colddeck",
        ] {
            assert!(words.contains(part), "{words}");
        }
    }
    assert!(report::markdown(&record, None).contains("| **departs** |"));
}
