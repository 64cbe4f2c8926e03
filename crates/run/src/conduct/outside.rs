//! Decks that nobody simulates here: streams, programs and closures, counted as they come.

use std::ops::Range;

use super::{ConductError, Stage};
use crate::spec::{Experiment, Stop};
use engine::simulate::{self, Counts, InOrder, Machine, Made, Progress, SimulateError, Watch};
use reader::{Commanded, Input, Program, Reading, Wanted};
use source::{Closure, Facts, Outside, Shuffled, Source, SourceError};
use text::harmless;

use statistic::Counted;
use subjects::Runs;

/// Decks that came from outside.
pub(super) struct Came {
    /// The counts of these decks.
    pub counts: Counts,
    pub about: About,
}

/// Facts about decks that are told beside their counts.
pub(super) struct About {
    /// The words for where they came from and how they were read.
    pub source: String,
    /// Facts about them that a reader of the result should know.
    pub facts: Facts,
}

/// Counts the decks that a closure or a program makes, until `watch` has seen enough; `None` if none does.
fn made(intake: &Intake<'_>, watch: &mut dyn Watch) -> Result<Option<Came>, ConductError> {
    let origin = &intake.experiment.origin;
    if let Some(shuffle) = origin.as_closure() {
        return closure(intake, shuffle, watch).map(Some);
    }
    let program = origin.as_program();
    let came = program.map(|program| program_decks(intake, program, watch));
    came.transpose()
}

/// Takes subjects in for an experiment, and counts them.
pub(super) struct Intake<'a> {
    experiment: &'a Experiment<'a>,
    machine: Machine,
    progress: &'a dyn Progress,
}

impl Intake<'_> {
    fn count<B: Counted>(
        &self,
        source: &mut dyn Source<B>,
        watch: &mut dyn Watch,
    ) -> Result<Counts, SourceError> {
        let Experiment {
            design, statistics, ..
        } = self.experiment;
        let size = (design.size, self.most());
        let (machine, progress) = (self.machine, self.progress);
        // Streams are read to their end; programs are asked for no more than is needed.
        let is_stream = self.experiment.origin.as_stream().is_some();
        if is_stream && machine.threads > 1 && !watch.looks() {
            return simulate::count_ahead(source, size, statistics, machine.isa, progress);
        }
        simulate::count(
            source,
            size,
            statistics,
            self.machine.isa,
            self.progress,
            watch,
        )
    }

    /// A file that a spec names is called by its name alone: the record does not depend on where it was run.
    fn shown(&self, described: String) -> String {
        let input = self.experiment.origin.as_stream().map(|(input, _)| input);
        let (Some(Input::File(path)), Some(_)) = (input, &self.experiment.folder) else {
            return described;
        };
        let name = path.file_name().map(std::path::Path::new);
        name.map_or(described.clone(), |name| {
            described.replacen(&harmless::path(path), &harmless::path(name), 1)
        })
    }

    /// Subjects that are counted at the most.
    fn most(&self) -> u64 {
        match self.experiment.stop {
            Stop::Fixed => self.most_that_fit().unwrap_or(u64::MAX),
            Stop::Decided(_) => self.experiment.design.trials,
        }
    }

    /// Subjects whose sums fit into their cells; `None` where there are no sums.
    fn most_that_fit(&self) -> Option<u64> {
        let Experiment {
            design, statistics, ..
        } = self.experiment;
        statistic::most_subjects(statistics, design.size).map(|(most, _)| most)
    }

    /// Counts all of `source`, and asks what it was.
    fn taken<B: Counted, S: Outside<B> + ?Sized>(
        &self,
        mut source: Box<S>,
        watch: &mut dyn Watch,
    ) -> Result<Came, ConductError> {
        let counts = self.count(&mut source, watch)?;
        // Only a stream does not say beforehand how many it has.
        let endless =
            self.experiment.origin.as_stream().is_some() && self.experiment.stop == Stop::Fixed;
        if let Some(most) = self.most_that_fit().filter(|_| endless)
            && counts.subjects() >= most
        {
            return Err(SourceError::TooMany {
                name: source.name().to_owned(),
                decks: most,
            }
            .into());
        }
        let about = About {
            source: self.shown(source.described()),
            facts: source.facts(),
        };
        Ok(Came { counts, about })
    }
}

/// Counts the subjects that come from outside until `watch` has seen enough; `None` if the experiment simulates its
/// own.
pub(super) fn come<S: Runs>(
    subject: &S,
    experiment: &Experiment<'_>,
    machine: Machine,
    progress: &dyn Progress,
    watch: &mut dyn Watch,
) -> Result<Option<Came>, ConductError> {
    let intake = Intake {
        experiment,
        machine,
        progress,
    };
    if experiment.origin.is_simulated() {
        return Ok(None);
    }
    let came = match experiment.origin.as_stream() {
        None => made(&intake, watch)?,
        Some((input, reading)) => {
            let source = subject.open(experiment.design.size, input, reading)?;
            let _stage = Stage::begin(progress, &input.name(), None);
            Some(intake.taken(source, watch)?)
        }
    };
    if let (Some(came), None) = (&came, experiment.origin.as_closure()) {
        progress.read(&came.about.facts);
    }
    Ok(came)
}

/// Counts the decks that a closure shuffles.
fn closure(
    intake: &Intake<'_>,
    shuffle: Closure<'_>,
    watch: &mut dyn Watch,
) -> Result<Came, ConductError> {
    let Intake {
        experiment,
        machine,
        progress,
    } = *intake;
    let (design, watched) = (&experiment.design, watch.looks());
    let _stage = Stage::begin(progress, SHUFFLE, (!watched).then(|| design.subjects()));
    let job = Made(shuffled(experiment, shuffle));
    // Nobody's closure is called for decks that are not needed: watched, it shuffles on one thread.
    let counts = if watched {
        let mut source = InOrder::new(&job, intake.most()).map_err(SimulateError::from)?;
        intake.count(&mut source, watch)?
    } else {
        let statistics = &experiment.statistics;
        simulate::run(&[job], design, statistics, machine, progress, watch)?.swap_remove(0)
    };
    let source = format!("a closure, seed {}", experiment.seed);
    let facts = Facts::default();
    let about = About { source, facts };
    Ok(Came { counts, about })
}

/// Counts the decks that a program writes; it has ended when this returns.
fn program_decks(
    intake: &Intake<'_>,
    (program, reading): (&Program, &Reading),
    watch: &mut dyn Watch,
) -> Result<Came, ConductError> {
    let (design, progress) = (intake.experiment.design, intake.progress);
    let fixed = intake.experiment.stop == Stop::Fixed;
    let decks = fixed.then_some(design.trials);
    let _stage = Stage::begin(progress, &program.shown(), decks);
    let interrupted = progress.interrupted();
    let interrupted = interrupted.map_err(ConductError::Interruptions)?;
    let wanted = Wanted {
        cards: design.size,
        decks: design.trials,
        at_most: !fixed,
        seed: intake.experiment.seed.number(),
    };
    let source = Commanded::start(program, reading, wanted, &interrupted)?;
    intake.taken(Box::new(source), watch)
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
