//! How far from an ideal shuffle, on a screen.

use serde_json::Value;

use super::{Align, Cell, Page, any, cell, closed, faint, figure, near_one, proof};
use crate::record::answer::{Distance, Proof};

pub(super) fn distance(page: &mut Page, found: &Distance, name: &str, cards: usize) {
    let subject = if name.is_empty() {
        format!("This riffle of {cards} cards")
    } else {
        format!("{name} on {cards} cards")
    };
    let answer = if let Some(exact) = &found.total_variation {
        format!(
            "{subject} is {} from an ideal shuffle in total variation (0 ideal, 1 farthest): {}.",
            proof(exact),
            exact.by
        )
    } else {
        let end = |bounds: &[Proof], nothing: &str| {
            bounds.first().map_or_else(|| nothing.to_owned(), proof)
        };
        format!(
            "{subject} is between {} and {} from an ideal shuffle in total variation (0 ideal, 1 farthest).",
            end(&found.at_least, "0"),
            end(&found.at_most, "1")
        )
    };
    page.line(answer);
    let bounds = [("at least", &found.at_least), ("at most", &found.at_most)];
    for (end, bounds) in bounds {
        for bound in bounds {
            page.line(format!("{end} {}: {}", proof(bound), bound.by));
        }
    }
    let figures = [
        (
            "separation",
            found.separation.map(|separation| {
                near_one(
                    separation,
                    found.separation_gap.as_ref().unwrap_or(&Value::Null),
                )
            }),
            "the largest 1 - n!·P(order)",
        ),
        (
            "L-infinity",
            found.l_infinity.as_ref().map(any),
            "the largest |n!·P(order) - 1|",
        ),
        (
            "information left",
            found.information_left_bits.map(|bits| figure(bits, 9)),
            "bits: log2 n! less the entropy of the order",
        ),
        (
            "rising sequences",
            found.rising_sequences.map(|mean| figure(mean, 12)),
            "expected number",
        ),
    ];
    let rows: Vec<Vec<Cell>> = figures
        .into_iter()
        .filter_map(|(title, value, about)| Some(vec![cell(title), cell(value?), faint(about)]))
        .collect();
    if !rows.is_empty() {
        let columns = [
            ("figure", Align::Left),
            ("exact", Align::Right),
            ("", Align::Left),
        ];
        page.table(&columns, rows);
    }
    if !found.after.is_empty() {
        let rows = found.after.iter().map(|after| {
            vec![
                cell(after.riffles.to_string()),
                cell(near_one(after.total_variation, &after.gap)),
                cell(closed(after.separation, 1.0 - after.separation)),
                cell(figure(after.information_left_bits, 6)),
                cell(format!("{:.6}", after.rising_sequences)),
            ]
        });
        let columns = [
            ("riffles", Align::Right),
            ("total variation", Align::Right),
            ("separation", Align::Right),
            ("bits left", Align::Right),
            ("rising sequences", Align::Right),
        ];
        page.table(&columns, rows);
    }
    if let Some(repeated) = &found.repeated {
        let types: Vec<String> = repeated.types.iter().map(ToString::to_string).collect();
        page.note(format!(
            "with only the types of the cards to be seen ({} from the top): separation {}; {}",
            types.join(", "),
            near_one(repeated.separation, &repeated.gap),
            repeated.assumption
        ));
    }
}
