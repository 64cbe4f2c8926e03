//! Statistics of what is seen of a deck, and their laws under a model: of orders the named ones, which are taken to be
//! normal, of views one coarse one, whose law is a table.

use super::coarse::{Coarse, Shares};
use super::summary::{SCORES, STATISTICS, Summary, Synthetic};
use deck::Card;

/// The statistics that are taken.
pub(super) enum Statistics {
    /// The named statistics of an order.
    Named(Summary),
    /// The class of a view.
    Coarse(Coarse),
}

/// The statistics of one deck.
pub(super) enum Found {
    Named(Vec<f64>),
    Class(usize),
}

/// Their law under a model.
pub(super) enum Likelihood {
    Normal(Synthetic),
    Shares(Shares),
}

impl Statistics {
    /// The statistics of what is seen of a deck.
    pub fn of(&self, seen: &[Card]) -> Found {
        match self {
            Self::Named(summary) => Found::Named(summary.of(seen)),
            Self::Coarse(coarse) => Found::Class(coarse.class(seen)),
        }
    }

    /// Their law, from what is seen of simulated decks.
    pub fn law<'a>(&self, decks: impl Iterator<Item = &'a [Card]>) -> Likelihood {
        match self {
            Self::Named(summary) => {
                Likelihood::Normal(Synthetic::of(decks.map(|deck| summary.of(deck))))
            }
            Self::Coarse(coarse) => {
                let classes = decks.map(|view| coarse.class(view));
                Likelihood::Shares(Shares::of(coarse.classes, classes))
            }
        }
    }

    /// Their names in words: of views the counts by which they are sorted.
    pub fn names(&self) -> Vec<String> {
        let names: Vec<&str> = match self {
            Self::Named(_) => STATISTICS.iter().chain([&SCORES]).copied().collect(),
            Self::Coarse(coarse) => coarse.names().to_vec(),
        };
        names.into_iter().map(str::to_owned).collect()
    }
}

impl Likelihood {
    /// The log-likelihood of these statistics, without what is the same for all laws.
    pub fn ln(&self, found: &Found) -> f64 {
        match (self, found) {
            (Self::Normal(law), Found::Named(values)) => law.ln(values),
            (Self::Shares(law), Found::Class(class)) => law.ln(*class),
            // No law is asked about statistics of the other kind.
            _ => f64::NAN,
        }
    }

    /// The same, but of orders no lower than at the farthest that was simulated: see [`Synthetic::ln_at_least`].
    pub(crate) fn ln_at_least(&self, found: &Found) -> f64 {
        match (self, found) {
            (Self::Normal(law), Found::Named(values)) => law.ln_at_least(values),
            _ => self.ln(found),
        }
    }

    /// The variance of one deck's log-likelihood that comes from the simulation.
    pub(crate) fn noise(&self) -> f64 {
        match self {
            Self::Normal(law) => law.noise(),
            Self::Shares(law) => law.noise(),
        }
    }
}
