//! Piles for a cube on a screen.

use super::{Balance, Choice, Colour, Piles};
use crate::answer::page::{Align, Page, cell, figure};
use crate::names::{share, significant};

/// A cell is called even within this.
const NEARLY: f64 = 0.05;

/// Numbers of piles that a table shows.
const SHOWN: usize = 60;

/// The answer on a page.
pub fn page(page: &mut Page, found: &Piles, _: &str, cards: usize) {
    let of = |piles: usize| found.choices.iter().find(|choice| choice.piles == piles);
    match found.best.and_then(of) {
        Some(best) if best.square_divides == 1 => page.line(format!(
            "{cards} cards: take {} piles of {}. Two rounds then put every card anywhere with exactly the same probability.",
            best.piles, best.largest_pile
        )),
        Some(best) => page.line(format!(
            "{cards} cards: take {} piles of {}. Two rounds then put a card anywhere with {} to {} times the fair probability{}.",
            best.piles,
            sizes(best),
            significant(best.smallest, 4),
            significant(best.largest, 4),
            if best.largest - best.smallest < NEARLY { ", which nobody will notice" } else { "" }
        )),
        None => page.line(format!(
            "{cards} cards: no number of piles has at least as many cards in a pile as there are piles, and at most {} to shuffle by hand. \
             Two rounds are not enough.",
            found.hand
        )),
    }
    let impossible = found.choices.iter().filter(|choice| choice.smallest == 0.0);
    let impossible: Vec<String> = impossible.map(|choice| choice.piles.to_string()).collect();
    if !impossible.is_empty() {
        page.line(format!(
            "With {} piles a card cannot get everywhere: each pile needs at least as many cards as there are piles.",
            impossible.join(" or ")
        ));
    }
    if let Some(even) = found.even.filter(|even| even.cards != cards) {
        page.line(format!(
            "With {} cards, {} fewer, {} piles of {} would do it exactly: the square of the number of piles must divide the number of cards.",
            even.cards,
            cards - even.cards,
            even.piles,
            even.cards / even.piles
        ));
    }
    let columns = [
        ("piles", Align::Right),
        ("cards in each", Align::Right),
        ("last card on", Align::Right),
        ("least", Align::Right),
        ("most", Align::Right),
        ("distance", Align::Right),
        ("piles to shuffle", Align::Right),
        ("riffles", Align::Right),
    ];
    let rows = found.choices.iter().take(SHOWN).map(|choice| {
        vec![
            cell(choice.piles.to_string()),
            cell(sizes(choice)),
            cell(format!("pile {}", choice.last_card)),
            cell(significant(choice.smallest, 4)),
            cell(significant(choice.largest, 4)),
            cell(share(choice.distance)),
            cell(choice.shuffled.to_string()),
            cell(
                choice
                    .riffles
                    .map_or_else(String::new, |riffles| riffles.to_string()),
            ),
        ]
    });
    page.table(&columns, rows);
    page.note(
        "least, most: the probability of a card for a place after two rounds, as multiples of the fair one; distance: \
         the largest total variation of a card's place from uniform; riffles: to bring each pile within 0.1 in total variation, \
         both rounds",
    );
    if let Some(of) = &found.colour {
        colour(page, of, found.booster);
    }
}

/// Writes the table of the traces of a colour.
fn colour(page: &mut Page, colour: &Colour, booster: usize) {
    let columns = [
        (
            format!("a colour of {}, {} piles", colour.cards, colour.piles),
            Align::Left,
        ),
        ("in a pile".to_owned(), Align::Right),
        ("variance in a booster".to_owned(), Align::Right),
        ("of a fair one's".to_owned(), Align::Right),
        ("distance".to_owned(), Align::Right),
    ];
    let columns: Vec<(&str, Align)> = columns
        .iter()
        .map(|(title, align)| (title.as_str(), *align))
        .collect();
    let row = |title: &str, balance: &Balance| {
        vec![
            cell(title),
            cell(if balance.fewest == balance.most {
                balance.most.to_string()
            } else {
                format!("{} to {}", balance.fewest, balance.most)
            }),
            cell(figure(balance.variance + balance.variance_of_means, 5)),
            cell(format!("{:.1}%", 100.0 * balance.share)),
            cell(share(balance.distance)),
        ]
    };
    let mut rows = Vec::new();
    if let Some(dealt) = &colour.dealt {
        rows.push(row("all in one pile at first", dealt));
    }
    if let Some(undealt) = &colour.undealt {
        rows.push(row("the same, not dealt a third time", undealt));
    }
    rows.push(row("cube sorted by colour", &colour.sorted));
    rows.push(vec![
        cell("fair deck"),
        cell(""),
        cell(figure(colour.fair_variance, 5)),
        cell("100.0%"),
        cell(share(0.0)),
    ]);
    page.table(&columns, rows);
    page.note(format!(
        "cards of the colour in each pile after the second dealing (said to be {}), and in boosters of {}; \
         distance: total variation from the hypergeometric law",
        figure(colour.expected, 6),
        booster
    ));
}

/// 67, or 67-68.
fn sizes(choice: &Choice) -> String {
    if choice.smallest_pile == choice.largest_pile {
        choice.largest_pile.to_string()
    } else {
        format!("{}-{}", choice.smallest_pile, choice.largest_pile)
    }
}
