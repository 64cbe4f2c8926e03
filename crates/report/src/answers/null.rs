//! `null`: how a statistic is distributed on ideal decks; the page.

use super::parts::{LAW_ROWS, largest_in_order};
use crate::table::Page;
use record::answers::null::Null;
use text::names::{figure, grouped, p_value, significant};

/// The answer on a page.
pub fn page(page: &mut Page, found: &Null, _: &str, cards: usize) {
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
        let text = |text: &str| format!("{text} {}", at.value);
        let mut rows = vec![
            (text("at most"), at.at_most, &at.at_most_exact),
            (text("at least"), at.at_least, &at.at_least_exact),
            ("two-sided".to_owned(), at.two_sided, &None),
        ];
        if let Some(probability) = at.probability {
            rows.insert(0, (text("exactly"), probability, &None));
        }
        page.table(rows)
            .left("value", |(title, ..)| title.clone())
            .right("probability", |(_, value, _)| p_value(*value))
            .faint("", |(.., exact)| exact.as_deref().unwrap_or_default());
    } else if !found.values.is_empty() {
        let shown = largest_in_order(&found.values, LAW_ROWS, |value| value.probability);
        page.table(shown)
            .right("value", |value| value.value)
            .right("orders", |value| {
                value.orders.as_deref().unwrap_or_default()
            })
            .right("probability", |value| significant(value.probability, 6));
        if found.values.len() > LAW_ROWS {
            page.note(format!("the {LAW_ROWS} likeliest values; `--json` has all"));
        }
    }
}
