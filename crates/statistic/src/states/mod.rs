//! Statistics of the states of a pocket cube: projections of a state whose laws are exact where all states are equally
//! likely.
//!
//! Cubie 0 is held, and seven move. In a random state their arrangement is uniform on all 5,040, six of them are turned
//! independently, each of three ways equally likely, and the seventh as it must be.

mod bins;
mod distance;
mod even;
mod number;
mod parity;
mod places;
mod repeats;
#[cfg(test)]
mod tests;
mod turns;

pub(super) use bins::KIND as BINS;
pub(super) use distance::KIND as DISTANCE;
pub(super) use parity::KIND as PARITY;
pub(super) use places::KIND as PLACES;
pub(super) use repeats::KIND as REPEATS;
pub(super) use turns::KIND as TURNS;

use std::ops::RangeInclusive;

use super::Test;
use super::counter::Counter;
use super::event::Event;
use super::named::Limited;
use super::tally::Notes;
use deck::batch::Batch;
use deck::cube::{CUBIES, STATES};
use deck::subject::{Numbered, States};

/// Cubies that move.
const MOVING: usize = CUBIES - 1;

/// Ways in which a cubie can be turned.
const TURNED: usize = 3;

/// The size of all batches of such states.
const SIZE: RangeInclusive<usize> = STATES as usize..=STATES as usize;

/// Counts states by bin, those with an even index apart from the others, as numbers of each deck are: two halves, each
/// with the sum of all bins last.
#[derive(Debug)]
struct InBins {
    name: String,
    bins: usize,
    /// The bin of a state, of so many.
    of: fn(&Numbered, usize) -> usize,
}

impl Counter<States> for InBins {
    fn name(&self) -> &str {
        &self.name
    }

    fn cells(&self, _size: usize) -> usize {
        2 * (self.bins + 1)
    }

    /// The number of the last bin.
    fn most(&self, _size: usize) -> u64 {
        self.bins.max(1) as u64
    }

    fn layout(&self) {}

    fn count(&self, states: &States, cells: &mut [u64], _: &mut Notes) {
        let half = self.bins + 1;
        for (state, index) in states.states().iter().zip(states.first()..) {
            let first = if index % 2 == 0 { 0 } else { half };
            let bin = (self.of)(state, self.bins);
            cells[first + bin] += 1;
            cells[first + half - 1] += bin as u64;
        }
    }
}

/// A text on decks, said of states: statistics of any subject share words.
fn of_states(text: &str) -> String {
    text.replace("deck", "state")
        .replace("shuffled", "scrambled")
}

/// An event in states.
fn event_of_states(event: Event) -> Event {
    Event {
        words: of_states(&event.words),
        ..event
    }
}

/// The test, with other subjects than decks.
fn counted_in(mut test: Test, unit: &'static str) -> Test {
    if let Some(Limited::Cell(cell)) = &mut test.named {
        cell.unit = unit;
    }
    test
}
