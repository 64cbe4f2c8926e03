//! Simulation: batches of decks in parallel, tallies merged exactly. The only file that knows rayon.
//!
//! The unit of work is a batch: a fixed run of decks of one replicate, with a stream that derives
//! from the spec alone. Counts are integers, so that neither the number of threads nor the order in
//! which batches end can change a result.

mod batches;
mod decks;
mod shared_tallies;
mod small_runs;
mod tasks;
mod watch;
mod worker;

use std::collections::BTreeMap;
use std::io;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

pub use batches::{CountError, count_batches};
pub use decks::{Batchwise, decks};
use shared_tallies::SharedTallies;
pub use small_runs::{each, each_watched};
use tasks::Tasks;
use thiserror::Error;
use worker::{Run, Totals, Worker};

pub use watch::{Seen, Watch, count_watched, watch};

use crate::deck::{BLOCK, Block, Card};
use crate::kernel::{BYTE_CARDS, Isa};
use crate::policy::Policy;
use crate::rng::{Generator, Seed, SeedError, Streams};
use crate::routine::Plan;
use crate::source::{Facts, Simulated, Source, SourceError};
use crate::statistic::{Counting, Design, Gauge, Keeps, Probe, Series, Tally};

/// Decks in a batch: enough to make its cost outweigh its start, few enough to share out.
pub const BATCH: u64 = 64 * BLOCK as u64;

/// The task of a simulation: one routine, or the control.
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
    /// How decks come to their seeds, and what they begin with: the default one but for a generator
    /// with one stream for each batch.
    pub policy: Policy,
}

impl Job {
    /// The source of one batch, whose seed has been checked.
    fn source(&self, replicate: u64, batch: u64, first: u64, end: u64) -> Simulated<'_> {
        let stream = self
            .generator
            .stream(&self.seed, &self.label, replicate, batch)
            .expect("the seed was checked");
        let seeds = (self.policy.seeding)
            .seeds(&self.seed.fold(), &self.label, replicate, batch)
            .expect("a folded seed is a number");
        Simulated::new(&self.plan, stream, self.generator.streams(), first, end)
            .under(seeds, self.policy.memory)
    }
}

/// The counts of one job.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Counts {
    tallies: BTreeMap<(usize, String), Tally>,
    /// For each statistic, in order, its values by replicate if it has such.
    series: Vec<Option<Series>>,
}

impl Counts {
    /// Gives the counts of the counter of that name at `lag`, over all replicates; `None` if there is none.
    pub fn tally(&self, lag: usize, counter: &str) -> Option<&Tally> {
        self.tallies.get(&(lag, counter.to_owned()))
    }

    /// Gives the counts for `probe`; `None` if it was not counted.
    pub fn of(&self, probe: &Probe) -> Option<&Tally> {
        let (lag, counter) = probe.gauge().key();
        self.tally(lag, counter)
    }

    /// The values by replicate of the statistic at this place in the list.
    pub fn series(&self, statistic: usize) -> Option<&Series> {
        self.series.get(statistic)?.as_ref()
    }
}

/// Told how far a run is, and asked whether it should end.
pub trait Progress: Sync {
    /// A stage begins: so many decks of `what`, if their number is known.
    fn begin(&self, _what: &str, _decks: Option<u64>) {}

    /// So many more decks are done.
    fn advance(&self, decks: u64);

    /// The stage is over.
    fn end(&self) {}

    /// Receives the facts about decks that were read which a reader of the result should know.
    fn read(&self, _facts: &Facts) {}

    /// A flag that is set when programs that run should be stopped; heeded until the stage is over.
    fn interrupted(&self) -> io::Result<Arc<AtomicBool>> {
        Ok(Arc::default())
    }
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
    #[error("cannot start {threads} threads")]
    Threads {
        /// Threads asked for.
        threads: usize,
        /// The thread pool's error.
        source: rayon::ThreadPoolBuildError,
    },
}

/// Bytes that a run needs at the most, by its tallies, series and blocks.
pub fn memory_needed(design: &Design, statistics: &[Probe], jobs: usize, threads: usize) -> u128 {
    let cards = design.cards as u128;
    let gauges = gauges(statistics);
    let counters = || gauges.iter().map(|gauge| gauge.counter);
    let tally_bytes = tally_bytes(&gauges, design.cards);
    let kept_bytes = kept_bytes(&gauges, design.cards, design.decks());
    let by_replicate = statistics
        .iter()
        .filter(|probe| probe.statistic().per_replicate())
        .count() as u128;
    let (jobs, threads) = (jobs as u128, threads as u128);
    let tallies = jobs
        + if !own_tallies(design.cards) && by_replicate == 0 {
            0
        } else {
            // Each job keeps its total, each thread its own and one for the replicate at hand; with
            // values by replicate another one may wait for the rest of its replicate.
            threads * if by_replicate > 0 { 3 } else { 2 }
        };
    let buffer_bytes: u128 = counters()
        .map(|counter| counter.buffer_bytes(design.cards))
        .sum();
    let series_bytes =
        jobs * by_replicate * u128::from(design.replicates) * size_of::<(u64, u64)>() as u128;
    // Rows, spare rows, sorted rows, decks, positions and five kinds of lanes; another block for each lag.
    let mut lags: Vec<usize> = gauges.iter().map(|gauge| gauge.lag).collect();
    lags.sort_unstable();
    lags.dedup();
    let block_bytes = lags.len() as u128 * 10 * BLOCK as u128 * cards * size_of::<Card>() as u128;
    // A deck is kept by the thread that counted it until it is in its job's total; both grow by doubling.
    let kept_bytes = 4 * jobs * kept_bytes;
    tallies * tally_bytes + kept_bytes + series_bytes + threads * (buffer_bytes + block_bytes)
}

/// Bytes that a run needs at the most that is watched.
pub fn memory_needed_watched(
    design: &Design,
    statistics: &[Probe],
    jobs: usize,
    threads: usize,
) -> u128 {
    // Beside the totals, what is simulated ahead, and a look within a block of each job.
    let ahead = if own_tallies(design.cards) {
        watch::AHEAD * threads
    } else {
        threads
    };
    let tallies = (ahead.max(jobs) + jobs) as u128;
    let gauges = gauges(statistics);
    let kept = |decks| kept_bytes(&gauges, design.cards, decks);
    // Those who bet on single decks keep again what is kept of them.
    memory_needed(design, statistics, jobs, threads)
        + tallies * (tally_bytes(&gauges, design.cards) + kept(BATCH))
        + 4 * jobs as u128 * kept(design.trials)
}

/// Bytes of the cells of one tally of each gauge.
fn tally_bytes(gauges: &[Gauge<'_>], cards: usize) -> u128 {
    let cells = gauges.iter().map(|gauge| gauge.counter.cells(cards));
    cells.map(|cells| (cells * size_of::<u64>()) as u128).sum()
}

/// Bytes that the gauges keep of so many single decks.
fn kept_bytes(gauges: &[Gauge<'_>], cards: usize, decks: u64) -> u128 {
    let keeps = gauges.iter().map(|gauge| gauge.counter.keeps(cards));
    keeps
        .map(|keeps| {
            let decks = keeps.decks.min(decks);
            Keeps { decks, ..keeps }.bytes()
        })
        .sum()
}

/// Whether each thread has tallies of its own: those of larger decks are shared.
fn own_tallies(cards: usize) -> bool {
    cards <= BYTE_CARDS
}

/// Threads that are there to be used.
pub fn available_threads() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// The resources that a run may use. Results do not depend on them.
#[derive(Debug, Clone, Copy)]
pub struct Machine {
    /// Threads.
    pub threads: usize,
    /// The instruction set.
    pub isa: Isa,
    /// Bytes of memory that are free, if that is known.
    pub memory: Option<u64>,
    /// Whether programs that specs name may run: a spec can name any.
    pub programs: bool,
}

impl From<usize> for Machine {
    /// So many threads, the best instruction set that there is, and nothing else.
    fn from(threads: usize) -> Self {
        Self {
            threads,
            isa: Isa::best(),
            memory: None,
            programs: false,
        }
    }
}

/// Simulates all jobs on `machine`, or on a number of threads.
#[allow(
    clippy::missing_panics_doc,
    reason = "seeds are checked first, and no worker panics"
)]
pub fn run(
    jobs: &[Job],
    design: &Design,
    statistics: &[Probe],
    machine: impl Into<Machine>,
    progress: &dyn Progress,
) -> Result<Vec<Counts>, SimulateError> {
    let Machine { threads, isa, .. } = machine.into();
    for job in jobs {
        job.generator.check(&job.seed)?;
    }
    let pool = pool(threads)?;
    let gauges = gauges(statistics);
    let share = !own_tallies(design.cards)
        && jobs
            .iter()
            .all(|job| job.generator.streams() == Streams::Batches)
        && !statistics
            .iter()
            .any(|probe| probe.statistic().per_replicate());
    let empty = || empty(&gauges, design.cards);
    let mut shared: Vec<Vec<Tally>> = Vec::new();
    if share {
        shared.extend(jobs.iter().map(|_| empty()));
    }
    let views = shared.iter_mut();
    let views: Vec<SharedTallies<'_>> = views
        .map(|tallies| SharedTallies::new(tallies, &gauges, design.cards))
        .collect();
    let run = Run {
        jobs,
        isa,
        design: *design,
        statistics,
        tasks: Tasks::of(jobs, design),
        totals: jobs.iter().map(|_| Mutex::new(Totals::default())).collect(),
        shared: &views,
        gauges: gauges.clone(),
        progress,
    };
    let next = AtomicUsize::new(0);
    pool.broadcast(|context| {
        let mut worker = Worker::new(&run, context.index());
        // Tasks are handed out in order, so that unfinished replicates are few.
        while let Some(task) = run.tasks.get(next.fetch_add(1, Ordering::Relaxed)) {
            worker.perform(task);
        }
        worker.hand_in();
    });
    let totals: Vec<Totals> = if share {
        shared.into_iter().map(Totals::of).collect()
    } else {
        let totals = run.totals.into_iter();
        totals
            .map(|total| total.into_inner().expect("no thread panicked"))
            .collect()
    };
    Ok(totals
        .into_iter()
        .map(|total| total.counts(&gauges, statistics, design))
        .collect())
}

fn owned_key(gauge: &Gauge<'_>) -> (usize, String) {
    let (lag, counter) = gauge.key();
    (lag, counter.to_owned())
}

fn pool(threads: usize) -> Result<rayon::ThreadPool, SimulateError> {
    rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .build()
        .map_err(|source| SimulateError::Threads { threads, source })
}

/// Counts all decks of a source that nobody simulates here, one after the other. Returns the counts
/// and the number of decks; [`Counted::close`] makes them one replicate.
pub fn count(
    source: &mut dyn Source,
    cards: usize,
    statistics: &[Probe],
    isa: Isa,
    progress: &dyn Progress,
) -> Result<Counted, SourceError> {
    let gauges = gauges(statistics);
    let (mut tallies, mut decks) = (empty(&gauges, cards), 0);
    let mut block = Block::with_isa(cards, isa);
    let mut counting = Counting::new(&gauges, cards);
    loop {
        source.fill(&mut block)?;
        if block.is_empty() {
            counting.settle(&mut tallies);
            let keys = gauges.iter().map(owned_key);
            return Ok(Counted {
                tallies: keys.zip(tallies).collect(),
                decks,
            });
        }
        counting.count(&mut block, &mut tallies);
        decks += block.len() as u64;
        progress.advance(block.len() as u64);
    }
}

/// The counts of a source of any length.
#[derive(Debug)]
pub struct Counted {
    tallies: BTreeMap<(usize, String), Tally>,
    decks: u64,
}

impl Counted {
    /// Decks counted.
    pub fn decks(&self) -> u64 {
        self.decks
    }

    /// All decks as a single replicate, for `statistics` that were made for their number.
    pub fn close(self, statistics: &[Probe], design: &Design) -> Counts {
        let series = statistics.iter().map(|probe| {
            let statistic = probe.statistic();
            let mut series = Series::default();
            if statistic.per_replicate() {
                let tally = &self.tallies[&owned_key(&probe.gauge())];
                let value = statistic.close(design, tally, &mut series.pooled);
                series.values.push(value);
            }
            statistic.per_replicate().then_some(series)
        });
        let series = series.collect();
        Counts {
            tallies: self.tallies,
            series,
        }
    }
}

fn place(gauges: &[Gauge<'_>], wanted: Gauge<'_>) -> usize {
    gauges
        .iter()
        .position(|known| known.key() == wanted.key())
        .expect("every gauge is listed")
}

/// The different gauges of `statistics`.
fn gauges(statistics: &[Probe]) -> Vec<Gauge<'_>> {
    let mut gauges: Vec<Gauge<'_>> = Vec::new();
    for gauge in statistics.iter().map(Probe::gauge) {
        if gauges.iter().all(|known| known.key() != gauge.key()) {
            gauges.push(gauge);
        }
    }
    gauges
}

fn empty(gauges: &[Gauge<'_>], cards: usize) -> Vec<Tally> {
    let tallies = gauges
        .iter()
        .map(|gauge| Tally::empty(gauge.counter, cards));
    tallies.collect()
}
