//! Questions that a spec asks: answered without simulating, in the record, and claims about them.

use crate::common::{self, Ran};
use colddeck::record::{ClaimVerdict, Record};
use tempfile::TempDir;

const SPEC: &str = r#"
name = "hit"
question = "How many riffles until the top card is first at the bottom?"
deck = 52

[shuffles]
G = "riffle"

[answers.curve]
what = "hit"
routine = "G"
to = 52

[answers.small]
what = "hit"
routine = "G"
to = 20
deck = 20

[[claims]]
id = "top-to-bottom"
text = "twice as many as there are cards"
kind = "equals"
figure = "mean"
published = { "answers.curve.from.0" = "104", "answers.small.from.0" = "40", "answers.curve.from.1" = "102.56" }
expect = "confirmed"

[[claims]]
id = "top-is-slowest"
text = "no card takes longer than the top one"
kind = "largest"
figure = "mean"
routine = "answers.curve.from.0"
among = ["answers.curve.from.1", "answers.curve.from.25"]
expect = "confirmed"

[[claims]]
id = "places"
text = "one time for each place"
kind = "at-least"
figure = "from.length"
routine = "answers.curve"
value = 52
expect = "confirmed"
"#;

fn run(spec: &str) -> (Ran, TempDir) {
    let folder = tempfile::tempdir().unwrap();
    common::write(folder.path(), "specs/hit.toml", spec);
    let ran = common::run(folder.path(), ["run", "specs/hit.toml", "--out", "out"]);
    (ran, folder)
}

#[test]
fn a_spec_may_ask_questions_and_nothing_else() {
    let (ran, folder) = run(SPEC);
    ran.ends(0);
    let record = folder.path().join("out/specs/hit/record.json");
    let record: Record = serde_json::from_str(&std::fs::read_to_string(record).unwrap()).unwrap();
    assert!(record.routines.is_empty());
    assert_eq!(record.claims.len(), 5);
    assert!(
        record
            .claims
            .iter()
            .all(|claim| claim.verdict == ClaimVerdict::Confirmed)
    );
    assert_eq!(record.answers.len(), 2);
    let page = std::fs::read_to_string(folder.path().join("out/specs/hit/report.md")).unwrap();
    assert!(
        page.contains("## curve") && page.contains("| 1 | 104 |") && page.contains('█'),
        "{page}"
    );
}

#[test]
fn what_is_wrong_with_a_question_is_named_with_its_line() {
    for (from, to, wanted) in [
        (
            "answers.curve.from.1\" =",
            "answers.curv.from.1\" =",
            "did you mean `curve`?",
        ),
        (
            "answers.curve.from.1\" =",
            "answers.curve.from.52\" =",
            "accepted: 0 to 51",
        ),
        (
            "to = 20",
            "too = 20",
            "unknown key `too` for `hit`; accepted: `to`",
        ),
        (
            "to = 20",
            "to = 21",
            "accepted: a whole number from 1 to 20",
        ),
        (
            "to = 20\ndeck = 20",
            "to = 20\ndeck = 1",
            "answers.small.deck",
        ),
        (
            "what = \"hit\"",
            "what = \"hits\"",
            "unknown question `hits`",
        ),
        (
            "routine = \"G\"",
            "routine = \"Q\"",
            "answers.curve.routine",
        ),
        ("routine = \"G\"", "", "`hit` asks about a routine"),
        (
            "[answers.curve]",
            "[answers.\"a b\"]",
            "accepted: letters, digits and hyphens",
        ),
    ] {
        let (ran, folder) = run(&SPEC.replacen(from, to, 1));
        ran.ends(2).says("hit.toml:").says(wanted);
        assert!(!folder.path().join("out").exists(), "{to}");
    }
}

#[test]
fn claims_of_all_results_go_on_one_page() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    let spec = SPEC
        .replace(
            "text = \"twice",
            "source = \"Somebody, 2020: page 3\"\ntext = \"twice",
        )
        .replace(
            "value = 52\nexpect = \"confirmed\"",
            "value = 53\nexpect = \"refuted\"\ntruth = \"There are 52.\"",
        );
    common::write(here, "specs/hit.toml", spec);
    let nothing = common::run(here, ["claims"]);
    nothing.ends(2).says("results: cannot read it");
    common::run(here, ["run", "specs"]).ends(0);
    let ran = common::run(here, ["claims"]).ends(0);
    assert_eq!(
        ran.out,
        "5 claims: 4 confirmed, 1 refuted; each as its spec expects\n"
    );
    let page = std::fs::read_to_string(here.join("results/claims.md")).unwrap();
    for part in [
        "## Somebody, 2020\n",
        "| twice as many as there are cards: curve.from.0 | page 3 | 104 |  | 104 |",
        "| [hit](specs/hit/report.md) |",
        "- *one time for each place* There are 52.\n",
    ] {
        assert!(page.contains(part), "no `{part}` in {page}");
    }
    // A record that is damaged is named, and the page stays as it was.
    common::write(here, "results/specs/hit/record.json", "{}");
    common::run(here, ["claims"])
        .ends(2)
        .says("record.json: key `schema` is missing");
    assert_eq!(
        std::fs::read_to_string(here.join("results/claims.md")).unwrap(),
        page
    );
}

/// Asks in a spec how many riffles are enough, and claims an answer.
#[test]
fn a_spec_may_ask_how_often_is_enough() {
    let spec = r#"
name = "hit"
question = "How many riffles?"
deck = 52

[shuffles]
G = "riffle"
C = "cut"

[answers.riffles]
what = "enough"
routine = "G"
below = [0.5, 0.1]

[answers.cuts]
what = "enough"
routine = "C"

[[claims]]
id = "seven"
text = "seven riffles are enough, nine to be near"
kind = "equals"
figure = "exact"
published = { "answers.riffles.thresholds.0" = "7", "answers.riffles.thresholds.1" = "9" }
expect = "confirmed"
"#;
    let (ran, folder) = run(spec);
    ran.ends(0);
    let record = folder.path().join("out/specs/hit/record.json");
    let record: serde_json::Value =
        serde_json::from_str(&std::fs::read_to_string(record).unwrap()).unwrap();
    let cuts = &record["answers"]["cuts"]["thresholds"];
    assert_eq!(cuts.as_array().unwrap().len(), 3);
    assert_eq!(cuts[0]["never"], true);
    assert!(cuts[0]["at_least"].is_null() && cuts[0]["at_most"].is_null());
    for found in ["below = [0.0]", "below = 0.5", "below = []"] {
        let wrong = spec.replace("below = [0.5, 0.1]", found);
        let (ran, _folder) = run(&wrong);
        let ran = ran.ends(2);
        assert!(
            ran.err
                .contains("accepted: a list of one or more numbers from 1e-6"),
            "{ran:#?}"
        );
    }
}
