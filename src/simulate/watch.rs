//! Decks that are looked at on the way, until whoever watches has seen enough.
//!
//! Looks come at fixed numbers of decks ([`next_look`]), and see the merged tallies of all decks up to
//! there, whatever was simulated in the meantime: batches beyond the deciding one are thrown away. So
//! the result depends on the spec alone.

use std::collections::VecDeque;

use rayon::prelude::*;

use super::{
    BATCH, Counted, Job, Machine, Progress, SimulateError, empty, gauges, own_tallies, owned_key,
    place, pool,
};
use crate::deck::{BLOCK, Block};
use crate::kernel::Isa;
use crate::rng::Streams;
use crate::source::{Simulated, Source, SourceError};
use crate::statistic::{Counting, Design, Gauge, Probe, Tally};

/// Looks come after every batch up to this many batches, and then whenever so many parts of what was
/// seen have come anew: a run of 10¹² decks has some thousand looks, and no run is longer than need be
/// by more than a 64th.
const LOOKS_OF_EVERY_BATCH: u64 = 64;

/// Batches that are simulated ahead of the look that may be the last, for each thread.
pub(super) const AHEAD: usize = 4;

/// Watches decks come.
pub trait Watch {
    /// A job, by its number, has these counts now.
    fn see(&mut self, job: usize, seen: &Seen<'_>);

    /// After all jobs that still run were seen: whether each job, by its number, goes on.
    fn go_on(&mut self) -> Vec<bool>;
}

/// The number of decks at the first look after the one at `decks`: after every deck up to 64, then
/// after every block of 64 up to a batch, for decks of at most 256 cards; for larger ones after 64 and
/// each doubling; then after batches.
fn next_look(decks: u64, cards: usize) -> u64 {
    let block = BLOCK as u64;
    if decks >= BATCH {
        let batches = decks / BATCH;
        return (batches + (batches / LOOKS_OF_EVERY_BATCH).max(1)) * BATCH;
    }
    match (own_tallies(cards), decks < block) {
        (true, true) => decks + 1,
        (true, false) => (decks / block + 1) * block,
        (false, true) => block,
        (false, false) => (2 * decks).min(BATCH),
    }
}

/// The counts of a job up to a look.
#[derive(Debug)]
pub struct Seen<'a> {
    gauges: &'a [Gauge<'a>],
    tallies: Vec<Tally>,
    decks: u64,
}

/// A job that is watched.
struct Feed<'a> {
    job: &'a Job,
    counted: Seen<'a>,
    runs: bool,
    /// Of the first batch; on a serial stream, of all decks.
    source: Simulated<'a>,
}

/// Simulates all jobs, at most `design.trials` decks of each, until `watch` has seen enough of it.
/// Gives the counts of each at its last look.
pub fn watch(
    jobs: &[Job],
    design: &Design,
    statistics: &[Probe],
    machine: impl Into<Machine>,
    progress: &dyn Progress,
    watch: &mut dyn Watch,
) -> Result<Vec<Counted>, SimulateError> {
    let Machine { threads, isa, .. } = machine.into();
    for job in jobs {
        job.generator.check(&job.seed)?;
    }
    let pool = pool(threads)?;
    let gauges = gauges(statistics);
    let feeds = jobs.iter().map(|job| {
        let end = match job.generator.streams() {
            Streams::Batches => design.trials.min(BATCH),
            Streams::Serial => design.trials,
        };
        Feed {
            job,
            counted: Seen::nothing(&gauges, design.cards),
            runs: true,
            source: job.source(0, 0, 0, end),
        }
    });
    let mut run = Run {
        feeds: feeds.collect(),
        gauges: &gauges,
        cards: design.cards,
        trials: design.trials,
        isa,
        progress,
        next: next_look(0, design.cards),
    };
    run.first_batch(watch);
    while run.decks() < design.trials {
        run.round(&pool, watch);
    }
    let feeds = run.feeds.into_iter();
    Ok(feeds.map(|feed| feed.counted.counted()).collect())
}

struct Run<'a, 'run> {
    feeds: Vec<Feed<'a>>,
    gauges: &'a [Gauge<'a>],
    cards: usize,
    trials: u64,
    isa: Isa,
    progress: &'run dyn Progress,
    /// Decks at the next look.
    next: u64,
}

/// Batches of one job that one thread simulates, and what it counts in each.
struct Unit<'u, 'a> {
    feed: usize,
    job: &'a Job,
    first: u64,
    batches: u64,
    /// Of a serial stream.
    source: Option<&'u mut Simulated<'a>>,
}

impl<'a> Run<'a, '_> {
    fn running(&self) -> impl Iterator<Item = &Feed<'a>> {
        self.feeds.iter().filter(|feed| feed.runs)
    }

    /// Decks that all jobs have which still run.
    fn decks(&self) -> u64 {
        self.running()
            .next()
            .map_or(self.trials, |feed| feed.counted.decks)
    }

    /// Block by block: looks are frequent.
    fn first_batch(&mut self, watch: &mut dyn Watch) {
        let end = self.trials.min(BATCH);
        let mut blocks: Vec<Block> = self
            .feeds
            .iter()
            .map(|_| Block::with_isa(self.cards, self.isa))
            .collect();
        let mut countings: Vec<Counting> = self
            .feeds
            .iter()
            .map(|_| Counting::new(self.gauges, self.cards))
            .collect();
        let mut start = 0;
        while start < end && self.running().next().is_some() {
            let stop = end.min(start + BLOCK as u64);
            for (feed, block) in self.feeds.iter_mut().zip(&mut blocks) {
                if feed.runs {
                    fill(&mut feed.source, block);
                }
            }
            // Looks within a block.
            while self.next < stop && self.running().next().is_some() {
                let decks = (self.next - start) as usize;
                let heads: Vec<Option<Seen<'a>>> = self
                    .feeds
                    .iter()
                    .zip(&blocks)
                    .map(|(feed, block)| feed.runs.then(|| feed.counted.and_head(block, decks)))
                    .collect();
                self.look(heads, watch);
            }
            for ((feed, block), counting) in
                self.feeds.iter_mut().zip(&mut blocks).zip(&mut countings)
            {
                if feed.runs {
                    feed.counted.count(counting, block);
                    self.progress.advance(block.len() as u64);
                }
            }
            start = stop;
            self.look_if_due(start, watch);
        }
    }

    /// Some batches of each job in parallel, then the looks at them in order.
    fn round(&mut self, pool: &rayon::ThreadPool, watch: &mut dyn Watch) {
        let decks = self.decks();
        let (done, left) = (decks / BATCH, (self.trials - decks).div_ceil(BATCH));
        let ahead = if own_tallies(self.cards) { AHEAD } else { 1 };
        let ahead = ahead * pool.current_num_threads() / self.running().count();
        // No more than were needed already: a run that is soon decided wastes little.
        let batches = (ahead.max(1) as u64).min(left).min(done + 1);
        let mut parts = self.batches(pool, done, batches);
        let mut at = decks;
        for _ in 0..batches {
            at = self.trials.min(at + BATCH);
            for (feed, parts) in self.feeds.iter_mut().zip(&mut parts) {
                if let (true, Some(tallies)) = (feed.runs, parts.pop_front()) {
                    feed.counted.merge(&tallies, at);
                }
            }
            self.look_if_due(at, watch);
        }
    }

    /// Gives the counts of each job in so many batches from `first` on, batch by batch.
    fn batches(
        &mut self,
        pool: &rayon::ThreadPool,
        first: u64,
        batches: u64,
    ) -> Vec<VecDeque<Vec<Tally>>> {
        let mut parts: Vec<VecDeque<Vec<Tally>>> = Vec::new();
        parts.resize_with(self.feeds.len(), VecDeque::new);
        let mut units: Vec<Unit<'_, 'a>> = Vec::new();
        let running = self.feeds.iter_mut().enumerate();
        for (at, feed) in running.filter(|(_, feed)| feed.runs) {
            let unit = |first, batches, source| Unit {
                feed: at,
                job: feed.job,
                first,
                batches,
                source,
            };
            match feed.job.generator.streams() {
                Streams::Serial => units.push(unit(first, batches, Some(&mut feed.source))),
                Streams::Batches => {
                    units.extend((0..batches).map(|batch| unit(first + batch, 1, None)));
                }
            }
        }
        let (gauges, cards, isa, trials) = (self.gauges, self.cards, self.isa, self.trials);
        let progress = self.progress;
        let new = || (Block::with_isa(cards, isa), Counting::new(gauges, cards));
        let count =
            |source: &mut Simulated<'_>, batch: u64, block: &mut Block, counting: &mut Counting| {
                let mut tallies = empty(gauges, cards);
                let (mut at, end) = (batch * BATCH, trials.min((batch + 1) * BATCH));
                while at < end {
                    fill(source, block);
                    at += block.len() as u64;
                    counting.count(block, &mut tallies);
                    progress.advance(block.len() as u64);
                }
                counting.settle(&mut tallies);
                tallies
            };
        let counted: Vec<(usize, Vec<Vec<Tally>>)> = pool.install(|| {
            let units = units.into_par_iter();
            let counted = units.map_init(new, |(block, counting), unit| {
                let batches = unit.first..unit.first + unit.batches;
                let tallies = match unit.source {
                    Some(source) => batches
                        .map(|batch| count(source, batch, block, counting))
                        .collect(),
                    None => batches
                        .map(|batch| {
                            let end = trials.min((batch + 1) * BATCH);
                            let mut source = unit.job.source(0, batch, batch * BATCH, end);
                            count(&mut source, batch, block, counting)
                        })
                        .collect(),
                };
                (unit.feed, tallies)
            });
            counted.collect()
        });
        for (feed, tallies) in counted {
            parts[feed].extend(tallies);
        }
        parts
    }

    /// Looks, if it is time, at what all jobs have counted.
    fn look_if_due(&mut self, decks: u64, watch: &mut dyn Watch) {
        if self.running().next().is_some() && decks >= self.next.min(self.trials) {
            self.look(self.feeds.iter().map(|_| None).collect(), watch);
        }
    }

    /// Looks at the jobs that run, one at least, at `heads` where they are given.
    fn look(&mut self, heads: Vec<Option<Seen<'a>>>, watch: &mut dyn Watch) {
        let mut decks = 0;
        for (at, (feed, head)) in self.feeds.iter().zip(&heads).enumerate() {
            if feed.runs {
                let counted = head.as_ref().unwrap_or(&feed.counted);
                decks = counted.decks;
                watch.see(at, counted);
            }
        }
        let go_on = watch.go_on();
        for ((feed, head), go_on) in self.feeds.iter_mut().zip(heads).zip(go_on) {
            if feed.runs && !go_on {
                feed.runs = false;
                if let Some(head) = head {
                    feed.counted = head;
                }
            }
        }
        self.next = next_look(decks, self.cards);
    }
}

fn fill(source: &mut Simulated<'_>, block: &mut Block) {
    source
        .fill(block)
        .expect("a simulated source does not fail");
}

/// Counts decks of a source that nobody simulates here until `watch`, which sees them as job 0, has seen enough; at
/// most `most` decks. What comes after them is not read, but for the rest of a block.
pub fn count_watched(
    source: &mut dyn Source,
    cards: usize,
    most: u64,
    statistics: &[Probe],
    isa: Isa,
    progress: &dyn Progress,
    watch: &mut dyn Watch,
) -> Result<Counted, SourceError> {
    let gauges = gauges(statistics);
    let mut counted = Seen::nothing(&gauges, cards);
    let mut block = Block::with_isa(cards, isa);
    let mut counting = Counting::new(&gauges, cards);
    let mut next = next_look(0, cards);
    let mut goes_on = |counted: &Seen<'_>| {
        watch.see(0, counted);
        watch.go_on().first() == Some(&true)
    };
    let mut seen = 0;
    loop {
        let left = most - counted.decks;
        // Nobody is kept waiting for decks that are not needed.
        if left == 0 {
            block.clear(most);
        } else {
            source.fill(&mut block)?;
        }
        if block.len() as u64 > left {
            block = block.head(left as usize);
        }
        if block.is_empty() {
            if seen < counted.decks {
                goes_on(&counted);
            }
            return Ok(counted.counted());
        }
        while next < counted.decks + block.len() as u64 {
            let head = counted.and_head(&block, (next - counted.decks) as usize);
            if !goes_on(&head) {
                return Ok(head.counted());
            }
            (seen, next) = (next, next_look(next, cards));
        }
        counted.count(&mut counting, &mut block);
        progress.advance(block.len() as u64);
        if counted.decks >= next {
            (seen, next) = (counted.decks, next_look(counted.decks, cards));
            if !goes_on(&counted) {
                return Ok(counted.counted());
            }
        }
    }
}

impl<'a> Seen<'a> {
    fn nothing(gauges: &'a [Gauge<'a>], cards: usize) -> Self {
        Self {
            gauges,
            tallies: empty(gauges, cards),
            decks: 0,
        }
    }

    fn count(&mut self, counting: &mut Counting<'_>, block: &mut Block) {
        counting.count(block, &mut self.tallies);
        counting.settle(&mut self.tallies);
        self.decks += block.len() as u64;
    }

    fn merge(&mut self, parts: &[Tally], decks: u64) {
        for (tally, part) in self.tallies.iter_mut().zip(parts) {
            tally.merge(part);
        }
        self.decks = decks;
    }

    /// These counts and those of the first `decks` decks of a block.
    fn and_head(&self, block: &Block, decks: usize) -> Self {
        let mut head = Self {
            gauges: self.gauges,
            tallies: self.tallies.clone(),
            decks: self.decks,
        };
        let mut counting = Counting::new(self.gauges, block.cards());
        head.count(&mut counting, &mut block.head(decks));
        head
    }

    fn counted(self) -> Counted {
        let keys = self.gauges.iter().map(owned_key);
        Counted {
            tallies: keys.zip(self.tallies).collect(),
            decks: self.decks,
        }
    }

    /// Decks counted.
    pub fn decks(&self) -> u64 {
        self.decks
    }

    /// Gives the counts for `probe`, which must be one of those that are watched.
    pub fn of(&self, probe: &Probe) -> &Tally {
        &self.tallies[place(self.gauges, probe.gauge())]
    }
}

impl Counted {
    /// Gives the counts for `probe`, which must be one of those that were watched.
    pub fn of(&self, probe: &Probe) -> &Tally {
        &self.tallies[&owned_key(&probe.gauge())]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn looks_are_frequent_first_and_then_a_share_of_what_was_seen() {
        let looks = |cards, most| {
            let mut looks = vec![0];
            while looks[looks.len() - 1] < most {
                looks.push(next_look(looks[looks.len() - 1], cards));
            }
            looks
        };
        let small = looks(52, 100 * BATCH);
        assert_eq!(small[..3], [0, 1, 2]);
        assert_eq!(small[63..67], [63, 64, 128, 192]);
        assert!(small.contains(&BATCH) && small.contains(&(64 * BATCH)));
        assert_eq!(looks(1000, BATCH), [0, 64, 128, 256, 512, 1024, 2048, 4096]);
        let many = looks(52, 1_000_000_000_000);
        assert!(many.len() < 1300, "{}", many.len());
        assert!(many.windows(2).all(|pair| pair[0] < pair[1]));
    }
}
