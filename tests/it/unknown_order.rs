//! Decks whose order before the shuffle nobody knows, or copies hide: nothing is said of how well they were shuffled from it.
//!
//! The decks are fair but for one in twenty, which is a cut of the old order. Where that order is known this shows; where it
//! is not, no sentence may say that few decks were hardly shuffled. The seed is fixed, the error level .001.

use crate::common::{run, write};
use deck::rng::{Draws, PcgDraws};
use serde_json::Value;
use std::path::Path;

const CARDS: usize = 52;

/// Decks in places of the old order, one in twenty only cut.
fn decks() -> Vec<Vec<u16>> {
    let mut draws = PcgDraws::for_batch(3, "unknown order", 0, 0);
    let mut all = Vec::new();
    for at in 0..600_u64 {
        let mut deck: Vec<u16> = (0..CARDS as u16).collect();
        draws.shuffle(&mut deck);
        if at % 20 == 0 {
            deck.sort_unstable();
            deck.rotate_left(1 + draws.below(CARDS as u32 - 1) as usize);
        }
        all.push(deck);
    }
    all
}

/// The record of the decks, each card by its name, and the words of the first screen.
fn tested(here: &Path, names: &[String], more: &[&str]) -> (Value, String) {
    let lines = decks().into_iter().map(|deck| {
        let cards = deck.iter().map(|card| names[usize::from(*card)].clone());
        cards.collect::<Vec<_>>().join(" ") + "\n"
    });
    write(here, "decks.txt", lines.collect::<String>());
    let all = |last: &'static str| [&["test", "decks.txt"], more, &[last]].concat();
    let record = run(here, all("--json")).json();
    (record, run(here, all("--brief")).out)
}

/// Names of playing cards in an order that nobody would guess.
fn shuffled_names() -> Vec<String> {
    let mut order: Vec<u16> = (0..CARDS as u16).collect();
    PcgDraws::for_batch(9, "unknown order", 0, 0).shuffle(&mut order);
    let name = |card: &u16| {
        let rank = b"A23456789TJQK"[usize::from(card % 13)] as char;
        let suit = b"CDHS"[usize::from(card / 13)] as char;
        format!("{rank}{suit}")
    };
    order.iter().map(name).collect()
}

#[test]
fn nothing_is_said_of_an_order_that_nobody_knows() {
    let here = tempfile::tempdir().unwrap();
    let here = here.path();
    let names = shuffled_names();
    write(here, "start.txt", names.join(" "));
    let (known, _) = tested(here, &names, &["--start", "start.txt"]);
    assert_eq!(known["outcome"], "evidence");
    let (unknown, _) = tested(here, &names, &[]);
    let departure = &unknown["routines"][0]["departure"];
    assert!(departure.get("hardly_shuffled").is_none(), "{departure}");
    let never = unknown["not_looked_at"].to_string();
    assert!(!never.contains("hardly shuffled"), "{never}");
}

#[test]
fn nothing_is_said_of_an_order_that_copies_hide() {
    let here = tempfile::tempdir().unwrap();
    let here = here.path();
    let names: Vec<String> = (0..CARDS)
        .map(|card| if card < 20 { "L" } else { "S" }.to_owned())
        .collect();
    write(here, "start.txt", names.join(" "));
    let (record, words) = tested(here, &names, &["--start", "start.txt"]);
    let departure = &record["routines"][0]["departure"];
    for key in ["hardly_shuffled", "hardly_shuffled_since"] {
        assert!(departure.get(key).is_none(), "{departure}");
    }
    assert!(!words.contains("hardly shuffled"), "{words}");
}
