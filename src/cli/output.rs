//! The last steps of every command that makes a record: print, write, exit code.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::{Args, ValueEnum};

use super::exports::Shown;
use super::keeping::{self, Book, Clock};
use super::progress::Console;
use super::screen::{self, screen};
use super::stdio::{self, note, print, print_json};
use super::{Exit, exports};
use ::run::checkpoint::{self, About};
use ::run::conduct::{Conducted, Ledger, Shard};

use ::run::conduct;
use ::run::explain;
use ::run::spec::Experiment;
use record::{Machine, Outcome, Record};
use report::{Depth, Ways};
use text::harmless;
use text::names;

/// The folder of results unless told otherwise.
const RESULTS: &str = "results";

/// Options for what becomes of a record.
#[derive(Debug, Args)]
#[group(id = "output")]
pub(super) struct Options {
    /// Folder for results; specs write to `results` without it, everything else writes nothing
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Write no results, as where a spec is given without a command
    #[arg(long)]
    pub no_results: bool,
    /// Print the record as JSON on stdout, and nothing else there; or a summary of at most 4 KB
    #[arg(long, value_name = "KIND", num_args = 0..=1, require_equals = true, default_missing_value = "record")]
    pub json: Option<Json>,
    /// Print no table and no progress, only errors
    #[arg(long, short, conflicts_with_all = ["brief", "full"])]
    pub quiet: bool,
    #[command(flatten)]
    pub depth: screen::Options,
    #[command(flatten)]
    pub exports: exports::Options,
}

/// The kinds of JSON about a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Json {
    /// All of it
    Record,
    /// The question, the answer, a few figures and the tests that failed
    Summary,
}

impl Options {
    /// Refuses options that keep a record or a page, where `what` has a table alone.
    pub fn check_table(&self, what: &str) -> anyhow::Result<()> {
        if self.out.is_some() || self.exports.is_asked() || self.json == Some(Json::Summary) {
            anyhow::bail!(
                "found an option that writes a record, a summary or a page of {what}; accepted: the table, or --json; or one of them"
            );
        }
        Ok(())
    }
}

impl Json {
    /// The text about `record`.
    pub fn of(self, record: &Record) -> anyhow::Result<String> {
        Ok(match self {
            Self::Record => record::to_json(record)?,
            Self::Summary => report::summary(record)?,
        })
    }
}

/// An experiment, and what it was made of.
pub(super) struct Job<'a> {
    pub experiment: Experiment<'a>,
    pub about: About,
}

/// Runs `experiments` that cannot be gone on from, and prints and writes their records as the options say; tells how the
/// command ends.
pub(super) fn conduct(
    experiments: &[Experiment<'_>],
    machine: conduct::Machine,
    options: &Options,
) -> anyhow::Result<Exit> {
    check_all(&experiments.iter().collect::<Vec<_>>(), machine, options)?;
    let mut exit = Exit::NoEvidence;
    for experiment in experiments {
        exit = exit.and(conduct_one(experiment, machine, options, None)?);
    }
    Ok(exit)
}

/// Runs the experiments of `jobs` likewise. Their state is saved on the way, and gone on from.
pub(super) fn conduct_kept(
    jobs: &[Job<'_>],
    machine: conduct::Machine,
    options: &Options,
    keeping: &keeping::Options,
) -> anyhow::Result<Exit> {
    let experiments: Vec<&Experiment<'_>> = jobs.iter().map(|job| &job.experiment).collect();
    check_all(&experiments, machine, options)?;
    let clock = Clock::start(keeping)?;
    let mut exit = Exit::NoEvidence;
    for (at, job) in jobs.iter().enumerate() {
        if let Some(stopped) = clock.stopped() {
            if at < jobs.len() && at > 0 {
                note(&format!(
                    "{}: {} of {} experiments were not run; --resume goes on with them",
                    stopped.told(),
                    jobs.len() - at,
                    jobs.len()
                ));
            }
            return Ok(stopped.exit(exit.and(Exit::TooLittle)));
        }
        exit = exit.and(conduct_in_place(job, machine, options, (keeping, &clock))?);
        if matches!(exit, Exit::Signal(_)) {
            break;
        }
    }
    Ok(exit)
}

/// Runs the experiment of `job` where its results go, unless it is finished there.
fn conduct_in_place(
    job: &Job<'_>,
    machine: conduct::Machine,
    options: &Options,
    (keeping, clock): (&keeping::Options, &Clock),
) -> anyhow::Result<Exit> {
    let Job { experiment, about } = job;
    let folder = folder(options, experiment);
    let whole = about.shard == Shard::WHOLE;
    if let (true, true, Some(folder)) = (keeping.resume, whole, &folder)
        && let Some(exit) = finished(folder, about)
    {
        if !options.quiet {
            note(&format!("{}: finished before", harmless::path(folder)));
        }
        return Ok(exit);
    }
    if (keeping.resume || keeping.checkpoint.is_some()) && !conduct::is_simulated(experiment) {
        note(&format!(
            "note: {}: its decks come from outside; they are read from their beginning, and nothing of them is saved",
            experiment.name
        ));
    }
    let place = keeping::place(folder.as_deref(), &experiment.name, about, keeping)?;
    let (place, _lock) = place.unzip();
    let book = Book::open(clock, about.clone(), place, keeping)?;
    book.until_left(|| conduct_one(experiment, machine, options, Some(&book)))
}

/// The exit of the run whose results stand in `folder`, if they are those of this run and nobody changed them.
fn finished(folder: &Path, about: &About) -> Option<Exit> {
    let text = |name: &str| fs::read_to_string(folder.join(name)).ok();
    let machine: Machine = serde_json::from_str(&text("machine.json")?).ok()?;
    let record = text("record.json")?;
    if machine.finished? != digest_of(about, &record) {
        return None;
    }
    let record = conduct::parse("record.json", &record).ok()?;
    Some(Exit::from(record.outcome))
}

/// A digest of what was asked and of what was found.
fn digest_of(about: &About, record: &str) -> String {
    checkpoint::digest(format!("{} {record}", about.name()).as_bytes())
}

/// Refuses before the first experiment runs what would be refused later.
fn check_all(
    experiments: &[&Experiment<'_>],
    machine: conduct::Machine,
    options: &Options,
) -> anyhow::Result<()> {
    for experiment in experiments {
        conduct::check_programs(experiment, machine)?;
    }
    options.exports.check(experiments)?;
    if options.json.is_some() || !options.quiet {
        stdio::check()?;
    }
    Ok(())
}

/// Runs one experiment, whose state is kept in `book`, if it is.
pub(super) fn conduct_one(
    experiment: &Experiment<'_>,
    machine: conduct::Machine,
    options: &Options,
    book: Option<&Book<'_>>,
) -> anyhow::Result<Exit> {
    let started = Instant::now();
    let console = Console::new(options.quiet);
    let ledger = book.map(|book| book as &dyn Ledger);
    let stopped = || book.and_then(Book::stopped);
    let told = |exit: Exit| {
        let (Some(book), Some(stopped)) = (book, stopped()) else {
            return exit;
        };
        book.tell(stopped);
        stopped.exit(exit)
    };
    let record = match conduct::run_kept(experiment, machine, (&console, ledger))? {
        Conducted::Record(record) => report::with_headline(*record),
        Conducted::Unjudged => {
            note(&format!(
                "{}: there is nothing to judge yet",
                experiment.name
            ));
            return Ok(told(Exit::TooLittle));
        }
        Conducted::Part => {
            if let (Some(written), None, false) =
                (book.and_then(Book::written), stopped(), options.quiet)
            {
                note(&format!(
                    "written: {}; `colddeck merge` puts all parts together",
                    harmless::path(written)
                ));
            }
            return Ok(told(Exit::NoEvidence));
        }
    };
    let spent = spent(&record, machine, started);
    // Written before anything is printed: whoever reads the table finds the files there. If they
    // cannot be written, the table at least is not lost. A verdict on the way is none to keep.
    let written = match record.interim {
        None => write(options, experiment, &record, (&spent, book)),
        Some(_) => Ok(None),
    };
    if let Some(kind) = options.json {
        print_json(&kind.of(&record)?)?;
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
    let shown = (!options.quiet).then(|| Shown {
        depth: options.depth.depth(),
        json: options.json.is_some(),
    });
    let moved = options.exports.present(shown, experiment, &record)?;
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
    let exit = Exit::from(record.outcome).and(moved);
    if record.interim.is_some() {
        return Ok(told(exit));
    }
    if let Some(book) = book {
        book.close();
    }
    Ok(exit)
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
        finished: None,
    }
}

fn write(
    options: &Options,
    experiment: &Experiment<'_>,
    record: &Record,
    (spent, book): (&Machine, Option<&Book<'_>>),
) -> anyhow::Result<Option<PathBuf>> {
    let Some(folder) = folder(options, experiment) else {
        return Ok(None);
    };
    let json = record::to_json(record)?;
    let machine = Machine {
        finished: book.map(|book| digest_of(book.about(), &json)),
        ..spent.clone()
    };
    let mut files = vec![("record.json", json)];
    files.extend(views(record, None));
    files.push(("machine.json", record::to_json(&machine)?));
    record::write(&folder, &files)?;
    if !files.iter().any(|(name, _)| *name == PICTURES) {
        // The picture of an earlier run is none of this one.
        let _ = fs::remove_file(folder.join(PICTURES));
    }
    Ok(Some(folder))
}

/// The pictures of a record, beside it.
const PICTURES: &str = "pictures.svg";

/// Makes the files beside a record, from it alone: their names and contents. From the page lead `ways`, if there are any.
pub(super) fn views(record: &Record, ways: Option<&Ways>) -> Vec<(&'static str, String)> {
    let report::Views {
        markdown,
        page,
        sheet,
    } = report::views(record, PICTURES, explain::dictionary(), ways);
    let mut files = vec![("report.md", markdown), ("report.html", page)];
    files.extend(sheet.map(|sheet| (PICTURES, sheet)));
    files
}

/// `results/<folder of the spec>/<name>`, or under `--out`; `None` without a spec and `--out`.
fn folder(options: &Options, experiment: &Experiment<'_>) -> Option<PathBuf> {
    let base = match (&options.out, &experiment.folder) {
        (Some(out), _) => out.clone(),
        (None, Some(_)) if !options.no_results => PathBuf::from(RESULTS),
        (None, _) => return None,
    };
    let within = experiment
        .folder
        .as_ref()
        .map_or(base.clone(), |folder| base.join(folder));
    Some(within.join(&experiment.name))
}
