//! Experiments on decks that something else shuffles, as the command line and the library ask for them.

use super::{AskedUntil, Experiment, Lags, MOST_DECKS, Origin, Place, SpecError, Stop};
use crate::policy::Policy;
use crate::rng::{Generator, Seed};
use crate::routine::Letters;
use crate::statistic::{self, Before, Design, Named, Suite};
use crate::subject::Subject;

/// A test of decks that something else shuffles.
#[derive(Debug, Clone)]
pub struct Testing {
    /// The name of the experiment.
    pub name: &'static str,
    /// What is tested.
    pub subject: Subject,
    /// Cards in a deck, or symbols of a sequence.
    pub size: usize,
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
    /// The departure up to which evidence is accepted, if it is.
    pub accept_within: Option<f64>,
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
            size: self.size,
            trials,
            replicates: 1,
        };
        check_origin(&self.subject, &origin)
            .map_err(|(key, problem)| Place::CommandLine.key(0..0, key, problem))?;
        if let Subject::View(view) = &self.subject {
            view.check(self.size)
                .map_err(|problem| Place::CommandLine.key(0..0, "view", problem))?;
        }
        let refuse = |key, error: &dyn std::fmt::Display| Place::CommandLine.key(0..0, key, error);
        let mut statistics = self
            .suite
            .probes_on(&self.subject, &design)
            .map_err(|error| refuse("suite", &error))?;
        if let (Some(_), false) = (&self.types, self.subject == Subject::Deck) {
            return Err(refuse("types", &"found it; accepted: only of whole decks"));
        }
        if let Some(types) = &self.types {
            let (arrangement, before) = (self.arrangement.as_deref(), before(&origin));
            let of_types = statistic::of_types(types, arrangement, before.as_ref(), &design);
            statistics.extend(of_types.map_err(|error| refuse("types", &error))?);
        }
        let (stop, statistics) = Stop::of(until, statistics, &design);
        let few = self.subject == Subject::Deck;
        let generator = match origin {
            Origin::Closure(_) => Generator::Pcg64,
            Origin::Draws(_)
            | Origin::Routines(_)
            | Origin::Stream { .. }
            | Origin::Program { .. } => Generator::DEFAULT,
        };
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
            control: self.control,
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
    let (Origin::Stream { reading, .. } | Origin::Program { reading, .. }) = origin else {
        return None;
    };
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

/// Whether subjects other than whole decks can come from there; the error has a key and what is wrong with it.
pub(super) fn check_origin(
    subject: &Subject,
    origin: &Origin<'_>,
) -> Result<(), (&'static str, String)> {
    let what = match subject {
        Subject::Deck => return Ok(()),
        Subject::View(_) => "hands",
        Subject::Sequence(_) => "draws",
    };
    match origin {
        Origin::Draws(_) | Origin::Routines(_) => Ok(()),
        Origin::Stream { reading, .. } => reading.check_numbers().map_err(|key| {
            let problem = format!(
                "found it with {what}; accepted with these: text, whole numbers, and `base`"
            );
            (key, problem)
        }),
        Origin::Program { .. } | Origin::Closure(_) => {
            let problem = format!(
                "found a program with {what}; accepted: a file of them, or standard input (colddeck test)"
            );
            Err(("command", problem))
        }
    }
}
