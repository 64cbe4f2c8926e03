//! `colddeck test`: decks that something else shuffled, from a file or standard input.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{IsTerminal, Read};

use anyhow::{Context, bail};
use clap::Args;

use super::decks::HeaderRow;
use super::progress::Bar;
use super::{Exit, decks, machine, memory, output, until};
use crate::policy::Policy;
use crate::rng::{Generator, Seed};
use crate::routine::Letters;
use crate::source::{Base, FORMATS, Format, Recorded};
use crate::spec::{AskedUntil, DEFAULT_ALPHA, Experiment};
use crate::statistic::{self, Design, Probe, Suite};
use crate::{calibrate, deck, record, simulate};

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
    /// Cards in a deck
    #[arg(long, alias = "cards", value_name = "N", value_parser = clap::value_parser!(u16).range(deck::MIN_CARDS as i64..=deck::MAX_CARDS as i64))]
    deck: u16,
    /// How decks are written: auto, text (numbers), csv, jsonl, cards (AS 10h T♠, or names), u8 or u16 (binary)
    #[arg(long, default_value = "auto", value_parser = decks::format)]
    format: Format,
    /// Whether cards count from 0 or from 1; found out from the first deck if absent
    #[arg(long, value_name = "0|1", value_parser = clap::value_parser!(u8).range(0..=1))]
    base: Option<u8>,
    /// A file with the deck before the shuffle, or a list such as `20 Forest`; sorted cards if absent
    #[arg(long, value_name = "FILE")]
    start: Option<String>,
    /// Each deck was shuffled from the one before it, the first from the start
    #[arg(long)]
    in_place: bool,
    /// Pass over up to N broken decks, and say so
    #[arg(long, value_name = "N", default_value_t = 0)]
    skip_invalid: u64,
    /// Whether the first row of csv names the columns
    #[arg(long, value_enum, default_value_t = HeaderRow::Auto)]
    header: HeaderRow,
    /// Error level of all tests together
    #[arg(long, value_name = "P", default_value_t = DEFAULT_ALPHA, value_parser = decks::level)]
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
    #[command(flatten)]
    until: until::Options,
    #[command(flatten)]
    machine: machine::Options,
    /// Simulate no control group of ideal shuffles
    #[arg(long)]
    no_control: bool,
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
    let cards = usize::from(options.deck);
    let machine = options.machine.machine();
    let clock = output::Clock::start(machine);
    let mut source = source(options)?;
    let mut experiment = experiment(
        options,
        Design {
            cards,
            trials: 1,
            replicates: 1,
        },
    )?;
    options
        .output
        .kept
        .check(std::slice::from_ref(&experiment))?;
    if let Some(until) = &experiment.until {
        experiment.design.trials = until.max_trials;
    }
    memory::check(&experiment, 2, machine.threads)?;
    if let Some(until) = experiment.until.take() {
        let read = until::read(&options.output, &experiment, &until, &mut source, machine)?;
        experiment.design.trials = read.decks();
        experiment.source = Some(source.described());
        if !options.output.quiet {
            notes(&source);
        }
        drop(source);
        if options.file == STDIN {
            until::hang_up();
        }
        return until::tested(&options.output, &experiment, &until, read, &clock, machine);
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
    experiment.statistics = statistics(options, &experiment.design)?;
    experiment.source = Some(source.described());
    if !options.output.quiet {
        notes(&source);
    }
    let decks = counted.close(&experiment.statistics, &experiment.design);
    // The experiment has no routines, so that the control is all there is to simulate.
    let jobs = record::run_jobs(&experiment);
    let control = {
        let ideal = experiment.design.decks() * jobs.len() as u64;
        let bar = Bar::new("control", Some(ideal), options.output.quiet);
        simulate::run(
            &jobs,
            &experiment.design,
            &experiment.statistics,
            machine,
            &bar,
        )?
    };
    let mut subjects = vec![record::Subject {
        name: "decks",
        control: false,
        known: None,
        counts: &decks,
    }];
    let known = record::known_of(&jobs, cards);
    subjects.extend(record::subjects(&experiment, &known, &control));
    let mut record = record::assemble(&experiment, &subjects, BTreeMap::new())?;
    record.would_show = would_show(options, &source, &experiment, &record, machine)?;
    output::present(
        &options.output,
        &experiment,
        &record,
        &clock.stop(experiment.design.decks()),
    )
}

/// What few decks would have shown. Nothing where the order before the shuffle is not known, or where
/// copies are not told apart: the decks that are simulated have neither flaw.
fn would_show(
    options: &Options,
    source: &Recorded<Box<dyn Read>>,
    experiment: &Experiment,
    record: &record::Record,
    machine: simulate::Machine,
) -> anyhow::Result<Vec<record::Shown>> {
    let design = &experiment.design;
    let few = design.trials <= calibrate::FEW_DECKS;
    if !few || source.has_unknown_start() || source.has_copies() {
        return Ok(Vec::new());
    }
    let seed = match experiment.seed {
        Seed::Integer(seed) => seed as u64,
        Seed::List(_) => 0,
    };
    let bar = Bar::new("what decks would show", None, options.output.quiet);
    let bench = calibrate::Bench {
        seed,
        machine,
        progress: &bar,
    };
    let ours = record.routines.iter().filter(|routine| !routine.control);
    let tests = ours.flat_map(|routine| &routine.tests);
    let few = calibrate::Few {
        suite: options.suite,
        cards: design.cards,
        decks: design.trials,
        alpha: experiment.alpha,
        valid: tests.filter(|test| test.p.is_some()).count(),
        tests: record.experiment.tests,
    };
    Ok(calibrate::would_show(&bench, &few)?)
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
    let cards = usize::from(options.deck);
    let seed = match options.seed {
        Seed::Integer(seed) => seed,
        Seed::List(_) => bail!("--seed: found a list; accepted: a whole number"),
    };
    let start = options.start.as_deref();
    let start = start.map(|file| decks::start(file, cards, "--start"));
    let start = start.transpose()?;
    let (input, name) = open(&options.file)?;
    let base = options
        .base
        .map(|base| if base == 0 { Base::Zero } else { Base::One });
    let mut source = Recorded::new(input, name, cards, options.format, base)
        .skip_invalid(options.skip_invalid)
        .header(options.header.into());
    if let Some(start) = start {
        source = source.with_start(start, seed);
    }
    if options.in_place {
        source = source.in_place();
    }
    Ok(source)
}

/// Says what a reader of the result should know of the decks.
fn notes(source: &Recorded<Box<dyn Read>>) {
    decks::notes(&source.facts());
}

fn statistics(options: &Options, design: &Design) -> anyhow::Result<Vec<Probe>> {
    let mut probes = options.suite.probes(design)?;
    if let Some(types) = &options.types {
        let arrangement = options.arrangement.as_deref();
        let of_types = statistic::of_types(types, arrangement, design);
        probes.extend(of_types.context("--types")?);
    }
    Ok(probes)
}

fn experiment(options: &Options, design: Design) -> anyhow::Result<Experiment> {
    let mut statistics = statistics(options, &design)?;
    let asked = options.until.asked().map(AskedUntil::checked);
    let mut until = asked.transpose()?;
    if let Some(until) = &mut until {
        statistics = until.judged(statistics, &design);
    }
    Ok(Experiment {
        name: "test".to_owned(),
        question: String::new(),
        folder: None,
        source: None,
        command: None,
        design,
        seed: options.seed.clone(),
        generator: Generator::DEFAULT,
        policy: Policy::default(),
        alpha: options.alpha,
        until,
        control: !options.no_control,
        letters: Letters::none(),
        routines: Vec::new(),
        answers: Vec::new(),
        statistics,
        claims: Vec::new(),
    })
}
