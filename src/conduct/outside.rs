//! Decks that nobody simulates here: streams, programs and closures, counted as they come.

use std::ops::Range;

use super::{ConductError, Stage};
use crate::simulate::{self, Counts, InOrder, Machine, Made, Progress, SimulateError, Watch};
use crate::source::{Closure, Commanded, Facts, Outside, Shuffled, Source, SourceError, Wanted};
use crate::spec::{Experiment, Origin, Stop};

/// Decks that came from outside.
pub(super) struct Came {
    /// The counts of these decks.
    pub counts: Counts,
    pub about: About,
}

/// Facts about decks that are told beside their counts.
pub(super) struct About {
    /// Where they came from and how they were read.
    pub source: String,
    /// Facts about them that a reader of the result should know.
    pub facts: Facts,
}

/// Counts the decks that come from outside until `watch` has seen enough; `None` if the experiment simulates its
/// own.
pub(super) fn come(
    experiment: &Experiment<'_>,
    machine: Machine,
    progress: &dyn Progress,
    watch: &mut dyn Watch,
) -> Result<Option<Came>, ConductError> {
    let design = &experiment.design;
    let (statistics, isa) = (&experiment.statistics, machine.isa);
    let most = match experiment.stop {
        Stop::Fixed => u64::MAX,
        Stop::Decided(_) => design.trials,
    };
    let count = |source: &mut dyn Source, watch: &mut dyn Watch| {
        let size = (design.size, most);
        simulate::count(source, size, statistics, isa, progress, watch)
    };
    let Origin::Closure(shuffle) = experiment.origin else {
        return read(experiment, progress, |source| count(source, watch));
    };
    let watched = watch.looks();
    let _stage = Stage::begin(progress, SHUFFLE, (!watched).then(|| design.subjects()));
    let job = Made(shuffled(experiment, shuffle));
    // Nobody's closure is called for decks that are not needed: watched, it shuffles on one thread.
    let counts = if watched {
        count(
            &mut InOrder::new(&job, most).map_err(SimulateError::from)?,
            watch,
        )?
    } else {
        simulate::run(&[job], design, statistics, machine, progress, watch)?.swap_remove(0)
    };
    let source = format!("a closure, seed {}", experiment.seed);
    let facts = Facts::default();
    Ok(Some(Came {
        counts,
        about: About { source, facts },
    }))
}

/// The name of a closure on the progress bar.
const SHUFFLE: &str = "shuffle";

/// Gives the function that makes the decks of each batch.
fn shuffled<'a>(
    experiment: &Experiment<'_>,
    shuffle: Closure<'a>,
) -> impl Fn(u64, Range<u64>) -> Shuffled<'a> + Sync + use<'a> {
    let (cards, seed) = (experiment.design.size, experiment.seed.number());
    move |batch, decks| Shuffled::new(shuffle, cards, seed, batch, decks)
}

/// Counts the decks of a stream or of a program with `count`; the program has ended when this returns.
/// Gives `None` where the decks come from neither of them.
fn read(
    experiment: &Experiment<'_>,
    progress: &dyn Progress,
    count: impl FnOnce(&mut dyn Source) -> Result<Counts, SourceError>,
) -> Result<Option<Came>, ConductError> {
    let design = &experiment.design;
    let fixed = experiment.stop == Stop::Fixed;
    let came = match &experiment.origin {
        Origin::Routines(_) | Origin::Closure(_) => return Ok(None),
        Origin::Stream { input, reading } => {
            let mut source = input.decks(design.size, reading)?;
            let _stage = Stage::begin(progress, source.name(), None);
            taken(&mut source, count)?
        }
        Origin::Program { program, reading } => {
            let decks = fixed.then_some(design.trials);
            let _stage = Stage::begin(progress, &program.shown(), decks);
            let interrupted = progress.interrupted();
            let interrupted = interrupted.map_err(ConductError::Interruptions)?;
            let wanted = Wanted {
                cards: design.size,
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
    count: impl FnOnce(&mut dyn Source) -> Result<Counts, SourceError>,
) -> Result<Came, ConductError> {
    let counts = count(source)?;
    let (source, facts) = (source.described(), source.facts());
    Ok(Came {
        counts,
        about: About { source, facts },
    })
}
