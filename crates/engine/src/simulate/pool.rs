//! Threads: the only file that knows rayon.

use std::sync::atomic::{AtomicUsize, Ordering};

use super::SimulateError;

/// The error of a pool that gets no threads.
pub type NoThreads = rayon::ThreadPoolBuildError;

/// Threads that work on one thing at a time.
pub(super) enum Pool {
    /// The thread that asks: a single one needs no other, and a browser has no others.
    Here,
    /// Several threads.
    Threads(rayon::ThreadPool),
}

impl Pool {
    pub fn new(threads: usize) -> Result<Self, SimulateError> {
        if threads == 1 {
            return Ok(Self::Here);
        }
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        pool.map(Self::Threads)
            .map_err(|source| SimulateError::Threads { threads, source })
    }

    pub fn threads(&self) -> usize {
        match self {
            Self::Here => 1,
            Self::Threads(pool) => pool.current_num_threads(),
        }
    }

    /// Does `work` on every thread at once; it is told the thread's number.
    pub(crate) fn on_all<T: Send>(&self, work: impl Fn(usize) -> T + Sync) -> Vec<T> {
        match self {
            Self::Here => vec![work(0)],
            Self::Threads(pool) => pool.broadcast(|context| work(context.index())),
        }
    }

    /// Does both, at once if there are several threads.
    pub fn both<A: Send, B: Send>(
        &self,
        first: impl FnOnce() -> A + Send,
        second: impl FnOnce() -> B + Send,
    ) -> (A, B) {
        match self {
            Self::Here => (first(), second()),
            Self::Threads(pool) => pool.join(first, second),
        }
    }

    /// Does `work` for every number below `count`, each on whichever thread is free.
    pub fn do_each(&self, count: usize, work: impl Fn(usize) + Sync) {
        self.each(count, || (), |(), at| work(at));
    }

    /// Does `work` for every number below `count`, each on whichever thread is free, and gives what came of
    /// it in order. Each thread calls `room` once and keeps the result.
    pub fn each<R, T: Send>(
        &self,
        count: usize,
        room: impl Fn() -> R + Sync,
        work: impl Fn(&mut R, usize) -> T + Sync,
    ) -> Vec<T> {
        let next = AtomicUsize::new(0);
        let done = self.on_all(|_| {
            let mut room = room();
            let mut done = Vec::new();
            loop {
                let at = next.fetch_add(1, Ordering::Relaxed);
                if at >= count {
                    return done;
                }
                done.push((at, work(&mut room, at)));
            }
        });
        let mut all: Vec<(usize, T)> = done.into_iter().flatten().collect();
        all.sort_unstable_by_key(|(at, _)| *at);
        all.into_iter().map(|(_, done)| done).collect()
    }
}
