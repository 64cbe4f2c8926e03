//! `game`: the counts of a card game in an ideal deck, and how likely it is that it counts nothing; for
//! poker, the classes of hands; the page.

use super::parts::{LAW_ROWS, largest_in_order};
use crate::table::Page;
use record::answers::game::Game;
use text::names::{figure, grouped, significant};

/// The answer on a page.
pub fn page(page: &mut Page, found: &Game, _: &str, cards: usize) {
    if let Some(poker) = &found.poker {
        page.line(format!(
            "A deck of {cards} cards has {} hands of five, in {} classes that do not tie. The median hand is {}: it beats \
             {} of all hands.",
            grouped(poker.hands),
            grouped(poker.classes as u64),
            poker.median,
            figure(poker.beaten_by_median, 9)
        ));
        page.table(&poker.categories)
            .left("category", |category| category.name.as_str())
            .right("hands", |category| category.hands)
            .right("classes", |category| category.classes)
            .right("probability", |category| {
                significant(category.probability, 6)
            });
        return;
    }
    let subject = format!(
        "The game `{}` with an ideal deck of {cards} cards",
        found.game
    );
    if let Some(none) = found.none {
        let fraction = found.none_exact.as_ref();
        let fraction = fraction.map_or_else(String::new, |text| format!(" ({text})"));
        // The thing that is counted is named once.
        let (counted, mean) = match found.mean {
            Some(mean) => (
                String::new(),
                format!("; {} {} on average", figure(mean, 6), found.counted),
            ),
            None => (format!(", {}", found.counted), String::new()),
        };
        page.line(format!(
            "{subject}{counted}: {} with probability {}{fraction}{mean}.",
            found.event,
            figure(none, 9),
        ));
        let shown = largest_in_order(&found.values, LAW_ROWS, |value| value.probability);
        if !found.values.is_empty() {
            page.table(shown)
                .right("value", |value| value.value)
                .right("probability", |value| significant(value.probability, 6));
        }
    }
    if let Some(estimate) = &found.estimate {
        page.line(format!(
            "{subject}, {}: {} with probability {} ± {}, from {} games that I dealt (no law is built in).",
            found.counted,
            found.event,
            significant(estimate.mean, 4),
            significant(estimate.standard_error, 2),
            grouped(estimate.games)
        ));
    }
}
