//! `colddeck run`: experiments from specs, folders of specs, or routines.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::bail;
use clap::Args;

use super::progress::Bar;
use super::{Exit, machine, memory, named, output, until};
use crate::answer::Answer;
use crate::simulate::{Job, Machine};
use crate::spec::{self, Experiment, Overrides, UntilDecided};
use crate::statistic::{Design, Suite};
use crate::theory::Known;
use crate::{record, simulate};

/// Options of `colddeck run`.
#[derive(Debug, Args)]
pub(super) struct Options {
    /// Specs (TOML files), folders of specs, or routines such as "RRH" or "(G*3 C)*2"
    #[arg(required = true, value_name = "SPEC|FOLDER|ROUTINE")]
    what: Vec<String>,
    /// Cards in a deck; a routine needs it, a spec has its own
    #[arg(long, alias = "cards", value_name = "N", allow_negative_numbers = true)]
    deck: Option<i64>,
    /// Decks to simulate in each replicate
    #[arg(
        long,
        alias = "decks",
        value_name = "N",
        allow_negative_numbers = true,
        conflicts_with = "until_decided"
    )]
    trials: Option<i64>,
    /// Seed, decimal or 0x…
    #[arg(long, value_name = "S")]
    seed: Option<String>,
    /// Which statistics, beside those that a spec names: quick, standard or deep
    #[arg(long, value_parser = super::suite)]
    suite: Option<Suite>,
    /// One more statistic, by its name or with parameters, as in '{kind="snap", players=3}'; may be
    /// repeated
    #[arg(long = "statistic", value_name = "STATISTIC")]
    statistics: Vec<String>,
    /// Cards of each type, as in "24 land, 36 spell": opening hands, runs and boosters of the first
    #[arg(long, value_name = "TYPES")]
    types: Option<String>,
    /// How they lie before the shuffle: sorted, alternating, played, or a list from the top
    #[arg(long, value_name = "LIST", requires = "types")]
    arrangement: Option<String>,
    /// Define a letter, as in 'M={kind="riffle", max-streak=3}'; may be repeated
    #[arg(long = "shuffle", value_name = "LETTER=SHUFFLE")]
    shuffles: Vec<String>,
    /// Seed the generator for each deck: N-bit (a random seed, as in 16-bit), clock (the second), or
    /// one (always the same)
    #[arg(long, value_name = "N-bit|clock|one")]
    seeding: Option<String>,
    /// Keep decks: in-place (each is shuffled on from the one before), kept (shuffled once)
    #[arg(long, value_name = "in-place|kept")]
    memory: Option<String>,
    /// Run the programs that specs name (`source.command`): a spec can name any
    #[arg(long)]
    allow_commands: bool,
    #[command(flatten)]
    until: until::Options,
    #[command(flatten)]
    machine: machine::Options,
    #[command(flatten)]
    output: output::Options,
}

pub(super) fn run(options: &Options) -> anyhow::Result<Exit> {
    let experiments = experiments(options)?;
    if options.output.json && experiments.len() > 1 {
        bail!(
            "--json prints one record, but there are {} experiments; run them one by one, or use --out",
            experiments.len()
        );
    }
    options.output.kept.check(&experiments)?;
    let mut exit = Exit::NoEvidence;
    for mut experiment in experiments {
        exit = exit.and(match experiment.command.take() {
            Some(command) => {
                let machine = options.machine.machine();
                named::run(experiment, &command, machine, &options.output)?
            }
            None => one(options, &experiment)?,
        });
    }
    Ok(exit)
}

/// All experiments, read and checked before the first one runs.
fn experiments(options: &Options) -> anyhow::Result<Vec<Experiment>> {
    let overrides = Overrides {
        deck: options.deck,
        trials: options.trials,
        seed: options.seed.clone(),
        seeding: options.seeding.clone(),
        memory: options.memory.clone(),
        shuffles: options.shuffles.clone(),
        statistics: options.statistics.clone(),
        suite: options.suite,
        until: options.until.asked(),
        types: options.types.clone(),
        arrangement: options.arrangement.clone(),
    };
    let (paths, routines): (Vec<&String>, Vec<&String>) =
        options.what.iter().partition(|what| is_path(what));
    let mut experiments = Vec::new();
    for path in paths {
        let path = Path::new(path);
        let specs = if path.is_dir() {
            spec::in_folder(path)?
        } else {
            vec![path.to_owned()]
        };
        for file in specs {
            experiments.push(spec::read(&file, &overrides)?);
        }
    }
    if !routines.is_empty() {
        let routines: Vec<String> = routines.into_iter().cloned().collect();
        experiments.push(spec::of_routines(&routines, &overrides)?);
    }
    for command in experiments.iter().filter_map(|spec| spec.command.as_ref()) {
        named::check(command, options.allow_commands)?;
    }
    for (at, experiment) in experiments.iter().enumerate() {
        let same = |other: &Experiment| {
            (&other.folder, &other.name) == (&experiment.folder, &experiment.name)
        };
        if experiments[..at].iter().any(same) {
            bail!(
                "key `name`: found `{}` in two specs; accepted: a name for each, or their results would overwrite each other",
                experiment.name
            );
        }
    }
    Ok(experiments)
}

/// A routine is letters, blanks, `*`, digits, parentheses; a file exists, or looks like a path.
fn is_path(what: &str) -> bool {
    Path::new(what).exists() || what.contains(['/', '\\', '.'])
}

fn one(options: &Options, experiment: &Experiment) -> anyhow::Result<Exit> {
    let machine = options.machine.machine();
    let jobs = record::run_jobs(experiment);
    memory::check(experiment, jobs.len(), machine.threads)?;
    let known = record::known_of(&jobs, experiment.design.cards);
    let answers = record::answers(experiment)?;
    if let Some(until) = &experiment.until {
        return until_decided(options, experiment, until, &jobs, &known, answers);
    }
    check_claims(experiment, &jobs, &known, &answers, machine)?;
    let decks = experiment.design.decks() * jobs.len() as u64;
    let clock = output::Clock::start(machine);
    let counts = {
        let bar = Bar::new(&experiment.name, Some(decks), options.output.quiet);
        simulate::run(
            &jobs,
            &experiment.design,
            &experiment.statistics,
            machine,
            &bar,
        )?
    };
    let subjects = record::subjects(experiment, &known, &counts);
    let record = record::assemble(experiment, &subjects, answers)?;
    output::present(&options.output, experiment, &record, &clock.stop(decks))
}

/// Decks of all routines, and of the control, until each routine is decided.
fn until_decided(
    options: &Options,
    experiment: &Experiment,
    until: &UntilDecided,
    jobs: &[Job],
    known: &[Known],
    answers: BTreeMap<String, Answer>,
) -> anyhow::Result<Exit> {
    let machine = options.machine.machine();
    let clock = output::Clock::start(machine);
    let controls: Vec<bool> = (0..jobs.len())
        .map(|job| job >= experiment.routines.len())
        .collect();
    let mut referee = until::referee(experiment, until, &experiment.design, &controls)?;
    let counted = {
        let bar = Bar::new(&experiment.name, None, options.output.quiet);
        simulate::watch(
            jobs,
            &experiment.design,
            &experiment.statistics,
            machine,
            &bar,
            &mut referee,
        )?
    };
    let findings = referee.findings(&counted);
    let decks = counted.iter().map(simulate::Counted::decks).sum();
    let counts = until::close(counted, experiment);
    let subjects = record::subjects(experiment, known, &counts);
    let record = until::assembled(experiment, until, subjects, findings, answers);
    output::present(&options.output, experiment, &record, &clock.stop(decks))
}

/// Cells to add up, at the most, in a rehearsal: about a second.
const REHEARSAL: u64 = 1_000_000_000;

/// A claim that names no figure of the record is found out in a rehearsal with two decks for
/// each replicate, not after all of them. Where even that would take long it is left out.
fn check_claims(
    experiment: &Experiment,
    jobs: &[Job],
    known: &[Known],
    answers: &BTreeMap<String, Answer>,
    machine: Machine,
) -> anyhow::Result<()> {
    let design = Design {
        trials: experiment.design.trials.min(2),
        ..experiment.design
    };
    let cells = (design.cards * design.cards * jobs.len()) as u64;
    if experiment.claims.is_empty() || cells.saturating_mul(design.replicates) > REHEARSAL {
        return Ok(());
    }
    let counts = simulate::run(
        jobs,
        &design,
        &experiment.statistics,
        Machine {
            threads: 1,
            ..machine
        },
        &simulate::Unwatched,
    )?;
    record::rehearse(
        experiment,
        design,
        &record::subjects(experiment, known, &counts),
        answers,
    )?;
    Ok(())
}
