//! The work of a thread: it performs tasks, and merges what it counted.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::shared_tallies::SharedTallies;
use super::tasks::{Task, Tasks, batches, place};
use super::totals::{Layout, Totals, merge_all};
use super::{Progress, Supply};
use crate::count::feed::{Report, Room};
use deck::batch::Batch;
use deck::kernel::Isa;
use source::{Source, SourceError};
use statistic::{Design, Sink, Tally};

/// All that threads share between two looks or more.
pub(super) struct Round<'r, 'a, 'shared, S: Supply> {
    pub jobs: &'a [S],
    /// The sources of jobs on a serial stream, each of which one thread has.
    pub sources: &'r [Mutex<S::Source<'a>>],
    pub isa: Isa,
    pub design: Design,
    pub layout: &'r Layout<'a, S::Batch>,
    pub tasks: Tasks,
    /// Totals by job and span.
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
    pub(crate) fn work(&self, thread: usize) {
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
            room: Room::new(&round.layout.gauges, round.design.size, round.isa),
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
        self.totals.prepare(round.layout);
        if !round.layout.by_replicate() {
            let mut tallies = std::mem::take(&mut self.totals.tallies);
            // As above.
            let counted = self.count(source, &mut tallies);
            self.totals.tallies = tallies;
            return counted;
        }
        let mut current = std::mem::take(&mut self.current);
        if current.is_empty() {
            current = round.layout.empty();
        }
        self.count(source, &mut current)?;
        self.room.counting.settle(&mut current);
        let (replicate, ..) = place(&round.design, unit);
        if batches(&round.design) == 1 {
            self.totals.close(round.layout, replicate, &current);
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
            .or_insert_with(|| (0, round.layout.empty()));
        *seen += 1;
        merge_all(open, counts);
        if *seen == batches(&round.design) {
            let (_, tallies) = shared.open.remove(&replicate).expect("it was there");
            drop(shared);
            self.totals.close(round.layout, replicate, &tallies);
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
        let mut part = std::mem::take(&mut self.totals);
        if let Some((job, span)) = self.at.take() {
            if let Some(shared) = self.round.shared.get(job) {
                self.room.counting.settle(&mut shared.sink(self.number));
                return;
            }
            if !self.round.layout.by_replicate() {
                self.room.counting.settle(&mut part.tallies);
            }
            let mut totals = self.round.totals[job][span].lock();
            totals.as_mut().expect("no thread panicked").merge(part);
        }
    }
}
