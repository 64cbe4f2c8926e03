//! Departures that laws over all decks do not show the size of, and the tests that look for them: asked by verdicts, and by
//! pages, which know no statistic.

use crate::judgement::Unaveraged;

/// The test of all stakes.
pub const STAKES: &str = "stakes";

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

/// The test of one lag among many.
pub const LAG: &str = "lag";

/// The test of the shortest shift register.
pub const SHORTEST: &str = "shortest";

/// The test of two decks, one of which may be made from the other.
pub const PAIR: &str = "pair";

/// The statistic of decks that come from earlier ones.
const EARLIER: &str = "earlier-decks";

/// Statistics of memory that also compare with the same subjects in other orders, so that subjects that are bad by themselves
/// do not fail them.
pub const PERMUTED: [&str; 2] = [EARLIER, "rows-memory"];

/// Statistics that look for subjects that come again.
pub const OF_REPEATS: [&str; 3] = ["repeated-decks", "repeated-deals", "repeated-states"];

/// Statistics that look for a change on the way, and for nothing else.
pub const OF_DRIFT: [&str; 2] = ["position-drift", "rows-drift"];

/// The statistic of how draws depend on those before, whatever the shares of symbols are.
pub const DEPENDENCE: &str = "dependence";

/// Statistics of the order of draws, which shares of symbols do not show.
pub const OF_ORDER: [&str; 10] = [
    "symbol-gaps",
    "longest-streak",
    "longest-drought",
    "serial-pairs",
    "serial-triples",
    DEPENDENCE,
    "next-draw-calls",
    "far-matches",
    "linear-complexity",
    "predictor",
];

/// The statistic of the shares of symbols, a law that is bounded, its single cells too.
pub const SHARES: &str = "frequency";

/// The test of an opponent who remembers the last deck.
pub const FROM_LAST: (&str, &str) = ("opponent", "mean-from-last-deck");

/// The departure that a failure of the test `test` of `statistic`, at that lag, shows, if laws over all decks do not
/// show its size. `None` for a test of such a law.
pub fn unaveraged(statistic: &str, test: &str, lag: usize) -> Option<Unaveraged> {
    match test {
        _ if lag > 0 || (statistic, test) == FROM_LAST => Some(Unaveraged::Memory),
        PAIR => Some(Unaveraged::Alike),
        LAG | SHORTEST => Some(Unaveraged::Memory),
        _ if statistic == EARLIER => Some(Unaveraged::Memory),
        _ if OF_REPEATS.contains(&statistic) => Some(Unaveraged::Seeds),
        _ if is_of_change(statistic, test) => Some(Unaveraged::Drift),
        RAREST => Some(Unaveraged::RareDecks),
        QUOTAS => Some(Unaveraged::TooEven),
        CELL if statistic == SHARES => None,
        CELL | CELLS | LINE => Some(Unaveraged::SingleCells),
        // Shares of symbols say nothing of their order.
        _ if OF_ORDER.contains(&statistic) => Some(Unaveraged::Memory),
        LONGEST => Some(Unaveraged::Memory),
        _ => None,
    }
}

/// Returns true if the test `test` of `statistic` looks for a change on the way.
pub fn is_of_change(statistic: &str, test: &str) -> bool {
    test == CHANGE || OF_DRIFT.contains(&statistic)
}
