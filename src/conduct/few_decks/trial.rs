//! How often some decks show a shuffle: many small runs, each simulated and tested on its own.

use std::ops::Range;

use super::super::bench::{Bench, tests};
use super::family::Family;
use super::ladders::Ladder;
use crate::deck::Block;
use crate::exact::fit::binomial_tails;
use crate::policy::{Memory, Policy};
use crate::rng::{Generator, Seed, SeedError, Streams};
use crate::routine::Plan;
use crate::simulate::{Counts, InOrder, Job, Made, SimulateError, Small, Supply};
use crate::source::{Copies, Labelled, Simulated, Source, SourceError};
use crate::statistic::{Design, Probe};

/// How many runs decide whether a shuffle is shown often enough.
#[derive(Debug, Clone, Copy)]
pub(super) struct Runs {
    /// Runs, at the most.
    pub most: u64,
    /// How many of them may miss a shuffle that is shown nine times in ten.
    spare: u64,
    /// So many runs that all show a shuffle are enough.
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
    /// Whether more runs could change what these say.
    fn go_on(&self, caught: u64, missed: u64) -> bool {
        let enough = missed == 0 && caught >= self.sure;
        caught + missed < self.most && !enough && self.is_enough(caught, missed)
    }

    /// Whether so many runs that show a shuffle, and so many that miss it, may mean that it is shown often enough.
    fn is_enough(&self, caught: u64, missed: u64) -> bool {
        let as_often = binomial_tails(missed, caught, 1.0 - OFTEN).upper;
        missed <= self.spare && as_often >= SELDOM
    }
}

/// The tests that are made of so many decks.
pub(super) struct Bank {
    pub design: Design,
    /// Statistics of the decks themselves. Orders relative to earlier decks show no more of independent ones.
    pub probes: Vec<Probe>,
    pub family: Family,
    /// How copies are told apart, if there are any.
    pub copies: Option<Copies>,
}

/// How often a shuffle was shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Share {
    /// Runs that show it.
    pub caught: u64,
    /// Runs that were made.
    pub runs: u64,
    /// Whether that is often enough.
    pub enough: bool,
}

/// The runs of one bank, one after the other on one thread.
pub(super) struct Trials<'a> {
    bench: &'a Bench<'a>,
    bank: &'a Bank,
    /// All statistics.
    all: Small<'a, Block>,
    /// The statistic that showed a shuffle last, which is asked first: mostly it does so again, and nobody
    /// needs to ask the others.
    scout: Option<(usize, Small<'a, Block>)>,
}

impl<'a> Trials<'a> {
    pub fn new(bench: &'a Bench<'a>, bank: &'a Bank) -> Self {
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

    /// Whether the first run shows it: a guess that costs little.
    pub fn guess(&mut self, of: &Ladder, times: u64) -> Result<bool, SimulateError> {
        self.shows(of, (&of.plan(times), times), 0)
    }

    /// Whether at least one test fails the decks of a run.
    fn shows(
        &mut self,
        of: &Ladder,
        (plan, times): (&Plan, u64),
        run: u64,
    ) -> Result<bool, SimulateError> {
        let Self {
            bench, bank, all, ..
        } = self;
        let in_place = bank.copies.as_ref().is_some_and(Copies::in_place);
        let shuffled = Read {
            decks: Job {
                plan: plan.clone(),
                label: format!("few {times} {} {run}", of.one),
                generator: Generator::DEFAULT,
                seed: Seed::Integer(bench.seed.into()),
                policy: Policy {
                    // Without copies, orders relative to the deck before are those of sorted decks.
                    memory: if in_place {
                        Memory::InPlace
                    } else {
                        Memory::None
                    },
                    ..Policy::default()
                },
            },
            copies: bank.copies.as_ref(),
            run,
        };
        let (bench, bank) = (*bench, *bank);
        // They are counted twice where the scout has missed them, and shuffled once.
        let decks = Again(blocks(&shuffled, bank, bench)?);
        let decks = Made(|_, _| decks.once_more());
        if let Some((at, scout)) = &mut self.scout {
            let counts = scout.count(&decks, bank.design.trials)?;
            if fails(bank, *at, &counts) {
                return Ok(true);
            }
        }
        let counts = all.count(&decks, bank.design.trials)?;
        let shows = (0..bank.probes.len()).position(|at| fails(bank, at, &counts));
        if let Some(at) = shows {
            self.scout = Some((at, small(bench, bank, at..at + 1)));
        }
        Ok(shows.is_some())
    }
}

/// Whether a test of the statistic at that place of the bank fails.
fn fails(bank: &Bank, at: usize, counts: &Counts) -> bool {
    let probe = std::slice::from_ref(&bank.probes[at]);
    let found = tests(probe, &bank.design, counts, bank.family.share());
    bank.family.fails(&found)
}

/// Shuffles the decks of a run.
fn blocks(
    shuffled: &Read<'_>,
    bank: &Bank,
    bench: &Bench<'_>,
) -> Result<Vec<Block>, SimulateError> {
    let mut source = InOrder::new(shuffled, bank.design.trials)?;
    let mut blocks = Vec::new();
    loop {
        let mut block = Block::with_isa(bank.design.size, bench.machine.isa);
        source.fill(&mut block)?;
        if block.is_empty() {
            return Ok(blocks);
        }
        blocks.push(block);
    }
}

/// Decks that are there already.
struct Again(Vec<Block>);

impl Again {
    fn once_more(&self) -> Rest<'_> {
        Rest(self.0.iter())
    }
}

/// The blocks that are still to be handed out.
struct Rest<'a>(std::slice::Iter<'a, Block>);

impl Source for Rest<'_> {
    fn fill(&mut self, block: &mut Block) -> Result<(), SourceError> {
        match self.0.next() {
            Some(next) => block.clone_from(next),
            None => block.clear(0),
        }
        Ok(())
    }
}

/// Room to count some of a bank's statistics.
fn small<'a>(bench: &'a Bench<'a>, bank: &'a Bank, probes: Range<usize>) -> Small<'a, Block> {
    let (size, isa) = (bank.design.size, bench.machine.isa);
    Small::new(&bank.probes[probes], size, isa, bench.progress)
}

/// Simulated decks, as the reader of decks would hand them out.
struct Read<'a> {
    decks: Job,
    copies: Option<&'a Copies>,
    run: u64,
}

impl Supply for Read<'_> {
    type Batch = Block;
    type Source<'s>
        = Labelled<Simulated<'s>>
    where
        Self: 's;

    fn streams(&self) -> Streams {
        self.decks.streams()
    }

    fn check(&self) -> Result<(), SeedError> {
        self.decks.check()
    }

    fn source(&self, replicate: u64, batch: u64, decks: Range<u64>) -> Labelled<Simulated<'_>> {
        let source = self.decks.source(replicate, batch, decks);
        Labelled::new(source, self.copies, self.run)
    }
}
