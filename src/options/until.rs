//! The options that say when a run stops, and which departures do not matter.

use clap::Args;

use ::run::spec::{AskedUntil, DELTA, Stakes};
use record::{NoTolerance, Tolerance};
use text::whole;

/// Options for runs that stop once they are decided, and for departures that do not matter.
#[derive(Debug, Args)]
#[group(id = "until")]
pub struct Options {
    /// Look at the decks as they come, and stop as soon as each routine is decided. A failure counts as much
    /// as one after a fixed number of decks; a pass does not look for single cells, drift and counts that are too
    /// even. Exit code 3 if undecided at the last deck
    #[arg(long)]
    until_decided: bool,
    /// The departure that does not matter, in total variation: a routine passes once each law that
    /// its statistics measure is shown to be nearer to fair than this [default: 0.05]
    #[arg(long, value_name = "D", requires = "until_decided")]
    delta: Option<f64>,
    /// Decks of each routine at the most [default: 1000000]
    #[arg(
        long,
        value_name = "N",
        requires = "until_decided",
        allow_negative_numbers = true,
        value_parser = whole::parse_signed
    )]
    max_trials: Option<i64>,
    /// Exit with 0 in spite of evidence, where each law that is measured is shown to be nearer to fair than this (total
    /// variation), and the law of each failing test is among them; or where that is proved of all orders. Whole decks
    /// are not bounded by such laws
    #[arg(long, value_name = "D", value_parser = departure)]
    accept_within: Option<f64>,
    /// An event on which somebody bets, as in "first:5 flush pays 6", "hand:7 land 0..1" or "N+S spades >= 8"; may be
    /// repeated. `colddeck explain stakes` has the grammar
    #[arg(long = "stake", value_name = "STAKE")]
    stakes: Vec<String>,
    /// The stakes of a game: bridge, poker, blackjack, magic, loot or lottery; auto: bridge for PBN and LIN, poker for recorded
    /// hands; may be repeated
    #[arg(long = "stakes", value_name = "GAME")]
    sets: Vec<String>,
    /// Fail where a stake is off by more than this, and exit with 0 in spite of other evidence where none is: 1% of what
    /// is staked, or 1pt of the chance
    #[arg(long, value_name = "1%|1pt", value_parser = tolerance, conflicts_with = "accept_within")]
    accept_stakes: Option<Tolerance>,
}

/// How far stakes may be off.
fn tolerance(text: &str) -> Result<Tolerance, NoTolerance> {
    text.parse()
}

/// A departure that may not matter.
fn departure(text: &str) -> Result<f64, String> {
    DELTA.parse(text)
}

impl Options {
    /// Gives the departure up to which evidence is accepted, if it is.
    pub fn accept_within(&self) -> Option<f64> {
        self.accept_within
    }

    /// Gives the stakes that are looked at, and how far they may be off.
    pub fn stakes(&self) -> Stakes {
        Stakes {
            of: self.stakes.clone(),
            sets: self.sets.clone(),
            accept: self.accept_stakes,
        }
    }

    /// Gives what was asked for; `None` if the run need not stop once it is decided.
    pub fn asked(&self) -> Option<AskedUntil> {
        self.until_decided.then_some(AskedUntil {
            delta: self.delta,
            max_trials: self.max_trials,
        })
    }
}
