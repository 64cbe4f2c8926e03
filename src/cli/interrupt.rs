//! Ctrl-C while programs run: they are stopped first. At all other times it ends `colddeck` at once, as
//! it would without this.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

/// The flags that the handlers look at; `None` until there are handlers, which stay as long
/// as `colddeck` runs.
static FLAGS: Mutex<Option<Flags>> = Mutex::new(None);

#[derive(Debug, Clone, Default)]
struct Flags {
    asked: Arc<AtomicBool>,
    /// Whether an interruption ends `colddeck` at once.
    ends: Arc<AtomicBool>,
}

/// While it is there, an interruption is only noted. There is one at a time.
#[derive(Debug)]
pub(super) struct Watch(Flags);

impl Watch {
    /// Notes interruptions from now on.
    pub fn begin() -> io::Result<Self> {
        let mut known = FLAGS.lock().unwrap_or_else(PoisonError::into_inner);
        let flags = match &*known {
            Some(flags) => flags.clone(),
            None => handled()?,
        };
        flags.asked.store(false, Ordering::Relaxed);
        flags.ends.store(false, Ordering::Relaxed);
        *known = Some(flags.clone());
        Ok(Self(flags))
    }

    /// Set once the user interrupts.
    pub fn asked(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.0.asked)
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.0.ends.store(true, Ordering::Relaxed);
    }
}

/// Flags that handlers look at from now on.
fn handled() -> io::Result<Flags> {
    let flags = Flags::default();
    for signal in signals() {
        flag::register_conditional_default(signal, Arc::clone(&flags.ends))?;
        flag::register(signal, Arc::clone(&flags.asked))?;
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
