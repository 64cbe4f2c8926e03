//! Decks that something else shuffles: how they are written, what they are tested for, and what a reader
//! should know of them.

use std::fs::File;

use anyhow::{Context, bail};
use clap::{Args, ValueEnum};

use super::{output, until};
use crate::deck;
use crate::policy::Policy;
use crate::rng::{Generator, Seed};
use crate::routine::Letters;
use crate::source::{Base, Columns, FORMATS, Facts, Format, Header, Start};
use crate::spec::{ALPHAS, AskedUntil, DEFAULT_ALPHA, Experiment};
use crate::statistic::{self, Design, Probe, Suite};

/// How decks are written and what they are tested for.
#[derive(Debug, Args)]
#[group(id = "reading")]
pub(super) struct Options {
    /// Cards in a deck
    #[arg(long, alias = "cards", value_name = "N", value_parser = clap::value_parser!(u16).range(deck::MIN_CARDS as i64..=deck::MAX_CARDS as i64))]
    pub deck: u16,
    /// How decks are written: auto, text (numbers), csv, jsonl, cards (AS 10h T♠, or names), u8 or u16 (binary)
    #[arg(long, default_value = "auto", value_parser = format)]
    pub format: Format,
    /// Whether cards count from 0 or from 1; found out from the first deck if absent
    #[arg(long, value_name = "0|1", value_parser = clap::value_parser!(u8).range(0..=1))]
    base: Option<u8>,
    /// A file with the deck before the shuffle, or a list such as `20 Forest`; sorted cards if absent
    #[arg(long, value_name = "FILE")]
    start: Option<String>,
    /// Each deck was shuffled from the one before it, the first from the start
    #[arg(long)]
    pub in_place: bool,
    /// Pass over up to N broken decks (exec: of each job), and say so
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub skip_invalid: u64,
    /// Whether the first row of csv names the columns
    #[arg(long, value_enum, default_value_t = HeaderRow::Auto)]
    header: HeaderRow,
    /// Columns of csv that hold the deck, as in 2-53, where numbers or dates stand beside it
    #[arg(long, value_name = "FIRST-LAST")]
    columns: Option<Columns>,
    /// Error level of all tests together
    #[arg(long, value_name = "P", default_value_t = DEFAULT_ALPHA, value_parser = level)]
    alpha: f64,
    /// Seed of the control group, and of the labels of copies
    #[arg(long, value_name = "S", default_value = "1", value_parser = Seed::parse)]
    seed: Seed,
    /// Which statistics: quick, standard or deep
    #[arg(long, default_value = "standard", value_parser = super::suite)]
    pub suite: Suite,
    /// Cards of each type, as in "24 land, 36 spell": opening hands, runs and boosters of the first
    #[arg(long, value_name = "TYPES")]
    types: Option<String>,
    /// How they lay before the shuffle: sorted, alternating, played, or a list from the top
    #[arg(long, value_name = "LIST", requires = "types")]
    arrangement: Option<String>,
    /// Simulate no control group of ideal shuffles
    #[arg(long)]
    no_control: bool,
}

/// As [`Header`].
#[derive(Debug, Clone, Copy, ValueEnum)]
enum HeaderRow {
    /// Found out
    Auto,
    /// It does
    Yes,
    /// It is a deck
    No,
}

impl From<HeaderRow> for Header {
    fn from(header: HeaderRow) -> Self {
        match header {
            HeaderRow::Auto => Self::Auto,
            HeaderRow::Yes => Self::Yes,
            HeaderRow::No => Self::No,
        }
    }
}

/// A format by its name.
pub(super) fn format(text: &str) -> Result<Format, String> {
    let names = || FORMATS.iter().map(|about| about.name);
    Format::named(text).ok_or_else(|| {
        format!(
            "accepted: {}{}",
            crate::names::list(names()),
            crate::names::hint(text, names())
        )
    })
}

/// An error level.
pub(super) fn level(text: &str) -> Result<f64, String> {
    let found: Option<f64> = text.parse().ok();
    found.filter(|level| ALPHAS.contains(level)).ok_or_else(|| {
        format!(
            "accepted: an error level from {:e} to {}",
            ALPHAS.start(),
            ALPHAS.end()
        )
    })
}

impl Options {
    /// The number of the lowest card, if it is given.
    pub fn base(&self) -> Option<Base> {
        let base = |base| if base == 0 { Base::Zero } else { Base::One };
        self.base.map(base)
    }

    /// Whether there is a header row.
    pub fn header(&self) -> Header {
        self.header.into()
    }

    /// The columns that hold the deck, if others stand beside them.
    pub fn columns(&self) -> anyhow::Result<Option<Columns>> {
        let Some(columns) = self.columns else {
            return Ok(None);
        };
        if !matches!(self.format, Format::Auto | Format::Csv) {
            bail!("--columns {columns}: found another format; accepted: --format csv");
        }
        if columns.len() != usize::from(self.deck) {
            bail!(
                "--columns {columns}: found {} columns; accepted: {}, one for each card (--deck)",
                columns.len(),
                self.deck
            );
        }
        Ok(Some(columns))
    }

    /// The deck before the shuffle, and the seed of the labels of copies.
    pub fn start(&self) -> anyhow::Result<Option<(Start, u128)>> {
        let Seed::Integer(seed) = self.seed else {
            bail!("--seed: found a list; accepted: a whole number");
        };
        let file = self.start.as_deref();
        let start = file.map(|file| start(file, usize::from(self.deck), "--start"));
        Ok(start.transpose()?.map(|start| (start, seed)))
    }

    /// The statistics for decks of this design.
    pub fn statistics(&self, design: &Design) -> anyhow::Result<Vec<Probe>> {
        let mut probes = self.suite.probes(design)?;
        if let Some(types) = &self.types {
            let arrangement = self.arrangement.as_deref();
            let of_types = statistic::of_types(types, arrangement, design);
            probes.extend(of_types.context("--types")?);
        }
        Ok(probes)
    }

    /// The experiment of this name on these decks: `design.trials` of them, or until they are decided.
    pub fn experiment(
        &self,
        name: &str,
        until: &until::Options,
        mut design: Design,
    ) -> anyhow::Result<Experiment> {
        let mut statistics = self.statistics(&design)?;
        let mut until = until.asked().map(AskedUntil::checked).transpose()?;
        if let Some(until) = &mut until {
            design.trials = until.max_trials;
            statistics = until.judged(statistics, &design);
        }
        Ok(Experiment {
            name: name.to_owned(),
            question: String::new(),
            folder: None,
            source: None,
            command: None,
            design,
            seed: self.seed.clone(),
            generator: Generator::DEFAULT,
            policy: Policy::default(),
            alpha: self.alpha,
            until,
            control: !self.no_control,
            letters: Letters::none(),
            routines: Vec::new(),
            statistics,
            claims: Vec::new(),
            answers: Vec::new(),
        })
    }
}

/// The deck of `cards` cards before the shuffle that `file` holds; `key` names it in messages.
pub(super) fn start(file: &str, cards: usize, key: &str) -> anyhow::Result<Start> {
    let accepted = || {
        format!("{key} {file}: cannot read it; accepted: a file with the deck before the shuffle")
    };
    let input = File::open(file).with_context(accepted)?;
    if input.metadata().with_context(accepted)?.is_dir() {
        bail!("{key} {file}: found a folder; accepted: a file with the deck before the shuffle");
    }
    Start::read(input, file.to_owned(), cards).with_context(|| key.to_owned())
}

/// Says what a reader of the result should know of the decks.
pub(super) fn notes(facts: &Facts) {
    if facts.copies {
        output::note(
            "note: copies of a card are labelled at random in each deck, so that every statistic stays \
             valid and loses only what copies hide",
        );
    }
    if facts.unknown_start {
        output::note(
            "note: without --start the order before the shuffle is not known; cards are numbered by \
             suit and rank, or by their letters: all tests are valid, but may see less",
        );
    }
    if facts.unmoved_first {
        output::note(
            "note: the first deck is in the order from before the shuffle; if it is a header row, say \
             --format csv --header yes, and if it is the start, leave it out",
        );
    }
    if facts.skipped > 0 {
        output::note(&format!(
            "note: broken decks skipped: {}, the first at {}",
            facts.skipped, facts.first_skipped
        ));
    }
    if facts.unused > 0 {
        output::note(&format!(
            "note: decks read but not tested, as the deck that they were shuffled from is not known: \
             {}",
            facts.unused
        ));
    }
}
