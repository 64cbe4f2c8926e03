//! Experiments from specs, folders of specs, or routines.

use std::path::{Path, PathBuf};

use anyhow::bail;
use clap::Args;

use super::{decks, until};
use ::run::spec::{self, Dealt, Experiment, Lags, Overrides};
use deck::subject::Shape;
use statistic::Suite;
use text::files;
use text::whole;

/// The experiments to run.
#[derive(Debug, Args)]
#[group(id = "experiments")]
pub struct Options {
    /// Specs (TOML files), folders of specs, or routines of letters and words, such as "RRH",
    /// "(G*3 C)*2" or "mash*7 cut"
    #[arg(required = true, value_name = "SPEC|FOLDER|ROUTINE")]
    pub what: Vec<String>,
    /// The deck: a number of cards, "24 land, 36 spell", or a file with a decklist; a routine needs it, a spec has its own
    #[arg(long, alias = "cards", value_name = "N|TYPES|FILE", allow_negative_numbers = true, value_parser = super::dealt)]
    deck: Option<Dealt>,
    /// Decks to simulate in each replicate
    #[arg(
        long,
        alias = "decks",
        value_name = "N",
        allow_negative_numbers = true,
        value_parser = whole::parse_signed,
        conflicts_with = "until_decided"
    )]
    trials: Option<i64>,
    /// Error level of the whole run, all tests together; a spec has its own
    #[arg(long, value_name = "P", value_parser = decks::level)]
    alpha: Option<f64>,
    /// Seed, decimal or 0x…
    #[arg(long, value_name = "S")]
    seed: Option<String>,
    /// Which statistics, beside those that a spec names: quick, standard or deep
    #[arg(long, value_parser = super::suite)]
    suite: Option<Suite>,
    /// One more statistic, by its name or with parameters, as in 'snap players=3'; may be repeated
    #[arg(long = "statistic", value_name = "STATISTIC")]
    statistics: Vec<String>,
    /// Cards of each type, as in "24 land, 36 spell": opening hands, runs and boosters of the first
    #[arg(long, value_name = "TYPES")]
    types: Option<String>,
    /// How they lie before the shuffle: sorted, alternating, played, or a list from the top
    #[arg(long, value_name = "LIST")]
    arrangement: Option<String>,
    /// Define a letter, as in M=mash or 'M=riffle max-streak=3'; may be repeated
    #[arg(long = "shuffle", value_name = "LETTER=SHUFFLE")]
    shuffles: Vec<String>,
    /// The generator of random numbers, as in `colddeck list generators`
    #[arg(long, value_name = "GENERATOR")]
    generator: Option<String>,
    /// Seed the generator for each deck: N-bit (a random seed, as in 16-bit), clock (the second),
    /// one (always the same), or numbers (the seed, then the next whole numbers)
    #[arg(long, value_name = "N-bit|clock|one|numbers")]
    seeding: Option<String>,
    /// Keep decks: in-place (each is shuffled on from the one before), kept (shuffled once)
    #[arg(long, value_name = "in-place|kept")]
    memory: Option<String>,
    /// What is seen of each deck: first:7 (in order), hand:7 (as a set) or hands:4x13 (dealt in turn)
    #[arg(long, value_name = "VIEW")]
    view: Option<Shape>,
    /// What the record holds of orders relative to earlier decks: brief (tests and figures), or full (the
    /// cells of matrices too)
    #[arg(long, value_name = "brief|full", value_parser = Lags::named)]
    lags: Option<Lags>,
    #[command(flatten)]
    until: until::Options,
}

/// The source of one experiment.
pub enum Made {
    /// A spec.
    Spec(PathBuf),
    /// Routines that were given instead.
    Routines(Vec<String>),
}

impl Made {
    /// The experiment, read and checked.
    pub fn read(&self, overrides: &Overrides) -> anyhow::Result<Experiment<'static>> {
        Ok(match self {
            Self::Spec(file) => spec::read(file, overrides)?,
            Self::Routines(routines) => spec::of_routines(routines, overrides)?,
        })
    }
}

impl Options {
    /// All experiments, read and checked before the first one runs.
    pub fn experiments(&self) -> anyhow::Result<Vec<Experiment<'static>>> {
        let overrides = self.overrides()?;
        let all = self.made_of()?;
        let all = all.iter().map(|made| made.read(&overrides));
        let all = all.collect::<anyhow::Result<Vec<_>>>()?;
        check_names(&all.iter().collect::<Vec<_>>())?;
        Ok(all)
    }

    /// The source of each experiment, those in folders one by one.
    pub fn made_of(&self) -> anyhow::Result<Vec<Made>> {
        let (paths, routines): (Vec<&String>, Vec<&String>) =
            self.what.iter().partition(|what| is_path(what));
        let mut all: Vec<Made> = Vec::new();
        for path in paths {
            let path = Path::new(path);
            let specs = if path.is_dir() {
                spec::in_folder(path)?
            } else {
                vec![path.to_owned()]
            };
            all.extend(specs.into_iter().map(Made::Spec));
        }
        if !routines.is_empty() {
            all.push(Made::Routines(routines.into_iter().cloned().collect()));
        }
        Ok(all)
    }

    /// The options that stand in for keys of specs.
    pub fn overrides(&self) -> anyhow::Result<Overrides> {
        Ok(Overrides {
            deck: self.deck.as_ref().map(|deck| deck.cards),
            trials: self.trials,
            alpha: self.alpha,
            seed: self.seed.clone(),
            generator: self.generator.clone(),
            seeding: self.seeding.clone(),
            memory: self.memory.clone(),
            shuffles: self.shuffles.clone(),
            statistics: self.statistics.clone(),
            suite: self.suite,
            until: self.until.asked(),
            accept_within: self.until.accept_within(),
            stakes: self.until.stakes(),
            types: super::types(self.deck.as_ref(), self.types.as_ref())?,
            arrangement: self.arrangement.clone(),
            lags: self.lags,
            view: self.view,
        })
    }
}

/// Refuses experiments whose results would overwrite each other.
pub fn check_names(all: &[&Experiment<'_>]) -> anyhow::Result<()> {
    for (at, one) in all.iter().enumerate() {
        let is_twin =
            |other: &&Experiment<'_>| (&other.folder, &other.name) == (&one.folder, &one.name);
        if all[..at].iter().any(is_twin) {
            bail!(
                "key `name`: found `{}` in two specs; accepted: a name for each, or their results would overwrite each other",
                one.name
            );
        }
    }
    Ok(())
}

/// A routine is letters, hyphens, blanks, `*`, digits, parentheses; a file exists, or looks like a path.
fn is_path(what: &str) -> bool {
    files::exists(Path::new(what)) || what.contains(['/', '\\', '.'])
}
