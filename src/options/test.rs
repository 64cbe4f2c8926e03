//! Decks that something else shuffled, from a file or standard input.

use anyhow::anyhow;
use clap::Args;

use super::{decks, until};
use ::run::conduct::ConductError;
use ::run::spec::{Experiment, Origin};
use source::{Input, SourceError};

/// The stream of decks to test.
#[derive(Debug, Args)]
#[group(id = "stream")]
pub struct Options {
    /// A file of decks, or - for standard input
    #[arg(default_value = "-", value_name = "FILE|-")]
    file: String,
    #[command(flatten)]
    decks: decks::Options,
    #[command(flatten)]
    until: until::Options,
}

/// A test that was asked for.
pub struct Asked {
    pub experiment: Experiment<'static>,
    /// The cards of the first deck, where nobody said how many there are.
    guessed: Option<usize>,
}

impl Options {
    /// The test that was asked for. Where nobody said how many cards a deck has, the first is looked at.
    pub fn asked(&self) -> anyhow::Result<Asked> {
        let decks = self.decks.for_file(&self.file);
        let input = Input::from(self.file.as_str());
        let reading = decks.reading()?;
        if let Some(order) = decks.order(&input)? {
            let testing = decks.of_order(order, &self.until)?;
            let experiment = testing.of(Origin::stream(input, reading))?;
            return Ok(Asked {
                experiment,
                guessed: None,
            });
        }
        let said = decks.size(&reading)?.is_some();
        let (size, input) = decks.sized(input, &reading)?;
        let testing = decks.testing("test", size, None, &self.until)?;
        let experiment = testing.of(Origin::stream(input, reading))?;
        Ok(Asked {
            experiment,
            guessed: (!said).then_some(size),
        })
    }
}

#[cfg(feature = "cli")]
impl Options {
    /// The test of decks that are watched for ever.
    pub fn followed(&self) -> anyhow::Result<Asked> {
        let decks = self.decks.for_file(&self.file);
        decks.check_whole_decks("--follow")?;
        let reading = decks.reading()?;
        let input = Input::from(self.file.as_str()).followed()?;
        let said = decks.size(&reading)?.is_some();
        let (size, input) = decks.sized(input, &reading)?;
        let testing = decks.testing("test", size, None, &self.until)?;
        let experiment = testing.of(Origin::stream(input, reading))?;
        Ok(Asked {
            experiment,
            guessed: (!said).then_some(size),
        })
    }
}

impl Asked {
    /// Explains the number of cards to those who gave none.
    pub fn explained(&self, error: anyhow::Error) -> anyhow::Error {
        match (error.downcast_ref(), self.guessed) {
            (Some(ConductError::Source(SourceError::Deck { .. })), Some(size)) => {
                anyhow!("{error}; without --deck, decks are to have the {size} cards of the first")
            }
            _ => error,
        }
    }
}
