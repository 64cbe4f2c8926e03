//! The ways in which a program ends, and the time it is given to.

use std::time::Duration;

/// The time a program may take to end after it was asked, or after it closed its output.
pub(super) const GRACE: Duration = Duration::from_secs(1);

/// The time between two looks at whether it has ended.
pub(super) const TICK: Duration = Duration::from_millis(5);

/// The way in which a program ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ending {
    /// It ended with this exit code.
    Code(i32),
    /// This signal ended it.
    #[cfg_attr(not(unix), allow(dead_code, reason = "other systems have no signals"))]
    Signal(i32),
    /// Nobody knows.
    Unknown,
}

/// The pipes that a program writes to: its standard output and its standard error.
#[cfg(unix)]
pub(super) type Pipes = (std::os::fd::OwnedFd, std::os::fd::OwnedFd);
#[cfg(not(unix))]
pub(super) type Pipes = (std::process::ChildStdout, std::process::ChildStderr);
