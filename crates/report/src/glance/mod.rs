//! The first screen: what was asked, the answer in words that need no statistics, what it means, one small table, and
//! what to do next. It is made once and drawn wherever it is shown.

mod answer;
mod calls;
mod first;
mod meaning;
mod next;
mod practical;
mod rank;
mod ruler;
mod state;
mod symbols;
mod table;

use record::{Record, Routine};

pub(super) use answer::{answer, capital, listed, odds_against};
pub(super) use first::{Glance, List, answers, brief, glance, subject};
pub(super) use meaning::plain;
pub(super) use ruler::{Placed, Ruler};
pub(super) use state::State;
pub(super) use table::from_fair;

/// Exact figures that differ by less are the same but for rounding.
const SAME: f64 = 1e-12;

/// The answer and what it means, in sentences.
pub fn headline(record: &Record) -> String {
    let mut text = answer(record);
    let sentences = meaning::meaning(record).into_iter();
    let lists = meaning::lists(record);
    let lists = lists.iter().map(List::sentence);
    for sentence in sentences.chain(lists).chain(meaning::badge(record)) {
        text.push(' ');
        text.push_str(&sentence);
    }
    text
}

/// The record with its headline, which says it to programs.
#[must_use]
pub fn with_headline(mut record: Record) -> Record {
    record.headline = Some(headline(&record));
    record
}

/// The routines, or what was read; the control is nobody's question.
pub(super) fn ours(record: &Record) -> Vec<&Routine> {
    let routines = record.routines.iter();
    routines.filter(|routine| !routine.control).collect()
}
