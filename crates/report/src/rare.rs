//! Departures that laws over all decks do not show the size of, in words.

use record::{Test, Unaveraged};

/// The departure, as something that one looks for in such subjects: `decks`, `draws`.
pub(super) fn sought(what: Unaveraged, subjects: &str) -> String {
    let of_decks = match what {
        Unaveraged::RareDecks => "single bad decks",
        Unaveraged::SingleCells => "one card at one place or after one card",
        Unaveraged::Drift => "a change while they came",
        Unaveraged::TooEven => "counts more even than chance makes them",
        Unaveraged::Seeds => "decks that come again",
        Unaveraged::Memory => "decks that depend on those before them",
    };
    of_decks.replace("decks", subjects)
}

/// The departure, once it was seen in such subjects.
pub(super) fn shown(what: Unaveraged, subjects: &str) -> String {
    let of_decks = match what {
        Unaveraged::RareDecks => "some of its decks were hardly shuffled",
        Unaveraged::SingleCells => {
            "one card comes to one place, or after one card, too often or too seldom"
        }
        Unaveraged::Drift => "its decks changed while they came",
        Unaveraged::TooEven => "its decks are more even than chance makes them",
        Unaveraged::Seeds => "the same decks come again and again",
        Unaveraged::Memory => "its decks depend on those before them",
    };
    of_decks.replace("decks", subjects)
}

/// Statistics of the order of draws: each shows that a draw depends on those before it.
const OF_DRAWS: [&str; 7] = [
    "symbol-gaps",
    "longest-streak",
    "longest-drought",
    "serial-pairs",
    "serial-triples",
    "dependence",
    "next-draw-calls",
];

/// Returns true if a failure of `test` shows it.
pub(super) fn is_shown_by(what: Unaveraged, test: &Test) -> bool {
    let of_draws = OF_DRAWS.contains(&test.statistic.as_str());
    let memory = of_draws || test.lag > 0 || test.test == "mean-from-last-deck";
    let seeds = test.statistic == "repeated-decks";
    let over_time = ["position-drift", "rows-drift"].contains(&test.statistic.as_str());
    let drift = over_time || test.test == "change";
    match what {
        Unaveraged::Memory => memory,
        Unaveraged::Seeds => seeds && !memory,
        Unaveraged::Drift => drift && !memory,
        Unaveraged::RareDecks => test.test == "rarest" && !memory,
        Unaveraged::TooEven => test.test == "quotas" && !memory,
        Unaveraged::SingleCells => {
            ["cell", "cells", "line"].contains(&test.test.as_str()) && !memory && !drift
        }
    }
}
