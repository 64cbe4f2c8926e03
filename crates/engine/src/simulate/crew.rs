//! The threads of a machine as the crew of a search.

use super::pool::Pool;
use super::{Ledger, Machine, Progress, SimulateError};
use text::pieces::Pieces;

/// Threads that search, and whoever is told how far they are.
pub struct Crew<'a> {
    pool: Pool,
    progress: &'a dyn Progress,
    ledger: Option<&'a dyn Ledger>,
}

impl<'a> Crew<'a> {
    /// The threads of `machine`, or so many; results of their work are kept where `ledger` keeps any.
    ///
    /// # Errors
    /// If the system gives none.
    pub fn new(
        machine: impl Into<Machine>,
        progress: &'a dyn Progress,
        ledger: Option<&'a dyn Ledger>,
    ) -> Result<Self, SimulateError> {
        let pool = Pool::new(machine.into().threads)?;
        Ok(Self {
            pool,
            progress,
            ledger,
        })
    }

    /// Does `work` for each number below `count`, on all threads.
    pub fn do_each(&self, count: usize, work: &(dyn Fn(usize) + Sync)) {
        self.pool.do_each(count, work);
    }

    /// Makes something of each number below `count`, on all threads, and gives all of it in order.
    pub fn each<T: Send>(&self, count: usize, make: impl Fn(usize) -> T + Sync) -> Vec<T> {
        self.pool.each(count, || (), |(), at| make(at))
    }

    /// Does both, at once if there are several threads. Either may have threads of its own.
    pub fn both<A: Send, B: Send>(
        &self,
        first: impl FnOnce() -> A + Send,
        second: impl FnOnce() -> B + Send,
    ) -> (A, B) {
        self.pool.both(first, second)
    }

    /// Keeps the results of pieces of work, if anything does.
    pub fn pieces(&self) -> Option<&'a dyn Pieces> {
        self.ledger.and_then(Ledger::pieces)
    }

    /// Hears how far the work is.
    pub fn progress(&self) -> &'a dyn Progress {
        self.progress
    }
}
