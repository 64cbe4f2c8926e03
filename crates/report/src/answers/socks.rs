//! `socks`: the most socks without a mate while a basket is emptied sock by sock; the page.

use super::parts::{LAW_ROWS, largest_in_order};
use crate::table::Page;
use record::answers::socks::{FEET, Scan, Socks};
use text::names::{figure, grouped, significant};

/// The answer on a page.
pub fn page(page: &mut Page, found: &Socks, _name: &str, _cards: usize) {
    let pairs = grouped(found.pairs as u64);
    let plural = if found.pairs == 1 { "" } else { "s" };
    let which = if found.kind == FEET {
        format!("pair{plural} of left and right socks, where any left one fits any right one")
    } else {
        format!("distinct pair{plural} of socks")
    };
    let exact = match &found.mean_exact {
        Some(text) if text.contains('/') => format!(" ({text})"),
        _ => String::new(),
    };
    page.line(format!(
        "You empty a basket of {pairs} {which}. On average, at most {}{exact} socks are aside at a time, give or take {} \
         (standard deviation).",
        figure(found.mean, 8),
        figure(found.standard_deviation, 4),
    ));
    if let Some(formulas) = &found.formulas {
        page.line(format!(
            "The formula sqrt(pi n) ln 2 - 1/2 gives {} and leaves {}; sqrt(3n/2) gives {} and leaves {}.",
            figure(formulas.asymptote, 8),
            figure(formulas.rest, 4),
            figure(formulas.conjecture, 8),
            figure(formulas.error, 4),
        ));
    }
    if let Some(scan) = &found.scan {
        page.line(of_scan(scan, &pairs));
    }
    let shown = largest_in_order(&found.values, LAW_ROWS, |most| most.probability);
    let counted = found.arrangements.is_some();
    let table = page.table(shown).right("most aside", |most| most.value);
    let table = if counted {
        table.right("arrangements", |most| {
            most.arrangements.clone().unwrap_or_default()
        })
    } else {
        table
    };
    table
        .right("probability", |most| significant(most.probability, 6))
        .right("this many or more", |most| significant(most.at_least, 6));
    if let Some(all) = &found.arrangements {
        let of = if found.kind == FEET {
            "orders of left and right socks"
        } else {
            "ways in which places in the order can be mates"
        };
        page.note(format!("{all} equally likely arrangements: {of}"));
    }
}

/// The conjecture for all numbers of pairs, in a sentence.
fn of_scan(scan: &Scan, pairs: &str) -> String {
    let at = |number: &usize| grouped(*number as u64);
    let changes: Vec<String> = scan.sign_changes.iter().map(at).collect();
    let sign = if changes.is_empty() {
        "keeps its sign".to_owned()
    } else {
        format!("changes its sign at {}", changes.join(", "))
    };
    let half = match (&scan.half_at, &scan.half_from) {
        (None, _) => "it never comes to 1/2".to_owned(),
        (Some(first), Some(from)) if first == from => {
            format!("it is 1/2 or more from {} on", at(from))
        }
        (Some(first), _) => format!("it first comes to 1/2 at {}", at(first)),
    };
    format!(
        "For all n up to {pairs}: the rest that sqrt(3n/2) leaves {sign}; {half}; its largest size is {} at n = {}.",
        figure(scan.largest, 4),
        at(&scan.largest_at)
    )
}
