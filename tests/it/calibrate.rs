//! `colddeck calibrate`: colddeck judged by itself, here in small.

use std::fs;

use crate::common::{program, ran};
use serde_json::Value;

/// Runs of 6 cards, and known-bad shuffles of 52, of which a quick suite sees all but one.
fn calibrate(folder: &std::path::Path, threads: &str, parts: &str, decks: &str) -> String {
    let run = ran(program(folder).args([
        "calibrate",
        "--deck",
        decks,
        "--only",
        parts,
        "--replicates",
        "300",
        "--tail-replicates",
        "300",
        "--anytime-replicates",
        "100",
        "--trials",
        "400",
        "--suite",
        "quick",
        "--threads",
        threads,
    ]))
    .ends(1);
    assert!(run.out.contains("has small p-values too often"), "{run:#?}");
    assert!(
        run.out
            .contains("of 19 known-bad shuffles, 1 does not fail"),
        "{run:#?}"
    );
    fs::read_to_string(folder.join("results/calibration/record.json")).unwrap()
}

#[test]
#[ignore = "some 10 s of processor: .ci/run ignored"]
fn a_small_calibration_finds_what_is_wrong_and_is_the_same_on_any_number_of_threads() {
    let folder = tempfile::tempdir().unwrap();
    let one = calibrate(folder.path(), "1", "ideal,tails,anytime", "6");
    let again = calibrate(folder.path(), "3", "ideal,tails,anytime", "6");
    assert_eq!(one, again);
    // Made in parts, it is the same: what is not asked for stays.
    assert_eq!(one, calibrate(folder.path(), "2", "ideal", "6"));
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
    // Runs that are watched all along, and what is caught where they may stop.
    let watched = &record["anytime"]["ideal"][0];
    assert_eq!(watched["replicates"], 100);
    assert_eq!(watched["looks"], 64 + 400_u64.div_ceil(64) - 1);
    let stopped = record["anytime"]["stopped"].as_array().unwrap();
    assert!(stopped.len() > 10);
    for stopped in stopped {
        // The quick suite does not look at parity.
        let seen = stopped["shuffle"] != "even orders only";
        assert_eq!(stopped["failed"], if seen { 21 } else { 0 }, "{stopped}");
        let median = stopped["median"].as_u64();
        assert!(median.map_or(!seen, |median| median < 500), "{stopped}");
    }
    // Every test that is valid somewhere has a tail of its own, at its fewest decks.
    let tails = record["tails"].as_array().unwrap();
    assert!(tails.len() >= tests.len(), "{tails:#?}");
    let page = fs::read_to_string(folder.path().join("results/calibration/report.md")).unwrap();
    assert!(page.contains("## False alarms") && page.contains("## Far out"));
    assert!(page.contains("## Looked at all along") && page.contains("## Stopped"));
}

/// Sizes of deck one after the other, in whatever order, give what they give together.
#[test]
#[ignore = "some 15 s of processor: .ci/run ignored"]
fn other_sizes_of_deck_stay_in_the_record() {
    let (apart, together) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    calibrate(apart.path(), "2", "ideal,tails,anytime", "7");
    let apart = calibrate(apart.path(), "2", "ideal,tails,anytime", "6");
    assert_eq!(
        apart,
        calibrate(together.path(), "2", "ideal,tails,anytime", "7,6,7")
    );
}

#[test]
fn what_cannot_be_calibrated_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    for (args, accepted) in [
        (["--deck", "1"], "from 2 to 10,000"),
        (["--suite", "quik"], "did you mean `quick`?"),
        (["--only", "power,x"], "ideal, tails, power, anytime"),
        (["--replicates", "0"], "from 1 to 10,000,000"),
    ] {
        let run = ran(program(folder.path()).arg("calibrate").args(args)).ends(2);
        assert!(run.err.contains(accepted), "{run:#?}");
    }
    assert!(!folder.path().join("results").exists());
}
