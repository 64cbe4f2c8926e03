//! Subjects beside whole decks: hands, and sequences of draws.

use std::path::Path;

use crate::common::{run, write};
use serde_json::Value;

const HANDS: &str =
    "name = \"hands\"\ndeck = 52\nview = \"hand:7\"\ntrials = 9000\nroutines = [\"GG\", \"S\"]\n";
const DRAWS: &str = "name = \"draws\"\nsubject = \"sequence\"\nweights = [50, 25, 20, 5]\ntrials = 9000\n\
                     draws = [\"independent\", { kind = \"weighted\", weights = [50, 25, 20, 9] }]\n";

/// The record that a command prints.
fn record(folder: &Path, arguments: &[&str]) -> String {
    let ran = run(folder, [arguments, &["--json"]].concat());
    assert!([0, 1].contains(&ran.code), "{ran:#?}");
    ran.out
}

fn verdicts(record: &Value) -> Vec<String> {
    let routines = record["routines"].as_array().unwrap().iter();
    let verdicts = routines.map(|routine| routine["tests"][0]["verdict"].as_str().unwrap());
    verdicts.map(str::to_owned).collect()
}

#[test]
fn threads_and_instruction_sets_change_no_byte() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    let serial = HANDS.replace("routines", "generator = \"numpy-legacy\"\nroutines");
    let until = "until-decided = { delta = 0.05, max-trials = 50000 }\n";
    let until = DRAWS.replace("trials = 9000\n", until);
    for (name, text) in [("a", HANDS), ("b", DRAWS), ("c", &serial), ("d", &until)] {
        let spec = write(here, &format!("{name}.toml"), text);
        let spec = spec.to_str().unwrap();
        let one = record(here, &["run", spec, "--threads", "1"]);
        assert_eq!(
            one,
            record(here, &["run", spec, "--threads", "3"]),
            "{name}"
        );
        let portable = ["run", spec, "--isa", "portable"];
        assert_eq!(one, record(here, &portable), "{name}");
    }
}

#[test]
fn a_record_says_what_was_looked_at_and_tells_good_from_bad() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    let of = |name: &str, text: &str| -> Value {
        let spec = write(here, name, text);
        serde_json::from_str(&record(here, &["run", spec.to_str().unwrap()])).unwrap()
    };
    let hands = of("hands.toml", HANDS);
    let subject = &hands["experiment"]["subject"];
    assert_eq!(
        (&subject["kind"], &subject["view"]),
        (&"view".into(), &"hand:7".into())
    );
    assert_eq!(verdicts(&hands), ["fail", "pass", "pass"]);
    let draws = of("draws.toml", DRAWS);
    let subject = &draws["experiment"]["subject"];
    assert_eq!(subject["kind"], "sequence");
    assert_eq!(subject["weights"], serde_json::json!([50, 25, 20, 5]));
    assert_eq!(verdicts(&draws), ["pass", "fail", "pass"]);
    // The whole deck of another run is no hand.
    let counts = &hands["routines"][0]["statistics"]["view-cells"]["cards"];
    let seen: u64 = counts
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row[0].as_u64().unwrap())
        .sum();
    assert_eq!(seen, 7 * 9000);
}

/// The hands of emitted decks, cut off here, are those that the view of the same routine sees.
#[test]
fn hands_that_are_read_count_as_hands_that_are_simulated() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    let decks = run(
        here,
        [
            "emit", "GG", "--deck", "20", "--trials", "5000", "--as", "decks",
        ],
    )
    .ends(0);
    let hands: Vec<String> = (decks.out.lines())
        .map(|deck| deck.split(' ').take(5).collect::<Vec<_>>().join(" "))
        .collect();
    write(here, "hands.txt", hands.join("\n"));
    let of =
        |arguments: &[&str]| -> Value { serde_json::from_str(&record(here, arguments)).unwrap() };
    let view = ["--deck", "20", "--view", "hand:5"];
    let read = of(&[&["test", "hands.txt"][..], &view].concat());
    let simulated = of(&[&["run", "GG", "--trials", "5000"][..], &view].concat());
    let cards = |record: &Value| record["routines"][0]["statistics"]["view-cells"]["cards"].clone();
    assert_eq!(cards(&read), cards(&simulated));
}

/// Draws that are read are claimed of as `draws`, and what is known of a rule without simulating stands beside them.
#[test]
fn a_spec_of_a_sequence_claims_what_was_read_and_asks_what_is_exact() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    write(here, "rolls.txt", "1 2 3\n".repeat(600));
    let claim = |routine: &str| {
        format!(
            "[[claims]]\nid = \"order\"\ntext = \"t\"\nkind = \"verdict\"\ntest = \"serial-pairs.next\"\n\
             routine = \"{routine}\"\nis = \"fail\"\nexpect = \"confirmed\"\n"
        )
    };
    let sequence = "subject = \"sequence\"\nweights = [1, 1, 1]\nstatistics = [\"serial-pairs\"]\n";
    let read = format!("name = \"read\"\n{sequence}source = {{ file = \"rolls.txt\" }}\n");
    write(here, "read.toml", format!("{read}{}", claim("draws")));
    run(here, ["run", "read.toml", "--out", "out"]).ends(0);
    write(here, "wrong.toml", format!("{read}{}", claim("order")));
    run(here, ["run", "wrong.toml", "--out", "out"])
        .ends(2)
        .says("found `order`; accepted: `draws`");
    let asks = format!(
        "name = \"asks\"\n{sequence}trials = 900\ndraws = [\"bag\"]\n[answers.bag]\nwhat = \"bag\"\nitems = [1, 1, 1]\n\
         [[claims]]\nid = \"bits\"\ntext = \"t\"\nkind = \"at-most\"\nfigure = \"entropy\"\n\
         routine = \"answers.bag\"\nvalue = 0.862\nexpect = \"confirmed\"\n{}",
        claim("bag")
    );
    write(here, "asks.toml", &asks);
    run(here, ["run", "asks.toml", "--out", "out"]).ends(0);
    let of_a_deck = asks.replace(
        "what = \"bag\"\nitems = [1, 1, 1]",
        "what = \"pairs\"\nroutine = \"S\"",
    );
    write(here, "deck.toml", of_a_deck);
    run(here, ["run", "deck.toml", "--out", "out"])
        .ends(2)
        .says("key `answers.bag.deck`: it is missing; `pairs` needs a number of cards");
}

/// Shares of a bag are exact, and its draws depend on each other all the same.
#[test]
fn draws_that_depend_on_those_before_are_not_within_delta() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    let text = "name = \"bag\"\nsubject = \"sequence\"\nweights = [1, 1, 1]\ntrials = 90000\n\
                draws = [\"bag\", \"independent\"]\nstatistics = [\"frequency\", \"serial-pairs\"]\n";
    write(here, "bag.toml", text);
    let found: Value = serde_json::from_str(&record(here, &["run", "bag.toml"])).unwrap();
    let departure = |routine: usize| found["routines"][routine]["departure"].clone();
    assert_eq!(departure(0)["unaveraged"], serde_json::json!(["memory"]));
    assert_eq!(departure(0)["extent"], "size-not-known-yet");
    assert_eq!(departure(1)["extent"], "measurements-within-delta");
}

/// Contexts that came once leave nothing to chance: their entropy says nothing of the draws.
#[test]
fn of_few_draws_no_entropy_is_given() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    write(
        here,
        "rolls.txt",
        "2 3 1 1 4 1 3 3 4 5 1 5 5 2 6 1 1 1 6 1 1 3 5 6 6 1 4 2 4 6 3 6 5 1 1 6 2 5\n".repeat(2),
    );
    let dice = [
        "test",
        "rolls.txt",
        "--subject",
        "sequence",
        "--weights",
        "1,1,1,1,1,1",
    ];
    let found: Value = serde_json::from_str(&record(here, &dice)).unwrap();
    let entropy = &found["routines"][0]["statistics"]["dependence"]["entropy"];
    assert!(
        entropy[0].is_number() && entropy[1].is_null() && entropy[3].is_null(),
        "{entropy}"
    );
}

/// Draws are drawn one by one: a stream that was decided early has the decision of a whole one.
#[test]
fn a_sequence_can_be_decided_early() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    let sixes = "1 2 3 4 5 6 6\n".repeat(600);
    write(here, "rolls.txt", sixes);
    let dice = [
        "--subject",
        "sequence",
        "--weights",
        "1,1,1,1,1,1",
        "--until-decided",
    ];
    let found = run(here, [&["test", "rolls.txt", "--json"][..], &dice].concat())
        .ends(1)
        .json();
    let read = found["routines"][0]["decks"].as_u64().unwrap();
    assert!(read < 4000, "{read}");
}

/// Two records of hands, of the same routine and of another.
#[test]
fn records_of_hands_are_compared() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    let of = |name: &str, routine: &str, seed: &str| {
        let view = [
            "--deck", "52", "--view", "hand:7", "--trials", "4000", "--seed", seed,
        ];
        write(
            here,
            name,
            record(here, &[&["run", routine][..], &view].concat()),
        );
    };
    of("a.json", "GGG", "1");
    of("b.json", "GGG", "2");
    of("c.json", "GG", "1");
    run(here, ["compare", "a.json", "b.json"]).ends(0);
    run(here, ["compare", "a.json", "c.json"]).ends(1);
}

#[test]
fn claims_name_draws_and_what_is_declared_of_them() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    let claim = |id: &str, expect: &str, lines: &str| {
        format!("[[claims]]\nid = \"{id}\"\ntext = \"t\"\nexpect = \"{expect}\"\n{lines}\n")
    };
    let verdict =
        "kind = \"verdict\"\nroutine = \"independent\"\ntest = \"frequency.law\"\nis = \"pass\"";
    let share = "kind = \"at-least\"\nroutine = \"weighted 50:25:20:9\"\n\
                 figure = \"frequency.farthest_share\"\nvalue = 0.07";
    // The farthest of several shares has no limits of its own.
    let claims = [
        claim("a", "not-refuted", verdict),
        claim("b", "undecided", share),
    ];
    let good = [DRAWS, &claims.concat()].concat();
    let spec = write(here, "good.toml", good);
    run(here, ["run", spec.to_str().unwrap(), "--quiet"]).ends(0);
    for (lines, says) in [
        (verdict.replace("independent", "bag"), "not among the draws"),
        (verdict.replace("law", "mean"), "accepted: `frequency.law`"),
        (share.replace("farthest_share", "counts"), "is no number"),
        (
            share.replace("farthest_share", "counts.4"),
            "accepted: 0 to 3",
        ),
    ] {
        let spec = write(
            here,
            "bad.toml",
            [DRAWS, &claim("a", "confirmed", &lines)].concat(),
        );
        run(here, ["run", spec.to_str().unwrap()])
            .ends(2)
            .says(says);
    }
}
