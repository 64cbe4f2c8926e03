//! `law`: the whole law of a small deck, and the law of its rising sequences; the page.

use super::distance::in_digits;
use super::parts::{LAW_ROWS, LONG, Written, closed, exact, largest_in_order};
use crate::table::Page;
use record::answers::digits::Digits;
use record::answers::law::{Law, Likely, Rising};
use text::names::{figure, fraction, grouped, significant};

/// A distance as a fraction where that is short, near 1 by its gap.
fn short(distance: f64, gap: Option<f64>) -> String {
    let gap = gap.unwrap_or(1.0 - distance);
    fraction(distance)
        .filter(|_| (gap > 0.0) == (distance < 1.0))
        .unwrap_or_else(|| closed(distance, gap))
}

/// The law of the number of rising sequences.
fn rising_sequences(page: &mut Page, shown: &[&Rising], digits: Option<&Digits>) {
    let table = page
        .table(shown)
        .right("rising sequences", |rising| rising.rising_sequences);
    let has_digits = shown.iter().all(|rising| rising.digits.is_some());
    if has_digits && digits.is_some_and(|digits| digits.after_point <= LONG / 2) {
        let number = |rising: &&&Rising, at: usize| {
            rising
                .digits
                .as_ref()
                .map(|both| exact(&both[at]))
                .unwrap_or_default()
        };
        table
            .left("probability", |rising| number(rising, 0))
            .left("ideal", |rising| number(rising, 1));
        return;
    }
    let written = Written::of(shown.iter().flat_map(|at| [at.probability, at.ideal]));
    table
        .right("probability", |rising| written.write(rising.probability, 6))
        .right("ideal", |rising| written.write(rising.ideal, 6));
}

/// The answer on a page.
pub fn page(page: &mut Page, found: &Law, name: &str, cards: usize) {
    page.line(format!(
        "{name} on {} is {} from an ideal shuffle in total variation.",
        if cards == 1 {
            "1 card".to_owned()
        } else {
            format!("{cards} cards")
        },
        short(found.total_variation, found.total_variation_gap)
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
        short(found.separation, found.separation_gap),
        figure(found.information_left_bits, 9)
    ));
    if let Some(digits) = &found.digits {
        in_digits(page, digits);
    }
    if !found.likeliest.is_empty() {
        let order = |likely: &&Likely| {
            let order: Vec<String> = likely.order.iter().map(ToString::to_string).collect();
            order.join(" ")
        };
        let written = Written::of(found.likeliest.iter().map(|likely| likely.probability));
        page.table(&found.likeliest)
            .left("likeliest orders", order)
            .right("probability", |likely| written.write(likely.probability, 6))
            .right("times ideal", |likely| significant(likely.times, 4));
    }
    let (rising, valleys) = (&found.rising_sequences, &found.valleys);
    if valleys.is_empty() {
        let shown = largest_in_order(rising, LAW_ROWS, |rising| {
            rising.probability.max(rising.ideal)
        });
        rising_sequences(page, &shown, found.digits.as_ref());
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
