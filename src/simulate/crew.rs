//! The threads of a machine as the crew of a search.

use super::pool::Pool;
use super::{Machine, Progress, SimulateError};

/// Threads that search, and whoever is told how far they are.
pub struct Crew<'a> {
    pool: Pool,
    progress: &'a dyn Progress,
}

impl<'a> Crew<'a> {
    /// The threads of `machine`, or so many.
    ///
    /// # Errors
    /// If the system gives none.
    pub fn new(
        machine: impl Into<Machine>,
        progress: &'a dyn Progress,
    ) -> Result<Self, SimulateError> {
        let pool = Pool::new(machine.into().threads)?;
        Ok(Self { pool, progress })
    }
}

impl crate::advise::Crew for Crew<'_> {
    fn each(&self, count: usize, work: &(dyn Fn(usize) + Sync)) {
        self.pool.do_each(count, work);
    }

    fn begin(&self, what: &str, decks: u64) {
        self.progress.begin(what, Some(decks));
    }

    fn advance(&self, decks: u64) {
        self.progress.advance(decks);
    }

    fn end(&self) {
        self.progress.end();
    }
}
