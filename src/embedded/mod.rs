//! The program within another one: a page in a browser (`web/`), a module of Python (`python/`). It says what it wants in the
//! words of the command line, hands over files by their names, and gets what the command would have printed and written, as
//! data and as parts of a page. No programs run here.
//!
//! ```
//! use colddeck::embedded::{Asked, Host, answer};
//! use colddeck::conduct::Unwatched;
//!
//! let words = ["run", "G*7", "--deck", "52", "--trials", "1000"].map(str::to_owned);
//! let found = answer(&Asked::read(&words)?, Host::Page, &Unwatched)?;
//! assert_eq!(found.exit(), 1, "seven riffles are not enough");
//! assert_eq!(found.command(), "colddeck run 'G*7' --deck 52 --trials 1000");
//! # Ok::<(), String>(())
//! ```

mod catalogue;

use std::path::PathBuf;

use clap::error::ErrorKind;
use clap::{Args, CommandFactory, Parser, Subcommand};

pub use catalogue::{catalogue, explained, steps};
pub use text::files::{Finder, Stream, hand_over};

use crate::options::{self, Exit};
use ::run::conduct::{self, Crew, Machine, Progress, Stored};
use ::run::explain;
use deck::kernel::{Isa, Level};
use engine::simulate::available_threads;
use record::compare::{Comparison, Movement};
use record::{Answer, Record, answers};
use text::harmless;

use ::run::spec::Experiment;
use report::{FORMATS, Found};

/// The surroundings of the program: results do not depend on them.
#[derive(Debug, Clone, Copy)]
pub enum Host {
    /// A page in a browser: one thread, and no instructions that not all processors have.
    Page,
    /// A process of this machine, which has so many threads for it; all if `None`.
    Process(Option<usize>),
}

impl Host {
    /// Bytes of memory that an answer may take: a page has four thousand million at the most, and shares them with others.
    const MEMORY: u64 = 2 << 30;

    fn machine(self) -> anyhow::Result<Machine> {
        Ok(match self {
            Self::Page => Machine {
                threads: 1,
                isa: Isa::at(Level::Portable)?,
                memory: Some(Self::MEMORY),
                programs: false,
            },
            Self::Process(threads) => Machine {
                threads: threads.unwrap_or_else(available_threads),
                isa: Isa::best(),
                memory: None,
                programs: false,
            },
        })
    }
}

/// The commands that there are within another program.
#[derive(Debug, Parser)]
#[command(name = "colddeck", disable_help_subcommand = true)]
struct Line {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Run(Box<options::run::Options>),
    Test(Box<options::test::Options>),
    Order(Box<options::order::Options>),
    Exact(options::exact::Options),
    Advise(options::advise::Options),
    Fit(Box<options::fitted::Options>),
    Compare(options::compared::Options),
    Report(Results),
}

/// Results that are shown again.
#[derive(Debug, Args)]
struct Results {
    /// Files of results
    #[arg(required = true, value_name = "RECORD")]
    results: Vec<PathBuf>,
}

/// Commands that need more than there is.
const ELSEWHERE: &[&str] = &["emit", "calibrate", "claims", "new", "list", "explain"];

/// A command that was understood.
#[derive(Debug)]
pub struct Asked {
    command: Command,
    /// The words as they were said, `colddeck` before them.
    words: Vec<String>,
}

impl Asked {
    /// Reads a command from its words; the error says what was found and what is accepted.
    pub fn read(words: &[String]) -> Result<Self, String> {
        refuse_programs(words)?;
        let words: Vec<String> = std::iter::once("colddeck".to_owned())
            .chain(words.iter().cloned())
            .collect();
        let line = Line::try_parse_from(&words).map_err(|error| worded(&error))?;
        Ok(Self {
            command: line.command,
            words,
        })
    }

    /// The command as one would write it in a shell.
    pub fn command(&self) -> String {
        harmless::shell(&self.words)
    }
}

/// No programs run within another one.
fn refuse_programs(words: &[String]) -> Result<(), String> {
    let first = words.first().map_or("", String::as_str);
    let refused = match first {
        "exec" => Some("exec"),
        _ => words
            .iter()
            .map(String::as_str)
            .find(|word| *word == "--allow-commands"),
    };
    match refused {
        Some(found) => Err(format!(
            "found `{found}`, and no programs run here; accepted: the program colddeck on a command line, or the decks of your program in a file"
        )),
        None if ELSEWHERE.contains(&first) => Err(format!(
            "found `{first}`, which is no command here; accepted: run, test, order, exact, advise, fit, compare, report, or the program colddeck on a command line"
        )),
        None => Ok(()),
    }
}

/// The first paragraph of what clap says: the rest is about a help that there is not.
fn worded(error: &clap::Error) -> String {
    if error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        return "words are missing; accepted: run and routines, test, order, fit or report and a file, compare and two, exact and a question, or advise".to_owned();
    }
    let text = error.to_string();
    let first = text.split("\n\n").next().unwrap_or_default();
    let first = first.strip_prefix("error: ").unwrap_or(first);
    harmless::words(first.trim()).into_owned()
}

/// The findings, whole.
#[derive(Debug)]
pub struct Answered {
    records: Vec<Record>,
    comparisons: Vec<Comparison>,
    answers: Vec<Answer>,
    remarks: Vec<String>,
    exit: Exit,
    command: String,
}

impl Answered {
    /// Adds what another test found.
    fn join(&mut self, other: Self) {
        self.records.extend(other.records);
        self.exit = self.exit.and(other.exit);
    }
}

/// Runs a command, and gives all that it found.
pub fn answer(asked: &Asked, host: Host, progress: &dyn Progress) -> Result<Answered, String> {
    let said = |error: anyhow::Error| harmless::lines(&format!("{error:#}")).into_owned();
    match &asked.command {
        Command::Run(options) => {
            let experiments = options.experiments().map_err(said)?;
            asked.conducted(&experiments, host, progress).map_err(said)
        }
        Command::Test(options) => {
            let tests = options.asked().map_err(said)?;
            let mut all: Option<Answered> = None;
            for test in &tests {
                let experiments = std::slice::from_ref(&test.experiment);
                let done = asked.conducted(experiments, host, progress);
                let done = done.map_err(|error| said(test.explained(error)))?;
                match &mut all {
                    Some(all) => all.join(done),
                    None => all = Some(done),
                }
            }
            all.ok_or_else(|| "found no file; accepted: one or more".to_owned())
        }
        Command::Order(options) => {
            let experiment = options.asked().map_err(said)?;
            let experiments = std::slice::from_ref(&experiment);
            asked.conducted(experiments, host, progress).map_err(said)
        }
        Command::Exact(options) | Command::Advise(options::advise::Options(options)) => {
            asked.exact(options, progress).map_err(said)
        }
        Command::Fit(options) => asked.fitted(options, progress).map_err(said),
        Command::Compare(options) => asked.compared(options).map_err(said),
        Command::Report(options) => asked.reported(options).map_err(said),
    }
}

impl Asked {
    fn conducted(
        &self,
        experiments: &[Experiment<'_>],
        host: Host,
        progress: &dyn Progress,
    ) -> anyhow::Result<Answered> {
        for experiment in experiments {
            if let Some((program, _)) = experiment.origin.as_program() {
                anyhow::bail!(
                    "{}: found the program `{}`, and no programs run here; accepted: the program colddeck on a command line",
                    program.place().unwrap_or("the spec"),
                    program.shown()
                );
            }
        }
        let machine = host.machine()?;
        let records = experiments.iter();
        let records = records.map(|experiment| conduct::run(experiment, machine, progress));
        let records = records.map(|record| record.map(report::with_headline));
        let records = records.collect::<Result<Vec<Record>, _>>()?;
        let exits = records.iter().map(|record| Exit::from(record.outcome));
        let exit = exits.fold(Exit::NoEvidence, Exit::and);
        Ok(Answered {
            records,
            ..self.found(exit)
        })
    }

    /// Nothing that was found, for those who have found something.
    fn found(&self, exit: Exit) -> Answered {
        Answered {
            records: Vec::new(),
            comparisons: Vec::new(),
            answers: Vec::new(),
            remarks: Vec::new(),
            exit,
            command: self.command(),
        }
    }

    fn fitted(
        &self,
        options: &options::fitted::Options,
        progress: &dyn Progress,
    ) -> anyhow::Result<Answered> {
        let asked = options.asked()?;
        progress.think("likelihoods");
        let answer = asked.answer();
        progress.end();
        let exit = match &answer.found {
            answers::Found::Fit(found) => found.verdict.into(),
            _ => Exit::Failure,
        };
        Ok(Answered {
            answers: vec![answer],
            remarks: asked.remarks,
            ..self.found(exit)
        })
    }

    fn compared(&self, options: &options::compared::Options) -> anyhow::Result<Answered> {
        let comparison = options.comparison()?;
        let exit = comparison.outcome.into();
        Ok(Answered {
            comparisons: vec![comparison],
            ..self.found(exit)
        })
    }

    fn reported(&self, options: &Results) -> anyhow::Result<Answered> {
        let mut found = self.found(Exit::NoEvidence);
        for path in &options.results {
            match conduct::read_any(path)? {
                Stored::Record(record) => found.records.push(*record),
                Stored::Answer(answer) => found.answers.push(*answer),
                Stored::Comparison(comparison) => found.comparisons.push(*comparison),
                Stored::Calibration(_) | Stored::Watch(_) => anyhow::bail!(
                    "{}: found a calibration or a watch, which only the program shows; accepted: the record of a run, an answer or a comparison",
                    harmless::path(path)
                ),
            }
        }
        Ok(found)
    }

    fn exact(
        &self,
        options: &options::exact::Options,
        progress: &dyn Progress,
    ) -> anyhow::Result<Answered> {
        if let Some(catalogue) = options.listed() {
            let names = (catalogue.entries)().into_iter().map(|[name, ..]| name);
            let names: Vec<&str> = names.collect();
            anyhow::bail!("a name is missing; accepted: {}", names.join(", "));
        }
        let question = options.asked()?;
        progress.think("exact answer");
        // A long answer takes much memory, too: `--large` is for a machine.
        let crew = Crew::new(1, progress, None)?;
        let (routine, letters) = (question.routine.as_ref(), &question.letters);
        let found = (question.question).answer(routine, letters, false, &crew);
        progress.end();
        Ok(Answered {
            answers: vec![found?],
            ..self.found(Exit::NoEvidence)
        })
    }
}

impl Answered {
    fn found(&self) -> Found<'_> {
        Found {
            records: self.records.iter().collect(),
            comparisons: self.comparisons.iter().collect(),
            answers: self.answers.iter().collect(),
            ..Found::new(explain::dictionary())
        }
    }

    /// The exit code of the command.
    pub fn exit(&self) -> u8 {
        self.exit.code()
    }

    /// The command as one would write it in a shell.
    pub fn command(&self) -> &str {
        &self.command
    }

    /// The answer in a sentence, of the first result.
    pub fn says(&self) -> String {
        let of_record = self.records.first().map(report::headline);
        let of_comparison = self.comparisons.first().map(report::comparison_headline);
        let of_answer = self.answers.first();
        let of_answer = of_answer.map(|answer| report::answer_page(answer).words().to_owned());
        of_record
            .into_iter()
            .chain(of_comparison)
            .chain(of_answer)
            .next()
            .unwrap_or_default()
    }

    /// The same with the evidence, a line each.
    pub fn words(&self) -> String {
        let records = self.records.iter().map(report::words);
        let words: Vec<String> = records.collect();
        if words.is_empty() {
            self.says()
        } else {
            words.join("\n")
        }
    }

    /// `good`, `bad` or `doubt`; `plain` where nothing is judged.
    pub fn tone(&self) -> &'static str {
        match (self.records.as_slice(), self.comparisons.as_slice()) {
            ([first, ..], _) => report::tone(first.outcome),
            ([], [first, ..]) => match first.outcome {
                Movement::Same => "good",
                Movement::Moved => "bad",
                Movement::TooLittle | Movement::Partial => "doubt",
            },
            ([], []) => "plain",
        }
    }

    /// The parts of a page that show it.
    pub fn articles(&self) -> String {
        report::articles(&self.found())
    }

    /// Remarks that a reader of the answer should know, which the command would have printed beside it.
    pub fn remarks(&self) -> &[String] {
        &self.remarks
    }

    /// The text that the command would have written to a file with this ending.
    pub fn exported(&self, ending: &str) -> Result<String, String> {
        let format = FORMATS.iter().find(|format| format.ending == ending);
        let format = format.ok_or_else(|| {
            let endings: Vec<&str> = FORMATS.iter().map(|format| format.ending).collect();
            format!(
                "found `{}`; accepted: {}",
                harmless::line(ending),
                endings.join(", ")
            )
        })?;
        (format.text)(&self.found()).map_err(|error| error.to_string())
    }
}

/// The options of a command, as clap knows them.
fn arguments(command: &str) -> Vec<clap::Arg> {
    let line = Line::command();
    let found = line.find_subcommand(command);
    let all = found.into_iter().flat_map(clap::Command::get_arguments);
    all.cloned().collect()
}

#[cfg(test)]
mod tests;
