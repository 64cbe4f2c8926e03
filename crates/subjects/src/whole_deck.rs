//! Whole decks.

use std::sync::Arc;

use super::{About, Planned, Refused, Runs, Stream};
use deck::rng::{Generator, Seed};
use deck::subject::{Subject, WholeDeck};
use engine::simulate::Job;
use laws::known::Known;
use reader::{Format, Input, Origin, Reading};
use record::Words;
use shuffle::fisher_yates::FisherYates;
use shuffle::policy::Policy;
use shuffle::routine::Plan;
use shuffle::theory;
use source::SourceError;
use statistic::{Design, Probe, Suite};
use text::params::ParamError;

impl About for WholeDeck {
    fn described(&self, cards: usize) -> record::Subject {
        let size = format!("{cards} cards");
        let ideal = format!("a fair shuffle of {size}");
        let maker = "shuffle that made these decks";
        record::Subject {
            of_decks: true,
            ..record::Subject::new(
                self.kind().name(),
                Words::new(["deck", "decks", "decks", maker], size, ideal),
            )
        }
    }

    fn group(&self) -> &'static str {
        "decks"
    }

    fn check_reading(&self, reading: &Reading) -> Result<(), Refused> {
        check_no_rows(reading)?;
        reading.check_decks().map_err(|problem| ("format", problem))
    }

    /// Programs and closures make decks, too.
    fn check_origin(&self, origin: &Origin<'_>) -> Result<(), Refused> {
        let reading = origin.reading();
        reading.map_or(Ok(()), |reading| self.check_reading(reading))
    }

    fn is_whole_decks(&self) -> bool {
        true
    }

    fn may_be_few(&self) -> bool {
        true
    }

    fn probes(&self, suite: Suite, design: &Design) -> Result<Vec<Probe>, ParamError> {
        suite.probes_on(self, design)
    }
}

impl Runs for WholeDeck {
    type Supply = Job;

    fn named(&self, planned: &Planned<'_>) -> Vec<Job> {
        named(planned)
    }

    fn ideal(&self, planned: &Planned<'_>, label: &str) -> Option<Job> {
        Some(ideal(planned, label))
    }

    fn known(&self, jobs: &[Job], size: usize, decks: u64) -> Vec<Known> {
        known_of(jobs, size, decks)
    }

    fn open(
        &self,
        size: usize,
        input: &Input,
        reading: &Reading,
    ) -> Result<Stream<Self>, SourceError> {
        Ok(Box::new(input.decks(size, reading)?))
    }
}

/// Refuses a reading that is particular to rows with decks of their own.
fn check_no_rows(reading: &Reading) -> Result<(), Refused> {
    let key = match reading {
        Reading { rows: Some(_), .. } => "rows",
        Reading {
            format: Format::Lands17,
            ..
        } => "format",
        _ => return Ok(()),
    };
    let problem = "found rows with decks of their own; accepted: with subject \"rows\"";
    Err((key, problem.to_owned()))
}

/// Lists the jobs of the routines.
pub(crate) fn named(planned: &Planned<'_>) -> Vec<Job> {
    let routines = planned.origin.as_routines().iter();
    let jobs = routines.map(|routine| Job {
        plan: routine.plan(planned.letters),
        label: format!("routine {}", routine.canonical()),
        generator: planned.generator,
        seed: planned.seed.clone(),
        policy: planned.policy.clone(),
    });
    jobs.collect()
}

/// Gives the job of a control group; `label` names its random stream.
pub(crate) fn ideal(planned: &Planned<'_>, label: &str) -> Job {
    ideal_job(label.to_owned(), planned.seed.fold())
}

/// Gives the job of an ideal shuffle; `label` names its random stream.
pub fn ideal_job(label: String, seed: impl Into<Seed>) -> Job {
    Job {
        plan: Plan::new(vec![Arc::new(FisherYates)]),
        label,
        generator: Generator::DEFAULT,
        seed: seed.into(),
        policy: Policy::default(),
    }
}

/// Gives the facts that are known of each of `jobs`, for decks of `cards` cards, as far as they take no longer than counting
/// so many `decks`.
fn known_of(jobs: &[Job], cards: usize, decks: u64) -> Vec<Known> {
    let plain = |job: &&Job| job.policy == Policy::default();
    let plans: Vec<&Plan> = jobs.iter().filter(plain).map(|job| &job.plan).collect();
    let mut known = theory::known_of(&plans, cards, decks).into_iter();
    let each = jobs.iter().map(|job| {
        let plain = (job.policy == Policy::default()).then(|| known.next());
        plain
            .flatten()
            .unwrap_or_else(|| theory::known_under(&job.policy, &job.plan, cards))
    });
    each.collect()
}
