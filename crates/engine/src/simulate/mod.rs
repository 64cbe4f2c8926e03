//! Simulation: batches of subjects in parallel, tallies merged exactly.
//!
//! The unit of work is a batch: a fixed run of subjects of one replicate, with a stream that derives
//! from the spec alone. Counts are integers, so that neither the number of threads nor the order in
//! which batches end can change a result. There is one engine: whoever watches it looks at what was
//! counted on the way, and it stops once enough was seen; who never looks ([`Never`]) has all of it.

mod crew;
mod engine;
mod feed;
#[cfg(not(target_family = "wasm"))]
mod follow;
#[cfg(test)]
mod labelled_tests;
mod ledger;
mod memory;
mod pool;
mod scrambling;
mod shared_tallies;
mod supply;
mod tasks;
mod totals;
mod watch;
mod worker;

use std::collections::BTreeMap;
use std::io;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use serde::Serialize;
use serde::de::DeserializeOwned;
use thiserror::Error;

use engine::Engine;
use feed::{Feed, Room, in_turns};
use pool::{NoThreads, Pool};
use totals::{Layout, Totals};
use watch::Looks;

pub use crew::Crew;
#[cfg(not(target_family = "wasm"))]
pub use follow::{Glance, Ladder, Rare, Stretch};
#[cfg(not(target_family = "wasm"))]
pub(crate) use follow::{WINDOWS, window_decks};
pub use ledger::{Ledger, LedgerError, NotOneRun, Saved, Shard, Wish};
pub use memory::memory_needed;
pub use scrambling::Scrambles;
pub use supply::{Drawing, InOrder, Job, Made, Nothing, Seeing, Supply};
pub use watch::{Never, Panel, Seen, Watch};

use deck::BLOCK;
use deck::kernel::Isa;
use deck::rng::SeedError;
use source::{Facts, Source, SourceError};
use statistic::{Counted, Design, Gauge, Probe, Series, Tally};
use text::pieces::{self, Left, Pieces};

/// Subjects in a batch: enough to make its cost outweigh its start, few enough to share out.
pub const BATCH: u64 = 64 * BLOCK as u64;

/// Batches that are simulated ahead of the look that may be the last, for each thread.
const AHEAD: usize = 4;

/// The counts of one job.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Counts {
    tallies: BTreeMap<(usize, String), Tally>,
    /// For each statistic, in order, its values by replicate if it has such.
    series: Vec<Option<Series>>,
    subjects: u64,
}

impl Counts {
    /// Gives the counts of the counter of that name at `lag`, over all replicates; `None` if there is none.
    pub fn tally(&self, lag: usize, counter: &str) -> Option<&Tally> {
        self.tallies.get(&(lag, counter.to_owned()))
    }

    /// Gives the counts for `probe`; `None` if it was not counted.
    pub fn of(&self, probe: &Probe) -> Option<&Tally> {
        let (lag, counter) = probe.key();
        self.tally(lag, counter)
    }

    /// The values by replicate of the statistic at this place in the list.
    pub fn series(&self, statistic: usize) -> Option<&Series> {
        self.series.get(statistic)?.as_ref()
    }

    /// Subjects counted, over all replicates.
    pub fn subjects(&self) -> u64 {
        self.subjects
    }
}

/// Told how far a run is, and asked whether it should end.
pub trait Progress: Sync {
    /// A stage begins: so many decks of `what`, if their number is known.
    fn begin(&self, _what: &str, _decks: Option<u64>) {}

    /// A stage without decks begins: nobody can say how far it is.
    fn think(&self, _what: &str) {}

    /// Notes that so many more decks are done.
    fn advance(&self, decks: u64);

    /// The stage is over.
    fn end(&self) {}

    /// Hears what is about to be done, in a sentence, where that takes long.
    fn announce(&self, _what: &str) {}

    /// Receives the facts about decks that were read which a reader of the result should know.
    fn read(&self, _facts: &Facts) {}

    /// Returns the store for results of small jobs, if they are kept.
    fn pieces(&self) -> Option<&dyn Pieces> {
        None
    }

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

/// Reasons why a simulation came to no end.
#[derive(Debug, Error)]
pub enum SimulateError {
    /// The seed does not fit the generator.
    #[error(transparent)]
    Seed(#[from] SeedError),
    /// A source failed: of several, the first one in the order of the batches.
    #[error(transparent)]
    Source(#[from] SourceError),
    /// A state could not be kept.
    #[error(transparent)]
    Ledger(#[from] LedgerError),
    /// The run is to stop in its midst.
    #[error(transparent)]
    Left(#[from] Left),
    /// The state to go on from is none of this run.
    #[error(
        "the saved counts do not belong to this run: {0}; accepted: to begin anew, without --resume"
    )]
    Foreign(&'static str),
    /// The operating system gave no threads.
    #[error("cannot start {threads} threads")]
    Threads {
        /// Threads asked for.
        threads: usize,
        /// The thread pool's error.
        source: NoThreads,
    },
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
    /// True if programs that specs name may run: a spec can name any.
    pub programs: bool,
}

impl From<usize> for Machine {
    /// Takes so many threads, the best instruction set that there is, and nothing else.
    fn from(threads: usize) -> Self {
        Self {
            threads,
            isa: Isa::best(),
            memory: None,
            programs: false,
        }
    }
}

/// Counts all subjects of `jobs` on `machine`, or on a number of threads, until `watch` has seen enough of each.
#[allow(
    clippy::missing_panics_doc,
    reason = "a panic of a source is passed on; no lock is held while it runs"
)]
pub fn run<S: Supply>(
    jobs: &[S],
    design: &Design,
    statistics: &[Probe],
    machine: impl Into<Machine>,
    progress: &dyn Progress,
    watch: &mut dyn Watch,
) -> Result<Vec<Counts>, SimulateError> {
    let by = (progress, None);
    Ok(run_kept(jobs, design, statistics, machine, by, watch)?.counts)
}

/// The counts of a run that may have been stopped.
pub struct Kept {
    /// The counts of each job.
    pub counts: Vec<Counts>,
    /// True if all was counted that there was to count here.
    pub whole: bool,
    /// Replicates that were counted as a whole; `None` if one was not.
    pub replicates: Option<u64>,
}

/// Counts the subjects of `jobs` as [`run`] does, from the state on that the ledger has; stops early where it says so.
pub fn run_kept<S: Supply>(
    jobs: &[S],
    design: &Design,
    statistics: &[Probe],
    machine: impl Into<Machine>,
    (progress, ledger): (&dyn Progress, Option<&dyn Ledger>),
    watch: &mut dyn Watch,
) -> Result<Kept, SimulateError> {
    let Machine { threads, isa, .. } = machine.into();
    jobs.iter().try_for_each(Supply::check)?;
    let engine = Engine {
        jobs,
        design: *design,
        layout: Layout::of(statistics, design.size),
        isa,
        pool: Pool::new(threads)?,
        progress,
        ledger,
    };
    engine.run(watch)
}

/// Counts the subjects of one source, whatever it is, one after the other: all of them, or as many as
/// `watch`, which sees them as job 0, has to see; at most `most`. Nothing after those is read but the rest
/// of a batch.
pub fn count<B: Counted>(
    source: &mut dyn Source<B>,
    (size, most): (usize, u64),
    statistics: &[Probe],
    isa: Isa,
    progress: &dyn Progress,
    watch: &mut dyn Watch,
) -> Result<Counts, SourceError> {
    let serial = Serial::new(statistics, progress);
    let mut room = Room::new(&serial.gauges, size, isa);
    serial.count(&mut room, source, most, watch)
}

/// The common part of all that counts one source after the other on a thread.
struct Serial<'a, B: Counted> {
    statistics: &'a [Probe],
    gauges: Vec<Gauge<'a, B>>,
    keys: Keys,
    progress: &'a dyn Progress,
}

impl<'a, B: Counted> Serial<'a, B> {
    fn new(statistics: &'a [Probe], progress: &'a dyn Progress) -> Self {
        Self {
            statistics,
            gauges: gauges(statistics),
            keys: Keys::of(statistics),
            progress,
        }
    }

    /// Counts at most `most` subjects of `source`, until `watch` has seen enough.
    fn count(
        &self,
        room: &mut Room<'a, B>,
        source: impl Source<B>,
        most: u64,
        watch: &mut dyn Watch,
    ) -> Result<Counts, SourceError> {
        let large = B::counts_are_large(room.batch.size());
        let mut looks = Looks::new(watch, most, large);
        let mut feeds = [Feed::new(0, source, room, &self.gauges)];
        in_turns(&mut feeds, most, &self.keys, &mut looks, self.progress)?;
        let [feed] = feeds;
        let totals = Totals::of(feed.tallies);
        Ok(totals.counts(&self.keys, self.statistics, feed.subjects))
    }
}

/// Counts `runs` small jobs, each of `design.trials` subjects or until its watcher has seen enough, whole on one
/// thread. `job` makes each from its number, and `judge` is told the counts of each.
pub fn each<S: Supply, W: Watch, T: Send + Serialize + DeserializeOwned>(
    runs: usize,
    job: impl Fn(usize) -> (S, W) + Sync,
    design: &Design,
    statistics: &[Probe],
    machine: impl Into<Machine>,
    progress: &dyn Progress,
    judge: impl Fn(usize, W, &Counts) -> T + Sync,
) -> Result<Vec<T>, SimulateError> {
    let machine = machine.into();
    let small = || Small::new(statistics, design.size, machine.isa, progress);
    let pieces = progress.pieces();
    if let Some(pieces) = pieces {
        pieces.begin();
    }
    // A job takes less time than to keep its result: they are kept by the score.
    let groups = if pieces.is_some() { GROUP } else { 1 };
    let all = shared_out(runs.div_ceil(groups), machine, small, |small, group| {
        let runs = group * groups..runs.min((group + 1) * groups);
        pieces::once(pieces, group, || {
            let each = runs.map(|run| {
                let (job, mut watch) = job(run);
                let counts = small.count_watched(&job, design.trials, &mut watch)?;
                Ok(judge(run, watch, &counts))
            });
            each.collect::<Result<Vec<T>, SimulateError>>()
        })
    })?;
    let all: Result<Vec<Vec<T>>, SimulateError> = all.into_iter().collect();
    Ok(all?.into_iter().flatten().collect())
}

/// Small jobs whose results are kept together.
const GROUP: usize = 20;

/// Does `work` for every number below `pieces`, each on whichever thread is free, and gives what came of it in
/// order. Each thread calls `room` once and keeps the result.
pub fn shared_out<R, T: Send>(
    pieces: usize,
    machine: Machine,
    room: impl Fn() -> R + Sync,
    work: impl Fn(&mut R, usize) -> T + Sync,
) -> Result<Vec<T>, SimulateError> {
    Ok(Pool::new(machine.threads)?.each(pieces, room, work))
}

/// Counts small jobs on the thread that asks, one after the other and in the same room.
pub struct Small<'a, B: Counted> {
    serial: Serial<'a, B>,
    room: Room<'a, B>,
}

impl<'a, B: Counted> Small<'a, B> {
    /// Counts `statistics` of subjects of `size` with the instructions of `isa`.
    pub fn new(statistics: &'a [Probe], size: usize, isa: Isa, progress: &'a dyn Progress) -> Self {
        let serial = Serial::new(statistics, progress);
        let room = Room::new(&serial.gauges, size, isa);
        Self { serial, room }
    }

    /// Counts the first `subjects` of `job`.
    pub fn count<S: Supply<Batch = B>>(
        &mut self,
        job: &S,
        subjects: u64,
    ) -> Result<Counts, SimulateError> {
        self.count_watched(job, subjects, &mut Never)
    }

    /// Counts the first `most` subjects of `job`, or fewer once `watch` has seen enough.
    fn count_watched<S: Supply<Batch = B>>(
        &mut self,
        job: &S,
        most: u64,
        watch: &mut dyn Watch,
    ) -> Result<Counts, SimulateError> {
        let source = InOrder::new(job, most)?;
        let counts = self.serial.count(&mut self.room, source, most, watch)?;
        Ok(counts)
    }
}

/// The lag and the counter's name of each gauge, in order.
#[derive(Debug)]
struct Keys(Vec<(usize, String)>);

impl Keys {
    fn of(statistics: &[Probe]) -> Self {
        let mut keys: Vec<(usize, String)> = Vec::new();
        for (lag, counter) in statistics.iter().map(Probe::key) {
            if !keys
                .iter()
                .any(|known| (known.0, known.1.as_str()) == (lag, counter))
            {
                keys.push((lag, counter.to_owned()));
            }
        }
        Self(keys)
    }

    /// The place of the counts for `probe`.
    fn place(&self, probe: &Probe) -> usize {
        let (lag, counter) = probe.key();
        let mut keys = self.0.iter();
        keys.position(|known| (known.0, known.1.as_str()) == (lag, counter))
            .expect("every statistic's counter is listed")
    }

    /// Tallies in this order, by their keys.
    fn named(&self, tallies: Vec<Tally>) -> BTreeMap<(usize, String), Tally> {
        self.0.iter().cloned().zip(tallies).collect()
    }
}

/// The different gauges of `statistics`, in the order of [`Keys`].
fn gauges<B: Counted>(statistics: &[Probe]) -> Vec<Gauge<'_, B>> {
    let mut gauges: Vec<Gauge<'_, B>> = Vec::new();
    for gauge in statistics.iter().map(Probe::gauge) {
        if gauges.iter().all(|known| known.key() != gauge.key()) {
            gauges.push(gauge);
        }
    }
    gauges
}

fn empty<B: Counted>(gauges: &[Gauge<'_, B>], size: usize) -> Vec<Tally> {
    let tallies = gauges.iter().map(|gauge| Tally::empty(gauge.counter, size));
    tallies.collect()
}
