//! A few decks, as somebody types them in: what is said of them.

use std::path::Path;

use crate::common::{self, run};

/// What is printed of `decks` decks of a routine.
fn said(routine: &str, decks: &str, more: &[&str]) -> String {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    let arguments = [
        "emit", routine, "--as", "decks", "--deck", "52", "--trials", decks,
    ];
    let typed = run(here, arguments).ends(0).out;
    std::fs::write(here.join("decks.txt"), typed).unwrap();
    tested(here, more)
}

fn tested(here: &Path, more: &[&str]) -> String {
    let arguments = ["test", "decks.txt", "--deck", "52"].iter().chain(more);
    run(here, arguments).out
}

#[test]
fn twenty_fair_decks() {
    insta::assert_snapshot!(said("S", "20", &[]));
}

#[test]
fn twenty_decks_after_three_riffles() {
    insta::assert_snapshot!(said("GGG", "20", &["--no-control"]));
}

#[test]
fn two_decks() {
    insta::assert_snapshot!(said("S", "2", &["--no-control", "--suite", "quick"]));
}

#[test]
fn the_report_has_it_too_and_the_record_gives_the_figures() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    let arguments = [
        "emit", "S", "--as", "decks", "--deck", "30", "--trials", "12",
    ];
    let typed = run(here, arguments).ends(0).out;
    std::fs::write(here.join("decks.txt"), typed).unwrap();
    let arguments = [
        "test",
        "decks.txt",
        "--deck",
        "30",
        "--out",
        "out",
        "--suite",
        "quick",
    ];
    run(here, arguments).ends(0);
    let report = std::fs::read_to_string(here.join("out/test/report.md")).unwrap();
    assert!(
        report.contains("\n## Few decks\n\n12 decks are enough for "),
        "{report}"
    );
    let record = common::record(&here.join("out/test/record.json"));
    let shown = record["would_show"].as_array().unwrap();
    assert!(
        shown
            .iter()
            .any(|shown| shown["routine"] == "G" && shown["runs"] == 200)
    );
}

/// Where cards have names and nobody says how they lay, decks show less than simulated ones would.
#[test]
fn nothing_is_promised_where_the_order_before_is_not_known() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    let names = |rotated: usize| {
        let cards = (0..52).map(|card| format!("card{}", (card * 17 + rotated * 5) % 52));
        cards.collect::<Vec<_>>().join(" ")
    };
    let decks: Vec<String> = (0..4).map(names).collect();
    std::fs::write(here.join("decks.txt"), decks.join("\n")).unwrap();
    let arguments = ["--format", "cards", "--suite", "quick", "--no-control"];
    assert!(!tested(here, &arguments).contains("would have shown"));
}

#[test]
fn many_decks_are_not_few() {
    let text = said("S", "201", &["--no-control", "--suite", "quick"]);
    assert!(!text.contains("decks are enough for"), "{text}");
}
