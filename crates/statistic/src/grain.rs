//! The grain of a test: does it look at all decks and all cells together, or for one of them?
//!
//! A test of everything together is blind to a single bad deck among many, to a single card in a single
//! place, and to a source that changes on the way. Tests of a fine grain look for just that. They are many,
//! so they share a fixed part of the error level among themselves, and leave the others nearly whole.

#[cfg(feature = "full")]
use serde::{Deserialize, Serialize};
pub use text::shown::LINE;
pub(crate) use text::shown::{
    CELL, CELLS, CHANGE, LAG, LONGEST, PAIR, QUOTAS, RAREST, SHORTEST, STAKES,
};

/// The kind of departure that a test looks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "full", derive(Serialize, Deserialize))]
pub enum Grain {
    /// A departure of all decks and cells together.
    Whole,
    /// What somebody bets on, and named.
    Staked,
    /// One deck, one cell, or one moment at which the source changed.
    Fine,
}

pub(super) const FINE: [&str; 10] = [
    RAREST, CHANGE, QUOTAS, CELL, CELLS, LINE, LONGEST, LAG, PAIR, SHORTEST,
];

impl Grain {
    /// The grain of the test of that name.
    pub fn of(test: &str) -> Self {
        if FINE.contains(&test) {
            Self::Fine
        } else if test == STAKES {
            Self::Staked
        } else {
            Self::Whole
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::KINDS;
    use text::judgement::Unaveraged;
    use text::shown::{FROM_LAST, OF_DRIFT, OF_ORDER, OF_REPEATS, PERMUTED, SHARES, unaveraged};

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
        // The shares of symbols are a law that is bounded.
        assert_eq!(unaveraged("frequency", CELL, 0), None);
    }

    #[test]
    fn every_name_that_shows_something_is_one_of_a_statistic() {
        let named = [
            &OF_REPEATS[..],
            &OF_DRIFT,
            &OF_ORDER,
            &PERMUTED,
            &[FROM_LAST.0, SHARES],
        ]
        .concat();
        for name in named {
            assert!(KINDS.iter().any(|kind| kind.name == name), "{name}");
        }
    }
}
