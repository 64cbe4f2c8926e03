//! `tv`: how far a routine is from ideal over all orders; the page.

use serde_json::Value;

use super::parts::{LONG, any, closed, cut_off, exact, near_one, proof};
use crate::glance::capital;
use crate::table::Page;
use record::answers::bound::Bound;
use record::answers::digits::Digits;
use record::answers::distance::{Distance, Repeated};
use text::names::figure;

/// Names what is near or far: "G on 52 cards".
fn subject(name: &str, cards: usize) -> String {
    let deck = match cards {
        1 => "1 card".to_owned(),
        cards => format!("{cards} cards"),
    };
    if name.is_empty() {
        format!("this riffle of {deck}")
    } else {
        format!("{name} on {deck}")
    }
}

/// The answer on a page.
pub fn page(page: &mut Page, found: &Distance, name: &str, cards: usize) {
    let subject = subject(name, cards);
    let repeated = found.repeated.as_ref();
    let seen = repeated.filter(|types| types.after.iter().any(|row| row.asked));
    if let Some(types) = seen {
        by_type(page, types, &subject);
    }
    let subject = match seen {
        Some(_) => "Over all orders, it".to_owned(),
        None => subject,
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
    page.line(if name.is_empty() {
        capital(&answer)
    } else {
        answer
    });
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
    if let Some(digits) = &found.digits {
        in_digits(page, digits);
    }
    if seen.is_none() {
        figures(page, found);
    }
    if !found.after.is_empty() && seen.is_none() {
        after_each(page, found);
    }
    if let Some(repeated) = repeated.filter(|_| seen.is_none())
        && let (Some(separation), Some(gap)) = (repeated.separation, &repeated.gap)
    {
        page.note(format!(
            "if only the types of the cards are seen ({} from the top): separation {}; {}",
            start(repeated.start.as_deref(), &repeated.types),
            near_one(separation, gap),
            repeated.assumption.as_deref().unwrap_or_default()
        ));
    }
}

/// The other distances.
fn figures(page: &mut Page, found: &Distance) {
    let gap = found.separation_gap.as_ref().unwrap_or(&Value::Null);
    let mut figures = vec![
        (
            SEPARATION,
            found.separation.map(|value| near_one(value, gap)),
            "the largest 1 - n!·P(order)",
        ),
        (
            L_INFINITY,
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
    // Digits say these.
    let shown = |title: &str| found.digits.is_none() || !EXACT.contains(&title);
    figures.retain(|(title, value, _)| value.is_some() && shown(title));
    if !figures.is_empty() {
        page.table(figures)
            .left("figure", |(title, ..)| *title)
            .right("exact", |(_, value, _)| value.clone().unwrap_or_default())
            .faint("", |(.., about)| *about);
    }
}

/// Figures that digits say, where they were asked for.
const SEPARATION: &str = "separation";
const L_INFINITY: &str = "L-infinity";
const EXACT: &[&str] = &[SEPARATION, L_INFINITY];

/// Exact distances in digits.
pub(super) fn in_digits(page: &mut Page, digits: &Digits) {
    let figures = [
        ("total variation", &digits.total_variation),
        (SEPARATION, &digits.separation),
        (L_INFINITY, &digits.l_infinity),
    ];
    if digits.after_point > LONG {
        for (title, number) in figures {
            page.line(format!("{}: {}", capital(title), exact(number)));
        }
    } else {
        page.table(figures)
            .left("distance", |(title, _)| *title)
            .left("exact", |(_, number)| exact(number));
    }
    cut_off(page, digits.after_point);
}

/// The distances after each number of riffles.
fn after_each(page: &mut Page, found: &Distance) {
    let digits = found.digits.as_ref();
    let is_long = digits.is_none_or(|digits| digits.after_point > LONG);
    let table = page
        .table(&found.after)
        .right("riffles", |after| after.riffles);
    let table = if is_long {
        table.right("total variation", |after| {
            near_one(after.total_variation, &after.gap)
        })
    } else {
        table.left("total variation", |after| {
            after.digits.as_ref().map(exact).unwrap_or_default()
        })
    };
    table
        .right("separation", |after| {
            closed(after.separation, 1.0 - after.separation)
        })
        .right("bits left", |after| figure(after.information_left_bits, 6))
        .right("rising sequences", |after| {
            format!("{:.6}", after.rising_sequences)
        })
        .faint("", |after| if after.asked { "asked" } else { "" });
}

/// How the types lie at the start, from the top; in older answers numbers alone.
pub(super) fn start(start: Option<&str>, types: &[usize]) -> String {
    let numbers = || {
        let numbers: Vec<String> = types.iter().map(ToString::to_string).collect();
        numbers.join(", ")
    };
    start.map_or_else(numbers, str::to_owned)
}

/// The part of the page on the types of the cards alone.
fn by_type(page: &mut Page, types: &Repeated, subject: &str) {
    let asked = types.after.iter().find(|row| row.asked);
    if let Some(asked) = asked {
        let what = match (&types.view, types.types.is_empty()) {
            (None, _) => "Seen by type alone".to_owned(),
            (Some(view), true) => format!("If no more is seen than {view}"),
            (Some(view), false) => format!("If no more is seen than the types of {view}"),
        };
        page.line(format!(
            "{what}, {subject} is {} from an ideal shuffle in total variation (0 ideal, 1 farthest).",
            distance(asked.total_variation)
        ));
        let [_, upper] = asked.total_variation;
        if upper < NEARLY_ONE {
            page.line(format!(
                "The chance of anything that {} off by at most {}.",
                if types.view.is_some() {
                    "can be seen so is"
                } else {
                    "types decide is"
                },
                most(asked.total_variation)
            ));
        }
    }
    let start = if types.types.is_empty() {
        "Any order at the start gives the same".to_owned()
    } else {
        let start = start(types.start.as_deref(), &types.types);
        format!("The start, from the top: {start}")
    };
    let by = types.by.as_deref().unwrap_or_default();
    page.line(format!("{start}. Source: {by}."));
    if let Some(then) = &types.then {
        page.line(format!(
            "After the riffles of each line comes once: {then}."
        ));
    }
    let has_riffles = types.after.iter().any(|row| row.riffles.is_some());
    let has_bits = types.after.iter().any(|row| row.l_infinity.is_some());
    let mut table = page.table(&types.after);
    if has_riffles {
        table = table.right("riffles", |row| row.riffles.unwrap_or_default());
    }
    table = table.right("total variation", |row| distance(row.total_variation));
    if types.after.iter().any(|row| row.separation.is_some()) {
        let of = |separation: f64| closed(separation, 1.0 - separation);
        table = table.right("separation", move |row| {
            row.separation.map(of).unwrap_or_default()
        });
    }
    if has_bits {
        table = table
            .right("L-infinity", |row| {
                row.l_infinity
                    .map(|value| figure(value, 6))
                    .unwrap_or_default()
            })
            .right("bits left", |row| {
                row.information_left_bits.map(between).unwrap_or_default()
            });
    }
    if types.after.iter().any(|row| row.bits_estimate.is_some()) {
        table = table.right("bits left, estimated", |row| {
            let text = |[bits, error]: [f64; 2]| {
                format!("about {} ± {}", figure(bits, 3), figure(error, 1))
            };
            row.bits_estimate.map(text).unwrap_or_default()
        });
    }
    table.faint("", |row| if row.asked { "asked" } else { "" });
    if let Some(left_out) = &types.left_out {
        page.note(left_out.clone());
    }
}

/// An upper limit that is no less says nothing.
const NEARLY_ONE: f64 = 0.9995;

/// A distance from 0 to 1 that lies between two numbers.
fn distance([lower, upper]: [f64; 2]) -> String {
    if lower <= 0.0 || upper < NEARLY_ONE || lower.total_cmp(&upper).is_eq() {
        return between([lower, upper]);
    }
    let decimals = if lower > 0.99 { 4 } else { 3 };
    format!("at least {}", down(lower, decimals))
}

/// A number that lies between two: with as many digits as they share, if these are three or more; else both, rounded
/// outwards.
fn between(ends: [f64; 2]) -> String {
    match written(ends) {
        Written::One { text, .. } => text,
        Written::Most(upper) => format!("at most {upper}"),
        Written::Both(lower, upper) => format!("{lower} to {upper}"),
    }
}

/// The upper of two ends, with as many digits as [`between`] has.
fn most(ends: [f64; 2]) -> String {
    match written(ends) {
        Written::One { most, .. } => most,
        Written::Most(upper) | Written::Both(_, upper) => upper,
    }
}

/// Two ends of a number in digits.
enum Written {
    /// The digits that they share, and the upper one rounded up to so many.
    One {
        text: String,
        most: String,
    },
    /// The upper one alone: the lower one says nothing.
    Most(String),
    Both(String, String),
}

fn written([lower, upper]: [f64; 2]) -> Written {
    let decimals = three_digits(upper);
    if lower.total_cmp(&upper).is_eq() {
        let text = closed(lower, 1.0 - lower);
        let most = text.clone();
        return Written::One { text, most };
    }
    let fewer = (decimals - 1).max(3);
    if lower <= 0.0 {
        return Written::Most(up(upper, decimals));
    }
    let shared = (decimals..=6).rev().find_map(|decimals| {
        let [low, high] = [lower, upper].map(|end| format!("{end:.decimals$}"));
        (low == high).then(|| (low, up(upper, decimals)))
    });
    if let Some((text, most)) = shared {
        return Written::One { text, most };
    }
    if lower < 1.0 / unit(fewer) {
        return Written::Most(up(upper, fewer));
    }
    Written::Both(down(lower, fewer), up(upper, fewer))
}

/// The decimals that show three digits of a number.
fn three_digits(number: f64) -> usize {
    (2.0 - number.log10().floor()).clamp(2.0, 15.0) as usize
}

/// Rounded down to so many decimals.
pub(super) fn down(end: f64, decimals: usize) -> String {
    let unit = unit(decimals);
    format!("{:.decimals$}", (end * unit).floor() / unit)
}

/// Rounded up to so many decimals.
pub(super) fn up(end: f64, decimals: usize) -> String {
    let unit = unit(decimals);
    format!("{:.decimals$}", (end * unit).ceil() / unit)
}

fn unit(decimals: usize) -> f64 {
    (0..decimals).fold(1.0, |unit, _| unit * 10.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_written_alike() {
        for (ends, text, upper) in [
            ([0.0003, 0.0155], "at most 0.016", "0.016"),
            ([0.0, 0.0155], "at most 0.0155", "0.0155"),
            ([0.0084, 0.0193], "0.008 to 0.020", "0.020"),
            ([0.01304, 0.013_042], "0.01304", "0.01305"),
            ([0.25, 0.25], "0.25", "0.25"),
        ] {
            assert_eq!((between(ends).as_str(), most(ends).as_str()), (text, upper));
        }
    }
}
