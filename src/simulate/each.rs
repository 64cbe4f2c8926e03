//! Many small runs: each job on one thread, judged at once, so that memory does not grow with their
//! number.

use rayon::iter::{IntoParallelIterator, ParallelIterator};

use super::worker::count_all;
use super::{
    BATCH, Counts, Job, Machine, Progress, SimulateError, empty, owned_key, pool, readings,
};
use crate::deck::Block;
use crate::statistic::{Counting, Design, Probe, Reading, Tally};

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
    let readings = readings(statistics);
    let readings: &[Reading<'_>] = &readings;
    let room = || {
        (
            Block::with_isa(design.cards, machine.isa),
            Counting::new(readings, design.cards),
        )
    };
    let run = |(block, counting): &mut (Block, Counting<'_>), run: usize| {
        let job = job(run);
        job.generator.check(&job.seed)?;
        let mut tallies: Vec<Tally> = empty(readings, design.cards);
        for replicate in 0..design.replicates {
            for batch in 0..design.trials.div_ceil(BATCH) {
                let before = replicate * design.trials;
                let (first, end) = (batch * BATCH, design.trials.min((batch + 1) * BATCH));
                let mut source = job.source(replicate, batch, before + first, before + end);
                count_all(&mut source, block, counting, &mut tallies, progress);
            }
        }
        counting.settle(&mut tallies);
        let keys = readings.iter().map(owned_key);
        let counts = Counts {
            tallies: keys.zip(tallies).collect(),
            series: Vec::new(),
        };
        Ok(judge(run, &counts))
    };
    pool(machine.threads)?.install(|| (0..runs).into_par_iter().map_init(room, run).collect())
}
