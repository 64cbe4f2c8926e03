//! The state of a run between two rounds: saved, gone on from, shared out over machines, and merged.

use std::ops::Range;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::totals::Totals;
use crate::count::watch::Panel;
use source::SourceState;
use text::pieces::Pieces;

/// One of several equal parts of a run, which machines count each for itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shard {
    /// Its number, from 1.
    pub number: u32,
    /// Parts of the run.
    pub of: u32,
}

impl Shard {
    /// A run that is not shared out.
    pub const WHOLE: Self = Self { number: 1, of: 1 };

    /// The batches that it counts, out of so many.
    pub(super) fn batches(self, all: u64) -> Range<u64> {
        let up_to = |number: u32| {
            let share = u128::from(all) * u128::from(number) / u128::from(self.of.max(1));
            share as u64
        };
        up_to(self.number.saturating_sub(1))..up_to(self.number)
    }

    /// Returns true if this part counts the job of this number, which cannot be cut: such jobs are
    /// dealt out in turns.
    pub(super) fn has(self, job: usize) -> bool {
        job as u64 % u64::from(self.of.max(1)) == u64::from(self.number.saturating_sub(1))
    }
}

/// The wish of whoever keeps a run, between two rounds of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wish {
    /// Count on.
    GoOn,
    /// Save the state, and count on.
    Save,
    /// Save the state, and stop.
    Stop,
}

/// A state could not be saved, or there is none to go on from.
#[derive(Debug, Error)]
#[error("{0}")]
pub struct LedgerError(
    pub String,
    #[source] pub Option<Box<dyn std::error::Error + Send + Sync>>,
);

/// Keeps the state of a run, so that another process can go on from it, and says when to stop.
pub trait Ledger: Sync {
    /// The part of the run that is counted here.
    fn shard(&self) -> Shard {
        Shard::WHOLE
    }

    /// The state to go on from, if there is one; it is asked for once.
    fn saved(&self) -> Option<Saved> {
        None
    }

    /// Asked between rounds, every second or so.
    fn wish(&self) -> Wish;

    /// Returns true if states are kept at all.
    fn keeps(&self) -> bool;

    /// Keeps the state; `ended` once all is counted, so that it will not be needed for long.
    ///
    /// # Errors
    /// If it could not be saved.
    fn keep(&self, saved: &Saved, ended: bool) -> Result<(), LedgerError>;

    /// Returns the store for results of searches and calibrations, if they are kept.
    fn pieces(&self) -> Option<&dyn Pieces> {
        None
    }
}

/// The state of a run between two rounds. An empty one is that of a run that begins.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct Saved {
    /// A digest of the counts of the first subjects: a program that counts otherwise has another.
    pub(super) numbers: u64,
    pub(super) jobs: Vec<State>,
    /// Subjects at the last look, if somebody looks.
    pub(super) looked: u64,
    /// The watcher's state for each job.
    pub(super) panels: Vec<Panel>,
}

/// The counts of a job so far, and the place to go on from.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(super) struct State {
    pub totals: Totals,
    /// The next of its batches, over all replicates.
    pub next: u64,
    pub subjects: u64,
    pub runs: bool,
    /// The state of the source of a job on a serial stream.
    pub source: Option<SourceState>,
}

/// Reasons why parts are not those of one run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum NotOneRun {
    /// Their programs count otherwise, or count other jobs.
    #[error("its first decks were counted differently: by another program, or for another run")]
    Numbers,
    /// It stopped before its end.
    #[error("it is not finished; accepted: a part whose run has ended (--resume)")]
    Unfinished,
}

impl Saved {
    /// Puts the state of another part of the run to this one.
    ///
    /// # Errors
    /// If it cannot be one of the same run.
    pub fn merge(&mut self, part: Self) -> Result<(), NotOneRun> {
        if self.jobs.is_empty() {
            *self = part;
            return Ok(());
        }
        if (self.numbers, self.jobs.len()) != (part.numbers, part.jobs.len()) {
            return Err(NotOneRun::Numbers);
        }
        for (ours, theirs) in self.jobs.iter_mut().zip(part.jobs) {
            let fits = ours.totals.tallies.len() == theirs.totals.tallies.len()
                || ours.totals.tallies.is_empty()
                || theirs.totals.tallies.is_empty();
            let subjects = ours.subjects.checked_add(theirs.subjects);
            ours.subjects = subjects.filter(|_| fits).ok_or(NotOneRun::Numbers)?;
            ours.next = ours.next.max(theirs.next);
            ours.totals.merge(theirs.totals);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_batch_and_each_job_has_one_shard() {
        for (all, of) in [(1, 1), (10, 3), (64, 64), (5, 8), (1_000_003, 16)] {
            let shards = (1..=of).map(|number| Shard { number, of });
            let mut next = 0;
            for shard in shards.clone() {
                let batches = shard.batches(all);
                assert_eq!(batches.start, next);
                next = batches.end;
            }
            assert_eq!(next, all);
            for job in 0..20 {
                assert_eq!(shards.clone().filter(|shard| shard.has(job)).count(), 1);
            }
        }
    }
}
