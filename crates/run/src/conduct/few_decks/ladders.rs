//! The ways of shuffling that are tried, each done more and more often in a row.

use shuffle::routine::{Lettered, Plan};

/// A way of shuffling, done again and again.
pub(super) struct Ladder {
    pub one: &'static str,
    pub several: &'static str,
    pub routine: &'static str,
    pub letters: &'static [Lettered],
    /// The largest number of times in a row that is tried.
    pub most: u64,
    /// True if the decks that show the first number of times that is missed are looked for.
    pub needs: bool,
}

/// A shuffle that players repeat until the deck is mixed. The number of decks that would show the first
/// number of times that is missed is looked for.
const fn riffle(
    one: &'static str,
    several: &'static str,
    routine: &'static str,
    letters: &'static [Lettered],
) -> Ladder {
    Ladder {
        needs: true,
        ..other(one, several, routine, letters, 12)
    }
}

const fn other(
    one: &'static str,
    several: &'static str,
    routine: &'static str,
    letters: &'static [Lettered],
    most: u64,
) -> Ladder {
    Ladder {
        one,
        several,
        routine,
        letters,
        most,
        needs: false,
    }
}

/// The ways of shuffling: those by hand first, then those of programs.
pub(super) const LADDERS: &[Ladder] = &[
    other("one cut", "cuts", "C", &[], 1),
    riffle("one riffle", "riffles", "G", &[]),
    riffle(
        "one mash shuffle",
        "mash shuffles",
        "M",
        &[('M', "mash", "")],
    ),
    other("one Hindu shuffle", "Hindu shuffles", "H", &[], 8),
    other(
        "one overhand shuffle",
        "overhand shuffles",
        "O",
        &[('O', "overhand", "")],
        16,
    ),
    other(
        "dealing seven piles",
        "",
        "P",
        &[('P', "pile", "piles = 7")],
        1,
    ),
    other(
        "a program that swaps every card with any",
        "",
        "Z",
        &[('Z', "swap-with-any", "")],
        1,
    ),
    other(
        "a program that sorts with a random comparison",
        "",
        "Z",
        &[('Z', "random-comparator", "")],
        1,
    ),
];

impl Ladder {
    /// Gives the shuffles of so many times in a row.
    pub fn plan(&self, times: u64) -> Plan {
        Plan::written(&format!("{}*{times}", self.routine), self.letters)
    }
}
