//! `pairs`: where two cards go together, and what that means for the order of the deck; the page.

use super::parts::{Written, largest};
use crate::table::Page;
use record::answers::pairs::{OrderMeans, Pairs};
use text::names::{figure, share};

/// One of the expected values.
type Mean = fn(&OrderMeans) -> f64;

/// The answer on a page.
pub fn page(page: &mut Page, found: &Pairs, name: &str, cards: usize) {
    page.line(format!(
        "After {name}, {} of {} neighbours in a deck of {cards} still follow each other on average (ideal: {}).",
        figure(found.order.successions, 6),
        cards - 1,
        figure(found.ideal.successions, 6)
    ));
    let rows: [(&str, Mean, &str); 6] = [
        ("rising sequences", |order| order.rising_sequences, ""),
        ("descents", |order| order.descents, ""),
        ("inversions", |order| order.inversions, ""),
        (
            "successions",
            |order| order.successions,
            "deck[i+1] = deck[i] + 1",
        ),
        (
            "values around",
            |order| order.successions_of_values_around,
            "the first card follows the last",
        ),
        (
            "around",
            |order| order.successions_around,
            "and the top of the deck follows its bottom",
        ),
    ];
    page.table(rows)
        .left("expected", |(title, ..)| *title)
        .right("exact", |(_, of, _)| format!("{:.9}", of(&found.order)))
        .right("ideal", |(_, of, _)| format!("{:.9}", of(&found.ideal)))
        .faint("", |(.., about)| *about);
    // The pairs that start next to each other: the others are in the JSON.
    let worst = largest(cards - 1, 10, |at| found.next[at][at + 1]);
    let cells = worst
        .iter()
        .flat_map(|&at| [found.next[at][at + 1], found.above[at][at + 1]]);
    let written = Written::of(cells.chain([1.0 / cards as f64]));
    let half = match written {
        Written::Fractions => "1/2",
        Written::Digits => "0.5000",
    };
    page.table(worst)
        .right("neighbours", |at| format!("{}, {}", at + 1, at + 2))
        .right("still next to each other", |at| {
            written.write(found.next[*at][at + 1], 4)
        })
        .right("ideal", |_| written.write(1.0 / cards as f64, 4))
        .right("in order", |at| match written {
            Written::Fractions => written.write(found.above[*at][at + 1], 4),
            Written::Digits => format!("{:.4}", found.above[*at][at + 1]),
        })
        .right("ideal", |_| half);
    if let Some(by) = &found.by {
        page.line(format!("Source: {by}."));
    }
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
