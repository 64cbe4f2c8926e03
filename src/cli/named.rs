//! A program that a spec names: run only if the user allows it.

use std::sync::Arc;

use anyhow::{Context, bail};

use super::exec::patience;
use super::{Exit, decks, output, outside};
use crate::rng::Seed;
use crate::simulate::Machine;
use crate::source::{Format, Header, Program, Running};
use crate::spec::{Command, Experiment};

/// Refuses what would be refused later, before anything runs.
pub(super) fn check(command: &Command, allowed: bool) -> anyhow::Result<()> {
    let program = program(command)?;
    if !allowed {
        bail!(
            "{}: found the program `{}`, which would run here; accepted: with --allow-commands, if you \
             trust this spec",
            command.place,
            program.shown()
        );
    }
    format(command).map(drop)
}

fn program(command: &Command) -> anyhow::Result<Program> {
    let program = Program::new(command.words.clone(), Some(command.folder.clone()));
    program.with_context(|| format!("{}: found no program", command.place))
}

fn format(command: &Command) -> anyhow::Result<Format> {
    let Some((name, place)) = &command.format else {
        return Ok(Format::Auto);
    };
    let found = decks::format(name);
    found.map_err(|accepted| anyhow::anyhow!("{place}: found `{name}`; {accepted}"))
}

/// Judges the decks that the program of `experiment` writes.
pub(super) fn run(
    experiment: Experiment,
    command: &Command,
    machine: Machine,
    output: &output::Options,
) -> anyhow::Result<Exit> {
    let cards = experiment.design.cards;
    let start = match &command.start {
        None => None,
        Some((file, place)) => {
            let Seed::Integer(seed) = experiment.seed else {
                bail!(
                    "{place}: found a list as the seed; accepted: a whole number, for the labels of copies"
                );
            };
            let start = decks::start(&file.to_string_lossy(), cards, place)?;
            Some((start, seed))
        }
    };
    let running = Running {
        jobs: command.jobs,
        decks: experiment.design.trials,
        at_most: experiment.until.is_some(),
        patience: patience(command.patience),
        cards,
        format: format(command)?,
        base: None,
        header: Header::Auto,
        columns: None,
        start,
        in_place: command.in_place,
        skip_invalid: 0,
        interrupted: Arc::default(),
    };
    outside::run(
        experiment,
        None,
        &program(command)?,
        running,
        machine,
        output,
    )
}
