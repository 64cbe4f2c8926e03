//! The command line: one file per command.

mod advise;
mod calibrate;
mod claims;
mod closed;
mod compare;
mod door;
mod emit;
mod exact;
mod exec;
mod explain;
mod exports;
mod fit;
mod follow;
mod generate;
mod help;
mod interrupt;
mod keeping;
mod list;
mod lock;
mod machine;
mod memory;
mod merge;
mod new;
mod order;
mod output;
mod pace;
mod progress;
mod report;
mod run;
mod screen;
mod stdio;
mod stored;
mod test;
mod version;
mod ways;

use std::ffi::OsString;

use ::run::questions::QUESTIONS;
use anstyle::AnsiColor;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use shuffle::routine::{Letters, Routine};

pub use crate::options::Exit;
use text::files;
use text::files::Noted;
use text::harmless;

/// The end of the help of commands that judge.
const POINTER: &str =
    "`colddeck explain WORD` says what a word of the answer means, in plain English.";

/// Is this deck really shuffled? Statistical tests for shuffles.
#[derive(Debug, Parser)]
#[command(version = version::SHORT, long_version = version::LONG, about, max_term_width = 100, after_help = FIRST, after_long_help = EXIT_CODES, override_usage = USAGE)]
pub struct Cli {
    #[command(subcommand)]
    command: Command,
    /// The files that options name, which were read with them.
    #[arg(skip)]
    files: Vec<Noted>,
}

const USAGE: &str = "colddeck FILE|FOLDER|-           look at this: decks, a spec, a record
       colddeck ROUTINE --deck N       try a routine, such as \"mash*7 cut\"
       colddeck COMMAND [OPTIONS]";

/// The end of the short help.
const FIRST: &str = "\
Examples:
  colddeck \"mash*7 cut\" --deck 60     is this routine enough?
  colddeck test decks.txt             were these decks shuffled well?
  colddeck exec --deck 52 -- ./mine   is my program right?
  colddeck explain total variation    a word of the screen

`colddeck COMMAND -h` shows the most used options of a command. `colddeck --help` says more, with all exit codes.";

/// The end of the long one.
const EXIT_CODES: &str = "\
Without a command, a file or a folder is looked at by what it holds: decks are tested, records shown, specs run without writing results. \
What is no file is taken for a routine.

Use `run` when colddeck knows your shuffle: write it as letters (R riffle, M mash, C cut, …) or \
words (\"mash*7 cut\") and it simulates as many decks as you like, beside exact values. Use `test` when only your own program or your \
own hands know it: record the decks it gives, each shuffled from the same starting order, and pipe them in.

`list shuffles` shows all shuffles in groups: right ones, those done with cards, and wrong ones that were \
really shipped. `list sources` shows how else decks go wrong: few seeds, the clock as a seed, decks that are not put back in order.

Exit codes:
  0         no evidence against the shuffle; with claims: each came out as expected
  1         evidence found, or a claim that came out otherwise
  2         a wrong input or a failure
  3         too little data to say, or undecided
  130, 143  stopped by Ctrl-C or SIGTERM, after what was counted was saved
Over several specs 2 > 1 > 3 > 0.";

#[derive(Debug, Subcommand)]
enum Command {
    /// Simulate shuffles: a routine such as "mash*7 cut", or specs
    Run(run::Options),
    /// Test decks that you recorded, draws, or one order
    Test(test::Options),
    /// Test one long order, or the epochs of a data loader
    Order(order::Options),
    /// Start a program that writes decks, and test them
    Exec(exec::Options),
    /// Find out which shuffle or which wrong program made some decks
    Fit(fit::Options),
    /// Compute answers exactly, without simulating
    Exact(exact::Options),
    /// Find the best routine for the time that you have
    Advise(Box<advise::Options>),
    /// See what moved between two results
    Compare(compare::Options),
    /// Show a result again, or make pages and pictures of it
    Report(report::Options),
    /// Explain any word of a screen in plain English
    Explain(explain::Options),
    /// List shuffles, statistics, generators, claims or experiments
    List(list::Options),
    /// Write a commented spec to start from
    New(new::Options),
    /// Write shuffled decks, or random bits, for other programs
    Emit(emit::Options),
    /// Merge the parts of a run that was split over machines
    Merge(merge::Options),
    /// Test colddeck itself: false alarms, and how soon faults show
    Calibrate(calibrate::Options),
    /// Put the claims of all results on one page
    Claims(claims::Options),
    /// Write man pages, shell completions or the schema of records
    Generate(generate::Options),
}

impl Cli {
    /// Reads a command line. Where that is all there is to do (a wrong argument, `--help`), that was said, and how the
    /// program ends is given.
    fn read(words: &[OsString]) -> Result<Self, Exit> {
        Self::of(words.iter().cloned()).map_err(|message| {
            let typed: Vec<String> = (words.iter().skip(1))
                .map(|word| word.to_string_lossy().into_owned())
                .collect();
            let meant = unheaded(&message, &typed)
                .or_else(|| misplaced(&message, &typed))
                .or_else(|| worded(&message));
            if let Some(problem) = meant {
                complain(&problem);
                return Exit::Failure;
            }
            // The message shows what was typed.
            let text = message.render().ansi().to_string();
            if message.use_stderr() {
                stdio::note(text.trim_end());
                return Exit::Failure;
            }
            match stdio::print(&text) {
                Ok(()) => Exit::NoEvidence,
                Err(error) => {
                    fail(&error);
                    Exit::Failure
                }
            }
        })
    }

    /// Reads these words as a command line.
    fn of(words: impl IntoIterator<Item = OsString>) -> Result<Self, clap::Error> {
        let words = door::opened(words);
        let (cli, files) = files::noting(|| {
            let mut found = Self::line().try_get_matches_from(words)?;
            Self::from_arg_matches_mut(&mut found).map_err(|error| error.format(&mut Self::line()))
        });
        Ok(Self { files, ..cli? })
    }

    /// The command line as its help shows it.
    fn line() -> clap::Command {
        help::arranged(Self::command())
    }

    /// Runs the command.
    fn run(self) -> anyhow::Result<Exit> {
        match self.command {
            Command::Run(options) => run::run(&options, &self.files),
            Command::Merge(options) => merge::run(&options),
            Command::Test(options) => test::run(&options),
            Command::Order(options) => order::run(&options),
            Command::Exec(options) => exec::run(&options),
            Command::Emit(options) => emit::run(&options),
            Command::Fit(options) => fit::run(&options),
            Command::Exact(options) => exact::run(&options),
            Command::Advise(options) => advise::run(&options, &self.files),
            Command::Compare(options) => compare::run(&options),
            Command::Report(options) => report::run(&options),
            Command::Calibrate(options) => calibrate::run(&options, &self.files),
            Command::Claims(options) => claims::run(&options),
            Command::Generate(options) => generate::run(&options),
            Command::Explain(options) => explain::run(&options),
            Command::New(options) => new::run(&options),
            Command::List(options) => list::run(&options),
        }
    }
}

/// Does what the command line `words` says, the name of the program first, and gives how it ends. `itself` is the command that
/// starts the program once more: a guardian of programs is a second process of it.
pub fn main(words: &[OsString], itself: &[OsString]) -> Exit {
    if reader::guardian(words, itself) {
        return Exit::NoEvidence;
    }
    let cli = match Cli::read(words) {
        Ok(cli) => cli,
        Err(exit) => return exit,
    };
    cli.run().unwrap_or_else(|error| {
        fail(&error);
        Exit::Failure
    })
}

/// The words about a command line without what it is about: options alone, or a routine where `exact` wants a question.
fn unheaded(error: &clap::Error, typed: &[String]) -> Option<String> {
    let first = typed.first()?;
    if error.kind() == ErrorKind::InvalidSubcommand && first == "exact" {
        let routine = typed.get(1)?;
        Routine::parse(routine, &Letters::default()).ok()?;
        let rest = typed[2..].iter().map(String::as_str);
        let words: Vec<&str> = ["colddeck", "exact", "tv", routine]
            .into_iter()
            .chain(rest)
            .collect();
        return Some(format!(
            "did you mean `{}`? Found the routine `{routine}` without a question; accepted: tv, law, position and the others \
             that `colddeck exact --help` lists",
            harmless::shell(&words)
        ));
    }
    if error.kind() == ErrorKind::UnknownArgument && is_long_option(first) {
        let words: Vec<&str> = typed.iter().map(String::as_str).collect();
        let options = harmless::shell(&words);
        return Some(format!(
            "did you mean `colddeck FILE {options}`? Found options alone; accepted: with a file of decks, a routine, or - for \
             standard input"
        ));
    }
    None
}

/// The words about an argument that is not expected where it stands, if it is plain what was meant; `typed` is the command line.
fn misplaced(error: &clap::Error, typed: &[String]) -> Option<String> {
    if error.kind() != ErrorKind::UnknownArgument {
        return None;
    }
    let Some(ContextValue::String(found)) = error.get(ContextKind::InvalidArg) else {
        return None;
    };
    // A long option with one sign before it is read as several short ones.
    let single = typed.iter().find(|word| {
        let name = word.trim_start_matches('-');
        word.starts_with(found.as_str()) && !word.starts_with("--") && is_option(name)
    });
    if let Some(word) = single {
        return Some(format!("did you mean `-{word}`? Found `{word}`"));
    }
    let at = typed.iter().position(|word| word == found)?;
    if found.parse::<f64>().is_ok() {
        let option = typed[..at].last().filter(|word| word.starts_with("--"))?;
        return Some(format!(
            "{option}: found `{found}`; accepted: a number that is not negative"
        ));
    }
    if let Some(others) = of_other_questions(found, typed) {
        return Some(others);
    }
    if typed.first().is_some_and(|command| command == "exec") && !found.starts_with('-') {
        let meant = harmless::shell(&with_program(&typed[1..]));
        return Some(format!(
            "did you mean `colddeck exec {meant}`? Found `{found}` without `--` before it; accepted: options, then `--`, \
             then the program and its arguments"
        ));
    }
    let is_advice = typed.first().is_some_and(|command| command == "advise");
    (is_advice && !found.starts_with('-')).then(|| {
        let routine = harmless::shell(&[found.as_str()]);
        format!(
            "did you mean `colddeck advise --check {routine} --deck 60`? Found {routine} without --check; advise by itself \
             looks for a routine, as in `colddeck advise --deck 60 --within 30s`"
        )
    })
}

/// The words about an option that other questions have.
fn of_other_questions(found: &str, typed: &[String]) -> Option<String> {
    let name = found.strip_prefix("--")?;
    let [command, question, ..] = typed else {
        return None;
    };
    let is_asked = command == "exact" && QUESTIONS.iter().any(|kind| kind.name == question);
    let having = QUESTIONS.iter().filter(|kind| {
        let is_of_exact = !kind.is_own_command();
        is_of_exact && kind.parameters.iter().any(|known| known.name == name)
    });
    let having: Vec<&str> = having.map(|kind| kind.name).collect();
    (is_asked && !having.is_empty()).then(|| {
        format!(
            "{found}: `exact {question}` has no such option; it is answered by {}",
            text::names::list(having.into_iter())
        )
    })
}

/// The words of `colddeck exec` with `--` between its options, wherever they stand, and the program.
fn with_program(typed: &[String]) -> Vec<&str> {
    let (mut options, mut program) = (Vec::new(), vec!["--"]);
    let mut words = typed.iter().map(String::as_str);
    while let Some(word) = words.next() {
        if is_long_option(word) {
            options.push(word);
            if takes_value(word) {
                options.extend(words.next());
            }
        } else {
            program.push(word);
        }
    }
    options.extend(program);
    options
}

/// Returns true for a long option of some command, as it is typed.
fn is_long_option(text: &str) -> bool {
    let name = text
        .split('=')
        .next()
        .and_then(|name| name.strip_prefix("--"));
    name.is_some_and(is_option)
}

/// Returns true for a long option that the next word is the value of.
fn takes_value(text: &str) -> bool {
    let name = text.strip_prefix("--");
    name.is_some_and(|name| has_option(name, |option| option.get_action().takes_values()))
}

/// Returns true for the name of a long option of some command.
fn is_option(name: &str) -> bool {
    name.len() > 1 && has_option(name, |_| true)
}

/// Returns true if some command has a long option of that name that is so.
fn has_option(name: &str, is: impl Fn(&clap::Arg) -> bool) -> bool {
    let line = Cli::command();
    line.get_subcommands()
        .flat_map(clap::Command::get_arguments)
        .any(|option| option.get_long() == Some(name) && is(option))
}

/// The words about a value that an option does not take: the guess first, then the option, what was found and what is accepted.
fn worded(error: &clap::Error) -> Option<String> {
    let said = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text.as_str()),
        _ => None,
    };
    let option = said(ContextKind::InvalidArg)?.split([' ', '=']).next()?;
    let option = option.trim_matches(['[', ']', '<', '>', '.']);
    let value = said(ContextKind::InvalidValue)?;
    let problem = match (error.kind(), error.get(ContextKind::ValidValue)) {
        (ErrorKind::InvalidValue, Some(ContextValue::Strings(values))) if !value.is_empty() => {
            let guess = said(ContextKind::SuggestedValue);
            let guess = guess.map_or_else(String::new, |meant| format!("did you mean {meant}? "));
            format!("{guess}accepted: {}", values.join(", "))
        }
        (ErrorKind::ValueValidation, _) => std::error::Error::source(error)?.to_string(),
        _ => return None,
    };
    let problem = match problem.rsplit_once("; did you mean ") {
        Some((rest, guess)) => format!("did you mean {guess} {rest}"),
        None => problem,
    };
    let value = value.escape_debug();
    let problem = match problem.split_once("accepted: ") {
        Some(("", accepted)) => format!("found `{value}`; accepted: {accepted}"),
        Some((guess, accepted)) if !guess.contains("ound ") => {
            let begin = if guess.ends_with("? ") {
                "Found"
            } else {
                "found"
            };
            format!("{guess}{begin} `{value}`; accepted: {accepted}")
        }
        Some(_) => problem,
        None => return None,
    };
    Some(format!("{option}: {problem}"))
}

/// Prints an error to stderr, with what caused it.
pub fn fail(error: &anyhow::Error) {
    complain(&format!("{error:#}"));
}

fn complain(problem: &str) {
    let red = AnsiColor::Red.on_default().bold();
    let text = stdio::wrapped(&format!("error: {}", harmless::lines(problem)));
    let rest = text.strip_prefix("error").unwrap_or(&text);
    stdio::note(&format!("{red}error{red:#}{rest}"));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        Cli::line().debug_assert();
    }
}
