//! `colddeck test`: decks that something else shuffled, from a file or standard input.

use std::fs::File;
use std::io::{IsTerminal, Read};

use anyhow::{Context, bail};
use clap::Args;

use super::progress::Bar;
use super::{Exit, machine, memory, output};
use crate::policy::Policy;
use crate::rng::{Generator, Seed};
use crate::routine::Letters;
use crate::source::{Base, FORMATS, Format, Recorded};
use crate::spec::{ALPHAS, DEFAULT_ALPHA, Experiment};
use crate::statistic::{self, Design, Statistic};
use crate::{deck, record, simulate};

/// Options of `colddeck test`.
#[derive(Debug, Args)]
pub(super) struct Options {
    /// A file of decks, or - for standard input
    #[arg(default_value = "-", value_name = "FILE|-")]
    file: String,
    /// Cards in a deck
    #[arg(long, alias = "cards", value_name = "N", value_parser = clap::value_parser!(u16).range(deck::MIN_CARDS as i64..=deck::MAX_CARDS as i64))]
    deck: u16,
    /// text: a deck on each line, numbers separated by blanks or commas; u8, u16 (little-endian): binary, deck after deck
    #[arg(long, default_value = "text", value_parser = format)]
    format: Format,
    /// Whether cards count from 0 or from 1; found out from the first deck if absent
    #[arg(long, value_name = "0|1", value_parser = clap::value_parser!(u8).range(0..=1))]
    base: Option<u8>,
    /// Error level of all tests together
    #[arg(long, value_name = "P", default_value_t = DEFAULT_ALPHA, value_parser = level)]
    alpha: f64,
    /// Seed of the control group
    #[arg(long, value_name = "S", default_value = "1", value_parser = Seed::parse)]
    seed: Seed,
    #[command(flatten)]
    machine: machine::Options,
    /// Simulate no control group of ideal shuffles
    #[arg(long)]
    no_control: bool,
    #[command(flatten)]
    output: output::Options,
}

fn format(text: &str) -> Result<Format, String> {
    let names = || FORMATS.iter().map(|about| about.name);
    Format::named(text).ok_or_else(|| {
        format!(
            "accepted: {}{}",
            crate::names::list(names()),
            crate::names::hint(text, names())
        )
    })
}

fn level(text: &str) -> Result<f64, String> {
    let found: Option<f64> = text.parse().ok();
    found.filter(|level| ALPHAS.contains(level)).ok_or_else(|| {
        format!(
            "accepted: an error level from {:e} to {}",
            ALPHAS.start(),
            ALPHAS.end()
        )
    })
}

pub(super) fn run(options: &Options) -> anyhow::Result<Exit> {
    let cards = usize::from(options.deck);
    let machine = options.machine.machine();
    let clock = output::Clock::start(machine);
    let (input, name) = open(&options.file)?;
    let base = options
        .base
        .map(|base| if base == 0 { Base::Zero } else { Base::One });
    let mut source = Recorded::new(input, name.clone(), cards, options.format, base);
    let mut experiment = experiment(
        options,
        Design {
            cards,
            trials: 1,
            replicates: 1,
        },
    )?;
    memory::check(&experiment, 2, machine.threads)?;
    let counted = {
        let bar = Bar::new(&name, None, options.output.quiet);
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
    experiment.statistics = statistics(&experiment.design)?;
    experiment.source = Some(described(&name, options.format, source.base()));
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
    let record = record::assemble(&experiment, &subjects)?;
    output::present(
        &options.output,
        &experiment,
        &record,
        &clock.stop(experiment.design.decks()),
    )
}

fn open(file: &str) -> anyhow::Result<(Box<dyn Read>, String)> {
    if file == "-" {
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

fn described(name: &str, format: Format, base: Option<Base>) -> String {
    let base = base.map_or_else(String::new, |base| {
        format!(", cards counted from {}", base.number())
    });
    format!("{name}, {}{base}", format.name())
}

/// All statistics that there are.
fn statistics(design: &Design) -> anyhow::Result<Vec<Box<dyn Statistic>>> {
    let all = statistic::KINDS
        .iter()
        .map(|kind| statistic::build(kind.name, toml::Table::new(), design));
    Ok(all.collect::<Result<_, _>>()?)
}

fn experiment(options: &Options, design: Design) -> anyhow::Result<Experiment> {
    Ok(Experiment {
        name: "test".to_owned(),
        question: String::new(),
        folder: None,
        source: None,
        design,
        seed: options.seed.clone(),
        generator: Generator::DEFAULT,
        policy: Policy::default(),
        alpha: options.alpha,
        control: !options.no_control,
        letters: Letters::none(),
        routines: Vec::new(),
        statistics: statistics(&design)?,
        claims: Vec::new(),
    })
}
