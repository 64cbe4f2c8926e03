//! Names of faults: what says more than "not ideal" must be true of decks that are bad in another way.
//!
//! All seeds are fixed. Of such decks a run may name a fault that they have not with a probability of at most .001.

use std::path::Path;

use serde_json::Value;

use crate::common::{run, write};

/// Decks as `emit` gives them.
fn emitted(here: &Path, routine: &str, decks: usize, seed: u64) -> Vec<Vec<usize>> {
    let (decks, seed) = (decks.to_string(), seed.to_string());
    let words = [
        "emit", routine, "--as", "decks", "--deck", "52", "--trials", &decks, "--seed", &seed,
    ];
    let out = run(here, words).ends(0).out;
    let deck = |line: &str| {
        let cards = line.split_whitespace();
        cards.map(|card| card.parse().unwrap()).collect()
    };
    out.lines().map(deck).collect()
}

fn written(here: &Path, decks: &[Vec<usize>]) {
    let line = |deck: &Vec<usize>| {
        let cards: Vec<String> = deck.iter().map(ToString::to_string).collect();
        cards.join(" ")
    };
    let lines: Vec<String> = decks.iter().map(line).collect();
    write(here, "decks.txt", lines.join("\n") + "\n");
}

/// The kinds of evidence that are named, of so many decks or of a watch.
fn named(here: &Path, watched: bool) -> (bool, Vec<String>) {
    let mut words = vec!["test", "decks.txt", "--deck", "52", "--base", "0"];
    if watched {
        words.push("--until-decided");
    }
    words.push("--json");
    let ran = run(here, words);
    assert!(ran.code != 2, "{}", ran.err);
    let found: Value = ran.json();
    let kinds = &found["routines"][0]["departure"]["unaveraged"];
    let kinds = kinds.as_array().into_iter().flatten();
    let kinds = kinds.map(|kind| kind.as_str().unwrap().to_owned());
    (found["outcome"] == "evidence", kinds.collect())
}

/// Each deck riffled so often from one order that nobody knows: decks are independent, resemble each other, and by
/// themselves seem fair while they are few.
#[test]
fn decks_from_an_order_that_nobody_knows_do_not_depend_on_those_before() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    for (seed, routine) in (0..5).flat_map(|seed| [(seed, "GG"), (seed, "GGG")]) {
        let base = emitted(here, "S", 1, seed).remove(0);
        let decks = emitted(here, routine, 300, 100 + seed);
        let from_base = |deck: &Vec<usize>| deck.iter().map(|card| base[*card]).collect();
        let decks: Vec<Vec<usize>> = decks.iter().map(from_base).collect();
        for some in [10, 40, 300] {
            written(here, &decks[..some]);
            for watched in [false, true] {
                let (_, kinds) = named(here, watched);
                assert!(
                    !kinds.contains(&"memory".to_owned()),
                    "{routine}, seed {seed}, {some} decks, {watched}: {kinds:?}"
                );
            }
        }
    }
}

/// Each deck riffled from the one before: that is named, and what is counted says nothing of one law.
#[test]
fn decks_that_are_riffled_from_the_one_before_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    let mut deck = emitted(here, "S", 1, 7).remove(0);
    let riffles = emitted(here, "GG", 400, 8);
    let next = |riffle: &Vec<usize>| {
        deck = riffle.iter().map(|place| deck[*place]).collect();
        deck.clone()
    };
    let decks: Vec<Vec<usize>> = riffles.iter().map(next).collect();
    written(here, &decks);
    for watched in [false, true] {
        let (evidence, kinds) = named(here, watched);
        assert!(evidence, "{watched}");
        // A watch stops before it could tell them from decks that were all made from one order.
        // Two riffles later two decks are alike, too.
        assert!(watched || kinds == ["alike", "memory"], "{kinds:?}");
    }
    let screen = run(here, ["test", "decks.txt", "--deck", "52", "--base", "0"]).ends(1);
    let remembers = "One who remembers the last deck calls at least";
    assert!(screen.out.contains(remembers), "{}", screen.out);
    for denied in [
        "By the three rules tried",
        "Someone who knows the starting order",
    ] {
        assert!(!screen.out.contains(denied), "{}", screen.out);
    }
}
