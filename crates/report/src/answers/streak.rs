//! `streak`: how long until the same symbol comes so many times in a row, and how likely that is in so many draws; the page.

use super::parts::any;
use crate::table::Page;
use record::answers::streak::Streak;
use text::names::{grouped, p_value};

/// The answer on a page.
pub fn page(page: &mut Page, found: &Streak, _name: &str, _cards: usize) {
    page.line(format!(
        "It takes {} draws on average until a symbol with probability {} has come {}.",
        any(&found.wait),
        found.p,
        match found.run {
            1 => "once".to_owned(),
            run => format!("{} times in a row", grouped(run)),
        }
    ));
    if let Some(digits) = found.wait_digits.filter(|digits| *digits > 15) {
        page.line(format!("That is a number of {} digits.", grouped(digits)));
    }
    if let (Some(draws), Some(within)) = (found.draws, found.within) {
        page.line(format!(
            "In {} it does so with probability {}.",
            match draws {
                1 => "1 draw".to_owned(),
                draws => format!("{} draws", grouped(draws)),
            },
            p_value(within)
        ));
    }
    page.note("draws are independent; if they never end, it is certain to come");
}
