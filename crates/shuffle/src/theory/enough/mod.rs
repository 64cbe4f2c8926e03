//! The number of times that a routine must be done until it is near an ideal shuffle.
//!
//! One more shuffle never takes a deck farther from ideal, so the total variation of a routine that is done
//! again and again never grows. If it is still above a threshold after k times, it was so after each time
//! before: every lower bound for k times says that more than k are needed. An upper bound below the threshold
//! says that k are enough. If both come from the same exact law, the number is exact.

mod curve;
mod growth;
mod moves;
mod never;
mod search;

use std::collections::BTreeMap;

use super::bounds;
use super::{A_SECOND, Groups, Whole, enumerated_distance, whole};
use crate::routine::{CHAIN_BUDGET, Plan};
use laws::gsr::{self, MOST_RIFFLES, Packets};
use laws::known::Bound;
use laws::matrix::Matrix;
use laws::order_law::{ORDINARY_CARDS, OrderLaw};
use laws::shelves;
use text::sorting;

pub use curve::Point;
use curve::{BEYOND, curve};
pub use growth::{Size, growth, second_eigenvalue};
use search::Search;

/// Thresholds that can be asked for: powers of chains carry rounding errors, and nothing is proved of less.
pub const THRESHOLDS: std::ops::RangeInclusive<f64> = 1e-6..=0.999_999;

/// The most times that powers of the one-card chain are looked at, times the cards: rounding grows with both.
const MOST_TIMES_CARDS: f64 = 7.5e7;

/// A power of a chain may be wrong by this much in all, for all decks that are looked at.
const ROUNDED: f64 = 1e-7;

/// A distance that is known but for rounding is this near, relatively: a fraction such as 1/20 is not below .05.
const ROUNDING: f64 = 1e-12;

/// The two-card chain is looked at for so many numbers of times: each takes up to a second.
const PAIRS_TRIED: usize = 12;

/// Upper bounds are looked at up to so many times: each part halves them at the least, or they stay.
const PARTS: u32 = 64;

/// Terms of all products of laws over all orders together, some seconds.
const TERMS: u64 = 2_000_000_000;

/// The number of times that a routine must be done until its total variation is below a threshold.
#[derive(Debug, Clone, PartialEq)]
pub struct Times {
    /// The threshold.
    pub below: f64,
    /// The number, where it is known.
    pub exact: Option<u32>,
    /// True if no number is enough.
    pub never: bool,
    /// It takes at least so many times, 1 where nothing is proved; nothing if no number is enough.
    pub at_least: Option<u32>,
    /// True if no more times were looked at, so that this says nothing of the routine but that it takes more.
    pub stopped: bool,
    /// The distance after one time less is at least this; nothing if not a single time is too few.
    pub too_few: Option<Bound>,
    /// The number of times that is enough; nothing where none is proved to be.
    pub at_most: Option<u32>,
    /// The distance after so many times is at most this.
    pub enough: Option<Bound>,
}

impl Times {
    fn unknown(below: f64) -> Self {
        Self {
            below,
            exact: None,
            never: false,
            at_least: Some(1),
            stopped: false,
            too_few: None,
            at_most: None,
            enough: None,
        }
    }

    /// Returns true if it is below the threshold, and not just by rounding.
    fn is_below(&self, distance: &Bound) -> bool {
        distance.value < self.below * (1.0 - ROUNDING)
    }

    /// Notes that its distance after `times` times is at least this.
    fn not_yet(&mut self, times: u32, distance: &Bound) {
        let more = self.at_least.is_some_and(|least| times >= least);
        if more && !self.is_below(distance) {
            self.at_least = Some(times + 1);
            self.stopped = false;
            self.too_few = Some(distance.clone());
        }
        self.settle();
    }

    /// Notes that its distance after `times` times is at most this.
    fn reached(&mut self, times: u32, distance: &Bound) {
        let fewer = self.at_most.is_none_or(|most| times < most);
        if fewer && self.is_below(distance) {
            self.at_most = Some(times);
            self.enough = Some(distance.clone());
        }
        self.settle();
    }

    /// Notes that no more times than so many were looked at.
    fn stop(&mut self, times: u32) {
        self.stopped |= self.at_least == Some(times + 1) && self.at_most.is_none();
    }

    fn settle(&mut self) {
        self.exact = self.at_least.filter(|_| self.at_least == self.at_most);
    }

    /// Notes that its distance is at least this however often it is done.
    fn never_below(&mut self, distance: &Bound) {
        let more = |known: &Bound| distance.gap < known.gap;
        if !self.is_below(distance) && (!self.never || self.too_few.as_ref().is_none_or(more)) {
            self.never = true;
            self.stopped = false;
            self.at_least = None;
            self.too_few = Some(distance.clone());
        }
    }

    /// Notes that its distance is this however often it is done.
    fn always(&mut self, distance: &Bound) {
        self.never_below(distance);
        if !self.never {
            self.reached(1, distance);
        }
    }
}

/// The number of times that `plan` must be done on `cards` cards until its total variation is below
/// each of `thresholds`.
pub fn times(plan: &Plan, cards: usize, thresholds: &[f64]) -> Vec<Times> {
    let mut search = Search::of(thresholds, 0);
    look(plan, cards, &mut search, by_bounds);
    search.all
}

/// The number of times that is proved to be enough for each of `thresholds`, however many more are done; nothing where none
/// is. Lower bounds, which take longest, are not looked for.
pub fn proved(plan: &Plan, cards: usize, thresholds: &[f64]) -> Vec<Option<u32>> {
    let mut search = Search::of(thresholds, 0);
    look(plan, cards, &mut search, by_parts);
    search.all.into_iter().map(|one| one.at_most).collect()
}

/// The same, and what is proved of the distance after 1, 2, … times, a little farther than to the last threshold. Beyond
/// 60 numbers of times only every second, third, … has a point.
pub fn found(plan: &Plan, cards: usize, thresholds: &[f64]) -> Found {
    let mut search = Search::of(thresholds, BEYOND);
    look(plan, cards, &mut search, by_bounds);
    Found {
        curve: curve(plan, cards, &search.all, search.seen),
        thresholds: search.all,
        groups: search.groups,
    }
}

/// All that is found of a routine that is done again and again.
#[derive(Debug)]
pub struct Found {
    /// The number of times that it must be done, for each threshold.
    pub thresholds: Vec<Times>,
    /// Limits of the distance after 1, 2, … times.
    pub curve: Vec<Point>,
    /// The groups that its orders make, where they were looked for and can be had.
    pub groups: Option<Groups>,
}

/// Looks at what is known, and where no law is, at `bounds`.
fn look(plan: &Plan, cards: usize, search: &mut Search, bounds: fn(&Plan, usize, &mut Search)) {
    if by_law(plan, cards, search) {
        return;
    }
    never::prove(plan, cards, search);
    let never = search.all.iter().all(|one| one.never);
    if never || !by_enumeration(plan, cards, search) {
        bounds(plan, cards, search);
    }
}

fn by_bounds(plan: &Plan, cards: usize, search: &mut Search) {
    by_support(plan, cards, search);
    by_one_card(plan, cards, search);
    by_two_cards(plan, cards, search);
    by_parts(plan, cards, search);
}

/// The number of riffles (Gilbert-Shannon-Reeds) after `plan` that bring it below each of
/// `thresholds`; nothing where that is not known, as of a routine of other shuffles.
pub fn more_riffles(plan: &Plan, cards: usize, thresholds: &[f64]) -> Option<Vec<u32>> {
    let form = whole(plan)?;
    let (Whole::Riffles(done) | Whole::CutThenRiffles(done)) = form else {
        return None;
    };
    let law = form.riffled_as_far(cards)?;
    let distance = |riffles| law.with(Packets::riffles(riffles)).total_variation();
    let more = thresholds.iter().map(|below| {
        let mut riffles = done..=MOST_RIFFLES.max(done);
        let enough = riffles.find(|riffles| distance(*riffles) < *below)?;
        Some(enough - done)
    });
    more.collect()
}

/// Routines whose law is known however often they are done; false if it is not.
fn by_law(plan: &Plan, cards: usize, search: &mut Search) -> bool {
    let Some(form) = whole(plan) else {
        return false;
    };
    let riffles = match form {
        Whole::Riffles(riffles)
        | Whole::CutThenRiffles(riffles)
        | Whole::InverseRiffles(riffles) => riffles,
        Whole::Shelves(shelves) => {
            by_shelves(shelves, cards, search);
            return true;
        }
        Whole::Packets(packets) => {
            by_packets(packets, cards, search);
            return true;
        }
        Whole::Moves(walk, moves) => return moves::by_law((walk, moves), cards, search),
        Whole::Ideal | Whole::Cut | Whole::Fixed => {
            let proved = bounds::exact(plan, cards).expect("its law is known");
            search.always(&proved);
            return true;
        }
        // Done twice, its orders are not equally likely any more.
        Whole::EquallyLikely => return false,
    };
    let law = form.riffled_as_far(cards).expect("it is a law of riffles");
    for times in 1..=MOST_RIFFLES / riffles.max(1) {
        let distance = after(&law, form.of_riffles(riffles * times), riffles * times);
        search.not_yet(times, &distance);
        search.reached(times, &distance);
        if search.is_done(times) {
            break;
        }
    }
    true
}

/// Shelf shuffles that are as far from ideal as one with so many shelves, done again and again.
fn by_shelves(shelves: u64, cards: usize, search: &mut Search) {
    let law = shelves::Law::shelved(cards, shelves);
    by_products((shelves, 2), search, |all| {
        let words = Whole::Shelves(all).law_in_words();
        bounds::of_classes(law.with(all).classes(), words)
    });
}

/// Riffles that are together one of so many packets, at least one, done again and again.
fn by_packets(packets: u64, cards: usize, search: &mut Search) {
    let law = gsr::Law::riffled(cards, Packets::riffles(1));
    by_products((packets, 1), search, |all| {
        let words = Whole::Packets(all).law_in_words();
        let packets = Packets::new(all).expect("at least one packet");
        bounds::of_classes(law.with(packets).classes(), words)
    });
}

/// A law of a number that each time multiplies by `once` and by `each`, by its distance.
fn by_products((once, each): (u64, u64), search: &mut Search, distance: impl Fn(u64) -> Bound) {
    let mut all = once;
    // Each time at least doubles the number: long before it is too large to be counted, the distance is below all
    // thresholds.
    for times in 1..=u64::BITS {
        let distance = distance(all);
        search.not_yet(times, &distance);
        search.reached(times, &distance);
        if search.is_done(times) {
            break;
        }
        all = all.saturating_mul(each).saturating_mul(once);
    }
}

/// The distance of `law` after so many riffles, which make the routine `form`.
fn after(law: &gsr::Law, form: Whole, riffles: u32) -> Bound {
    let law = law.with(Packets::riffles(riffles));
    bounds::of_classes(law.classes(), form.law_in_words())
}

/// Small decks, by the law over all orders; false for larger ones, and where it takes too long to the end.
fn by_enumeration(plan: &Plan, cards: usize, search: &mut Search) -> bool {
    let Ok(once) = plan.orders(cards, ORDINARY_CARDS) else {
        return false;
    };
    let mut law: OrderLaw = once.clone();
    let product = once.support() as u64 * once.probabilities().len() as u64;
    let most = (TERMS / product).clamp(1, 100_000) as u32;
    for times in 1..=most {
        let distance = enumerated_distance(&law);
        search.not_yet(times, &distance);
        search.reached(times, &distance);
        if search.is_done(times) {
            return true;
        }
        if times < most {
            law = law.then(&once);
        }
    }
    for one in &mut search.all {
        one.stop(most);
    }
    search.all.iter().all(|one| one.at_most.is_some())
}

/// Bounds from below, by the number of orders that so many times can reach at all.
fn by_support(plan: &Plan, cards: usize, search: &mut Search) {
    let once = plan.steps().iter().map(|step| step.ln_support(cards));
    let once: f64 = once.sum();
    // From here on all n! orders may be reached.
    let full = libm::lgamma(cards as f64 + 1.0) / once.max(f64::MIN_POSITIVE);
    if once <= 0.0 || full >= f64::from(u32::MAX) {
        return;
    }
    for times in (1..=libm::ceil(full) as u32 + 1).rev() {
        let reached = once * f64::from(times);
        let Some(bound) = bounds::by_reached(reached, cards) else {
            continue;
        };
        search.not_yet(times, &bound);
        if search.all.iter().all(|one| one.at_least > Some(times)) {
            return;
        }
    }
}

/// Bounds from below, by the law of one card's place, the routine done 2, 4, 8, … times and sums of
/// these.
fn by_one_card(plan: &Plan, cards: usize, search: &mut Search) {
    let n = cards as f64;
    let doublings = libm::log2(MOST_TIMES_CARDS / n) as u32;
    let products = f64::from(2 * doublings) * search.all.len() as f64;
    if n * n * n * products > CHAIN_BUDGET {
        return;
    }
    let Some(once) = plan.one_card(cards) else {
        return;
    };
    never::by_places(&once, search);
    // Errors of rounding add up over moves, however many of them one time is.
    let each = plan.moves() / plan.steps().len().max(1) as u64;
    let doublings = doublings.saturating_sub(each.max(1).ilog2()).max(3);
    let mut powers: Vec<Matrix> = vec![once];
    for doubling in 1..doublings {
        let last = &powers[powers.len() - 1];
        let Some(bound) = far(last) else {
            break;
        };
        search.seen.at_least(1 << (doubling - 1), bound.value);
        powers.push(last.then(last));
    }
    for one in &mut search.all {
        let mut times = 0_u32;
        let mut chain: Option<Matrix> = None;
        for (doubling, power) in powers.iter().enumerate().rev() {
            let longer = chain
                .as_ref()
                .map_or_else(|| power.clone(), |chain| chain.then(power));
            let Some(bound) = far(&longer).filter(|bound| bound.value >= one.below) else {
                continue;
            };
            times += 1 << doubling;
            one.not_yet(times, &bound);
            search.seen.at_least(times, bound.value);
            chain = Some(longer);
        }
        if powers.len() as u32 == doublings {
            one.stop((1 << doublings) - 1);
        }
    }
}

/// The distance that one card's place proves, less what rounding may have added.
fn far(chain: &Matrix) -> Option<Bound> {
    // What rounding may have added is taken off here.
    let bound = bounds::by_one_card(chain, 1)?;
    (bound.value > ROUNDED).then(|| Bound::new(bound.value - ROUNDED, bound.by))
}

/// Bounds from below, by the law of two cards' places, from the least number on that is not yet
/// excluded.
fn by_two_cards(plan: &Plan, cards: usize, search: &mut Search) {
    let all = &mut search.all;
    let mut known: BTreeMap<u32, Option<Bound>> = BTreeMap::new();
    let mut order: Vec<usize> = (0..all.len()).collect();
    sorting::by(&mut order, |a, b| all[*b].below.total_cmp(&all[*a].below));
    for at in order {
        while let Some(times) = all[at].at_least.filter(|_| !all[at].stopped) {
            if !known.contains_key(&times) && known.len() == PAIRS_TRIED {
                break;
            }
            let bound = known.entry(times).or_insert_with(|| {
                bounds::by_two_cards(&plan.repeated(times as usize), cards, &A_SECOND)
            });
            let Some(bound) = bound.as_ref().filter(|bound| bound.value >= all[at].below) else {
                break;
            };
            all[at].not_yet(times, bound);
        }
    }
    for (times, bound) in known {
        if let Some(bound) = bound {
            search.seen.at_least(times, bound.value);
        }
    }
}

/// Bounds from above, by the parts of the routine whose distance is known.
fn by_parts(plan: &Plan, cards: usize, search: &mut Search) {
    let mut best = f64::INFINITY;
    for times in 1..=PARTS {
        let Some(bound) = bounds::by_parts_or_more(&plan.repeated(times as usize), cards) else {
            return;
        };
        search.reached(times, &bound);
        // Two times may join riffles at their seam; after that, what does not shrink never does.
        let settled = times > 2 && bound.value >= best;
        best = best.min(bound.value);
        if settled || search.is_done(times) {
            return;
        }
    }
}

#[cfg(test)]
mod tests;
