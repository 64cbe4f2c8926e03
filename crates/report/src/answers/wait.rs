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
        "A game that is won takes {} rolls on average, give or take {} (standard deviation). A game is won with probability {}.",
        shown(found.mean, &found.mean_exact),
        figure(found.standard_deviation, 4),
        shown(found.won, &found.won_exact),
    ));
    page.line(format!(
        "Games that are lost take as long: every roll ends the game with probability {}, and how it ends says nothing \
         about when.",
        shown(found.ends, &found.ends_exact)
    ));
    if found.mean < found.mean_without_losing_rolls {
        page.line(format!(
            "If the dice could not lose, the mean would be {}. Here it is lower: the longer a game goes on, the likelier \
             it is to be lost first.",
            shown(
                found.mean_without_losing_rolls,
                &found.mean_without_losing_rolls_exact
            )
        ));
    }
    page.table(&found.rolls)
        .right("rolls", |row| row.rolls)
        .right("probability", |row| significant(row.probability, 6));
}
