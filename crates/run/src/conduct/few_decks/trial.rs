//! Finds out how often some decks show a shuffle: many small runs, each simulated and tested on its own.

use std::ops::Range;

use super::super::bench::Bench;
use super::family::Family;
use super::ladders::Ladder;
use super::seen::Seen;
use deck::batch::Batch;
use deck::kernel::Isa;
use deck::rng::{Generator, Seed, Streams};
use engine::simulate::{Counts, InOrder, Job, SimulateError, Small, Supply};
use engine::verdict::battery::tests;
use laws::fit::binomial_tails;
use shuffle::policy::{Memory, Policy};
use shuffle::routine::Plan;
use source::{Source, SourceError};
use statistic::{Counted, Design, Probe, Wanted};

/// The numbers of runs that decide if a shuffle is shown often enough.
#[derive(Debug, Clone, Copy)]
pub(super) struct Runs {
    /// The number of runs, at the most.
    pub most: u64,
    /// The number of them that may miss a shuffle that is shown nine times in ten.
    spare: u64,
    /// The number of runs that are enough if they all show a shuffle.
    sure: u64,
}

/// Runs of the decks at hand: a share near nine tenths is known to some 3%. A shuffle that is shown in less than
/// nine of ten runs is taken for one that is enough before the last run with a probability below .9²⁵ = .07, one
/// that is shown in less than 80%, then or later, with a probability below .01.
pub(super) const CAREFUL: Runs = Runs {
    most: 100,
    spare: 10,
    sure: 25,
};

/// Runs of numbers of decks that nobody has, which are said to be "about" so many: a share near nine tenths is
/// known to some 7%.
pub(super) const ROUGH: Runs = Runs {
    most: 20,
    spare: 2,
    sure: 15,
};

/// The share of runs that show a shuffle which is shown often enough.
const OFTEN: f64 = 0.9;

/// Runs end where a shuffle that is shown often enough is missed as often with a probability below this.
const SELDOM: f64 = 1e-4;

impl Runs {
    /// Returns true if more runs could change what these say.
    fn go_on(&self, caught: u64, missed: u64) -> bool {
        let enough = missed == 0 && caught >= self.sure;
        caught + missed < self.most && !enough && self.is_enough(caught, missed)
    }

    /// Returns true if so many runs that show a shuffle, and so many that miss it, may mean that it is shown often
    /// enough.
    fn is_enough(&self, caught: u64, missed: u64) -> bool {
        let as_often = binomial_tails(missed, caught, 1.0 - OFTEN).upper;
        missed <= self.spare && as_often >= SELDOM
    }
}

/// The tests that are made of so many decks.
pub(super) struct Bank<V> {
    pub design: Design,
    /// Statistics of the decks themselves. Orders relative to earlier decks show no more of independent ones.
    pub probes: Vec<Probe>,
    pub family: Family,
    /// The view of the decks.
    pub seen: V,
}

/// The share of runs in which a shuffle was shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Share {
    /// Runs that show it.
    pub caught: u64,
    /// Runs that were made.
    pub runs: u64,
    /// True if that is often enough.
    pub enough: bool,
}

/// The runs of one bank, one after the other on one thread.
pub(super) struct Trials<'a, V: Seen> {
    bench: &'a Bench<'a>,
    bank: &'a Bank<V>,
    /// All statistics.
    all: Small<'a, V::Batch>,
    /// The statistic that showed a shuffle last, which is asked first: mostly it does so again, and nobody
    /// needs to ask the others.
    scout: Option<(usize, Small<'a, V::Batch>)>,
}

impl<'a, V: Seen> Trials<'a, V> {
    pub fn new(bench: &'a Bench<'a>, bank: &'a Bank<V>) -> Self {
        Self {
            bench,
            bank,
            all: small(bench, bank, 0..bank.probes.len()),
            scout: None,
        }
    }

    /// Counts the runs that show a shuffle done so many times in a row. It ends as soon as too many runs have
    /// missed it, and once it is sure that enough show it.
    pub fn share(&mut self, of: &Ladder, times: u64, runs: Runs) -> Result<Share, SimulateError> {
        let plan = of.plan(times);
        let (mut caught, mut missed) = (0, 0);
        while runs.go_on(caught, missed) {
            if self.shows(of, (&plan, times), caught + missed)? {
                caught += 1;
            } else {
                missed += 1;
            }
        }
        Ok(Share {
            caught,
            runs: caught + missed,
            enough: runs.is_enough(caught, missed),
        })
    }

    /// Returns true if the first run shows it: a guess that costs little.
    pub(crate) fn guess(&mut self, of: &Ladder, times: u64) -> Result<bool, SimulateError> {
        self.shows(of, (&of.plan(times), times), 0)
    }

    /// Returns true if at least one test fails the decks of a run.
    fn shows(
        &mut self,
        of: &Ladder,
        (plan, times): (&Plan, u64),
        run: u64,
    ) -> Result<bool, SimulateError> {
        let Self {
            bench, bank, all, ..
        } = self;
        let memory = if bank.seen.in_place() {
            Memory::InPlace
        } else {
            Memory::None
        };
        let job = Job {
            plan: plan.clone(),
            label: format!("few {times} {} {run}", of.one),
            generator: Generator::DEFAULT,
            seed: Seed::Integer(bench.seed.into()),
            policy: Policy {
                memory,
                ..Policy::default()
            },
        };
        let (bench, bank) = (*bench, *bank);
        let size = (bank.design.size, bench.machine.isa);
        let shuffled = InOrder::new(&job, bank.design.trials)?;
        // They are counted twice where the scout has missed them, and shuffled once.
        let decks = There::all(bank.seen.of(shuffled, size, run), size)?;
        if let Some((at, scout)) = &mut self.scout {
            let counts = scout.count(&decks, bank.design.trials)?;
            if fails(bank, *at, (&counts, Wanted::QuickRejections)) {
                return Ok(true);
            }
        }
        let counts = all.count(&decks, bank.design.trials)?;
        let fail = |wanted| (0..bank.probes.len()).find(|at| fails(bank, *at, (&counts, wanted)));
        let shows = fail(Wanted::QuickRejections).or_else(|| fail(Wanted::Rejections));
        if let Some(at) = shows {
            self.scout = Some((at, small(bench, bank, at..at + 1)));
        }
        Ok(shows.is_some())
    }
}

/// Returns true if a test of the statistic at that place of the bank fails. If more than quick ones are wanted, the quick
/// ones have not failed, and nothing new is found where nothing is simulated.
fn fails<V>(bank: &Bank<V>, at: usize, (counts, wanted): (&Counts, Wanted)) -> bool {
    if wanted != Wanted::QuickRejections && !bank.probes[at].statistic().simulates_few() {
        return false;
    }
    let probe = std::slice::from_ref(&bank.probes[at]);
    let found = tests(probe, &bank.design, counts, (bank.family.share(), wanted));
    bank.family.fails(&found)
}

/// Room to count some of a bank's statistics.
fn small<'a, V: Seen>(
    bench: &'a Bench<'a>,
    bank: &'a Bank<V>,
    probes: Range<usize>,
) -> Small<'a, V::Batch> {
    let (size, isa) = (bank.design.size, bench.machine.isa);
    Small::new(&bank.probes[probes], size, isa, bench.progress)
}

/// Subjects that are there already, to be counted as often as wanted.
pub(super) struct There<B>(Vec<B>);

impl<B: Batch> There<B> {
    /// All that a source has, of so many cards each.
    pub fn all(
        mut source: impl Source<B>,
        (cards, isa): (usize, Isa),
    ) -> Result<Self, SourceError> {
        let mut batches = Vec::new();
        loop {
            let mut batch = B::new(cards, isa);
            source.fill(&mut batch)?;
            if batch.is_empty() {
                return Ok(Self(batches));
            }
            batches.push(batch);
        }
    }
}

impl<B: Counted> Supply for There<B> {
    type Batch = B;
    type Source<'a>
        = Rest<'a, B>
    where
        B: 'a;

    fn streams(&self) -> Streams {
        Streams::Batches
    }

    fn source(&self, _replicate: u64, _batch: u64, _subjects: Range<u64>) -> Rest<'_, B> {
        Rest(self.0.iter())
    }
}

/// The batches that are still to be handed out.
pub(super) struct Rest<'a, B>(std::slice::Iter<'a, B>);

impl<B: Batch> Source<B> for Rest<'_, B> {
    fn fill(&mut self, batch: &mut B) -> Result<(), SourceError> {
        match self.0.next() {
            Some(next) => batch.clone_from(next),
            None => batch.clear(0),
        }
        Ok(())
    }
}
