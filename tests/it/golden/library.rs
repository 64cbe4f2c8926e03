//! `colddeck::check` as a stranger's crate uses it: what it says, and what it found.

use std::fmt::Write as _;
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

/// The first cards, which are never 0.
fn without_the_first(rng: &mut Random) -> Vec<u16> {
    let mut deck: Vec<u16> = (1..20).collect();
    fair(&mut deck, rng);
    deck.truncate(3);
    deck
}

pub fn pages() -> Vec<Page> {
    use colddeck::check::{check, check_decks, check_orders, check_sample};
    let quick = |check: Check<'static>| check.suite(Suite::Quick);
    vec![
        page("fair", quick(check(6, fair).decks(400))),
        page("fair-standard", check(6, fair).decks(400).seed(2)),
        page("fair-deep", check(6, fair).decks(400).suite(Suite::Deep)),
        page("fair-52", quick(check(52, fair).decks(300))),
        page("fair-within", check(6, fair).within(0.2)),
        page("unfair", quick(check(6, unfair).decks(4000))),
        page(
            "unfair-level",
            quick(check(6, unfair).decks(300)).level(0.05),
        ),
        page("unfair-within", check(6, unfair).within(0.2)),
        page(
            "unfair-sample",
            check_sample(20, 3, without_the_first).decks(3000),
        ),
        page("undecided", check(6, fair).within(0.001).decks(1000)),
        page(
            "too-few",
            quick(check_decks(6, [[0, 1, 2, 3, 4, 5], [5, 4, 3, 2, 1, 0]])),
        ),
        page("wrong-closure", check(6, wrong)),
        page("wrong-order", check_orders(4, |_| [0, 1, 2, 4])),
        page("wrong-cards", check(1, fair)),
        page("wrong-drawn", check_sample(4, 5, without_the_first)),
        page("wrong-decks", check(6, fair).decks(0)),
        page("wrong-level", check(6, fair).level(0.5)),
        page("wrong-within", check(6, fair).within(0.0)),
    ]
}

fn page(name: &str, check: Check<'_>) -> Page {
    let mut page = Page::new(name, Path::new("no folder"));
    match check.run() {
        Ok(checked) => {
            let mut tests = String::new();
            for test in &checked.tests {
                writeln!(tests, "{test:?}").expect("memory");
            }
            page.section("passed", checked.is_passed().to_string().as_bytes());
            page.section("display", checked.to_string().as_bytes());
            page.section("tests", tests.as_bytes());
        }
        Err(error) => page.section("error", error.to_string().as_bytes()),
    }
    page
}
