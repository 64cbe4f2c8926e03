//! Stakes on decks, deals and routines, from the command line and from specs.

use std::fmt::Write as _;

use crate::common::{run, write};
use serde_json::Value;

/// Decks of 52 cards; of those whose number `is_made` says, the first five cards are hearts.
fn decks(number: u32, is_made: impl Fn(u32) -> bool) -> String {
    let mut state = 7_u64;
    let mut below = |bound: u32| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (((state >> 33) * u64::from(bound)) >> 31) as u32
    };
    let (mut text, mut deck): (String, Vec<u32>) = (String::new(), (0..52).collect());
    for at in 0..number {
        for place in (1..52).rev() {
            deck.swap(place, below(place as u32 + 1) as usize);
        }
        if is_made(at) {
            deck.sort_by_key(|card| card / 13 != 1);
        }
        for card in &deck {
            let _ = write!(text, "{card} ");
        }
        text.push('\n');
    }
    text
}

const TEST: [&str; 6] = ["test", "decks.txt", "--deck", "52", "--suite", "quick"];

fn stakes(record: &Value) -> Vec<Value> {
    record["routines"][0]["stakes"].as_array().unwrap().clone()
}

#[test]
fn made_flushes_fail_and_are_told_to_a_gambler() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), "decks.txt", decks(2_000, |at| at % 25 == 0));
    let flush = [
        "--stake",
        "first:5 flush pays 500",
        "--stake",
        "first:2 pair pays 11",
    ];
    let said = run(folder.path(), [&TEST[..], &flush].concat()).ends(1);
    let words = said.out.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        words.contains("is not fair: a flush among the first 5 cards in"),
        "{words}"
    );
    assert!(
        words.contains("A bet on `first:5 flush` at 500 to 1 wins between"),
        "{words}"
    );
    // Two thousand hands do not show that pairs are fair to within 1%.
    let pairs = ["--stake", "first:2 pair pays 11", "--accept-stakes", "1%"];
    let undecided = run(folder.path(), [&TEST[..], &pairs].concat()).ends(3);
    assert!(
        undecided.out.contains("do not tell if more is off"),
        "{undecided:#?}"
    );
    let standard = [
        "--suite",
        "standard",
        "--stake",
        "first:2 pair",
        "--accept-stakes",
        "5pt",
    ];
    let said = run(folder.path(), [&TEST[..4], &standard].concat()).ends(0);
    let words = said.out.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        words.contains("accepted, since only this stake was asked"),
        "{words}"
    );
    // What is accepted fails no test case, and what is farther off does.
    for (asked, ends, failures, said) in [
        ("first:2 pair", 0, "failures=\"0\"", "stake first:2 pair"),
        ("first:5 flush", 1, "<failure", "farther off than allowed"),
    ] {
        let words = [
            "--stake",
            asked,
            "--accept-stakes",
            if ends == 0 { "5pt" } else { "1pt" },
        ];
        let junit = ["--suite", "standard", "--junit", "cases.xml", "-q"];
        run(folder.path(), [&TEST[..4], &words, &junit].concat()).ends(ends);
        let text = std::fs::read_to_string(folder.path().join("cases.xml")).unwrap();
        assert!(text.contains(failures) && text.contains(said), "{text}");
    }
}

#[test]
fn fair_decks_are_fair_for_what_was_named() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), "decks.txt", decks(3_000, |_| false));
    let asked = ["--stakes", "blackjack", "--accept-stakes", "6pt"];
    let said = run(folder.path(), [&TEST[..], &asked].concat()).ends(0);
    let words = said.out.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        words.contains("is fair for these 10 stakes: none is off by more than 6 points"),
        "{words}"
    );
    let record = run(folder.path(), [&TEST[..], &asked, &["--json"]].concat())
        .ends(0)
        .json();
    for stake in stakes(&record) {
        let (fair, limits) = (stake["fair"].as_f64().unwrap(), &stake["limits"]);
        assert!(
            limits[0].as_f64() < Some(fair) && limits[1].as_f64() > Some(fair),
            "{stake}"
        );
        assert_eq!(stake["standing"], "within");
    }
    let watched = [
        "--stakes",
        "blackjack",
        "--until-decided",
        "--delta",
        "0.2",
        "--json",
    ];
    let record = run(folder.path(), [&TEST[..], &watched].concat())
        .ends(0)
        .json();
    let decks = record["routines"][0]["decks"].as_u64().unwrap();
    let first = &stakes(&record)[0];
    assert_eq!(first["hands"].as_u64(), Some(decks));
    assert!(first["limits"][0].as_f64().unwrap() < 0.0483);
}

#[test]
fn wrong_stakes_are_refused_where_they_stand() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), "decks.txt", decks(100, |_| false));
    for (asked, says) in [
        (&["--stake", "first:5 flash"][..], "`flash`"),
        (&["--stake", "spades in N"], "an event here"),
        (
            &["--stakes", "chess"],
            "unknown set `chess`; accepted: `bridge`, `poker`",
        ),
        (&["--stakes", "magic"], "none of its stakes can be read off"),
        (&["--accept-stakes", "1%"], "with --stake or --stakes"),
        (&["--stake", "top is AS", "--accept-stakes", "much"], "1pt"),
    ] {
        run(folder.path(), [&TEST[..], asked].concat())
            .ends(2)
            .says(says);
    }
    let spec = "name = \"s\"\ndeck = 60\ntrials = 100\nroutines = [\"G\"]\ntypes = \"24 land, 36 spell\"\n\
                [stakes.flood]\nof = \"hand:7 lands >= \"\n";
    write(folder.path(), "wrong.toml", spec);
    run(folder.path(), ["run", "wrong.toml"])
        .ends(2)
        .says("at its end");
}

#[test]
fn specs_and_routines_have_stakes() {
    let folder = tempfile::tempdir().unwrap();
    let spec = "name = \"s\"\ndeck = 60\ntrials = 2000\nroutines = [\"G\", \"S\"]\ntypes = \"24 land, 36 spell\"\n\
                [stakes.flood]\nof = \"hand:7 land >= 5\"\n[stakes.screw]\nof = \"hand:7 land 0..1 pays 6\"\n\
                [[claims]]\nid = \"flood\"\ntext = \"one riffle floods\"\nsource = \"ours\"\nkind = \"at-least\"\nroutine = \"G\"\n\
                figure = \"stakes-of-decks.share.0\"\nvalue = 0.2\nexpect = \"confirmed\"\n";
    write(folder.path(), "s.toml", spec);
    let said = run(folder.path(), ["run", "s.toml", "--out", "out", "--json"]);
    assert!(said.code < 2, "{said:#?}");
    let record = said.json();
    let of = |routine: usize| record["routines"][routine]["stakes"].clone();
    assert_eq!(of(0)[0]["of"], "hand:7 land >= 5");
    assert!(of(0)[0]["limits"][0].as_f64() > of(1)[0]["limits"][1].as_f64());
    assert_eq!(of(1)[1]["odds"].as_f64(), Some(6.0));
}
