//! `duplicates`: the expected value of the refuted metric; the page.

use crate::table::Page;
use record::answers::duplicates::Duplicates;
use text::names::grouped;

/// The answer on a page.
pub fn page(page: &mut Page, found: &Duplicates, name: &str, cards: usize) {
    page.line(format!(
        "{} decks of {cards} cards shuffled by {name} give {:.6} \"duplicates\" on average (ideal: {:.6}).",
        grouped(found.trials),
        found.expected,
        found.expected_ideal
    ));
    page.table(&found.cells)
        .right("decks in a cell", |held| held.held)
        .right("cells expected", |held| format!("{:.6}", held.expected))
        .right("ideal", |held| format!("{:.6}", held.expected_ideal));
    page.note("the refuted metric: a single cut gives as many as an ideal shuffle");
}
