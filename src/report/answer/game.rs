//! How often a game has its event, on a screen.

use super::{Align, LAW_ROWS, Page, cell, figure, largest_in_order};
use crate::names::grouped;
use crate::record::answer::Game;
use crate::report::tables::significant;

pub(super) fn game(page: &mut Page, found: &Game, cards: usize) {
    if let Some(poker) = &found.poker {
        page.line(format!(
            "A deck of {cards} cards has {} hands of five, in {} classes that do not tie. The median hand is {}: it beats \
             {} of all.",
            grouped(poker.hands),
            grouped(poker.classes as u64),
            poker.median,
            figure(poker.beaten_by_median, 9)
        ));
        let columns = [
            ("category", Align::Left),
            ("hands", Align::Right),
            ("classes", Align::Right),
            ("probability", Align::Right),
        ];
        let rows = poker.categories.iter().map(|category| {
            vec![
                cell(category.name.clone()),
                cell(category.hands.to_string()),
                cell(category.classes.to_string()),
                cell(significant(category.probability, 6)),
            ]
        });
        page.table(&columns, rows);
        return;
    }
    let subject = format!("The game `{}`, an ideal deck of {cards} cards", found.game);
    if let Some(none) = found.none {
        let fraction = found.none_exact.as_ref();
        let fraction = fraction.map_or_else(String::new, |text| format!(" ({text})"));
        page.line(format!(
            "{subject}: {} with probability {}{fraction}; {} {} in the mean.",
            found.event,
            figure(none, 9),
            figure(found.mean.unwrap_or(0.0), 6),
            found.counted
        ));
        let rows = largest_in_order(found.values.len(), LAW_ROWS, |at| {
            found.values[at].probability
        });
        let rows = rows.iter().map(|&at| {
            let value = &found.values[at];
            vec![
                cell(value.value.to_string()),
                cell(significant(value.probability, 6)),
            ]
        });
        let columns = [("value", Align::Right), ("probability", Align::Right)];
        page.table(&columns, rows);
    }
    if let Some(estimate) = &found.estimate {
        page.line(format!(
            "{subject}, {}: {} with probability {} ± {}, from {} games that were dealt so (no law is known).",
            found.counted,
            found.event,
            significant(estimate.mean, 4),
            significant(estimate.standard_error, 2),
            grouped(estimate.games)
        ));
    }
}
