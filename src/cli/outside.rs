//! Decks from programs that run meanwhile: read, counted and judged.

use super::interrupt::Watch;
use super::judge::{About, judge};
use super::output::Clock;
use super::progress::Bar;
use super::{Exit, decks, memory, output, until};
use crate::simulate::{self, Machine};
use crate::source::{Commanded, Facts, Program, Running};
use crate::spec::Experiment;
use crate::statistic::Suite;

/// Judges the decks that `program` writes; `running` says how many, and is told of interruptions here.
/// `suite` is that of the statistics, if they are those of one.
pub(super) fn run(
    mut experiment: Experiment,
    suite: Option<Suite>,
    program: &Program,
    running: Running,
    machine: Machine,
    output: &output::Options,
) -> anyhow::Result<Exit> {
    output.kept.check(std::slice::from_ref(&experiment))?;
    memory::check(&experiment, 2, machine.threads)?;
    let clock = Clock::start(machine);
    let Some(until) = experiment.until.take() else {
        let (counted, facts) = read(&mut experiment, program, running, output, |source, of| {
            let bar = Bar::new(source.name(), Some(of.design.trials), output.quiet);
            let (cards, isa) = (of.design.cards, machine.isa);
            Ok(simulate::count(source, cards, &of.statistics, isa, &bar)?)
        })?;
        let about = About { facts, suite };
        return judge(&experiment, counted, &about, &clock, machine, output);
    };
    let (decided, _) = read(&mut experiment, program, running, output, |source, of| {
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
) -> anyhow::Result<(T, Facts)> {
    let watch = Watch::begin()?;
    let running = Running {
        interrupted: watch.asked(),
        ..running
    };
    let mut source = Commanded::start(program, &running)?;
    let found = count(&mut source, experiment)?;
    let facts = source.facts();
    if !output.quiet {
        decks::notes(&facts);
    }
    experiment.source = Some(source.described());
    Ok((found, facts))
}
