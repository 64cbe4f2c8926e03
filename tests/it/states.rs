//! States of a puzzle: scrambles from files, and scrambles that specs simulate.

use std::fmt::Write as _;
use std::path::Path;

use crate::common::{run, write};
use serde_json::{Value, json};

/// A number below `bound`, the next of a stream (Steele, Lea and Flood, 2014).
fn below(state: &mut u64, bound: u32) -> u32 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut mixed = *state;
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^= mixed >> 31;
    (((mixed >> 32) * u64::from(bound)) >> 32) as u32
}

/// Writes so many scrambles of so many moves, each one of `turns`.
fn scrambles(number: u32, moves: u32, turns: &[&str]) -> String {
    let (mut text, mut state) = (String::new(), 5);
    for _ in 0..number {
        let all = (0..moves).map(|_| turns[below(&mut state, turns.len() as u32) as usize]);
        text.push_str(&all.collect::<Vec<_>>().join(" "));
        text.push('\n');
    }
    text
}

/// The numbers of so many random states.
fn numbers(number: u32) -> String {
    let (mut text, mut state) = (String::new(), 9);
    for _ in 0..number {
        let _ = writeln!(text, "{}", below(&mut state, 3_674_160));
    }
    text
}

const HALF: [&str; 9] = ["R", "R'", "R2", "U", "U'", "U2", "F", "F'", "F2"];
const QUARTER: [&str; 6] = ["x", "X", "y", "Y", "z", "Z"];

fn tested(folder: &Path, file: &str, code: i32) -> Value {
    run(folder, ["test", file, "--subject", "state", "--json"])
        .ends(code)
        .json()
}

/// The statistics of which a test fails.
fn failed(routine: &Value) -> Vec<String> {
    let tests = routine["tests"].as_array().unwrap().iter();
    let mut failed: Vec<String> = tests
        .filter(|test| test["verdict"] == "fail")
        .map(|test| test["statistic"].as_str().unwrap().to_owned())
        .collect();
    failed.dedup();
    failed
}

#[test]
fn random_states_pass_and_scrambles_that_are_too_short_fail() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    write(here, "numbers.txt", numbers(3_000));
    let fair = tested(here, "numbers.txt", 0);
    let experiment = &fair["experiment"];
    assert_eq!(experiment["subject"]["kind"], "state");
    assert_eq!(experiment["subject"]["puzzle"], "pocket-cube");
    assert_eq!(experiment["deck"], 3_674_160);
    assert_eq!(experiment["source"], "numbers.txt, text, numbers of states");
    assert_eq!(fair["routines"].as_array().unwrap().len(), 2);
    write(here, "short.txt", scrambles(1_000, 8, &HALF));
    let short = tested(here, "short.txt", 1);
    let short = failed(&short["routines"][0]);
    assert!(short.contains(&"distance".to_owned()), "{short:?}");
    assert!(
        !short.contains(&"permutation-parity".to_owned()),
        "{short:?}"
    );
    // The number of quarter turns is even, however many there are.
    write(here, "quarter.txt", scrambles(1_000, 60, &QUARTER));
    let quarter = tested(here, "quarter.txt", 1);
    let quarter = failed(&quarter["routines"][0]);
    assert!(
        quarter.contains(&"permutation-parity".to_owned()),
        "{quarter:?}"
    );
    let screen = run(here, ["test", "quarter.txt", "--subject", "state"])
        .ends(1)
        .out;
    assert!(screen.contains("1,000 states"), "{screen}");
    assert!(!screen.contains("decks"), "{screen}");
}

/// The state of a scramble is found again by its number.
#[test]
fn scrambles_and_numbers_are_the_same_states() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    // Six turns of order two or three, undone: solved, as the number 0 is.
    let solved = "R U2 F' F U2 R'\nx X\n\n0\nR2 R2\n";
    write(here, "solved.txt", solved.repeat(20));
    let found = tested(here, "solved.txt", 1);
    let counts = &found["routines"][0]["statistics"]["distance"]["histogram"][0];
    assert_eq!(counts, 80);
}

#[test]
fn a_wrong_scramble_is_named_with_its_place() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    for (text, says) in [
        (
            "",
            "line 1, byte 0: found nothing; accepted: on each line a scramble",
        ),
        (
            "R U\nR Q2\n",
            "line 2, byte 6: found `Q2` for a turn; accepted: ",
        ),
        (
            "R U\n3674160\n",
            "line 2, byte 4: found `3674160`; accepted: ",
        ),
        ("1. R U\n", "line 1, byte 0: found `1.` for a turn"),
    ] {
        write(here, "wrong.txt", text);
        let ran = run(here, ["test", "wrong.txt", "--subject", "state"]).ends(2);
        ran.says(says);
    }
    write(here, "good.txt", "R U\n");
    for (options, says) in [
        (
            &["--deck", "52"][..],
            "--deck: found it with states of a puzzle",
        ),
        (&["--base", "1"], "--base: found it with states"),
        (&["--format", "csv"], "--format: found it with states"),
        (&["--in-place"], "--in-place: found it with states"),
        (&["--place", "x"], "--place"),
        (&["--puzzle", "tesseract"], "accepted: `pocket-cube`"),
    ] {
        let arguments = [&["test", "good.txt", "--subject", "state"][..], options].concat();
        run(here, arguments).ends(2).says(says);
    }
    let deck = ["test", "good.txt", "--puzzle", "pocket-cube"];
    run(here, deck)
        .ends(2)
        .says("--puzzle: found it without states");
    let program = ["exec", "--subject", "state", "--", "true"];
    run(here, program)
        .ends(2)
        .says("found a program with states");
}

const SPEC: &str = "name = \"cube\"\nsubject = \"state\"\ntrials = 3000\nscrambles = [\"random-state\", \
                    { kind = \"random-moves\", moves = 3 }, \
                    { kind = \"random-moves\", moves = 4, turns = \"quarter\", no-repeat = true }]\n";

#[test]
fn a_spec_simulates_scrambles_and_says_what_is_known_of_them() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    write(here, "cube.toml", SPEC);
    let one = run(here, ["run", "cube.toml", "--json", "--threads", "1"]).ends(1);
    let three = run(here, ["run", "cube.toml", "--json", "--threads", "3"]).ends(1);
    assert_eq!(one.out, three.out);
    let record = one.json();
    let routines = record["routines"].as_array().unwrap();
    let names: Vec<&Value> = routines.iter().map(|routine| &routine["name"]).collect();
    assert_eq!(
        names,
        [
            "random-state",
            "random-moves 3 half",
            "random-moves 4 quarter no-repeat",
            "control"
        ]
    );
    assert_eq!(failed(&routines[0]), Vec::<String>::new());
    // After three moves without a rule 321 states are three moves away, and some moves undo each other.
    let distance = &routines[1]["statistics"]["distance"];
    let (mean, exact) = (&distance["mean"], &distance["exact"]);
    assert!((mean.as_f64().unwrap() - exact.as_f64().unwrap()).abs() < 0.1);
    let checks = routines[1]["checks"].as_array().unwrap().iter();
    assert!(checks.clone().count() > 0);
    assert!(
        checks.clone().all(|check| check["verdict"] == "agrees"),
        "{checks:?}"
    );
    let variation = |at: usize| routines[at]["total_variation"]["exact"].as_f64().unwrap();
    assert!(variation(0).abs() < 1e-12);
    assert!((0.999..1.0).contains(&variation(1)) && variation(2) > 0.99);
}

#[test]
fn a_wrong_spec_names_the_key() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    for (from, to, says) in [
        (
            "subject = \"state\"\n",
            "deck = 52\n",
            "key `scrambles`: found it; accepted: only with subject = \"state\"",
        ),
        (
            "subject = \"state\"\n",
            "subject = \"states\"\n",
            "found `states`; accepted: `deck`, `sequence`, `rows`, `state`",
        ),
        (
            "trials",
            "puzzle = \"megaminx\"\ntrials",
            "key `puzzle`: found `megaminx`; accepted: `pocket-cube`",
        ),
        ("trials", "deck = 52\ntrials", "key `deck`: found it"),
        (
            "trials",
            "routines = [\"S\"]\ntrials",
            "key `routines`: found it",
        ),
        (
            "trials",
            "source = { seeding = \"16-bit\" }\ntrials",
            "key `source.seeding`: found it",
        ),
        ("moves = 3 ", "moves = 0 ", "key `scrambles[1]`"),
        ("moves = 3 ", "moves = 1001 ", "1000"),
        ("moves = 3 ", "moves = 3, turns = \"full\" ", "quarter"),
        ("moves = 3 ", "face = 3 ", "face"),
        (
            "\"random-state\"",
            "\"random-stat\"",
            "unknown scramble `random-stat`; accepted",
        ),
        (
            "\"random-state\"",
            "\"random-state\", \"random-state\"",
            "found `random-state` twice",
        ),
    ] {
        write(here, "cube.toml", SPEC.replacen(from, to, 1));
        run(here, ["run", "cube.toml"]).ends(2).says(says);
    }
    write(here, "cube.toml", "name = \"cube\"\nsubject = \"state\"\n");
    run(here, ["run", "cube.toml"])
        .ends(2)
        .says("key `scrambles`: it is missing");
    write(
        here,
        "cube.toml",
        "name = \"cube\"\nsubject = \"state\"\nscrambles = []\n",
    );
    run(here, ["run", "cube.toml"])
        .ends(2)
        .says("found an empty list");
}

#[test]
fn claims_name_scrambles_and_what_is_declared_of_them() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    let claim = "[[claims]]\nid = \"a\"\ntext = \"Three moves are too few.\"\nkind = \"verdict\"\n\
                 routine = \"random-moves 3 half\"\ntest = \"distance.mean\"\nis = \"fail\"\nexpect = \"confirmed\"\n";
    let spec = format!("{SPEC}{claim}");
    write(here, "cube.toml", &spec);
    let record = run(here, ["run", "cube.toml", "--json"]).ends(0).json();
    assert_eq!(record["claims"][0]["verdict"], "confirmed");
    for (from, to, says) in [
        (
            "moves 3 half\"\ntest",
            "moves 5 half\"\ntest",
            "which is not among the scrambles; accepted: `random-state`",
        ),
        ("distance.mean", "distances.mean", "distances"),
    ] {
        write(here, "cube.toml", spec.replacen(from, to, 1));
        run(here, ["run", "cube.toml"]).ends(2).says(says);
    }
}

#[test]
fn a_file_of_scrambles_can_be_named_in_a_spec_and_decided_early() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    write(here, "scrambles.txt", scrambles(2_000, 4, &HALF));
    let spec = "name = \"cube\"\nsubject = \"state\"\nsource = { file = \"scrambles.txt\" }\n";
    write(here, "cube.toml", spec);
    let of_spec = run(here, ["run", "cube.toml", "--json"]).ends(1).json();
    assert_eq!(
        of_spec["routines"],
        tested(here, "scrambles.txt", 1)["routines"]
    );
    let early = [
        "test",
        "scrambles.txt",
        "--subject",
        "state",
        "--until-decided",
        "--json",
    ];
    let early = run(here, early).ends(1).json();
    let read = early["routines"][0]["decks"].as_u64().unwrap();
    assert!(read < 1_000, "{read}");
    let refused = spec.replace("\"scrambles.txt\"", "\"scrambles.txt\", base = 1");
    write(here, "cube.toml", refused);
    run(here, ["run", "cube.toml"])
        .ends(2)
        .says("key `source.base`: found it with states");
}

#[test]
fn records_of_states_are_compared() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    for (name, moves, seed) in [("a", 6, 1), ("b", 6, 2), ("c", 5, 3)] {
        let spec = format!(
            "name = \"cube\"\nsubject = \"state\"\ntrials = 4000\nseed = {seed}\n\
             scrambles = [{{ kind = \"random-moves\", moves = {moves} }}]\n"
        );
        write(here, "cube.toml", spec);
        let record = run(here, ["run", "cube.toml", "--json"]).ends(1);
        // Scrambles of other numbers of moves have other names.
        let text = record.out.replace("random-moves 5", "random-moves 6");
        write(here, &format!("{name}.json"), text);
    }
    run(here, ["compare", "a.json", "b.json"]).ends(0);
    run(here, ["compare", "a.json", "c.json"]).ends(1);
    let json: Value =
        serde_json::from_str(&std::fs::read_to_string(here.join("a.json")).unwrap()).unwrap();
    assert_eq!(
        json["experiment"]["subject"]["puzzle"],
        json!("pocket-cube")
    );
}

#[test]
fn reports_speak_of_states() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    write(here, "cube.toml", SPEC);
    let arguments = ["run", "cube.toml", "--export", "cube.md"];
    let screen = run(here, arguments).ends(1).out;
    let page = std::fs::read_to_string(here.join("cube.md")).unwrap();
    assert!(page.contains("3,674,160 states of a pocket cube"), "{page}");
    assert!(!page.contains("sorted before each"), "{page}");
    assert!(screen.contains("states of a pocket"), "{screen}");
}
