//! A program with all that it started.

use std::process::Command;

/// The force with which a program is asked to end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
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

/// Asks the program and all that it started; `child` must not have been waited for. One that is gone already need
/// not be asked.
#[cfg(unix)]
pub(super) fn ask(child: &mut std::process::Child, ask: Ask) {
    use rustix::process::{Pid, kill_process_group};
    let _ = kill_process_group(Pid::from_child(child), ask.signal());
}

#[cfg(not(unix))]
pub(super) fn ask(child: &mut std::process::Child, ask: Ask) {
    match ask {
        // There is no way to ask a program here.
        Ask::Politely => {}
        Ask::Firmly => {
            let _ = child.kill();
        }
    }
}

#[cfg(unix)]
impl Ask {
    pub(super) fn signal(self) -> rustix::process::Signal {
        match self {
            Self::Politely => rustix::process::Signal::TERM,
            Self::Firmly => rustix::process::Signal::KILL,
        }
    }
}

/// Tells how the program itself ended, if it has. It does not wait for the program, whose number thus stays its own: no
/// other program gets it and is asked to end.
#[cfg(unix)]
pub(super) fn ended(child: &mut std::process::Child) -> Option<super::ending::Ending> {
    use super::ending::Ending;
    use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    match waitid(WaitId::Pid(Pid::from_child(child)), options) {
        Ok(None) => None,
        Ok(Some(status)) => Some(match (status.exit_status(), status.terminating_signal()) {
            (Some(code), _) => Ending::Code(code),
            (None, Some(signal)) => Ending::Signal(signal),
            (None, None) => Ending::Unknown,
        }),
        // There is no such child any more.
        Err(_) => Some(Ending::Unknown),
    }
}

#[cfg(not(unix))]
pub(super) fn ended(child: &mut std::process::Child) -> Option<super::ending::Ending> {
    use super::ending::Ending;
    match child.try_wait() {
        Ok(None) => None,
        Ok(Some(status)) => Some(status.code().map_or(Ending::Unknown, Ending::Code)),
        Err(_) => Some(Ending::Unknown),
    }
}
