//! Decks from programs that run meanwhile: read, counted and judged.

use std::collections::BTreeMap;

use super::interrupt::Watch;
use super::progress::Bar;
use super::{Exit, decks, memory, output};
use crate::simulate::{Counted, Machine};
use crate::source::{Commanded, Program, Running, SourceError};
use crate::spec::Experiment;
use crate::{record, simulate};

/// What reading the decks of a program gave.
struct Read {
    counted: Counted,
    described: String,
}

/// Judges the decks that `program` writes; `running` says how many, and is told of interruptions here.
pub(super) fn run(
    mut experiment: Experiment,
    program: &Program,
    running: Running,
    machine: Machine,
    output: &output::Options,
) -> anyhow::Result<Exit> {
    output.kept.check(std::slice::from_ref(&experiment))?;
    memory::check(&experiment, 2, machine.threads)?;
    let clock = output::Clock::start(machine);
    let read = {
        let watch = Watch::begin()?;
        let running = Running {
            interrupted: watch.asked(),
            ..running
        };
        read(&experiment, program, &running, machine, output)?
    };
    experiment.source = Some(read.described);
    let decks = read
        .counted
        .close(&experiment.statistics, &experiment.design);
    // The experiment has no routines, so that the control is all there is to simulate.
    let jobs = record::run_jobs(&experiment);
    let control = {
        let ideal = experiment.design.decks() * jobs.len() as u64;
        let bar = Bar::new("control", Some(ideal), output.quiet);
        simulate::run(
            &jobs,
            &experiment.design,
            &experiment.statistics,
            machine,
            &bar,
        )?
    };
    let mut subjects = vec![record::Subject {
        name: "decks",
        control: false,
        known: None,
        counts: &decks,
    }];
    let known = record::known_of(&jobs, experiment.design.cards);
    subjects.extend(record::subjects(&experiment, &known, &control));
    let record = record::assemble(&experiment, &subjects, BTreeMap::new())?;
    let spent = clock.stop(experiment.design.decks());
    output::present(output, &experiment, &record, &spent)
}

/// Reads all decks; the programs have ended when it returns.
fn read(
    experiment: &Experiment,
    program: &Program,
    running: &Running,
    machine: Machine,
    output: &output::Options,
) -> Result<Read, SourceError> {
    let mut source = Commanded::start(program, running)?;
    let counted = {
        let bar = Bar::new(source.name(), Some(running.decks), output.quiet);
        simulate::count(
            &mut source,
            running.cards,
            &experiment.statistics,
            machine.isa,
            &bar,
        )?
    };
    if !output.quiet {
        decks::notes(&source.facts());
    }
    Ok(Read {
        counted,
        described: source.described(),
    })
}
