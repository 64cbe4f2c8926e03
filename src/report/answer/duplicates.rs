//! The refuted metric, on a screen.

use super::{Align, Page, cell};
use crate::names::grouped;
use crate::record::answer::Duplicates;

pub(super) fn duplicates(page: &mut Page, found: &Duplicates, name: &str, cards: usize) {
    page.line(format!(
        "{} decks of {cards} cards shuffled by {name} give {:.6} \"duplicates\" on average (ideal: {:.6}).",
        grouped(found.trials),
        found.expected,
        found.expected_ideal
    ));
    let rows = found.cells.iter().map(|held| {
        vec![
            cell(held.held.to_string()),
            cell(format!("{:.6}", held.expected)),
            cell(format!("{:.6}", held.expected_ideal)),
        ]
    });
    let columns = [
        ("decks in a cell", Align::Right),
        ("cells expected", Align::Right),
        ("ideal", Align::Right),
    ];
    page.table(&columns, rows);
    page.note("the refuted metric: a single cut has as many as an ideal shuffle");
}
