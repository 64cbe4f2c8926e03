//! Decks from programs that run meanwhile: read, counted and judged.

use std::collections::BTreeMap;

use super::interrupt::Watch;
use super::output::Clock;
use super::progress::Bar;
use super::{Exit, decks, memory, output, until};
use crate::simulate::{Counted, Machine};
use crate::source::{Commanded, Program, Running};
use crate::spec::Experiment;
use crate::{record, simulate};

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
    let clock = Clock::start(machine);
    let Some(until) = experiment.until.take() else {
        let counted = read(&mut experiment, program, running, output, |source, of| {
            let bar = Bar::new(source.name(), Some(of.design.trials), output.quiet);
            let (cards, isa) = (of.design.cards, machine.isa);
            Ok(simulate::count(source, cards, &of.statistics, isa, &bar)?)
        })?;
        return judged(&experiment, counted, &clock, machine, output);
    };
    let decided = read(&mut experiment, program, running, output, |source, of| {
        let name = source.name().to_owned();
        until::read(of, &until, source, &name, machine, output)
    })?;
    experiment.design.trials = decided.decks();
    until::judged(&experiment, &until, decided, &clock, machine, output)
}

/// What `count` makes of the decks of the programs, which have ended when it returns.
fn read<T>(
    experiment: &mut Experiment,
    program: &Program,
    running: Running,
    output: &output::Options,
    count: impl FnOnce(&mut Commanded, &Experiment) -> anyhow::Result<T>,
) -> anyhow::Result<T> {
    let watch = Watch::begin()?;
    let running = Running {
        interrupted: watch.asked(),
        ..running
    };
    let mut source = Commanded::start(program, &running)?;
    let found = count(&mut source, experiment)?;
    if !output.quiet {
        decks::notes(&source.facts());
    }
    experiment.source = Some(source.described());
    Ok(found)
}

/// As many ideal decks as were counted, and the record of both.
fn judged(
    experiment: &Experiment,
    counted: Counted,
    clock: &Clock,
    machine: Machine,
    output: &output::Options,
) -> anyhow::Result<Exit> {
    let decks = counted.close(&experiment.statistics, &experiment.design);
    // The experiment has no routines, so that the control is all there is to simulate.
    let jobs = record::run_jobs(experiment);
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
    subjects.extend(record::subjects(experiment, &known, &control));
    let record = record::assemble(experiment, &subjects, BTreeMap::new())?;
    let spent = clock.stop(experiment.design.decks());
    output::present(output, experiment, &record, &spent)
}
