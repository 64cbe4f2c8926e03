//! The subjects that an experiment may be about: one file each, and one list.
//!
//! Statistics and sources know no more of a subject than [`deck::subject::Subject`]. All else that a run asks, and
//! that differs from subject to subject, is asked through two traits: [`About`] tells what is said of it, and
//! [`Runs`] how it is made, read and counted. Whoever else must tell subjects apart asks for their
//! [`Kind`](deck::subject::Kind): the checks of specs, and the lists of what statistics look at.

mod list;
mod order;
mod rows;
mod sequence;
mod state;
mod view;
pub mod whole_deck;

pub use list::{AnySubject, Visitor};

use deck::kernel::Isa;
use deck::rng::{Generator, Seed};
use deck::subject::{Order, Subject, View, Weights};
use engine::simulate::Supply;
use laws::known::Known;
use reader::{Input, Origin, Reading};
use shuffle::policy::Policy;
use shuffle::routine::Letters;
use source::{Outside, SourceError};
use statistic::{Design, Probe, Suite};
use text::judgement::Unaveraged;
use text::params::ParamError;

/// The name of the control group, in claims, records and random streams.
pub const CONTROL: &str = "control";

/// The random stream of the control that is drawn where the first one fails: of the same seed, and independent of all
/// other streams of the run.
pub const CONTROL_AGAIN: &str = "control, drawn again";

/// A key that is refused, and the problem with it.
pub type Refused = (&'static str, String);

/// The facts about a subject that specs, runs and records ask for.
pub trait About: Subject {
    /// The subject as records say it, where `size` is the number of its cards, symbols, states or items.
    fn described(&self, size: usize) -> record::Subject;

    /// The word that records and claims use for it where it is read, if claims may name it: a
    /// single order, or the draws of a sequence.
    fn read_as(&self) -> Option<&'static str> {
        None
    }

    /// The name of what was read, in records.
    fn group(&self) -> &'static str;

    /// Refuses a stream that is read so, if there are none of these subjects in it.
    fn check_reading(&self, reading: &Reading) -> Result<(), Refused>;

    /// Refuses an origin that there are none of these subjects from; `source` is where a file would be named.
    fn check_origin(&self, origin: &Origin<'_>) -> Result<(), Refused> {
        if origin.is_simulated() {
            return Ok(());
        }
        if let Some((_, reading)) = origin.as_stream() {
            return self.check_reading(reading);
        }
        let problem = format!(
            "found a program with {}; accepted: a file of them, or standard input (colddeck test)",
            self.group_in_messages()
        );
        Err(("command", problem))
    }

    /// Several of them, in messages.
    fn group_in_messages(&self) -> &'static str {
        self.group()
    }

    /// The size that it says itself: symbols of a sequence, states of a puzzle. `None` where it is the number of cards
    /// in a deck, which the experiment says.
    fn size(&self) -> Option<usize> {
        None
    }

    /// Refuses decks of so many cards, if they have no such part.
    fn check_cards(&self, _cards: usize) -> Result<(), String> {
        Ok(())
    }

    /// Tells whether it is judged without a control group: its laws are exact, or stated, and ideal ones beside them
    /// would say nothing.
    fn is_judged_alone(&self) -> bool {
        false
    }

    /// Tells whether it is a deck of cards, of which questions may be asked.
    fn has_cards(&self) -> bool {
        true
    }

    /// Tells whether it is whole decks of distinct cards, again and again.
    fn is_whole_decks(&self) -> bool {
        false
    }

    /// Tells whether bad shuffles of it can be simulated, which few of it would have shown.
    fn may_be_few(&self) -> bool {
        false
    }

    /// The error of an experiment that names nothing of it to make, to read or to ask.
    fn nothing_to_look_at(&self) -> Refused {
        let problem = "it is missing; accepted: a list of routines, as in [\"RRH\"], questions, as in [answers.NAME], or a program, as in source = { command = [\"python3\", \"shuffle.py\"] }";
        ("routines", problem.to_owned())
    }

    /// The departures that wagers on it do not look for.
    fn blind_to(&self) -> &'static [Unaveraged] {
        &[
            Unaveraged::SingleCells,
            Unaveraged::Drift,
            Unaveraged::TooEven,
        ]
    }

    /// The statistics of a suite.
    fn probes(&self, suite: Suite, design: &Design) -> Result<Vec<Probe>, ParamError>;

    /// The view, if that is what is looked at.
    fn view(&self) -> Option<&View> {
        None
    }

    /// The weights of its symbols, if it has any.
    fn weights(&self) -> Option<&Weights> {
        None
    }

    /// The name of the puzzle, if it is one.
    fn puzzle(&self) -> Option<&'static str> {
        None
    }

    /// The order, if it is a single one.
    fn order(&self) -> Option<&Order> {
        None
    }
}

/// The making, reading and counting of a subject.
pub trait Runs: About + Sized {
    /// Makes its batches.
    type Supply: Supply;

    /// The jobs that the experiment names.
    fn named(&self, planned: &Planned<'_>) -> Vec<Self::Supply>;

    /// The job of a control group, ideal ones from the random stream that `label` names; `None` where none is ever
    /// simulated.
    fn ideal(&self, planned: &Planned<'_>, label: &str) -> Option<Self::Supply>;

    /// The jobs to simulate: those that the experiment names, then the control, if there is one.
    fn jobs(&self, planned: &Planned<'_>) -> Vec<Self::Supply> {
        let control = planned.control.then(|| self.ideal(planned, CONTROL));
        let named = self.named(planned).into_iter();
        named.chain(control.flatten()).collect()
    }

    /// The facts that are known of each of `jobs` without simulating, of subjects of this size, as far as they take no longer
    /// than counting so many of them; empty where there are none.
    fn known(&self, _jobs: &[Self::Supply], _size: usize, _subjects: u64) -> Vec<Known> {
        Vec::new()
    }

    /// Opens a stream of subjects of this size.
    fn open(
        &self,
        size: usize,
        input: &Input,
        reading: &Reading,
    ) -> Result<Stream<Self>, SourceError>;
}

/// The batches of a subject.
pub type Batch<S> = <<S as Runs>::Supply as Supply>::Batch;

/// A stream of a subject, from outside.
pub type Stream<S> = Box<dyn Outside<Batch<S>>>;

/// The part of an experiment that says what is simulated.
#[derive(Debug, Clone, Copy)]
pub struct Planned<'a> {
    /// The origin of its subjects.
    pub origin: &'a Origin<'a>,
    /// The shuffles that the letters of routines stand for.
    pub letters: &'a Letters,
    /// The generator of what it names.
    pub generator: Generator,
    /// The seed.
    pub seed: &'a Seed,
    /// The rule by which decks come to their seeds, and what they begin with.
    pub policy: &'a Policy,
    /// True if a control group of ideal ones is simulated, too.
    pub control: bool,
    /// Cards in a deck, or whatever else the size is.
    pub size: usize,
    /// The instruction set.
    pub isa: Isa,
}
