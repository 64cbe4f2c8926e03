//! How much memory there is.

use anyhow::bail;

use crate::conduct;

/// Refuses what would not fit.
pub(super) fn check_bytes(what: &str, needed: f64) -> anyhow::Result<()> {
    match available() {
        Some(available) if conduct::is_too_large(needed, available) => bail!(
            "{what} needs about {} of memory, and {} is available; accepted: fewer cards",
            conduct::bytes(needed),
            conduct::bytes(available as f64)
        ),
        _ => Ok(()),
    }
}

/// Bytes of memory that are free to use, within the limits of the process's cgroup, if the platform says.
pub(super) fn available() -> Option<u64> {
    let mut system = sysinfo::System::new().ok()?;
    system.refresh_memory();
    let free = system.available_memory();
    let limits = system.cgroup_limits();
    let free = limits.map_or(free, |limits| limits.free_memory.min(free));
    (free > 0).then_some(free)
}
