//! `support`: how many orders a routine can reach; the page.

use std::borrow::Cow;

use crate::table::Page;
use record::answers::support::{OneMove, Support};
use text::names::{figure, grouped};

/// The answer on a page.
pub fn page(page: &mut Page, found: &Support, name: &str, cards: usize) {
    let power = |log10: f64| format!("10^{log10:.4}");
    page.line(match found.reachable {
        Some(_) if cards == 1 => "A deck of 1 card has one order.".to_owned(),
        Some(orders) => format!(
            "{name} can reach {} of the {} orders of {cards} cards (all were enumerated).",
            grouped(orders as u64),
            grouped((1..=cards as u64).product())
        ),
        None if found.counted.is_some() => format!(
            "{name} can reach {} of the {} orders of {cards} cards (all are counted by a law).",
            power(found.at_most_log10),
            power(found.orders_log10)
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
    page.note(match &found.counted {
        Some(digits) => format!("{}: {}", in_groups(digits), found.by),
        None => format!("at most {}: {}", found.at_most, found.by),
    });
}

/// Digits in groups of three; of a number that is too long to be read, a line is enough.
fn in_groups(digits: &str) -> String {
    const LONGEST: usize = 70;
    if digits.len() > LONGEST {
        return format!("a number of {} digits", digits.len());
    }
    let first = digits.len() % 3;
    let groups = digits.as_bytes()[first..]
        .chunks(3)
        .map(String::from_utf8_lossy);
    let groups: Vec<String> = groups.map(Cow::into_owned).collect();
    match first {
        0 => groups.join(","),
        first => [&[digits[..first].to_owned()], &groups[..]]
            .concat()
            .join(","),
    }
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
