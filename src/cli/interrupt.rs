//! Ctrl-C while programs run: they are stopped first. At all other times it ends `colddeck` at once, as
//! it would without this.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Context;
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

/// While it is there, an interruption is only noted.
#[derive(Debug)]
pub(super) struct Watch {
    asked: Arc<AtomicBool>,
    /// Whether an interruption ends `colddeck` at once.
    ends: Arc<AtomicBool>,
}

impl Watch {
    /// Notes interruptions from now on.
    pub fn begin() -> anyhow::Result<Self> {
        let watch = Self {
            asked: Arc::default(),
            ends: Arc::default(),
        };
        for signal in signals() {
            let registered = flag::register_conditional_default(signal, Arc::clone(&watch.ends))
                .and_then(|_| flag::register(signal, Arc::clone(&watch.asked)));
            registered.context("cannot watch for Ctrl-C")?;
        }
        Ok(watch)
    }

    /// Set once the user interrupts.
    pub fn asked(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.asked)
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.ends.store(true, Ordering::Relaxed);
    }
}

fn signals() -> Vec<i32> {
    let mut signals = vec![SIGINT, SIGTERM];
    #[cfg(unix)]
    signals.push(signal_hook::consts::SIGHUP);
    signals
}
