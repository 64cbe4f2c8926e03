//! Sources of the subjects of a job, batch by batch.

use std::convert::Infallible;
use std::marker::PhantomData;
use std::ops::Range;

use super::BATCH;
use deck::Block;
use deck::batch::Batch;
use deck::kernel::Isa;
use deck::rng::{Generator, Seed, SeedError, Seeding, Streams};
use deck::subject::{Draws, Hands, View};
use shuffle::draws::Rule;
use shuffle::policy::Policy;
use shuffle::routine::Plan;
use source::{Departing, Drawn, Remembering, Simulated, Source, SourceError, Viewed};
use statistic::Counted;

/// Gives the sources of a job's batches.
pub trait Supply: Sync {
    /// Its subjects.
    type Batch: Counted;

    /// The source of a batch.
    type Source<'a>: Source<Self::Batch> + Send
    where
        Self: 'a;

    /// Says if batches have streams of their own, so that any thread may make any of them.
    fn streams(&self) -> Streams;

    /// Checks that its seed fits its generator.
    fn check(&self) -> Result<(), SeedError> {
        Ok(())
    }

    /// Gives the source of the subjects with these indices, which count on from replicate to replicate: those of
    /// one batch. On a serial stream the first source goes on for all batches.
    fn source(&self, replicate: u64, batch: u64, subjects: Range<u64>) -> Self::Source<'_>;
}

/// Decks that are shuffled here: one routine, or the control.
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
    /// The policy by which decks come to their seeds and to their start: the default one but for a
    /// generator with one stream for each batch.
    pub policy: Policy,
}

impl Supply for Job {
    type Batch = Block;
    type Source<'a> = Simulated<'a>;

    /// Decks that have seeds of their own need no others before them.
    fn streams(&self) -> Streams {
        match self.policy.seeding {
            Seeding::Batches => self.generator.streams(),
            _ => Streams::Batches,
        }
    }

    fn check(&self) -> Result<(), SeedError> {
        self.generator.check(&self.seed)
    }

    fn source(&self, replicate: u64, batch: u64, decks: Range<u64>) -> Simulated<'_> {
        let stream = self
            .generator
            .stream(&self.seed, &self.label, replicate, batch)
            .expect("the seed was checked");
        let seeds = (self.policy.seeding)
            .seeds(&self.seed.fold(), &self.label, replicate, batch)
            .expect("a folded seed is a number");
        let streams = self.generator.streams();
        let departing = Departing::new(&self.policy, || {
            let (label, seed) = (format!("{}: departing", self.label), self.seed.fold());
            let stream = Generator::DEFAULT.stream(&seed, &label, replicate, batch);
            stream.expect("a folded seed is a number")
        });
        Simulated::new(&self.plan, stream, streams, decks.start, decks.end)
            .under(seeds, self.policy.memory)
            .departing(departing)
    }
}

/// Views of the decks of a job.
#[derive(Debug)]
pub struct Seeing {
    /// The decks.
    pub decks: Job,
    /// The view of them.
    pub view: View,
    /// Cards in a deck.
    pub cards: usize,
    /// The instruction set that shuffles them.
    pub isa: Isa,
}

impl Supply for Seeing {
    type Batch = Hands;
    type Source<'a> = Viewed<'a, Simulated<'a>>;

    fn streams(&self) -> Streams {
        self.decks.streams()
    }

    fn check(&self) -> Result<(), SeedError> {
        self.decks.check()
    }

    fn source(&self, replicate: u64, batch: u64, decks: Range<u64>) -> Viewed<'_, Simulated<'_>> {
        let source = self.decks.source(replicate, batch, decks);
        Viewed::new(source, &self.view, Block::with_isa(self.cards, self.isa))
    }
}

/// Draws by a rule, one after the other.
#[derive(Debug)]
pub struct Drawing {
    /// The rule, before the first draw.
    pub rule: Box<dyn Rule>,
    /// The number of symbols.
    pub symbols: usize,
    /// Names the random stream.
    pub label: String,
    /// The generator.
    pub generator: Generator,
    /// Its seed.
    pub seed: Seed,
}

impl Supply for Drawing {
    type Batch = Draws;
    type Source<'a> = Remembering<Drawn>;

    /// Each draw may depend on all before it.
    fn streams(&self) -> Streams {
        Streams::Serial
    }

    fn check(&self) -> Result<(), SeedError> {
        self.generator.check(&self.seed)
    }

    fn source(&self, _replicate: u64, _batch: u64, draws: Range<u64>) -> Remembering<Drawn> {
        let stream = self
            .generator
            .stream(&self.seed, &self.label, 0, 0)
            .expect("the seed was checked");
        let mut source = Remembering::new(Drawn::new(&*self.rule, stream), self.symbols);
        source.go_on(draws.end - draws.start);
        source
    }
}

/// Nothing is simulated: subjects that are read alone, such as hands from decks that differ from row to row, and orders, have laws
/// of their own and no control group. There is no value of this type.
#[derive(Debug)]
pub struct Nothing<B> {
    never: Infallible,
    of: PhantomData<B>,
}

impl<B: Counted> Supply for Nothing<B> {
    type Batch = B;
    type Source<'a>
        = Box<dyn Source<B> + Send>
    where
        Self: 'a;

    fn streams(&self) -> Streams {
        match self.never {}
    }

    fn source(&self, _: u64, _: u64, _: Range<u64>) -> Self::Source<'_> {
        match self.never {}
    }
}

/// Subjects that a function makes batch by batch, from the batch's number and the indices of its subjects.
pub struct Made<F>(pub F);

impl<F, S> Supply for Made<F>
where
    F: Fn(u64, Range<u64>) -> S + Sync,
    S: Source + Send,
{
    type Batch = Block;
    type Source<'a>
        = S
    where
        F: 'a;

    fn streams(&self) -> Streams {
        Streams::Batches
    }

    fn source(&self, _replicate: u64, batch: u64, subjects: Range<u64>) -> S {
        self.0(batch, subjects)
    }
}

/// The first subjects of a job one after the other, for one thread.
pub struct InOrder<'a, S: Supply> {
    job: &'a S,
    /// The number of subjects.
    count: u64,
    /// Subjects in a batch.
    size: u64,
    /// The next batch.
    batch: u64,
    current: Option<S::Source<'a>>,
}

impl<'a, S: Supply> InOrder<'a, S> {
    /// The first `count` subjects of `job`, exactly those of a run with one replicate.
    pub fn new(job: &'a S, count: u64) -> Result<Self, SeedError> {
        job.check()?;
        Ok(Self {
            job,
            count,
            size: match job.streams() {
                Streams::Batches => BATCH,
                Streams::Serial => count.max(1),
            },
            batch: 0,
            current: None,
        })
    }
}

impl<S: Supply> Source<S::Batch> for InOrder<'_, S> {
    fn fill(&mut self, batch: &mut S::Batch) -> Result<(), SourceError> {
        loop {
            if let Some(current) = &mut self.current {
                current.fill(batch)?;
                if !batch.is_empty() {
                    return Ok(());
                }
            }
            let first = self.batch.saturating_mul(self.size);
            if first >= self.count {
                batch.clear(self.count);
                return Ok(());
            }
            let end = self.count.min(first.saturating_add(self.size));
            self.current = Some(self.job.source(0, self.batch, first..end));
            self.batch += 1;
        }
    }
}
