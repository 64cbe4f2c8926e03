//! Decks that something else shuffled, from a file or standard input.

use anyhow::{anyhow, bail};
use clap::Args;

use super::decks;
use super::decks::looked::Found;
use super::until;
use ::run::conduct::ConductError;
use ::run::spec::{Experiment, Origin};
use reader::Input;
use source::SourceError;

/// The stream of decks to test.
#[derive(Debug, Args)]
#[group(id = "stream")]
pub struct Options {
    /// Files of decks, which are one sample, or - for standard input
    #[arg(default_value = "-", value_name = "FILE|-")]
    files: Vec<String>,
    /// Each file is a sample by itself
    #[arg(long, conflicts_with = "follow")]
    each: bool,
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
    /// True if stakes are named.
    #[cfg(feature = "cli")]
    pub fn names_stakes(&self) -> bool {
        let stakes = self.until.stakes();
        !stakes.of.is_empty() || !stakes.sets.is_empty()
    }

    /// The tests that were asked for: one of all files, or with --each one of each.
    pub fn asked(&self) -> anyhow::Result<Vec<Asked>> {
        match self.files.as_slice() {
            [file] => Ok(vec![
                self.test(self.decks.looked(Input::from(file.as_str()))?)?,
            ]),
            files if self.each => {
                let looked = files.iter().map(|file| {
                    let found = self.decks.looked(Input::from(file.as_str()))?;
                    self.test(found)
                });
                looked.collect()
            }
            files => Ok(vec![self.test(self.together(files)?)?]),
        }
    }

    /// Several files as one sample: all of one kind.
    fn together(&self, files: &[String]) -> anyhow::Result<Found> {
        let mut first: Option<(&String, Found)> = None;
        for file in files {
            if file == "-" {
                bail!("-: found standard input among several files; accepted: files, or - alone");
            }
            let found = self.decks.looked(Input::from(file.as_str()))?;
            if found.order.is_some() {
                bail!(
                    "{file}: found one order, which is a sample by itself; accepted: --each, or this file alone"
                );
            }
            if found.options.is_logged() {
                bail!(
                    "{file}: found draws in a table or by names; accepted: one file of them, or --each"
                );
            }
            let Some((before, known)) = &first else {
                first = Some((file, found));
                continue;
            };
            if !known.options.reads_as(&found.options) {
                bail!(
                    "{file}: found {}, but {before} holds {}; accepted: files of one kind, or --each",
                    found.options.kind(),
                    known.options.kind()
                );
            }
        }
        let options = first.map_or_else(|| self.decks.clone(), |(_, found)| found.options);
        let input = Input::in_turn(files, !options.is_binary())?;
        Ok(Found {
            options,
            input,
            order: None,
        })
    }

    /// The test of what was found. Where nobody said how many cards a deck has, the first is looked at.
    fn test(&self, found: Found) -> anyhow::Result<Asked> {
        let Found {
            options: decks,
            input,
            order,
        } = found;
        let reading = decks.reading()?;
        let order = match order {
            Some(order) => Some(order),
            None => decks.order(&input)?,
        };
        if let Some(order) = order {
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
        let mut experiment = testing.of(Origin::stream(input, reading))?;
        if decks.is_by_player() {
            // Their laws are of one sequence without a break.
            experiment
                .statistics
                .retain(|probe| !statistic::UNBROKEN.contains(&probe.name()));
        }
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
            bail!(
                "--follow: found {} files; accepted: one, or - for standard input",
                self.files.len()
            );
        }
        let decks = &self.decks;
        decks.check_whole_decks("--follow")?;
        let reading = decks.reading()?;
        let first = self.files.first().map_or("-", String::as_str);
        let input = Input::from(first).followed()?;
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
