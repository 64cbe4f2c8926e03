//! The law over all orders, on a screen.

use super::{Align, LAW_ROWS, Page, cell, closed, figure, largest_in_order};
use crate::names::grouped;
use crate::record::answer::Law;
use crate::report::tables::significant;

pub(super) fn law(page: &mut Page, found: &Law, name: &str, cards: usize) {
    page.line(format!(
        "{name} on {cards} cards is {} from an ideal shuffle in total variation.",
        closed(found.total_variation, 1.0 - found.total_variation)
    ));
    let entropy = found.entropy_bits.map_or_else(String::new, |bits| {
        format!("; the entropy of the order is {} bits", figure(bits, 9))
    });
    let reachable = found.reachable.map_or_else(String::new, |orders| {
        format!("{} orders can come up; ", grouped(orders as u64))
    });
    page.line(format!(
        "{reachable}separation {}{entropy}; {} bits of information are left.",
        closed(found.separation, 1.0 - found.separation),
        figure(found.information_left_bits, 9)
    ));
    if !found.likeliest.is_empty() {
        let rows = found.likeliest.iter().map(|likely| {
            let order: Vec<String> = likely.order.iter().map(ToString::to_string).collect();
            vec![
                cell(order.join(" ")),
                cell(significant(likely.probability, 6)),
                cell(significant(likely.times, 4)),
            ]
        });
        let columns = [
            ("likeliest orders", Align::Left),
            ("probability", Align::Right),
            ("times ideal", Align::Right),
        ];
        page.table(&columns, rows);
    }
    let rows = largest_in_order(found.rising_sequences.len(), LAW_ROWS, |at| {
        let rising = &found.rising_sequences[at];
        rising.probability.max(rising.ideal)
    });
    let rows = rows.iter().map(|&at| {
        let rising = &found.rising_sequences[at];
        vec![
            cell(rising.rising_sequences.to_string()),
            cell(significant(rising.probability, 6)),
            cell(significant(rising.ideal, 6)),
        ]
    });
    let columns = [
        ("rising sequences", Align::Right),
        ("probability", Align::Right),
        ("ideal", Align::Right),
    ];
    page.table(&columns, rows);
    if found.rising_sequences.len() > LAW_ROWS {
        page.note(format!("the {LAW_ROWS} likeliest values; `--json` has all"));
    }
}
