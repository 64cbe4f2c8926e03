//! How the work is cut up: batches, or whole jobs on serial streams.

use super::{BATCH, Job};
use crate::rng::Streams;
use crate::statistic::Design;

/// A batch of one job, or, on a serial stream, the whole job.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Task {
    Batch {
        job: usize,
        replicate: u64,
        batch: u64,
    },
    Whole {
        job: usize,
    },
}

/// All tasks, computed rather than listed: there can be very many.
#[derive(Debug)]
pub(super) struct Tasks {
    /// For each job, the index of its first task, and whether it is a single one.
    jobs: Vec<(usize, bool)>,
    /// Batches of each replicate.
    pub batches: u64,
    end: usize,
}

impl Tasks {
    pub fn of(jobs: &[Job], design: &Design) -> Self {
        let batches = design.trials.div_ceil(BATCH);
        let mut end = 0;
        let starts = jobs.iter().map(|job| {
            let start = end;
            let whole = job.generator.streams() == Streams::Serial;
            end += if whole {
                1
            } else {
                (batches * design.replicates) as usize
            };
            (start, whole)
        });
        let jobs = starts.collect();
        Self { jobs, batches, end }
    }

    pub fn get(&self, index: usize) -> Option<Task> {
        if index >= self.end {
            return None;
        }
        let job = self.jobs.partition_point(|(start, _)| *start <= index) - 1;
        let (start, whole) = self.jobs[job];
        if whole {
            return Some(Task::Whole { job });
        }
        let within = (index - start) as u64;
        Some(Task::Batch {
            job,
            replicate: within / self.batches,
            batch: within % self.batches,
        })
    }
}
