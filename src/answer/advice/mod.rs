//! The routine that mixes best in the time that there is.

mod asked;
mod page;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::question::{Kind, Topic, ask};
use super::{Parameter, Read};
use crate::advise::{By, Finding, Measured};
use asked::Asked;
pub(super) use page::page;

pub(super) const QUESTION: Kind = Kind {
    name: "advice",
    about: "Which routine mixes best within a time: every one that fits is looked at, and the best kept for each time",
    topic: Topic::Moves {
        about: "Cards in a deck, as in 60; or the cards of each type, as in \"24 land, 36 spell\"",
    },
    parameters: &[
        Parameter::new("within", "TIME", Read::Text, "The time that there is, as in 60s or 3m").required(),
        Parameter::new(
            "moves",
            "M,O,C",
            Read::Text,
            "The shuffles that a routine may be made of: letters and names of kinds, with commas between",
        )
        .default("M,O,C"),
        Parameter::new(
            "times",
            "M=3,O=5",
            Read::Text,
            "Seconds that a move takes, or those of quick, usual and slow hands, as in M=2:3:5; our assumptions if absent",
        ),
        Parameter::new(
            "by",
            "SCALE",
            Read::Word(scales),
            "What decides: calls of an opponent, opening-hands, clumps, neighbours or total-variation",
        )
        .default("calls"),
        Parameter::new(
            "types",
            "TYPES",
            Read::Text,
            "Cards of each type, as in \"24 land, 36 spell\", for opening hands and clumps; the two halves if absent",
        ),
        Parameter::new(
            "arrangement",
            "LIST",
            Read::Text,
            "How they lie before: sorted, alternating, played, random, or a list from the top",
        )
        .default("sorted"),
        Parameter::new(
            "tie",
            "E",
            Read::Number(1e-6..=1e4),
            "Differences that do not matter; .1 cards called, .01 of hands or of distance, .5 clumps or neighbours if absent",
        ),
        Parameter::new(
            "confidence",
            "P",
            Read::Number(0.5..=0.999_999),
            "The confidence of the whole answer",
        )
        .default("0.99"),
        Parameter::new(
            "routines",
            "N",
            Read::Whole(1..=1_000_000),
            "Routines to look at, at most; beyond that short words done again and again",
        )
        .default("100000"),
        Parameter::new(
            "decks",
            "N",
            Read::Whole(1..=1_000_000_000_000),
            "Decks to score, at most",
        )
        .default("60000000"),
        Parameter::new("seed", "S", Read::Whole(0..=super::parameter::MOST), "The seed of all decks").default("1"),
        Parameter::new(
            "no-variations",
            "",
            Read::Flag,
            "Leave out whether the advice depends on hands, times and the start",
        ),
    ],
    ask: |given| {
        let asked = Asked::read(given)?;
        ask(move |about| asked.answer(about.crew))
    },
};

/// Fresh decks from which the figures of a routine come, and as many that the opponent has watched.
const FRESH: usize = 8_192;

fn scales() -> Vec<&'static str> {
    By::ALL.iter().map(|by| by.name()).collect()
}

/// The best routines within a time.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Advice {
    /// The scale that decides.
    pub by: String,
    /// Scores that differ by less are ties.
    pub tie: f64,
    /// The confidence of the frontier as a whole.
    pub confidence: f64,
    /// Seconds that there are.
    pub within: f64,
    /// The cards of each type, where they were said.
    pub types: Option<String>,
    /// The name of the first type, of which opening hands have too few or too many.
    pub first_type: String,
    /// The order of the types before the shuffle.
    pub arrangement: String,
    /// True if the deck was ideally shuffled before, so that any routine leaves it fair.
    pub fair_before: bool,
    /// The moves, and the assumptions about their times.
    pub moves: Vec<MoveTime>,
    /// Decks that the opponent has watched in the search; 0 where none calls.
    pub watched: usize,
    /// Routines that were looked at.
    pub routines: usize,
    /// Their laws: routines that are known to have the same are one.
    pub laws: usize,
    /// True if these are all routines of these moves within the time.
    pub all: bool,
    /// Decks that were scored in the search.
    pub decks: u64,
    /// The advice: the last of the frontier.
    pub best: Option<Advised>,
    /// The best for each time, the quickest first.
    pub frontier: Vec<Advised>,
    /// The routines of one move less and of one more.
    pub nearby: Vec<Nearby>,
    /// The effects of other hands, times and starts on the advice.
    pub depends: Vec<Depends>,
}

/// A move and its time.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct MoveTime {
    /// The letter or word.
    pub name: String,
    /// Its meaning.
    pub meaning: String,
    /// Seconds of quick hands.
    pub quick: f64,
    /// Seconds of usual ones.
    pub usual: f64,
    /// Seconds of slow ones.
    pub slow: f64,
}

/// A routine of the frontier.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Advised {
    /// The routine.
    pub routine: String,
    /// Its seconds.
    pub seconds: f64,
    /// Its score is at least this, as the search knows it…
    pub score_at_least: f64,
    /// …and at most this.
    pub score_at_most: f64,
    /// No other of those looked at, that takes no longer than the next one here, has a score lower by more.
    pub within: f64,
    /// Others that take no longer and may be as good.
    pub ties: usize,
    /// The first few of them.
    pub tied: Vec<String>,
    /// Its figures on each scale, by the scale's name, from fresh decks.
    pub figures: BTreeMap<String, Figure>,
}

/// A figure of a routine.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Figure {
    /// The mean.
    pub mean: f64,
    /// Its standard error.
    pub standard_error: f64,
    /// The mean of fair decks.
    pub fair: f64,
}

/// Figures by the names of their scales.
fn figures(found: &[Measured]) -> BTreeMap<String, Figure> {
    let each = found
        .iter()
        .map(|one| (one.by.name().to_owned(), Figure::of(one)));
    each.collect()
}

impl Figure {
    fn of(found: &Measured) -> Self {
        Self {
            mean: found.mean,
            standard_error: found.error,
            fair: found.fair,
        }
    }
}

/// A routine next to the advised one.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Nearby {
    /// The difference from the advised one.
    pub change: String,
    /// The routine.
    pub routine: String,
    /// Its seconds.
    pub seconds: f64,
    /// Its figures on each scale, by the scale's name, from fresh decks.
    pub figures: BTreeMap<String, Figure>,
}

/// The effect of another assumption on the advice.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Depends {
    /// The assumption.
    pub if_so: String,
    /// The advised routine, as it then fits; empty if it does not.
    pub advised: String,
    /// The best that was found then.
    pub best: String,
    /// The advised one's score is higher by this…
    pub worse_by: f64,
    /// …with this standard error.
    pub error: f64,
    /// Says if it is still a tie with the best.
    pub verdict: Survival,
}

/// The fate of advice under another assumption.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Survival {
    /// Two standard errors and all, it is a tie with the best.
    Holds,
    /// It may be either.
    Close,
    /// It is worse than a tie by more than two standard errors, or does not fit into the time.
    Flips,
}

impl Survival {
    fn of(found: &Finding, tie: f64) -> Self {
        if found.advised.is_empty() || found.worse_by - 2.0 * found.error > tie {
            Self::Flips
        } else if found.worse_by + 2.0 * found.error <= tie {
            Self::Holds
        } else {
            Self::Close
        }
    }

    /// In a cell.
    fn words(self) -> &'static str {
        match self {
            Self::Holds => "holds",
            Self::Close => "as good, or nearly",
            Self::Flips => "flips",
        }
    }
}

impl Depends {
    fn of(found: Finding, tie: f64) -> Self {
        Self {
            verdict: Survival::of(&found, tie),
            if_so: found.if_so,
            advised: found.advised,
            best: found.best,
            worse_by: found.worse_by,
            error: found.error,
        }
    }
}
