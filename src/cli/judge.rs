//! Decks that something else shuffled and that were counted: judged beside as many ideal ones.

use std::collections::BTreeMap;

use super::progress::Bar;
use super::{Exit, output};
use crate::calibrate;
use crate::record::{self, Record, Shown, Subject};
use crate::rng::Seed;
use crate::simulate::{self, Counted, Counts, Machine};
use crate::source::Facts;
use crate::spec::Experiment;
use crate::statistic::Suite;
use crate::theory::Known;

/// What is known of decks beside their counts.
pub(super) struct About {
    /// What a reader of the result should know of them.
    pub facts: Facts,
    /// The suite whose statistics were counted, if it was one: what few decks would have shown is told of
    /// that.
    pub suite: Option<Suite>,
}

/// Judges `counted` and presents the record. The experiment has no routines, so that the control is all
/// there is to simulate.
pub(super) fn judge(
    experiment: &Experiment,
    counted: Counted,
    about: &About,
    clock: &output::Clock,
    machine: Machine,
    output: &output::Options,
) -> anyhow::Result<Exit> {
    let decks = counted.close(&experiment.statistics, &experiment.design);
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
    let known = record::known_of(&jobs, experiment.design.cards);
    let subjects = beside(experiment, &decks, &known, &control);
    let mut record = record::assemble(experiment, &subjects, BTreeMap::new())?;
    record.would_show = would_show(experiment, &record, about, machine, output)?;
    let spent = clock.stop(experiment.design.decks());
    output::present(output, experiment, &record, &spent)
}

/// The decks, and the ideal ones of which `known` is known.
pub(super) fn beside<'a>(
    experiment: &'a Experiment,
    decks: &'a Counts,
    known: &'a [Known],
    control: &'a [Counts],
) -> Vec<Subject<'a>> {
    let decks = Subject {
        name: "decks",
        control: false,
        known: None,
        counts: decks,
    };
    let mut subjects = vec![decks];
    subjects.extend(record::subjects(experiment, known, control));
    subjects
}

/// What few decks would have shown. Nothing where the order before the shuffle is not known, or where
/// copies are not told apart: the decks that are simulated have neither flaw.
fn would_show(
    experiment: &Experiment,
    record: &Record,
    about: &About,
    machine: Machine,
    output: &output::Options,
) -> anyhow::Result<Vec<Shown>> {
    let design = &experiment.design;
    let flawed = about.facts.unknown_start || about.facts.copies;
    let (Some(suite), false) = (about.suite, flawed || design.trials > calibrate::FEW_DECKS) else {
        return Ok(Vec::new());
    };
    let seed = match experiment.seed {
        Seed::Integer(seed) => seed as u64,
        Seed::List(_) => 0,
    };
    let bar = Bar::new("what decks would show", None, output.quiet);
    let bench = calibrate::Bench {
        seed,
        machine,
        progress: &bar,
    };
    let ours = record.routines.iter().filter(|routine| !routine.control);
    let tests = ours.flat_map(|routine| &routine.tests);
    let few = calibrate::Few {
        suite,
        cards: design.cards,
        decks: design.trials,
        alpha: experiment.alpha,
        valid: tests.filter(|test| test.p.is_some()).count(),
        tests: record.experiment.tests,
    };
    Ok(calibrate::would_show(&bench, &few)?)
}
