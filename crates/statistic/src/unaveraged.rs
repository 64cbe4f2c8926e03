//! Departures that laws over all decks do not show the size of, and the tests that look for them.

use super::grain::{CELL, CELLS, CHANGE, LINE, LONGEST, QUOTAS, RAREST};
use super::{opponent, position_drift, repeated_decks, rows, sequences, states, views};
use text::judgement::Unaveraged;

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
        _ if is_of_change(statistic, test) => Some(Unaveraged::Drift),
        RAREST => Some(Unaveraged::RareDecks),
        QUOTAS => Some(Unaveraged::TooEven),
        CELL | CELLS | LINE => Some(Unaveraged::SingleCells),
        // Shares of symbols say nothing of their order.
        _ if sequences::OF_ORDER.contains(&statistic) => Some(Unaveraged::Memory),
        LONGEST => Some(Unaveraged::Memory),
        _ => None,
    }
}

/// Returns true if the test `test` of `statistic` looks for a change on the way.
pub fn is_of_change(statistic: &str, test: &str) -> bool {
    test == CHANGE || [position_drift::KIND.name, rows::DRIFT.name].contains(&statistic)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::KINDS;
    use crate::grain::FINE;

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
