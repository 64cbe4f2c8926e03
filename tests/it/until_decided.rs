//! Runs that stop once they are decided, from the command line: verdicts, exit codes, records, and what is
//! left unread.

use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::common::{program, ran, run, write};
use serde_json::Value;

fn json(arguments: &[&str]) -> (i32, Value) {
    let folder = tempfile::tempdir().unwrap();
    let ran = run(folder.path(), arguments.iter().chain(&["--json"]));
    assert!(!ran.err.contains("panicked"), "{ran:#?}");
    (ran.code, ran.json())
}

fn verdicts(record: &Value) -> Vec<&str> {
    let routines = record["routines"].as_array().unwrap().iter();
    routines
        .map(|routine| routine["anytime"]["verdict"].as_str().unwrap())
        .collect()
}

/// An ideal shuffle, watched until it passes.
const PASSES: [&str; 7] = [
    "run",
    "S",
    "--deck",
    "52",
    "--until-decided",
    "--delta",
    "0.1",
];

#[test]
fn the_exit_code_says_how_it_was_decided() {
    let (code, record) = json(&["run", "C", "--deck", "52", "--until-decided"]);
    assert_eq!((code, verdicts(&record)), (1, vec!["fail", "undecided"]));
    assert_eq!(record["outcome"], "evidence");
    let found = &record["routines"][0]["anytime"];
    assert!(found["decks"].as_u64().unwrap() < 5);
    let culprits = found["culprits"].as_array().unwrap();
    assert!(culprits.contains(&Value::from("rising-sequences")));

    let (code, record) = json(&PASSES);
    assert_eq!((code, verdicts(&record)[0]), (0, "pass"));
    assert_eq!(record["outcome"], "no-evidence");
    let found = &record["routines"][0]["anytime"];
    for of in found["statistics"].as_array().unwrap() {
        // Repeats, calls and earlier decks bound nothing, and what is seen from deck to deck takes no part in passing.
        let limit = of["limit"].as_f64();
        let name = of["statistic"].as_str().unwrap();
        let bounds = !name.starts_with("lag-")
            && !["repeated-decks", "opponent", "earlier-decks"].contains(&name);
        assert_eq!(limit.is_some(), bounds, "{of}");
        assert!(limit.unwrap_or(0.0) <= 0.1, "{of}");
        assert!(of["log10_e"].as_f64().unwrap() < 3.0);
    }

    let few = [
        "run",
        "S",
        "--deck",
        "52",
        "--until-decided",
        "--max-trials",
        "333",
    ];
    let (code, record) = json(&few);
    assert_eq!((code, verdicts(&record)[0]), (3, "undecided"));
    assert_eq!(record["outcome"], "too-little");
    assert_eq!(record["routines"][0]["decks"], 333);
}

/// A pass says which share of hardly shuffled decks it excludes, what it did not look for, and how to.
#[test]
fn a_pass_says_what_it_excludes_and_what_it_did_not_look_for() {
    let asked = PASSES;
    let (_, record) = json(&asked);
    let declared = &record["experiment"]["until_decided"];
    assert_eq!(
        declared["blind_to"],
        serde_json::json!(["single-cells", "too-even"])
    );
    let found = &record["routines"][0]["anytime"];
    let mut shares = 0;
    for of in found["statistics"].as_array().unwrap() {
        let name = of["statistic"].as_str().unwrap();
        let excluded = &of["hardly_shuffled"];
        assert_eq!(
            excluded.is_object(),
            name.ends_with("rising-sequences"),
            "{of}"
        );
        if excluded.is_object() {
            // ln(1/beta)/N, whatever N was.
            let decks = excluded["decks"].as_f64().unwrap();
            let share = excluded["share"].as_f64().unwrap();
            assert!((share * decks - 1000_f64.ln()).abs() < 1e-9, "{of}");
            assert_eq!(excluded["rising_at_most"], 4);
            assert!(name.starts_with("lag-") || excluded["decks"] == found["decks"]);
            shares += 1;
        }
    }
    assert_eq!(shares, 5);
    let folder = tempfile::tempdir().unwrap();
    // What is proved fair needs no limits: mashes have no law that is known.
    let mashes = [&["run", "M*14"], &PASSES[2..]].concat();
    let out = run(folder.path(), mashes).ends(0).out.replace('\n', " ");
    for words in [
        "No evidence against M*14 in",
        "decks was hardly shuffled (left alone, cut once, or riffled at most twice)",
        "Not looked at:",
        "one card at one place or after one card",
        "counts more even than chance makes them",
        "measurements is more than 0.",
    ] {
        assert!(out.contains(words), "{words}: {out}");
    }
    // In a deck of six cards four rising sequences are common.
    let (_, record) = json(&[
        "run",
        "S",
        "--deck",
        "6",
        "--until-decided",
        "--delta",
        "0.1",
    ]);
    let statistics = &record["routines"][0]["anytime"]["statistics"];
    let of = statistics.as_array().unwrap().iter();
    assert!(of.into_iter().all(|of| of.get("hardly_shuffled").is_none()));
}

/// Orders relative to the deck before can refute a source; alone they can pass none.
#[test]
fn statistics_from_deck_to_deck_alone_pass_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let statistics = "statistics = [{ kind = \"rising-sequences\", lag = 1 }, \"repeated-decks\"]";
    let until = "until-decided = { delta = 0.5, max-trials = 3_000 }";
    let path = spec(folder.path(), "lagged", &format!("{until}\n{statistics}"));
    let ran = run(folder.path(), ["run", &path]).ends(3);
    let says = "cannot pass, because none of its statistics bounds a law of the decks themselves";
    assert!(ran.out.replace('\n', " ").contains(says), "{}", ran.out);
    let record = run(folder.path(), ["run", &path, "--json"]).ends(3).json();
    let words = record["routines"][0]["anytime"]["words"].as_str().unwrap();
    assert!(words.ends_with("so it cannot pass"), "{words}");
    // With one of the decks themselves it passes.
    let statistics = statistics.replace("\"repeated-decks\"", "\"descents\"");
    let path = spec(folder.path(), "both", &format!("{until}\n{statistics}"));
    run(folder.path(), ["run", &path]).ends(0);
}

#[test]
fn what_holds_for_a_fixed_number_of_decks_only_is_left_out() {
    let (_, record) = json(&[
        "run",
        "G*7",
        "S",
        "--deck",
        "52",
        "--until-decided",
        "--delta",
        "0.1",
    ]);
    assert_eq!(record["experiment"]["tests"], 0);
    let declared = &record["experiment"]["until_decided"];
    assert_eq!(
        (&declared["delta"], &declared["beta"]),
        (&0.1.into(), &0.001.into())
    );
    assert_eq!(declared["max_trials"], 1_000_000);
    for routine in record["routines"].as_array().unwrap() {
        assert!(routine["tests"].as_array().unwrap().is_empty());
        assert!(routine["checks"].as_array().unwrap().is_empty());
        assert_eq!(routine["total_variation"]["confidence"], 1.0);
        let found = &routine["anytime"];
        assert_eq!(found["decks"], routine["decks"]);
        let looks = found["looks"].as_array().unwrap();
        assert!(looks.len() < 60 && looks[looks.len() - 1][0] == found["decks"]);
    }
    // Each stops by itself.
    let decks = |at: usize| record["routines"][at]["decks"].as_u64().unwrap();
    assert!(decks(0) < 100 && decks(1) > 1000 && decks(2) == decks(1));
}

const SPEC: &str = r#"
seed = 11
until-decided = { delta = 0.1, max-trials = 20_000 }
routines = ["S", "C", "G*3", "G*9", "G*10", "HHH"]
statistics = ["position-matrix", "rising-sequences", { kind = "rising-sequences", lag = 2 }]
"#;

/// The record of the spec, made on so many threads.
fn bytes(folder: &Path, name: &str, threads: &str, tunables: Option<&str>) -> String {
    let out = folder.join("out");
    let mut command = program(folder);
    command
        .args(["run", "--quiet", "--threads", threads])
        .arg(folder.join(format!("specs/{name}.toml")))
        .arg("--out")
        .arg(&out);
    if let Some(tunables) = tunables {
        command.env("GLIBC_TUNABLES", tunables);
    }
    ran(&mut command).ends(1);
    let text = fs::read_to_string(out.join(format!("specs/{name}/record.json"))).unwrap();
    fs::remove_dir_all(out).unwrap();
    text
}

#[test]
fn threads_and_instruction_sets_change_no_byte() {
    let folder = tempfile::tempdir().unwrap();
    for (name, generator, cards) in [
        ("small", "xoshiro256pp-x8", 13),
        ("deck-by-deck", "pcg64", 13),
        ("serial", "numpy-legacy", 13),
        ("large", "xoshiro256pp-x8", 260),
    ] {
        let spec = format!("name = \"{name}\"\ngenerator = \"{generator}\"\ndeck = {cards}{SPEC}");
        write(folder.path(), &format!("specs/{name}.toml"), spec);
        let one = bytes(folder.path(), name, "1", None);
        for threads in ["2", "7"] {
            assert_eq!(
                one,
                bytes(folder.path(), name, threads, None),
                "{name}, {threads}"
            );
        }
        if cfg!(all(target_os = "linux", target_arch = "x86_64")) {
            let plain = Some("glibc.cpu.hwcaps=-FMA,-AVX2,-AVX2_Usable,-FMA_Usable,-FMA4");
            assert_eq!(one, bytes(folder.path(), name, "2", plain), "{name}");
        }
    }
}

/// The path of a spec with these lines.
fn spec(folder: &Path, name: &str, lines: &str) -> String {
    let text = format!("name = \"{name}\"\ndeck = 20\nroutines = [\"S\"]\n{lines}\n");
    let path = write(folder, &format!("{name}.toml"), text);
    path.display().to_string()
}

#[test]
fn a_spec_can_ask_for_it_and_the_command_line_has_the_last_word() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    let good = spec(here, "good", "until-decided = { delta = 0.3 }");
    let record = run(here, ["run", &good, "--json"]).ends(0).json();
    assert_eq!(record["experiment"]["until_decided"]["delta"], 0.3);
    let record = run(
        here,
        [
            "run",
            &good,
            "--json",
            "--until-decided",
            "--max-trials",
            "50",
        ],
    );
    let record = record.ends(3).json();
    assert_eq!(record["experiment"]["until_decided"]["delta"], 0.3);
    assert_eq!(record["experiment"]["until_decided"]["max_trials"], 50);
    // A spec with a number of decks can be run so too, without it.
    let fixed = spec(here, "fixed", "trials = 10");
    let record = run(
        here,
        ["run", &fixed, "--json", "--until-decided", "--delta", "0.5"],
    );
    assert_eq!(record.ends(0).json()["experiment"]["trials"], 1_000_000);
}

/// A spec that asks for it badly, or for what does not go together with it, is told what is accepted.
#[test]
fn what_does_not_go_together_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    let claim = "[[claims]]\nid = \"a\"\ntext = \"b\"\nkind = \"at-most\"\nfigure = \"total_variation.upper\"\nroutine = \"S\"\nvalue = 1\nexpect = \"confirmed\"";
    for (name, lines, says) in [
        ("table", "until-decided = true", "until-decided"),
        (
            "typo",
            "until-decided = { deltas = 0.1 }",
            "did you mean `delta`?",
        ),
        (
            "far",
            "until-decided = { delta = 0.6 }",
            "key `delta`: found `0.6`; accepted: a total variation from 0.0001 to 0.5",
        ),
        (
            "not-a-number",
            "until-decided = { delta = nan }",
            "found `NaN`",
        ),
        (
            "none",
            "until-decided = { max-trials = 0 }",
            "key `max-trials`: found `0`; accepted: a whole number from 1 to",
        ),
        (
            "both",
            "trials = 10\nuntil-decided = {}",
            "accepted: `max-trials` alone",
        ),
        (
            "replicates",
            "replicates = 3\nuntil-decided = {}",
            "accepted: 1, or nothing",
        ),
        (
            "claims",
            &format!("until-decided = {{}}\n{claim}"),
            "claims about a fixed number of decks",
        ),
        (
            "by-replicate",
            "until-decided = {}\nstatistics = [\"duplicates\"]",
            "found `duplicates`",
        ),
    ] {
        let path = spec(here, name, lines);
        run(here, ["run", &path])
            .ends(2)
            .says(says)
            .prints_nothing();
    }
    run(here, ["run", "S", "--deck", "20", "--delta", "0.1"])
        .ends(2)
        .says("--until-decided");
    run(
        here,
        [
            "run",
            "S",
            "--deck",
            "20",
            "--until-decided",
            "--delta",
            "1",
        ],
    )
    .ends(2)
    .says("--delta: found `1`");
    run(
        here,
        [
            "run",
            "S",
            "--deck",
            "20",
            "--until-decided",
            "--trials",
            "10",
        ],
    )
    .ends(2)
    .says("--trials");
}

/// Decks of 20 cards that are never shuffled.
fn sorted(decks: usize) -> String {
    let mut text = String::new();
    for _ in 0..decks {
        let deck: Vec<String> = (0..20).map(|card| card.to_string()).collect();
        writeln!(text, "{}", deck.join(" ")).unwrap();
    }
    text
}

#[test]
fn what_comes_after_the_decision_is_not_read() {
    let folder = tempfile::tempdir().unwrap();
    let text = sorted(200) + "no deck at all\n";
    let file = write(folder.path(), "decks.txt", text)
        .display()
        .to_string();
    run(folder.path(), ["test", &file, "--deck", "20"])
        .ends(2)
        .says("line 201");
    let ran = run(
        folder.path(),
        ["test", &file, "--deck", "20", "--until-decided", "--json"],
    )
    .ends(1);
    let record = ran.json();
    assert_eq!(verdicts(&record), ["fail", "undecided"]);
    let decks = record["routines"][0]["decks"].as_u64().unwrap();
    assert!(decks < 10 && record["routines"][1]["decks"] == decks);
    assert!(
        record["experiment"]["source"]
            .as_str()
            .unwrap()
            .contains("decks.txt")
    );
}

#[test]
fn a_writer_without_end_is_left_alone_once_all_is_said() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_colddeck"))
        .args(["test", "--deck", "20", "--until-decided", "--quiet"])
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut pipe = child.stdin.take().unwrap();
    let text = sorted(1000);
    let mut written = Ok(());
    for _ in 0..10_000 {
        written = pipe.write_all(text.as_bytes());
        if written.is_err() {
            break;
        }
    }
    assert_eq!(written.unwrap_err().kind(), std::io::ErrorKind::BrokenPipe);
    assert_eq!(child.wait().unwrap().code(), Some(1));
}

/// Reads little more than what decides: a few reads, and what a pipe holds.
#[test]
fn a_writer_is_told_soon_and_then_the_verdict_comes() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_colddeck"))
        .args(["test", "--deck", "20", "--until-decided", "--json"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut pipe = child.stdin.take().unwrap();
    let deck = sorted(1);
    let mut written = 0;
    while pipe.write_all(deck.as_bytes()).is_ok() {
        written += deck.len();
        assert!(written < 4_000_000, "it reads on");
    }
    let out = child.wait_with_output().unwrap();
    assert_eq!(out.status.code(), Some(1));
    let record: Value = serde_json::from_slice(&out.stdout).unwrap();
    let words = record["routines"][0]["anytime"]["words"].as_str().unwrap();
    assert!(words.starts_with("stopped after "), "{words}");
}

#[test]
fn decks_that_are_shuffled_on_are_judged_by_the_shuffle_between_them() {
    // Piled into seven, over and over: each deck is far from sorted, and always the same step from the last.
    let mut text = String::new();
    let mut deck: Vec<usize> = (0..20).collect();
    for _ in 0..200 {
        let piles = (0..7).flat_map(|pile| deck.iter().skip(pile).step_by(7).copied());
        deck = piles.collect();
        let cards: Vec<String> = deck.iter().map(ToString::to_string).collect();
        writeln!(text, "{}", cards.join(" ")).unwrap();
    }
    let folder = tempfile::tempdir().unwrap();
    let file = write(folder.path(), "on.txt", text).display().to_string();
    let arguments = [
        "test",
        &file,
        "--deck",
        "20",
        "--until-decided",
        "--in-place",
    ];
    let record = run(folder.path(), arguments.iter().chain(&["--json"]));
    let record = record.ends(1).json();
    assert!(record["routines"][0]["decks"].as_u64().unwrap() < 10);
}

#[test]
fn a_handful_of_recorded_decks_leaves_it_undecided() {
    let folder = tempfile::tempdir().unwrap();
    let decks = "3 1 2 0 4\n0 4 2 1 3\n4 3 0 2 1\n1 0 3 4 2\n2 4 1 3 0\n";
    let file = write(folder.path(), "few.txt", decks).display().to_string();
    let arguments = ["test", &file, "--deck", "5", "--until-decided"];
    let ran = run(folder.path(), arguments).ends(3);
    assert!(
        ran.out.contains("undecided after the last of 5 decks"),
        "{}",
        ran.out
    );
    // No more than are asked for, within a block too.
    let record = run(
        folder.path(),
        arguments.iter().chain(&["--max-trials", "3", "--json"]),
    )
    .ends(3)
    .json();
    assert_eq!(record["routines"][0]["decks"], 3);
    assert_eq!(
        record["routines"][0]["anytime"]["looks"]
            .as_array()
            .unwrap()
            .len(),
        3
    );
}
