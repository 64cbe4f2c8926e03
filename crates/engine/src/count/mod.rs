//! Counting on one thread: the subjects of one source, one after the other, and looks at what was counted on the way.
//!
//! It needs no threads, no simulation and no state that is kept, so that a check of a function compiles this and no more.

pub(crate) mod feed;
pub(crate) mod watch;

use std::collections::BTreeMap;
use std::io;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use feed::{Feed, Room, in_turns};
use watch::Looks;

pub use watch::{Never, Panel, Seen, Watch};

use deck::BLOCK;
use deck::kernel::Isa;
use source::{Facts, Source, SourceError};
use statistic::{Counted, Gauge, Probe, Series, Tally};
use text::pieces::Pieces;

/// Subjects in a batch: enough to make its cost outweigh its start, few enough to share out.
pub const BATCH: u64 = 64 * BLOCK as u64;

/// The counts of one job.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Counts {
    pub(crate) tallies: BTreeMap<(usize, String), Tally>,
    /// For each statistic, in order, its values by replicate if it has such.
    series: Vec<Option<Series>>,
    subjects: u64,
}

impl Counts {
    /// The counts of `subjects` subjects in `tallies`, which lie as `keys` says. `by_replicate` gives the values of the
    /// statistic at a place in the list if it was evaluated on the way, replicate by replicate; one that was not is evaluated
    /// now, as one replicate.
    pub(crate) fn new(
        tallies: Vec<Tally>,
        keys: &Keys,
        statistics: &[Probe],
        subjects: u64,
        mut by_replicate: impl FnMut(usize) -> Option<Series>,
    ) -> Self {
        let series = statistics.iter().enumerate().map(|(at, probe)| {
            let statistic = probe.statistic();
            statistic.per_replicate().then(|| {
                by_replicate(at).unwrap_or_else(|| {
                    let mut series = Series::default();
                    let tally = &tallies[keys.place(probe)];
                    let value = statistic.close(tally, &mut series.pooled);
                    series.values.push(value);
                    series
                })
            })
        });
        Self {
            series: series.collect(),
            tallies: keys.named(tallies),
            subjects,
        }
    }

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
pub(crate) struct Serial<'a, B: Counted> {
    statistics: &'a [Probe],
    pub gauges: Vec<Gauge<'a, B>>,
    pub keys: Keys,
    progress: &'a dyn Progress,
}

impl<'a, B: Counted> Serial<'a, B> {
    pub fn new(statistics: &'a [Probe], progress: &'a dyn Progress) -> Self {
        Self {
            statistics,
            gauges: gauges(statistics),
            keys: Keys::of(statistics),
            progress,
        }
    }

    /// Counts at most `most` subjects of `source`, until `watch` has seen enough.
    pub fn count(
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
        let (statistics, subjects) = (self.statistics, feed.subjects);
        Ok(Counts::new(
            feed.tallies,
            &self.keys,
            statistics,
            subjects,
            |_| None,
        ))
    }
}

/// The lag and the counter's name of each gauge, in order.
#[derive(Debug)]
pub(crate) struct Keys(Vec<(usize, String)>);

impl Keys {
    pub fn of(statistics: &[Probe]) -> Self {
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
    pub fn place(&self, probe: &Probe) -> usize {
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
pub(crate) fn gauges<B: Counted>(statistics: &[Probe]) -> Vec<Gauge<'_, B>> {
    let mut gauges: Vec<Gauge<'_, B>> = Vec::new();
    for gauge in statistics.iter().map(Probe::gauge) {
        if gauges.iter().all(|known| known.key() != gauge.key()) {
            gauges.push(gauge);
        }
    }
    gauges
}

pub(crate) fn empty<B: Counted>(gauges: &[Gauge<'_, B>], size: usize) -> Vec<Tally> {
    let tallies = gauges.iter().map(|gauge| Tally::empty(gauge.counter, size));
    tallies.collect()
}
