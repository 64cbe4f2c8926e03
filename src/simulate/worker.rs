//! The work of a thread: it performs tasks, and merges what it counted.

use std::collections::BTreeMap;
use std::sync::Mutex;

use super::shared_tallies::SharedTallies;
use super::tasks::{Task, Tasks};
use super::{BATCH, Counts, Job, Progress, empty, owned_key, place};
use crate::deck::Block;
use crate::kernel::Isa;
use crate::source::{Simulated, Source};
use crate::statistic::{Counting, Design, Gauge, Probe, Series, Sink, Tally};

/// Cards after which progress is reported: a report takes as long as some decks, and this many
/// cards take about a millisecond.
const REPORT_CARDS: u64 = 1 << 18;

/// All that the workers share.
pub(super) struct Run<'a, 'shared> {
    pub jobs: &'a [Job],
    pub isa: Isa,
    pub design: Design,
    pub statistics: &'a [Probe],
    pub gauges: Vec<Gauge<'a>>,
    pub tasks: Tasks,
    pub totals: Vec<Mutex<Totals>>,
    /// For each job, if tallies are shared: then nothing else is counted into.
    pub shared: &'a [SharedTallies<'shared>],
    pub progress: &'a dyn Progress,
}

impl Run<'_, '_> {
    fn empty(&self) -> Vec<Tally> {
        empty(&self.gauges, self.design.cards)
    }

    fn by_replicate(&self) -> bool {
        self.statistics
            .iter()
            .any(|probe| probe.statistic().per_replicate())
    }
}

/// One job's counts while they grow.
#[derive(Debug, Default)]
pub(super) struct Totals {
    tallies: Vec<Tally>,
    /// Values of closed replicates, for each statistic that has such.
    values: Vec<Vec<(u64, u64)>>,
    pooled: Vec<Vec<u64>>,
    /// Replicates of which some batches are still missing: batches seen, and their counts.
    open: BTreeMap<u64, (u64, Vec<Tally>)>,
}

impl Totals {
    /// Counts that need no merging.
    pub fn of(tallies: Vec<Tally>) -> Self {
        Self {
            tallies,
            ..Self::default()
        }
    }

    fn merge(&mut self, part: Totals) {
        if self.tallies.is_empty() {
            // Replicates that are still open stay: only the shared totals hold such replicates.
            let open = std::mem::take(&mut self.open);
            *self = Self { open, ..part };
            return;
        }
        merge_all(&mut self.tallies, &part.tallies);
        for (values, more) in self.values.iter_mut().zip(part.values) {
            values.extend(more);
        }
        for (pooled, more) in self.pooled.iter_mut().zip(part.pooled) {
            pooled.resize(pooled.len().max(more.len()), 0);
            pooled
                .iter_mut()
                .zip(more)
                .for_each(|(cell, count)| *cell += count);
        }
    }

    /// Evaluates one replicate and adds its counts to the total.
    fn close(&mut self, run: &Run<'_, '_>, replicate: u64, tallies: &[Tally]) {
        self.prepare(run);
        for (at, probe) in run.statistics.iter().enumerate() {
            let statistic = probe.statistic();
            if !statistic.per_replicate() {
                continue;
            }
            let tally = &tallies[place(&run.gauges, probe.gauge())];
            let value = statistic.close(&run.design, tally, &mut self.pooled[at]);
            self.values[at].push((replicate, value));
        }
        merge_all(&mut self.tallies, tallies);
    }

    fn prepare(&mut self, run: &Run<'_, '_>) {
        if self.tallies.is_empty() {
            self.tallies = run.empty();
            self.values = vec![Vec::new(); run.statistics.len()];
            self.pooled = vec![Vec::new(); run.statistics.len()];
        }
    }

    pub fn counts(mut self, gauges: &[Gauge<'_>], statistics: &[Probe], design: &Design) -> Counts {
        let tallies = gauges.iter().map(owned_key).zip(self.tallies).collect();
        let series = statistics.iter().enumerate().map(|(at, probe)| {
            if !probe.statistic().per_replicate() {
                return None;
            }
            let mut values = std::mem::take(&mut self.values[at]);
            values.sort_unstable();
            debug_assert_eq!(values.len() as u64, design.replicates);
            let values = values.into_iter().map(|(_, value)| value).collect();
            Some(Series {
                values,
                pooled: std::mem::take(&mut self.pooled[at]),
            })
        });
        Counts {
            series: series.collect(),
            tallies,
        }
    }
}

pub(super) fn merge_all(totals: &mut [Tally], parts: &[Tally]) {
    for (total, part) in totals.iter_mut().zip(parts) {
        total.merge(part);
    }
}

/// One thread's part: it collects a job's counts and hands them in when it turns to another job.
pub(super) struct Worker<'a, 'shared> {
    run: &'a Run<'a, 'shared>,
    number: usize,
    block: Block,
    counting: Counting<'a>,
    job: Option<usize>,
    totals: Totals,
    /// Counts of the replicate at hand; empty of decks between tasks.
    current: Vec<Tally>,
}

impl<'a, 'shared> Worker<'a, 'shared> {
    /// The worker of thread `number`.
    pub fn new(run: &'a Run<'a, 'shared>, number: usize) -> Self {
        Self {
            run,
            number,
            block: Block::with_isa(run.design.cards, run.isa),
            counting: Counting::new(&run.gauges, run.design.cards),
            job: None,
            totals: Totals::default(),
            current: Vec::new(),
        }
    }

    pub fn perform(&mut self, task: Task) {
        let (Task::Batch { job, .. } | Task::Whole { job }) = task;
        if self.job != Some(job) {
            self.hand_in();
            self.job = Some(job);
        }
        if self.run.shared.is_empty() {
            self.totals.prepare(self.run);
        }
        match task {
            Task::Batch {
                replicate, batch, ..
            } => self.batch(job, replicate, batch),
            Task::Whole { .. } => self.whole(job),
        }
    }

    fn batch(&mut self, job: usize, replicate: u64, batch: u64) {
        let (run, trials) = (self.run, self.run.design.trials);
        // Decks count on from replicate to replicate.
        let before = replicate * trials;
        let first = before + batch * BATCH;
        let end = before + trials.min((batch + 1) * BATCH);
        let mut source = run.jobs[job].source(replicate, batch, first, end);
        if let Some(shared) = run.shared.get(job) {
            // Counts that are held back are handed over when there is no room, and at the end.
            self.count(&mut source, &mut shared.sink(self.number));
            return;
        }
        if !run.by_replicate() {
            let mut tallies = std::mem::take(&mut self.totals.tallies);
            self.count(&mut source, &mut tallies);
            self.counting.settle(&mut tallies);
            self.totals.tallies = tallies;
            return;
        }
        let mut current = self.take_current();
        self.count(&mut source, &mut current);
        self.counting.settle(&mut current);
        if trials <= BATCH {
            self.totals.close(run, replicate, &current);
        } else {
            self.add_to_open(job, replicate, &current);
        }
        current.iter_mut().for_each(Tally::clear);
        self.current = current;
    }

    /// A replicate of several batches: the thread that brings the last one closes it.
    fn add_to_open(&mut self, job: usize, replicate: u64, counts: &[Tally]) {
        let run = self.run;
        let mut shared = run.totals[job].lock().expect("no thread panicked");
        let (seen, open) = shared
            .open
            .entry(replicate)
            .or_insert_with(|| (0, run.empty()));
        *seen += 1;
        merge_all(open, counts);
        if *seen == run.tasks.batches {
            let (_, tallies) = shared.open.remove(&replicate).expect("it was there");
            drop(shared);
            self.totals.close(run, replicate, &tallies);
        }
    }

    fn whole(&mut self, job: usize) {
        let design = self.run.design;
        let mut source = self.run.jobs[job].source(0, 0, 0, 0);
        let mut current = self.take_current();
        for replicate in 0..design.replicates {
            source.go_on(design.trials);
            self.count(&mut source, &mut current);
            self.counting.settle(&mut current);
            self.totals.close(self.run, replicate, &current);
            current.iter_mut().for_each(Tally::clear);
        }
        self.current = current;
    }

    fn take_current(&mut self) -> Vec<Tally> {
        let current = std::mem::take(&mut self.current);
        if current.is_empty() {
            self.run.empty()
        } else {
            current
        }
    }

    /// Counts all decks of `source`; `sink` has them once the counting is settled.
    fn count(&mut self, source: &mut Simulated<'_>, sink: &mut dyn Sink) {
        let (block, counting) = (&mut self.block, &mut self.counting);
        count_all(source, block, counting, sink, self.run.progress);
    }

    pub fn hand_in(&mut self) {
        let part = std::mem::take(&mut self.totals);
        if let Some(job) = self.job.take() {
            if let Some(shared) = self.run.shared.get(job) {
                self.counting.settle(&mut shared.sink(self.number));
                return;
            }
            self.run.totals[job]
                .lock()
                .expect("no thread panicked")
                .merge(part);
        }
    }
}

/// Counts all decks of `source`; `sink` has them once the counting is settled.
pub(super) fn count_all(
    source: &mut Simulated<'_>,
    block: &mut Block,
    counting: &mut Counting<'_>,
    sink: &mut dyn Sink,
    progress: &dyn Progress,
) {
    let mut unreported = 0;
    loop {
        source
            .fill(block)
            .expect("a simulated source does not fail");
        if block.is_empty() {
            progress.advance(unreported);
            return;
        }
        counting.count(block, sink);
        unreported += block.len() as u64;
        if unreported * block.cards() as u64 >= REPORT_CARDS {
            progress.advance(std::mem::take(&mut unreported));
        }
    }
}
