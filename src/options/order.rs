//! Orders of items: one long order, epochs, the ranks of a distributed sampler, or permutations under keys.

use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};

use super::decks::{level, of_order};
use ::run::spec::{Experiment, Origin};
use anyhow::{anyhow, bail};
use deck::rng::{Generator, Seed};
use deck::subject::{MAX_ITEMS, Order, OrderColumns};
use reader::orders::{Files, OrderPlan, Written};
use reader::{AskedOfKeys, Format, Input, Permuter, Reading};
use shuffle::loader::Loader;
use text::whole;

/// The orders to test, and what is known of their items.
#[derive(Debug, Args)]
#[group(id = "orders")]
pub struct Options {
    /// The numbers of the items, in the order in which they were handed out: a file for each epoch, or - for standard input
    #[arg(default_value = "-", value_name = "FILE|-")]
    files: Vec<String>,
    /// Items of an epoch, where a file holds several epochs one after the other
    #[arg(long, value_name = "N", value_parser = items())]
    epoch_size: Option<u32>,
    /// Each file is what one rank got of the same epoch
    #[arg(long)]
    ranks: bool,
    /// Items in all, where some may be missing; of --loader, its items
    #[arg(long, value_name = "N", value_parser = items())]
    items: Option<u32>,
    /// Instead of a file: the orders that a model of a loader makes, as in "shards 1000, buffer 5000"
    #[arg(long, value_name = "STEPS", requires = "items", group = "made", conflicts_with_all = ["files", "epoch_size", "ranks"])]
    loader: Option<Model>,
    /// Epochs of --loader, or keys of --exec
    #[arg(long, value_name = "N", default_value_t = 1, requires = "made", value_parser = whole::within::<u32>(1..=MOST_EPOCHS))]
    epochs: u32,
    /// Each epoch is the permutation of a key, 0, 1, 2 and so on: place i holds the image of i. Tests of such generators are made,
    /// too
    #[arg(long, conflicts_with_all = ["ranks", "place", "column"])]
    permutation: bool,
    /// Instead of a file: a program that writes the permutation of a key, as in './permute {items} {key} {rounds}'
    #[arg(long, value_name = "COMMAND", requires_all = ["items", "permutation"], group = "made", conflicts_with_all = ["files", "epoch_size", "ranks", "loader", "format", "place"])]
    exec: Option<Permuter>,
    /// Rounds of --exec or --loader, in place of {rounds}; a range, as in 1..90, is tried one after the other
    #[arg(long, value_name = "N|A..B", requires_all = ["made", "permutation"])]
    rounds: Option<Rounds>,
    /// Seed of --loader
    #[arg(long, value_name = "N", default_value_t = 0, requires = "loader")]
    seed: u32,
    /// Items in a batch: with --labels or --files it is told how varied batches are
    #[arg(long, value_name = "N", value_parser = whole::within::<u32>(2..=MAX_ITEMS as u64))]
    batch: Option<u32>,
    /// The label of each item, in the order before: a word on each line, or an array of numpy
    #[arg(long, value_name = "FILE", conflicts_with = "of_files")]
    labels: Option<String>,
    /// The files in which the items lie: so many of equal size, or a file that lists the file of each item
    #[arg(id = "of_files", long = "files", value_name = "N|FILE")]
    of_files: Option<String>,
    /// Raw numbers, the lowest byte first: u32 or u64; text and arrays of numpy (.npy) are told by their content
    #[arg(long, value_name = "u32|u64", value_parser = written())]
    format: Option<Written>,
    /// The column of a table that holds the items, row after row, by its name or its number
    #[arg(long, value_name = "COLUMN", conflicts_with = "place")]
    column: Option<String>,
    /// Each row of a table is an item, and this column holds its place, from 1
    #[arg(long, value_name = "COLUMN", conflicts_with_all = ["epoch_size", "ranks", "items", "labels", "of_files", "format"])]
    place: Option<String>,
    /// The column that holds the group of each item, beside --place: a month, a district
    #[arg(long, value_name = "COLUMN", requires = "place")]
    groups: Option<String>,
    /// The chance that a fair order fails any test
    #[arg(long, value_name = "P", default_value = "0.001", value_parser = level)]
    alpha: f64,
}

/// A model of a loader, which may have {rounds} in place of a number.
#[derive(Debug, Clone)]
struct Model(String);

/// The place of the number of rounds.
const ROUNDS: &str = "{rounds}";

impl Model {
    fn has_rounds(&self) -> bool {
        self.0.contains(ROUNDS)
    }

    /// The loader with so many rounds.
    fn of(&self, rounds: Option<u32>) -> Result<Loader, String> {
        let rounds = rounds.unwrap_or(1).to_string();
        self.0.replace(ROUNDS, &rounds).parse()
    }
}

impl FromStr for Model {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let model = Self(text.to_owned());
        model.of(None)?;
        Ok(model)
    }
}

/// Numbers of rounds, from the first to the last.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rounds {
    /// The first number.
    pub first: u32,
    /// The last one, which is not below it.
    pub last: u32,
}

/// Rounds of a generator, at the most.
const MOST_ROUNDS: u32 = 1_000;

impl Rounds {
    /// How many numbers there are.
    pub fn count(self) -> u32 {
        self.last - self.first + 1
    }
}

impl FromStr for Rounds {
    type Err = String;

    /// Reads a number or a range with both its ends; the error says what is accepted.
    fn from_str(text: &str) -> Result<Self, String> {
        let (first, last) = match text.split_once("..") {
            Some((first, last)) => (first, last.strip_prefix('=').unwrap_or(last)),
            None => (text, text),
        };
        let number = |text: &str| text.trim().parse().ok();
        let rounds = number(first).zip(number(last));
        let within = |(first, last): &(u32, u32)| first <= last && *last <= MOST_ROUNDS;
        match rounds.filter(within) {
            Some((first, last)) => Ok(Self { first, last }),
            None => Err(format!(
                "accepted: a number of rounds up to {MOST_ROUNDS}, or the first and the last, as in 1..90"
            )),
        }
    }
}

/// Epochs of a loader that is simulated, at the most.
const MOST_EPOCHS: u64 = 1_000;

fn items() -> impl Fn(&str) -> Result<u32, String> + Clone {
    whole::within(1..=MAX_ITEMS as u64)
}

fn written() -> impl TypedValueParser<Value = Written> {
    let known = |name: String| {
        if name == "u64" {
            Written::U64
        } else {
            Written::U32
        }
    };
    PossibleValuesParser::new(["u32", "u64"]).map(known)
}

impl Options {
    /// The test of the orders, where no programs run.
    pub fn asked(&self) -> anyhow::Result<Experiment<'static>> {
        if self.runs_programs() {
            bail!("--exec: no programs run here; accepted: on the command line of colddeck");
        }
        if self.sweep()?.is_some() {
            bail!("--rounds: found a range; accepted here: a number, as in --rounds 5");
        }
        self.asked_at(self.rounds(), self.alpha(), &Arc::default())
    }

    /// The number of rounds, if there is a single one.
    pub fn rounds(&self) -> Option<u32> {
        self.rounds.map(|rounds| rounds.first)
    }

    /// Returns true if a program is run.
    pub fn runs_programs(&self) -> bool {
        self.exec.is_some()
    }

    /// The error level.
    pub fn alpha(&self) -> f64 {
        self.alpha
    }

    /// The numbers of rounds to try, if there are several.
    ///
    /// # Errors
    /// If rounds were said and nothing takes them, or something takes them and they were not said.
    pub fn sweep(&self) -> anyhow::Result<Option<Rounds>> {
        let model = self.loader.as_ref().is_some_and(Model::has_rounds);
        let takes = model || self.exec.as_ref().is_some_and(Permuter::has_rounds);
        match self.rounds {
            None if takes => {
                bail!(
                    "--rounds: it is missing, but {{rounds}} was found; accepted: both, as in --rounds 1..90"
                )
            }
            Some(_) if !takes => {
                bail!(
                    "--rounds: found it without {{rounds}}; accepted: both, as in --loader \"feistel {{rounds}}\" or --exec './permute {{items}} {{key}} {{rounds}}'"
                )
            }
            rounds => Ok(rounds.filter(|rounds| rounds.count() > 1)),
        }
    }

    /// The test of the orders with so many rounds, at this level. Setting `interrupted` stops a program.
    pub fn asked_at(
        &self,
        rounds: Option<u32>,
        alpha: f64,
        interrupted: &Arc<AtomicBool>,
    ) -> anyhow::Result<Experiment<'static>> {
        let inputs: Vec<Input> = self
            .files
            .iter()
            .map(|file| Input::from(file.as_str()))
            .collect();
        if inputs.len() > 1 && inputs.iter().any(Input::is_standard) {
            bail!("-: found standard input among several files; accepted: files, or - alone");
        }
        if self.ranks && inputs.len() < 2 {
            bail!("--ranks: found one file; accepted: a file for each rank");
        }
        if self.batch.is_some() && self.labels.is_none() && self.of_files.is_none() {
            bail!(
                "--batch: found it without --labels or --files; accepted: beside one, as in --batch 256 --files 100"
            );
        }
        if self.labels.is_some() && self.batch.is_none() {
            bail!(
                "--labels: found it without --batch; accepted: both, as in --labels labels.txt --batch 256"
            );
        }
        let made = self.made(rounds, interrupted)?;
        let order = match (&self.place, made) {
            (None, Some(order)) => order,
            (Some(place), _) => {
                let [input] = inputs.as_slice() else {
                    bail!("--place: found several files; accepted: one table");
                };
                let columns = OrderColumns {
                    place: place.clone(),
                    groups: self.groups.clone(),
                };
                input.order(&input.name(), &columns)?
            }
            (None, None) => reader::orders::read(&inputs, &self.plan())?,
        };
        let order = Order {
            keyed: self.permutation,
            ..order
        };
        let origin = Origin::stream(inputs[0].clone(), Reading::from(Format::Auto));
        Ok(of_order(order, alpha).of(origin)?)
    }

    /// The orders that a model or a program makes, if there is one.
    fn made(
        &self,
        rounds: Option<u32>,
        interrupted: &Arc<AtomicBool>,
    ) -> anyhow::Result<Option<Order>> {
        if let Some(model) = &self.loader {
            let loader = model.of(rounds);
            let loader = loader.map_err(|problem| anyhow!("--loader: {problem}"))?;
            return Ok(Some(self.simulated(&loader)?));
        }
        let Some(generator) = &self.exec else {
            return Ok(None);
        };
        let asked = AskedOfKeys {
            items: self.items.unwrap_or_default(),
            keys: self.epochs,
            rounds,
        };
        let order = generator.orders(asked, interrupted)?;
        // Labels and batches are those of the items.
        let epochs = order.epochs.iter().map(|epoch| epoch.to_vec()).collect();
        let of_items = reader::orders::of(epochs, &order.source, &self.plan())?;
        Ok(Some(Order {
            source: order.source,
            ..of_items
        }))
    }

    /// The orders that a loader makes.
    fn simulated(&self, loader: &Loader) -> anyhow::Result<Order> {
        let items = self.items.unwrap_or_default();
        let mut stream = Generator::DEFAULT.stream(
            &Seed::Integer(u128::from(self.seed)),
            &format!("loader {loader}"),
            0,
            0,
        )?;
        let mut epochs: Vec<Vec<u32>> = Vec::new();
        for epoch in 0..self.epochs {
            let same = (epoch > 0 && loader.is_once()).then(|| epochs[0].clone());
            epochs.push(same.unwrap_or_else(|| loader.order(items, stream.draws())));
        }
        let name = format!("loader `{loader}`, seed {}", self.seed);
        Ok(reader::orders::of(epochs, &name, &self.plan())?)
    }

    fn plan(&self) -> OrderPlan {
        let files = self.of_files.as_ref().map(|files| match files.parse() {
            Ok(number) => Files::Equal(number),
            Err(_) => Files::Listed(Input::from(files.as_str())),
        });
        OrderPlan {
            written: self.format.unwrap_or_default(),
            column: self.column.clone(),
            items: self.items,
            epoch: self.epoch_size,
            ranks: self.ranks,
            labels: self.labels.as_deref().map(Input::from),
            files,
            batch: self.batch,
            whole: self.permutation,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounds_are_a_number_or_a_range() {
        let read = |text: &str| {
            let rounds = text.parse::<Rounds>().ok()?;
            Some((rounds.first, rounds.last))
        };
        for text in ["1..90", "1..=90", " 1 .. 90"] {
            assert_eq!(read(text), Some((1, 90)), "{text}");
        }
        assert_eq!(read("7"), Some((7, 7)));
        for text in ["90..1", "1..", "..90", "one", "1-90", "1..1001", "-1", ""] {
            assert_eq!(read(text), None, "{text}");
        }
    }

    #[test]
    fn a_model_may_leave_its_rounds_open() {
        let model: Model = "feistel {rounds}".parse().unwrap();
        assert!(model.has_rounds());
        assert_eq!(model.of(Some(7)).unwrap().to_string(), "feistel 7");
        assert!(model.of(Some(101)).is_err());
        assert!("feistl {rounds}".parse::<Model>().is_err());
    }
}
