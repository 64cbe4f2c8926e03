//! `colddeck calibrate`: colddeck judged by itself, here in small.

mod common;

use std::fs;

use common::{program, ran};
use serde_json::Value;

/// Runs of 6 cards, and every known-bad shuffle that a few decks catch.
fn calibrate(folder: &std::path::Path, threads: &str) -> String {
    let run = ran(program(folder).args([
        "calibrate",
        "--deck",
        "6",
        "--only",
        "ideal,tails",
        "--replicates",
        "300",
        "--tail-replicates",
        "300",
        "--trials",
        "400",
        "--suite",
        "quick",
        "--threads",
        threads,
    ]))
    .ends(0);
    assert!(run.out.contains("are uniform"), "{run:#?}");
    fs::read_to_string(folder.join("results/calibration/record.json")).unwrap()
}

#[test]
fn a_small_calibration_finds_nothing_wrong_and_is_the_same_on_any_number_of_threads() {
    let folder = tempfile::tempdir().unwrap();
    let one = calibrate(folder.path(), "1");
    assert_eq!(one, calibrate(folder.path(), "3"));
    let record: Value = serde_json::from_str(&one).unwrap();
    assert_eq!(record["schema"], "colddeck.calibration/1");
    let ideal = &record["ideal"][0];
    let tests = ideal["tests"].as_array().unwrap();
    assert!(!tests.is_empty());
    for test in tests {
        let runs = |key: &str| -> u64 {
            let runs = test[key].as_array().unwrap();
            runs.iter().map(|count| count.as_u64().unwrap()).sum()
        };
        assert_eq!(runs("bins"), 300, "{test}");
    }
    // Every test that is valid somewhere has a tail of its own, at its fewest decks.
    let tails = record["tails"].as_array().unwrap();
    assert!(tails.len() >= tests.len(), "{tails:#?}");
    let page = fs::read_to_string(folder.path().join("results/calibration/report.md")).unwrap();
    assert!(page.contains("## False alarms") && page.contains("## Far out"));
}

#[test]
fn what_cannot_be_calibrated_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    for (args, accepted) in [
        (["--deck", "1"], "2..=10000"),
        (["--suite", "quik"], "did you mean `quick`?"),
        (["--only", "power,x"], "ideal, tails, power"),
        (["--replicates", "0"], "1..="),
    ] {
        let run = ran(program(folder.path()).arg("calibrate").args(args)).ends(2);
        assert!(run.err.contains(accepted), "{run:#?}");
    }
    assert!(!folder.path().join("results").exists());
}
