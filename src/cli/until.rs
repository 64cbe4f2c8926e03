//! Runs that stop once they are decided: their options.

use clap::Args;

use crate::spec::AskedUntil;
use crate::whole;

/// Options for runs that stop once they are decided.
#[derive(Debug, Args)]
#[group(id = "until")]
pub(super) struct Options {
    /// Look at the decks as they come, and stop as soon as each routine is decided. A failure counts as much
    /// as one after a fixed number of decks; a pass does not look for single cells, drift and counts that are too
    /// even. Exit code 3 if undecided at the last deck
    #[arg(long)]
    until_decided: bool,
    /// The departure that does not matter, in total variation: a routine passes once all laws over all decks
    /// that its statistics bound are shown to be nearer to ideal than this [default: 0.05]
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
}

impl Options {
    /// Gives what was asked for; `None` if the run need not stop once it is decided.
    pub fn asked(&self) -> Option<AskedUntil> {
        self.until_decided.then_some(AskedUntil {
            delta: self.delta,
            max_trials: self.max_trials,
        })
    }
}
