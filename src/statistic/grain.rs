//! The grain of a test: does it look at all decks and all cells together, or for one of them?
//!
//! A test of everything together is blind to a single bad deck among many, to a single card in a single
//! place, and to a source that changes on the way. Tests of a fine grain look for just that. They are many,
//! so they share a fixed part of the error level among themselves, and leave the others nearly whole.

use super::{opponent, position_drift, repeated_decks, rows, sequences, states, views};
use serde::{Deserialize, Serialize};

use crate::judgement::Unaveraged;

/// The kind of departure that a test looks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Grain {
    /// A departure of all decks and cells together.
    Whole,
    /// One deck, one cell, or one moment at which the source changed.
    Fine,
}

/// The test of the smallest and the largest value of a number: one deck among many.
pub const RAREST: &str = "rarest";

/// The test of the largest change of a mean on the way.
pub const CHANGE: &str = "change";

/// The test of a law that is met too exactly.
pub const QUOTAS: &str = "quotas";

/// The test of the cell that is farthest from its share.
pub const CELL: &str = "cell";

/// The test of several cells, each a little off.
pub const CELLS: &str = "cells";

/// The test of the row or column that is farthest from its shares: one card, or one place.
pub const LINE: &str = "line";

/// The test of the longest streak or drought of a sequence.
pub const LONGEST: &str = "longest";

const FINE: [&str; 7] = [RAREST, CHANGE, QUOTAS, CELL, CELLS, LINE, LONGEST];

impl Grain {
    /// The grain of the test of that name.
    pub fn of(test: &str) -> Self {
        if FINE.contains(&test) {
            Self::Fine
        } else {
            Self::Whole
        }
    }
}

/// The departure that a failure of the test `test` of `statistic`, at that lag, shows, if laws over all decks do not
/// show its size. `None` for a test of such a law.
pub fn unaveraged(statistic: &str, test: &str, lag: usize) -> Option<Unaveraged> {
    match test {
        _ if lag > 0 || (statistic, test) == (opponent::KIND.name, opponent::FROM_LAST) => {
            Some(Unaveraged::Memory)
        }
        _ if [
            repeated_decks::KIND.name,
            views::REPEATED_DEALS.name,
            states::REPEATS.name,
        ]
        .contains(&statistic) =>
        {
            Some(Unaveraged::Seeds)
        }
        _ if [position_drift::KIND.name, rows::DRIFT.name].contains(&statistic) => {
            Some(Unaveraged::Drift)
        }
        RAREST => Some(Unaveraged::RareDecks),
        CHANGE => Some(Unaveraged::Drift),
        QUOTAS => Some(Unaveraged::TooEven),
        CELL | CELLS | LINE => Some(Unaveraged::SingleCells),
        // Shares of symbols say nothing of their order.
        _ if sequences::OF_ORDER.contains(&statistic) => Some(Unaveraged::Memory),
        LONGEST => Some(Unaveraged::Memory),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistic::KINDS;

    #[test]
    fn a_test_of_a_fine_grain_shows_what_no_law_does() {
        for test in FINE {
            assert!(unaveraged("inversions", test, 0).is_some(), "{test}");
        }
        assert_eq!(unaveraged("inversions", "mean", 0), None);
        assert_eq!(
            unaveraged("inversions", "mean", 2),
            Some(Unaveraged::Memory)
        );
        let known = |name: &str| KINDS.iter().any(|kind| kind.name == name);
        assert!(known(repeated_decks::KIND.name) && known(position_drift::KIND.name));
    }
}
