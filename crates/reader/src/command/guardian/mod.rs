//! A guardian of programs: a second process of `colddeck` that starts the jobs as its own children, so that none of
//! their descendants outlives `colddeck`, whatever happens to it.
//!
//! The guardian is the nearest subreaper above the jobs: a process whose parent ends becomes its child, whatever group
//! or session that process made for itself (`setsid`, a daemon that forks twice). It holds one end of a socket and
//! `colddeck` the other. When that one is shut, also because `colddeck` was killed (`kill -9`), the guardian asks all
//! its children to end, then makes them, and those that become its children by that, until it has none.
//!
//! Only a program that is `colddeck` can be such a process, as it is started once more and must know what that is for: see
//! [`guardian`]. If colddeck is a library of another program, and on other systems than Linux, programs are children of the
//! process itself, and are stopped with their process groups: there a process that left its group, or
//! outlived a killed parent, stays.

use std::ffi::OsString;

#[cfg(target_os = "linux")]
mod keeper;
#[cfg(target_os = "linux")]
mod ward;

#[cfg(target_os = "linux")]
pub(super) use ward::Guarded;

/// The argument by which the program knows that it is a guardian.
#[cfg(target_os = "linux")]
const WORD: &str = "guard-programs-for-the-process-at-standard-input";

/// Starts the guardian; to be called at the very start of a program, whose command line is `words`. If the process was started
/// as a guardian, it does its work and gives true: the process has nothing else to do. If not, programs have a guardian from
/// now on. `itself` is the command that starts the program once more.
#[cfg(target_os = "linux")]
pub fn guardian(words: &[OsString], itself: &[OsString]) -> bool {
    if words.get(1).is_some_and(|word| word == WORD) {
        keeper::keep();
        return true;
    }
    ward::begin(itself);
    false
}

/// Does nothing: there are no guardians on this system.
#[cfg(not(target_os = "linux"))]
pub fn guardian(_words: &[OsString], _itself: &[OsString]) -> bool {
    false
}
