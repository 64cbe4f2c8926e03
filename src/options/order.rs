//! Orders of items: one long order, epochs, or the ranks of a distributed sampler.

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};

use super::decks::{level, of_order};
use ::run::spec::{Experiment, Origin};
use anyhow::bail;
use deck::rng::{Generator, Seed};
use deck::subject::{MAX_ITEMS, Order, OrderColumns};
use reader::orders::{Files, OrderPlan, Written};
use reader::{Format, Input, Reading};
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
    #[arg(long, value_name = "STEPS", requires = "items", conflicts_with_all = ["files", "epoch_size", "ranks"])]
    loader: Option<Loader>,
    /// Epochs of --loader
    #[arg(long, value_name = "N", default_value_t = 1, requires = "loader", value_parser = whole::within::<u32>(1..=MOST_EPOCHS))]
    epochs: u32,
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
    /// The test of the orders.
    pub fn asked(&self) -> anyhow::Result<Experiment<'static>> {
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
        let order = match (&self.place, &self.loader) {
            (None, Some(loader)) => self.simulated(loader)?,
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
        let origin = Origin::stream(inputs[0].clone(), Reading::from(Format::Auto));
        Ok(of_order(order, self.alpha).of(origin)?)
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
            whole: false,
        }
    }
}
