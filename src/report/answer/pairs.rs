//! Cards that start next to each other, on a screen.

use super::{Align, Page, cell, faint, figure, largest};
use crate::record::answer::{Order, Pairs};
use crate::report::tables::{share, significant};

pub(super) fn pairs(page: &mut Page, found: &Pairs, name: &str, cards: usize) {
    page.line(format!(
        "After {name}, {} of {} neighbours in a deck of {cards} still follow each other (ideal: {}).",
        figure(found.order.successions, 6),
        cards - 1,
        figure(found.ideal.successions, 6)
    ));
    let row = |title: &str, of: fn(&Order) -> f64, about: &str| {
        vec![
            cell(title),
            cell(format!("{:.9}", of(&found.order))),
            cell(format!("{:.9}", of(&found.ideal))),
            faint(about),
        ]
    };
    let columns = [
        ("expected", Align::Left),
        ("exact", Align::Right),
        ("ideal", Align::Right),
        ("", Align::Left),
    ];
    let rows = [
        row("rising sequences", |order| order.rising_sequences, ""),
        row("descents", |order| order.descents, ""),
        row("inversions", |order| order.inversions, ""),
        row(
            "successions",
            |order| order.successions,
            "deck[i+1] = deck[i] + 1",
        ),
        row(
            "values around",
            |order| order.successions_of_values_around,
            "the first card follows the last",
        ),
        row(
            "around",
            |order| order.successions_around,
            "and the top of the deck follows its bottom",
        ),
    ];
    page.table(&columns, rows);
    // The pairs that start next to each other: the others are in the JSON.
    let worst = largest(cards - 1, 10, |at| found.next[at][at + 1]);
    let columns = [
        ("neighbours", Align::Right),
        ("still next to each other", Align::Right),
        ("ideal", Align::Right),
        ("in order", Align::Right),
        ("ideal", Align::Right),
    ];
    let rows = worst.iter().map(|&at| {
        vec![
            cell(format!("{}, {}", at + 1, at + 2)),
            cell(significant(found.next[at][at + 1], 4)),
            cell(significant(1.0 / cards as f64, 4)),
            cell(format!("{:.4}", found.above[at][at + 1])),
            cell("0.5000"),
        ]
    });
    page.table(&columns, rows);
    if let Some(farthest) = &found.farthest_neighbours {
        page.note(format!(
            "the places of cards {} and {} together are {} from uniform in total variation: the whole deck is no nearer to ideal",
            farthest.first,
            farthest.first + 1,
            share(farthest.distance)
        ));
    }
    page.note("the ten neighbours most likely to stay together; `--json` has all pairs");
}
