//! Tails of a measure of few subjects, by ideal ones: where counts are too small for any law.
//!
//! The rank of what was found among as many ideal samples is an exact p-value, whatever is measured. It is looked for
//! one by one, until enough of them are as far off (Besag and Clifford, 1991): what is not far off takes few. The
//! samples depend on the design alone, and are kept: many runs of the same size, as power is found by, are compared
//! with the same ones.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use laws::as_far::{self, MOST};

/// Ideal samples, each measured, by the number of subjects; copies share them. `R` makes them one after the other.
#[derive(Debug)]
pub(super) struct Ideal<R>(Arc<Mutex<BySize<R>>>);

/// Samples that were made, by the number of subjects.
type BySize<R> = BTreeMap<u64, Arc<Mutex<Made<R>>>>;

/// The measure of each sample that was made, and what makes the next one.
#[derive(Debug)]
struct Made<R> {
    measures: Vec<f64>,
    room: R,
}

impl<R> Default for Ideal<R> {
    fn default() -> Self {
        Self(Arc::default())
    }
}

impl<R> Clone for Ideal<R> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<R> Ideal<R> {
    /// The probability that so many ideal subjects have a measure, always the same one, of at least `found`. Where it
    /// is above `above`, it need not be right, and is looked for no longer.
    pub fn tail(
        &self,
        subjects: u64,
        (found, above): (f64, f64),
        room: impl FnOnce() -> R,
        next: impl Fn(&mut R) -> f64,
    ) -> f64 {
        let made = locked(&self.0)
            .entry(subjects)
            .or_insert_with(|| {
                Arc::new(Mutex::new(Made {
                    measures: Vec::new(),
                    room: room(),
                }))
            })
            .clone();
        let mut made = locked(&made);
        let Made { measures, room } = &mut *made;
        // Sums of the same counts in another order differ in their last bits.
        let found = found - found.abs() * 1e-12;
        let (mut as_far, mut looked_at) = (0, 0);
        let enough = as_far::enough(above);
        while looked_at < MOST as usize && as_far < enough {
            if looked_at == measures.len() {
                measures.push(next(room));
            }
            as_far += u64::from(measures[looked_at] >= found);
            looked_at += 1;
        }
        as_far::tail(as_far, looked_at as u64)
    }
}

/// Locks a value. A thread that panicked has left it whole, since each sample is added only once it
/// is made.
fn locked<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}
