//! The first screen: what was asked, the answer in words that need no statistics, what it means, one small table, and
//! what to do next. It is made once and drawn wherever it is shown.

mod answer;
#[cfg(feature = "commands")]
mod first;
mod meaning;
#[cfg(feature = "commands")]
mod next;
mod rank;
mod state;
#[cfg(feature = "commands")]
mod table;

use crate::record::{Record, Routine};

pub(super) use answer::{answer, capital};
#[cfg(feature = "commands")]
pub(super) use first::{Glance, answers, brief, glance, subject};
#[cfg(feature = "commands")]
pub(super) use meaning::plain;
pub(super) use state::State;
#[cfg(feature = "commands")]
pub(super) use table::from_fair;

/// The answer and what it means, in sentences.
pub fn headline(record: &Record) -> String {
    let mut text = answer(record);
    for sentence in meaning::meaning(record) {
        text.push(' ');
        text.push_str(&sentence);
    }
    text
}

/// The routines, or what was read; the control is nobody's question.
pub(super) fn ours(record: &Record) -> Vec<&Routine> {
    let routines = record.routines.iter();
    routines.filter(|routine| !routine.control).collect()
}
