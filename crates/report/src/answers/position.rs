//! `position`: where each card goes; the page.

use super::parts::{SHOWN, Written, largest_in_order};
use crate::table::Page;
use record::answers::position::Position;
use text::names::{counted, figure, grouped, share};

/// The answer on a page.
pub fn page(page: &mut Page, found: &Position, name: &str, cards: usize) {
    page.line(format!(
        "After {name}, {:.1}% of {cards} cards are still in their half of the deck (ideal: {:.1}%).",
        100.0 * found.same_half,
        100.0 * found.same_half_ideal
    ));
    let cells = Written::of([found.largest, found.smallest, 1.0 / cards as f64]);
    page.line(format!(
        "The place of the card that is worst off is {} from uniform. The likeliest cell has probability {}, the least likely {} \
         (uniform: {}); {} of {} cells are impossible.",
        share(found.largest_distance),
        cells.write(found.largest, 4),
        cells.write(found.smallest, 4),
        cells.write(1.0 / cards as f64, 4),
        grouped(found.impossible as u64),
        grouped((cards * cards) as u64)
    ));
    if let Some(called) = found.called {
        page.line(format!(
            "One who sees no card and calls the likeliest at each place is right {} times on average; in a fair deck, once.",
            figure(called, 4)
        ));
    }
    let test = &found.test;
    page.line(match test.decks_needed {
        Some(decks) => format!(
            "With {}, the test of the position matrix fails at error level {} with probability {}.",
            counted(decks, "deck"),
            test.alpha,
            test.power
        ),
        None => "No number of decks shows anything in the position matrix: all cells are equal."
            .to_owned(),
    });
    if let (Some(decks), Some(power)) = (test.decks, test.power_with_decks) {
        page.line(format!(
            "With {}, it fails with probability {power:.4}.",
            counted(decks, "deck")
        ));
    }
    let worst = largest_in_order(&found.cards, SHOWN, |card| card.distance);
    let both = worst.iter().flat_map(|card| [card.largest, card.smallest]);
    let written = Written::of(both);
    page.table(worst)
        .right("card from", |card| card.from)
        .right("distance", |card| share(card.distance))
        .right("likeliest place", |card| card.likeliest)
        .right("probability", |card| written.write(card.largest, 4))
        .right("least", |card| written.write(card.smallest, 4))
        .right("reach", |card| format!("{}-{}", card.first, card.last))
        .right("impossible", |card| card.impossible)
        .right("same half", |card| format!("{:.4}", card.same_half));
    if cards > SHOWN {
        let matrix = match found.bin {
            Some(bin) => format!("the matrix in bins of {bin} by {bin}"),
            None => "the matrix".to_owned(),
        };
        page.note(format!(
            "the {SHOWN} cards that are worst off; `--json` has all, and {matrix}"
        ));
    }
    page.note("distance: total variation of the card's place from uniform");
}
