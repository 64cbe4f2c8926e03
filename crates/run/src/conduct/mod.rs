//! The one way from an experiment to its record.
//!
//! Decks come from where the experiment says ([`Origin`](reader::Origin)), are counted until it says ([`Stop`]), and
//! are judged beside as many ideal ones and beside all that is known exactly. Every command, and the
//! library's own `check`, goes through [`run`].

mod answers;
mod anytime;
mod asked;
mod assemble;
pub(crate) mod bench;
mod compare;
mod control;
mod departure;
mod few_decks;
mod few_subjects;
mod figures;
#[cfg(not(target_family = "wasm"))]
mod follow;
mod group;
pub mod jobs;
mod kinds_of_evidence;
mod landmarks;
mod memory;
mod more;
mod outside;
mod record_file;
mod size;
mod stakes;

use std::collections::BTreeMap;

use thiserror::Error;

use crate::spec::{Experiment, Stop, UntilDecided};
use engine::simulate::{self, Counts, Kept, Never, SimulateError, Watch};
use engine::verdict::anytime::{Finding, NothingToWatch, Referee, Rules};
use laws::known::Known;
use reader::Copies;
use record::Answer;
use record::{Interim, Outcome, Record, Unpromised};
use source::SourceError;
use statistic::Design;
use subjects::{Batch, Runs, Visitor};
use text::harmless;

pub use answers::AnswerError;
pub use assemble::ClaimError;
pub use compare::{CompareError, check_deck, compare};
pub use deck::kernel::{Isa, Level};
pub use engine::simulate::{Crew, Machine, Progress, Unwatched};
pub use engine::simulate::{Ledger, LedgerError, NotOneRun, Saved, Shard, Wish};
pub use figures::Claimable;
#[cfg(not(target_family = "wasm"))]
#[doc(hidden)]
pub use follow::{Ended, FollowError, Observer, follow};
pub use memory::TooLarge;
#[doc(hidden)]
pub use record_file::{Stored, read_any};
pub use record_file::{StoredError, parse, read};
pub use source::Facts;

use answers::answers;
use asked::Asked;
pub use bench::Bench;
#[cfg(not(target_family = "wasm"))]
pub(crate) use bench::ladder;
use few_decks::{FEW_DECKS, is_enough, would_show};
use group::{Group, groups};
pub use jobs::jobs;
use jobs::planned;
pub use memory::{bytes, is_too_large};
use outside::{About, Came};
#[cfg(not(target_family = "wasm"))]
pub(crate) use subjects::whole_deck::ideal_job;

/// The reason why an experiment has no record.
#[derive(Debug, Error)]
pub enum ConductError {
    /// The experiment names a program, and nobody allowed programs to run.
    #[error(
        "{place}: found the program `{program}`, which would run here; accepted: with --allow-commands, if you trust this spec"
    )]
    Program {
        /// The place where it is named: file, line and key.
        place: String,
        /// The program, as one would write it in a shell.
        program: String,
    },
    /// Words in the record do what is not seen, and could not be replaced.
    #[error("the words of the record could not be made harmless: {0}")]
    Words(#[source] serde_json::Error),
    /// The experiment does not fit into memory.
    #[error(transparent)]
    Memory(#[from] TooLarge),
    /// A question has no answer.
    #[error(transparent)]
    Answer(#[from] AnswerError),
    /// A claim names a figure or a test that the record does not have.
    #[error(transparent)]
    Claim(#[from] ClaimError),
    /// The simulation did not start.
    #[error(transparent)]
    Simulate(SimulateError),
    /// Decks that something else shuffled could not be had.
    #[error(transparent)]
    Source(#[from] SourceError),
    /// A stream cannot be watched for ever.
    #[cfg(not(target_family = "wasm"))]
    #[error(transparent)]
    Follow(#[from] FollowError),
    /// The run could never be decided.
    #[error(transparent)]
    NothingToWatch(#[from] NothingToWatch),
    /// Interruptions could not be watched for.
    #[error("cannot watch for Ctrl-C")]
    Interruptions(#[source] std::io::Error),
}

impl From<SimulateError> for ConductError {
    fn from(error: SimulateError) -> Self {
        match error {
            SimulateError::Source(error) => error.into(),
            other => Self::Simulate(other),
        }
    }
}

/// Gives the names that claims of an experiment may use.
pub fn claimable(experiment: &Experiment<'_>) -> Claimable {
    figures::Declared::new(experiment, &BTreeMap::new()).names()
}

/// Runs `experiment` on `machine`, and gives all that was found.
///
/// # Panics
///
/// Nothing panics here: a run whose state nobody keeps is never given a part of one.
pub fn run(
    experiment: &Experiment<'_>,
    machine: Machine,
    progress: &dyn Progress,
) -> Result<Record, ConductError> {
    match run_kept(experiment, machine, (progress, None))? {
        Conducted::Record(record) => Ok(*record),
        Conducted::Unjudged | Conducted::Part => unreachable!("nobody stopped it or shared it out"),
    }
}

/// The result of a run whose state is kept, and which may be stopped or shared out over machines.
pub enum Conducted {
    /// All that was found; [`Record::interim`] says if it was stopped before its end.
    Record(Box<Record>),
    /// It was stopped before there was anything to judge.
    Unjudged,
    /// The part that is counted here was counted, or some of it until it was stopped.
    Part,
}

/// The receiver of a run's progress, and the ledger that keeps its state, if one does.
pub type Told<'a> = (&'a dyn Progress, Option<&'a dyn Ledger>);

/// Runs `experiment` from the state on that the ledger has, and until it says that it is enough for now.
pub fn run_kept(
    experiment: &Experiment<'_>,
    machine: Machine,
    progress: Told<'_>,
) -> Result<Conducted, ConductError> {
    check_programs(experiment, machine)?;
    let conducted = experiment.subject.visit(Conducting {
        experiment,
        machine,
        told: progress,
    });
    Ok(match conducted? {
        Conducted::Record(record) => {
            let mut record = with_harmless_words(*record)?;
            record.lighten();
            Conducted::Record(Box::new(record))
        }
        other => other,
    })
}

/// Makes all words of a record harmless: questions, claims, letters and the names of files and programs come from
/// outside, and reports show them. A record whose words cannot be made harmless is not given out.
fn with_harmless_words(record: Record) -> Result<Record, ConductError> {
    if harmless::is_surely_harmless(&record) {
        return Ok(record);
    }
    let mut value = serde_json::to_value(&record).map_err(ConductError::Words)?;
    if !harmless::value(&mut value) {
        return Ok(record);
    }
    serde_json::from_value(value).map_err(ConductError::Words)
}

/// Conducts an experiment on subjects of their own type.
struct Conducting<'a> {
    experiment: &'a Experiment<'a>,
    machine: Machine,
    told: Told<'a>,
}

impl Visitor for Conducting<'_> {
    type Out = Result<Conducted, ConductError>;

    fn visit<S: Runs>(self, subject: &S) -> Self::Out {
        conducted(subject, self.experiment, self.machine, self.told)
    }
}

/// Runs an experiment on `subject`.
fn conducted<S: Runs>(
    subject: &S,
    experiment: &Experiment<'_>,
    machine: Machine,
    (progress, ledger): Told<'_>,
) -> Result<Conducted, ConductError> {
    let jobs = subject.jobs(&planned(experiment, machine.isa));
    memory::check::<Batch<S>>(experiment, jobs.len(), machine)?;
    let run = Run {
        subject,
        experiment,
        jobs,
        machine,
        progress,
        ledger,
    };
    // A part is counted and no more: laws and answers belong to the whole.
    if run.shard() != Shard::WHOLE {
        return run.part();
    }
    let answers = Stage::thought(progress, "exact answers", || {
        let answers = answers(experiment, &Crew::new(machine, progress, ledger)?)?;
        assemble::check_claims(experiment, &answers)?;
        Ok::<_, ConductError>(answers)
    })?;
    match &experiment.stop {
        Stop::Fixed => run.fixed(&answers),
        Stop::Decided(until) => run.decided(until, &answers),
    }
}

/// Returns true if the decks of an experiment are simulated here.
pub fn is_simulated(experiment: &Experiment<'_>) -> bool {
    experiment.origin.is_simulated()
}

/// Says why a run cannot be shared out over machines, if it cannot.
pub fn undivided(experiment: &Experiment<'_>) -> Option<&'static str> {
    if matches!(experiment.stop, Stop::Decided(_)) {
        return Some(
            "it stops once it is decided, and looks at all decks in their order; accepted: a number of decks (trials)",
        );
    }
    if !is_simulated(experiment) {
        return Some(
            "its decks come from outside, one after the other; accepted: routines, which are simulated",
        );
    }
    let none = experiment.simulated().is_empty() && !experiment.control;
    none.then_some("it simulates nothing; accepted: a spec with routines")
}

/// Refuses a program that a spec names, unless the machine says that such programs may run.
pub fn check_programs(experiment: &Experiment<'_>, machine: Machine) -> Result<(), ConductError> {
    let Some((program, _)) = experiment.origin.as_program() else {
        return Ok(());
    };
    match program.place() {
        Some(place) if !machine.programs => Err(ConductError::Program {
            place: place.to_owned(),
            program: program.shown(),
        }),
        _ => Ok(()),
    }
}

/// The parts that a run works from.
struct Run<'a, S: Runs> {
    subject: &'a S,
    experiment: &'a Experiment<'a>,
    /// The jobs to simulate: routines, then the control.
    jobs: Vec<S::Supply>,
    machine: Machine,
    progress: &'a dyn Progress,
    /// The ledger that keeps the state of the run, if one does.
    ledger: Option<&'a dyn Ledger>,
}

impl<S: Runs> Run<'_, S> {
    /// Counts the part of the run that is counted here.
    fn part(&self) -> Result<Conducted, ConductError> {
        self.counted(&self.experiment.design)?;
        Ok(Conducted::Part)
    }

    fn shard(&self) -> Shard {
        self.ledger.map_or(Shard::WHOLE, Ledger::shard)
    }

    /// The facts that are known of each job.
    fn known(&self) -> Vec<Known> {
        // Whoever claims an exact value waits for it.
        let subjects = if self.experiment.claims.is_empty() {
            self.experiment.design.subjects()
        } else {
            u64::MAX
        };
        let size = self.experiment.design.size;
        let mut known = self.subject.known(&self.jobs, size, subjects);
        known.resize_with(self.jobs.len(), Known::default);
        known
    }

    /// Counts all jobs of a run of a number of decks that is fixed beforehand.
    fn counted(&self, design: &Design) -> Result<Kept, ConductError> {
        let subjects = self.asked().of(design.subjects() * self.jobs.len() as u64);
        let _stage = Stage::begin(self.progress, self.simulated(), Some(subjects));
        Ok(self.simulate(design, &mut Never)?)
    }

    /// Makes the record of a run of a number of decks that is fixed beforehand, or of all decks of a stream.
    fn fixed(&self, answers: &BTreeMap<String, Answer>) -> Result<Conducted, ConductError> {
        let experiment = self.experiment;
        let came = outside::come(
            self.subject,
            experiment,
            self.machine,
            self.progress,
            &mut Never,
        )?;
        let planned = self.design(came.as_ref());
        let crew = Crew::new(self.machine, self.progress, None)?;
        // Laws that take longer than counting are waited for, and that is said.
        let counted = || (self.counted(&planned), Stage::think(self.progress, LAWS));
        let ((kept, laws), known) = crew.both(counted, || self.known());
        drop(laws);
        let kept = kept?;
        let Some(design) = so_far(&planned, &kept) else {
            return Ok(Conducted::Unjudged);
        };
        let mut counts = kept.counts;
        let (decks, about) = came.map(|came| (came.counts, came.about)).unzip();
        let (source, facts) = about.map(|About { source, facts }| (source, facts)).unzip();
        let lines = facts.as_ref().map(|facts| &facts.lines);
        let decks = decks.as_ref().map(|counts| (counts, lines));
        let judged = |counts: &[Counts]| {
            let groups = groups(experiment, decks, &known, counts);
            let (source, answers) = (source.clone(), answers.clone());
            let judged = self.judging(|| {
                assemble::record(experiment, design, source, (&groups, &crew), answers)
            });
            judged.map_err(ConductError::from)
        };
        let mut record = judged(&counts)?;
        if let Some(first) = control::failed(&record) {
            // There is no second control of a run that is still to go on.
            if !kept.whole {
                return Ok(Conducted::Unjudged);
            }
            counts.pop();
            counts.extend(self.control_again(&design, &mut Never)?);
            record = judged(&counts)?;
            record.first_control = Some(first);
        }
        self.judge_few(&design, &mut record)?;
        if let Some(facts) = &facts {
            self.promise(facts, &design, &mut record)?;
            record.beforehand = few_subjects::beforehand(experiment, &design);
        }
        if kept.whole {
            self.advise(&mut record);
        } else {
            record.interim = Some(Interim {
                decks: design.subjects(),
                of: planned.subjects(),
            });
        }
        Ok(Conducted::Record(Box::new(record)))
    }

    /// Makes the record of a run that takes as many decks as it needs, up to a number.
    fn decided(
        &self,
        until: &UntilDecided,
        answers: &BTreeMap<String, Answer>,
    ) -> Result<Conducted, ConductError> {
        let experiment = self.experiment;
        let known = Stage::thought(self.progress, LAWS, || self.known());
        let (mut came, mut findings) = (None, Vec::new());
        if !is_simulated(experiment) {
            let mut referee = self.judging(|| self.referee(until, &experiment.design, &[false]))?;
            came = outside::come(
                self.subject,
                experiment,
                self.machine,
                self.progress,
                &mut referee,
            )?;
            if let Some(came) = &came {
                findings.extend(referee.findings(&[&came.counts]));
            }
        }
        let design = self.design(came.as_ref());
        let routines = experiment.simulated().len();
        let controls: Vec<bool> = (0..self.jobs.len()).map(|job| job >= routines).collect();
        let mut referee = self.judging(|| self.referee(until, &design, &controls))?;
        let kept = {
            let ideal = came
                .is_some()
                .then_some(design.subjects() * self.jobs.len() as u64);
            let _stage = Stage::begin(self.progress, self.simulated(), ideal);
            self.simulate(&design, &mut referee)?
        };
        let (mut counts, whole) = (kept.counts, kept.whole);
        findings.extend(referee.findings(&counts.iter().collect::<Vec<_>>()));
        let (decks, about) = came.map(|came| (came.counts, came.about)).unzip();
        let (source, facts) = about.map(|About { source, facts }| (source, facts)).unzip();
        let lines = facts.as_ref().map(|facts| &facts.lines);
        let decks = decks.as_ref().map(|counts| (counts, lines));
        let judged = |counts: &[Counts], findings: Vec<Finding>| {
            let groups = groups(experiment, decks, &known, counts);
            let groups: Vec<(Group<'_>, _)> = groups.into_iter().zip(findings).collect();
            let (source, answers) = (source.clone(), answers.clone());
            self.judging(|| anytime::record(experiment, until, design, source, &groups, answers))
        };
        let mut record = judged(&counts, findings.clone());
        if let Some(first) = control::failed(&record) {
            if !whole {
                return Ok(Conducted::Unjudged);
            }
            counts.pop();
            findings.pop();
            // It is watched as long as the first one might have been.
            let trials = control::watched(&findings).unwrap_or(design.trials);
            let design = Design { trials, ..design };
            let mut referee = self.judging(|| self.referee(until, &design, &[true]))?;
            counts.extend(self.control_again(&design, &mut referee)?);
            let second = counts.last().map(|counts| referee.findings(&[counts]));
            findings.extend(second.into_iter().flatten());
            record = judged(&counts, findings);
            record.first_control = Some(first);
        }
        if let Some(facts) = &facts {
            self.hold_back(facts, &mut record);
        }
        if whole {
            self.advise(&mut record);
        } else {
            let decks = counts.iter().map(Counts::subjects).max();
            record.interim = Some(Interim {
                decks: decks.unwrap_or(0),
                of: design.subjects(),
            });
        }
        Ok(Conducted::Record(Box::new(record)))
    }

    /// Simulates all jobs until `watch` has seen enough of them.
    fn simulate(&self, design: &Design, watch: &mut dyn Watch) -> Result<Kept, SimulateError> {
        let statistics = &self.experiment.statistics;
        // The control of decks from outside is soon simulated, and again beside the same decks.
        let ledger = self.ledger.filter(|_| is_simulated(self.experiment));
        let progress = (&self.asked() as &dyn Progress, ledger);
        let (jobs, machine) = (&self.jobs, self.machine);
        simulate::run_kept(jobs, design, statistics, machine, progress, watch)
    }

    /// The progress that counts what was asked for.
    fn asked(&self) -> Asked<'_> {
        Asked::new(
            self.progress,
            self.experiment.simulated().len(),
            self.jobs.len(),
        )
    }

    /// Gives the design with the number of decks that came.
    fn design(&self, came: Option<&Came>) -> Design {
        let design = self.experiment.design;
        let trials = came.map_or(design.trials, |came| came.counts.subjects());
        Design { trials, ..design }
    }

    /// Names the simulated jobs in a word, for the progress bar.
    fn simulated(&self) -> &str {
        if is_simulated(self.experiment) {
            &self.experiment.name
        } else {
            "control"
        }
    }

    /// Makes the referee of a run's jobs; `controls` says for each whether it is a control group.
    fn referee(
        &self,
        until: &UntilDecided,
        design: &Design,
        controls: &[bool],
    ) -> Result<Referee<'_>, NothingToWatch> {
        let alpha = self.experiment.alpha;
        let rules = Rules {
            alpha,
            beta: alpha,
            delta: until.delta,
        };
        Referee::new(rules, &self.experiment.statistics, design, controls)
    }

    /// Takes back a pass of few decks whose tests could not have failed whatever the decks.
    fn judge_few(&self, design: &Design, record: &mut Record) -> Result<(), SimulateError> {
        let few = design.replicates == 1 && design.trials <= FEW_DECKS;
        let few = few && self.experiment.subject.may_be_few();
        if !few || record.routines.is_empty() || record.outcome != Outcome::NoEvidence {
            return Ok(());
        }
        let (bench, experiment) = (self.bench(), self.experiment);
        let _stage = Stage::begin(self.progress, WOULD_SHOW, None);
        let enough = match experiment.subject.view() {
            None => is_enough(&bench, experiment, record, &None)?,
            Some(view) => is_enough(&bench, experiment, record, view)?,
        };
        if !enough {
            record.outcome = Outcome::TooLittle;
        }
        Ok(())
    }

    /// Takes back what the order before the shuffle is needed for, where nobody knows it or copies of cards hide it: a deck
    /// that was only cut has many rising sequences there.
    fn hold_back(&self, facts: &Facts, record: &mut Record) {
        record.unpromised = unpromised(facts);
        if record.unpromised.is_none() {
            return;
        }
        for routine in &mut record.routines {
            if let Some(departure) = &mut routine.departure {
                departure.hardly_shuffled = None;
                // What a deck was shuffled from is known where it is the deck before it, card by card.
                if facts.copies || facts.dealt {
                    departure.hardly_shuffled_since = None;
                }
            }
            let wagered = routine.anytime.iter_mut();
            for of in wagered.flat_map(|found| &mut found.statistics) {
                of.hardly_shuffled = None;
            }
        }
        record.not_looked_at = assemble::not_looked_at_by(self.experiment, &record.routines);
    }

    /// Says what the decks would have shown: which bad shuffles, where they are few and their kind can be
    /// simulated; else the departures that each test states. These hold for distinct cards whose order before the
    /// shuffle is known, and are taken back for others.
    fn promise(
        &self,
        facts: &Facts,
        design: &Design,
        record: &mut Record,
    ) -> Result<(), SimulateError> {
        self.hold_back(facts, record);
        if facts.unknown_start {
            // Models say where cards go from the order before, and nobody said which that is.
            record.experiment.fit = None;
        }
        if record.unpromised.is_some() {
            let tests = record
                .routines
                .iter_mut()
                .flat_map(|routine| &mut routine.tests);
            tests.for_each(|test| test.detectable = None);
        }
        let experiment = self.experiment;
        // Each of several programs goes on from decks of its own; one chain of decks is simulated.
        if let Some((program, reading)) = experiment.origin.as_program()
            && facts.copies
            && reading.in_place
            && program.jobs() > 1
        {
            return Ok(());
        }
        let copies = experiment.origin.reading().and_then(Copies::of);
        let few = experiment.few && design.trials <= FEW_DECKS;
        if !few || facts.unknown_start || facts.dealt {
            return Ok(());
        }
        let bench = self.bench();
        let _stage = Stage::begin(self.progress, WOULD_SHOW, None);
        record.would_show = match experiment.subject.view() {
            None => would_show(&bench, experiment, record, &copies)?,
            Some(view) => would_show(&bench, experiment, record, view)?,
        };
        Ok(())
    }

    /// Does `work` with laws of ideal decks and with what was counted, which takes long for large decks.
    fn judging<T>(&self, work: impl FnOnce() -> T) -> T {
        Stage::thought(self.progress, "tests and figures", work)
    }

    /// Says how often the routine must be done, or what command finds that, where it was asked.
    fn advise(&self, record: &mut Record) {
        let faulty = matches!(
            record.outcome,
            Outcome::FaultyControl | Outcome::FaultySimulation
        );
        if !faulty {
            more::write(self.experiment, record);
        }
    }

    fn bench(&self) -> Bench<'_> {
        Bench {
            seed: self.experiment.seed.number() as u64,
            machine: self.machine,
            progress: self.progress,
        }
    }
}

/// The design of what was counted; `None` if there is nothing to judge yet, as replicates are judged as a whole.
fn so_far(planned: &Design, kept: &Kept) -> Option<Design> {
    if kept.whole {
        return Some(*planned);
    }
    let design = if planned.replicates == 1 {
        let trials = kept.counts.iter().map(Counts::subjects).min()?;
        Design { trials, ..*planned }
    } else {
        let replicates = kept.replicates?;
        Design {
            replicates,
            ..*planned
        }
    };
    (design.subjects() > 0).then_some(design)
}

/// Says why nothing is promised of what tests of such decks would have shown, if so.
fn unpromised(facts: &Facts) -> Option<Unpromised> {
    if facts.unknown_start || facts.dealt {
        Some(Unpromised::UnknownOrder)
    } else {
        facts.copies.then_some(Unpromised::Copies)
    }
}

/// Names the stage in which laws are computed.
const LAWS: &str = "exact laws of the routines";

/// Names the stage that finds out what so many decks would show.
const WOULD_SHOW: &str = "what decks would show";

/// A stage of a run, from its beginning to its end.
struct Stage<'a>(&'a dyn Progress);

impl<'a> Stage<'a> {
    fn begin(progress: &'a dyn Progress, what: &str, decks: Option<u64>) -> Self {
        progress.begin(what, decks);
        Self(progress)
    }

    /// Begins a stage without decks.
    fn think(progress: &'a dyn Progress, what: &str) -> Self {
        progress.think(what);
        Self(progress)
    }

    /// Does `work`, a stage without decks.
    fn thought<T>(progress: &'a dyn Progress, what: &str, work: impl FnOnce() -> T) -> T {
        let _stage = Self::think(progress, what);
        work()
    }
}

impl Drop for Stage<'_> {
    fn drop(&mut self) {
        self.0.end();
    }
}

#[cfg(test)]
mod kept_tests;
#[cfg(test)]
mod steady_tests;
mod symbols;
