//! Decks of a source that somebody else makes anew for each batch, counted in parallel.

use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use thiserror::Error;

use super::shared_tallies::SharedTallies;
use super::{BATCH, Counted, Machine, Progress, SimulateError};
use super::{empty, gauges, own_tallies, owned_key, pool};
use crate::deck::Block;
use crate::source::{Source, SourceError};
use crate::statistic::{Counting, Design, Probe, Sink, Tally};

/// Why decks could not be counted.
#[derive(Debug, Error)]
pub enum CountError {
    /// The counting did not start.
    #[error(transparent)]
    Simulate(#[from] SimulateError),
    /// A source gave no decks.
    #[error(transparent)]
    Source(#[from] SourceError),
}

/// Counts the decks of `design`, taken as one replicate, where `source` makes the source of each batch
/// from the batch's number and the indices of its decks. If sources fail, the error is that of the first
/// batch that does, whatever the number of threads.
#[allow(
    clippy::missing_panics_doc,
    reason = "a panic of a source is passed on; no lock is held while it runs"
)]
pub fn count_batches<S: Source>(
    source: impl Fn(u64, Range<u64>) -> S + Sync,
    design: &Design,
    statistics: &[Probe],
    machine: impl Into<Machine>,
    progress: &dyn Progress,
) -> Result<Counted, CountError> {
    let Machine { threads, isa, .. } = machine.into();
    let (cards, decks) = (design.cards, design.decks());
    let gauges = gauges(statistics);
    let mut total = empty(&gauges, cards);
    let share = !own_tallies(cards);
    let next = AtomicU64::new(0);
    // Batches from here on are not wanted. They are handed out in order, so that all before a batch
    // that fails are looked at, too.
    let end = AtomicU64::new(decks.div_ceil(BATCH));
    let failed: Mutex<Option<(u64, SourceError)>> = Mutex::new(None);
    {
        let mut nothing = Vec::new();
        let (parts, whole) = if share {
            (&mut total, &mut nothing)
        } else {
            (&mut nothing, &mut total)
        };
        let shared = SharedTallies::new(parts, &gauges, cards);
        let whole = Mutex::new(whole);
        pool(threads)?.broadcast(|context| {
            let stop = Stop(&end);
            let mut block = Block::with_isa(cards, isa);
            let mut counting = Counting::new(&gauges, cards);
            let mut own: Vec<Tally> = Vec::new();
            let mut part;
            let sink: &mut dyn Sink = if share {
                part = shared.sink(context.index());
                &mut part
            } else {
                own = empty(&gauges, cards);
                &mut own
            };
            loop {
                let batch = next.fetch_add(1, Ordering::Relaxed);
                if batch >= end.load(Ordering::Relaxed) {
                    break;
                }
                let range = batch * BATCH..decks.min((batch + 1) * BATCH);
                let mut source = source(batch, range);
                if let Err(error) = one(&mut source, &mut block, &mut counting, sink, progress) {
                    end.fetch_min(batch, Ordering::Relaxed);
                    let mut failed = failed.lock().expect("no source runs under the lock");
                    if failed.as_ref().is_none_or(|(before, _)| batch < *before) {
                        *failed = Some((batch, error));
                    }
                    break;
                }
            }
            counting.settle(sink);
            let mut whole = whole.lock().expect("no source runs under the lock");
            super::worker::merge_all(&mut whole, &own);
            drop(stop);
        });
    }
    if let Some((_, error)) = failed.into_inner().expect("no source runs under the lock") {
        return Err(error.into());
    }
    Ok(Counted {
        tallies: gauges.iter().map(owned_key).zip(total).collect(),
        decks,
    })
}

/// Where one thread panics, the others need not go on.
struct Stop<'a>(&'a AtomicU64);

impl Drop for Stop<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.store(0, Ordering::Relaxed);
        }
    }
}

/// Counts all decks of one source.
fn one(
    source: &mut dyn Source,
    block: &mut Block,
    counting: &mut Counting<'_>,
    sink: &mut dyn Sink,
    progress: &dyn Progress,
) -> Result<(), SourceError> {
    loop {
        source.fill(block)?;
        if block.is_empty() {
            return Ok(());
        }
        counting.count(block, sink);
        progress.advance(block.len() as u64);
    }
}
