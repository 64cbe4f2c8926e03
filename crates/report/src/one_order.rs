//! The words for a single order: a lottery, a ballot, a raffle. It is no shuffle that deals again, so that nothing is
//! said of opponents and of more decks.

use super::glance::{State, odds_against};
use super::table::{Align, Cell, Table};
use super::tables::{self, findings, significant};
use record::Record;
use record::{Routine, Test, Verdict};

/// The statistics in the order in which they are plain to people.
const PLAINEST: [&str; 3] = ["spearman", "inversions", "group-ranks"];

/// The plainest of the tests with that verdict.
fn plainest(routine: &Routine, verdict: Verdict) -> Option<&Test> {
    let tests = || routine.tests.iter().filter(|test| test.verdict == verdict);
    let named = |name: &&str| tests().find(|test| test.statistic == **name);
    PLAINEST.iter().find_map(named).or_else(|| tests().next())
}

/// Says what a test saw, and how seldom a fair draw looks so.
fn seen(test: &Test) -> String {
    let p = test.p_adjusted.unwrap_or(1.0);
    format!(
        "{} (at most one fair draw in {} looks this odd)",
        test.words,
        odds_against(p)
    )
}

/// Evidence, doubt or none, in a sentence.
pub(super) fn answer(routine: &Routine, items: usize) -> String {
    if let Some(test) = plainest(routine, Verdict::Fail) {
        return format!(
            "Chance does not explain this order. {}.",
            super::glance::capital(&seen(test))
        );
    }
    if let Some(test) = plainest(routine, Verdict::Suspicious) {
        return format!(
            "Nothing established: at most one fair draw in {} looks this odd. {}.",
            odds_against(test.p_adjusted.unwrap_or(1.0)),
            super::glance::capital(&test.words)
        );
    }
    if routine.tests.iter().all(|test| test.p.is_none()) {
        return format!(
            "Too few items to say anything: no order of {items} would be a surprise to any of these tests."
        );
    }
    format!(
        "Nothing sets this order apart from the orders that chance gives{}.",
        power(routine)
    )
}

/// Says which correlation would have been seen. Begins with a full stop, or is empty.
fn power(routine: &Routine) -> String {
    let inversions = |test: &&Test| test.statistic == "inversions";
    let shift = routine.tests.iter().find(inversions);
    let shift = shift.and_then(|test| test.detectable.as_ref());
    let figures = routine.statistics.get("inversions");
    let fair = figures.and_then(|figures| figures.number("ideal"));
    match (shift, fair) {
        (Some(shift), Some(fair)) if shift.value < fair => format!(
            ". A draw whose correlation with the order before is {} on average (Kendall's tau) would have been seen nine times in ten",
            significant(shift.value / fair, 2)
        ),
        _ => String::new(),
    }
}

/// Says what else was seen, in a sentence or two.
pub(super) fn meaning(routine: &Routine) -> Vec<String> {
    let mut told = [Verdict::Fail, Verdict::Suspicious].into_iter();
    let told = told.find_map(|verdict| plainest(routine, verdict));
    let found = findings(routine);
    let others = found.iter().filter(|(test, _)| Some(*test) != told);
    others
        .take(2)
        .map(|(test, _)| format!("{}.", super::glance::capital(&seen(test))))
        .collect()
}

/// Says what to do next.
pub(super) fn next(record: &Record, routine: &Routine) -> Vec<String> {
    match State::of(record, routine) {
        State::NotFair { .. } | State::Departs => vec![
            "Usual cause: items that went in one after the other and were mixed too little before they were drawn; colddeck \
             explain spearman says more."
                .to_owned(),
        ],
        State::Suspicious => {
            vec!["Another order of the same kind of draw would settle it, if there is one.".to_owned()]
        }
        _ => Vec::new(),
    }
}

/// A row for each test: there are few, and their titles are long.
pub(super) fn verdicts(record: &Record) -> Table {
    let mut table = Table::default();
    for (title, align) in [
        ("test", Align::Left),
        ("p", Align::Right),
        ("adjusted p", Align::Right),
        ("verdict", Align::Left),
    ] {
        table.column(title, align);
    }
    for routine in &record.routines {
        for test in &routine.tests {
            let title = if routine.control {
                format!("{}, control", test.title)
            } else {
                test.title.clone()
            };
            table.rows.push(vec![
                Cell::plain(title),
                Cell::plain(test.p.map_or_else(String::new, tables::p_value)),
                Cell::plain(tables::adjusted(test)),
                tables::verdict_word(test),
            ]);
        }
    }
    table
}
