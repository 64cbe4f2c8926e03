//! The command line: one file per command.

mod calibrate;
mod claims;
mod closed;
mod compare;
mod decks;
mod emit;
mod exact;
mod exec;
mod explain;
mod exports;
mod interrupt;
mod list;
mod machine;
mod memory;
mod new;
mod output;
mod pace;
mod progress;
mod report;
mod rows;
mod run;
mod screen;
mod states;
mod stored;
mod test;
mod until;

use std::path::Path;
use std::process::ExitCode;

use anstyle::AnsiColor;
use clap::{Parser, Subcommand};

use crate::deck::{MAX_CARDS, MIN_CARDS};
use crate::spec::Dealt;
use crate::statistic::{SUITES, Suite};
use crate::{harmless, names, whole};

/// Is this deck really shuffled? Statistical tests for shuffles.
#[derive(Debug, Parser)]
#[command(version, about, max_term_width = 100, after_help = EXIT_CODES)]
pub struct Cli {
    #[command(subcommand)]
    command: Command,
}

const EXIT_CODES: &str = "\
Use `run` when colddeck knows your shuffle: write it as letters (R riffle, M mash, C cut, …) or \
words (\"mash*7 cut\") and it simulates as many decks as you like, beside exact values. Use `test` when only your own program or your \
own hands know it: record the decks it gives, each shuffled from the same starting order, and pipe them in.

`list shuffles` shows all shuffles in groups: right ones, those done with cards, and wrong ones that were \
really shipped, each with where it was seen. `list sources` shows how else decks go wrong: few seeds, \
the clock as a seed, decks that are not put back in order.

Exit codes: 0 no evidence against the shuffle (with claims: each came out as expected); 1 evidence \
found (or a claim that did not); 2 a wrong input or a failure; 3 too little data to say, or undecided. Over several \
specs 2 > 1 > 3 > 0.";

#[derive(Debug, Subcommand)]
enum Command {
    /// Run experiments: specs, folders of specs, or routines such as "RRH" with --deck
    Run(run::Options),
    /// Test decks that something else shuffled: a file, or the output of a program
    Test(test::Options),
    /// Test decks that a program writes, several copies of it at once: exec --deck 52 -- COMMAND
    Exec(exec::Options),
    /// Write decks, or the uniform bits that fair decks carry, for other programs
    Emit(emit::Options),
    /// Answer without simulating: total variation, positions, pairs of cards, hitting times, null laws
    Exact(exact::Options),
    /// Compare two records: which statistics moved, and by how many standard errors
    Compare(compare::Options),
    /// Show results again, or make pages and pictures of them: report results
    Report(report::Options),
    /// Judge colddeck itself: false alarms on ideal decks, and how soon bad shuffles are caught
    Calibrate(calibrate::Options),
    /// Put every claim of all results on one page, with what is true where it is false
    Claims(claims::Options),
    /// Explain a statistic, a verdict or any word of a screen, in plain English: explain total variation
    Explain(explain::Options),
    /// Write a commented spec to start from
    New(new::Options),
    /// List what specs can name: shuffles, statistics, generators, sources, claims, or experiments in a folder
    List(list::Options),
}

/// How a command ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Exit {
    /// No evidence against the shuffle, or all claims as expected.
    NoEvidence,
    /// Evidence, or a claim not as expected.
    Evidence,
    /// A wrong input or a failure of the machine.
    Failure,
    /// Too little data to say.
    TooLittle,
}

impl Exit {
    /// The graver of two: failure, evidence, too little, none.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        let gravity = |exit| match exit {
            Self::NoEvidence => 0,
            Self::TooLittle => 1,
            Self::Evidence => 2,
            Self::Failure => 3,
        };
        if gravity(other) > gravity(self) {
            other
        } else {
            self
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(match exit {
            Exit::NoEvidence => 0,
            Exit::Evidence => 1,
            Exit::Failure => 2,
            Exit::TooLittle => 3,
        })
    }
}

impl Cli {
    /// Reads the command line. Where that is all there is to do (a wrong argument, `--help`), that was said, and how
    /// the program ends is given.
    ///
    /// # Errors
    /// The exit code, where there is nothing to run.
    pub fn read() -> Result<Self, ExitCode> {
        Self::try_parse().map_err(|message| {
            // What was typed is shown in it.
            let text = message.render().ansi().to_string();
            if message.use_stderr() {
                output::note(text.trim_end());
                return Exit::Failure.into();
            }
            match output::print(&text) {
                Ok(()) => Exit::NoEvidence.into(),
                Err(error) => {
                    fail(&error);
                    Exit::Failure.into()
                }
            }
        })
    }

    /// Runs the command.
    pub fn run(self) -> anyhow::Result<Exit> {
        match self.command {
            Command::Run(options) => run::run(&options),
            Command::Test(options) => test::run(&options),
            Command::Exec(options) => exec::run(&options),
            Command::Emit(options) => emit::run(&options),
            Command::Exact(options) => exact::run(&options),
            Command::Compare(options) => compare::run(&options),
            Command::Report(options) => report::run(&options),
            Command::Calibrate(options) => calibrate::run(&options),
            Command::Claims(options) => claims::run(&options),
            Command::Explain(options) => explain::run(&options),
            Command::New(options) => new::run(&options),
            Command::List(options) => list::run(&options),
        }
    }
}

/// Reads the number of cards in a deck.
fn cards<T: TryFrom<u64>>() -> impl Fn(&str) -> Result<T, String> + Clone {
    whole::within(MIN_CARDS as u64..=MAX_CARDS as u64)
}

/// A suite by its name.
fn suite(text: &str) -> Result<Suite, String> {
    Suite::named(text).ok_or_else(|| accepted(text, || SUITES.iter().map(|about| about.name)))
}

/// The message about a word that is none of the names.
fn accepted<N: Iterator<Item = &'static str>>(text: &str, names: impl Fn() -> N) -> String {
    let (list, hint) = (names::list(names()), names::hint(text, names()));
    format!("accepted: {list}{hint}")
}

/// Prints an error to stderr, with what caused it.
pub fn fail(error: &anyhow::Error) {
    let red = AnsiColor::Red.on_default().bold();
    output::note(&format!(
        "{red}error{red:#}: {}",
        harmless::lines(&format!("{error:#}"))
    ));
}

/// What there is to shuffle, as an option says it.
fn dealt(text: &str) -> Result<Dealt, String> {
    Dealt::read(text, Path::new("."))
}

/// The cards of each type, which `--deck` or `--types` may say.
fn types(deck: Option<&Dealt>, types: Option<&String>) -> anyhow::Result<Option<String>> {
    let dealt = deck.and_then(|deck| deck.types.clone());
    match (dealt, types) {
        (Some(_), Some(_)) => {
            anyhow::bail!(
                "--types: found it beside a --deck that says its types; accepted: one of the two"
            )
        }
        (dealt, types) => Ok(dealt.or_else(|| types.cloned())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        <Cli as clap::CommandFactory>::command().debug_assert();
    }

    #[test]
    fn the_graver_exit_wins() {
        use Exit::{Evidence, Failure, NoEvidence, TooLittle};
        assert_eq!(
            NoEvidence.and(TooLittle).and(Evidence).and(TooLittle),
            Evidence
        );
        assert_eq!(Evidence.and(Failure).and(NoEvidence), Failure);
    }
}
