//! The control where it fails, and the second one that is drawn then.
//!
//! Ideal decks fail by chance, too: at the error level α of the run. The decks of a control depend on the seed, the
//! subject and the number of decks alone, so that its chance alarm would meet everybody who has as many. So a control that fails
//! is drawn again, from another random stream of the same seed ([`CONTROL_AGAIN`]), and the program is declared
//! faulty only where that one fails, too. The two are independent: of a program without a fault both fail with probability α² at most, once in
//! a million runs at the usual level of .001. A fault of the program that fails one control surely fails the
//! other as well.
//!
//! The second control takes the place of the first, in tables and claims too: the figures of a group that was looked
//! at because it failed would not be those of ideal decks. It is drawn where a run is judged, once all was counted: that of a run that was shared out is drawn by the
//! merge, which then counts as many decks as each routine has; a run that was stopped in its midst is not judged as long as its
//! control fails.

use super::jobs::planned;
use super::{Run, Stage};
use engine::simulate::{self, Counts, SimulateError, Watch};
use engine::verdict::anytime::Finding;
use record::{FirstControl, Outcome, Record};
use statistic::Design;
use subjects::{CONTROL_AGAIN, Runs};
use text::judgement::Verdict;

/// Tells what the control of `record` failed, if that is its outcome.
pub(super) fn failed(record: &Record) -> Option<FirstControl> {
    if record.outcome != Outcome::FaultyControl {
        return None;
    }
    let control = record.routines.iter().filter(|routine| routine.control);
    let failed = control.flat_map(|control| {
        let tests = control.tests.iter();
        let tests = tests.filter(|test| test.verdict == Verdict::Fail);
        let tests = tests.map(|test| format!("{}: {}", test.statistic, test.test));
        let watched = control.anytime.iter();
        tests.chain(watched.flat_map(|found| found.culprits.iter().cloned()))
    });
    let failed = failed.collect();
    Some(FirstControl { failed })
}

/// The decks of the routine that was watched longest; `None` without routines.
pub(super) fn watched(routines: &[Finding]) -> Option<u64> {
    routines.iter().map(|routine| routine.decks).max()
}

impl<S: Runs> Run<'_, S> {
    /// Counts a second control, until `watch` has seen enough of it; nothing where no control is ever simulated.
    pub(super) fn control_again(
        &self,
        design: &Design,
        watch: &mut dyn Watch,
    ) -> Result<Vec<Counts>, SimulateError> {
        let planned = planned(self.experiment, self.machine.isa);
        let jobs: Vec<S::Supply> = (self.subject.ideal(&planned, CONTROL_AGAIN))
            .into_iter()
            .collect();
        let _stage = Stage::begin(self.progress, CONTROL_AGAIN, Some(design.subjects()));
        let statistics = &self.experiment.statistics;
        simulate::run(
            &jobs,
            design,
            statistics,
            self.machine,
            self.progress,
            watch,
        )
    }
}

#[cfg(test)]
mod tests;
