//! Tests of decks that something else shuffles, as commands ask for them: the wire type of a spec, and
//! the decks themselves.

use std::collections::BTreeMap;

use toml::Value;

use super::check;
use super::decks::Handed;
use super::error::{Errors, SpecError};
use super::experiment::{Experiment, Lags};
use super::place::{Place, said};
use super::stakes::Stakes;
use super::until::AskedUntil;
use super::wire;
use deck::rng::Seed;
use reader::Origin;
use statistic::Suite;
use subjects::AnySubject;

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
    /// The stakes that are looked at, and how far they may be off.
    pub stakes: Stakes,
    /// True if a control group of ideal shuffles is simulated.
    pub control: bool,
    /// Says if the record holds the cells of matrices at lags.
    pub lags: Lags,
}

impl Testing {
    /// The experiment that tests the decks of `origin` so.
    pub fn of(self, origin: Origin<'_>) -> Result<Experiment<'_>, SpecError> {
        let file = self.file(&origin);
        let handed = Handed {
            subject: self.subject,
            origin,
        };
        check::experiment(&Place::CommandLine, file, Some(handed), Errors::default())
    }

    /// The spec that says the same, but for what is handed over.
    fn file(&self, origin: &Origin<'_>) -> wire::File {
        let number = |number: u64| wire::Whole(i64::try_from(number).unwrap_or(i64::MAX));
        let mut file = wire::File::named(said(self.name.to_owned()));
        file.deck = Some(said(wire::Deck::Whole(number(self.size as u64))));
        file.trials = self.decks.map(number).map(said);
        file.seed = Some(said(match &self.seed {
            Seed::Integer(number) => Value::String(number.to_string()),
            Seed::List(words) => words
                .iter()
                .copied()
                .map(i64::from)
                .collect::<Vec<_>>()
                .into(),
        }));
        file.generator = Some(said(origin.generator().name().to_owned()));
        file.alpha = Some(said(self.alpha));
        file.until_decided = self.until.map(|asked| {
            said(wire::UntilDecided {
                delta: asked.delta.map(said),
                max_trials: asked.max_trials.map(wire::Whole).map(said),
            })
        });
        file.control = Some(self.control);
        file.suite = Some(said(self.suite.name().to_owned()));
        // The types of what is seen of a deck are the view's own.
        if self.subject.is_whole_decks() && self.types.is_some() {
            file.types = self.types.clone().map(said);
            file.arrangement = self.arrangement.clone().map(said);
        }
        file.lags = Some(said(self.lags.name().to_owned()));
        // No letters at all: nothing is shuffled here.
        file.shuffles = Some(BTreeMap::new());
        file.options.accept_within = self.accept_within;
        file.options.stakes = self.stakes.clone();
        let logged = origin.reading().and_then(|reading| reading.logged.as_ref());
        file.symbols = logged.map_or_else(Vec::new, |logged| logged.names().to_vec());
        file
    }
}
