//! The proof that no sum of a run wraps: subjects times the most that one of them adds to a sum, against 64 bits.
//!
//! Each counter says what one subject adds at the most to one of its cells, or to one of the sums in its notes
//! ([`Counter::most`]). Such a sum over N subjects is at most N times that, however the parts of a run are cut and
//! merged, as all that is added is at least 0; and so is one of all values, which figures are made of. A design whose
//! sums could pass 2^64 − 1 is refused before a deck is shuffled, and a stream of decks before it has so many.
//!
//! Sums of less than 64 bits hold a few blocks, and those who keep them say when they are full: see
//! [`Buffer::has_room`](super::counter::Buffer::has_room).

use super::Probe;
use super::counter::{AnyCounter, Counter};
use deck::batch::Batch;

/// Subjects of this size that a run with these statistics may have, and the statistic that allows no more; `None`
/// where there is no statistic.
pub fn most_subjects(statistics: &[Probe], size: usize) -> Option<(u64, &Probe)> {
    let each = statistics.iter().map(|probe| {
        let most = match probe.statistic().counter() {
            AnyCounter::Decks(counter) => of_counter(counter, size),
            AnyCounter::Views(counter) => of_counter(counter, size),
            AnyCounter::Sequences(counter) => of_counter(counter, size),
            AnyCounter::Rows(counter) => of_counter(counter, size),
            AnyCounter::States(counter) => of_counter(counter, size),
            AnyCounter::Orders(counter) => of_counter(counter, size),
        };
        (most, probe)
    });
    each.min_by_key(|(most, _)| *most)
}

/// Subjects of this size that `counter` may count.
fn of_counter<B: Batch>(counter: &dyn Counter<B>, size: usize) -> u64 {
    let subjects = u64::MAX / per_subject(counter, size);
    if subjects >= counter.looks_at() {
        return u64::MAX;
    }
    subjects
}

/// The most that one subject adds to any sum. Figures may add up a row or a column of a table, to which each card of a
/// deck adds one.
fn per_subject<B: Batch>(counter: &dyn Counter<B>, size: usize) -> u64 {
    counter.most(size).max(size as u64).max(1)
}

#[cfg(test)]
mod tests;
