//! `fit`: which model made some decks. The findings and their page; `colddeck fit` makes them; the findings.

use serde::{Deserialize, Serialize};

/// The name of the command, and of its answer.
pub const NAME: &str = "fit";

/// The way in which a likelihood is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Known {
    /// By the law of whole orders.
    Exact,
    /// By the named statistics of simulated decks.
    Simulated,
}

/// A parameter of a model.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Parameter {
    /// Its name.
    pub name: String,
    /// The value for which the likelihood is largest.
    pub value: f64,
    /// The lower end of its 95% interval.
    pub low: f64,
    /// The upper end; absent where the decks set none.
    pub high: Option<f64>,
    /// True if it is a whole number.
    pub whole: bool,
}

/// The verdict on the decks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// They look fair.
    Fair,
    /// They look like those of the first model.
    Model,
    /// No model fits.
    None,
    /// There are too few to tell the first model from the next.
    TooFew,
    /// There are none: it is told how many it will take.
    Plan,
}

/// A model beside the decks.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// Its name.
    pub model: String,
    /// The shuffle as `--shuffle` takes it after a letter.
    pub shuffle: String,
    /// The shuffle that is done once before all, as `--shuffle` takes it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<String>,
    /// The shuffle that is done once after all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<String>,
    /// Its parameters; none where it has none.
    pub parameters: Vec<Parameter>,
    /// The natural logarithm of the likelihood of all decks; absent where they cannot come from it.
    pub log_likelihood: Option<f64>,
    /// The same less what its parameters cost: models are compared by it. Absent in older answers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<f64>,
    /// The log-likelihood of each deck, above that of fair decks.
    pub per_deck: Option<f64>,
    /// The way in which it is known.
    pub known: Known,
}

/// The decks that it takes.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Needed {
    /// The next model, of those that are not cases of the first nor the other way round.
    pub next: String,
    /// The difference by which the first is above it: log-likelihoods, less the penalty of the parameters.
    pub lead: f64,
    /// Decks after which the first is clearly above it with a probability of .95; absent where these decks do not say it.
    pub decks: Option<u64>,
}

/// A test of the decks against those of the first model.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TestOfFit {
    /// The p-value.
    pub p: f64,
    /// True if it is above the level.
    pub fits: bool,
    /// Decks that were looked at.
    pub decks: u64,
    /// Simulated sets of as many decks.
    pub sets: u64,
}

impl TestOfFit {
    /// A model that fits with a smaller p-value than this fits weakly.
    const WEAK: f64 = 0.05;

    /// Returns true if the model fits, and one in twenty sets of its own decks or fewer would fit as badly.
    pub fn is_weak(&self) -> bool {
        self.fits && self.p < Self::WEAK
    }
}

/// Another number of times that a deck may have been shuffled, with which a model fits.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct OtherTimes {
    /// The number of times.
    pub times: u32,
    /// The model that is then named.
    pub model: String,
}

/// The number of riffles that move an order as far, for each time that the decks were shuffled.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Riffles {
    /// The mean number of neighbours that were kept together.
    pub neighbours: f64,
    /// Its value in fair decks.
    pub fair: f64,
    /// The riffles; absent where the order is moved as far as in fair decks.
    pub value: Option<f64>,
    /// The lower end of the 95% interval.
    pub low: Option<f64>,
    /// The upper end; absent where it may be as far as in fair decks.
    pub high: Option<f64>,
}

/// The decks that a model will take.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Planned {
    /// The shuffle.
    pub shuffle: String,
    /// The model that its decks look like.
    pub looks_like: String,
    /// The one that is hardest to tell from it.
    pub next: String,
    /// Decks that it takes to tell the two apart; absent where the simulated ones do not say it.
    pub decks: Option<u64>,
    /// Decks after which the number of riffles that move the order as far is known to a tenth.
    pub for_riffles: Option<u64>,
}

/// The model that made some decks.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Fit {
    /// Decks that were looked at.
    pub decks: u64,
    /// The number of times that each was shuffled.
    pub times: u32,
    /// The verdict on them.
    pub verdict: Verdict,
    /// The models, the most likely first.
    pub models: Vec<Row>,
    /// The decks that it takes to tell the first from the next.
    pub needed: Option<Needed>,
    /// The test of fit of the first.
    pub test: Option<TestOfFit>,
    /// The fewest other times with which a model fits, where none does with these and nobody said how often it was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub other_times: Option<OtherTimes>,
    /// The riffles that move the order as far.
    pub riffles: Option<Riffles>,
    /// The part of each deck that is seen, as `--view` says it; absent where all of it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub view: Option<String>,
    /// The statistics whose likelihood is simulated; of a view the counts by which it is put into a class, whose likelihood
    /// is simulated.
    pub statistics: Vec<String>,
    /// The kinds of shuffles that were not looked at, since no model is one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub no_models: Vec<String>,
    /// The decks that it will take, model by model, if that was asked.
    pub plan: Vec<Planned>,
}
