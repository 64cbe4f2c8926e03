//! Statistics of sequences: draws of symbols, one after the other, that should be independent with the weights that the
//! experiment states.
//!
//! Given all draws before, the next one has the stated law. So it may be looked at in any *context* that is known by
//! then: what came just before, how long a symbol was away, what someone would have called. Counts by context and outcome
//! are tested, and bet on, in one way ([`contexts`]). For up to [`few::FEW_DRAWS`] draws p-values come from ideal draws.

mod calls;
mod complexity;
mod contexts;
mod dependence;
mod drift;
mod drought;
mod few;
mod first_draws;
mod frequency;
mod gaps;
mod matches;
mod predictor;
mod serial;
mod streak;
#[cfg(test)]
mod tests;

use deck::subject::{WEIGHTS, Weights};
use text::params::{ParamError, Params};

pub(super) use calls::KIND as CALLS;
pub(super) use complexity::KIND as COMPLEXITY;
pub(super) use dependence::KIND as DEPENDENCE;
pub(super) use drift::KIND as DRIFT;
pub(super) use drought::KIND as DROUGHT;
pub(super) use frequency::KIND as FREQUENCY;
pub use frequency::limits as limits_of_shares;
pub(super) use gaps::KIND as GAPS;
pub(super) use matches::KIND as FAR_MATCHES;
pub(super) use predictor::KIND as PREDICTOR;
pub(super) use serial::{PAIRS, TRIPLES};
pub(super) use streak::KIND as STREAK;

/// The statistics whose laws are of one sequence without a break: they say nothing of several streams.
pub const UNBROKEN: [&str; 2] = [DROUGHT.name, STREAK.name];

/// Symbols of which figures are listed one by one, at the most: longer lists would be most of a record.
const LISTED: usize = 1_000;

/// The weights of the experiment.
fn weights(params: &Params) -> Result<Weights, ParamError> {
    params.subject(WEIGHTS.name).cloned()
}

/// Symbols as people count them, from 1.
fn symbol(symbol: usize) -> String {
    format!("symbol {}", symbol + 1)
}
