//! Options of commands that take precedence over a spec: they become keys of the same wire type, each marked as said by an
//! option.

use toml::{Spanned, Value};

use super::experiment::Lags;
use super::place::said;
use super::stakes::Stakes;
use super::until::AskedUntil;
use super::wire;
use deck::subject::Shape;
use statistic::Suite;

/// The options of the command line that take precedence over a spec.
#[derive(Debug, Clone, Default)]
pub struct Overrides {
    /// `--deck`
    pub deck: Option<i64>,
    /// `--trials`
    pub trials: Option<i64>,
    /// `--seed`
    pub seed: Option<String>,
    /// `--generator`
    pub generator: Option<String>,
    /// `--seeding`
    pub seeding: Option<String>,
    /// `--memory`
    pub memory: Option<String>,
    /// `--shuffle`, each `M=mash`, `M=mash packet=1..3` or `M={kind="riffle"}`
    pub shuffles: Vec<String>,
    /// `--statistic`, each `snap`, `snap players=3` or `{kind="snap", players=3}`
    pub statistics: Vec<String>,
    /// `--alpha`
    pub alpha: Option<f64>,
    /// `--suite`
    pub suite: Option<Suite>,
    /// `--until-decided`
    pub until: Option<AskedUntil>,
    /// `--accept-within`, one of those of `--help`.
    pub accept_within: Option<f64>,
    /// `--stake`, `--stakes` and `--accept-stakes`
    pub stakes: Stakes,
    /// `--types`
    pub types: Option<String>,
    /// `--arrangement`
    pub arrangement: Option<String>,
    /// `--lags`
    pub lags: Option<Lags>,
    /// The view of each deck.
    pub view: Option<Shape>,
}

impl Overrides {
    /// Sets the keys that these options say.
    pub(super) fn over(&self, file: &mut wire::File) {
        fn set<T>(key: &mut Option<Spanned<T>>, value: Option<T>) {
            if let Some(value) = value {
                *key = Some(said(value));
            }
        }
        let text = |text: &Option<String>| text.clone().map(Value::String);
        let whole = |number: Option<i64>| number.map(wire::Whole);
        set(&mut file.deck, whole(self.deck).map(wire::Deck::Whole));
        set(&mut file.trials, whole(self.trials));
        set(&mut file.seed, text(&self.seed));
        set(&mut file.generator, self.generator.clone());
        set(&mut file.alpha, self.alpha);
        set(
            &mut file.suite,
            self.suite.map(|suite| suite.name().to_owned()),
        );
        set(&mut file.types, self.types.clone());
        set(&mut file.arrangement, self.arrangement.clone());
        set(&mut file.lags, self.lags.map(|lags| lags.name().to_owned()));
        set(&mut file.view, self.view.map(|view| view.to_string()));
        if self.seeding.is_some() || self.memory.is_some() {
            let source = file.source.take();
            let mut source = source.unwrap_or_else(|| said(wire::Source::default()));
            set(&mut source.get_mut().seeding, text(&self.seeding));
            set(&mut source.get_mut().memory, self.memory.clone());
            file.source = Some(source);
        }
        if let Some(asked) = self.until {
            let until = file.until_decided.take();
            let mut until = until.unwrap_or_else(|| said(wire::UntilDecided::default()));
            set(&mut until.get_mut().delta, asked.delta);
            set(&mut until.get_mut().max_trials, whole(asked.max_trials));
            file.until_decided = Some(until);
        }
        file.options = wire::Options {
            statistics: self.statistics.clone(),
            shuffles: self.shuffles.clone(),
            accept_within: self.accept_within,
            stakes: self.stakes.clone(),
        };
    }
}
