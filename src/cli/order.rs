//! `colddeck order`: one long order, or the epochs of a data loader.

use clap::Args;

use super::{Exit, machine, output};
use crate::options;
use shuffle::loader::STEPS;

/// The help that goes beyond that of the options, and the steps of a loader.
fn help() -> String {
    let steps = STEPS
        .iter()
        .map(|step| format!("  {:<14} {}", step.written(), step.about));
    let steps: Vec<String> = steps.collect();
    format!(
        "{HELP}\n\nSteps of --loader, one after the other with commas between them:\n{}",
        steps.join("\n")
    )
}

const HELP: &str = "\
An order is the numbers of the items, from 0 or from 1, in the order in which they were handed out: as text with blanks, commas \
or lines between them, as an array of numpy (.npy; two dimensions: a row for each epoch), as raw numbers (--format), or in a \
column of a table (--column). The order before is that of the numbers. Up to 1,000,000,000 items.

Items may be missing or come again: that is counted and said, and the tests look at the items that came in every epoch, each where \
it came first. With --ranks each file is what one rank of a distributed sampler got; they are put together in turns.

Several epochs, a file for each or with --epoch-size: the tests look at all of them, and at each beside the one before it.

    colddeck order epoch0.npy epoch1.npy --files 100 --batch 256
    python3 -c 'import torch; print(*torch.randperm(10000).tolist())' | colddeck order -

From a Parquet file: python3 -c 'import pandas; print(*pandas.read_parquet(\"seen.parquet\")[\"item\"])' | colddeck order -";

/// Options of `colddeck order`.
#[derive(Debug, Args)]
#[command(after_long_help = help())]
pub(super) struct Options {
    #[command(flatten)]
    what: options::order::Options,
    #[command(flatten)]
    machine: machine::Options,
    #[command(flatten)]
    output: output::Options,
}

pub(super) fn run(options: &Options) -> anyhow::Result<Exit> {
    let experiment = options.what.asked()?;
    let experiments = std::slice::from_ref(&experiment);
    output::conduct(experiments, options.machine.machine(), &options.output)
}
