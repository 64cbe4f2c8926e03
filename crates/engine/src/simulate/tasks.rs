//! Hands out the batches of jobs to threads.

use std::ops::Range;

use super::{BATCH, Supply};
use deck::rng::Streams;
use statistic::Design;

/// A piece of work for one thread.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Task {
    /// A batch: the `unit`-th one, over all replicates.
    Batch { job: usize, unit: u64 },
    /// All batches of a job on a serial stream.
    Whole { job: usize },
}

/// The batches of all jobs that run, between two looks or more: the tasks by job and batch.
#[derive(Debug)]
pub(super) struct Tasks {
    /// The number of each job that runs, its first task, and true if it is done as a whole.
    jobs: Vec<(usize, usize, bool)>,
    /// The batches between two looks: counts of one job in one span are one sum.
    pub spans: Vec<Range<u64>>,
    end: usize,
}

impl Tasks {
    /// Lists the tasks of `jobs`, each with its number; `spans` follow each other.
    pub fn of<'j, S: Supply + 'j>(
        jobs: impl Iterator<Item = (usize, &'j S)>,
        spans: Vec<Range<u64>>,
    ) -> Self {
        let units: u64 = spans.iter().map(|span| span.end - span.start).sum();
        let mut end = 0;
        let jobs = jobs.map(|(number, job)| {
            let start = end;
            let whole = job.streams() == Streams::Serial;
            end += if whole { 1 } else { units as usize };
            (number, start, whole)
        });
        let jobs = jobs.collect();
        Self { jobs, spans, end }
    }

    /// Number of tasks.
    pub fn len(&self) -> usize {
        self.end
    }

    /// The task of that number, from 0.
    pub fn get(&self, index: usize) -> Option<Task> {
        if index >= self.end {
            return None;
        }
        let at = self.jobs.partition_point(|(_, start, _)| *start <= index) - 1;
        let (job, start, whole) = self.jobs[at];
        if whole {
            return Some(Task::Whole { job });
        }
        let unit = self.spans[0].start + (index - start) as u64;
        Some(Task::Batch { job, unit })
    }

    /// The place of the span that a batch belongs to.
    pub fn span(&self, unit: u64) -> usize {
        self.spans.partition_point(|span| span.end <= unit)
    }
}

/// Batches in a replicate.
pub(super) fn batches(design: &Design) -> u64 {
    design.trials.div_ceil(BATCH)
}

/// The replicate of a batch, its number within that, and the indices of its subjects, which count on from
/// replicate to replicate.
pub(super) fn place(design: &Design, unit: u64) -> (u64, u64, Range<u64>) {
    let (replicate, batch) = (unit / batches(design), unit % batches(design));
    let before = replicate * design.trials;
    let end = before + design.trials.min((batch + 1) * BATCH);
    (replicate, batch, before + batch * BATCH..end)
}

/// Subjects of the batches before this one, over all replicates.
pub(super) fn subjects_before(design: &Design, unit: u64) -> u64 {
    let (replicate, batch) = (unit / batches(design).max(1), unit % batches(design).max(1));
    replicate * design.trials + design.trials.min(batch * BATCH)
}
