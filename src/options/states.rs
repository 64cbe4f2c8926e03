//! States of a puzzle: which puzzle, and what is not for them.

use anyhow::bail;
use clap::Args;

use deck::subject::Puzzle;

/// The puzzle (--subject state).
#[derive(Debug, Clone, Args)]
#[group(id = "states")]
pub struct Options {
    /// States: the puzzle that was scrambled; the pocket cube if absent
    #[arg(long, value_name = "PUZZLE", value_parser = Puzzle::named)]
    puzzle: Option<Puzzle>,
}

impl Options {
    /// The puzzle whose states are tested, if states are.
    pub fn puzzle(&self, are_tested: bool) -> anyhow::Result<Option<Puzzle>> {
        match (are_tested, self.puzzle) {
            (true, puzzle) => Ok(Some(puzzle.unwrap_or(Puzzle::DEFAULT))),
            (false, None) => Ok(None),
            (false, Some(_)) => {
                bail!("--puzzle: found it without states; accepted: with --subject state")
            }
        }
    }
}

/// Refuses options, each with whether it is given, that mean nothing for states.
pub fn refuse(given: &[(&str, bool)]) -> anyhow::Result<()> {
    match given.iter().find(|(_, given)| *given) {
        Some((option, _)) => {
            bail!("{option}: found it with states of a puzzle; accepted: with decks")
        }
        None => Ok(()),
    }
}
