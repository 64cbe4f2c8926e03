//! How sequences are drawn: one file for each rule.

mod weighted;

use toml::Table;

use crate::params::{KindError, ParamError, Parameter, Params, pick};
use crate::rng::Draws;
use crate::subject::Weights;

pub use weighted::Weighted;

/// A rule by which one symbol after the other is drawn, with its state.
pub trait Rule: std::fmt::Debug + Send + Sync {
    /// The weight of each symbol for the next draw, given all that came before: not negative, one of them positive.
    fn weights(&self, into: &mut Vec<f64>);

    /// Draws the next symbol as the rule's own program does.
    fn draw(&mut self, draws: &mut dyn Draws) -> u16;

    /// Goes on as if `symbol` had been drawn; false (and nothing changes) where it could not.
    fn see(&mut self, symbol: u16) -> bool;

    /// A copy of it in the same state.
    fn boxed(&self) -> Box<dyn Rule>;
}

/// A kind of rule that specs can name.
#[derive(Debug)]
pub struct Kind {
    /// Its name in a spec.
    pub name: &'static str,
    /// A line for lists.
    pub about: &'static str,
    /// The paper or page that describes it.
    pub source: &'static str,
    /// The keys that it takes.
    pub parameters: &'static [Parameter],
    /// Makes one from its parameters, where `fair` are the weights that the experiment states.
    pub build: fn(&Params, &Weights) -> Result<Box<dyn Rule>, ParamError>,
}

/// A rule, and its name in records.
#[derive(Debug)]
pub struct Described {
    /// The kind, and its parameters.
    pub name: String,
    /// The rule, before the first draw.
    pub rule: Box<dyn Rule>,
}

/// All kinds of rules.
pub const KINDS: &[Kind] = &[];

/// Makes the rule `name` with the parameters in `table`.
pub fn build(name: &str, table: Table, fair: &Weights) -> Result<Described, KindError> {
    let kind = pick("draws", name, KINDS, |kind| kind.name)?;
    let params = Params::new(name, table, kind.parameters)?;
    Ok(Described {
        name: name.to_owned(),
        rule: (kind.build)(&params, fair)?,
    })
}
