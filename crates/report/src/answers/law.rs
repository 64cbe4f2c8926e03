//! `law`: the whole law of a small deck, and the law of its rising sequences; the page.

use super::parts::{LAW_ROWS, closed, largest_in_order};
use crate::table::Page;
use record::answers::law::{Law, Likely};
use text::names::{figure, grouped, significant};

/// The answer on a page.
pub fn page(page: &mut Page, found: &Law, name: &str, cards: usize) {
    page.line(format!(
        "{name} on {cards} cards is {} from an ideal shuffle in total variation.",
        closed(
            found.total_variation,
            (found.total_variation_gap).unwrap_or(1.0 - found.total_variation)
        )
    ));
    let entropy = found.entropy_bits.map_or_else(String::new, |bits| {
        format!("; the entropy of the order is {} bits", figure(bits, 9))
    });
    let reachable = found.reachable.map_or_else(String::new, |orders| {
        let orders = match orders {
            1 => "1 order".to_owned(),
            orders => format!("{} orders", grouped(orders as u64)),
        };
        format!("{orders} can come up. ")
    });
    page.line(format!(
        "{reachable}The separation is {}{entropy}; {} bits of information are left.",
        closed(
            found.separation,
            (found.separation_gap).unwrap_or(1.0 - found.separation)
        ),
        figure(found.information_left_bits, 9)
    ));
    if !found.likeliest.is_empty() {
        let order = |likely: &&Likely| {
            let order: Vec<String> = likely.order.iter().map(ToString::to_string).collect();
            order.join(" ")
        };
        page.table(&found.likeliest)
            .left("likeliest orders", order)
            .right("probability", |likely| significant(likely.probability, 6))
            .right("times ideal", |likely| significant(likely.times, 4));
    }
    let (rising, valleys) = (&found.rising_sequences, &found.valleys);
    if valleys.is_empty() {
        let shown = largest_in_order(rising, LAW_ROWS, |rising| {
            rising.probability.max(rising.ideal)
        });
        page.table(shown)
            .right("rising sequences", |rising| rising.rising_sequences)
            .right("probability", |rising| significant(rising.probability, 6))
            .right("ideal", |rising| significant(rising.ideal, 6));
    } else {
        page.line("Valleys are cards between two higher ones. If the first pass takes cards from the top, read peaks instead.");
        let shown = largest_in_order(valleys, LAW_ROWS, |valleys| {
            valleys.probability.max(valleys.ideal)
        });
        page.table(shown)
            .right("valleys", |valleys| valleys.valleys)
            .right("probability", |valleys| significant(valleys.probability, 6))
            .right("ideal", |valleys| significant(valleys.ideal, 6));
    }
    if rising.len().max(valleys.len()) > LAW_ROWS {
        page.note(format!("the {LAW_ROWS} likeliest values; `--json` has all"));
    }
}
