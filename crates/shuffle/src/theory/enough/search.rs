//! The search for several thresholds at once: what is proved for one of them may help another.

use super::Times;
use super::curve::Seen;
use crate::theory::Groups;
use laws::known::Bound;

/// The search for several thresholds.
#[derive(Debug)]
pub(super) struct Search {
    pub all: Vec<Times>,
    /// All that was proved on the way.
    pub seen: Seen,
    /// The groups that the orders of the routine make, where they are known.
    pub groups: Option<Groups>,
    /// Looks at the distance for each number of times in turn, up to so many more than are enough.
    beyond: u32,
}

impl Search {
    /// Starts a search for thresholds of which nothing is known yet.
    pub fn of(thresholds: &[f64], beyond: u32) -> Self {
        Self {
            all: thresholds.iter().map(|t| Times::unknown(*t)).collect(),
            seen: Seen::default(),
            groups: None,
            beyond,
        }
    }

    /// The distance after `times` times is at least this.
    pub(crate) fn not_yet(&mut self, times: u32, distance: &Bound) {
        self.seen.at_least(times, distance.value);
        for one in &mut self.all {
            one.not_yet(times, distance);
        }
    }

    /// The distance after `times` times is at most this.
    pub(crate) fn reached(&mut self, times: u32, distance: &Bound) {
        self.seen.at_most(times, distance.value);
        for one in &mut self.all {
            one.reached(times, distance);
        }
    }

    /// The distance is at least this however often it is done.
    pub(crate) fn never_below(&mut self, distance: &Bound) {
        self.seen.at_least(u32::MAX, distance.value);
        for one in &mut self.all {
            one.never_below(distance);
        }
    }

    /// The distance is this however often it is done.
    pub(crate) fn always(&mut self, distance: &Bound) {
        for times in 1..=1 + self.beyond {
            self.seen.at_least(times, distance.value);
            self.seen.at_most(times, distance.value);
        }
        for one in &mut self.all {
            one.always(distance);
        }
    }

    /// Returns true if each threshold is reached, and all was looked at up to `times` times that is
    /// wanted.
    pub fn is_done(&self, times: u32) -> bool {
        let mut all = self.all.iter();
        all.all(|one| one.at_most.is_some_and(|most| times >= most + self.beyond))
    }
}
