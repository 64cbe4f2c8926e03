//! The work of a thread: it performs tasks, and merges what it counted.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::feed::{Report, Room};
use super::shared_tallies::SharedTallies;
use super::tasks::{Task, Tasks, batches, place};
use super::{Counts, Keys, Progress, Supply, by_replicate, empty};
use crate::batch::Batch;
use crate::kernel::Isa;
use crate::source::{Source, SourceError};
use crate::statistic::{Design, Gauge, Probe, Series, Sink, Tally};

/// All that threads share between two looks or more.
pub(super) struct Round<'r, 'a, 'shared, S: Supply> {
    pub jobs: &'a [S],
    /// The sources of jobs on a serial stream, each of which one thread has.
    pub sources: &'r [Mutex<S::Source<'a>>],
    pub isa: Isa,
    pub design: Design,
    pub statistics: &'a [Probe],
    /// All gauges, each once.
    pub gauges: &'r [Gauge<'a, S::Batch>],
    pub keys: &'r Keys,
    pub tasks: Tasks,
    /// By job and span.
    pub totals: Vec<Vec<Mutex<Totals>>>,
    /// The tallies of each job where all threads add to the same; empty where each has its own.
    pub shared: &'r [SharedTallies<'shared>],
    pub progress: &'r dyn Progress,
    /// The next task.
    pub next: AtomicUsize,
    /// Tasks below this are still to be done.
    pub end: AtomicUsize,
    /// The failure in the earliest task.
    pub failed: Mutex<Option<(usize, SourceError)>>,
}

/// Nobody needs the batches after one that went wrong; those before it are still read, since one of them
/// may be wrong, too. After a panic none is.
struct Stop<'a>(&'a AtomicUsize);

impl Drop for Stop<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.store(0, Ordering::Relaxed);
        }
    }
}

impl<S: Supply> Round<'_, '_, '_, S> {
    /// Does tasks until none is left, as the thread of that number.
    pub fn work(&self, thread: usize) {
        let stop = Stop(&self.end);
        let mut worker = Worker::new(self, thread);
        loop {
            let at = self.next.fetch_add(1, Ordering::Relaxed);
            if at >= self.end.load(Ordering::Relaxed) {
                break;
            }
            let Some(task) = self.tasks.get(at) else {
                break;
            };
            if let Err(error) = worker.perform(task) {
                self.end.fetch_min(at, Ordering::Relaxed);
                let mut failed = self.failed.lock().expect("no source runs under the lock");
                if failed.as_ref().is_none_or(|(before, _)| at < *before) {
                    *failed = Some((at, error));
                }
                break;
            }
        }
        worker.hand_in();
        drop(stop);
    }

    fn empty(&self) -> Vec<Tally> {
        empty(self.gauges, self.design.size)
    }
}

/// A job's counts, of all threads or of one.
#[derive(Debug, Default)]
pub(super) struct Totals {
    /// Of the gauges; empty until something was counted.
    pub tallies: Vec<Tally>,
    /// By statistic: replicates and their values.
    values: Vec<Vec<(u64, u64)>>,
    /// By statistic: counts added up over replicates.
    pooled: Vec<Vec<u64>>,
    /// Replicates of which some batches are still missing: batches seen, and tallies so far.
    open: BTreeMap<u64, (u64, Vec<Tally>)>,
}

impl Totals {
    /// Those of tallies that are complete.
    pub fn of(tallies: Vec<Tally>) -> Self {
        Self {
            tallies,
            ..Self::default()
        }
    }

    pub fn merge(&mut self, part: Totals) {
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

    /// Evaluates a replicate whose tallies are complete.
    fn close<S: Supply>(
        &mut self,
        round: &Round<'_, '_, '_, S>,
        replicate: u64,
        tallies: &[Tally],
    ) {
        self.prepare(round);
        for (at, probe) in round.statistics.iter().enumerate() {
            let statistic = probe.statistic();
            if !statistic.per_replicate() {
                continue;
            }
            let tally = &tallies[round.keys.place(probe)];
            let value = statistic.close(tally, &mut self.pooled[at]);
            self.values[at].push((replicate, value));
        }
        merge_all(&mut self.tallies, tallies);
    }

    fn prepare<S: Supply>(&mut self, round: &Round<'_, '_, '_, S>) {
        if self.tallies.is_empty() {
            self.tallies = round.empty();
            self.values = vec![Vec::new(); round.statistics.len()];
            self.pooled = vec![Vec::new(); round.statistics.len()];
        }
    }

    /// The counts of `subjects` subjects. What is evaluated by replicate, and was not on the way, is so now, as
    /// one replicate.
    pub fn counts(mut self, keys: &Keys, statistics: &[Probe], subjects: u64) -> Counts {
        let series = statistics.iter().enumerate().map(|(at, probe)| {
            let statistic = probe.statistic();
            statistic.per_replicate().then(|| {
                if let Some(values) = self.values.get_mut(at) {
                    values.sort_unstable();
                    return Series {
                        values: values.iter().map(|(_, value)| *value).collect(),
                        pooled: std::mem::take(&mut self.pooled[at]),
                    };
                }
                let mut series = Series::default();
                let tally = &self.tallies[keys.place(probe)];
                let value = statistic.close(tally, &mut series.pooled);
                series.values.push(value);
                series
            })
        });
        let series: Vec<Option<Series>> = series.collect();
        Counts {
            series,
            tallies: keys.named(self.tallies),
            subjects,
        }
    }
}

fn merge_all(totals: &mut [Tally], parts: &[Tally]) {
    for (total, part) in totals.iter_mut().zip(parts) {
        total.merge(part);
    }
}

/// A thread at work.
struct Worker<'w, 'r, 'a, 'shared, S: Supply> {
    round: &'w Round<'r, 'a, 'shared, S>,
    number: usize,
    room: Room<'a, S::Batch>,
    /// The job and the span that `totals` belong to.
    at: Option<(usize, usize)>,
    totals: Totals,
    /// Tallies of a replicate or batch, reused.
    current: Vec<Tally>,
}

impl<'w, 'r, 'a, 'shared, S: Supply> Worker<'w, 'r, 'a, 'shared, S> {
    fn new(round: &'w Round<'r, 'a, 'shared, S>, number: usize) -> Self {
        Self {
            round,
            number,
            room: Room::new(round.gauges, round.design.size, round.isa),
            at: None,
            totals: Totals::default(),
            current: Vec::new(),
        }
    }

    fn perform(&mut self, task: Task) -> Result<(), SourceError> {
        let round = self.round;
        match task {
            Task::Batch { job, unit } => {
                let (replicate, batch, subjects) = place(&round.design, unit);
                let mut source = round.jobs[job].source(replicate, batch, subjects);
                self.batch(job, unit, &mut source)
            }
            Task::Whole { job } => {
                let mut source = round.sources[job].lock().expect("one thread has it");
                let mut units = round.tasks.spans.iter().flat_map(Clone::clone);
                units.try_for_each(|unit| {
                    let (_, _, subjects) = place(&round.design, unit);
                    source.go_on(subjects.end - subjects.start);
                    self.batch(job, unit, &mut *source)
                })
            }
        }
    }

    fn batch(
        &mut self,
        job: usize,
        unit: u64,
        source: &mut S::Source<'_>,
    ) -> Result<(), SourceError> {
        let round = self.round;
        let at = Some((job, round.tasks.span(unit)));
        if self.at != at {
            self.hand_in();
            self.at = at;
        }
        if let Some(shared) = round.shared.get(job) {
            // Counts that are held back are handed over when there is no room, and at the end.
            return self.count(source, &mut shared.sink(self.number));
        }
        self.totals.prepare(round);
        if !by_replicate(round.statistics) {
            let mut tallies = std::mem::take(&mut self.totals.tallies);
            let counted = self.count(source, &mut tallies);
            self.room.counting.settle(&mut tallies);
            self.totals.tallies = tallies;
            return counted;
        }
        let mut current = std::mem::take(&mut self.current);
        if current.is_empty() {
            current = round.empty();
        }
        self.count(source, &mut current)?;
        self.room.counting.settle(&mut current);
        let (replicate, ..) = place(&round.design, unit);
        if batches(&round.design) == 1 {
            self.totals.close(round, replicate, &current);
        } else {
            self.add_to_open(job, replicate, &current);
        }
        current.iter_mut().for_each(Tally::clear);
        self.current = current;
        Ok(())
    }

    /// Adds one batch of a replicate; the last one closes it.
    fn add_to_open(&mut self, job: usize, replicate: u64, counts: &[Tally]) {
        let round = self.round;
        let mut shared = round.totals[job][0].lock().expect("no thread panicked");
        let (seen, open) = shared
            .open
            .entry(replicate)
            .or_insert_with(|| (0, round.empty()));
        *seen += 1;
        merge_all(open, counts);
        if *seen == batches(&round.design) {
            let (_, tallies) = shared.open.remove(&replicate).expect("it was there");
            drop(shared);
            self.totals.close(round, replicate, &tallies);
        }
    }

    /// Counts all subjects of `source`; counts that are held back are not handed over yet.
    fn count(
        &mut self,
        source: &mut S::Source<'_>,
        sink: &mut dyn Sink,
    ) -> Result<(), SourceError> {
        let Room { batch, counting } = &mut self.room;
        let mut report = Report::new(self.round.progress);
        loop {
            source.fill(batch)?;
            if batch.is_empty() {
                return Ok(());
            }
            counting.count(batch, sink);
            report.counted(batch);
        }
    }

    /// Merges what this thread has counted for its job and span.
    fn hand_in(&mut self) {
        let part = std::mem::take(&mut self.totals);
        if let Some((job, span)) = self.at.take() {
            if let Some(shared) = self.round.shared.get(job) {
                self.room.counting.settle(&mut shared.sink(self.number));
                return;
            }
            let mut totals = self.round.totals[job][span].lock();
            totals.as_mut().expect("no thread panicked").merge(part);
        }
    }
}
