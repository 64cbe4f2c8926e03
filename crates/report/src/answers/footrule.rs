//! `footrule`: how far one order has moved its cards; the page.

use crate::table::Page;
use record::answers::footrule::Footrule;
use text::names::{p_value, significant};

/// The answer on a page.
pub fn page(page: &mut Page, found: &Footrule, _name: &str, cards: usize) {
    let side = if found.at_most <= found.at_least {
        format!(
            "this little or less with probability {}",
            p_value(found.at_most)
        )
    } else {
        format!(
            "this much or more with probability {}",
            p_value(found.at_least)
        )
    };
    page.line(format!(
        "This order moved its {cards} cards by {} places in all. A fair one moves them by {} ± {} (mean and standard \
         deviation), and by {side}.",
        found.moved,
        significant(found.mean, 4),
        significant(found.standard_deviation, 3)
    ));
    page.note(format!("both sides together: {}", p_value(found.two_sided)));
}
