//! The jobs that an experiment simulates, and the facts that are known of them without simulating.

use super::bench::ideal_job;
use crate::draws::{self, Described};
use crate::exact::cube::walk::Draw;
use crate::policy::Policy;
use crate::rng::Generator;
use crate::routine::Plan;
use crate::simulate::{Drawing, Job, Scrambles};
use crate::source::Scramble;
use crate::spec::{CONTROL, Experiment};
use crate::subject::Weights;
use crate::theory::scrambles::{self, Moves};
use crate::theory::{self, Known};

/// Lists the jobs that an experiment simulates: its routines, then the control, if it has one.
pub fn jobs(experiment: &Experiment<'_>) -> Vec<Job> {
    let routines = experiment.routines().iter().map(|routine| Job {
        plan: routine.plan(&experiment.letters),
        label: format!("routine {}", routine.canonical()),
        generator: experiment.generator,
        seed: experiment.seed.clone(),
        policy: experiment.policy.clone(),
    });
    let control = experiment
        .control
        .then(|| ideal_job(CONTROL.to_owned(), experiment.seed.fold()));
    routines.chain(control).collect()
}

/// Gives the draws of an experiment: those that it names, then the control's.
pub fn drawings(experiment: &Experiment<'_>, weights: &Weights) -> Vec<Drawing> {
    let draws = experiment.origin.as_draws();
    let symbols = weights.get().len();
    let ours = draws.iter().map(|Described { name, rule }| Drawing {
        rule: rule.boxed(),
        symbols,
        label: format!("draws {name}"),
        generator: experiment.generator,
        seed: experiment.seed.clone(),
    });
    let control = experiment.control.then(|| Drawing {
        rule: draws::independent(weights),
        symbols,
        label: CONTROL.to_owned(),
        generator: Generator::DEFAULT,
        seed: experiment.seed.fold(),
    });
    ours.chain(control).collect()
}

/// Gives the scrambles of an experiment: those that it names, then the control's.
pub fn scrambling(experiment: &Experiment<'_>) -> Vec<Scrambles> {
    let named = experiment.origin.as_scrambles();
    let ours = named.iter().map(|(name, scramble)| Scrambles {
        scramble: *scramble,
        label: format!("scrambles {name}"),
        generator: experiment.generator,
        seed: experiment.seed.clone(),
    });
    let control = experiment.control.then(|| Scrambles {
        scramble: Scramble::RandomState,
        label: CONTROL.to_owned(),
        generator: Generator::DEFAULT,
        seed: experiment.seed.fold(),
    });
    ours.chain(control).collect()
}

/// Gives the facts that are known of each of these scrambles.
pub fn known_of_scrambles(jobs: &[Scrambles]) -> Vec<Known> {
    let moves = jobs.iter().map(|job| match job.scramble {
        Scramble::RandomState => None,
        Scramble::RandomMoves(moves) => Some(Moves {
            number: moves.moves,
            metric: moves.turns,
            draw: if moves.no_repeat {
                Draw::OtherFace
            } else {
                Draw::Any
            },
        }),
    });
    scrambles::known_of_scrambles(&moves.collect::<Vec<_>>())
}

/// Gives the facts that are known of each of `jobs`, for decks of `cards` cards. They need no deck, and
/// serve a rehearsal as well as the run.
pub fn known_of(jobs: &[Job], cards: usize) -> Vec<Known> {
    let plain = |job: &&Job| job.policy == Policy::default();
    let plans: Vec<&Plan> = jobs.iter().filter(plain).map(|job| &job.plan).collect();
    let mut known = theory::known_of(&plans, cards).into_iter();
    let each = jobs.iter().map(|job| {
        let plain = (job.policy == Policy::default()).then(|| known.next());
        plain
            .flatten()
            .unwrap_or_else(|| theory::known_under(&job.policy, &job.plan, cards))
    });
    each.collect()
}
