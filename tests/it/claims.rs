//! Claims that something holds: a test that does not reject leaves them not refuted, and only an exact value
//! or limits that exclude a stated departure confirm them.

use crate::common::{self, Ran};
use colddeck::record::{ClaimVerdict, Record};
use tempfile::TempDir;

/// Sources with few seeds, whose routine is known by no chain: figures are simulated.
const SPEC: &str = r#"
name = "claims"
question = "What do 2,000 decks say?"
deck = 8
trials = 2_000
routines = ["S"]
suite = "standard"
source = { seeding = { bits = 64 } }

[shuffles]
S = "fisher-yates"

[[claims]]
id = "passes"
text = "the rising sequences are those of an ideal shuffle"
kind = "verdict"
test = "rising-sequences.mean"
routine = "S"
is = "pass"
expect = "not-refuted"

[[claims]]
id = "limits"
text = "there are 4.5 of them, to 0.2"
kind = "ideal"
figure = "rising-sequences"
routine = "S"
within = 0.2
expect = "confirmed"

[[claims]]
id = "no-limits"
text = "and to a millionth"
kind = "ideal"
figure = "rising-sequences"
routine = "S"
within = 1e-6
expect = "not-refuted"

[[claims]]
id = "relative"
text = "also of each deck seen from the one before"
kind = "ideal"
figure = "lag-1/rising-sequences"
routine = "S"
within = 0.2
expect = "not-refuted"

[[claims]]
id = "lower"
text = "the distance from ideal is at most a tenth"
kind = "at-most"
figure = "total_variation.lower"
routine = "control"
value = 0.1
expect = "undecided"
"#;

fn run(spec: &str) -> (Ran, TempDir) {
    let folder = tempfile::tempdir().unwrap();
    common::write(folder.path(), "specs/claims.toml", spec);
    let run = [
        "run",
        "specs/claims.toml",
        "--out",
        "out",
        "--junit",
        "x.xml",
    ];
    (common::run(folder.path(), run), folder)
}

#[test]
fn not_rejected_is_not_confirmed() {
    let (ran, folder) = run(SPEC);
    let ran = ran.ends(0);
    assert!(
        ran.out.replace('\n', " ").contains(
            "All 5 claims came out as the spec expects: 1 confirmed, 3 not refuted, 1 undecided."
        ),
        "{}",
        ran.out
    );
    let at = folder.path().join("out/specs/claims");
    let record = std::fs::read_to_string(at.join("record.json")).unwrap();
    assert!(
        record.contains(r#""verdict":"not-refuted""#)
            || record.contains(r#""verdict": "not-refuted""#)
    );
    let record: Record = serde_json::from_str(&record).unwrap();
    assert_eq!(record.claims[0].verdict, ClaimVerdict::NotRefuted);
    let page = std::fs::read_to_string(at.join("report.md")).unwrap();
    assert!(
        page.contains("a test that does not reject confirms nothing"),
        "{page}"
    );
    let totals = common::run(folder.path(), ["claims", "out"]).ends(0);
    assert_eq!(
        totals.out,
        "5 claims: 1 confirmed, 3 not refuted, 1 undecided; each as its spec expects\n"
    );
}

#[test]
fn a_spec_that_expects_more_is_not_met() {
    for (id, expect) in [
        ("passes", "not-refuted"),
        ("no-limits", "not-refuted"),
        ("lower", "undecided"),
    ] {
        let (before, after) = SPEC.split_once(&format!("id = \"{id}\"")).unwrap();
        let after = after.replacen(&format!("\"{expect}\""), "\"confirmed\"", 1);
        let (ran, folder) = run(&format!("{before}id = \"{id}\"{after}"));
        let ran = ran.ends(1);
        let missed = format!("did not come out as the spec expects: {id}");
        assert!(ran.out.replace('\n', " ").contains(&missed), "{}", ran.out);
        let xml = std::fs::read_to_string(folder.path().join("x.xml")).unwrap();
        assert!(
            xml.contains(&format!("expected: confirmed, found: {expect}")),
            "{xml}"
        );
    }
}

#[test]
fn a_figure_without_a_value_on_ideal_decks_is_refused() {
    let from = "figure = \"rising-sequences\"\nroutine = \"S\"\nwithin = 0.2";
    for figure in [
        "rising-sequences.difference",
        "rising-sequences.histogram.3",
        "total_variation.lower",
    ] {
        let to = from.replace(
            "figure = \"rising-sequences\"",
            &format!("figure = \"{figure}\""),
        );
        let (ran, folder) = run(&SPEC.replacen(from, &to, 1));
        ran.ends(2).says("claims.toml:").says(&format!(
            "found `{figure}` of S, which has no value on ideal decks"
        ));
        assert!(!folder.path().join("out").exists(), "{figure}");
    }
}
