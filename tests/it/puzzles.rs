//! Questions of `colddeck exact` that are about no deck, from outside: right inputs and wrong ones.

use crate::common::run;
use serde_json::Value;
use std::path::Path;

fn here() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn json(arguments: &[&str]) -> Value {
    let ran = run(here(), [&["exact"], arguments, &["--json"]].concat());
    assert_eq!(ran.code, 0, "{ran:#?}");
    let answer: Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!(answer["what"], arguments[0]);
    assert!(answer.get("deck").is_none(), "{answer}");
    answer
}

fn close(value: &Value, expected: f64, within: f64) {
    let found = value
        .as_f64()
        .unwrap_or_else(|| panic!("{value} is no number"));
    assert!(
        (found - expected).abs() <= within,
        "{found} is not {expected}"
    );
}

#[test]
fn the_hot_hand_loses_as_published_and_with_the_coins_that_are_named() {
    let fair = json(&["hot-hand", "--flips", "100", "--streak", "4"]);
    close(&fair["expected_return"], -0.150_825, 5e-7);
    close(&fair["share"], 0.4125, 5e-5);
    close(&fair["share_of_all"], 0.5, 1e-15);
    let wheel = json(&[
        "hot-hand", "--flips", "100", "--streak", "4", "--p", "18/38",
    ]);
    assert_eq!(wheel["p"], "9/19");
    close(&wheel["expected_return"], -0.242_788, 5e-7);
    let either = json(&["hot-hand", "--flips", "100", "--streak", "4", "--either"]);
    close(&either["expected_return"], -0.102_321, 5e-7);
    let many = json(&[
        "hot-hand", "--flips", "3,000", "--streak", "4", "--p", "0.5",
    ]);
    assert_eq!(many["expected_return_exact"], Value::Null);
    close(&many["noted"], 2_996.0 / 16.0, 1e-9);
}

#[test]
fn socks_have_the_published_formula_and_break_the_conjecture_where_it_breaks() {
    let feet = json(&[
        "socks",
        "--pairs",
        "70,000",
        "--kind",
        "left-right",
        "--scan",
    ]);
    assert_eq!(feet["scan"]["sign_changes"], serde_json::json!([16_994]));
    assert_eq!(feet["scan"]["half_from"], 68_216);
    let two = json(&["socks", "--pairs", "2"]);
    assert_eq!(two["mean_exact"], "5/3");
    assert_eq!(two["arrangements"], "3");
    let many = json(&["socks", "--pairs", "2,000"]);
    let all = many["values"].as_array().unwrap().iter();
    let all: f64 = all
        .map(|value| value["probability"].as_f64().unwrap())
        .sum();
    assert!((all - 1.0).abs() < 1e-12);
}

#[test]
fn ten_thousand_dice_have_a_score_in_full() {
    let many = json(&["roll-and-keep", "10,000d6k2,000", "--score", "11,900"]);
    let score = &many["score"];
    let ways = score["ways"].as_str().unwrap();
    assert!(ways.len() > 7_000 && ways.bytes().all(|byte| byte.is_ascii_digit()));
    assert!(score["probability"].is_string() || score["probability"].as_f64().unwrap() < 1.0);
    close(&many["mean"], 35_000.0 / 3.0, 5.0);
    let five = json(&["roll-and-keep", "5d6k3"]);
    assert_eq!(five["scores"][15]["ways"], "276");
    assert_eq!(five["printed"]["rolls"], 11_561);
}

#[test]
fn waits_are_those_of_any_game() {
    let craps = json(&["wait", "--win", "3/36", "--lose", "6/36"]);
    assert_eq!(
        (&craps["mean_exact"], &craps["won_exact"]),
        (&"4".into(), &"1/3".into())
    );
    let page = run(here(), ["exact", "wait", "--win", "1/6", "--lose", "1/2"]);
    let first = page.out.lines().next().unwrap();
    assert!(
        first.starts_with("A game that is won takes 1.5 (3/2) rolls"),
        "{first}"
    );
}

#[test]
fn wrong_inputs_are_told_what_is_accepted() {
    for (arguments, part) in [
        (&["hot-hand", "--flips", "100"][..], "--streak"),
        (
            &["hot-hand", "--flips", "20000", "--streak", "4"],
            "--flips: found 20000; accepted: a whole number from 1 to 10000",
        ),
        (
            &["hot-hand", "--flips", "9", "--streak", "4", "--p", "38/18"],
            "--p: found \"38/18\"; accepted: a probability, as in 18/38 or 0.47",
        ),
        (
            &["hot-hand", "--flips", "9", "--streak", "4", "--deck", "52"],
            "--deck",
        ),
        (
            &["socks", "--pairs", "20000"],
            "accepted for distinct pairs: a whole number from 1 to 10000",
        ),
        (&["socks", "--pairs", "5", "--scan"], "left-right"),
        (
            &["socks", "--pairs", "5", "--kind", "left"],
            "accepted: `distinct`, `left-right`",
        ),
        (&["roll-and-keep", "5d6k6"], "accepted: dice as in 5d6k3"),
        (&["roll-and-keep", "5d6k3", "--score", "2"], "from 3 to 18"),
        (&["roll-and-keep", "10000d900k9000"], "takes about"),
        (
            &["wait", "--win", "0", "--lose", "1/2"],
            "accepted: more than 0 to win",
        ),
        (
            &["wait", "--win", "2/3", "--lose", "1/2"],
            "no more than 1 for both together",
        ),
    ] {
        let ran = run(here(), [&["exact"], arguments].concat());
        assert_eq!(ran.code, 2, "{arguments:?}: {ran:#?}");
        assert!(ran.err.contains(part), "{arguments:?}: {}", ran.err);
    }
}

#[test]
fn a_spec_of_puzzles_needs_no_deck_and_a_puzzle_takes_none() {
    use colddeck::spec::{Overrides, parse};
    let read = |text: &str| {
        parse(Path::new("t.toml"), text, &Overrides::default()).map_err(|error| error.to_string())
    };
    let asked = "name = \"t\"\n[answers.one]\nwhat = \"hot-hand\"\nflips = 5\nstreak = 4\n";
    assert!(read(asked).is_ok());
    let error = read(&format!("{asked}deck = 52\n")).unwrap_err();
    assert!(
        error.contains("found `52`; `hot-hand` asks about no deck"),
        "{error}"
    );
    let both = format!("{asked}[answers.two]\nwhat = \"game\"\ngame = \"snap\"\n");
    let error = read(&both).unwrap_err();
    assert!(error.contains("accepted: the number of cards"), "{error}");
}
