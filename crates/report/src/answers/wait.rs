//! `wait`: how long a game lasts that one of two rolls ends, given which; the page.

use crate::table::Page;
use record::answers::wait::Wait;
use text::names::{figure, significant};

/// The answer on a page.
pub fn page(page: &mut Page, found: &Wait, _name: &str, _cards: usize) {
    let shown = |value: f64, exact: &Option<String>| match exact {
        Some(exact) if exact.parse::<u64>().is_err() => format!("{} ({exact})", figure(value, 6)),
        _ => figure(value, 6),
    };
    page.line(format!(
        "Games that are won take {} rolls on average, give or take {} (standard deviation); a game is won with probability {}.",
        shown(found.mean, &found.mean_exact),
        figure(found.standard_deviation, 4),
        shown(found.won, &found.won_exact),
    ));
    page.line(format!(
        "Games that are lost take as long: every roll ends the game with probability {}, and how it ends says nothing of when.",
        shown(found.ends, &found.ends_exact)
    ));
    page.line(format!(
        "It is not {}, the mean of another game, whose dice cannot lose: in this one a long game has mostly been lost before.",
        shown(found.mean_without_losing_rolls, &found.mean_without_losing_rolls_exact)
    ));
    page.table(&found.rolls)
        .right("rolls", |row| row.rolls)
        .right("probability", |row| significant(row.probability, 6));
}
