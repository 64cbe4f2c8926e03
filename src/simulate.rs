//! Simulation: batches of decks in parallel, tallies merged exactly. The only file that knows rayon.
//!
//! The unit of work is a batch: a fixed run of decks of one replicate, with a stream that derives
//! from the spec alone. Counts are integers, so that neither the number of threads nor the order in
//! which batches end can change a result.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use thiserror::Error;

use crate::deck::{BLOCK, Block, Card};
use crate::rng::{Generator, Order, Seed, SeedError};
use crate::routine::Plan;
use crate::source::{Simulated, Source, SourceError};
use crate::statistic::{Counter, Design, Series, Statistic, Tally, View};

/// Decks in a batch: enough to make its cost outweigh its start, few enough to share out.
pub const BATCH: u64 = 64 * BLOCK as u64;

/// What to simulate: one routine, or the control.
#[derive(Debug)]
pub struct Job {
    /// The shuffles.
    pub plan: Plan,
    /// Names the random streams: no two jobs of a run share one.
    pub label: String,
    /// The generator.
    pub generator: Generator,
    /// Its seed.
    pub seed: Seed,
}

/// The counts of one job.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Counts {
    tallies: BTreeMap<&'static str, Tally>,
    /// For each statistic, in order, its values by replicate if it has such.
    series: Vec<Option<Series>>,
}

impl Counts {
    /// The tally that `counter` filled, over all replicates.
    pub fn tally(&self, counter: &dyn Counter) -> Option<&Tally> {
        self.tallies.get(counter.name())
    }

    /// The values by replicate of the statistic at this place in the list.
    pub fn series(&self, statistic: usize) -> Option<&Series> {
        self.series.get(statistic)?.as_ref()
    }
}

/// Told how far the simulation is.
pub trait Progress: Sync {
    /// So many more decks are done.
    fn advance(&self, decks: u64);
}

/// Progress that nobody watches.
#[derive(Debug)]
pub struct Unwatched;

impl Progress for Unwatched {
    fn advance(&self, _decks: u64) {}
}

/// Why a simulation did not start.
#[derive(Debug, Error)]
pub enum SimulateError {
    /// The seed does not fit the generator.
    #[error(transparent)]
    Seed(#[from] SeedError),
    /// The operating system gave no threads.
    #[error("cannot start {threads} threads: {source}")]
    Threads {
        /// Threads asked for.
        threads: usize,
        /// What the thread pool says.
        source: rayon::ThreadPoolBuildError,
    },
}

/// Bytes that a run needs at the most, by its tallies, series and blocks.
pub fn memory_needed(
    design: &Design,
    statistics: &[Box<dyn Statistic>],
    jobs: usize,
    threads: usize,
) -> u128 {
    let cards = design.cards as u128;
    let cells: u128 = counters(statistics)
        .iter()
        .map(|counter| counter.cells(design.cards) as u128)
        .sum();
    let by_replicate = statistics
        .iter()
        .filter(|statistic| statistic.per_replicate())
        .count() as u128;
    let (jobs, threads) = (jobs as u128, threads as u128);
    // Each job keeps its total, each thread its own, and with values by replicate a second one and
    // one that waits for the rest of its replicate.
    let tallies = jobs + threads * if by_replicate > 0 { 3 } else { 1 };
    let tally_bytes = tallies * cells * size_of::<u64>() as u128;
    let series_bytes =
        jobs * by_replicate * u128::from(design.replicates) * size_of::<(u64, u64)>() as u128;
    let block_bytes = threads * 3 * BLOCK as u128 * cards * size_of::<Card>() as u128;
    tally_bytes + series_bytes + block_bytes
}

/// Threads that are there to be used.
pub fn available_threads() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// Simulates all jobs on `threads` threads.
#[expect(
    clippy::missing_panics_doc,
    reason = "seeds are checked first, and no worker panics"
)]
pub fn run(
    jobs: &[Job],
    design: &Design,
    statistics: &[Box<dyn Statistic>],
    threads: usize,
    progress: &dyn Progress,
) -> Result<Vec<Counts>, SimulateError> {
    for job in jobs {
        job.generator.check(&job.seed)?;
    }
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .build()
        .map_err(|source| SimulateError::Threads { threads, source })?;
    let run = Run {
        jobs,
        design: *design,
        statistics,
        counters: counters(statistics),
        tasks: Tasks::of(jobs, design),
        totals: jobs.iter().map(|_| Mutex::new(Totals::default())).collect(),
        progress,
    };
    let next = AtomicUsize::new(0);
    pool.broadcast(|_| {
        let mut worker = Worker::new(&run);
        // Tasks are handed out in order, so that unfinished replicates are few.
        while let Some(task) = run.tasks.get(next.fetch_add(1, Ordering::Relaxed)) {
            worker.perform(task);
        }
        worker.hand_in();
    });
    Ok(run
        .totals
        .into_iter()
        .map(|total| {
            total.into_inner().expect("no thread panicked").counts(
                &run.counters,
                statistics,
                design,
            )
        })
        .collect())
}

/// Counts all decks of a source that nobody simulates here, one after the other. Returns the counts
/// and the number of decks; [`Counted::close`] makes them one replicate.
pub fn count(
    source: &mut dyn Source,
    cards: usize,
    statistics: &[Box<dyn Statistic>],
    progress: &dyn Progress,
) -> Result<Counted, SourceError> {
    let counters = counters(statistics);
    let tallies: Vec<Tally> = counters
        .iter()
        .map(|counter| Tally::empty(*counter, cards))
        .collect();
    let mut counted = Counted {
        counters,
        tallies,
        decks: 0,
    };
    let mut block = Block::new(cards);
    loop {
        source.fill(&mut block)?;
        if block.is_empty() {
            return Ok(counted);
        }
        count_block(&counted.counters, &mut block, &mut counted.tallies);
        counted.decks += block.len() as u64;
        progress.advance(block.len() as u64);
    }
}

/// The counts of a source of any length.
#[derive(Debug)]
pub struct Counted {
    counters: Vec<&'static dyn Counter>,
    tallies: Vec<Tally>,
    decks: u64,
}

impl Counted {
    /// Decks counted.
    pub fn decks(&self) -> u64 {
        self.decks
    }

    /// All decks as a single replicate, for `statistics` that were made for their number.
    pub fn close(self, statistics: &[Box<dyn Statistic>], design: &Design) -> Counts {
        let series = statistics.iter().map(|statistic| {
            let at = place(&self.counters, statistic.counter());
            let mut series = Series::default();
            if statistic.per_replicate() {
                let value = statistic.close(design, &self.tallies[at], &mut series.pooled);
                series.values.push(value);
            }
            statistic.per_replicate().then_some(series)
        });
        let series = series.collect();
        let names = self.counters.iter().map(|counter| counter.name());
        Counts {
            tallies: names.zip(self.tallies).collect(),
            series,
        }
    }
}

fn count_block(counters: &[&'static dyn Counter], block: &mut Block, tallies: &mut [Tally]) {
    if counters
        .iter()
        .any(|counter| counter.view() == View::Positions)
    {
        block.index_positions();
    }
    for (counter, tally) in counters.iter().zip(tallies) {
        tally.count(*counter, block);
    }
}

fn place(counters: &[&'static dyn Counter], counter: &dyn Counter) -> usize {
    counters
        .iter()
        .position(|known| known.name() == counter.name())
        .expect("every counter is listed")
}

/// The different counters that `statistics` read.
fn counters(statistics: &[Box<dyn Statistic>]) -> Vec<&'static dyn Counter> {
    let mut counters: Vec<&'static dyn Counter> = Vec::new();
    for statistic in statistics {
        if counters
            .iter()
            .all(|counter| counter.name() != statistic.counter().name())
        {
            counters.push(statistic.counter());
        }
    }
    counters
}

/// A batch of one job, or, on a serial stream, the whole job.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Task {
    Batch {
        job: usize,
        replicate: u64,
        batch: u64,
    },
    Whole {
        job: usize,
    },
}

/// All tasks, computed rather than listed: there can be very many.
#[derive(Debug)]
struct Tasks {
    /// For each job, the index of its first task, and whether it is a single one.
    jobs: Vec<(usize, bool)>,
    batches: u64,
    end: usize,
}

impl Tasks {
    fn of(jobs: &[Job], design: &Design) -> Self {
        let batches = design.trials.div_ceil(BATCH);
        let mut end = 0;
        let starts = jobs.iter().map(|job| {
            let start = end;
            let whole = job.generator.order() == Order::Serial;
            end += if whole {
                1
            } else {
                (batches * design.replicates) as usize
            };
            (start, whole)
        });
        let jobs = starts.collect();
        Self { jobs, batches, end }
    }

    fn get(&self, index: usize) -> Option<Task> {
        if index >= self.end {
            return None;
        }
        let job = self.jobs.partition_point(|(start, _)| *start <= index) - 1;
        let (start, whole) = self.jobs[job];
        if whole {
            return Some(Task::Whole { job });
        }
        let within = (index - start) as u64;
        Some(Task::Batch {
            job,
            replicate: within / self.batches,
            batch: within % self.batches,
        })
    }
}

/// All that the workers share.
struct Run<'a> {
    jobs: &'a [Job],
    design: Design,
    statistics: &'a [Box<dyn Statistic>],
    counters: Vec<&'static dyn Counter>,
    tasks: Tasks,
    totals: Vec<Mutex<Totals>>,
    progress: &'a dyn Progress,
}

impl Run<'_> {
    fn empty(&self) -> Vec<Tally> {
        self.counters
            .iter()
            .map(|counter| Tally::empty(*counter, self.design.cards))
            .collect()
    }

    fn by_replicate(&self) -> bool {
        self.statistics
            .iter()
            .any(|statistic| statistic.per_replicate())
    }
}

/// One job's counts while they grow.
#[derive(Debug, Default)]
struct Totals {
    tallies: Vec<Tally>,
    /// Values of closed replicates, for each statistic that has such.
    values: Vec<Vec<(u64, u64)>>,
    pooled: Vec<Vec<u64>>,
    /// Replicates of which some batches are still missing: batches seen, and their counts.
    open: BTreeMap<u64, (u64, Vec<Tally>)>,
}

impl Totals {
    fn merge(&mut self, part: Totals) {
        if self.tallies.is_empty() {
            // What is still open stays: only the shared totals hold such replicates.
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
    fn close(&mut self, run: &Run<'_>, replicate: u64, tallies: &[Tally]) {
        self.prepare(run);
        for (at, statistic) in run
            .statistics
            .iter()
            .enumerate()
            .filter(|(_, statistic)| statistic.per_replicate())
        {
            let tally = &tallies[place(&run.counters, statistic.counter())];
            let value = statistic.close(&run.design, tally, &mut self.pooled[at]);
            self.values[at].push((replicate, value));
        }
        merge_all(&mut self.tallies, tallies);
    }

    fn prepare(&mut self, run: &Run<'_>) {
        if self.tallies.is_empty() {
            self.tallies = run.empty();
            self.values = vec![Vec::new(); run.statistics.len()];
            self.pooled = vec![Vec::new(); run.statistics.len()];
        }
    }

    fn counts(
        mut self,
        counters: &[&'static dyn Counter],
        statistics: &[Box<dyn Statistic>],
        design: &Design,
    ) -> Counts {
        let tallies = counters
            .iter()
            .map(|counter| counter.name())
            .zip(self.tallies)
            .collect();
        let series = statistics.iter().enumerate().map(|(at, statistic)| {
            if !statistic.per_replicate() {
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

fn merge_all(totals: &mut [Tally], parts: &[Tally]) {
    for (total, part) in totals.iter_mut().zip(parts) {
        total.merge(part);
    }
}

/// One thread's part: it collects a job's counts and hands them in when it turns to another job.
struct Worker<'a> {
    run: &'a Run<'a>,
    block: Block,
    job: Option<usize>,
    totals: Totals,
    /// Counts of the replicate at hand; empty of decks between tasks.
    current: Vec<Tally>,
}

impl<'a> Worker<'a> {
    fn new(run: &'a Run<'a>) -> Self {
        Self {
            run,
            block: Block::new(run.design.cards),
            job: None,
            totals: Totals::default(),
            current: Vec::new(),
        }
    }

    fn perform(&mut self, task: Task) {
        let (Task::Batch { job, .. } | Task::Whole { job }) = task;
        if self.job != Some(job) {
            self.hand_in();
            self.job = Some(job);
        }
        self.totals.prepare(self.run);
        match task {
            Task::Batch {
                replicate, batch, ..
            } => self.batch(job, replicate, batch),
            Task::Whole { .. } => self.whole(job),
        }
    }

    fn batch(&mut self, job: usize, replicate: u64, batch: u64) {
        let (run, trials) = (self.run, self.run.design.trials);
        let (first, end) = (batch * BATCH, trials.min((batch + 1) * BATCH));
        let mut source = self.source(job, replicate, batch, first, end);
        if !run.by_replicate() {
            let mut tallies = std::mem::take(&mut self.totals.tallies);
            self.count(&mut source, &mut tallies);
            self.totals.tallies = tallies;
            return;
        }
        let mut current = self.take_current();
        self.count(&mut source, &mut current);
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
        let mut source = self.source(job, 0, 0, 0, design.trials);
        let mut current = self.take_current();
        for replicate in 0..design.replicates {
            source.restart(design.trials);
            self.count(&mut source, &mut current);
            self.totals.close(self.run, replicate, &current);
            current.iter_mut().for_each(Tally::clear);
        }
        self.current = current;
    }

    fn source(
        &self,
        job: usize,
        replicate: u64,
        batch: u64,
        first: u64,
        end: u64,
    ) -> Simulated<'a> {
        let job = &self.run.jobs[job];
        let stream = job
            .generator
            .stream(&job.seed, &job.label, replicate, batch)
            .expect("the seed was checked");
        Simulated::new(&job.plan, stream, job.generator.order(), first, end)
    }

    fn take_current(&mut self) -> Vec<Tally> {
        let current = std::mem::take(&mut self.current);
        if current.is_empty() {
            self.run.empty()
        } else {
            current
        }
    }

    /// Counts all decks of `source` into `tallies`.
    fn count(&mut self, source: &mut Simulated<'_>, tallies: &mut [Tally]) {
        loop {
            source
                .fill(&mut self.block)
                .expect("a simulated source does not fail");
            if self.block.is_empty() {
                return;
            }
            count_block(&self.run.counters, &mut self.block, tallies);
            self.run.progress.advance(self.block.len() as u64);
        }
    }

    fn hand_in(&mut self) {
        let part = std::mem::take(&mut self.totals);
        if let Some(job) = self.job.take() {
            self.run.totals[job]
                .lock()
                .expect("no thread panicked")
                .merge(part);
        }
    }
}
