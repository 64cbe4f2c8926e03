//! `colddeck compare`, baselines, `JUnit` XML and annotations.

use std::fs;
use std::path::Path;

use crate::common::{Ran, program, ran, run, snapshot, write};
use serde_json::Value;

/// Runs `routine` and keeps its record as `name`.
fn keep(folder: &Path, name: &str, routine: &str, options: &[&str]) -> Ran {
    let start = ["run", routine, "--json", "--quiet"];
    let ran = run(folder, start.iter().chain(options));
    assert!([0, 1].contains(&ran.code), "{ran:#?}");
    write(folder, name, &ran.out);
    ran
}

/// Records of ideal shuffles with different seeds and numbers of decks: at an error level of 0.05 for each
/// comparison, at most as many move as chance allows once in 100,000 (binomial, 60 of them: 12).
#[test]
#[ignore = "some 15 s of processor: .ci/run ignored"]
fn pairs_of_ideal_records_do_not_move() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    let (mut moved, mut all) = (0, 0);
    for pair in 0..60 {
        let trials = ["2000", "3000", "5000"];
        for (at, name) in ["base.json", "new.json"].into_iter().enumerate() {
            let seed = (1000 + 2 * pair + at).to_string();
            let trials = trials[(pair + at) % 3];
            keep(
                here,
                name,
                "S",
                &["--deck", "8", "--trials", trials, "--seed", &seed],
            );
        }
        let ran = run(
            here,
            [
                "compare",
                "base.json",
                "new.json",
                "--alpha",
                "0.05",
                "--json",
            ],
        );
        assert!([0, 1].contains(&ran.code), "{ran:#?}");
        moved += ran.code;
        all += 1;
        let comparison = ran.json();
        let figures = comparison["routines"][0]["figures"].as_array().unwrap();
        assert!(figures.len() > 20, "{}", figures.len());
        assert!(figures.iter().all(|figure| figure["verdict"] != "invalid"));
    }
    assert_eq!(all, 60);
    assert!(moved <= 12, "{moved} of {all}");
}

/// The same for a shuffle that is far from ideal, where decks of different records differ by chance alone:
/// orders relative to earlier decks overlap there.
#[test]
#[ignore = "some 5 s of processor: .ci/run ignored"]
fn pairs_of_records_of_a_bad_shuffle_do_not_move() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    let mut moved = 0;
    for pair in 0..30 {
        for (at, name) in ["base.json", "new.json"].into_iter().enumerate() {
            let seed = (2000 + 2 * pair + at).to_string();
            keep(
                here,
                name,
                "GC",
                &["--deck", "8", "--trials", "3000", "--seed", &seed],
            );
        }
        let ran = run(
            here,
            ["compare", "base.json", "new.json", "--alpha", "0.05"],
        );
        assert!([0, 1].contains(&ran.code), "{ran:#?}");
        moved += ran.code;
    }
    // Binomial(30, 0.05) is above 8 once in 20,000.
    assert!(moved <= 8, "{moved}");
}

#[test]
fn an_ideal_shuffle_against_three_riffles_moves() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    keep(here, "s.json", "S", &["--deck", "40", "--trials", "2000"]);
    keep(
        here,
        "rrr.json",
        "RRR",
        &["--deck", "40", "--trials", "2000"],
    );
    let ran = run(here, ["compare", "s.json", "rrr.json"]).ends(1);
    assert!(
        ran.out.contains("figures moved since s.json"),
        "{}",
        ran.out
    );
    assert!(ran.out.contains("S → RRR"), "{}", ran.out);
    let json = run(here, ["compare", "s.json", "rrr.json", "--json"])
        .ends(1)
        .json();
    assert_eq!(json["schema"], "colddeck.comparison/1");
    assert_eq!(json["outcome"], "moved");
    let figures = json["routines"][0]["figures"].as_array().unwrap();
    let mean = figures
        .iter()
        .find(|figure| figure["statistic"] == "rising-sequences" && figure["test"] == "mean");
    let mean = mean.expect("it is compared");
    assert_eq!(mean["verdict"], "moved");
    assert!(mean["errors"].as_f64().unwrap() < -20.0, "{mean}");
    // Against itself nothing moves.
    run(here, ["compare", "rrr.json", "rrr.json"]).ends(0);
}

/// Seven and eight riffles differ by little: a comparison of many decks sees it, one of few does not.
#[test]
fn a_small_change_needs_many_decks() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    for (trials, code) in [("200000", 1), ("60", 0)] {
        keep(
            here,
            "seven.json",
            "G*7",
            &["--deck", "52", "--suite", "quick", "--trials", trials],
        );
        keep(
            here,
            "eight.json",
            "G*8",
            &["--deck", "52", "--suite", "quick", "--trials", trials],
        );
        run(here, ["compare", "seven.json", "eight.json"]).ends(code);
    }
}

#[test]
fn records_of_different_things_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    keep(
        here,
        "forty.json",
        "S",
        &["--deck", "40", "--trials", "100"],
    );
    keep(here, "eight.json", "S", &["--deck", "8", "--trials", "100"]);
    run(here, ["compare", "forty.json", "eight.json"])
        .ends(2)
        .prints_nothing()
        .says("key `experiment.deck`: found 40 in forty.json, and 8 in eight.json; accepted: decks of the same size");
    let text = fs::read_to_string(here.join("eight.json")).unwrap();
    write(
        here,
        "later.json",
        text.replace("colddeck.record/3", "colddeck.record/9"),
    );
    run(here, ["compare", "eight.json", "later.json"])
        .ends(2)
        .says("later.json: key `schema`: found `colddeck.record/9`");
    write(here, "half.json", &text[..text.len() / 2]);
    run(here, ["compare", "half.json", "eight.json"])
        .ends(2)
        .says("half.json: no JSON");
    run(here, ["compare", "none.json", "eight.json"])
        .ends(2)
        .says("none.json: cannot read it");
    for (name, routines) in [
        ("two", "[\"G\", \"RR\"]"),
        ("others", "[\"H\", \"C\"]"),
        ("some", "[\"H\", \"RR\"]"),
    ] {
        let spec = format!("name = \"{name}\"\ndeck = 8\ntrials = 1000\nroutines = {routines}\n");
        let spec = write(here, &format!("{name}.toml"), spec);
        let ran = run(
            here,
            [spec.to_str().unwrap(), "--json", "-q"]
                .iter()
                .copied()
                .fold(vec!["run".to_owned()], |mut all, next| {
                    all.push(next.to_owned());
                    all
                }),
        );
        write(here, &format!("{name}.json"), &ran.out);
    }
    run(here, ["compare", "two.json", "others.json"])
        .ends(2)
        .says("key `routines`: found `G`, `RR` in two.json, and `H`, `C` in others.json");
    let ran = run(here, ["compare", "two.json", "some.json"]).ends(0);
    assert!(
        ran.out.contains("only in one of the records: G, H"),
        "{}",
        ran.out
    );
    keep(
        here,
        "kept.json",
        "S",
        &["--deck", "8", "--trials", "1000", "--memory", "kept"],
    );
    run(here, ["compare", "eight.json", "kept.json"])
        .ends(2)
        .says("key `experiment.policy`: found `a stream for each batch, shuffled once and then dealt again` in kept.json");
}

#[test]
fn a_baseline_is_compared_at_the_end_of_a_run() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    let options = ["--deck", "20", "--trials", "3000", "--suite", "quick"];
    keep(here, "base.json", "S", &options);
    let run_with = |routine: &str, more: &[&str]| {
        let start = ["run", routine, "--baseline", "base.json"];
        run(here, start.iter().chain(&options).chain(more))
    };
    let same = run_with("S", &["--seed", "9"]).ends(0);
    assert!(
        same.out.contains("Nothing moved since base.json"),
        "{}",
        same.out
    );
    // Stdout stays a record.
    let moved = run_with("G", &["--json"])
        .ends(1)
        .says("figures moved since base.json");
    assert_eq!(moved.json()["schema"], "colddeck.record/3");
    // Refused before anything runs.
    run(
        here,
        ["run", "S", "--deck", "21", "--baseline", "base.json"],
    )
    .ends(2)
    .prints_nothing()
    .says("--baseline: key `experiment.deck`: found 20 in base.json, and 21 in routine");
    // Decks from elsewhere are compared, too.
    let decks: String = (0..3000)
        .map(|deck| {
            let cards: Vec<String> = (0..20)
                .map(|card| ((card * 3 + deck) % 20).to_string())
                .collect();
            cards.join(" ") + "\n"
        })
        .collect();
    write(here, "decks.txt", decks);
    run(
        here,
        [
            "test",
            "decks.txt",
            "--deck",
            "20",
            "--suite",
            "quick",
            "--baseline",
            "base.json",
        ],
    )
    .ends(1)
    .prints_also("figures moved since base.json");
}

/// Checks of messages on standard output.
trait Prints {
    fn prints_also(self, part: &str) -> Self;
}

impl Prints for Ran {
    #[track_caller]
    fn prints_also(self, part: &str) -> Self {
        assert!(self.out.contains(part), "no `{part}` in {self:#?}");
        self
    }
}

const CLAIMS: &str = r#"
name = "claims"
deck = 12
trials = 5000
routines = ["S", "GC"]
statistics = ["rising-sequences"]
[[claims]]
id = "one-riffle-is-not-enough"
text = "One riffle & a cut <is> ideal"
kind = "verdict"
routine = "GC"
test = "rising-sequences.mean"
is = "pass"
expect = "refuted"
[[claims]]
id = "wrong-on-purpose"
text = "50% of it, at least"
kind = "verdict"
routine = "S"
test = "rising-sequences.mean"
is = "fail"
expect = "confirmed"
"#;

#[test]
fn junit_has_a_case_for_each_test_and_claim() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    let options = ["--deck", "6", "--trials", "3000", "--suite", "quick"];
    let start = ["run", "GC", "--junit", "out/junit.xml", "-q"];
    run(here, start.iter().chain(&options))
        .ends(2)
        .says("--junit out/junit.xml: found no folder `out`");
    fs::create_dir(here.join("out")).unwrap();
    run(here, start.iter().chain(&options)).ends(1);
    let text = fs::read_to_string(here.join("out/junit.xml")).unwrap();
    is_xml(here, "out/junit.xml");
    snapshot("compare__junit_of_a_routine", &text);
    write(here, "claims.toml", CLAIMS);
    run(here, ["run", "claims.toml", "--junit", "claims.xml", "-q"]).ends(1);
    let text = fs::read_to_string(here.join("claims.xml")).unwrap();
    is_xml(here, "claims.xml");
    snapshot("compare__junit_of_claims", &text);
    // A comparison has its own cases, and several experiments one file.
    keep(here, "base.json", "S", &options);
    run(
        here,
        start
            .iter()
            .chain(&options)
            .chain(&["--baseline", "base.json"]),
    )
    .ends(1);
    let text = fs::read_to_string(here.join("out/junit.xml")).unwrap();
    is_xml(here, "out/junit.xml");
    assert!(
        text.contains("<testsuite name=\"routine: compared with base.json\""),
        "{text}"
    );
    write(
        here,
        "specs/a.toml",
        "name = \"a\"\ndeck = 6\ntrials = 100\nroutines = [\"S\"]\n",
    );
    write(
        here,
        "specs/b.toml",
        "name = \"b\"\ndeck = 6\ntrials = 100\nroutines = [\"S\"]\n",
    );
    run(here, ["run", "specs", "--junit", "both.xml", "-q"]).ends(0);
    let text = fs::read_to_string(here.join("both.xml")).unwrap();
    is_xml(here, "both.xml");
    assert!(
        text.contains("name=\"a: S\"") && text.contains("name=\"b: S\""),
        "{text}"
    );
}

/// Checks that another program reads it, and that the counts are those of the cases.
fn is_xml(folder: &Path, file: &str) {
    let script = "import sys, xml.etree.ElementTree as tree\n\
                  root = tree.parse(sys.argv[1]).getroot()\n\
                  assert root.tag == 'testsuites', root.tag\n\
                  for suite in list(root) + [root]:\n    \
                      cases = list(suite.iter('testcase'))\n    \
                      assert int(suite.get('tests')) == len(cases) > 0\n    \
                      for key, tag in (('failures', 'failure'), ('errors', 'error'), ('skipped', 'skipped')):\n        \
                          assert int(suite.get(key)) == len(list(suite.iter(tag)))\n";
    let output = std::process::Command::new("python3")
        .args(["-c", script, file])
        .current_dir(folder)
        .output()
        .unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
}

/// On stderr, so that stdout is a record and nothing else.
#[test]
fn github_is_told_only_where_it_asks() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    write(here, "claims.toml", CLAIMS);
    let options = [
        "run", "GC", "--deck", "6", "--trials", "3000", "--suite", "quick", "-q", "--json",
    ];
    let annotated = |options: &[&str], setting: Option<&str>| {
        let mut command = program(here);
        command.args(options).env_remove("GITHUB_ACTIONS");
        if let Some(setting) = setting {
            command.env("GITHUB_ACTIONS", setting);
        }
        ran(&mut command)
    };
    let plain = annotated(&options, None).ends(1);
    let told = annotated(&options, Some("true")).ends(1);
    assert_eq!(plain.out, told.out);
    assert_eq!(told.json()["schema"], "colddeck.record/3");
    assert_eq!(plain.err, "");
    assert_eq!(annotated(&options, Some("false")).err, "");
    let claims = annotated(&["run", "claims.toml", "-q"], Some("true")).ends(1);
    let all = format!("{}{}", told.err, claims.err);
    assert!(all.lines().all(|line| line.starts_with("::")), "{all}");
    snapshot("compare__annotations", &all);
    let compared = annotated(
        &["run", "S", "--deck", "6", "--trials", "3000", "-q"],
        Some("true"),
    );
    assert_eq!(compared.ends(0).err, "");
}

/// The comparison's own layout is whole.
#[test]
fn a_comparison_is_complete() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    keep(
        here,
        "a.json",
        "S",
        &["--deck", "8", "--trials", "2000", "--suite", "deep"],
    );
    keep(
        here,
        "b.json",
        "S",
        &[
            "--deck", "8", "--trials", "2000", "--suite", "deep", "--seed", "5",
        ],
    );
    let json = run(here, ["compare", "a.json", "b.json", "--json"])
        .ends(0)
        .json();
    let pair = &json["routines"][0];
    let figures = pair["figures"].as_array().unwrap();
    assert_eq!(json["tests"], figures.len());
    let record: Value =
        serde_json::from_str(&fs::read_to_string(here.join("a.json")).unwrap()).unwrap();
    // Each statistic is either compared or named among those that are not.
    for name in record["routines"][0]["statistics"]
        .as_object()
        .unwrap()
        .keys()
    {
        let compared = figures
            .iter()
            .any(|figure| figure["statistic"] == name.as_str());
        let left_out = pair["not_compared"]
            .as_array()
            .unwrap()
            .iter()
            .any(|other| other == name.as_str());
        assert!(compared != left_out, "{name}");
    }
}

/// A record of the schema before this one, with all its cells: it was made by `colddeck run "GG" --deck 6
/// --trials 2000 --suite quick --statistic 'kind="inversions", lag=1'` of that time.
const FORMER: &str = include_str!("../data/record-1/quick.json");

#[test]
fn records_of_the_former_schema_are_compared() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    write(here, "old.json", FORMER);
    let options = ["--deck", "6", "--trials", "2000", "--suite", "quick"];
    let lagged = ["--statistic", "{kind=\"inversions\", lag=1}"];
    let all = [&options[..], &lagged].concat();
    keep(
        here,
        "new.json",
        "GG",
        &[&all[..], &["--seed", "2"]].concat(),
    );
    keep(here, "less.json", "GGG", &all);
    let compared = |base: &str, new: &str| {
        let ran = run(here, ["compare", base, new, "--json"]);
        let figures = ran.json()["routines"][0]["figures"].clone();
        let names = figures.as_array().unwrap().iter();
        let names: Vec<String> = names
            .map(|figure| format!("{} {}", figure["statistic"], figure["test"]))
            .collect();
        (ran.code, names)
    };
    let (code, names) = compared("old.json", "new.json");
    assert_eq!(code, 0);
    assert!(
        names.contains(&"\"lag-1/inversions\" \"mean\"".to_owned()),
        "{names:?}"
    );
    assert!(
        names.contains(&"\"position-matrix\" \"cells\"".to_owned()),
        "{names:?}"
    );
    assert_eq!(compared("old.json", "old.json"), (0, names.clone()));
    assert_eq!(compared("new.json", "old.json"), (0, names.clone()));
    assert_eq!(compared("old.json", "less.json"), (1, names));
    // As a baseline.
    let start = ["run", "GG", "--seed", "3", "--baseline", "old.json", "-q"];
    run(here, start.iter().chain(&all)).ends(1);
}

/// Statistics of only one of two records are not passed over in silence.
#[test]
fn statistics_that_only_one_record_has_leave_a_comparison_partial() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    let options = ["--deck", "8", "--trials", "3000"];
    keep(
        here,
        "base.json",
        "S",
        &[&options[..], &["--suite", "quick"]].concat(),
    );
    keep(
        here,
        "new.json",
        "S",
        &[&options[..], &["--seed", "2"]].concat(),
    );
    keep(
        here,
        "moved.json",
        "GG",
        &[&options[..], &["--seed", "2"]].concat(),
    );
    let ran = run(here, ["compare", "base.json", "new.json"]).ends(3);
    assert!(
        ran.out.contains("but not all could be compared"),
        "{ran:#?}"
    );
    assert!(ran.out.contains("descents (new.json)"), "{ran:#?}");
    let json = run(here, ["compare", "base.json", "new.json", "--json"]).json();
    assert_eq!(json["outcome"], "partial");
    let only = json["only_in_one"].as_array().unwrap();
    assert!(only.contains(&Value::from("parity (new.json)")), "{only:?}");
    run(here, ["compare", "base.json", "new.json", "--only-common"]).ends(0);
    run(here, ["compare", "base.json", "moved.json"]).ends(1);
    let start = ["run", "S", "--baseline", "base.json", "--seed", "2", "-q"];
    run(here, start.iter().chain(&options)).ends(3);
    run(here, start.iter().chain(&options).chain(&["--only-common"])).ends(0);
    run(here, ["run", "S", "--deck", "8", "--only-common"]).ends(2);
}

#[test]
fn cells_of_lags_stand_in_a_record_on_request() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    let options = ["--deck", "8", "--trials", "100", "--suite", "deep"];
    let cells = |more: &[&str]| {
        keep(here, "it.json", "S", &[&options[..], more].concat());
        let record: Value =
            serde_json::from_str(&fs::read_to_string(here.join("it.json")).unwrap()).unwrap();
        let statistics = record["routines"][0]["statistics"].clone();
        let key = |name: &str, key: &str| statistics[name].get(key).is_some();
        [
            key("position-matrix", "matrix"),
            key("lag-1/position-matrix", "matrix"),
            key("lag-2/pair-order", "above"),
            key("lag-1/lehmer-digits", "counts"),
            key("lag-1/inversions", "histogram"),
        ]
    };
    assert_eq!(cells(&[]), [true, false, false, false, true]);
    assert_eq!(cells(&["--lags", "full"]), [true; 5]);
    let spec = "name = \"it\"\ndeck = 8\ntrials = 100\nroutines = [\"S\"]\nlags = \"full\"\n";
    write(here, "it.toml", spec);
    let full = run(here, ["run", "it.toml", "--json", "--out", "out"]).json();
    assert!(
        full["routines"][0]["statistics"]["lag-1/position-matrix"]
            .get("matrix")
            .is_some()
    );
    write(here, "it.toml", spec.replace("\"full\"", "\"all\""));
    run(here, ["run", "it.toml"])
        .ends(2)
        .says("key `lags`: found `all`; accepted: `brief`, `full`");
}

#[test]
fn a_small_baseline_is_compared_as_the_whole_record_but_for_its_cells() {
    let folder = tempfile::tempdir().expect("a folder");
    let here = folder.path();
    let run_of = |seed: &str, routine: &str, file: &str| {
        let asked = [
            "run", routine, "--deck", "20", "--trials", "4000", "--seed", seed,
        ];
        run(here, [&asked[..], &["--quiet", "--export", file]].concat());
    };
    run_of("1", "RRR", "all.json");
    run_of("1", "RRR", "baseline.json");
    run_of("2", "RRR", "same.json");
    run_of("2", "RR", "other.json");
    let size = |file: &str| fs::metadata(here.join(file)).expect("a file").len();
    assert!(
        size("baseline.json") * 5 < size("all.json"),
        "{}",
        size("baseline.json")
    );
    assert!(size("baseline.json") < 50_000, "{}", size("baseline.json"));
    let compare = |base: &str, new: &str| run(here, ["compare", "--json", base, new]);
    for (new, exit) in [("same.json", 0), ("other.json", 1)] {
        let small: Value =
            serde_json::from_str(&compare("baseline.json", new).ends(exit).out).expect("JSON");
        let whole: Value =
            serde_json::from_str(&compare("all.json", new).ends(exit).out).expect("JSON");
        let left_out = small["left_out"].as_array().expect("names");
        assert!(left_out.contains(&"position-matrix".into()), "{left_out:?}");
        assert!(whole.get("left_out").is_none());
        // What is left is compared alike: all but the family that shares the level.
        let figures = |found: &Value| -> Vec<(String, Value)> {
            let all = found["routines"][0]["figures"]
                .as_array()
                .expect("figures")
                .clone();
            let name = |figure: &Value| format!("{}.{}", figure["statistic"], figure["test"]);
            all.iter()
                .map(|figure| (name(figure), figure["p"].clone()))
                .collect()
        };
        let (small, whole) = (figures(&small), figures(&whole));
        assert!(small.len() > 5 && small.len() < whole.len());
        assert!(small.iter().all(|figure| whole.contains(figure)));
    }
    let said = run(here, ["compare", "baseline.json", "same.json"])
        .ends(0)
        .out;
    let said = said.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        said.contains("A small baseline keeps no single cells"),
        "{said}"
    );
    run(here, ["report", "baseline.json"])
        .ends(2)
        .says("found a small baseline, which keeps too little to be shown");
}
