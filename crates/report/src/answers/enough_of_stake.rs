//! `enough` of a stake: how often a routine must be done until its chance is near the fair one; the page.

use super::quantity::{amount, between};
use crate::glance::capital;
use crate::stakes::signed;
use crate::table::Page;
use record::Tolerance;
use record::answers::enough::{Near, OfStake};
use record::answers::quantity::{After, Quantity};
use text::names::{counted, figure, grouped, percent};

/// The answer on a page.
pub(super) fn page(
    page: &mut Page,
    found: &OfStake,
    (name, confidence): (&str, Option<f64>),
    cards: usize,
) {
    let quantity = &found.quantity;
    for (at, near) in found.near.iter().enumerate() {
        let said = sentence(found, near, name);
        page.line(if at == 0 {
            format!("{}: {said}", capital(&quantity.words))
        } else {
            capital(&said)
        });
    }
    page.line(format!(
        "In fair decks of {cards} cards its chance is {}.",
        amount(quantity, &quantity.fair)
    ));
    page.line(format!(
        "The start, from the top: {}. {}",
        quantity.start.as_deref().unwrap_or_default(),
        source(quantity)
    ));
    table(page, quantity);
    page.note(match quantity.odds {
        Some(odds) => format!(
            "edge: how much more of the stake a bet at {} to 1 gains than in fair decks",
            figure(odds, 6)
        ),
        None => "edge: what a bet at fair odds gains, as a share of the stake".to_owned(),
    });
    if let Some(confidence) = confidence {
        page.note(format!(
            "limits from simulated decks hold for all rows together with {} confidence",
            percent(confidence)
        ));
    }
}

/// So many times that the routine is done: `7 riffles`, `7 times`.
fn times(quantity: &Quantity, number: u32) -> String {
    counted(u64::from(number), quantity.unit().0)
}

/// From when on a tolerance is kept.
fn sentence(found: &OfStake, near: &Near, name: &str) -> String {
    let quantity = &found.quantity;
    let tolerance = near.within.parse::<Tolerance>();
    let within = match tolerance {
        Ok(Tolerance::Edge(_)) => format!("with a bet within {} of fair", near.within),
        Ok(points) => format!("within {} of fair", points.in_words()),
        Err(_) => near.within.clone(),
    };
    let after = |number: u32| times(quantity, number);
    let chance = |number: u32| {
        let row = quantity.after.get(number.checked_sub(1)? as usize)?;
        Some(amount(quantity, &row.law))
    };
    let Some(least) = near.at_least else {
        return format!("never {within} for good, however often {name} is done.");
    };
    let Some(from) = near.from else {
        if least > found.looked_at {
            return format!(
                "not {within} after {}. The search stopped there.",
                after(found.looked_at)
            );
        }
        let known = if least > 1 {
            format!("it takes {} or more; ", after(least))
        } else {
            String::new()
        };
        return format!(
            "{known}not shown to be {within} after {}. The search stopped there.",
            after(found.looked_at)
        );
    };
    let shown = chance(from).map_or_else(String::new, |chance| format!(" ({chance})"));
    let beyond = if near.proved {
        String::new()
    } else {
        format!(
            ", as far as {}; nothing is known of more",
            after(found.looked_at)
        )
    };
    let before = match (from - 1, chance(from - 1)) {
        (0, _) => String::new(),
        (before, Some(chance)) if least == from => {
            format!("; after {} it is not ({chance})", after(before))
        }
        _ if least == from => format!("; after {} it is not", after(from - 1)),
        _ if least > 1 => format!(
            "; it takes at least {}, and the numbers between are open",
            after(least)
        ),
        _ => "; fewer may be enough".to_owned(),
    };
    format!("{within} from {} on{shown}{beyond}{before}.", after(from))
}

/// How both laws are known.
fn source(quantity: &Quantity) -> String {
    let fair = &quantity.fair.by;
    match quantity.after.first() {
        Some(row) if row.law.by != *fair => format!("Source: {}; fair: {fair}.", row.law.by),
        _ => format!("Source: {fair}."),
    }
}

/// The chance and the edge after each number of times.
fn table(page: &mut Page, quantity: &Quantity) {
    let (_, unit) = quantity.unit();
    let table = page
        .table(&quantity.after)
        .right(unit, |row| {
            grouped(u64::from(row.times.unwrap_or_default()))
        })
        .right("chance", |row| amount(quantity, &row.law))
        .right("fair", |_| amount(quantity, &quantity.fair))
        .right("points off", |row| between(row.total_variation));
    table.right("edge", |row| edge(quantity, row));
}

/// The edge of a bet in a row.
fn edge(quantity: &Quantity, row: &After) -> String {
    let Some([low, high]) = quantity.stake(&row.law).edge else {
        return String::new();
    };
    let (low, high) = (signed(100.0 * low, 3), signed(100.0 * high, 3));
    if low == high {
        low
    } else {
        format!("{low} to {high}")
    }
}
