//! How a statistic falls on ideal decks, on a screen.

use super::{Align, LAW_ROWS, Page, cell, faint, figure, largest_in_order};
use crate::names::grouped;
use crate::record::answer::Null;
use crate::report::tables::{p_value, significant};

pub(super) fn null(page: &mut Page, found: &Null, cards: usize) {
    let over = if found.decks == 1 {
        format!("an ideal deck of {cards} cards")
    } else {
        format!(
            "{} ideal decks of {cards} cards together",
            grouped(found.decks)
        )
    };
    let fraction = |text: &Option<String>| {
        text.as_ref()
            .filter(|text| text.contains('/'))
            .map_or_else(String::new, |text| format!(" ({text})"))
    };
    page.line(format!(
        "{}, in {over}: mean {}{}, standard deviation {}.",
        found.about,
        figure(found.mean, 10),
        fraction(&found.mean_exact),
        figure(found.variance.sqrt(), 10)
    ));
    page.line(format!("Source: {}.", found.source));
    if let Some(at) = &found.at {
        let row = |title: &str, value: f64, exact: &Option<String>| {
            vec![
                cell(title),
                cell(p_value(value)),
                faint(exact.clone().unwrap_or_default()),
            ]
        };
        let mut rows = vec![
            row(
                &format!("at most {}", at.value),
                at.at_most,
                &at.at_most_exact,
            ),
            row(
                &format!("at least {}", at.value),
                at.at_least,
                &at.at_least_exact,
            ),
            row("two-sided", at.two_sided, &None),
        ];
        if let Some(probability) = at.probability {
            rows.insert(0, row(&format!("exactly {}", at.value), probability, &None));
        }
        let columns = [
            ("value", Align::Left),
            ("probability", Align::Right),
            ("", Align::Left),
        ];
        page.table(&columns, rows);
    } else if !found.values.is_empty() {
        let rows = largest_in_order(found.values.len(), LAW_ROWS, |at| {
            found.values[at].probability
        });
        let rows = rows.iter().map(|&at| {
            let value = &found.values[at];
            vec![
                cell(value.value.to_string()),
                cell(value.orders.clone().unwrap_or_default()),
                cell(significant(value.probability, 6)),
            ]
        });
        let columns = [
            ("value", Align::Right),
            ("orders", Align::Right),
            ("probability", Align::Right),
        ];
        page.table(&columns, rows);
        if found.values.len() > LAW_ROWS {
            page.note(format!("the {LAW_ROWS} likeliest values; `--json` has all"));
        }
    }
}
