//! `tv`: how far a routine is from ideal over all orders; the page.

use serde_json::Value;

use super::parts::{any, closed, near_one, proof};
use crate::table::Page;
use record::answers::bound::Bound;
use record::answers::distance::Distance;
use text::names::figure;

/// The answer on a page.
pub fn page(page: &mut Page, found: &Distance, name: &str, cards: usize) {
    let subject = if name.is_empty() {
        format!("This riffle of {cards} cards")
    } else {
        format!("{name} on {cards} cards")
    };
    let answer = if let Some(exact) = &found.total_variation {
        format!(
            "{subject} is {} from an ideal shuffle in total variation (0 ideal, 1 farthest). Source: {}.",
            proof(exact),
            exact.by
        )
    } else {
        let end = |bounds: &[Bound], nothing: &str| {
            bounds.first().map_or_else(|| nothing.to_owned(), proof)
        };
        format!(
            "{subject} is between {} and {} from an ideal shuffle in total variation (0 ideal, 1 farthest).",
            end(&found.at_least, "0"),
            end(&found.at_most, "1")
        )
    };
    page.line(answer);
    // An exact value leaves nothing to bound.
    let bounds = [("at least", &found.at_least), ("at most", &found.at_most)];
    for (end, bounds) in bounds
        .into_iter()
        .filter(|_| found.total_variation.is_none())
    {
        for bound in bounds {
            page.line(format!("{end} {}: {}", proof(bound), bound.by));
        }
    }
    let gap = found.separation_gap.as_ref().unwrap_or(&Value::Null);
    let mut figures = vec![
        (
            "separation",
            found.separation.map(|value| near_one(value, gap)),
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
    figures.retain(|(_, value, _)| value.is_some());
    if !figures.is_empty() {
        page.table(figures)
            .left("figure", |(title, ..)| *title)
            .right("exact", |(_, value, _)| value.clone().unwrap_or_default())
            .faint("", |(.., about)| *about);
    }
    if !found.after.is_empty() {
        page.table(&found.after)
            .right("riffles", |after| after.riffles)
            .right("total variation", |after| {
                near_one(after.total_variation, &after.gap)
            })
            .right("separation", |after| {
                closed(after.separation, 1.0 - after.separation)
            })
            .right("bits left", |after| figure(after.information_left_bits, 6))
            .right("rising sequences", |after| {
                format!("{:.6}", after.rising_sequences)
            })
            .faint("", |after| if after.asked { "asked" } else { "" });
    }
    if let Some(repeated) = &found.repeated {
        let types: Vec<String> = repeated.types.iter().map(ToString::to_string).collect();
        page.note(format!(
            "if only the types of the cards are seen ({} from the top): separation {}; {}",
            types.join(", "),
            near_one(repeated.separation, &repeated.gap),
            repeated.assumption
        ));
    }
}
