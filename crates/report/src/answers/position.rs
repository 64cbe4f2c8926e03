//! `position`: where each card goes; the page.

use super::distance::{down, up};
use super::parts::{SHOWN, Written, largest_in_order};
use crate::table::Page;
use record::answers::position::{Looked, Position};
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
    if let Some(looked) = &found.looked {
        page.line(with_a_look(looked, cards));
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

/// The calls of one who sees each card, in a sentence.
fn with_a_look(looked: &Looked, cards: usize) -> String {
    let right = match [looked.at_least, looked.at_most] {
        [low, high] if high - low <= 1e-9 * high => figure(low, 4),
        [low, high] if high < cards as f64 => format!("{} to {}", down(low, 2), up(high, 2)),
        [low, _] => format!("at least {}", down(low, 2)),
    };
    format!(
        "One who sees each card after his call, and calls the likeliest, is right {right} times on average; in a fair deck, {}.",
        figure(looked.fair, 4)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_rounded_outwards_and_what_is_no_limit_is_not_said() {
        for (ends, right) in [
            ([5.004_564, 5.004_564], "is right 5.005 times"),
            ([4.538_04, 6.026_3], "is right 4.53 to 6.03 times"),
            ([44.018, 52.0], "is right at least 44.01 times"),
            ([52.0, 52.0], "is right 52 times"),
        ] {
            let looked = Looked {
                at_least: ends[0],
                at_most: ends[1],
                fair: 4.538_04,
                by: String::new(),
            };
            let text = with_a_look(&looked, 52);
            assert!(text.contains(right), "{text}");
            assert!(text.ends_with("in a fair deck, 4.538."), "{text}");
        }
    }
}
