//! Many small runs: each job on one thread, judged at once, so that memory does not grow with their
//! number. Those that are watched are looked at as often as any other.

use rayon::iter::{IntoParallelIterator, ParallelIterator};

use super::decks::decks;
use super::watch::{Watch, count_watched};
use super::worker::count_all;
use super::{
    BATCH, Counted, Counts, Job, Machine, Progress, SimulateError, empty, gauges, owned_key, pool,
};
use crate::deck::Block;
use crate::statistic::{Counting, Design, Gauge, Probe, Tally};

/// Simulates `runs` jobs, the one of each index made by `job`, and gives what `judge` makes of the counts
/// of each, in order. Statistics with values by replicate have none here.
pub fn each<T: Send>(
    runs: usize,
    job: impl Fn(usize) -> Job + Sync,
    design: &Design,
    statistics: &[Probe],
    machine: impl Into<Machine>,
    progress: &dyn Progress,
    judge: impl Fn(usize, &Counts) -> T + Sync,
) -> Result<Vec<T>, SimulateError> {
    let machine = machine.into();
    let gauges = gauges(statistics);
    let gauges: &[Gauge<'_>] = &gauges;
    let room = || {
        (
            Block::with_isa(design.cards, machine.isa),
            Counting::new(gauges, design.cards),
        )
    };
    let run = |(block, counting): &mut (Block, Counting<'_>), run: usize| {
        let job = job(run);
        job.generator.check(&job.seed)?;
        let mut tallies: Vec<Tally> = empty(gauges, design.cards);
        for replicate in 0..design.replicates {
            for batch in 0..design.trials.div_ceil(BATCH) {
                let before = replicate * design.trials;
                let (first, end) = (batch * BATCH, design.trials.min((batch + 1) * BATCH));
                let mut source = job.source(replicate, batch, before + first, before + end);
                count_all(&mut source, block, counting, &mut tallies, progress);
            }
        }
        counting.settle(&mut tallies);
        let keys = gauges.iter().map(owned_key);
        let counts = Counts {
            tallies: keys.zip(tallies).collect(),
            series: Vec::new(),
        };
        Ok(judge(run, &counts))
    };
    pool(machine.threads)?.install(|| (0..runs).into_par_iter().map_init(room, run).collect())
}

/// Simulates `runs` jobs, the one of each index made by `job` with whoever watches it, at most
/// `design.trials` decks of each, until that one has seen enough; gives what `judge` makes of the watcher
/// and of the counts at its last look, in order.
#[allow(
    clippy::missing_panics_doc,
    reason = "a simulated source does not fail"
)]
pub fn each_watched<W: Watch, T: Send>(
    runs: usize,
    job: impl Fn(usize) -> (Job, W) + Sync,
    design: &Design,
    statistics: &[Probe],
    machine: impl Into<Machine>,
    progress: &dyn Progress,
    judge: impl Fn(W, Counted) -> T + Sync,
) -> Result<Vec<T>, SimulateError> {
    let machine = machine.into();
    let run = |run: usize| {
        let (job, mut watcher) = job(run);
        let counted = count_watched(
            &mut decks(&job, design.trials)?,
            design.cards,
            design.trials,
            statistics,
            machine.isa,
            progress,
            &mut watcher,
        );
        let counted = counted.expect("a simulated source does not fail");
        Ok(judge(watcher, counted))
    };
    pool(machine.threads)?.install(|| (0..runs).into_par_iter().map(run).collect())
}
