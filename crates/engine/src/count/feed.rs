//! Subjects counted one after the other on one thread, looked at wherever a look is due.

use super::watch::Looks;
use super::{Keys, Progress, empty};
use deck::batch::Batch;
use deck::kernel::Isa;
use source::{Source, SourceError};
use statistic::{Counted, Counting, Gauge, Tally};

/// Cards that are counted between two reports of progress, about: decks times their cards.
const REPORT_CARDS: u64 = 1 << 18;

/// Tells of progress now and then: to report every batch costs as much as to count it, where cards are few.
pub(crate) struct Report<'a> {
    progress: &'a dyn Progress,
    counted: u64,
}

impl<'a> Report<'a> {
    pub fn new(progress: &'a dyn Progress) -> Self {
        Self {
            progress,
            counted: 0,
        }
    }

    /// A batch was counted. Batches that are not full come from slow sources, whose watchers want to hear of each.
    pub fn counted<B: Batch>(&mut self, batch: &B) {
        self.counted += batch.len() as u64;
        if batch.len() < B::MOST || self.counted * batch.size() as u64 >= REPORT_CARDS {
            self.progress.advance(std::mem::take(&mut self.counted));
        }
    }
}

impl Drop for Report<'_> {
    fn drop(&mut self) {
        if self.counted > 0 {
            self.progress.advance(self.counted);
        }
    }
}

/// Room to count in, which serves one job after the other.
pub(crate) struct Room<'a, B: Counted> {
    pub batch: B,
    pub counting: Counting<'a, B>,
}

impl<'a, B: Counted> Room<'a, B> {
    pub fn new(gauges: &[Gauge<'a, B>], size: usize, isa: Isa) -> Self {
        Self {
            batch: B::new(size, isa),
            counting: Counting::new(gauges, size),
        }
    }
}

/// A job on its way.
pub(crate) struct Feed<'r, 'a, B: Counted, S> {
    /// The job's number.
    job: usize,
    source: S,
    room: &'r mut Room<'a, B>,
    gauges: &'r [Gauge<'a, B>],
    /// True if the batch at hand is filled, and not yet counted: a look is due within it.
    waits: bool,
    /// True once the source has no more.
    ended: bool,
    /// True as long as the watcher has not seen enough.
    pub runs: bool,
    pub tallies: Vec<Tally>,
    pub subjects: u64,
}

impl<'r, 'a, B: Counted, S: Source<B>> Feed<'r, 'a, B, S> {
    pub fn new(
        job: usize,
        source: S,
        room: &'r mut Room<'a, B>,
        gauges: &'r [Gauge<'a, B>],
    ) -> Self {
        Self {
            job,
            source,
            gauges,
            waits: false,
            ended: false,
            runs: true,
            tallies: empty(gauges, room.batch.size()),
            subjects: 0,
            room,
        }
    }

    /// Counts whole batches that end at `until` or before it. Nobody is kept waiting for subjects that are
    /// not needed.
    fn reach(&mut self, until: u64, progress: &dyn Progress) -> Result<(), SourceError> {
        let Room { batch, counting } = &mut *self.room;
        let (before, mut report) = (self.subjects, Report::new(progress));
        while self.subjects < until && !self.ended {
            if !self.waits {
                self.source.fill(batch)?;
                self.ended = batch.is_empty();
                self.waits = !self.ended;
                continue;
            }
            let len = batch.len() as u64;
            if self.subjects + len > until {
                break;
            }
            counting.count(batch, &mut self.tallies);
            (self.subjects, self.waits) = (self.subjects + len, false);
            report.counted(batch);
        }
        if self.subjects > before {
            counting.settle(&mut self.tallies);
        }
        Ok(())
    }

    /// Counts how many of the first `until` subjects are there, counted or waiting.
    fn there(&self, until: u64) -> u64 {
        let waiting = if self.waits { self.room.batch.len() } else { 0 };
        until.min(self.subjects + waiting as u64)
    }

    /// The counts of the first `subjects`, where some of these still wait.
    fn head(&self, subjects: u64) -> Option<Vec<Tally>> {
        let waiting = usize::try_from(subjects - self.subjects).ok()?;
        (waiting > 0).then(|| {
            let mut tallies = self.tallies.clone();
            let mut counting = Counting::new(self.gauges, self.room.batch.size());
            counting.count(&mut self.room.batch.head(waiting), &mut tallies);
            counting.settle(&mut tallies);
            tallies
        })
    }
}

/// Counts all jobs up to `end` subjects of each, or until their sources end, one batch of each in turn, and
/// looks where looks are due.
pub(crate) fn in_turns<B: Counted, S: Source<B>>(
    feeds: &mut [Feed<'_, '_, B, S>],
    end: u64,
    keys: &Keys,
    looks: &mut Looks<'_>,
    progress: &dyn Progress,
) -> Result<(), SourceError> {
    loop {
        let until = end.min(looks.next);
        let mut at = 0;
        for feed in feeds.iter_mut().filter(|feed| feed.runs) {
            feed.reach(until, progress)?;
            at = at.max(feed.there(until));
        }
        let ended = feeds.iter().all(|feed| !feed.runs || feed.ended);
        let due = looks.due(at, ended);
        let last = at >= end || ended;
        if !(due || last) || feeds.iter().all(|feed| !feed.runs) {
            return Ok(());
        }
        let heads: Vec<Option<Vec<Tally>>> = feeds
            .iter()
            .map(|feed| if feed.runs { feed.head(at) } else { None })
            .collect();
        let go_on = if due {
            let seen = feeds.iter().zip(&heads).filter(|(feed, _)| feed.runs);
            let seen =
                seen.map(|(feed, head)| (feed.job, head.as_deref().unwrap_or(&feed.tallies)));
            looks.look(keys, at, seen)
        } else {
            Vec::new()
        };
        for (feed, head) in feeds.iter_mut().zip(heads).filter(|(feed, _)| feed.runs) {
            feed.runs = go_on.get(feed.job).copied().unwrap_or(true);
            if !feed.runs || last {
                feed.subjects = at.max(feed.subjects);
                feed.tallies = head.unwrap_or_else(|| std::mem::take(&mut feed.tallies));
            }
        }
        if last {
            return Ok(());
        }
    }
}
