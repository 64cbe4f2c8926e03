//! `colddeck::check` as a stranger's crate uses it: what it says, and the record.

use std::path::Path;

use colddeck::check::{Check, Random};
use rand::RngExt;
use statistic::Suite;

use super::page::Page;

/// Fisher and Yates.
fn fair(deck: &mut [u16], rng: &mut Random) {
    for last in (1..deck.len()).rev() {
        deck.swap(last, rng.random_range(0..=last));
    }
}

/// Every card is swapped with any card.
fn unfair(deck: &mut [u16], rng: &mut Random) {
    for card in 0..deck.len() {
        deck.swap(card, rng.random_range(0..deck.len()));
    }
}

/// Leaves no deck.
fn wrong(deck: &mut [u16], _: &mut Random) {
    deck[1] = 0;
}

pub fn pages() -> Vec<Page> {
    vec![
        page(
            "fair",
            &colddeck::check(6, fair).decks(400).suite(Suite::Quick),
        ),
        page(
            "fair-standard",
            &colddeck::check(6, fair).decks(400).seed(2),
        ),
        page(
            "fair-deep",
            &colddeck::check(6, fair).decks(400).suite(Suite::Deep),
        ),
        page(
            "fair-52",
            &colddeck::check(52, fair).decks(300).suite(Suite::Quick),
        ),
        page(
            "unfair",
            &colddeck::check(6, unfair).decks(4000).suite(Suite::Quick),
        ),
        page(
            "unfair-level",
            &colddeck::check(6, unfair)
                .decks(300)
                .suite(Suite::Quick)
                .level(0.05),
        ),
        page(
            "too-few",
            &colddeck::check(6, fair).decks(1).suite(Suite::Quick),
        ),
        page("wrong-closure", &colddeck::check(6, wrong).decks(100)),
        page("wrong-cards", &colddeck::check(1, fair)),
        page("wrong-decks", &colddeck::check(6, fair).decks(0)),
        page("wrong-level", &colddeck::check(6, fair).level(0.5)),
        page("wrong-threads", &colddeck::check(6, fair).threads(0)),
    ]
}

fn page<F: Fn(&mut [u16], &mut Random) + Sync>(name: &str, check: &Check<F>) -> Page {
    let mut page = Page::new(name, Path::new("no folder"));
    match check.run() {
        Ok(checked) => {
            let record = serde_json::to_string_pretty(checked.record()).expect("JSON");
            page.section("passed", checked.is_passed().to_string().as_bytes());
            page.section("display", checked.to_string().as_bytes());
            page.section("record", record.as_bytes());
        }
        Err(error) => page.section("error", error.to_string().as_bytes()),
    }
    page
}
