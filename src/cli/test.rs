//! `colddeck test`: decks that something else shuffled, from a file or standard input.

use std::fs::File;
use std::io::{IsTerminal, Read};

use anyhow::{Context, bail};
use clap::Args;

use super::progress::Bar;
use super::{Exit, decks, judge, machine, memory, output, until};
use crate::simulate;
use crate::source::{FORMATS, Recorded};
use crate::statistic::Design;

/// What the options alone do not say.
const HELP: &str = "\
Numbers count from 0 or from 1. Top card first, in all formats.

The deck before the shuffle: numbers are taken to have been sorted, unless --start gives the order: as a \
deck in any notation above, or as a list, top first, such as `Lightning Bolt` or `20 Forest` on each \
line. Without it, names are numbered by suit and rank, or by their letters: all tests stay valid, but \
those that look at the order from before the shuffle look at that order. With --in-place each deck is \
taken to have been shuffled from the one before it, the first from the start; where names come without \
--start, the first deck is the start.

Copies, cards of the same name: --start says how many. As nobody can tell them apart, each copy is \
labelled at random in each deck, every labelling equally likely (from --seed and the deck's index). \
After an ideal shuffle all orders of the labels are then equally likely, so every statistic stays \
valid; what it loses is what copies hide.

A wrong deck ends the test with exit code 2, and its line and byte; --skip-invalid N passes over up to N \
of them: wrong lines, or in binary as many bytes as a deck has, so that a lost byte spoils all that \
follows. A line without end is never passed over.";

/// Options of `colddeck test`.
#[derive(Debug, Args)]
#[command(after_long_help = help())]
pub(super) struct Options {
    /// A file of decks, or - for standard input
    #[arg(default_value = "-", value_name = "FILE|-")]
    file: String,
    #[command(flatten)]
    decks: decks::Options,
    #[command(flatten)]
    until: until::Options,
    #[command(flatten)]
    machine: machine::Options,
    #[command(flatten)]
    output: output::Options,
}

/// The formats, and [`HELP`].
fn help() -> String {
    let formats = FORMATS.iter();
    let formats: Vec<String> = formats
        .map(|format| format!("  {:<6} {}", format.name, format.about))
        .collect();
    format!("Formats (--format):\n{}\n\n{HELP}", formats.join("\n"))
}

pub(super) fn run(options: &Options) -> anyhow::Result<Exit> {
    let cards = usize::from(options.decks.deck);
    let machine = options.machine.machine();
    let clock = output::Clock::start(machine);
    let mut source = source(options)?;
    let design = Design {
        cards,
        trials: 1,
        replicates: 1,
    };
    let mut experiment = options.decks.experiment("test", &options.until, design)?;
    options
        .output
        .kept
        .check(std::slice::from_ref(&experiment))?;
    memory::check(&experiment, 2, machine.threads)?;
    if let Some(until) = experiment.until.take() {
        let name = source.name().to_owned();
        let read = until::read(
            &experiment,
            &until,
            &mut source,
            &name,
            machine,
            &options.output,
        )?;
        experiment.design.trials = read.decks();
        experiment.source = Some(source.described());
        if !options.output.quiet {
            decks::notes(&source.facts());
        }
        drop(source);
        if options.file == STDIN {
            until::hang_up();
        }
        return until::judged(&experiment, &until, read, &clock, machine, &options.output);
    }
    let counted = {
        let bar = Bar::new(source.name(), None, options.output.quiet);
        simulate::count(
            &mut source,
            cards,
            &experiment.statistics,
            machine.isa,
            &bar,
        )?
    };
    // Now that the number of decks is known.
    experiment.design.trials = counted.decks();
    experiment.statistics = options.decks.statistics(&experiment.design)?;
    experiment.source = Some(source.described());
    let facts = source.facts();
    if !options.output.quiet {
        decks::notes(&facts);
    }
    let about = judge::About {
        facts,
        suite: Some(options.decks.suite),
    };
    judge::judge(
        &experiment,
        counted,
        &about,
        &clock,
        machine,
        &options.output,
    )
}

/// Names standard input.
const STDIN: &str = "-";

/// The file of that name, or standard input, and what messages call it.
pub(super) fn open(file: &str) -> anyhow::Result<(Box<dyn Read>, String)> {
    if file == STDIN {
        let input = std::io::stdin();
        if input.is_terminal() {
            bail!(
                "standard input is a terminal; accepted: a file of decks, or a program whose output is piped in, as in `my-shuffle | colddeck test --deck 52`"
            );
        }
        return Ok((Box::new(input), "standard input".to_owned()));
    }
    let accepted =
        || format!("{file}: cannot read it; accepted: a file of decks, or - for standard input");
    let input = File::open(file).with_context(accepted)?;
    if input.metadata().with_context(accepted)?.is_dir() {
        bail!("{file}: found a folder; accepted: a file of decks, or - for standard input");
    }
    Ok((Box::new(input), file.to_owned()))
}

/// The decks that the options name.
fn source(options: &Options) -> anyhow::Result<Recorded<Box<dyn Read>>> {
    let decks = &options.decks;
    let start = decks.start()?;
    let (input, name) = open(&options.file)?;
    let mut source = Recorded::new(
        input,
        name,
        usize::from(decks.deck),
        decks.format,
        decks.base(),
    )
    .skip_invalid(decks.skip_invalid)
    .header(decks.header())
    .columns(decks.columns()?);
    if let Some((start, seed)) = start {
        source = source.with_start(start, seed);
    }
    if decks.in_place {
        source = source.in_place();
    }
    Ok(source)
}
