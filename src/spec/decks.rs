//! Experiments on decks that something else shuffles, as the command line and the library ask for them.

use super::{AskedUntil, Experiment, Lags, MOST_DECKS, Origin, Place, SpecError, Stop};
use crate::policy::Policy;
use crate::rng::{Generator, Seed};
use crate::routine::Letters;
use crate::statistic::{self, Design, Suite};

/// A test of decks that something else shuffles.
#[derive(Debug, Clone)]
pub struct Testing {
    /// The name of the experiment.
    pub name: &'static str,
    /// Cards in a deck.
    pub cards: usize,
    /// Decks, if their number is known.
    pub decks: Option<u64>,
    /// Seed of the control group, and of a closure's generator.
    pub seed: Seed,
    /// Error level of all tests together.
    pub alpha: f64,
    /// Which statistics.
    pub suite: Suite,
    /// Cards of each type, as in `24 land, 36 spell`.
    pub types: Option<String>,
    /// How they lay before the shuffle.
    pub arrangement: Option<String>,
    /// If the run stops once it is decided: when.
    pub until: Option<AskedUntil>,
    /// Whether a control group of ideal shuffles is simulated.
    pub control: bool,
    /// Whether the record holds the cells of matrices at lags.
    pub lags: Lags,
}

impl Testing {
    /// The experiment that tests the decks of `origin` so.
    pub fn of(self, origin: Origin<'_>) -> Result<Experiment<'_>, SpecError> {
        let until = self.until.map(AskedUntil::checked).transpose()?;
        let trials = match &until {
            Some(until) => until.max_trials,
            None => self.decks.unwrap_or(MOST_DECKS),
        };
        let design = Design {
            size: self.cards,
            trials,
            replicates: 1,
        };
        let refuse = |key, error: &dyn std::fmt::Display| Place::CommandLine.key(0..0, key, error);
        let mut statistics = self
            .suite
            .probes(&design)
            .map_err(|error| refuse("suite", &error))?;
        if let Some(types) = &self.types {
            let of_types = statistic::of_types(types, self.arrangement.as_deref(), &design);
            statistics.extend(of_types.map_err(|error| refuse("types", &error))?);
        }
        let (stop, statistics) = Stop::of(until, statistics, &design);
        let generator = match origin {
            Origin::Closure(_) => Generator::Pcg64,
            Origin::Routines(_) | Origin::Stream { .. } | Origin::Program { .. } => {
                Generator::DEFAULT
            }
        };
        Ok(Experiment {
            name: self.name.to_owned(),
            question: String::new(),
            folder: None,
            origin,
            design,
            seed: self.seed,
            generator,
            policy: Policy::default(),
            alpha: self.alpha,
            stop,
            control: self.control,
            letters: Letters::none(),
            answers: Vec::new(),
            statistics,
            few: Some(self.suite),
            lags: self.lags,
            claims: Vec::new(),
        })
    }
}
