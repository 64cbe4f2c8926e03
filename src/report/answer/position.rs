//! Where each card gets to, on a screen.

use super::{Align, Page, SHOWN, cell, largest_in_order};
use crate::names::grouped;
use crate::record::answer::Position;
use crate::report::tables::{share, significant};

pub(super) fn position(page: &mut Page, found: &Position, name: &str, cards: usize) {
    page.line(format!(
        "After {name}, {:.1}% of {cards} cards are still in their half of the deck (ideal: {:.1}%).",
        100.0 * found.same_half,
        100.0 * found.same_half_ideal
    ));
    page.line(format!(
        "The card that is worst off has a place {} from uniform; the likeliest cell has {}, the least likely {} (uniform: {}); \
         {} of {} cells are impossible.",
        share(found.largest_distance),
        significant(found.largest, 4),
        significant(found.smallest, 4),
        significant(1.0 / cards as f64, 4),
        grouped(found.impossible as u64),
        grouped((cards * cards) as u64)
    ));
    let test = &found.test;
    page.line(match test.decks_needed {
        Some(decks) => format!(
            "The test of the position matrix at error level {} fails with probability {} for {} decks.",
            test.alpha,
            test.power,
            grouped(decks)
        ),
        None => "No number of decks shows anything in the position matrix: all cells are equal."
            .to_owned(),
    });
    if let (Some(decks), Some(power)) = (test.decks, test.power_with_decks) {
        page.line(format!(
            "With {} decks it fails with probability {power:.4}.",
            grouped(decks)
        ));
    }
    let worst = largest_in_order(cards, SHOWN, |at| found.cards[at].distance);
    let rows = worst.iter().map(|&at| {
        let card = &found.cards[at];
        vec![
            cell(card.from.to_string()),
            cell(share(card.distance)),
            cell(card.likeliest.to_string()),
            cell(significant(card.largest, 4)),
            cell(significant(card.smallest, 4)),
            cell(format!("{}-{}", card.first, card.last)),
            cell(card.impossible.to_string()),
            cell(format!("{:.4}", card.same_half)),
        ]
    });
    let columns = [
        ("card from", Align::Right),
        ("distance", Align::Right),
        ("likeliest place", Align::Right),
        ("probability", Align::Right),
        ("least", Align::Right),
        ("reach", Align::Right),
        ("impossible", Align::Right),
        ("same half", Align::Right),
    ];
    page.table(&columns, rows);
    if cards > SHOWN {
        page.note(format!(
            "the {SHOWN} cards that are worst off; `--json` has all, and the matrix"
        ));
    }
    page.note("distance: total variation of the card's place from uniform");
}
