//! Simulation: batches of subjects in parallel, tallies merged exactly.
//!
//! The unit of work is a batch: a fixed run of subjects of one replicate, with a stream that derives
//! from the spec alone. Counts are integers, so that neither the number of threads nor the order in
//! which batches end can change a result. There is one engine: whoever watches it looks at what was
//! counted on the way, and it stops once enough was seen; who never looks ([`Never`]) has all of it.

mod ahead;
mod crew;
mod engine;
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
mod worker;

use serde::Serialize;
use serde::de::DeserializeOwned;
use thiserror::Error;

use crate::count::feed::Room;
use crate::count::{Keys, Serial, empty, gauges};
use engine::Engine;
use pool::{NoThreads, Pool};
use totals::Layout;

pub use crate::count::{BATCH, Counts, Never, Panel, Progress, Seen, Unwatched, Watch, count};
pub use ahead::count_ahead;
pub use crew::Crew;
#[cfg(not(target_family = "wasm"))]
pub use follow::{Glance, Ladder, Rare, Stretch};
#[cfg(not(target_family = "wasm"))]
pub(crate) use follow::{WINDOWS, window_decks};
pub use ledger::{Ledger, LedgerError, NotOneRun, Saved, Shard, Wish};
pub use memory::memory_needed;
pub use scrambling::Scrambles;
pub use supply::{Drawing, InOrder, Job, Made, Nothing, Seeing, Supply};

use deck::kernel::Isa;
use deck::rng::SeedError;
use source::SourceError;
use statistic::{Counted, Design, Probe};
use text::pieces::{self, Left};

/// Batches that are simulated ahead of the look that may be the last, for each thread.
const AHEAD: usize = 4;

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
