//! The control where it failed: once, as ideal decks may by chance, or twice.

use record::{Outcome, Record};
use text::names::grouped;

/// The answer of a run whose control failed.
pub(super) fn faulty(record: &Record) -> String {
    if record.first_control.is_none() {
        // Of an older record: it had one control.
        return "The control group, ideal by construction, failed a test, so nothing here can be trusted. \
                Run again with another seed; if it fails again, this is a fault of colddeck."
            .to_owned();
    }
    let alpha = record.experiment.alpha;
    format!(
        "Two control groups, ideal by construction and independent of each other, each failed a test, so nothing here can be \
         trusted. By chance both fail in at most one run of {}: please report this with the spec and the seed.",
        runs_for_one(alpha * alpha)
    )
}

/// Tells of a control that failed where the one that was drawn in its place did not.
pub(super) fn drawn_again(record: &Record) -> Option<String> {
    let first = record.first_control.as_ref()?;
    if record.outcome == Outcome::FaultyControl {
        return None;
    }
    Some(format!(
        "I drew the control again: the first one failed ({}), as at most one of {} does by chance. The second one is shown \
         here; it is independent of the first. If it had failed too, colddeck would be at fault.",
        first.failed.join(", "),
        runs_for_one(record.experiment.alpha)
    ))
}

/// The number of runs, one of which does at most what has this probability; rounded down.
fn runs_for_one(probability: f64) -> String {
    // The product of two decimal fractions is a little off.
    grouped((1.0 / probability + 1e-6) as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_are_never_said_to_be_rarer_than_they_are() {
        for (alpha, once, twice) in [
            (0.001, "1,000", "1,000,000"),
            (0.05, "20", "400"),
            (0.03, "33", "1,111"),
        ] {
            assert_eq!(runs_for_one(alpha), once);
            assert_eq!(runs_for_one(alpha * alpha), twice);
        }
    }
}
