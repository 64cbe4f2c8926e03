//! The state of our knowledge of a routine, in one word for the whole report.

use super::super::table::{Cell, Tone};
use record::{Decision, Extent, Outcome, Record, Routine, Test, Verdict};

/// The state of our knowledge of a routine: whether there is evidence against it, and whether that matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum State {
    /// Too few decks to say anything.
    TooFew,
    /// Evidence, of a size or a kind that matters; or known to be so without counting.
    NotFair {
        /// True if these decks show it.
        seen: bool,
    },
    /// It gives every order equally often, as is proved.
    Fair,
    /// Its law over all orders is proved to be so near that the rest does not matter.
    Practical {
        /// True if there is evidence that it is not ideal.
        seen: bool,
    },
    /// Each law that was measured is shown to be near fair, and no more is known.
    Bounded {
        /// True if there is evidence that it is not ideal.
        seen: bool,
    },
    /// Evidence, and no more is known.
    Departs,
    /// A test is suspicious.
    Suspicious,
    /// No evidence, and no more is known.
    NothingFound,
}

impl State {
    pub(crate) fn of(record: &Record, routine: &Routine) -> Self {
        let tested = |verdict: Verdict| {
            let mut tests = routine.tests.iter();
            tests.any(|test| test.verdict == verdict)
        };
        let watched = routine.anytime.as_ref().map(|found| found.verdict);
        let seen = tested(Verdict::Fail) || watched == Some(Decision::Fail);
        let extent = (routine.departure.as_ref()).map_or(Extent::Unknown, |known| known.extent);
        let too_few = record.outcome == Outcome::TooLittle && watched.is_none();
        match (extent, seen) {
            (_, false) if too_few => Self::TooFew,
            (Extent::NotFair, seen) => Self::NotFair { seen },
            (Extent::Practical, false) if is_ideal(routine) => Self::Fair,
            (Extent::Practical, seen) => Self::Practical { seen },
            (Extent::Unknown, true) => Self::Departs,
            (_, false) if tested(Verdict::Suspicious) => Self::Suspicious,
            (Extent::Bounded, seen) => Self::Bounded { seen },
            (Extent::Unknown, false) => Self::NothingFound,
        }
    }

    /// The state in a cell of a table.
    pub(crate) fn cell(self) -> Cell {
        let (words, tone) = match self {
            Self::TooFew => ("too few decks", Tone::Doubtful),
            Self::NotFair { .. } => ("not fair", Tone::Bad),
            Self::Fair => ("fair", Tone::Good),
            Self::Practical { .. } => ("practically fair", Tone::Good),
            Self::Bounded { seen: true } => ("not ideal, all measured near", Tone::Bad),
            Self::Departs => ("not ideal", Tone::Bad),
            Self::Suspicious => ("nothing established", Tone::Doubtful),
            Self::Bounded { seen: false } | Self::NothingFound => ("no evidence", Tone::Good),
        };
        Cell::toned(words, tone)
    }
}

fn is_ideal(routine: &Routine) -> bool {
    let distance = routine.total_variation.as_ref();
    distance.is_some_and(|distance| distance.most() <= 0.0)
}

/// The suspicious test with the smallest p-value.
pub(super) fn suspicious(routine: &Routine) -> Option<&Test> {
    let tests = routine.tests.iter();
    let suspicious = tests.filter(|test| test.verdict == Verdict::Suspicious);
    let p = |test: &Test| test.p_adjusted.unwrap_or(1.0);
    suspicious.min_by(|a, b| p(a).total_cmp(&p(b)))
}
