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
mod interrupt;
mod keeping;
mod list;
mod lock;
mod machine;
mod memory;
mod merge;
mod new;
mod output;
mod pace;
mod progress;
mod report;
mod run;
mod screen;
mod stdio;
mod stored;
mod test;
mod ways;

use std::ffi::OsString;
use std::process::ExitCode;

use anstyle::AnsiColor;
use clap::{Parser, Subcommand};

pub use crate::options::Exit;
use text::files;
use text::files::Noted;
use text::harmless;

/// The end of the help of commands that judge.
const POINTER: &str =
    "`colddeck explain NAME` says what a word of the answer means, in plain English.";

/// Is this deck really shuffled? Statistical tests for shuffles.
#[derive(Debug, Parser)]
#[command(version, about, max_term_width = 100, after_help = EXIT_CODES, override_usage = USAGE)]
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

const EXIT_CODES: &str = "\
Without a command, a file or a folder is looked at by what it holds: decks are tested, records shown, specs run without writing results. \
What is no file is taken for a routine.

Use `run` when colddeck knows your shuffle: write it as letters (R riffle, M mash, C cut, …) or \
words (\"mash*7 cut\") and it simulates as many decks as you like, beside exact values. Use `test` when only your own program or your \
own hands know it: record the decks it gives, each shuffled from the same starting order, and pipe them in.

`list shuffles` shows all shuffles in groups: right ones, those done with cards, and wrong ones that were \
really shipped, each with where it was seen. `list sources` shows how else decks go wrong: few seeds, \
the clock as a seed, decks that are not put back in order.

Exit codes: 0 no evidence against the shuffle (with claims: each came out as expected); 1 evidence \
found (or a claim that did not); 2 a wrong input or a failure; 3 too little data to say, or undecided; 130 or 143 \
stopped by Ctrl-C or SIGTERM, after what was counted was saved. Over several specs 2 > 1 > 3 > 0.";

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
    /// Say what made some decks: the likelihood of each model, of hands and of wrong programs: fit FILE --deck 60
    Fit(fit::Options),
    /// Put the parts of a run together that was shared out over machines: run SPEC --shard 3/16
    Merge(merge::Options),
    /// Answer without simulating: total variation, positions, pairs of cards, hitting times, null laws
    Exact(exact::Options),
    /// Find the routine that mixes best within a time: advise --deck 60 --within 60s --moves M,O,C
    Advise(Box<advise::Options>),
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

impl Cli {
    /// Reads the command line. Where that is all there is to do (a wrong argument, `--help`), that was said, and how
    /// the program ends is given; so it is where this process was the guardian of programs.
    ///
    /// # Errors
    /// The exit code, where there is nothing to run.
    pub fn read() -> Result<Self, ExitCode> {
        if source::guardian() {
            return Err(Exit::NoEvidence.into());
        }
        Self::of(std::env::args_os()).map_err(|message| {
            // The message shows what was typed.
            let text = message.render().ansi().to_string();
            if message.use_stderr() {
                stdio::note(text.trim_end());
                return Exit::Failure.into();
            }
            match stdio::print(&text) {
                Ok(()) => Exit::NoEvidence.into(),
                Err(error) => {
                    fail(&error);
                    Exit::Failure.into()
                }
            }
        })
    }

    /// Reads these words as a command line.
    fn of(words: impl IntoIterator<Item = OsString>) -> Result<Self, clap::Error> {
        let words = door::opened(words);
        let (cli, files) = files::noting(|| Self::try_parse_from(words));
        Ok(Self { files, ..cli? })
    }

    /// Runs the command.
    pub fn run(self) -> anyhow::Result<Exit> {
        match self.command {
            Command::Run(options) => run::run(&options, &self.files),
            Command::Merge(options) => merge::run(&options),
            Command::Test(options) => test::run(&options),
            Command::Exec(options) => exec::run(&options),
            Command::Emit(options) => emit::run(&options),
            Command::Fit(options) => fit::run(&options),
            Command::Exact(options) => exact::run(&options),
            Command::Advise(options) => advise::run(&options, &self.files),
            Command::Compare(options) => compare::run(&options),
            Command::Report(options) => report::run(&options),
            Command::Calibrate(options) => calibrate::run(&options, &self.files),
            Command::Claims(options) => claims::run(&options),
            Command::Explain(options) => explain::run(&options),
            Command::New(options) => new::run(&options),
            Command::List(options) => list::run(&options),
        }
    }
}

/// Prints an error to stderr, with what caused it.
pub fn fail(error: &anyhow::Error) {
    let red = AnsiColor::Red.on_default().bold();
    stdio::note(&format!(
        "{red}error{red:#}: {}",
        harmless::lines(&format!("{error:#}"))
    ));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        <Cli as clap::CommandFactory>::command().debug_assert();
    }
}
