//! The routine that mixes best in the time that there is; the findings.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// The name of the question.
pub const NAME: &str = "advice";

/// The best routines within a time, or the check of one.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Advice {
    /// The scale that decides.
    pub by: String,
    /// δ: routines whose scores differ by at most this are equal.
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
    /// Decks that the opponent has watched; 0 where none calls.
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
    /// The answer for each time, the quickest first: the simplest routine within δ of the best.
    pub frontier: Vec<Advised>,
    /// The routines of one move less and of one more, and the advice with cleaner and clumsier hands.
    pub nearby: Vec<Nearby>,
    /// The effects of other hands, times and starts on the advice, where a careful search was asked for.
    pub depends: Vec<Depends>,
    /// The stake that decides, where the scale is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stake: Option<Bet>,
    /// The check of a routine, where that was asked and no search.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub check: Option<Check>,
}

/// A stake by which routines are ordered: the edge of a bet on it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Bet {
    /// The stake as it was typed.
    pub of: String,
    /// The event in words.
    pub words: String,
    /// The gain of a bet of 1 that wins; absent where no odds were named, and bets are at fair ones.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub odds: Option<f64>,
    /// The fair chance.
    pub fair: f64,
    /// Limits of the fair chance: the same where it is known exactly.
    pub fair_limits: [f64; 2],
    /// How that is known, in words.
    pub by: String,
}

impl Bet {
    /// The edge of a bet, on whichever side, where the chance lies between these: at least, and at most.
    pub fn off(&self, (low, high): (f64, f64)) -> (f64, f64) {
        let edge = crate::stake::edge(self.odds, [low, high], self.fair_limits);
        // What cannot come up in a fair deck, and does, has no fair odds.
        let [low, high] = edge.unwrap_or([0.0, f64::INFINITY]);
        let least = low.max(-high).max(0.0);
        (least, high.max(-low))
    }
}

/// The check of a routine: whether it is enough on each scale.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Check {
    /// The routine.
    pub routine: String,
    /// Decks of each row.
    pub decks: usize,
    /// The routine itself, then what others would give, on each scale.
    pub rows: Vec<CheckedRow>,
    /// How often its repeated part must be done to be enough, by hands.
    pub enough: Vec<EnoughOf>,
    /// Other hands.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hands: Vec<Hands>,
}

impl Check {
    /// Says whether it is enough on every scale; `None` if it was looked at on none.
    pub fn verdict(&self) -> Option<Verdict> {
        Verdict::of(&self.rows.first()?.scales)
    }
}

/// Hands that do a routine in another way.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Hands {
    /// The way: `cleaner`, `clumsier`.
    pub how: String,
    /// The meaning of each move that they do otherwise.
    pub moves: Vec<String>,
}

/// A routine that is checked, or one beside it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct CheckedRow {
    /// The difference from the routine: `as it is`, `one more`, `cleaner hands`.
    pub change: String,
    /// The routine.
    pub routine: String,
    /// Its seconds, where the times of all its moves are known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seconds: Option<f64>,
    /// Its figures on each scale.
    pub scales: Vec<CheckedScale>,
    /// The limits of its total variation from fair. Absent in older answers, and where decks are large.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub total_variation: Option<Limits>,
}

/// The limits between which a total variation lies.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Limits {
    /// It is at least this: proved, or shown by the calls of simulated decks with the confidence of the answer.
    pub at_least: f64,
    /// It is at most this, as is proved; 1 where nothing is.
    pub at_most: f64,
}

/// A routine on a scale.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct CheckedScale {
    /// The scale.
    pub by: String,
    /// Its figure.
    pub figure: Figure,
    /// Its distance from fair is at least this…
    pub score_at_least: f64,
    /// …and at most this.
    pub score_at_most: f64,
    /// A distance from fair of at most this is enough.
    pub tie: f64,
}

/// The answer of a check on a scale.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    /// It is at most δ from fair.
    Yes,
    /// It may be either.
    Nearly,
    /// It is more than δ from fair.
    No,
}

impl CheckedScale {
    /// Says whether it is enough.
    pub fn verdict(&self) -> Verdict {
        if self.score_at_most <= self.tie {
            Verdict::Yes
        } else if self.score_at_least > self.tie {
            Verdict::No
        } else {
            Verdict::Nearly
        }
    }
}

impl Verdict {
    /// The answer on all of these scales; `None` of none.
    pub fn of(scales: &[CheckedScale]) -> Option<Self> {
        scales.iter().map(CheckedScale::verdict).max()
    }

    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Yes => "yes",
            Self::Nearly => "nearly",
            Self::No => "no",
        }
    }
}

/// The routine with as many of its repeated part as are enough.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct EnoughOf {
    /// The hands: `these`, `cleaner`, `clumsier`.
    pub hands: String,
    /// The routine with the least number of its repeated part that is enough on every scale, where one was found.
    pub routine: Option<String>,
    /// The longest that was tried.
    pub longest: String,
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
    /// It is the answer from these seconds on.
    pub from: f64,
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
    /// Others that take no longer than the next one here and are shown to be within δ of the best too.
    pub equals: usize,
    /// The simplest of them.
    pub named: Vec<String>,
    /// Its figures by the scale's name: on the scale that decides those of the search; of the advice on the others too.
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

/// A routine next to the advised one.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Nearby {
    /// The difference from the advised one.
    pub change: String,
    /// The routine.
    pub routine: String,
    /// Its seconds.
    pub seconds: f64,
    /// Its figures on each scale, by the scale's name.
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

/// The quantity by which routines are ordered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum By {
    /// Cards that an opponent calls, above those of a fair deck.
    Calls,
    /// The share of opening hands to send back, off the fair one.
    OpeningHands,
    /// Cards with one of their own type next to them, off those of a fair deck.
    Clumps,
    /// Cards that still lie next to a neighbour of before, off those of a fair deck.
    Neighbours,
    /// Total variation from the ideal shuffle, where it is known or enclosed.
    TotalVariation,
    /// The edge of a bet on a stake that is named.
    Stake,
}

impl By {
    /// All that have a name of their own, in the order in which they are listed.
    pub const ALL: [Self; 5] = [
        Self::Calls,
        Self::OpeningHands,
        Self::Clumps,
        Self::Neighbours,
        Self::TotalVariation,
    ];

    /// The scales that are measured in decks.
    pub const MEASURED: [Self; 4] = [
        Self::Calls,
        Self::OpeningHands,
        Self::Clumps,
        Self::Neighbours,
    ];

    /// Its name on the command line and in specs.
    pub fn name(self) -> &'static str {
        match self {
            Self::Calls => "calls",
            Self::OpeningHands => "opening-hands",
            Self::Clumps => "clumps",
            Self::Neighbours => "neighbours",
            Self::TotalVariation => "total-variation",
            Self::Stake => "stake",
        }
    }

    /// The scale of this name.
    pub fn named(name: &str) -> Option<Self> {
        let mut all = Self::ALL.into_iter().chain([Self::Stake]);
        all.find(|by| by.name() == name)
    }

    /// Differences below this are none, unless somebody says otherwise: a tenth of a card, one hand in a hundred, half a
    /// pair, a hundredth of the distance, or a tenth of what is staked.
    pub fn tie(self, cards: usize) -> f64 {
        match self {
            // More is called in large decks, and fewer of them can be simulated.
            Self::Calls => 0.1 * (cards as f64 / 200.0).max(1.0),
            Self::OpeningHands | Self::TotalVariation => 0.01,
            Self::Clumps | Self::Neighbours => 0.5,
            Self::Stake => 0.1,
        }
    }
}
