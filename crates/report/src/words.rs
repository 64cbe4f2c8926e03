//! A record in plain words alone, for messages: no tables, no colours.

use super::{glance, tables};
use record::Record;

/// Lines of evidence against each routine.
const MOST_LINES: usize = 8;

/// Says the result of the run, and the evidence against each routine, the strongest first: a line each.
pub fn words(record: &Record) -> String {
    let mut lines = vec![glance::headline(record)];
    for routine in record.routines.iter().filter(|routine| !routine.control) {
        let found = tables::findings(routine);
        let shown = found.iter().take(MOST_LINES);
        lines.extend(shown.map(|(_, text)| format!("  - {text}")));
        if found.len() > MOST_LINES {
            lines.push(format!("  … and {} more", found.len() - MOST_LINES));
        }
    }
    lines.join("\n")
}
