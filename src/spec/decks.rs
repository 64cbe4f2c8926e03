//! Experiments on decks that something else shuffles, as the command line and the library ask for them.

use super::check_statistics::check_sums;
use super::{AskedUntil, Experiment, Lags, MOST_DECKS, Origin, Place, SpecError, Stop};
use crate::policy::Policy;
use crate::rng::Seed;
use crate::routine::Letters;
use crate::statistic::{self, Before, Design, Named, Suite};
use crate::subjects::AnySubject;

/// A test of decks that something else shuffles.
#[derive(Debug, Clone)]
pub struct Testing {
    /// The name of the experiment.
    pub name: &'static str,
    /// The subject that is tested.
    pub subject: AnySubject,
    /// Cards in a deck, or symbols of a sequence.
    pub size: usize,
    /// Decks, if their number is known.
    pub decks: Option<u64>,
    /// Seed of the control group, and of a closure's generator.
    pub seed: Seed,
    /// Error level of all tests together.
    pub alpha: f64,
    /// The suite of statistics.
    pub suite: Suite,
    /// Cards of each type, as in `24 land, 36 spell`.
    pub types: Option<String>,
    /// The order of the types before the shuffle.
    pub arrangement: Option<String>,
    /// If the run stops once it is decided: when.
    pub until: Option<AskedUntil>,
    /// The departure up to which evidence is accepted, if it is.
    pub accept_within: Option<f64>,
    /// True if a control group of ideal shuffles is simulated.
    pub control: bool,
    /// Says if the record holds the cells of matrices at lags.
    pub lags: Lags,
}

impl Testing {
    /// The experiment that tests the decks of `origin` so.
    pub fn of(self, origin: Origin<'_>) -> Result<Experiment<'_>, SpecError> {
        let until = self.until.map(AskedUntil::checked).transpose()?;
        if until.is_some() && self.subject.order().is_some() {
            let problem = "found it with one order; accepted: decks that keep coming";
            return Err(Place::CommandLine.key(0..0, "until-decided", problem));
        }
        let trials = match &until {
            Some(until) => until.max_trials,
            None => self.decks.unwrap_or(MOST_DECKS),
        };
        let design = Design {
            size: self.size,
            trials,
            replicates: 1,
        };
        (self.subject.check_origin(&origin))
            .map_err(|(key, problem)| Place::CommandLine.key(0..0, key, problem))?;
        (self.subject.check_cards(self.size))
            .map_err(|problem| Place::CommandLine.key(0..0, "view", problem))?;
        let refuse = |key, error: &dyn std::fmt::Display| Place::CommandLine.key(0..0, key, error);
        let statistics = self.subject.probes(self.suite, &design);
        let mut statistics = statistics.map_err(|error| refuse("suite", &error))?;
        if let (Some(types), true) = (&self.types, self.subject.is_whole_decks()) {
            let (arrangement, before) = (self.arrangement.as_deref(), before(&origin));
            let of_types = statistic::of_types(types, arrangement, before.as_ref(), &design);
            statistics.extend(of_types.map_err(|error| refuse("types", &error))?);
        }
        // Nobody knows how many decks there are in a stream that is read to its end.
        if until.is_some() || self.decks.is_some() {
            check_sums(&Place::CommandLine, &statistics, &design)?;
        }
        let (stop, statistics) = Stop::of(until, statistics, &design);
        let few = self.subject.may_be_few();
        // Each row has an exact law of its own, and nothing is simulated beside it.
        let control = self.control && !self.subject.is_judged_alone();
        let generator = origin.generator();
        Ok(Experiment {
            name: self.name.to_owned(),
            question: String::new(),
            folder: None,
            subject: self.subject,
            origin,
            design,
            seed: self.seed,
            generator,
            policy: Policy::default(),
            alpha: self.alpha,
            accept_within: self.accept_within,
            stop,
            control,
            letters: Letters::none(),
            answers: Vec::new(),
            statistics,
            few,
            more: false,
            lags: self.lags,
            claims: Vec::new(),
        })
    }
}

/// The deck before the shuffle, if a start gives it.
pub(super) fn before<'a>(origin: &'a Origin<'_>) -> Option<Before<'a>> {
    let reading = origin.reading()?;
    let start = reading.start.as_ref()?;
    Some(Before {
        file: start.name(),
        in_place: reading.in_place,
        named: start.names().map(|names| Named {
            deck: names.deck(),
            written: names.written(),
            find: Box::new(|name| names.symbol(name)),
        }),
    })
}
