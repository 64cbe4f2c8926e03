//! The memory that a run takes.

use super::{AHEAD, BATCH, gauges};
use statistic::{Counted, Design, Gauge, Probe};

/// Bytes that a run needs at the most, by its tallies, series and blocks; `watched` if somebody looks on the way.
pub fn memory_needed<B: Counted>(
    design: &Design,
    statistics: &[Probe],
    jobs: usize,
    threads: usize,
    watched: bool,
) -> u128 {
    let gauges: Vec<Gauge<'_, B>> = gauges(statistics);
    let large = B::counts_are_large(design.size);
    let cells = gauges.iter().map(|gauge| gauge.counter.cells(design.size));
    let tally_bytes: u128 = cells.map(|cells| (cells * size_of::<u64>()) as u128).sum();
    let by_replicate = statistics
        .iter()
        .filter(|probe| probe.statistic().per_replicate())
        .count() as u128;
    let (jobs, threads) = (jobs as u128, threads as u128);
    let tallies = jobs
        + if large && by_replicate == 0 {
            0
        } else {
            threads * if by_replicate > 0 { 3 } else { 2 }
        };
    let buffers = gauges.iter();
    let buffer_bytes: u128 = buffers
        .map(|gauge| gauge.counter.buffer_bytes(design.size))
        .sum();
    let series_bytes =
        jobs * by_replicate * u128::from(design.replicates) * size_of::<(u64, u64)>() as u128;
    let mut lags: Vec<usize> = gauges.iter().map(|gauge| gauge.lag).collect();
    lags.sort_unstable();
    lags.dedup();
    let block_bytes = lags.len() as u128 * B::bytes(design.size);
    // Decks that are kept: those of a job and of its parts, and once more while they are put in order.
    let kept_bytes = 4 * jobs * kept_bytes(&gauges, design.size, design.subjects());
    let bytes =
        tallies * tally_bytes + kept_bytes + series_bytes + threads * (buffer_bytes + block_bytes);
    if !watched {
        return bytes;
    }
    // Batches that are simulated ahead have tallies of their own, and so have the jobs at a look.
    let ahead = if large { 1 } else { AHEAD as u128 } * threads;
    let kept = |subjects| self::kept_bytes(&gauges, design.size, subjects);
    bytes + (ahead.max(jobs) + jobs) * (tally_bytes + kept(BATCH)) + 4 * jobs * kept(design.trials)
}

/// Bytes that the gauges keep of so many single subjects.
fn kept_bytes<B: Counted>(gauges: &[Gauge<'_, B>], size: usize, subjects: u64) -> u128 {
    let keeps = gauges.iter().map(|gauge| gauge.counter.keeps(size));
    let bytes = keeps.map(|keeps| keeps.bytes(subjects));
    bytes.sum()
}
