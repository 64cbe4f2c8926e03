//! The running copies of a program, from their start until they were waited for, whoever is their parent.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Instant;

use super::Program;
use super::ending::{Ending, GRACE, Pipes, TICK};
#[cfg(target_os = "linux")]
use super::guardian::Guarded;
use super::own::Own;

/// The reason why not all jobs run.
#[derive(Debug)]
pub(super) enum Unstarted {
    /// The job with this number could not be started.
    Job(usize, io::Error),
    /// The user stopped it.
    Interrupted,
}

/// The jobs of a program.
#[derive(Debug)]
pub(super) struct Jobs(Mutex<Kept>);

/// The jobs, by their parent.
#[derive(Debug)]
enum Kept {
    /// This process.
    Own(Own),
    /// A process that outlives this one if it is killed.
    #[cfg(target_os = "linux")]
    Guarded(Guarded),
}

impl Jobs {
    /// Starts `jobs` jobs; where one cannot be started, the others are stopped.
    pub(super) fn start(
        program: &Program,
        jobs: usize,
        interrupted: &AtomicBool,
    ) -> Result<(Self, Vec<Pipes>), Unstarted> {
        let mut kept = Kept::new(program, jobs);
        let mut pipes = Vec::new();
        for number in 0..jobs {
            let started = if interrupted.load(Ordering::Relaxed) {
                Err(Unstarted::Interrupted)
            } else {
                let started = kept.start(program, jobs);
                started.map_err(|error| Unstarted::Job(number, error))
            };
            match started {
                Ok(started) => pipes.push(started),
                Err(error) => {
                    kept.stop();
                    return Err(error);
                }
            }
        }
        Ok((Self(Mutex::new(kept)), pipes))
    }

    fn lock(&self) -> MutexGuard<'_, Kept> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Tells how the job ended, if it has. Nobody knows how a stopped one ended.
    pub(super) fn ended(&self, number: usize) -> Option<Ending> {
        match &mut *self.lock() {
            Kept::Own(own) => own.ended(number),
            #[cfg(target_os = "linux")]
            Kept::Guarded(guarded) => guarded.ended(number),
        }
    }

    /// Waits a moment for the job to end, and tells how it did.
    pub(super) fn ending(&self, number: usize) -> Option<Ending> {
        let until = Instant::now() + GRACE;
        loop {
            let ended = self.ended(number);
            if ended.is_some() || Instant::now() >= until {
                return ended;
            }
            thread::sleep(TICK);
        }
    }

    /// Stops them all, with all that they started as far as it can be reached, and waits until they have ended.
    pub(super) fn stop(&self) {
        self.lock().stop();
    }
}

impl Drop for Jobs {
    fn drop(&mut self) {
        self.stop();
    }
}

impl Kept {
    /// Makes room for `jobs` jobs, none of which runs yet. A guardian is their parent, if there can be one.
    fn new(program: &Program, jobs: usize) -> Self {
        #[cfg(target_os = "linux")]
        if let Some(guarded) = Guarded::new(program, jobs) {
            return Self::Guarded(guarded);
        }
        let _ = (program, jobs);
        Self::Own(Own::default())
    }

    /// Starts the next job.
    fn start(&mut self, program: &Program, jobs: usize) -> io::Result<Pipes> {
        match self {
            Self::Own(own) => {
                let child = own.start(program, jobs)?;
                let (out, err) = (child.stdout.take(), child.stderr.take());
                let (out, err) = (out.expect("it is piped"), err.expect("it is piped"));
                #[cfg(unix)]
                let (out, err) = (out.into(), err.into());
                Ok((out, err))
            }
            #[cfg(target_os = "linux")]
            Self::Guarded(guarded) => guarded.start(),
        }
    }

    fn stop(&mut self) {
        match self {
            Self::Own(own) => own.stop(),
            #[cfg(target_os = "linux")]
            Self::Guarded(guarded) => guarded.stop(),
        }
    }
}
