//! Runs that stop once they are decided: options, and what is done with them.

use std::collections::BTreeMap;

use clap::Args;

use super::progress::Bar;
use super::{Exit, judge, output};
use crate::answer::Answer;
use crate::record::{self, Record, Subject};
use crate::simulate::{self, Counted, Counts, Machine};
use crate::source::Source;
use crate::spec::{AskedUntil, Experiment, UntilDecided};
use crate::statistic::Design;
use crate::verdict::anytime::{Finding, Referee, Rules};

/// Options for runs that stop once they are decided.
#[derive(Debug, Args)]
#[group(id = "until")]
pub(super) struct Options {
    /// Look at the decks as they come, and stop as soon as each routine is decided; the verdict is as good
    /// as that of a fixed number of decks. Exit code 3 if undecided at the last deck
    #[arg(long)]
    until_decided: bool,
    /// The departure that does not matter, in total variation: a routine passes once all its statistics
    /// are shown to be nearer to ideal than this [default: 0.05]
    #[arg(long, value_name = "D", requires = "until_decided")]
    delta: Option<f64>,
    /// Decks of each routine at the most [default: 1000000]
    #[arg(
        long,
        value_name = "N",
        requires = "until_decided",
        allow_negative_numbers = true
    )]
    max_trials: Option<i64>,
}

impl Options {
    /// What was asked for.
    pub fn asked(&self) -> Option<AskedUntil> {
        self.until_decided.then_some(AskedUntil {
            delta: self.delta,
            max_trials: self.max_trials,
        })
    }
}

/// Who judges the jobs of an experiment, of which `controls` says whether they are control groups.
pub(super) fn referee<'a>(
    experiment: &'a Experiment,
    until: &UntilDecided,
    design: &Design,
    controls: &[bool],
) -> anyhow::Result<Referee<'a>> {
    let rules = Rules {
        alpha: experiment.alpha,
        beta: experiment.alpha,
        delta: until.delta,
    };
    Ok(Referee::new(
        rules,
        &experiment.statistics,
        design,
        controls,
    )?)
}

/// The record of subjects that were counted until they were decided.
pub(super) fn assembled(
    experiment: &Experiment,
    until: &UntilDecided,
    subjects: Vec<Subject<'_>>,
    findings: Vec<Finding>,
    answers: BTreeMap<String, Answer>,
) -> Record {
    let subjects: Vec<(Subject<'_>, Finding)> = subjects.into_iter().zip(findings).collect();
    record::assemble_decided(experiment, until, &subjects, answers)
}

/// All decks of each job as a single replicate.
pub(super) fn close(counted: Vec<Counted>, experiment: &Experiment) -> Vec<Counts> {
    let close = |counted: Counted| {
        let design = Design {
            trials: counted.decks(),
            ..experiment.design
        };
        counted.close(&experiment.statistics, &design)
    };
    counted.into_iter().map(close).collect()
}

/// Decks that were read until they were decided.
#[derive(Debug)]
pub(super) struct Decided {
    counted: Counted,
    finding: Finding,
}

impl Decided {
    /// Their number.
    pub fn decks(&self) -> u64 {
        self.counted.decks()
    }
}

/// Reads decks of `source`, which the bar calls `name`, until they are decided: what comes after that is
/// left to whoever writes it.
pub(super) fn read(
    experiment: &Experiment,
    until: &UntilDecided,
    source: &mut dyn Source,
    name: &str,
    machine: Machine,
    output: &output::Options,
) -> anyhow::Result<Decided> {
    let mut referee = referee(experiment, until, &experiment.design, &[false])?;
    let bar = Bar::new(name, None, output.quiet);
    let mut counted = vec![simulate::count_watched(
        source,
        experiment.design.cards,
        until.max_trials,
        &experiment.statistics,
        machine.isa,
        &bar,
        &mut referee,
    )?];
    let finding = referee.findings(&counted).remove(0);
    Ok(Decided {
        counted: counted.remove(0),
        finding,
    })
}

/// Closes standard input: whoever goes on writing learns now that nobody reads, not at the end of the
/// program.
#[cfg(unix)]
pub(super) fn hang_up() {
    // Without it, the writer waits a little longer.
    if let Ok(nothing) = std::fs::File::open("/dev/null") {
        let _ = rustix::stdio::dup2_stdin(&nothing);
    }
}

/// Elsewhere that happens at the end of the program.
#[cfg(not(unix))]
pub(super) fn hang_up() {}

/// As many ideal decks as were read, looked at as often, and the record of both.
pub(super) fn judged(
    experiment: &Experiment,
    until: &UntilDecided,
    read: Decided,
    clock: &output::Clock,
    machine: Machine,
    output: &output::Options,
) -> anyhow::Result<Exit> {
    let jobs = record::run_jobs(experiment);
    let controls: Vec<bool> = jobs.iter().map(|_| true).collect();
    let mut referee = referee(experiment, until, &experiment.design, &controls)?;
    let control = {
        let ideal = experiment.design.decks() * jobs.len() as u64;
        let bar = Bar::new("control", Some(ideal), output.quiet);
        simulate::watch(
            &jobs,
            &experiment.design,
            &experiment.statistics,
            machine,
            &bar,
            &mut referee,
        )?
    };
    let mut findings = vec![read.finding];
    findings.extend(referee.findings(&control));
    let decks = close(vec![read.counted], experiment);
    let control = close(control, experiment);
    let known = record::known_of(&jobs, experiment.design.cards);
    let subjects = judge::beside(experiment, &decks[0], &known, &control);
    let record = assembled(experiment, until, subjects, findings, BTreeMap::new());
    output::present(
        output,
        experiment,
        &record,
        &clock.stop(experiment.design.decks()),
    )
}
