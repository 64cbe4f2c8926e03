//! An experiment that can be run: valid once it is built, and not changed after that.

use super::claim;
use super::finding::Finding;
use super::stop::Stop;
use crate::questions::Question;
use deck::rng::{Generator, Seed};
use reader::Origin;
use shuffle::policy::Policy;
use shuffle::routine::{Letters, Routine};
use statistic::{Design, Probe};
use subjects::AnySubject;

/// An experiment that can be run: valid once it is built, and not changed after that.
#[derive(Debug)]
pub struct Experiment<'a> {
    /// Its name: lower-case words, digits and hyphens.
    pub name: String,
    /// The question that it answers.
    pub question: String,
    /// The answer to it, where its claims come out as expected.
    pub finding: Option<Finding>,
    /// Name of the folder that holds the spec, if it came from a file; empty for the root.
    pub folder: Option<String>,
    /// The subject that it is about.
    pub subject: AnySubject,
    /// The origin of its decks.
    pub origin: Origin<'a>,
    /// Cards, decks, replicates. The decks are the most for a stream, and for a run that stops once it is
    /// decided.
    pub design: Design,
    /// The seed.
    pub seed: Seed,
    /// The generator of what is simulated; the control always uses [`Generator::DEFAULT`].
    pub generator: Generator,
    /// The way in which the decks of the routines come to their seeds, and what they begin with.
    pub policy: Policy,
    /// The error level of the run as a whole.
    pub alpha: f64,
    /// The departure up to which evidence is accepted, if it is.
    pub accept_within: Option<f64>,
    /// How far stakes may be off, if that was said.
    pub accept_stakes: Option<record::Tolerance>,
    /// Stakes that are named one by one: they come before those of sets.
    pub named_stakes: usize,
    /// The rule by which the run stops.
    pub stop: Stop,
    /// True if an ideal-shuffle control group is simulated.
    pub control: bool,
    /// The shuffles that the letters stand for.
    pub letters: Letters,
    /// Questions that need no simulation, by their names.
    pub answers: Vec<Asked>,
    /// The statistics, in order.
    pub statistics: Vec<Probe>,
    /// True if it is told what the decks would have shown, if few come.
    pub few: bool,
    /// If it is told how often the routine must be done to be nearly fair: the letters as the command line defines them.
    pub more: Option<Vec<String>>,
    /// Says if the record holds the cells of matrices at lags.
    pub lags: Lags,
    /// The claims, in order.
    pub claims: Vec<claim::Claim>,
}

impl Experiment<'_> {
    /// The names of what is simulated, but for the control.
    pub fn simulated(&self) -> Vec<&str> {
        self.origin.names()
    }

    /// Tells whether its subjects are simulated one by one, all from one law: none depends on those before it, and they
    /// do not change on the way.
    pub(crate) fn makes_independent(&self) -> bool {
        self.origin.makes_each_alone() && self.policy.is_independent()
    }

    /// The place among these of what a claim names so.
    pub(crate) fn place_of(&self, name: &str) -> Option<usize> {
        self.origin.place_of(name, self.subject.read_as())
    }

    /// The routines that are simulated: none if the decks come from elsewhere.
    pub fn routines(&self) -> &[Routine] {
        self.origin.as_routines()
    }
}

/// A question that a spec asks.
#[derive(Debug)]
pub struct Asked {
    /// The name of its answer.
    pub name: String,
    /// The question.
    pub question: Question,
    /// The routine, if the question is about one.
    pub routine: Option<Routine>,
    /// Its place, for messages: file, line and key.
    pub place: String,
}

/// The part of the orders relative to earlier decks that the record holds.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Lags {
    /// Tests and figures, without the cells of matrices.
    #[default]
    Brief,
    /// All cells.
    Full,
}

impl Lags {
    /// All, by their names in specs and on the command line.
    pub(crate) const NAMES: &[(&'static str, Self)] =
        &[("brief", Self::Brief), ("full", Self::Full)];

    /// Its name.
    pub fn name(self) -> &'static str {
        let mut all = Self::NAMES.iter();
        all.find(|(_, lags)| *lags == self)
            .map_or("", |(name, _)| name)
    }

    /// The one of that name; the error says what is accepted.
    pub fn named(name: &str) -> Result<Self, String> {
        let mut all = Self::NAMES.iter();
        let found = all.find(|(known, _)| *known == name).map(|(_, lags)| *lags);
        found.ok_or_else(|| {
            let accepted = text::names::list(Self::NAMES.iter().map(|(known, _)| *known));
            format!("accepted: {accepted}")
        })
    }
}
