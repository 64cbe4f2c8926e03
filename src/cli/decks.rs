//! Decks that something else shuffles: how they are written, and what they are tested for.

use std::path::PathBuf;

use anyhow::{anyhow, bail};
use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

use super::until;
use crate::rng::Seed;
use crate::source::{Base, Columns, FORMATS, Format, Header, Reading, Start};
use crate::spec::{ALPHAS, DEFAULT_ALPHA, Lags, Testing};
use crate::statistic::Suite;
use crate::subject::{Subject, View, Weights};
use crate::whole;

/// How decks are written and what they are tested for.
#[derive(Debug, Args)]
#[group(id = "reading")]
pub(super) struct Options {
    /// Cards in a deck
    #[arg(long, alias = "cards", value_name = "N", required_unless_present = "weights", value_parser = super::cards::<u16>())]
    deck: Option<u16>,
    /// What is seen of each deck: hand:7, the first seven cards as a set, on each line
    #[arg(long, value_name = "VIEW", conflicts_with = "weights")]
    view: Option<View>,
    /// What is tested: decks, or a sequence of draws (with --weights)
    #[arg(long, value_name = "deck|sequence", default_value = "deck", value_parser = ["deck", "sequence"])]
    subject: String,
    /// How often each symbol of a sequence should come, in proportion, as in 50,25,20,5
    #[arg(
        long,
        value_name = "LIST",
        value_delimiter = ',',
        conflicts_with = "deck",
        required_if_eq("subject", "sequence")
    )]
    weights: Vec<u32>,
    /// How decks are written: auto, text (numbers), csv, jsonl, cards (AS 10h T♠, or names), u8 or u16 (binary)
    #[arg(long, default_value = "auto", value_parser = format)]
    format: Format,
    /// Whether cards count from 0 or from 1; found out from the first deck if absent
    #[arg(long, value_name = "0|1", value_parser = clap::value_parser!(u8).range(0..=1))]
    base: Option<u8>,
    /// A file with the deck before the shuffle, or a list such as `20 Forest`; sorted cards if absent
    #[arg(long, value_name = "FILE")]
    start: Option<PathBuf>,
    /// Each deck was shuffled from the one before it, the first from the start
    #[arg(long)]
    in_place: bool,
    /// Pass over up to N broken decks (exec: of each job), and say so
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = whole::within::<u64>(0..=u64::MAX))]
    skip_invalid: u64,
    /// Whether the first row of csv names the columns
    #[arg(long, default_value = "auto", value_parser = header())]
    header: Header,
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
    suite: Suite,
    /// Cards of each type, as in "24 land, 36 spell": opening hands, runs and boosters of the first
    #[arg(long, value_name = "TYPES")]
    types: Option<String>,
    /// How they lay before the shuffle: sorted, alternating, played, or a list from the top
    #[arg(long, value_name = "LIST", requires = "types")]
    arrangement: Option<String>,
    /// What the record holds of orders relative to earlier decks: brief (tests and figures), or full (the
    /// cells of matrices too)
    #[arg(long, value_name = "brief|full", default_value = "brief", value_parser = Lags::named)]
    lags: Lags,
    /// Simulate no control group of ideal shuffles
    #[arg(long)]
    no_control: bool,
}

/// Whether there is a header row, by its name.
fn header() -> impl TypedValueParser<Value = Header> {
    let names = Header::NAMES.iter();
    let names = names.map(|(name, _, about)| PossibleValue::new(*name).help(*about));
    let known = |name: String| Header::named(&name).expect("only names are accepted");
    PossibleValuesParser::new(names).map(known)
}

/// A format by its name.
pub(super) fn format(text: &str) -> Result<Format, String> {
    let names = || FORMATS.iter().map(|about| about.name);
    Format::named(text).ok_or_else(|| super::accepted(text, names))
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
    /// How the decks are read.
    pub fn reading(&self) -> anyhow::Result<Reading> {
        let Seed::Integer(labels) = self.seed else {
            bail!("--seed: found a list; accepted: a whole number");
        };
        let cards = self.deck.map_or(0, usize::from);
        let base = |base| if base == 0 { Base::Zero } else { Base::One };
        let reading = Reading {
            base: self.base.map(base),
            header: self.header,
            columns: self.columns,
            labels,
            in_place: self.in_place,
            skip_invalid: self.skip_invalid,
            ..Reading::from(self.format)
        };
        if let (Err(problem), Some(columns)) = (
            reading.check_columns(cards, "--format csv", "--deck"),
            self.columns,
        ) {
            bail!("--columns {columns}: {problem}");
        }
        let start = self.start.as_deref();
        let start = start.map(|file| Start::open(file, cards, "--start"));
        Ok(Reading {
            start: start.transpose()?,
            ..reading
        })
    }

    /// What is tested, and its size.
    fn subject(&self) -> anyhow::Result<(Subject, usize)> {
        let cards = self.deck.map_or(0, usize::from);
        if self.weights.is_empty() {
            let view = self.view.map_or(Subject::Deck, Subject::View);
            return Ok((view, cards));
        }
        if self.subject != "sequence" {
            bail!("--weights: found it with decks; accepted: with --subject sequence");
        }
        let weights = Weights::new(self.weights.clone());
        let weights = weights.map_err(|problem| anyhow!("--weights: {problem}"))?;
        let symbols = weights.get().len();
        Ok((Subject::Sequence(weights), symbols))
    }

    /// Says what the decks are tested for; `decks` is their number, if that is known.
    pub fn testing(
        &self,
        name: &'static str,
        decks: Option<u64>,
        until: &until::Options,
    ) -> anyhow::Result<Testing> {
        let (subject, size) = self.subject()?;
        Ok(Testing {
            name,
            subject,
            size,
            decks,
            seed: self.seed.clone(),
            alpha: self.alpha,
            suite: self.suite,
            types: self.types.clone(),
            arrangement: self.arrangement.clone(),
            until: until.asked(),
            accept_within: until.accept_within(),
            control: !self.no_control,
            lags: self.lags,
        })
    }
}
