//! Runs that stop once they are decided: how often the e-value of ideal decks ever reaches 1/α, looked at
//! whenever such a run is looked at, and after how many decks known-bad shuffles fail.

use super::ideal_decks::{ALPHAS, most};
use super::power::{Subject, commonest, known_bad};
use crate::conduct::{Bench, ideal_job};
use deck::subject::WholeDeck;
use engine::simulate::{self, Seen, SimulateError, Watch};
use engine::verdict::anytime::{Referee, Rules};
use engine::verdict::battery::tested_on;
use record::calibration::{Family, Stopped, Watched};
use statistic::{Design, Effort, LogE, Probe, Suite, Wager};
use text::judgement::Decision;

/// Sees the largest mean of the e-values of all statistics, over all looks.
struct Peak<'a> {
    probes: &'a [Probe],
    wagers: Vec<Box<dyn Wager>>,
    e: LogE,
    looks: u64,
}

impl<'a> Peak<'a> {
    /// All of `probes` have a wager.
    fn new(probes: &'a [Probe], design: &Design) -> Self {
        let wagers = probes.iter();
        Self {
            probes,
            wagers: wagers
                .filter_map(|probe| probe.statistic().wager(design))
                .collect(),
            e: LogE::ONE,
            looks: 0,
        }
    }
}

impl Watch for Peak<'_> {
    fn see(&mut self, _job: usize, seen: &Seen<'_>) {
        let looked = self.wagers.iter_mut().zip(self.probes);
        let e = looked.map(|(wager, probe)| wager.look(seen.of(probe)));
        self.e = self.e.max(LogE::mean(e));
        self.looks += 1;
    }

    fn go_on(&mut self) -> Vec<bool> {
        vec![true]
    }
}

/// The statistics of `suite` that can be judged at any time.
fn judged(suite: Suite, design: &Design) -> Vec<Probe> {
    let mut probes = tested_on(suite, &WholeDeck, design, Effort::Learns);
    probes.retain(|probe| probe.statistic().wager(design).is_some());
    probes
}

/// `replicates` runs of ideal decks, each watched to its last deck.
pub fn watched(
    bench: &Bench<'_>,
    suite: Suite,
    design: Design,
    replicates: usize,
) -> Result<Watched, SimulateError> {
    let probes = judged(suite, &design);
    let found = simulate::each(
        replicates,
        |run| {
            let label = format!("anytime {} {} {run}", design.size, design.trials);
            (ideal_job(label, bench.seed), Peak::new(&probes, &design))
        },
        &design,
        &probes,
        bench.machine,
        bench.progress,
        |_, seen, _| (seen.e, seen.looks),
    )?;
    let runs = replicates as u64;
    let families = ALPHAS.map(|alpha| Family {
        alpha,
        alarms: found.iter().filter(|(e, _)| e.reaches(alpha)).count() as u64,
        at_most: most(runs, alpha),
    });
    Ok(Watched {
        deck: design.size,
        trials: design.trials,
        looks: found.first().map_or(0, |(_, looks)| *looks),
        statistics: probes.len(),
        replicates: runs,
        families: families.to_vec(),
    })
}

/// Known-bad shuffles that so many decks are more than enough for are watched.
const SOON: u64 = 1_000;

/// A run goes on to so many times the decks at which a fixed number of them would be enough.
const LONGER: u64 = 20;

/// Runs of each.
const RUNS: usize = 21;

/// No departure is shown to be so small in so few decks: a run fails, or goes on to its last deck.
const NO_DELTA: f64 = 1e-4;

/// Gives the known-bad shuffles that are caught soon.
pub fn watched_bad() -> impl Iterator<Item = &'static Subject> {
    known_bad().iter().filter(|subject| subject.most <= SOON)
}

/// Finds out after how many decks `subject` fails at the error level `alpha`.
#[allow(
    clippy::missing_panics_doc,
    reason = "every suite has statistics that can be judged at any time"
)]
pub fn stopped(
    bench: &Bench<'_>,
    suite: Suite,
    cards: usize,
    subject: &Subject,
    alpha: f64,
) -> Result<Stopped, SimulateError> {
    let design = Design {
        size: cards,
        trials: LONGER * subject.most,
        replicates: 1,
    };
    let probes = judged(suite, &design);
    let rules = Rules {
        alpha,
        beta: alpha,
        delta: NO_DELTA,
    };
    let plan = subject.plan();
    let found = simulate::each(
        RUNS,
        |run| {
            let label = format!("anytime {} {run}", subject.about);
            let referee = Referee::new(rules, &probes, &design, &[false]);
            let referee = referee.expect("suites can be judged");
            (subject.job(&plan, label, bench.seed), referee)
        },
        &design,
        &probes,
        bench.machine,
        bench.progress,
        |_, referee, counted| {
            let finding = referee.findings(&[counted]).swap_remove(0);
            let strongest = finding.statistics.iter().max_by_key(|of| of.e);
            let by = strongest.map(|of| probes[of.probe].name().to_owned());
            (finding.decision == Decision::Fail).then_some((finding.decks, by))
        },
    )?;
    let failed: Vec<_> = found.into_iter().flatten().collect();
    // Runs that did not fail took longer.
    let mut decks: Vec<u64> = failed.iter().map(|(decks, _)| *decks).collect();
    decks.sort_unstable();
    Ok(Stopped {
        shuffle: subject.about.to_owned(),
        routine: subject.routine.to_owned(),
        deck: cards,
        median: decks.get(RUNS / 2).copied(),
        tried_up_to: design.trials,
        runs: RUNS as u64,
        failed: decks.len() as u64,
        by: commonest(failed.iter().filter_map(|(_, by)| by.as_ref())),
    })
}
