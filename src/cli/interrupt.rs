//! Signals that ask `colddeck` to end. While a run can be stopped, the first one is only noted, so that it finishes what
//! it does and saves it, and programs are stopped; the second ends `colddeck` at once, as any does at all other times.

use std::io;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

/// The flags that the handlers look at; `None` until there are handlers, which stay as long
/// as `colddeck` runs.
static FLAGS: Mutex<Option<Flags>> = Mutex::new(None);

#[derive(Debug, Clone, Default)]
struct Flags {
    asked: Arc<AtomicBool>,
    /// The number of the signal, once one came.
    signal: Arc<AtomicUsize>,
    /// True if a signal ends `colddeck` at once.
    ends: Arc<AtomicBool>,
    /// The number of those that note signals now.
    watches: Arc<AtomicUsize>,
}

/// While there is one, the first signal is only noted.
#[derive(Debug)]
pub(super) struct Watch(Flags);

impl Watch {
    /// Notes signals from now on.
    pub fn begin() -> io::Result<Self> {
        let mut known = FLAGS.lock().unwrap_or_else(PoisonError::into_inner);
        let flags = match &*known {
            Some(flags) => flags.clone(),
            None => handled()?,
        };
        if flags.watches.fetch_add(1, Ordering::Relaxed) == 0 {
            flags.asked.store(false, Ordering::Relaxed);
            flags.signal.store(0, Ordering::Relaxed);
            flags.ends.store(false, Ordering::Relaxed);
        }
        *known = Some(flags.clone());
        Ok(Self(flags))
    }

    /// True once the user interrupts.
    pub fn asked(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.0.asked)
    }

    /// The signal that came, if one did.
    pub fn signal(&self) -> Option<i32> {
        let signal = self.0.signal.load(Ordering::Relaxed);
        i32::try_from(signal).ok().filter(|signal| *signal > 0)
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        if self.0.watches.fetch_sub(1, Ordering::Relaxed) == 1 {
            self.0.ends.store(true, Ordering::Relaxed);
        }
    }
}

/// Lets a signal end `colddeck` at once from now on, or no longer: there are stages of a run that nothing can be saved of.
pub(super) fn end_at_once(at_once: bool) {
    let known = FLAGS.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(flags) = &*known {
        let noted =
            flags.watches.load(Ordering::Relaxed) > 0 && !flags.asked.load(Ordering::Relaxed);
        flags.ends.store(at_once || !noted, Ordering::Relaxed);
    }
}

/// Flags that handlers look at from now on.
fn handled() -> io::Result<Flags> {
    let flags = Flags::default();
    for signal in signals() {
        // The order matters: the first signal is noted, and lets the second end it.
        flag::register_conditional_default(signal, Arc::clone(&flags.ends))?;
        flag::register(signal, Arc::clone(&flags.asked))?;
        flag::register_usize(signal, Arc::clone(&flags.signal), signal as usize)?;
        flag::register(signal, Arc::clone(&flags.ends))?;
    }
    Ok(flags)
}

fn signals() -> Vec<i32> {
    vec![
        SIGINT,
        SIGTERM,
        #[cfg(unix)]
        signal_hook::consts::SIGHUP,
    ]
}
