//! The engine: rounds of batches of all jobs, and between them looks, wishes, and states that are kept.

use std::collections::BTreeMap;
use std::hash::Hasher;
use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::AtomicUsize;
use std::time::{Duration, Instant};

use siphasher::sip::SipHasher13;

use super::ledger::{Ledger, Saved, Shard, State, Wish};
use super::pool::Pool;
use super::shared_tallies::SharedTallies;
use super::tasks::{Tasks, batches, subjects_before};
use super::totals::{Layout, Totals};
use super::worker::Round;
use super::{AHEAD, BATCH, InOrder, Kept, Progress, Serial, SimulateError, Supply, Unwatched};
use crate::count::feed::{Feed, Room, in_turns};
use crate::count::watch::{Looks, Seen, Watch};
use deck::BLOCK;
use deck::batch::Batch;
use deck::kernel::Isa;
use deck::rng::Streams;
use source::Source;
use statistic::{Design, Tally};

/// A round of a run that may be stopped takes from half of this to this: so long does whoever stops it wait.
const ROUND: Duration = Duration::from_millis(600);

/// Jobs that are counted together.
pub(super) struct Engine<'a, S: Supply> {
    pub jobs: &'a [S],
    pub design: Design,
    pub layout: Layout<'a, S::Batch>,
    pub isa: Isa,
    pub pool: Pool,
    pub progress: &'a dyn Progress,
    pub ledger: Option<&'a dyn Ledger>,
}

/// The batches between two looks, and the totals of each job in them.
type CountedSpan = (Range<u64>, Vec<Totals>);

/// The sources of jobs on a serial stream, each of which one thread has.
type Sources<'s, S> = Vec<Mutex<<S as Supply>::Source<'s>>>;

impl<S: Supply> Engine<'_, S> {
    pub fn run(&self, watch: &mut dyn Watch) -> Result<Kept, SimulateError> {
        let (design, watched) = (self.design, watch.looks());
        let sources: Sources<'_, S> = (self.jobs.iter())
            .map(|job| Mutex::new(job.source(0, 0, 0..0)))
            .collect();
        let large = S::Batch::counts_are_large(design.size);
        let mut looks = Looks::new(watch, design.trials, large);
        let mut saved = match self.ledger().and_then(Ledger::saved) {
            Some(saved) => self.restored(saved, &sources, &mut looks)?,
            None => self.beginning()?,
        };
        if watched && saved.jobs.iter().all(|state| state.next == 0) {
            self.first_batch(&sources, &mut looks, &mut saved)?;
        }
        let mut whole = true;
        for (jobs, end) in self.cohorts() {
            whole = whole && self.cohort((&jobs, end), &sources, &mut looks, &mut saved)?;
        }
        if let (true, Some(ledger)) = (whole, self.ledger()) {
            self.describe(&sources, &looks, &mut saved);
            ledger.keep(&saved, true)?;
        }
        let replicates = replicates(&design, &saved);
        let states = saved.jobs.into_iter();
        let counts = states.map(|state| {
            let State {
                mut totals,
                subjects,
                ..
            } = state;
            totals.prepare(&self.layout);
            totals.counts(&self.layout.keys, self.layout.statistics, subjects)
        });
        Ok(Kept {
            counts: counts.collect(),
            whole,
            replicates,
        })
    }

    /// Counts the jobs of a cohort, which have the same batches, up to `end`; false if it was stopped before.
    fn cohort<'s>(
        &'s self,
        (jobs, end): (&[usize], u64),
        sources: &Sources<'s, S>,
        looks: &mut Looks<'_>,
        saved: &mut Saved,
    ) -> Result<bool, SimulateError> {
        let (design, watched) = (self.design, looks.watch.looks());
        let mut length = (self.pool.threads() * AHEAD) as u64;
        loop {
            let running: Vec<bool> = (saved.jobs.iter().enumerate())
                .map(|(job, state)| state.runs && state.next < end && jobs.contains(&job))
                .collect();
            let next = jobs.iter().map(|job| saved.jobs[*job].next).max();
            let Some(next) = next.filter(|_| running.contains(&true)) else {
                return Ok(true);
            };
            let spans = if watched {
                self.spans(next..end, &running)
            } else {
                let until = self.ledger().map_or(end, |_| self.round_end(next, length));
                std::iter::once(next..until.min(end)).collect()
            };
            let begun = self.ledger().map(|_| Instant::now());
            for (span, parts) in self.round(&spans, sources, &running, &mut saved.jobs, watched)? {
                let at = subjects_before(&design, span.end);
                for (job, part) in parts.into_iter().enumerate() {
                    let state = &mut saved.jobs[job];
                    // One that was decided at a look within this round has no more.
                    if running[job] && state.runs {
                        state.totals.merge(part);
                        state.subjects += subjects_before(&design, span.end)
                            - subjects_before(&design, span.start);
                        state.next = span.end;
                    }
                }
                if looks.due(at, false) && saved.jobs.iter().any(|state| state.runs) {
                    self.look(at, &mut saved.jobs, looks);
                }
            }
            let (Some(ledger), Some(begun)) = (self.ledger(), begun) else {
                continue;
            };
            let spent = begun.elapsed();
            if spent < ROUND / 2 {
                length = length.saturating_mul(2);
            } else if spent > ROUND {
                length = (length / 2).max(1);
            }
            let wish = ledger.wish();
            if wish != Wish::GoOn {
                self.describe(sources, looks, saved);
                ledger.keep(saved, false)?;
            }
            if wish == Wish::Stop {
                let left = |state: &State| state.runs && state.next < end;
                return Ok(!jobs.iter().any(|job| left(&saved.jobs[*job])));
            }
        }
    }

    /// The end of a round of about `length` batches: that of a replicate, where one fits.
    fn round_end(&self, next: u64, length: u64) -> u64 {
        let (end, whole) = (next.saturating_add(length), batches(&self.design));
        match end / whole * whole {
            cut if self.design.replicates > 1 && cut > next => cut,
            _ => end,
        }
    }

    /// The jobs that go through the same batches, each with the end of these. Jobs on a serial stream are not cut where
    /// a run is shared out: one machine has all of such a job.
    fn cohorts(&self) -> Vec<(Vec<usize>, u64)> {
        let (shard, all) = (self.shard(), self.batches());
        let jobs = 0..self.jobs.len();
        if shard == Shard::WHOLE {
            return vec![(jobs.collect(), all)];
        }
        let is_cut = |job: &usize| self.jobs[*job].streams() == Streams::Batches;
        let (cut, whole): (Vec<usize>, Vec<usize>) = jobs.partition(is_cut);
        let whole = whole.into_iter().filter(|job| shard.has(*job)).collect();
        vec![(cut, shard.batches(all).end), (whole, all)]
    }

    /// The store for states: kept by the program alone. A page in a browser goes without it. The target is asked here,
    /// since the calls through a trait object are compiled wherever a `Ledger` may be.
    fn ledger(&self) -> Option<&dyn Ledger> {
        self.ledger.filter(|_| cfg!(not(target_family = "wasm")))
    }

    fn shard(&self) -> Shard {
        self.ledger().map_or(Shard::WHOLE, Ledger::shard)
    }

    /// Batches of a job, over all replicates.
    fn batches(&self) -> u64 {
        batches(&self.design) * self.design.replicates
    }

    /// The first batch of a job that is counted here.
    fn first(&self, job: usize) -> u64 {
        match self.jobs[job].streams() {
            Streams::Batches => self.shard().batches(self.batches()).start,
            Streams::Serial => 0,
        }
    }

    /// The state of a run that begins.
    fn beginning(&self) -> Result<Saved, SimulateError> {
        let nothing = |job| State {
            next: self.first(job),
            runs: true,
            ..State::default()
        };
        Ok(Saved {
            numbers: self.numbers()?,
            jobs: (0..self.jobs.len()).map(nothing).collect(),
            ..Saved::default()
        })
    }

    /// A digest of the counts of the first block of each job, where states are kept.
    fn numbers(&self) -> Result<u64, SimulateError> {
        if !self.ledger().is_some_and(Ledger::keeps) {
            return Ok(0);
        }
        let serial = Serial::new(self.layout.statistics, &Unwatched);
        let mut room = Room::new(&serial.gauges, self.design.size, self.isa);
        let first = self.design.trials.min(BLOCK as u64);
        let mut hasher = SipHasher13::new();
        for job in self.jobs {
            let source = InOrder::new(job, first)?;
            let counts = serial.count(&mut room, source, first, &mut super::Never)?;
            for tally in counts.tallies.values() {
                tally
                    .cells()
                    .iter()
                    .for_each(|cell| hasher.write_u64(*cell));
                hasher.write_u64(tally.subjects());
                tally.kept().rows().for_each(|row| hasher.write(row));
            }
        }
        Ok(hasher.finish())
    }

    /// A state that was saved, once it is clear that it is one of this run.
    fn restored<'s>(
        &'s self,
        mut saved: Saved,
        sources: &Sources<'s, S>,
        looks: &mut Looks<'_>,
    ) -> Result<Saved, SimulateError> {
        let foreign = SimulateError::Foreign;
        if saved.jobs.is_empty() {
            return self.beginning();
        }
        if saved.jobs.len() != self.jobs.len() {
            return Err(foreign("they have another number of routines"));
        }
        if saved.numbers != self.numbers()? {
            return Err(foreign(
                "this program counts the first decks differently from the one that saved them",
            ));
        }
        let whole = batches(&self.design);
        let mut done = 0;
        for (job, (state, source)) in saved.jobs.iter_mut().zip(sources).enumerate() {
            let first = self.first(job).min(state.next);
            let subjects =
                subjects_before(&self.design, state.next) - subjects_before(&self.design, first);
            let watched = looks.watch.looks();
            let fits = state.next <= self.batches()
                && (state.subjects == subjects || watched && state.subjects <= subjects)
                && state.totals.fits(&self.layout, state.subjects);
            if !fits {
                return Err(foreign("some have another number of decks"));
            }
            state.totals.close_whole(&self.layout, whole);
            done += state.subjects;
            if let Some(state) = state.source.take() {
                let mut source = source.lock().expect("only one thread runs");
                if !source.restore(state) {
                    return Err(foreign("the state of a stream belongs to another stream"));
                }
            }
        }
        if looks.watch.looks() {
            let panels = std::mem::take(&mut saved.panels);
            let seen: Vec<Seen<'_>> = (saved.jobs.iter())
                .map(|state| Seen {
                    keys: &self.layout.keys,
                    tallies: &state.totals.tallies,
                    subjects: state.subjects,
                })
                .collect();
            let begun = seen.iter().all(|seen| !seen.tallies.is_empty());
            if begun && !looks.watch.go_on_from(panels, &seen) {
                return Err(foreign("the bets on them belong to another run"));
            }
            looks.go_on_after(saved.looked);
        }
        self.progress.advance(done);
        Ok(saved)
    }

    /// Puts the states of streams and of whoever looks to the counts.
    fn describe(&self, sources: &Sources<'_, S>, looks: &Looks<'_>, saved: &mut Saved) {
        let jobs = saved.jobs.iter_mut().zip(sources).zip(self.jobs);
        for ((state, source), job) in jobs {
            if job.streams() == Streams::Serial && state.subjects > 0 {
                let source = source.lock().expect("only one thread runs");
                state.source = source.state();
            }
        }
        saved.looked = looks.last;
        saved.panels = looks.watch.standing();
    }

    /// Counts the first batch of all jobs in turns: looks come within it.
    fn first_batch<'s>(
        &'s self,
        sources: &Sources<'s, S>,
        looks: &mut Looks<'_>,
        saved: &mut Saved,
    ) -> Result<(), SimulateError> {
        let Design { size, trials, .. } = self.design;
        let (end, gauges) = (trials.min(BATCH), &self.layout.gauges);
        let room = |_: &S| Room::new(gauges, size, self.isa);
        let mut rooms: Vec<Room<'_, S::Batch>> = self.jobs.iter().map(room).collect();
        let mut held = Vec::new();
        for (job, source) in self.jobs.iter().zip(sources) {
            let mut source = source.lock().expect("only one thread runs");
            match job.streams() {
                Streams::Serial => source.go_on(end),
                Streams::Batches => *source = job.source(0, 0, 0..end),
            }
            held.push(source);
        }
        let feeds = held.iter_mut().zip(&mut rooms).enumerate();
        let feeds = feeds.map(|(job, (source, room))| Feed::new(job, &mut **source, room, gauges));
        let mut feeds: Vec<_> = feeds.collect();
        in_turns(&mut feeds, end, &self.layout.keys, looks, self.progress)?;
        for (state, feed) in saved.jobs.iter_mut().zip(feeds) {
            state.totals = Totals::of(feed.tallies);
            (state.subjects, state.runs, state.next) = (feed.subjects, feed.runs, 1);
        }
        Ok(())
    }

    /// The batches to count next, cut where looks come.
    fn spans(&self, left: Range<u64>, running: &[bool]) -> Vec<Range<u64>> {
        // Each span of each job has tallies of its own.
        let ahead = if S::Batch::counts_are_large(self.design.size) {
            1
        } else {
            AHEAD
        };
        let running = running.iter().filter(|runs| **runs).count();
        let spans = (ahead * self.pool.threads() / running).max(1) as u64;
        let spans = spans.min(left.end - left.start).min(left.start + 1);
        let from = left.start;
        (from..from + spans).map(|batch| batch..batch + 1).collect()
    }

    /// Counts the batches of `spans` of all jobs that run, on all threads: of each span, the totals of each job. Tallies
    /// that all threads add to are those of `states` themselves.
    fn round<'s>(
        &'s self,
        spans: &[Range<u64>],
        sources: &Sources<'s, S>,
        running: &[bool],
        states: &mut [State],
        watched: bool,
    ) -> Result<Vec<CountedSpan>, SimulateError> {
        let (layout, size) = (&self.layout, self.design.size);
        let share = !watched
            && S::Batch::counts_are_large(size)
            && self
                .jobs
                .iter()
                .all(|job| job.streams() == Streams::Batches)
            && !layout.by_replicate();
        let mut shared: Vec<&mut Vec<Tally>> = Vec::new();
        let mut open = Vec::new();
        for (state, running) in states.iter_mut().zip(running) {
            open.push(if *running {
                std::mem::take(&mut state.totals.open)
            } else {
                BTreeMap::new()
            });
            if share {
                state.totals.prepare(layout);
                shared.push(&mut state.totals.tallies);
            }
        }
        let parts = shared.iter_mut();
        let parts: Vec<SharedTallies<'_>> = parts
            .map(|tallies| SharedTallies::new(tallies, &layout.gauges, size))
            .collect();
        let jobs = self.jobs.iter().enumerate();
        let tasks = Tasks::of(jobs.filter(|(job, _)| running[*job]), spans.to_vec());
        // Replicates that an earlier round began go on.
        let totals = open.into_iter().map(|open| {
            let others = spans[1..].iter().map(|_| Totals::default());
            let all = std::iter::once(Totals::begun(open)).chain(others);
            all.map(Mutex::new).collect()
        });
        let round = Round {
            jobs: self.jobs,
            sources,
            isa: self.isa,
            design: self.design,
            layout,
            end: AtomicUsize::new(tasks.len()),
            tasks,
            totals: totals.collect(),
            shared: &parts,
            progress: self.progress,
            next: AtomicUsize::new(0),
            failed: Mutex::new(None),
        };
        self.pool.on_all(|thread| round.work(thread));
        let failed = round.failed.into_inner().expect("no thread panicked");
        if let Some((_, error)) = failed {
            return Err(error.into());
        }
        let totals = round.totals.into_iter();
        let mut totals: Vec<_> = totals.map(Vec::into_iter).collect();
        let spans = spans.iter().map(|span| {
            let parts = totals.iter_mut().filter_map(Iterator::next);
            let parts = parts.map(|part| part.into_inner().expect("no thread panicked"));
            (span.clone(), parts.collect())
        });
        Ok(spans.collect())
    }

    fn look(&self, at: u64, states: &mut [State], looks: &mut Looks<'_>) {
        let seen = states.iter().enumerate().filter(|(_, state)| state.runs);
        let seen = seen.map(|(job, state)| (job, state.totals.tallies.as_slice()));
        let go_on = looks.look(&self.layout.keys, at, seen);
        for (state, go_on) in states.iter_mut().zip(go_on) {
            state.runs &= go_on;
        }
    }
}

/// Replicates that all jobs have as a whole; `None` if one has a part of one.
fn replicates(design: &Design, saved: &Saved) -> Option<u64> {
    let whole = batches(design).max(1);
    let mut next = saved.jobs.iter().map(|state| state.next);
    let first = next.next()?;
    (first % whole == 0 && next.all(|next| next == first)).then_some(first / whole)
}
