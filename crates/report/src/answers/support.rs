//! `support`: how many orders a routine can reach; the page.

use crate::table::Page;
use record::answers::support::{OneMove, Support};
use text::names::{figure, grouped};

/// The answer on a page.
pub fn page(page: &mut Page, found: &Support, name: &str, cards: usize) {
    let power = |log10: f64| format!("10^{log10:.4}");
    page.line(match found.reachable {
        Some(orders) => format!(
            "{name} can reach {} of the {} orders of {cards} cards (all were enumerated).",
            grouped(orders as u64),
            grouped((1..=cards as u64).product())
        ),
        None => format!(
            "{name} can reach at most {} of the {} orders of {cards} cards.",
            power(found.at_most_log10),
            power(found.orders_log10)
        ),
    });
    if let Some(one) = &found.one_move {
        bits(page, *one, found.orders_log10);
    }
    page.note(format!("at most {}: {}", found.at_most, found.by));
}

/// Says how much chance is in one move, of that in all orders.
fn bits(page: &mut Page, one: OneMove, orders_log10: f64) {
    let Some(bits) = one.entropy_bits else {
        page.line("The entropy of the order that it leaves is not known.");
        return;
    };
    page.line(format!(
        "The entropy of the order that it leaves is {} bits; of an ideal shuffle it is {}.",
        figure(bits, 5),
        figure(orders_log10 * std::f64::consts::LOG2_10, 5)
    ));
    if let Some(seconds) = one.seconds {
        page.line(format!(
            "In {} s, which is assumed and not measured, that is {} bits a second.",
            figure(seconds, 3),
            figure(bits / seconds, 3)
        ));
    }
}
