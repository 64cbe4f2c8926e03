//! What is known of a routine without simulating it: its chains, its closed form, its bounds.

pub mod bounds;
mod under;
mod whole;

pub use under::known_under;
pub use whole::{Whole, whole, whole_between_fixed};

use std::collections::BTreeMap;
use std::sync::Arc;

use bounds::{Bound, Proved};

use crate::exact::eulerian;
use crate::exact::gsr::MOST_RIFFLES;
use crate::exact::lattice::sum::Sum;
use crate::exact::matrix::Matrix;
use crate::exact::null;
use crate::exact::orders::OrderLaw;
use crate::exact::pairs::{Direction, Effort, Pairs};
use crate::routine::Plan;
use crate::shuffle::{Mixing, Shuffle};

/// Decks of up to this many cards are enumerated in every run: 5,040 orders, milliseconds.
pub const ENUMERATED: usize = 7;

/// Routines of more shuffles are not enumerated in a run: the time grows with each.
const ENUMERATED_STEPS: usize = 100;

/// What a two-card chain may take in a run: about a second.
const PAIRS: Effort = Effort {
    multiplications: 1e9,
    bytes: 1e8,
};

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

/// All that statistics may use of each of `plans`: what takes no more than about a second to compute
/// for each. What they share is computed once.
pub fn known_of(plans: &[&Plan], cards: usize) -> Vec<Known> {
    let mut ends = Ends::default();
    let each = plans.iter().map(|plan| of(plan, cards, &mut ends));
    each.collect()
}

/// [`known_of`] a single routine.
pub fn known(plan: &Plan, cards: usize) -> Known {
    of(plan, cards, &mut Ends::default())
}

fn of(plan: &Plan, cards: usize, ends: &mut Ends) -> Known {
    let chain = plan.one_card(cards);
    let mut distance = bounds::prove(plan, cards, chain.as_ref());
    let mut rising_mean = rising_mean(plan, cards);
    let closed = rising_mean.is_some() && distance.exact.is_some();
    if !closed && let Some(orders) = enumerated(plan, cards) {
        rising_mean.get_or_insert_with(|| enumerated_rising_mean(&orders));
        distance
            .exact
            .get_or_insert_with(|| enumerated_distance(&orders));
    }
    Known {
        rising_mean: rising_mean.or_else(|| ends.rising_mean(plan, cards)),
        distance: Some(distance),
        chain,
    }
}

/// The distance from the ideal shuffle, from the law over all orders.
pub fn enumerated_distance(orders: &OrderLaw) -> Bound {
    Bound::new(
        orders.total_variation(),
        format!("law over all {}! orders, by enumeration", orders.cards()),
    )
}

fn enumerated(plan: &Plan, cards: usize) -> Option<OrderLaw> {
    let few = plan.steps().len() <= ENUMERATED_STEPS;
    plan.orders(cards, ENUMERATED).ok().filter(|_| few)
}

fn enumerated_rising_mean(orders: &OrderLaw) -> f64 {
    let rising = null::find("rising-sequences").expect("it is a null law");
    let values = orders.statistic(|deck| rising.value(deck));
    let terms = values
        .iter()
        .map(|value| value.value as f64 * value.probability);
    Sum::of(terms).value()
}

/// The expected number of rising sequences, where it has a closed form.
fn rising_mean(plan: &Plan, cards: usize) -> Option<f64> {
    whole(plan).and_then(|whole| match whole {
        Whole::Ideal => Some(eulerian::mean(cards)),
        // A sequence more for each card whose key is smaller than that of the one before: with a
        // different keys that is ½ (1 − 1/a).
        Whole::InverseRiffles(riffles) => {
            let different = 1.0 - libm::exp2(-f64::from(riffles.min(MOST_RIFFLES)));
            let falls = 0.5 * different;
            Some(1.0 + (cards - 1) as f64 * falls)
        }
        Whole::EquallyLikely => None,
        // One sequence if nothing was cut off (probability 1/n), two otherwise.
        Whole::Cut => Some(2.0 - 1.0 / cards as f64),
        // Only the sorted order is known to have one.
        Whole::Fixed => plan
            .steps()
            .iter()
            .all(|step| step.mixing() == Mixing::Nothing)
            .then_some(1.0),
        Whole::Riffles(_) | Whole::CutThenRiffles(_) => {
            whole.riffled(cards).map(|law| law.rising_mean())
        }
    })
}

/// What the last shuffles of routines make of the order of two cards: routines with the same last
/// shuffles share it.
#[derive(Default)]
struct Ends {
    /// The different shuffles.
    shuffles: Vec<Arc<dyn Shuffle>>,
    /// For the last shuffles of a routine, by their numbers: P(the first of two cards ends above the
    /// second), by where they are before them.
    above: BTreeMap<Vec<usize>, Pairs>,
}

impl Ends {
    /// 1 + Σ P(card c + 1 ends above card c), by the two-card chain; `None` beyond [`PAIRS`], or
    /// where that chain is unknown.
    fn rising_mean(&mut self, plan: &Plan, cards: usize) -> Option<f64> {
        let effort = plan.two_card_effort(cards).ok()?;
        if !effort.is_within(&PAIRS) {
            return None;
        }
        let steps = plan.steps();
        let numbers: Vec<usize> = steps.iter().map(|step| self.number(step)).collect();
        self.above
            .entry(Vec::new())
            .or_insert_with(|| Pairs::above(cards));
        let unknown = (0..=numbers.len()).find(|&at| self.above.contains_key(&numbers[at..]))?;
        for at in (0..unknown).rev() {
            let above = steps[at].two_card(&self.above[&numbers[at + 1..]], Direction::Backward)?;
            self.above.insert(numbers[at..].to_vec(), above);
        }
        let above = &self.above[&numbers];
        let terms = (1..cards).map(|card| above.get(card, card - 1));
        Some(1.0 + Sum::of(terms).value())
    }

    fn number(&mut self, shuffle: &Arc<dyn Shuffle>) -> usize {
        let mut known = self.shuffles.iter();
        let place = known.position(|known| Arc::ptr_eq(known, shuffle));
        place.unwrap_or_else(|| {
            self.shuffles.push(Arc::clone(shuffle));
            self.shuffles.len() - 1
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::routine::{Letters, Routine};

    #[test]
    fn routines_that_share_their_ends_are_known_as_alone() {
        let letters = Letters::default();
        let plans: Vec<Plan> = ["RRH", "RH", "HRH", "RRH", "GCH", "H"]
            .iter()
            .map(|text| Routine::parse(text, &letters).unwrap().plan(&letters))
            .collect();
        let plans: Vec<&Plan> = plans.iter().collect();
        for (together, plan) in known_of(&plans, 20).iter().zip(&plans) {
            let alone = known(plan, 20);
            let bits = |known: &Known| known.rising_mean.unwrap().to_bits();
            assert_eq!(bits(together), bits(&alone));
            let means = plan.order_means(20, &Effort::SECONDS).unwrap();
            assert!((together.rising_mean.unwrap() - means.rising_sequences).abs() < 1e-12);
        }
    }
}
