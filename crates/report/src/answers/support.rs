//! `support`: how many orders a routine can reach; the page.

use crate::table::Page;
use record::answers::support::Support;
use text::names::grouped;

/// The answer on a page.
pub fn page(page: &mut Page, found: &Support, name: &str, cards: usize) {
    let power = |log10: f64| format!("10^{log10:.4}");
    page.line(match found.reachable {
        Some(orders) => format!(
            "{name} reaches {} orders of {cards} cards, of {} (all were enumerated).",
            grouped(orders as u64),
            grouped((1..=cards as u64).product())
        ),
        None => format!(
            "{name} reaches at most {} orders of {cards} cards, of {}.",
            power(found.at_most_log10),
            power(found.orders_log10)
        ),
    });
    page.note(format!("at most {}: {}", found.at_most, found.by));
}
