//! The last steps of every command that makes a record: print, write, exit code.

use std::fs;
use std::path::PathBuf;
use std::time::Instant;

use anyhow::{Context, bail};
use clap::Args;

use super::progress::Console;
use super::screen::{self, screen};
use super::{Exit, closed, exports};
use crate::record::{self, Machine, Outcome, Record};
use crate::report::Depth;
use crate::spec::Experiment;
use crate::{conduct, harmless, names, report};

/// Where results go when nothing else is said.
const RESULTS: &str = "results";

/// Options for what becomes of a record.
#[derive(Debug, Args)]
#[group(id = "output")]
pub(super) struct Options {
    /// Folder for results; specs write to `results` without it, everything else writes nothing
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Print the record as JSON on stdout, and nothing else there
    #[arg(long)]
    pub json: bool,
    /// Print no table and no progress, only errors
    #[arg(long, short, conflicts_with_all = ["brief", "full"])]
    pub quiet: bool,
    #[command(flatten)]
    pub depth: screen::Options,
    #[command(flatten)]
    pub exports: exports::Options,
}

/// Runs `experiments`, and prints and writes their records as the options say; tells how the command ends.
/// Refuses before the first one runs what would be refused later.
pub(super) fn conduct(
    experiments: &[Experiment<'_>],
    machine: conduct::Machine,
    options: &Options,
) -> anyhow::Result<Exit> {
    for experiment in experiments {
        conduct::check_programs(experiment, machine)?;
    }
    options.exports.check(experiments)?;
    if options.json || !options.quiet {
        check()?;
    }
    let mut exit = Exit::NoEvidence;
    for experiment in experiments {
        exit = exit.and(conduct_one(experiment, machine, options)?);
    }
    Ok(exit)
}

fn conduct_one(
    experiment: &Experiment<'_>,
    machine: conduct::Machine,
    options: &Options,
) -> anyhow::Result<Exit> {
    let started = Instant::now();
    let record = conduct::run(experiment, machine, &Console::new(options.quiet))?;
    let spent = spent(&record, machine, started);
    // Written before anything is printed: whoever reads the table finds the files there. If they
    // cannot be written, the table at least is not lost.
    let written = write(options, experiment, &record, &spent);
    if options.json {
        print_json(&record::to_json(&record)?)?;
    } else if !options.quiet {
        let text = report::terminal(&record, options.depth.depth(), screen());
        // A blank line between the reports of several experiments, but not between single lines.
        let end = if options.depth.depth() == Depth::Brief {
            ""
        } else {
            "\n"
        };
        print(&format!("{text}{end}"))?;
    }
    let written = written?;
    let moved = options.exports.present(options, experiment, &record)?;
    if !options.quiet {
        if let Some(folder) = written {
            note(&format!(
                "written: {}, report.html and report.md",
                harmless::path(&folder.join("record.json"))
            ));
        }
        let Machine {
            decks,
            seconds,
            threads,
            isa,
            ..
        } = spent;
        let unit = report::unit(&record.experiment, decks);
        note(&format!(
            "{} {unit} in {seconds:.2} s, {threads} threads, {isa}",
            names::grouped(decks)
        ));
    }
    if matches!(
        record.outcome,
        Outcome::FaultyControl | Outcome::FaultySimulation
    ) {
        note(&format!("warning: {}", report::headline(&record)));
    }
    Ok(Exit::from(record.outcome).and(moved))
}

/// Gives the run's use of the machine. The ideal decks of the control do not count: nobody asked for them.
fn spent(record: &Record, machine: conduct::Machine, started: Instant) -> Machine {
    let asked = record.routines.iter().filter(|routine| !routine.control);
    let decks = asked.map(|routine| routine.decks).sum();
    let seconds = started.elapsed().as_secs_f64();
    Machine {
        threads: machine.threads,
        isa: machine.isa.level().to_string(),
        decks,
        seconds,
        decks_per_second: decks as f64 / seconds,
        platform: format!("{} {}", std::env::consts::OS, std::env::consts::ARCH),
    }
}

/// To stdout; a reader that has seen enough (`| head`) is no error.
pub(super) fn print(text: &str) -> anyhow::Result<()> {
    put(&harmless::screen(text))
}

/// JSON to stdout.
pub(super) fn print_json(text: &str) -> anyhow::Result<()> {
    put(&harmless::json(text))
}

/// Refuses a standard output that is closed: whoever closed it would not learn that there is a result.
pub(super) fn check() -> anyhow::Result<()> {
    if closed::is_closed() {
        bail!(
            "cannot write to standard output: it is closed; accepted: a terminal, a pipe or a file, or /dev/null for nothing"
        );
    }
    Ok(())
}

fn put(text: &str) -> anyhow::Result<()> {
    use std::io::{ErrorKind, Write};
    check()?;
    let mut out = anstream::stdout();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(error).context("cannot write to standard output")
        }
        _ => Ok(()),
    }
}

/// To stderr; where nobody can read it, nothing is lost.
pub(super) fn note(text: &str) {
    say(&harmless::screen(text));
}

/// A command to GitHub Actions, to stderr: it is one line.
pub(super) fn command(text: &str) {
    say(&harmless::line(text));
}

fn say(text: &str) {
    use std::io::Write;
    let _ = writeln!(anstream::stderr(), "{text}");
}

fn write(
    options: &Options,
    experiment: &Experiment<'_>,
    record: &Record,
    machine: &Machine,
) -> anyhow::Result<Option<PathBuf>> {
    let Some(folder) = folder(options, experiment) else {
        return Ok(None);
    };
    let mut files = vec![("record.json", record::to_json(record)?)];
    files.extend(views(record));
    files.push(("machine.json", record::to_json(machine)?));
    record::write(&folder, &files)?;
    if !files.iter().any(|(name, _)| *name == PICTURES) {
        // The picture of an earlier run is none of this one.
        let _ = fs::remove_file(folder.join(PICTURES));
    }
    Ok(Some(folder))
}

/// The pictures of a record, beside it.
const PICTURES: &str = "pictures.svg";

/// What stands beside a record, made from it alone: files and their contents.
pub(super) fn views(record: &Record) -> Vec<(&'static str, String)> {
    let report::Views {
        markdown,
        page,
        sheet,
    } = report::views(record, PICTURES);
    let mut files = vec![("report.md", markdown), ("report.html", page)];
    files.extend(sheet.map(|sheet| (PICTURES, sheet)));
    files
}

/// `results/<folder of the spec>/<name>`, or under `--out`; `None` without a spec and `--out`.
fn folder(options: &Options, experiment: &Experiment<'_>) -> Option<PathBuf> {
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
