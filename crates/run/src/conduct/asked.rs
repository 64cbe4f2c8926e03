//! Progress in the decks that were asked for: those of the control are simulated beside them, and nobody counts them.

use std::sync::atomic::{AtomicU64, Ordering};

use engine::simulate::Progress;

/// Tells `progress` of the decks of the routines alone, where all of `jobs` come forward together.
pub(super) struct Asked<'a> {
    progress: &'a dyn Progress,
    /// Jobs that were asked for, of all.
    asked: u64,
    jobs: u64,
    done: AtomicU64,
}

impl<'a> Asked<'a> {
    /// Follows `asked` jobs of all; if none was asked for, all of them count.
    pub fn new(progress: &'a dyn Progress, asked: usize, jobs: usize) -> Self {
        let asked = if asked == 0 { jobs } else { asked };
        Self {
            progress,
            asked: asked as u64,
            jobs: jobs.max(1) as u64,
            done: AtomicU64::new(0),
        }
    }

    /// The decks that were asked for, of so many.
    pub fn of(&self, decks: u64) -> u64 {
        (u128::from(decks) * u128::from(self.asked) / u128::from(self.jobs)) as u64
    }
}

impl Progress for Asked<'_> {
    fn advance(&self, decks: u64) {
        let before = self.done.fetch_add(decks, Ordering::Relaxed);
        self.progress
            .advance(self.of(before + decks) - self.of(before));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Total(AtomicU64);

    impl Progress for Total {
        fn advance(&self, decks: u64) {
            self.0.fetch_add(decks, Ordering::Relaxed);
        }
    }

    #[test]
    fn the_control_is_not_counted() {
        for (asked, jobs, expected) in [(1, 2, 500), (3, 4, 750), (0, 1, 1000), (2, 2, 1000)] {
            let total = Total(AtomicU64::new(0));
            let progress = Asked::new(&total, asked, jobs);
            (0..100).for_each(|_| progress.advance(10));
            assert_eq!(total.0.into_inner(), expected);
        }
    }
}
