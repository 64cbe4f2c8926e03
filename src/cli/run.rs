//! `colddeck run`: experiments from specs, folders of specs, or routines.

use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, bail};
use clap::Args;

use super::Exit;
use super::progress::Bar;
use crate::record::{self, Machine, Outcome, Record};
use crate::spec::{self, Experiment, Overrides};
use crate::{report, simulate};

/// Where results go when nothing else is said.
const RESULTS: &str = "results";

/// Memory of the machine that a run may plan to use: the rest is for everybody else.
const MEMORY_SHARE: f64 = 0.8;

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
    #[arg(long, alias = "decks", value_name = "N", allow_negative_numbers = true)]
    trials: Option<i64>,
    /// Seed, decimal or 0x…
    #[arg(long, value_name = "S")]
    seed: Option<String>,
    /// Define a letter, as in 'M={kind="riffle", max-streak=3}'; may be repeated
    #[arg(long = "shuffle", value_name = "LETTER=SHUFFLE")]
    shuffles: Vec<String>,
    /// Threads; all processors if absent. Results do not depend on it
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Folder for results, in place of `results`; routines write nothing without it
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Print the record as JSON on stdout, and nothing else there
    #[arg(long)]
    json: bool,
    /// Print no table and no progress, only errors
    #[arg(long, short)]
    quiet: bool,
}

pub(super) fn run(options: &Options) -> anyhow::Result<Exit> {
    let experiments = experiments(options)?;
    if options.json && experiments.len() > 1 {
        bail!(
            "--json prints one record, but there are {} experiments; run them one by one, or use --out",
            experiments.len()
        );
    }
    let mut exit = Exit::NoEvidence;
    for experiment in &experiments {
        exit = exit.and(one(options, experiment)?);
    }
    Ok(exit)
}

/// All experiments, read and checked before the first one runs.
fn experiments(options: &Options) -> anyhow::Result<Vec<Experiment>> {
    let overrides = Overrides {
        deck: options.deck,
        trials: options.trials,
        seed: options.seed.clone(),
        shuffles: options.shuffles.clone(),
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
    Ok(experiments)
}

/// A routine is letters, blanks, `*`, digits, parentheses; a file exists, or looks like a path.
fn is_path(what: &str) -> bool {
    Path::new(what).exists() || what.contains(['/', '\\', '.'])
}

fn one(options: &Options, experiment: &Experiment) -> anyhow::Result<Exit> {
    let threads = options
        .threads
        .map_or_else(simulate::available_threads, usize::from);
    let jobs = record::run_jobs(experiment);
    check_memory(experiment, jobs.len(), threads)?;
    let decks = experiment.design.decks() * jobs.len() as u64;
    let started = Instant::now();
    let counts = {
        let bar = Bar::new(&experiment.name, decks, options.quiet);
        simulate::run(
            &jobs,
            &experiment.design,
            &experiment.statistics,
            threads,
            &bar,
        )?
    };
    let record = record::assemble(experiment, &jobs, &counts)
        .with_context(|| format!("experiment `{}`", experiment.name))?;
    let seconds = started.elapsed().as_secs_f64();
    let machine = Machine {
        threads,
        seconds,
        decks_per_second: decks as f64 / seconds,
        platform: format!("{} {}", std::env::consts::OS, std::env::consts::ARCH),
    };
    show(options, &record)?;
    write(options, experiment, &record, &machine)?;
    if !options.quiet {
        anstream::eprintln!("{decks} decks in {seconds:.2} s on {threads} threads");
    }
    if record.outcome == Outcome::FaultyControl {
        anstream::eprintln!("warning: {}", report::headline(&record));
    }
    Ok(exit(record.outcome))
}

fn exit(outcome: Outcome) -> Exit {
    match outcome {
        Outcome::NoEvidence | Outcome::AsExpected => Exit::NoEvidence,
        Outcome::Evidence | Outcome::NotAsExpected => Exit::Evidence,
        Outcome::TooLittle => Exit::TooLittle,
        Outcome::FaultyControl => Exit::Failure,
    }
}

fn show(options: &Options, record: &Record) -> anyhow::Result<()> {
    if options.json {
        anstream::print!("{}", record::to_json(record)?);
    } else if !options.quiet {
        anstream::println!("{}", report::terminal(record));
    }
    Ok(())
}

fn write(
    options: &Options,
    experiment: &Experiment,
    record: &Record,
    machine: &Machine,
) -> anyhow::Result<()> {
    let Some(folder) = folder(options, experiment) else {
        return Ok(());
    };
    let files = [
        ("record.json", record::to_json(record)?),
        ("report.md", report::markdown(record)),
        ("machine.json", record::to_json(machine)?),
    ];
    let files: Vec<(&str, &str)> = files
        .iter()
        .map(|(name, text)| (*name, text.as_str()))
        .collect();
    record::write(&folder, &files)?;
    if !options.quiet {
        anstream::eprintln!(
            "written: {} and report.md",
            folder.join("record.json").display()
        );
    }
    Ok(())
}

/// `results/<folder of the spec>/<name>`, or under `--out`; `None` for a routine without `--out`.
fn folder(options: &Options, experiment: &Experiment) -> Option<PathBuf> {
    let base = match (&options.out, &experiment.folder) {
        (Some(out), _) => out.clone(),
        (None, Some(_)) => PathBuf::from(RESULTS),
        (None, None) => return None,
    };
    let within = experiment
        .folder
        .as_ref()
        .map_or(base.clone(), |folder| base.join(folder));
    Some(within.join(&experiment.name))
}

/// Refuses what cannot fit before anything is simulated.
fn check_memory(experiment: &Experiment, jobs: usize, threads: usize) -> anyhow::Result<()> {
    let needed = simulate::memory_needed(&experiment.design, &experiment.statistics, jobs, threads);
    let available = available_memory();
    // 0 means that the platform does not say.
    if available > 0 && needed as f64 > available as f64 * MEMORY_SHARE {
        bail!(
            "experiment `{}` needs about {} of memory ({} routines and the control, {} cards, {threads} threads), and {} is available; \
             accepted: fewer cards, routines or threads (--threads 1)",
            experiment.name,
            bytes(needed as f64),
            experiment.routines.len(),
            experiment.design.cards,
            bytes(available as f64),
        );
    }
    Ok(())
}

/// Bytes of memory that are free to use, within the limits of the control group; 0 if unknown.
fn available_memory() -> u64 {
    let Ok(mut system) = sysinfo::System::new() else {
        return 0;
    };
    system.refresh_memory();
    let free = system.available_memory();
    system
        .cgroup_limits()
        .map_or(free, |limits| limits.free_memory.min(free))
}

fn bytes(count: f64) -> String {
    indicatif::HumanBytes(count as u64).to_string()
}
