//! Decks that something else shuffles: how they are written, and what they are tested for.

pub mod looked;

use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{anyhow, bail};
use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

use super::weights::Weighting;
use super::{rows, states, until};
use ::run::spec::{self, ALPHA, AUTO, DEFAULT_ALPHA, Dealt, Lags, Stakes, Testing};
use deck::rng::Seed;
use deck::subject::{
    Classes, Order, OrderColumns, OwnDecks, Puzzle, Rows, Shape, Told, View, Weights, WholeDeck,
};
use reader::{
    Base, Columns, FORMATS, Format, Header, Input, Key, Logged, Reading, Separator, Start,
    recorded_shape,
};
use statistic::Suite;
use subjects::AnySubject;
use text::whole;

/// The notation of decks, and the tests that they face.
#[derive(Debug, Clone, Args)]
#[group(id = "reading")]
pub struct Options {
    /// The deck: a number of cards, "24 land, 36 spell", or a file with a decklist (rows: or a column); without it
    /// --start says it, or the first deck (exec needs one of the two)
    #[arg(long, alias = "cards", value_name = "N|TYPES|FILE", value_parser = rows::deck)]
    deck: Option<rows::Deck>,
    /// What is seen of each deck: first:7 (in order), hand:7 (as a set) or hands:4x13, hand by hand
    #[arg(long, value_name = "VIEW", conflicts_with = "weights")]
    view: Option<Shape>,
    /// What is tested: decks, a sequence of draws (with --weights), rows that each have a deck of their own, or states of
    /// a puzzle (scrambles)
    #[arg(long, value_name = "deck|sequence|rows|state", default_value = "deck", value_parser = ["deck", "sequence", "rows", "state"])]
    subject: String,
    /// Draws: how often each symbol should come, in proportion, as in 50,25,20,5, in Common=50,Rare=25 or in 99.5%,0.5%; or equal
    #[arg(long, value_name = "LIST", conflicts_with = "deck")]
    weights: Option<Weighting>,
    /// Draws: the column of csv that holds them, by its name or number
    #[arg(long, value_name = "COLUMN", conflicts_with_all = ["deck", "columns"])]
    column: Option<String>,
    /// Draws: the column or key of the player; each player's draws are a stream of their own
    #[arg(long, value_name = "COLUMN", conflicts_with = "deck")]
    by: Option<String>,
    /// Draws that were read.
    #[arg(skip)]
    logged: Option<Arc<Logged>>,
    /// How decks are written: auto, text (numbers), csv, jsonl (a list on each line), json, cards (AS 10h T♠, or names), u8 or u16 (binary)
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
    /// Columns of csv that hold the deck, where numbers or dates stand beside it: 2-53, or by name as in c1-c52; or
    /// one that holds all cards, as in deck
    #[arg(long, value_name = "FIRST-LAST|NAME")]
    columns: Option<Columns>,
    /// What separates values of csv: comma, semicolon, tab, bar or another character; found out if absent
    #[arg(long, value_name = "CHARACTER")]
    separator: Option<Separator>,
    /// Which key of an object holds the deck, or a draw (jsonl, json), as in cards or item.rarity; deck if absent
    #[arg(long, value_name = "KEY")]
    key: Option<Key>,
    /// One order instead of decks: each row of csv is an item, and the column of this name holds its place, from 1
    #[arg(long, value_name = "COLUMN", conflicts_with_all = ["deck", "view", "weights", "column", "by", "start", "in_place", "skip_invalid", "base", "header", "columns", "types"])]
    place: Option<String>,
    /// The column that holds the group of each item of one order: a month, a district
    #[arg(long, value_name = "COLUMN")]
    groups: Option<String>,
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
    #[arg(long, value_name = "LIST")]
    arrangement: Option<String>,
    /// What the record holds of orders relative to earlier decks: brief (tests and figures), or full (the
    /// cells of matrices too)
    #[arg(long, value_name = "brief|full", default_value = "brief", value_parser = Lags::named)]
    lags: Lags,
    /// Simulate no control group of ideal shuffles
    #[arg(long)]
    no_control: bool,
    #[command(flatten)]
    rows: rows::Options,
    #[command(flatten)]
    states: states::Options,
}

/// Reads by its name if there is a header row.
fn header() -> impl TypedValueParser<Value = Header> {
    let names = Header::NAMES.iter();
    let names = names.map(|(name, _, about)| PossibleValue::new(*name).help(*about));
    let known = |name: String| Header::named(&name).expect("only names are accepted");
    PossibleValuesParser::new(names).map(known)
}

/// A format by its name.
pub fn format(text: &str) -> Result<Format, String> {
    let names = || FORMATS.iter().map(|about| about.name);
    Format::named(text).ok_or_else(|| super::accepted(text, names))
}

/// An error level.
pub fn level(text: &str) -> Result<f64, String> {
    ALPHA.parse(text)
}

impl Options {
    /// Returns true if each player's draws are a stream of their own.
    pub fn is_by_player(&self) -> bool {
        self.logged
            .as_ref()
            .is_some_and(|logged| logged.is_by_player())
    }

    /// Returns true if draws were read already.
    pub fn is_logged(&self) -> bool {
        self.logged.is_some()
    }

    /// Returns true if both read the same kind of thing.
    pub fn reads_as(&self, other: &Self) -> bool {
        let deals = |options: &Self| recorded_shape(options.format).is_some();
        self.kind() == other.kind() && (!deals(self) || self.view == other.view)
    }

    /// The kind of what is read, in words.
    pub fn kind(&self) -> &'static str {
        match self.format {
            Format::Pbn => "bridge deals (PBN)",
            Format::Lin => "bridge deals (LIN)",
            Format::Phh => "poker hands (PHH)",
            Format::Stars => "poker hands (PokerStars)",
            Format::Lands17 => "games of 17lands",
            Format::U8 | Format::U16 => "decks in bytes",
            _ if self.place.is_some() => "one order",
            _ if self.subject == "state" => "scrambles",
            _ if self.is_of_draws() => "draws",
            _ => "decks",
        }
    }

    /// Returns true if decks are bytes, in which no line ends.
    pub fn is_binary(&self) -> bool {
        matches!(self.format, Format::U8 | Format::U16)
    }

    /// Returns true if rows with decks of their own are tested.
    fn is_of_rows(&self) -> anyhow::Result<bool> {
        if self.subject == "rows" || self.format == Format::Lands17 {
            return Ok(true);
        }
        match self.rows.given() {
            Some(option) => bail!(
                "{option}: found it with decks; accepted: with --subject rows or --format 17lands"
            ),
            None => Ok(false),
        }
    }

    /// The puzzle, if its states are tested.
    fn puzzle(&self) -> anyhow::Result<Option<Puzzle>> {
        let puzzle = self.states.puzzle(self.subject == "state")?;
        if puzzle.is_some() {
            states::refuse(&[
                ("--deck", self.deck.is_some()),
                ("--view", self.view.is_some()),
                ("--weights", self.weights.is_some()),
                ("--column", self.column.is_some()),
                ("--by", self.by.is_some()),
                ("--types", self.types.is_some()),
                ("--arrangement", self.arrangement.is_some()),
                ("--start", self.start.is_some()),
                ("--place", self.place.is_some()),
                ("--groups", self.groups.is_some()),
                ("--header", self.header != Header::Auto),
            ])?;
        }
        Ok(puzzle)
    }

    /// The deck, if it is one.
    fn dealt(&self) -> anyhow::Result<Option<&Dealt>> {
        let Some(deck) = &self.deck else {
            return Ok(None);
        };
        let dealt = deck.dealt.as_ref();
        dealt
            .map(Some)
            .map_err(|problem| anyhow!("--deck: {problem}"))
    }

    /// Cards in a deck, if they were asked for.
    fn cards(&self) -> anyhow::Result<Option<usize>> {
        let Some(deck) = self.dealt()? else {
            return Ok(None);
        };
        let cards = spec::cards(deck.cards, spec::CARDS);
        cards.map(Some).map_err(anyhow::Error::msg)
    }

    /// Cards of each type, if they have types.
    fn types(&self) -> anyhow::Result<Option<String>> {
        super::types(self.dealt()?, self.types.as_ref())
    }

    /// The rules for reading the decks.
    pub fn reading(&self) -> anyhow::Result<Reading> {
        self.puzzle()?;
        let Seed::Integer(labels) = self.seed else {
            bail!("--seed: found a list; accepted: a whole number");
        };
        if self.is_of_rows()? {
            let deck = self.deck.as_ref().map(|deck| deck.text.clone());
            let lands17 = self.format == Format::Lands17;
            let plan = self.rows.plan(lands17, deck, self.separator)?;
            return Ok(Reading {
                columns: self.columns.clone(),
                in_place: self.in_place,
                skip_invalid: self.skip_invalid,
                rows: Some(Box::new(plan)),
                ..Reading::from(self.format)
            });
        }
        let cards = self.cards()?;
        let base = |base| if base == 0 { Base::Zero } else { Base::One };
        let reading = Reading {
            base: self.base.map(base),
            header: self.header,
            columns: self.columns.clone(),
            separator: self.separator,
            key: self.key.clone(),
            logged: self.logged.clone(),
            labels,
            in_place: self.in_place,
            skip_invalid: self.skip_invalid,
            ..Reading::from(self.format)
        };
        if let (Err(problem), Some(columns)) = (
            reading.check_columns(cards, "--format csv", "--deck"),
            &self.columns,
        ) {
            bail!("--columns {columns}: {problem}");
        }
        if let Err(problem) = reading.check_separator("--format csv") {
            bail!("--separator: {problem}");
        }
        if let (Err(problem), Some(key)) = (reading.check_key(), &self.key) {
            bail!("--key {key}: {problem}");
        }
        let start = self.start.as_deref();
        let start = start.map(|file| Start::open(file, cards, "--start"));
        let mut start = start.transpose()?;
        // A decklist says of whole decks which cards are alike.
        if let (None, None, Some(list)) = (&start, self.view, self.dealt()?.and_then(Dealt::list)) {
            let name = "the decklist".to_owned();
            start = Some(Start::listed(&list, name, cards.unwrap_or_default())?);
        }
        Ok(Reading { start, ..reading })
    }

    /// The weights of the symbols, if draws are tested.
    fn symbols(&self) -> anyhow::Result<Option<Weights>> {
        let Some(weights) = &self.weights else {
            if self.subject == "sequence" {
                bail!(
                    "--weights: it is missing; accepted: how often each symbol should come, as in --weights 50,25,20,5"
                );
            }
            return Ok(None);
        };
        let symbols = self
            .logged
            .as_ref()
            .map_or(0, |logged| logged.names().len());
        let weights = weights.of(symbols);
        weights
            .map(Some)
            .map_err(|problem| anyhow!("--weights: {problem}"))
    }

    /// Cards in a deck, or symbols of a sequence, as far as that is known before a deck was read.
    pub fn size(&self, reading: &Reading) -> anyhow::Result<Option<usize>> {
        if self.is_of_rows()? {
            return Ok(Some(Rows::SIZE));
        }
        if let Some(puzzle) = self.puzzle()? {
            return Ok(Some(puzzle.states()));
        }
        Ok(match self.symbols()? {
            None => self.cards()?.or_else(|| reading.cards()),
            Some(weights) => Some(weights.get().len()),
        })
    }

    /// The single order in `input`, if one is to be tested.
    pub fn order(&self, input: &Input) -> anyhow::Result<Option<Order>> {
        let Some(place) = &self.place else {
            if self.groups.is_some() {
                bail!(
                    "--groups: found it without --place; accepted: both, as in --place number --groups month"
                );
            }
            return Ok(None);
        };
        self.puzzle()?;
        if !matches!(self.format, Format::Auto | Format::Csv) {
            bail!("--format: found another format with --place; accepted: csv");
        }
        let columns = OrderColumns {
            place: place.clone(),
            groups: self.groups.clone(),
        };
        Ok(Some(input.order(&input.name(), &columns)?))
    }

    /// As [`Options::size`], or as the first deck of `input` has it; and the stream from its beginning.
    pub fn sized(&self, input: Input, reading: &Reading) -> anyhow::Result<(usize, Input)> {
        match (self.size(reading)?, self.view) {
            (Some(size), _) => Ok((size, input)),
            (None, Some(_)) => bail!(
                "--deck: it is missing; accepted with --view: the number of cards in the deck, as in --deck 60"
            ),
            (None, None) => Ok(input.sized(reading)?),
        }
    }

    /// The subject of the tests, for decks of `cards` cards.
    fn subject(&self, cards: usize) -> anyhow::Result<AnySubject> {
        if self.is_of_rows()? {
            for (option, given) in [
                ("--view", self.view.is_some()),
                ("--weights", self.weights.is_some()),
                ("--types", self.types.is_some()),
                ("--start", self.start.is_some()),
            ] {
                if given {
                    bail!("{option}: found it with rows; accepted: with decks of one size");
                }
            }
            let covariate = self.rows.has_covariate();
            return Ok(OwnDecks { covariate }.into());
        }
        if let Some(puzzle) = self.puzzle()? {
            return Ok(puzzle.into());
        }
        let Some(weights) = self.symbols()? else {
            let Some(shape) = self.view else {
                return Ok(WholeDeck.into());
            };
            let arrangement = self.arrangement.as_deref();
            let classes = self.types()?.map(|types| {
                let classes = Classes::read(&types, arrangement, cards);
                classes.map_err(|error| anyhow!("--deck: {error}"))
            });
            let classes = classes.transpose()?;
            let recorded = recorded_shape(self.format).is_some();
            let view = View {
                shape,
                classes,
                told: if recorded {
                    Told::Playing
                } else {
                    Told::Places
                },
            };
            return Ok(view.into());
        };
        Ok(weights.into())
    }

    /// Says what a single order is tested for.
    pub fn of_order(&self, order: Order, until: &until::Options) -> anyhow::Result<Testing> {
        let size = order.items();
        self.tested("test", (order.into(), size), None, until)
    }

    /// Says what decks of so many cards are tested for; `decks` is their number, if that is known.
    pub fn testing(
        &self,
        name: &'static str,
        size: usize,
        decks: Option<u64>,
        until: &until::Options,
    ) -> anyhow::Result<Testing> {
        let subject = self.subject(size)?;
        self.tested(name, (subject, size), decks, until)
    }

    /// The stakes that are looked at: those of the game of recorded deals, where these choose.
    fn stakes(&self, until: &until::Options) -> anyhow::Result<Stakes> {
        let mut stakes = until.stakes();
        for set in stakes.sets.iter_mut().filter(|set| *set == AUTO) {
            let game = match self.format {
                Format::Pbn | Format::Lin => "bridge",
                Format::Phh | Format::Stars => "poker",
                _ => bail!(
                    "--stakes: found auto with {}, which do not tell their game; accepted: a game such as bridge; or auto with \
                     PBN, LIN, PHH or PokerStars",
                    self.kind()
                ),
            };
            game.clone_into(set);
        }
        Ok(stakes)
    }

    fn tested(
        &self,
        name: &'static str,
        (subject, size): (AnySubject, usize),
        decks: Option<u64>,
        until: &until::Options,
    ) -> anyhow::Result<Testing> {
        // Laws of one order and of rows are exact, or stated; ideal ones beside them would say nothing.
        let alone = subject.is_judged_alone();
        let control = !self.no_control && !alone;
        // The names of a decklist are cards, whose copies the reader labels.
        let listed = !alone && self.dealt()?.is_some_and(|deck| deck.is_list);
        let types = match (alone, listed) {
            (true, _) => None,
            (false, true) => self.types.clone(),
            (false, false) => self.types()?,
        };
        Ok(Testing {
            name,
            subject,
            size,
            decks,
            seed: self.seed.clone(),
            alpha: self.alpha,
            suite: self.suite,
            types,
            arrangement: self.arrangement.clone(),
            until: until.asked(),
            accept_within: until.accept_within(),
            stakes: self.stakes(until)?,
            control,
            lags: self.lags,
        })
    }
}

/// Says what orders are tested for.
pub fn of_order(order: Order, alpha: f64) -> Testing {
    let size = order.items();
    Testing {
        name: "order",
        subject: order.into(),
        size,
        decks: None,
        seed: Seed::Integer(0),
        alpha,
        suite: Suite::Standard,
        types: None,
        arrangement: None,
        until: None,
        accept_within: None,
        stakes: Stakes::default(),
        control: false,
        lags: Lags::Brief,
    }
}

/// Refusals of commands that take fewer kinds of subjects.
impl Options {
    /// Refuses whatever is not whole decks: rows, draws, states, views and single orders, for the command `name`.
    pub fn check_whole_decks(&self, name: &str) -> anyhow::Result<()> {
        if self.view.is_some() {
            bail!("--view: found it with {name}; accepted: whole decks, without it");
        }
        self.check_decks_or_first_cards(name)
    }

    /// The same, but for the first cards of decks, in order or as hands.
    pub fn check_decks_or_first_cards(&self, name: &str) -> anyhow::Result<()> {
        if let Some(shape @ Shape::Hands { .. }) = self.view {
            bail!("--view: found `{shape}` with {name}; accepted: whole decks, first:7 or hand:7");
        }
        for (option, given) in [
            ("--subject", self.subject != "deck"),
            ("--weights", self.weights.is_some()),
            ("--column", self.column.is_some()),
            ("--by", self.by.is_some()),
            ("--place", self.place.is_some()),
            ("--groups", self.groups.is_some()),
            ("--types", self.types.is_some()),
            ("--arrangement", self.arrangement.is_some()),
        ] {
            if given {
                bail!("{option}: found it with {name}; accepted: whole decks, without it");
            }
        }
        if self.is_of_rows()? {
            bail!("--format: found rows with {name}; accepted: whole decks");
        }
        Ok(())
    }

    /// The view of decks of `cards` cards, if the first cards alone are seen.
    pub fn first_cards(&self, cards: usize, reading: &Reading) -> anyhow::Result<Option<View>> {
        let Some(shape) = self.view else {
            return Ok(None);
        };
        if self.types()?.is_some() {
            bail!("--deck: found types of cards with --view; accepted here: the number of cards");
        }
        if let Err(key) = reading.check_numbers() {
            bail!(
                "--{key}: found it with hands; accepted with these: text, whole numbers, and --base; `cut` keeps the columns of a \
                 table"
            );
        }
        let view = View {
            shape,
            classes: None,
            told: Told::Places,
        };
        match view.check(cards) {
            Ok(()) => Ok(Some(view)),
            Err(problem) => bail!("--view: {problem}"),
        }
    }

    /// Refuses what is not read from a program: a single order, and draws.
    #[cfg(feature = "cli")]
    pub fn check_of_program(&self) -> anyhow::Result<()> {
        for (option, given) in [
            ("--place", self.place.is_some()),
            ("--groups", self.groups.is_some()),
            ("--column", self.column.is_some()),
            ("--by", self.by.is_some()),
            ("--weights", self.weights.is_some()),
        ] {
            if given {
                bail!(
                    "{option}: found it with a program that is started; accepted: its output on standard input, as in \
                     `PROGRAM | colddeck - {option} …`, or a file"
                );
            }
        }
        Ok(())
    }
}
