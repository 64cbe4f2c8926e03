//! `enough` of a stake: how often a routine must be done until its chance is near the fair one; the page.

use super::quantity::{amount, between};
use crate::glance::capital;
use crate::stakes::signed;
use crate::table::Page;
use record::answers::enough::{Near, OfStake};
use record::answers::quantity::{After, Quantity};
use record::{Standing, Tolerance};
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
        let said = sentence(found, near, (name, at == 0));
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

/// From when on a tolerance is kept; the first sentence goes on after the words of the event.
fn sentence(found: &OfStake, near: &Near, (name, is_first): (&str, bool)) -> String {
    let quantity = &found.quantity;
    let tolerance = near.within.parse::<Tolerance>();
    let (subject, within) = match tolerance {
        Ok(Tolerance::Edge(_)) => ("a bet on it ", format!("within {} of fair", near.within)),
        Ok(points) => (
            if is_first { "" } else { "it " },
            format!("within {} of fair", points.in_words()),
        ),
        Err(_) => ("it ", near.within.clone()),
    };
    let is = if subject.is_empty() { "" } else { "is " };
    let after = |number: u32| times(quantity, number);
    let row = |number: u32| quantity.after.get(number.checked_sub(1)? as usize);
    let chance = |number: u32| Some(amount(quantity, &row(number)?.law));
    let Some(least) = near.at_least else {
        return format!("{subject}never comes {within} for good, however often {name} is done.");
    };
    let Some(from) = near.from else {
        let shown = if least > found.looked_at {
            ""
        } else {
            "shown to be "
        };
        let known = if (2..=found.looked_at).contains(&least) {
            format!(" It takes {} or more.", after(least))
        } else {
            String::new()
        };
        return format!(
            "{subject}{is}not {shown}{within} after {}. The search stopped there.{known}",
            after(found.looked_at)
        );
    };
    // Limits of simulated decks may be wider than what the law of all orders proves.
    let standing = row(from).zip(tolerance.ok());
    let standing = standing.map(|(row, tolerance)| quantity.stake(&row.law).under(tolerance));
    let shown = match (chance(from), standing) {
        (Some(chance), Some(Standing::Within)) => format!(" ({chance})"),
        (Some(_), _) if near.proved => ", since all orders together are as near".to_owned(),
        _ => String::new(),
    };
    let beyond = if near.proved {
        String::new()
    } else {
        format!(", at least up to {}", after(found.looked_at))
    };
    let before = match (from - 1, chance(from - 1)) {
        (0, _) => String::new(),
        (before, Some(chance)) if least == from => {
            format!("; after {} it is not ({chance})", after(before))
        }
        _ if least == from => format!("; after {} it is not", after(from - 1)),
        _ if least > 1 => format!(
            ". Fewer than {} are not enough; between these it is not known",
            after(least)
        ),
        _ => "; fewer may be enough".to_owned(),
    };
    format!(
        "{subject}{is}{within} from {} on{shown}{beyond}{before}.",
        after(from)
    )
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
