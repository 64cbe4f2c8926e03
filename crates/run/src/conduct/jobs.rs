//! The jobs that an experiment simulates.

use crate::spec::Experiment;
use deck::kernel::Isa;
use deck::subject::WholeDeck;
use engine::simulate::Job;
use subjects::{Planned, Runs};

/// Lists the jobs of decks that an experiment simulates: its routines, then the control, if it has one.
pub fn jobs(experiment: &Experiment<'_>) -> Vec<Job> {
    WholeDeck.jobs(&planned(experiment, Isa::best()))
}

/// Gives the part of an experiment that says what is simulated.
pub(super) fn planned<'a>(experiment: &'a Experiment<'a>, isa: Isa) -> Planned<'a> {
    Planned {
        origin: &experiment.origin,
        letters: &experiment.letters,
        generator: experiment.generator,
        seed: &experiment.seed,
        policy: &experiment.policy,
        control: experiment.control,
        size: experiment.design.size,
        isa,
    }
}
