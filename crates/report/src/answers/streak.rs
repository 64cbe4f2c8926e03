//! `streak`: how long until the same symbol comes so many times in a row, and how likely that is in so many draws; the page.

use super::parts::any;
use crate::table::Page;
use record::answers::streak::Streak;
use text::names::{grouped, p_value};

/// The answer on a page.
pub fn page(page: &mut Page, found: &Streak, _name: &str, _cards: usize) {
    page.line(format!(
        "A symbol with probability {} has come {} times in a row after {} draws on average.",
        found.p,
        grouped(found.run),
        any(&found.wait)
    ));
    if let Some(digits) = found.wait_digits.filter(|digits| *digits > 15) {
        page.line(format!("That is a number of {} digits.", grouped(digits)));
    }
    if let (Some(draws), Some(within)) = (found.draws, found.within) {
        page.line(format!(
            "In {} draws it does so with probability {}.",
            grouped(draws),
            p_value(within)
        ));
    }
    page.note("independent draws; it is certain to come in draws without end");
}
