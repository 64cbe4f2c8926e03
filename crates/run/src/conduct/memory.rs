//! Refuses experiments that do not fit in memory, before anything is simulated.

use thiserror::Error;

use crate::spec::{Experiment, Stop};
use engine::simulate::{self, Machine};
use statistic::Counted;

/// Memory of the machine that a run may plan to use: the rest is for everybody else.
const MEMORY_SHARE: f64 = 0.8;

/// The reason why an experiment does not fit.
#[derive(Debug, Error)]
#[error(
    "experiment `{name}` needs about {} of memory ({routines} routines and the control, {cards} cards, {threads} threads), and {} is available; \
     accepted: fewer cards, routines or threads (--threads 1)",
    bytes(*.needed),
    bytes(*.available)
)]
pub struct TooLarge {
    name: String,
    needed: f64,
    available: f64,
    routines: usize,
    cards: usize,
    threads: usize,
}

/// Refuses an experiment, which simulates so many jobs, if it does not fit.
pub(super) fn check<B: Counted>(
    experiment: &Experiment<'_>,
    jobs: usize,
    machine: Machine,
) -> Result<(), TooLarge> {
    let Some(available) = machine.memory else {
        return Ok(());
    };
    let jobs = if experiment.origin.is_simulated() {
        jobs
    } else {
        // The decks, and the control.
        2
    };
    let watched = experiment.stop != Stop::Fixed;
    let design = &experiment.design;
    // No thread works on less than an order.
    let orders = experiment.subject.order().map(|order| order.epochs.len());
    let threads = machine.threads.min(orders.unwrap_or(usize::MAX));
    let statistics = &experiment.statistics;
    let needed = simulate::memory_needed::<B>(design, statistics, jobs, threads, watched) as f64;
    if is_too_large(needed, available) {
        return Err(TooLarge {
            name: experiment.name.clone(),
            needed,
            available: available as f64,
            routines: experiment.routines().len(),
            cards: design.size,
            threads,
        });
    }
    Ok(())
}

/// Returns true if `needed` bytes are more than may be used of those that are `available`.
pub fn is_too_large(needed: f64, available: u64) -> bool {
    needed > available as f64 * MEMORY_SHARE
}

/// A number of bytes as people read it: `1.50 GiB`.
pub fn bytes(count: f64) -> String {
    const UNITS: [&str; 6] = ["KiB", "MiB", "GiB", "TiB", "PiB", "EiB"];
    let (mut count, mut unit) = (count, "B");
    for larger in UNITS {
        if count < 1024.0 {
            break;
        }
        (count, unit) = (count / 1024.0, larger);
    }
    match unit {
        "B" => format!("{count} B"),
        _ => format!("{count:.2} {unit}"),
    }
}
