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
    /// Files of decks, which are one sample, or - for standard input
    #[arg(default_value = "-", value_name = "FILE|-")]
    files: Vec<String>,
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
    /// The options for the first file, whose ending says how all are written.
    fn decks(&self) -> decks::Options {
        let first = self.files.first().map_or("-", String::as_str);
        self.decks.for_file(first)
    }

    fn input(&self, decks: &decks::Options) -> anyhow::Result<Input> {
        Ok(match self.files.as_slice() {
            [file] => Input::from(file.as_str()),
            files => Input::in_turn(files, !decks.is_binary())?,
        })
    }

    /// The test that was asked for. Where nobody said how many cards a deck has, the first is looked at.
    pub fn asked(&self) -> anyhow::Result<Asked> {
        let decks = self.decks();
        let input = self.input(&decks)?;
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
        if self.files.len() > 1 {
            anyhow::bail!(
                "--follow: found {} files; accepted: one, or - for standard input",
                self.files.len()
            );
        }
        let decks = self.decks();
        decks.check_whole_decks("--follow")?;
        let reading = decks.reading()?;
        let input = self.input(&decks)?.followed()?;
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
