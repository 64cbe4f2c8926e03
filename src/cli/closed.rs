//! Finds out if standard output was closed when the program started, as `>&-` does.
//!
//! Rust opens `/dev/null` in its place before `main` runs, for reading and writing, so that no other file gets its
//! number; afterwards a closed output and one that somebody else sent to `/dev/null` in the same way (Python's
//! `subprocess.DEVNULL`) cannot be told apart. So it is asked before that, in the list of functions that the system's
//! loader calls.

use std::sync::atomic::{AtomicBool, Ordering};

/// Stays false where nothing could be asked.
static CLOSED: AtomicBool = AtomicBool::new(false);

/// Returns true if nobody can read what would be printed, as there is no standard output.
pub(super) fn is_closed() -> bool {
    CLOSED.load(Ordering::Relaxed)
}

#[cfg(any(target_os = "linux", target_os = "macos"))]
#[allow(
    unsafe_code,
    reason = "only an attribute that names the list; the function in it is safe, and asks the system one question"
)]
mod before_main {
    use std::sync::atomic::Ordering;

    #[used]
    #[cfg_attr(target_os = "linux", unsafe(link_section = ".init_array"))]
    #[cfg_attr(target_os = "macos", unsafe(link_section = "__DATA,__mod_init_func"))]
    static ASKED_FIRST: extern "C" fn() = ask;

    extern "C" fn ask() {
        let closed = rustix::io::fcntl_getfd(rustix::stdio::stdout()).is_err();
        super::CLOSED.store(closed, Ordering::Relaxed);
    }
}
