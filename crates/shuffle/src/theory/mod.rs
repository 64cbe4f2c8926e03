//! Facts that are known of a routine without simulating it: its chains, its closed form, its bounds.

pub mod bounds;
mod calls;
mod closed_form;
pub mod enough;
mod entropy;
mod groups;
mod policy;
mod reachable;
pub mod scrambles;

pub use calls::{Looked, looked};
pub use closed_form::{Whole, whole, whole_between_fixed};
pub use entropy::entropy;
pub use groups::{Groups, groups};
pub use policy::known_under;
pub use reachable::{Reachable, reachable};

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::routine::Plan;
use crate::{Mixing, Shuffle};
use laws::counting::harmonic;
use laws::eulerian;
use laws::gsr::MOST_RIFFLES;
use laws::known::{Bound, Known};
use laws::lattice::sum::Sum;
use laws::null;
use laws::order_law::OrderLaw;
use laws::pairs::order_means::OrderMeans;
use laws::pairs::{Direction, Effort, Pairs};

/// Decks of up to this many cards are enumerated in every run: 5,040 orders, milliseconds.
const ENUMERATED: usize = 7;

/// Routines of more shuffles are not enumerated in a run: the time grows with each.
const ENUMERATED_STEPS: usize = 100;

/// The most effort that a two-card chain may take: about a second.
pub const A_SECOND: Effort = Effort {
    multiplications: 1e9,
    bytes: 1e8,
};

/// The most that it may take in a run: no longer than counting its decks, or than nobody notices.
fn most_effort(decks: u64) -> Effort {
    let counting = EFFORT_OF_A_DECK * decks as f64;
    Effort {
        multiplications: counting.clamp(AT_ONCE, A_SECOND.multiplications),
        ..A_SECOND
    }
}

/// Multiplications that take as long as simulating and counting a deck, or a few; and those that nobody waits for.
const EFFORT_OF_A_DECK: f64 = 1e4;
const AT_ONCE: f64 = 1e7;

/// The same of one-card chains: they are done many at once, and large decks have more.
const CHAIN_OF_A_DECK: f64 = 1e6;
const CHAIN_AT_ONCE: f64 = 1e8;

/// All that statistics may use of each of `plans`: what takes no more than about a second to compute for each, and no longer
/// than counting so many `decks`. Parts that they share are computed once.
pub fn known_of(plans: &[&Plan], cards: usize, decks: u64) -> Vec<Known> {
    let mut ends = Ends {
        limit: most_effort(decks),
        chain: (CHAIN_OF_A_DECK * decks as f64).max(CHAIN_AT_ONCE),
        shuffles: Vec::new(),
        expected: BTreeMap::new(),
    };
    let each = plans.iter().map(|plan| of(plan, cards, &mut ends));
    each.collect()
}

/// [`known_of`] a single routine, of which no decks are counted.
pub fn known(plan: &Plan, cards: usize) -> Known {
    known_of(&[plan], cards, u64::MAX).remove(0)
}

fn of(plan: &Plan, cards: usize, ends: &mut Ends) -> Known {
    let affordable = plan.chain_effort(cards) <= ends.chain;
    let chain = affordable.then(|| plan.one_card(cards)).flatten();
    // Whether a chain is known does not depend on the size.
    let chain_left_out = !affordable && plan.one_card(FEW_CARDS).is_some();
    let mut distance = bounds::prove(plan, cards, chain.as_ref(), &ends.limit);
    let mut rising_mean = rising_mean(plan, cards);
    let mut most_calls = most_calls(plan, cards);
    let (mut means, mut too_long) = (BTreeMap::new(), false);
    if let Some(orders) = enumerated(plan, cards) {
        rising_mean.get_or_insert_with(|| enumerated_mean(&orders, rising_sequences()));
        distance
            .exact
            .get_or_insert_with(|| enumerated_distance(&orders));
        most_calls.get_or_insert_with(|| orders.most_calls());
        means.extend(
            null::LAWS
                .iter()
                .map(|law| (law.name, enumerated_mean(&orders, law))),
        );
    } else if let Some(closed) = closed_means(plan, cards) {
        means.extend(named(&closed));
    } else if let Some(Whole::Shelves(_)) = whole(plan) {
        means.extend(symmetric(cards));
    } else {
        too_long = !ends.means(plan, cards, &mut means);
    }
    let rising_sequences = rising_sequences().name;
    Known {
        most_calls,
        calls: calls::prove(plan, cards, chain.as_ref()),
        rising_mean: rising_mean.or_else(|| means.get(rising_sequences).copied()),
        means,
        distance: Some(distance),
        chain,
        too_long: too_long || chain_left_out,
    }
}

/// A chain of so many cards is soon made.
const FEW_CARDS: usize = 8;

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

fn rising_sequences() -> &'static null::Law {
    null::find("rising-sequences").expect("it is a null law")
}

fn enumerated_mean(orders: &OrderLaw, law: &null::Law) -> f64 {
    let values = orders.statistic(|deck| law.value(deck));
    let terms = values
        .iter()
        .map(|value| value.value as f64 * value.probability);
    Sum::of(terms).value()
}

/// The means of the order statistics, where they have closed forms.
fn closed_means(plan: &Plan, cards: usize) -> Option<OrderMeans> {
    match whole(plan)? {
        Whole::Ideal => Some(OrderMeans::ideal(cards)),
        _ => None,
    }
}

/// The means under the names of their null laws.
fn named(means: &OrderMeans) -> [(&'static str, f64); 5] {
    [
        ("rising-sequences", means.rising_sequences),
        ("descents", means.descents),
        ("inversions", means.inversions),
        ("successions", means.successions),
        ("successions-cyclic", means.successions_around),
    ]
}

/// The means of what an order and its reverse share out between them, where both have the same chance.
fn symmetric(cards: usize) -> [(&'static str, f64); 3] {
    let ideal = OrderMeans::ideal(cards);
    [
        ("rising-sequences", ideal.rising_sequences),
        ("descents", ideal.descents),
        ("inversions", ideal.inversions),
    ]
}

/// The expected number of rising sequences, where it has a closed form.
fn rising_mean(plan: &Plan, cards: usize) -> Option<f64> {
    whole(plan).and_then(|whole| match whole {
        // A shelf shuffle gives an order and its reverse the same chance.
        Whole::Ideal | Whole::Shelves(_) => Some(eulerian::mean(cards)),
        // A sequence more for each card whose key is smaller than that of the one before: with a
        // different keys that is ½ (1 − 1/a).
        Whole::InverseRiffles(riffles) => {
            let different = 1.0 - libm::exp2(-f64::from(riffles.min(MOST_RIFFLES)));
            let falls = 0.5 * different;
            Some(1.0 + (cards - 1) as f64 * falls)
        }
        Whole::EquallyLikely | Whole::Moves(..) => None,
        // One sequence if nothing was cut off (probability 1/n), two otherwise.
        Whole::Cut => Some(2.0 - 1.0 / cards as f64),
        // Only the sorted order is known to have one.
        Whole::Fixed => plan
            .steps()
            .iter()
            .all(|step| step.mixing() == Mixing::Nothing)
            .then_some(1.0),
        Whole::Riffles(_) | Whole::Packets(_) | Whole::CutThenRiffles(_) => {
            whole.riffled(cards).map(|law| law.rising_mean())
        }
    })
}

/// The most cards that can be called right, where it has a closed form.
fn most_calls(plan: &Plan, cards: usize) -> Option<f64> {
    let n = cards as f64;
    match whole(plan)? {
        Whole::Ideal => Some(harmonic(cards)),
        // A player who has seen one card knows all that follow.
        Whole::Cut => Some(n - 1.0 + 1.0 / n),
        Whole::Fixed => Some(n),
        Whole::Riffles(_)
        | Whole::Packets(_)
        | Whole::InverseRiffles(_)
        | Whole::CutThenRiffles(_)
        | Whole::Shelves(_)
        | Whole::Moves(..)
        | Whole::EquallyLikely => None,
    }
}

/// The effect of the last shuffles of routines on where two cards lie. Routines with the same last
/// shuffles share it.
struct Ends {
    /// The effort that each routine may take.
    limit: Effort,
    /// Multiplications that the one-card chain of each routine may take.
    chain: f64,
    /// The different shuffles.
    shuffles: Vec<Arc<dyn Shuffle>>,
    /// For the last shuffles of a routine, by their numbers: the expected value of a table by where
    /// two cards are before them.
    expected: BTreeMap<(Table, Vec<usize>), Pairs>,
}

/// A value of where two cards lie in the end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Table {
    /// [`Pairs::above`].
    Above,
    /// [`Pairs::next`].
    Next,
    /// [`Pairs::next_around`].
    NextAround,
}

impl Table {
    fn start(self, cards: usize) -> Pairs {
        match self {
            Self::Above => Pairs::above(cards),
            Self::Next => Pairs::next(cards),
            Self::NextAround => Pairs::next_around(cards),
        }
    }
}

impl Ends {
    /// The means of the order statistics by the two-card chain, as many as can be had within the limit; none where that
    /// chain is unknown. Returns false if there are more that would take too long.
    fn means(
        &mut self,
        plan: &Plan,
        cards: usize,
        means: &mut BTreeMap<&'static str, f64>,
    ) -> bool {
        let Ok(effort) = plan.two_card_effort(cards) else {
            return true;
        };
        let limit = self.limit;
        let affordable = |tables: usize| effort.times(tables).is_within(&limit);
        let all = [Table::Above, Table::Next, Table::NextAround];
        let number = (1..=all.len())
            .take_while(|tables| affordable(*tables))
            .count();
        if self.expect(&all[..number], plan, cards).is_none() {
            return affordable(all.len());
        }
        if affordable(1)
            && let Some(above) = self.expected(Table::Above, plan, cards)
        {
            means.insert("rising-sequences", OrderMeans::rising_sequences_of(above));
            means.insert("inversions", OrderMeans::inversions_of(above));
        }
        if affordable(2)
            && let Some(next) = self.expected(Table::Next, plan, cards)
        {
            means.insert("descents", OrderMeans::descents_of(next));
            means.insert("successions", OrderMeans::successions_of(next));
        }
        if affordable(3)
            && let Some(next) = self.expected(Table::NextAround, plan, cards)
        {
            means.insert(
                "successions-cyclic",
                OrderMeans::successions_around_of(next),
            );
        }
        affordable(3)
    }

    /// The expected value of a table, by where two cards start.
    fn expected(&mut self, table: Table, plan: &Plan, cards: usize) -> Option<&Pairs> {
        self.expect(&[table], plan, cards)?;
        let numbers = plan.steps().iter().map(|step| self.number(step)).collect();
        self.expected.get(&(table, numbers))
    }

    /// Makes the expected values of `tables` known, which go through each shuffle together. `None` if there are none.
    fn expect(&mut self, tables: &[Table], plan: &Plan, cards: usize) -> Option<()> {
        let steps = plan.steps();
        let numbers: Vec<usize> = steps.iter().map(|step| self.number(step)).collect();
        let key = |table: Table, at: usize| (table, numbers[at..].to_vec());
        for &table in tables {
            let last = key(table, steps.len());
            self.expected
                .entry(last)
                .or_insert_with(|| table.start(cards));
        }
        // From where on each is known.
        let known = |at: usize, table: Table| self.expected.contains_key(&key(table, at));
        let first = |table: Table| (0..steps.len()).find(|at| known(*at, table));
        let first: Vec<usize> = tables
            .iter()
            .map(|table| first(*table).unwrap_or(steps.len()))
            .collect();
        for at in (0..steps.len()).rev() {
            let missing = tables.iter().zip(&first).filter(|(_, first)| at < **first);
            let missing: Vec<Table> = missing.map(|(table, _)| *table).collect();
            if missing.is_empty() {
                continue;
            }
            let behind: Vec<&Pairs> = missing
                .iter()
                .map(|table| &self.expected[&key(*table, at + 1)])
                .collect();
            let found = steps[at].two_card_each(&behind, Direction::Backward)?;
            for (table, found) in missing.into_iter().zip(found) {
                self.expected.insert(key(table, at), found);
            }
        }
        Some(())
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
    fn calls_in_closed_form_are_those_of_the_enumerated_law() {
        let letters = Letters::default();
        for text in ["S", "C", "CC", "GS"] {
            let plan = Routine::parse(text, &letters).unwrap().plan(&letters);
            let enumerated = plan.orders(6, 6).unwrap().most_calls();
            let closed = most_calls(&plan, 6).unwrap();
            assert!((closed - enumerated).abs() < 1e-12, "{text}");
        }
        let plan = Routine::parse("GG", &letters).unwrap().plan(&letters);
        let known = known(&plan, 6).most_calls.unwrap();
        assert!((harmonic(6)..6.0).contains(&known), "{known}");
    }

    #[test]
    fn means_of_shelf_shuffles_are_those_of_the_enumerated_law() {
        let mut letters = Letters::default();
        let shuffle = crate::build("shelf", "shelves = 2".parse().unwrap()).unwrap();
        letters.define('F', shuffle.into());
        let plan = Routine::parse("F", &letters).unwrap().plan(&letters);
        let known = known(&plan, 6);
        for (name, mean) in symmetric(6) {
            assert!((known.mean(name).unwrap() - mean).abs() < 1e-12, "{name}");
        }
    }

    #[test]
    fn routines_that_share_their_ends_are_known_as_alone() {
        let letters = Letters::default();
        let plans: Vec<Plan> = ["RRH", "RH", "HRH", "RRH", "GCH", "H"]
            .iter()
            .map(|text| Routine::parse(text, &letters).unwrap().plan(&letters))
            .collect();
        let plans: Vec<&Plan> = plans.iter().collect();
        for (together, plan) in known_of(&plans, 20, u64::MAX).iter().zip(&plans) {
            let alone = known(plan, 20);
            let bits = |known: &Known| known.rising_mean.unwrap().to_bits();
            assert_eq!(bits(together), bits(&alone));
            assert_eq!(together.means, alone.means);
            let means = plan.order_means(20, &Effort::SECONDS).unwrap();
            assert!((together.rising_mean.unwrap() - means.rising_sequences).abs() < 1e-12);
            for (name, mean) in named(&means) {
                assert!(
                    (together.mean(name).unwrap() - mean).abs() < 1e-12,
                    "{name}"
                );
            }
        }
    }
}
