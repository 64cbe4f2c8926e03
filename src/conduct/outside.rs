//! Decks that nobody simulates here: streams, programs and closures, counted as they come.

use std::ops::Range;

use super::{ConductError, Stage};
use crate::simulate::{self, Batchwise, CountError, Counted, Counts, Machine, Progress, Watch};
use crate::source::{Closure, Commanded, Facts, Outside, Shuffled, Source, SourceError, Wanted};
use crate::spec::{Experiment, Origin, Stop};
use crate::statistic::Design;

/// Decks that came from outside.
pub(super) struct Came {
    /// The counts of these decks.
    pub counted: Counted,
    about: About,
}

/// Facts about decks that are told beside their counts.
pub(super) struct About {
    /// Where they came from and how they were read.
    pub source: String,
    /// Facts about them that a reader of the result should know.
    pub facts: Facts,
}

impl Came {
    /// Their counts as a single replicate of `design`.
    pub fn close(self, experiment: &Experiment<'_>, design: Design) -> (Counts, About) {
        let counts = self.counted.close(&experiment.statistics, &design);
        (counts, self.about)
    }

    fn of_closure(counted: Counted, experiment: &Experiment<'_>) -> Self {
        let source = format!("a closure, seed {}", experiment.seed);
        let facts = Facts::default();
        Self {
            counted,
            about: About { source, facts },
        }
    }
}

/// Counts all decks from outside; `None` if the experiment simulates its own.
pub(super) fn all(
    experiment: &Experiment<'_>,
    machine: Machine,
    progress: &dyn Progress,
) -> Result<Option<Came>, ConductError> {
    let design = &experiment.design;
    let statistics = &experiment.statistics;
    if let Origin::Closure(shuffle) = experiment.origin {
        let _stage = Stage::begin(progress, SHUFFLE, Some(design.decks()));
        let make = shuffled(experiment, shuffle);
        let counted = simulate::count_batches(make, design, statistics, machine, progress)?;
        return Ok(Some(Came::of_closure(counted, experiment)));
    }
    read(experiment, progress, |source| {
        simulate::count(source, design.cards, statistics, machine.isa, progress)
    })
}

/// Counts decks from outside until `watch` has seen enough; `None` if the experiment simulates its own.
pub(super) fn watched(
    experiment: &Experiment<'_>,
    machine: Machine,
    progress: &dyn Progress,
    watch: &mut dyn Watch,
) -> Result<Option<Came>, ConductError> {
    let Design { cards, trials, .. } = experiment.design;
    let statistics = &experiment.statistics;
    let mut count = |source: &mut dyn Source| {
        let isa = machine.isa;
        simulate::count_watched(source, cards, trials, statistics, isa, progress, watch)
    };
    if let Origin::Closure(shuffle) = experiment.origin {
        let _stage = Stage::begin(progress, SHUFFLE, None);
        let counted = count(&mut Batchwise::new(trials, shuffled(experiment, shuffle)))?;
        return Ok(Some(Came::of_closure(counted, experiment)));
    }
    read(experiment, progress, count)
}

/// The name of a closure on the progress bar.
const SHUFFLE: &str = "shuffle";

/// Gives the function that makes the decks of each batch.
fn shuffled<'a>(
    experiment: &Experiment<'_>,
    shuffle: Closure<'a>,
) -> impl Fn(u64, Range<u64>) -> Shuffled<'a> + Sync + use<'a> {
    let (cards, seed) = (experiment.design.cards, experiment.seed.number());
    move |batch, decks| Shuffled::new(shuffle, cards, seed, batch, decks)
}

/// Counts the decks of a stream or of a program with `count`; the program has ended when this returns.
/// Gives `None` where the decks come from neither of them.
fn read(
    experiment: &Experiment<'_>,
    progress: &dyn Progress,
    count: impl FnOnce(&mut dyn Source) -> Result<Counted, SourceError>,
) -> Result<Option<Came>, ConductError> {
    let design = &experiment.design;
    let fixed = experiment.stop == Stop::Fixed;
    let came = match &experiment.origin {
        Origin::Routines(_) | Origin::Closure(_) => return Ok(None),
        Origin::Stream { input, reading } => {
            let mut source = input.decks(design.cards, reading)?;
            let _stage = Stage::begin(progress, source.name(), None);
            taken(&mut source, count)?
        }
        Origin::Program { program, reading } => {
            let decks = fixed.then_some(design.trials);
            let _stage = Stage::begin(progress, &program.shown(), decks);
            let interrupted = progress.interrupted();
            let interrupted = interrupted.map_err(ConductError::Interruptions)?;
            let wanted = Wanted {
                cards: design.cards,
                decks: design.trials,
                at_most: !fixed,
            };
            taken(
                &mut Commanded::start(program, reading, wanted, &interrupted)?,
                count,
            )?
        }
    };
    progress.read(&came.about.facts);
    Ok(Some(came))
}

fn taken<S: Outside>(
    source: &mut S,
    count: impl FnOnce(&mut dyn Source) -> Result<Counted, SourceError>,
) -> Result<Came, ConductError> {
    let counted = count(source)?;
    let (source, facts) = (source.described(), source.facts());
    Ok(Came {
        counted,
        about: About { source, facts },
    })
}

impl From<CountError> for ConductError {
    fn from(error: CountError) -> Self {
        match error {
            CountError::Simulate(error) => error.into(),
            CountError::Source(error) => error.into(),
        }
    }
}
