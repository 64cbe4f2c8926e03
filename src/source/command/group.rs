//! A program with all that it started.

use std::io;
use std::process::{Child, Command};

/// How strongly a program is asked to end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ask {
    /// It may tidy up.
    Politely,
    /// It has no choice.
    Firmly,
}

/// Lets the program, once it runs, be asked together with all that it starts. Ctrl-C in a terminal
/// reaches `colddeck` alone, which then stops them all.
#[cfg(unix)]
pub(super) fn lead(command: &mut Command) {
    use std::os::unix::process::CommandExt;
    command.process_group(0);
}

#[cfg(not(unix))]
pub(super) fn lead(_command: &mut Command) {}

/// Asks the program and all that it started; `child` must not have been waited for.
#[cfg(unix)]
pub(super) fn ask(child: &mut Child, ask: Ask) -> io::Result<()> {
    use rustix::process::{Pid, Signal, kill_process_group};
    let signal = match ask {
        Ask::Politely => Signal::TERM,
        Ask::Firmly => Signal::KILL,
    };
    Ok(kill_process_group(Pid::from_child(child), signal)?)
}

#[cfg(not(unix))]
pub(super) fn ask(child: &mut Child, ask: Ask) -> io::Result<()> {
    match ask {
        // There is no way to ask a program here.
        Ask::Politely => Ok(()),
        Ask::Firmly => child.kill(),
    }
}

/// Whether the program itself has ended. It is not waited for, so that its number stays its own and
/// nobody else's program is asked to end.
#[cfg(unix)]
pub(super) fn has_ended(child: &mut Child) -> bool {
    use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    // An error means that there is no such child any more.
    !matches!(
        waitid(WaitId::Pid(Pid::from_child(child)), options),
        Ok(None)
    )
}

#[cfg(not(unix))]
pub(super) fn has_ended(child: &mut Child) -> bool {
    !matches!(child.try_wait(), Ok(None))
}

/// The signal that ended a program, if one did.
#[cfg(unix)]
pub(super) fn signal(status: std::process::ExitStatus) -> Option<i32> {
    use std::os::unix::process::ExitStatusExt;
    status.signal()
}

#[cfg(not(unix))]
pub(super) fn signal(_status: std::process::ExitStatus) -> Option<i32> {
    None
}
