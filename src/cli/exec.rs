//! `colddeck exec`: decks that a program writes while it runs.

use std::path::Path;
use std::time::Duration;

use anyhow::{Context, bail};
use clap::Args;

use super::{Exit, follow, machine, output};
use crate::options::{decks, until};
use ::run::spec::{DEFAULT_TRIALS, Origin, TRIALS};
use reader::{MOST_JOBS, Program, patience};
use text::duration;
use text::whole;

/// The help that goes beyond that of the options.
const HELP: &str = "\
The program writes decks on its standard output, in any format that `colddeck test` reads (its --help \
lists them), and is stopped when enough were read; one that ends or fails before is an error (exit \
code 2), and is not started again. Its standard input has one line: how many decks are wanted of it, and \
a seed from 0 to 2147483647. It may use them or not. All that it started is stopped with it, on Linux \
wherever it went, and also if colddeck is killed.

Each of several jobs is told its number, from 0, by the environment variable COLDDECK_JOB, and how many \
there are by COLDDECK_JOBS. Each is told a seed of its own: seed them by it, or all write the same decks. \
Decks are taken from the jobs in turns that depend on the options alone, so that the same programs give \
the same record. A turn is some blocks of 64 decks, or a single one with --until-decided; there are no \
more jobs than blocks.

With --in-place each job goes on from its own decks.

    colddeck exec --deck 52 --decks 100000 --jobs 4 -- python3 shuffle.py";

/// Options of `colddeck exec`.
#[derive(Debug, Args)]
#[command(after_long_help = HELP)]
pub(super) struct Options {
    /// The program and its arguments, after `--`
    #[arg(required = true, last = true, value_name = "COMMAND")]
    command: Vec<String>,
    /// Decks wanted, from all jobs together
    #[arg(long, alias = "trials", value_name = "N", default_value_t = DEFAULT_TRIALS as u64, value_parser = whole::within::<u64>(TRIALS), conflicts_with_all = ["until_decided", "follow"])]
    decks: u64,
    /// Copies of the program that run at once
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole::within::<u16>(1..=u64::from(MOST_JOBS)))]
    jobs: u16,
    /// How long a job may write nothing while it is waited for, as in 90s or 5m; 0: for ever
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = duration::duration)]
    timeout: Duration,
    /// How long a job may take in all, from its start to its last deck, as in 90s or 5m; 0: for ever
    #[arg(long, value_name = "TIME", default_value = "0", value_parser = duration::duration)]
    time_per_job: Duration,
    #[command(flatten)]
    reading: decks::Options,
    #[command(flatten)]
    until: until::Options,
    #[command(flatten)]
    follow: follow::Options,
    #[command(flatten)]
    machine: machine::Options,
    #[command(flatten)]
    output: output::Options,
}

pub(super) fn run(options: &Options) -> anyhow::Result<Exit> {
    options.reading.check_of_program()?;
    if let [word] = options.command.as_slice()
        && word.contains(' ')
        && !Path::new(word).exists()
    {
        bail!(
            "did you mean `-- {word}`, without quotes? Found one word with blanks in it; accepted: a program and its \
             arguments, each a word"
        );
    }
    let program = Program::new(options.command.clone(), None).context("no program")?;
    let reading = options.reading.reading()?;
    let size = options.reading.size(&reading)?;
    let size = size.context(
        "--deck: it is missing; accepted: the number of cards in a deck, as in --deck 52, or --start FILE",
    )?;
    let program = program
        .run_as(usize::from(options.jobs), patience(options.timeout))
        .done_within(patience(options.time_per_job));
    let origin = Origin::program(program, reading);
    let decks = Some(options.decks);
    let testing = (options.reading).testing("exec", size, decks, &options.until)?;
    let experiments = [testing.of(origin)?];
    if options.follow.follow {
        options.reading.check_whole_decks("--follow")?;
        if options.jobs > 1 {
            bail!(
                "--jobs: found {} with --follow; accepted: one",
                options.jobs
            );
        }
        let [experiment] = &experiments;
        return follow::run(
            experiment,
            &options.follow,
            &options.machine,
            &options.output,
        );
    }
    output::conduct(&experiments, options.machine.machine(), &options.output)
}
