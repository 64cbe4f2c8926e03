//! What cannot fit in memory is refused before anything is simulated.

use anyhow::bail;

use crate::simulate;
use crate::spec::Experiment;

/// Memory of the machine that a run may plan to use: the rest is for everybody else.
const MEMORY_SHARE: f64 = 0.8;

/// Refuses what cannot fit before anything is simulated.
pub(super) fn check(experiment: &Experiment, jobs: usize, threads: usize) -> anyhow::Result<()> {
    let needed = if experiment.until.is_some() {
        simulate::memory_needed_watched
    } else {
        simulate::memory_needed
    };
    let needed = needed(&experiment.design, &experiment.statistics, jobs, threads);
    let available = available_memory();
    // 0 means that the platform does not say.
    if available > 0 && needed as f64 > available as f64 * MEMORY_SHARE {
        bail!(
            "experiment `{}` needs about {} of memory ({} routines and the control, {} cards, {threads} threads), and {} is available; \
             accepted: fewer cards, routines or threads (--threads 1)",
            experiment.name,
            bytes(needed as f64),
            experiment.routines.len(),
            experiment.design.cards,
            bytes(available as f64),
        );
    }
    Ok(())
}

/// Refuses what would not fit.
pub(super) fn check_bytes(what: &str, needed: f64) -> anyhow::Result<()> {
    let available = available_memory();
    if available > 0 && needed > available as f64 * MEMORY_SHARE {
        bail!(
            "{what} needs about {} of memory, and {} is available; accepted: fewer cards",
            bytes(needed),
            bytes(available as f64)
        );
    }
    Ok(())
}

/// Bytes of memory that are free to use, within the limits of the process's cgroup; 0 if unknown.
fn available_memory() -> u64 {
    let Ok(mut system) = sysinfo::System::new() else {
        return 0;
    };
    system.refresh_memory();
    let free = system.available_memory();
    system
        .cgroup_limits()
        .map_or(free, |limits| limits.free_memory.min(free))
}

pub(super) fn bytes(count: f64) -> String {
    indicatif::HumanBytes(count as u64).to_string()
}
