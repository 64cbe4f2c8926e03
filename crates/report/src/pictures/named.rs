//! The figures that the answer of a record names: pictures of them lead, and titles speak of these routines, and not of
//! those that are farthest off.

use super::super::nouns;
use super::super::tables::{significant, significant_short};
use super::is_fair;
use record::{Figures, Record, Routine};
use text::names::percent_said;

/// Routines that a title speaks of at the most.
pub(super) const MOST: usize = 3;

/// The place of a quantity in the answer, from 0: of `duplicates.best`, or of all figures of `duplicates`.
pub(super) fn place(record: &Record, quantity: &str) -> Option<usize> {
    let mut named = record.named.iter();
    named.position(|named| is_of(&named.figure, quantity))
}

/// Returns true if a path leads to the quantity or to a part of it.
fn is_of(path: &str, quantity: &str) -> bool {
    let rest = path.strip_prefix(quantity);
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

/// The routines of which the answer names the quantity; where it does so of none, all that it names: at most as many as a
/// title can speak of.
pub(super) fn routines<'a>(record: &'a Record, quantity: &str) -> Vec<&'a Routine> {
    let of = |quantity: Option<&str>| -> Vec<&'a Routine> {
        let mut found: Vec<&Routine> = Vec::new();
        let named = record.named.iter();
        let named = named.filter(|named| quantity.is_none_or(|of| is_of(&named.figure, of)));
        for name in named.filter_map(|named| named.routine.as_deref()) {
            let routine = record.routines.iter().find(|routine| routine.name == name);
            let routine = routine.filter(|routine| !routine.control);
            found.extend(routine.filter(|one| !found.iter().any(|known| known.name == one.name)));
        }
        found
    };
    let mut found = of(Some(quantity));
    if found.is_empty() {
        found = of(None);
    }
    found.truncate(MOST);
    found
}

/// The routines among `all` that the answer names with the quantity; where it names none of them, none.
pub(super) fn among<T>(
    record: &Record,
    quantity: &str,
    all: Vec<T>,
    of: impl Fn(&T) -> &str,
) -> Vec<T> {
    let mut all: Vec<Option<T>> = all.into_iter().map(Some).collect();
    let named = routines(record, quantity)
        .into_iter()
        .filter_map(|routine| {
            let mut all = all.iter_mut();
            let found = all.find(|one| matches!(&**one, Some(one) if of(one) == routine.name));
            found.and_then(Option::take)
        });
    named.collect()
}

/// The figure of a statistic that the answer names, of each routine that it names: "Neighbours that stayed together: 4.2
/// after three riffles, 4.9 after …; fair is 0.98." Nothing where it names none.
pub(super) fn figures(record: &Record, statistic: &str) -> Option<String> {
    let named = record.named.iter().filter(|named| named.routine.is_some());
    let mut named = named.filter(|named| is_of(&named.figure, statistic));
    let path = named.next()?.figure.strip_prefix(statistic)?;
    let path = path.strip_prefix('.').unwrap_or(path);
    let key = if path.is_empty() { "mean" } else { path };
    let columns = record.columns.iter();
    let column = columns
        .filter(|column| column.statistic == statistic)
        .find(|column| column.figure == key)?;
    let what = column.seen.as_ref().unwrap_or(&column.title);
    let ours = routines(record, statistic).into_iter();
    // Of a routine whose fair value alone is named, that is said at the end.
    let compared = |routine: &Routine| {
        let of = record.named.iter();
        let mut of = of.filter(|named| named.routine.as_deref() == Some(&routine.name));
        of.any(|named| !named.figure.ends_with("ideal"))
    };
    let ours: Vec<&Routine> = ours.filter(|routine| compared(routine)).collect();
    // Fair ones are told where there are no others.
    let all_fair = ours.iter().all(|routine| is_fair(routine));
    let ours = ours.into_iter();
    let said = ours
        .filter(|routine| all_fair || !is_fair(routine))
        .filter_map(|routine| {
            let value = Value::of(routine.statistics.get(statistic)?, key)?;
            Some((value, nouns::done(record, routine)))
        });
    let said: Vec<(Value, String)> = said.collect();
    let fair = said.first()?.0.fair?;
    let each = said
        .iter()
        .map(|(value, done)| format!("{} after {done}", value.said(value.here)));
    Some(format!(
        "{}: {}; fair is {}.",
        super::super::glance::capital(what),
        each.collect::<Vec<_>>().join(", "),
        said[0].0.said(fair)
    ))
}

/// A figure of a routine, and of a fair one.
struct Value {
    here: f64,
    fair: Option<f64>,
    /// True if it is a share of decks.
    is_share: bool,
}

impl Value {
    /// The figure by its key; the exact one where there is one.
    fn of(figures: &Figures, key: &str) -> Option<Self> {
        let (exact, fair) = match key {
            "mean" => ("exact".to_owned(), "ideal".to_owned()),
            key => (format!("{key}_exact"), format!("{key}_ideal")),
        };
        Some(Self {
            here: figures.number(&exact).or_else(|| figures.number(key))?,
            fair: figures.number(&fair),
            is_share: figures.whole(&format!("{key}_decks")).is_some(),
        })
    }

    fn said(&self, value: f64) -> String {
        if self.is_share {
            percent_said(value)
        } else if value.abs() < 1.0 {
            significant_short(value)
        } else {
            significant(value, if value.abs() < 10.0 { 2 } else { 3 })
        }
    }
}
