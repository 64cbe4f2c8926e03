//! `colddeck exact`: answers without simulating.

use clap::{ArgMatches, Args, Command, FromArgMatches};

use super::progress::Console;
use super::screen::screen;
use super::{Exit, exports, list, memory, stdio};
use crate::options::exact::{self, Asked};
use ::run::conduct;
use ::run::conduct::{Ledger, Machine, Progress};
use ::run::explain;
use ::run::questions::{Kind, Topic};
use record::answers::Found;
use record::answers::advice::{Check, Verdict};
use record::to_json;

/// A question, and what becomes of its answer.
#[derive(Debug)]
pub(super) struct Options(exact::Options);

impl Args for Options {
    fn augment_args(command: Command) -> Command {
        let json = || exact::flag("json", "Print the answer as JSON");
        exact::Options::commands(command, |of_question| {
            exports::Files::augment_args(of_question.arg(json()))
        })
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for Options {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        exact::Options::from_arg_matches(matches).map(Self)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        self.0.update_from_arg_matches(matches)
    }
}

pub(super) fn run(Options(options): &Options) -> anyhow::Result<Exit> {
    let files = exports::Files::from_arg_matches(&options.typed)?;
    let json = options.typed.get_flag("json");
    answered(options, (json, &files), Machine::from(1), None)
}

/// Answers a question on `machine`: as JSON or as a page on the screen, and into files.
pub(super) fn answered(
    options: &exact::Options,
    (json, files): (bool, &exports::Files),
    machine: Machine,
    ledger: Option<&dyn Ledger>,
) -> anyhow::Result<Exit> {
    let typed = &options.typed;
    files.check()?;
    if let Some(catalogue) = options.listed() {
        return list::catalogue(catalogue);
    }
    let asked = options.asked()?;
    let large = announced(options.kind, typed, &asked)?;
    let console = Console::new(false);
    console.think("exact answer");
    let crew = conduct::Crew::new(machine, &console, ledger)?;
    let answer = (asked.question).answer(asked.routine.as_ref(), &asked.letters, large, &crew);
    console.end();
    let answer = answer?;
    files.write(&report::Found {
        answers: vec![&answer],
        ..report::Found::new(explain::dictionary())
    })?;
    if json {
        stdio::print_json(&to_json(&answer)?)?;
    } else {
        stdio::print(&report::answer(&answer, screen()))?;
    }
    Ok(exit(&answer.found))
}

/// A routine that was checked and is not enough is no success.
fn exit(found: &Found) -> Exit {
    let check = match found {
        Found::Advice(advice) => advice.check.as_ref(),
        _ => None,
    };
    match check.and_then(Check::verdict) {
        Some(Verdict::No) => Exit::Evidence,
        Some(Verdict::Nearly) => Exit::TooLittle,
        Some(Verdict::Yes) | None => Exit::NoEvidence,
    }
}

/// Returns true if an answer may take as long as it takes: then that is said, and it must fit.
fn announced(kind: &Kind, typed: &ArgMatches, asked: &Asked) -> anyhow::Result<bool> {
    let (
        Topic::Routine {
            large: Some(of), ..
        },
        Some(routine),
    ) = (&kind.topic, &asked.routine)
    else {
        return Ok(false);
    };
    if !typed.get_flag("large") {
        return Ok(false);
    }
    let effort = of(&routine.plan(&asked.letters), asked.cards)?;
    memory::check_bytes("this two-card chain", effort.bytes)?;
    stdio::note(&format!(
        "the two-card chain takes about {:.1e} multiplications and {} of memory",
        effort.multiplications,
        conduct::bytes(effort.bytes)
    ));
    Ok(true)
}
