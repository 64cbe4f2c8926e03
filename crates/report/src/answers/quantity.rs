//! `quantity`: a number or an event that is seen of a deck; the page.

use super::distance::{down, up};
use super::parts::{LAW_ROWS, largest_in_order};
use crate::glance::capital;
use crate::stakes::signed;
use crate::table::Page;
use record::answers::proof::Proof;
use record::answers::quantity::{After, Law, Quantity, Sampled};
use text::names::{figure, grouped, one_in, percent, significant};

/// The answer on a page.
pub fn page(page: &mut Page, found: &Quantity, name: &str, cards: usize) {
    let asked = found.asked();
    page.line(format!(
        "{} in {} of {cards} cards{}.",
        said(found, &found.fair),
        if found.event {
            "fair decks"
        } else {
            "a fair deck"
        },
        asked.map_or_else(String::new, |row| format!(
            "; {} after {name}",
            amount(found, &row.law)
        ))
    ));
    if let Some(bet) = bet(found, asked) {
        page.line(bet);
    }
    if let Some(row) = asked {
        page.line(off(row, found.event));
        if let Some(near) = enough(found) {
            page.line(near);
        }
        let start = found.start.as_deref().unwrap_or_default();
        page.line(format!(
            "The start, from the top: {start}. {}",
            source(found, row)
        ));
    } else {
        page.line(format!("Source: {}.", found.fair.by));
    }
    if let Some(sampled) = found.fair.sampled.filter(|_| found.event) {
        page.line(format!("In fair decks it lies between {}.", ends(sampled)));
    }
    sampled(page, found, asked);
    if !found.event {
        values(page, found, asked);
    }
    if !found.proofs.is_empty() {
        proofs(page, found);
    }
    if found.after.len() > 1 {
        let (_, unit) = found.unit();
        let title = if found.event { "chance" } else { "mean" };
        page.table(&found.after)
            .right(unit, |row| row.times.unwrap_or_default())
            .right(title, |row| amount(found, &row.law))
            .right("points off", |row| between(row.total_variation))
            .faint("", |row| if row.asked { "asked" } else { "" });
    }
}

/// The quantity and its size: "Spades among the first 13 cards: 3.25, on average".
fn said(found: &Quantity, law: &Law) -> String {
    let amount = amount(found, law);
    let words = capital(&found.words);
    if found.event && is_rare(law.mean) {
        format!("{words}: {amount}")
    } else if found.event {
        format!("{words}: {amount} of the time")
    } else {
        format!("{words}: {amount} on average")
    }
}

/// Says how much a bet at the odds that were named gains; `None` where none were.
fn bet(found: &Quantity, asked: Option<&After>) -> Option<String> {
    let gain = |law: &Law| found.gain(law.mean);
    let (odds, fair) = (found.odds?, gain(&found.fair)?);
    let said = |gain: f64| {
        let amount = signed(100.0 * gain, 4);
        match amount.strip_prefix('−') {
            Some(lost) => format!("loses {lost}"),
            None => format!("gains {}", amount.trim_start_matches('+')),
        }
    };
    let after = asked.and_then(|row| gain(&row.law));
    Some(format!(
        "A bet on it at {} to 1 {} of the stake in fair decks{}.",
        figure(odds, 6),
        said(fair),
        after.map_or_else(String::new, |after| format!(
            ", and {} after it",
            said(after)
        ))
    ))
}

/// True of a chance that nobody says in per cent.
fn is_rare(chance: f64) -> bool {
    chance > 0.0 && chance < 1e-6
}

/// A chance, or a mean.
pub(super) fn amount(found: &Quantity, law: &Law) -> String {
    if found.event && is_rare(law.mean) {
        one_in(law.mean)
    } else if found.event {
        format!("{}%", figure(100.0 * law.mean, 4))
    } else {
        figure(law.mean, 4)
    }
}

/// How far the law is from fair.
fn off(row: &After, is_event: bool) -> String {
    let [lower, upper] = row.total_variation;
    match (is_event, row.law.sampled) {
        (true, None) => format!("That is {} points off.", points(upper)),
        (true, Some(sampled)) => format!("The chance lies between {}.", ends(sampled)),
        (false, None) => format!(
            "The chance of a value, or of several together, is off by at most {} points.",
            points(upper)
        ),
        (false, Some(sampled)) => {
            let least = if lower >= LEAST {
                format!("; of some, by at least {}", down(100.0 * lower, 1))
            } else {
                String::new()
            };
            format!(
                "The chance of a value, or of several together, is off by at most {} points{least} ({} confidence).",
                up(100.0 * upper, 1),
                percent(sampled.confidence)
            )
        }
    }
}

/// The limits of a chance in words.
fn ends(sampled: Sampled) -> String {
    let [least, most] = sampled.mean;
    format!(
        "{}% and {}% ({} confidence)",
        down(100.0 * least, 2),
        up(100.0 * most, 2),
        percent(sampled.confidence)
    )
}

/// A lower limit that is less says nothing.
const LEAST: f64 = 0.001;

/// Points of probability.
fn points(distance: f64) -> String {
    figure(100.0 * distance, 3)
}

/// From when on it is near fair.
fn enough(found: &Quantity) -> Option<String> {
    let times = found.near_from()?;
    let (one, many) = found.unit();
    let unit = if times == 1 { one } else { many };
    let on = format!("within 1 point of fair from {times} {unit} on");
    Some(if found.settled {
        format!("It is {on}.")
    } else {
        format!("In the rows below it is {on}.")
    })
}

/// How both laws are known.
fn source(found: &Quantity, row: &After) -> String {
    if found.fair.by == row.law.by {
        format!("Source: {}.", found.fair.by)
    } else {
        format!("Source: {}; fair: {}.", row.law.by, found.fair.by)
    }
}

/// Says what simulated decks leave open.
fn sampled(page: &mut Page, found: &Quantity, asked: Option<&After>) {
    let laws = [Some(&found.fair), asked.map(|row| &row.law)];
    let limits = laws.into_iter().flatten().filter_map(|law| law.sampled);
    if let Some(limits) = limits.max_by(|a, b| a.within.total_cmp(&b.within))
        && !found.event
    {
        page.line(format!(
            "Simulated in {} decks: each chance below is off by at most {} points ({} confidence).",
            grouped(limits.decks),
            points(limits.within),
            percent(limits.confidence)
        ));
    }
}

/// Decks that would show that the event comes too often.
fn proofs(page: &mut Page, found: &Quantity) {
    let chance = |proof: &Proof| 100.0 * proof.ratio * found.fair.mean;
    let decks = |decks: Option<u64>| decks.map_or_else(|| "over 10^12".to_owned(), grouped);
    page.table(&found.proofs)
        .right("too often by", |proof| {
            format!("{}%", figure(100.0 * (proof.ratio - 1.0), 3))
        })
        .right("chance", |proof| format!("{}%", figure(chance(proof), 5)))
        .right("decks that show it", |proof| decks(proof.games));
    if let Some(proof) = found.proofs.first() {
        page.note(format!(
            "A bet at fair odds gains as much as the event comes too often. So many decks show it {} times in 100; fair ones once \
             in {}.",
            figure(100.0 * proof.power, 3),
            grouped((1.0 / proof.level).round() as u64)
        ));
    }
}

/// The law, value by value.
fn values(page: &mut Page, found: &Quantity, asked: Option<&After>) {
    let laws = [Some(&found.fair), asked.map(|row| &row.law)];
    let all = laws.into_iter().flatten().flat_map(|law| law.values.iter());
    let mut all: Vec<i64> = all.copied().collect();
    all.sort_unstable();
    all.dedup();
    let both = |value: &i64| {
        let after = asked.map_or(0.0, |row| row.law.chance(*value));
        found.fair.chance(*value).max(after)
    };
    all.retain(|value| both(value) >= SHOWN);
    let shown = largest_in_order(&all, LAW_ROWS, both);
    let written = |p: f64| {
        if p < SHOWN {
            String::from("0")
        } else {
            significant(100.0 * p, 4)
        }
    };
    let table = page
        .table(shown)
        .right("value", |value| **value)
        .right("fair, %", |value| written(found.fair.chance(**value)));
    if let Some(row) = asked {
        table.right("after, %", |value| written(row.law.chance(**value)));
    }
    page.note(if all.len() > LAW_ROWS {
        format!("the {LAW_ROWS} likeliest values; `--json` has all")
    } else {
        "values with a chance of 0.001% and more; `--json` has all".to_owned()
    });
}

/// The least chance that a table shows.
const SHOWN: f64 = 1e-5;

/// Points that a chance is off.
pub(super) fn between([lower, upper]: [f64; 2]) -> String {
    if (upper - lower).abs() < 1e-12 {
        return points(upper);
    }
    let (lower, upper) = (down(100.0 * lower, 1), up(100.0 * upper, 1));
    if lower == "0.0" {
        format!("at most {upper}")
    } else {
        format!("{lower} to {upper}")
    }
}
