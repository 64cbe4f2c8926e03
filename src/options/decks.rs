//! Decks that something else shuffles: how they are written, and what they are tested for.

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{anyhow, bail};
use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

use super::weights::Weighting;
use super::{rows, states, until};
use ::run::spec::{self, ALPHA, DEFAULT_ALPHA, Dealt, Lags, Testing};
use deck::rng::Seed;
use deck::subject::{
    Classes, Order, OrderColumns, OwnDecks, Puzzle, Rows, Shape, Told, View, Weights, WholeDeck,
};
use source::{
    Base, Columns, DrawPlan, FORMATS, Field, Format, Header, Input, Key, Logged, Look,
    RECORDED_CARDS, Reading, Separator, Start, recorded_shape,
};
use statistic::Suite;
use subjects::AnySubject;
use text::harmless;
use text::names::grouped;
use text::whole;

/// The notation of decks, and the tests that they face.
#[derive(Debug, Clone, Args)]
#[group(id = "reading")]
pub struct Options {
    /// The deck: a number of cards, "24 land, 36 spell", or a file with a decklist (rows: or a column); found out from
    /// --start, or else (not in exec) from the first deck
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
    /// Returns true unless another number of cards was asked for than these columns hold.
    fn may_have(&self, columns: &Columns) -> bool {
        match (columns.cards(), self.cards()) {
            (Some(found), Ok(Some(asked))) => found == asked,
            _ => true,
        }
    }

    /// Fills in what a format of hands tells: the deck, and what is seen of it.
    fn of_hands(&mut self, shape: Shape) {
        self.deck
            .get_or_insert_with(|| rows::Deck::of(RECORDED_CARDS));
        self.view.get_or_insert(shape);
    }

    /// Returns true if draws are read.
    fn is_of_draws(&self) -> bool {
        self.subject == "sequence"
            || self.weights.is_some()
            || self.column.is_some()
            || self.by.is_some()
    }

    /// Returns true if something says that whole decks are read, and how.
    fn says_how(&self) -> bool {
        self.subject != "deck"
            || self.view.is_some()
            || self.base.is_some()
            || self.start.is_some()
            || self.in_place
            || self.skip_invalid > 0
            || self.header != Header::Auto
            || self.columns.is_some()
            || self.separator.is_some()
            || self.key.is_some()
            || self.place.is_some()
            || self.groups.is_some()
            || self.types.is_some()
            || self.arrangement.is_some()
            || self.rows.given().is_some()
    }

    /// Finds out what `input` holds, as far as the options do not say it: the options with what was found, the stream from
    /// its beginning, and the order, if it is a single one on lines.
    pub fn looked(&self, input: Input) -> anyhow::Result<Found> {
        let mut found = Found {
            options: self.clone(),
            input,
            order: None,
        };
        let options = &mut found.options;
        if let Some(shape) = recorded_shape(options.format) {
            options.of_hands(shape);
        }
        if options.format != Format::Auto && !options.is_of_draws() {
            return Ok(found);
        }
        let briefly = options.is_of_draws() || options.says_how();
        let looked = found.input.looked(briefly)?;
        found.input = looked.input;
        if found.options.is_of_draws() {
            found.options.draws(&found.input, looked.look)?;
            return Ok(found);
        }
        found.take(looked.look)?;
        Ok(found)
    }

    /// Reads draws that are logged as names, in a table or under a key.
    fn draws(&mut self, input: &Input, look: Result<Look, String>) -> anyhow::Result<()> {
        "sequence".clone_into(&mut self.subject);
        let names = self.weights.as_ref().and_then(Weighting::names);
        let has_blanks = names.is_some_and(|names| names.iter().any(|name| name.contains(' ')));
        let field = match (&self.column, &self.key, look) {
            (Some(column), _, _) => Field::Column(column.clone()),
            (None, Some(key), _) => Field::Key(Some(key.clone())),
            (None, None, Ok(Look::Draws(field))) => field,
            // A column or a key must be named.
            (None, None, Err(problem)) if self.by.is_some() => bail!("{}: {problem}", input.name()),
            (None, None, Err(problem))
                if problem.contains("--column") || problem.contains("--key") =>
            {
                bail!("{}: {problem}", input.name())
            }
            _ if has_blanks => Field::Lines,
            _ => Field::Words,
        };
        let in_lines = matches!(field, Field::Words | Field::Lines);
        if in_lines && let Some(by) = &self.by {
            bail!(
                "--by {by}: found draws without columns or keys; accepted: a table with the column, or objects with the key"
            );
        }
        let plain = matches!(&self.weights, Some(Weighting::Listed { names: None, .. }));
        if plain && field == Field::Words {
            return Ok(());
        }
        let plan = DrawPlan {
            field,
            by: self.by.clone(),
            names: names.cloned(),
            separator: self.separator,
        };
        let mut logged = input.logged(&plan)?;
        match &self.weights {
            None => return Err(Unweighted::of(input, &logged).into()),
            Some(Weighting::Listed {
                names: None,
                weights,
            }) => {
                let numbered = logged.numbered(weights.len());
                logged = numbered.map_err(|problem| anyhow!("--weights: {problem}"))?;
            }
            Some(_) => {}
        }
        self.logged = Some(Arc::new(logged));
        Ok(())
    }

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
        let cards = spec::cards(deck.cards);
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
        let size = order.items.len();
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
            control,
            lags: self.lags,
        })
    }
}

/// An input, and the options with what was found out about it.
pub struct Found {
    pub options: Options,
    pub input: Input,
    /// A single order on lines, if it is one.
    pub order: Option<Order>,
}

impl Found {
    /// Takes over what was found.
    fn take(&mut self, look: Result<Look, String>) -> anyhow::Result<()> {
        let options = &mut self.options;
        let name = self.input.name();
        if let Ok(Look::Hands(format, shape)) = look {
            if options.subject == "deck" && options.place.is_none() {
                options.format = format;
                options.of_hands(shape);
            }
            return Ok(());
        }
        if options.says_how() {
            return Ok(());
        }
        let look = match look {
            Ok(look) => look,
            // Whoever says how many cards there are means decks.
            Err(_) if options.deck.is_some() => return Ok(()),
            Err(problem) => bail!("{name}: {problem}"),
        };
        let alone = options.deck.is_none();
        match look {
            Look::Rows => options.format = Format::Lands17,
            Look::Bytes(format, cards) => {
                options.format = format;
                options.deck.get_or_insert_with(|| rows::Deck::of(cards));
            }
            Look::Columns(columns, headed) if options.may_have(&columns) => {
                options.columns = Some(columns);
                if headed {
                    options.header = Header::Yes;
                }
            }
            Look::Key(key) => options.key = Some(key),
            Look::Scrambles if alone => "state".clone_into(&mut options.subject),
            Look::Lines(order) if alone => self.order = Some(self.input.order_on_lines(order)),
            Look::Place(column) if alone => options.place = Some(column),
            Look::Draws(field) if alone => options.draws(&self.input, Ok(Look::Draws(field)))?,
            Look::Lines(_) => bail!(
                "{name}: found a number on each line, and --deck; a single order is read without --deck, and with --place COLUMN from a table; accepted with --deck: a deck on each line"
            ),
            Look::Plain
            | Look::Hands(..)
            | Look::Columns(..)
            | Look::Scrambles
            | Look::Place(_)
            | Look::Draws(_) => {}
        }
        Ok(())
    }
}

/// Draws of which nobody said how often each symbol should come: what can be said of them.
#[derive(Debug)]
pub struct Unweighted(String);

impl fmt::Display for Unweighted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Unweighted {}

impl Unweighted {
    /// Symbols that are listed.
    const LISTED: usize = 12;

    fn of(input: &Input, logged: &Logged) -> Self {
        let counts = logged.counts();
        let all = counts.iter().sum::<u64>();
        let names = logged.names();
        let came: Vec<String> = (names.iter().zip(&counts).take(Self::LISTED))
            .map(|(name, count)| format!("{name} {}", grouped(*count)))
            .collect();
        let more = names.len().saturating_sub(Self::LISTED);
        let more = if more > 0 {
            format!(" and {} more", grouped(more as u64))
        } else {
            String::new()
        };
        let weights: Vec<String> = (names.iter().take(4))
            .map(|name| format!("{name}=…"))
            .collect();
        let weights = weights.join(",") + if names.len() > 4 { ",…" } else { "" };
        let streams = match logged.streams().len() {
            1 => String::new(),
            streams => format!(" in {} streams", grouped(streams as u64)),
        };
        let repeats = logged.repeats();
        let text = format!(
            "Read {} draws of {} symbols{streams} from {}: {}{more}.\n\
             The same symbol came twice in a row {} times. A random order of these draws gives {:.0} on average, with a \
             standard deviation of {:.1}.\n\
             How often should each come? Say it, and the draws are tested: --weights {weights}; or --weights equal.",
            grouped(all),
            grouped(names.len() as u64),
            input.name(),
            came.join(", "),
            grouped(repeats.seen),
            repeats.mean,
            repeats.variance.sqrt()
        );
        Self(harmless::lines(&text).into_owned())
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
                "--{key}: found it with hands; accepted with these: text, whole numbers, and --base"
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

    /// Refuses a single order, where none can be read.
    #[cfg(feature = "cli")]
    pub fn check_no_order(&self) -> anyhow::Result<()> {
        if self.place.is_some() {
            bail!(
                "--place: found it with a program; accepted: a file, or standard input (colddeck test)"
            );
        }
        Ok(())
    }
}
