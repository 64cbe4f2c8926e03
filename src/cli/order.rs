//! `colddeck order`: one long order, or the epochs of a data loader.

use anyhow::Context;
use clap::Args;

use super::interrupt::Watch;
use super::screen::screen;
use super::{Exit, machine, output, stdio};
use crate::options;
use crate::options::order::Rounds;
use ::run::conduct::{self, Unwatched};
use report::RoundsFound;
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

--permutation tests a generator that permutes the numbers below n without a table, as a Feistel network does: each epoch is what it \
makes of a key. --exec runs a program for each key, from 0 on, with {items}, {key} and {rounds} in its words; it writes the image of \
0, of 1 and so on, and ends. One with {keys} is run once, and writes the permutations of all keys. With a range of --rounds the tests \
share the error level, and the exit code is that of the last number of rounds.

    colddeck order --exec './permute {items} {key} {rounds}' --items 10000 --epochs 16 --permutation --rounds 1..90

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
    let Options {
        what,
        machine,
        output,
    } = options;
    // Whoever runs programs must stop them; nothing else is in the way of a signal.
    let watch = what.runs_programs().then(Watch::begin).transpose();
    let watch = watch.context("cannot watch for Ctrl-C")?;
    if let Some(rounds) = what.sweep()? {
        return sweep(options, rounds, watch.as_ref());
    }
    let asked = watch.as_ref().map(Watch::asked).unwrap_or_default();
    let experiment = what.asked_at(what.rounds(), what.alpha(), &asked)?;
    drop(watch);
    let experiments = std::slice::from_ref(&experiment);
    output::conduct(experiments, machine.machine(), output)
}

/// Makes the tests for each number of rounds, which share the error level, and prints a table. It ends as the last number of rounds
/// does.
fn sweep(options: &Options, rounds: Rounds, watch: Option<&Watch>) -> anyhow::Result<Exit> {
    let Options {
        what,
        machine,
        output,
    } = options;
    output.check_table("several numbers of rounds")?;
    let asked = watch.map(Watch::asked).unwrap_or_default();
    let level = what.alpha() / f64::from(rounds.count());
    let mut found = Vec::new();
    let mut exit = Exit::NoEvidence;
    for number in rounds.first..=rounds.last {
        let experiment = what
            .asked_at(Some(number), level, &asked)
            .with_context(|| format!("{number} rounds"))?;
        let record = conduct::run(&experiment, machine.machine(), &Unwatched)?;
        if let Some(signal) = watch.and_then(Watch::signal) {
            return Ok(Exit::Signal(u8::try_from(signal).unwrap_or(u8::MAX)));
        }
        exit = Exit::from(record.outcome);
        found.push(RoundsFound::of(&record, number, rounds.count()));
    }
    if output.json.is_some() {
        let json = serde_json::json!({ "alpha": what.alpha(), "rounds": found });
        stdio::print_json(&serde_json::to_string_pretty(&json)?)?;
    } else if !output.quiet {
        stdio::print(&report::rounds(&found, what.alpha(), screen()))?;
    }
    Ok(exit)
}
