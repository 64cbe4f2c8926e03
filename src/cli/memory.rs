//! The memory of the machine.

use anyhow::bail;

use ::run::conduct;

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

/// Bytes of memory that are free to use, within the limits of the process and of its cgroups, if the platform says.
pub(super) fn available() -> Option<u64> {
    let free = free().into_iter().chain(within_limits());
    free.min()
}

/// Bytes that are free on the machine and in the cgroups of the process.
fn free() -> Option<u64> {
    let mut system = sysinfo::System::new().ok()?;
    system.refresh_memory();
    let free = system.available_memory();
    let own = sysinfo::get_current_pid().ok();
    let own = own.and_then(|own| {
        let what = sysinfo::ProcessRefreshKind::nothing();
        let own = [own];
        system.refresh_processes_specifics(sysinfo::ProcessesToUpdate::Some(&own), false, what);
        system.process(own[0])?.cgroup_limits()
    });
    let limits = [system.cgroup_limits(), own].into_iter().flatten();
    let free = limits.map(|limits| limits.free_memory).fold(free, u64::min);
    (free > 0).then_some(free)
}

/// Bytes that the process may still take within its own limits (`ulimit -v`, `ulimit -d`), where Linux tells.
fn within_limits() -> Option<u64> {
    let read = |name: &str| std::fs::read_to_string(format!("/proc/self/{name}")).ok();
    left(&read("limits")?, &read("status")?)
}

/// The least that `limits` leave of what the process has taken by its `status`; `None` where nothing is limited.
fn left(limits: &str, status: &str) -> Option<u64> {
    let number = |text: &str, name: &str| {
        let rest = text.lines().find_map(|line| line.strip_prefix(name))?;
        rest.split_whitespace().next()?.parse::<u64>().ok()
    };
    let kinds = [
        ("Max address space", "VmSize:"),
        ("Max data size", "VmData:"),
    ];
    let left = kinds.into_iter().filter_map(|(limit, taken)| {
        let taken = number(status, taken).unwrap_or(0).saturating_mul(1024);
        Some(number(limits, limit)?.saturating_sub(taken))
    });
    left.min()
}

#[cfg(test)]
mod tests {
    use super::*;

    const STATUS: &str =
        "Name:\tcolddeck\nVmPeak:\t 90000 kB\nVmSize:\t    1000 kB\nVmData:\t     200 kB\n";

    fn limits(address: &str, data: &str) -> String {
        format!(
            "Limit                     Soft Limit           Hard Limit           Units     \n\
             Max data size             {data}            unlimited            bytes     \n\
             Max address space         {address}            unlimited            bytes     \n"
        )
    }

    #[test]
    fn a_process_may_take_what_its_limits_leave() {
        assert_eq!(left(&limits("unlimited", "unlimited"), STATUS), None);
        assert_eq!(
            left(&limits("2048000", "unlimited"), STATUS),
            Some(1_024_000)
        );
        assert_eq!(left(&limits("2048000", "204900"), STATUS), Some(100));
        assert_eq!(left(&limits("10", "unlimited"), STATUS), Some(0));
        assert_eq!(left("", STATUS), None);
        assert_eq!(left(&limits("10", "unlimited"), ""), Some(10));
    }
}
