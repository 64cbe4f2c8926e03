//! What is known of a routine without simulating it: its chains, its closed form, its bounds.

pub mod bounds;
mod whole;

pub use whole::{Whole, whole};

use bounds::Proved;

use crate::exact::matrix::Matrix;
use crate::exact::{eulerian, gsr};
use crate::routine::Plan;
use crate::shuffle::Mixing;

/// What is known of the decks without looking at them.
#[derive(Debug, Default)]
pub struct Known {
    /// The one-card chain of the routine.
    pub chain: Option<Matrix>,
    /// The expected number of rising sequences.
    pub rising_mean: Option<f64>,
    /// What is proved of the distance from the ideal shuffle.
    pub distance: Option<Proved>,
}

/// All that statistics may use of `plan`.
pub fn known(plan: &Plan, cards: usize) -> Known {
    let rising_mean = whole(plan).and_then(|whole| match whole {
        Whole::Ideal => Some(eulerian::mean(cards)),
        Whole::Riffles(riffles) => Some(gsr::rising_mean(cards, riffles)),
        // One sequence if nothing was cut off (probability 1/n), two otherwise.
        Whole::Cut => Some(2.0 - 1.0 / cards as f64),
        // Only the sorted order is known to have one.
        Whole::Fixed => plan
            .steps()
            .iter()
            .all(|step| step.mixing() == Mixing::Nothing)
            .then_some(1.0),
    });
    let chain = plan.one_card(cards);
    Known {
        distance: Some(bounds::prove(plan, cards, chain.as_ref())),
        chain,
        rising_mean,
    }
}
