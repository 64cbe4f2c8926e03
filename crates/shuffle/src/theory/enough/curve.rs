//! The fall of total variation with the number of times that a routine is done, as far as it is proved.
//!
//! Nothing is proved here that the search for a threshold does not prove: each bound that it meets is kept. As one
//! more time never takes a deck farther from ideal, a lower bound holds for all fewer times as well, and
//! an upper bound for all more. The place of one card is looked at for each point if that takes little
//! time.

use std::collections::BTreeMap;

use super::growth::limit;
use super::{Times, bounds, far};
use crate::routine::Plan;
use laws::matrix::Matrix;

/// A curve goes on so many times after the last threshold.
pub(super) const BEYOND: u32 = 2;

/// Points of a curve, at the most.
const MOST_POINTS: u32 = 60;

/// Multiplications of numbers that the place of one card may take for all points together: a fraction of a second.
const PRODUCTS: f64 = 2e8;

/// Proved limits of the total variation distance of a routine that was done so many times.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Point {
    /// The number of times that it was done.
    pub times: u32,
    /// The distance is at least this; 0 where nothing is proved.
    pub lower: f64,
    /// It is at most this; 1 where nothing is proved.
    pub upper: f64,
    /// The distance of large decks that were riffled as often, in proportion to their cutoff; nothing where none is known.
    pub limit: Option<f64>,
}

/// All bounds that were met, by the number of times that they are for.
#[derive(Debug, Default)]
pub(super) struct Seen {
    lower: BTreeMap<u32, f64>,
    upper: BTreeMap<u32, f64>,
}

impl Seen {
    /// The distance after so many times is at least this.
    pub fn at_least(&mut self, times: u32, distance: f64) {
        let there = self.lower.entry(times).or_insert(distance);
        *there = there.max(distance);
    }

    /// The distance after so many times is at most this.
    pub fn at_most(&mut self, times: u32, distance: f64) {
        let there = self.upper.entry(times).or_insert(distance);
        *there = there.min(distance);
    }

    /// The proved limits for `times` times.
    fn point(&self, times: u32) -> Point {
        let lower = self.lower.range(times..).map(|(_, distance)| *distance);
        let upper = self.upper.range(..=times).map(|(_, distance)| *distance);
        let lower = lower.fold(0.0, f64::max);
        Point {
            times,
            lower,
            // Rounding errors of one law do not cross, where both limits are that law.
            upper: upper.fold(1.0, f64::min).max(lower),
            limit: None,
        }
    }
}

/// The numbers of times of a curve up to the largest number that `thresholds` speak of, and a little more: evenly spaced
/// from 1 on.
fn numbers(thresholds: &[Times]) -> impl ExactSizeIterator<Item = u32> + Clone + use<> {
    let named = |one: &Times| one.at_most.or(one.at_least);
    let most = thresholds.iter().filter_map(named).max().unwrap_or(1) + BEYOND;
    let step = (most - 1).div_ceil(MOST_POINTS - 1).max(1);
    let points = (most - 1).div_ceil(step) + 1;
    (0..points).map(move |point| 1 + point * step)
}

/// The curve of `plan`, of which all of `thresholds` were looked for and `seen` on the way.
pub(super) fn curve(plan: &Plan, cards: usize, thresholds: &[Times], mut seen: Seen) -> Vec<Point> {
    let numbers = numbers(thresholds);
    let exact = |times: &u32| {
        seen.lower
            .get(times)
            .is_some_and(|lower| seen.upper.get(times) == Some(lower))
    };
    // No bound tells more where the law is known.
    if !numbers.clone().all(|times| exact(&times)) {
        by_support(plan, cards, numbers.clone(), &mut seen);
        by_one_card(plan, cards, numbers.clone(), &mut seen);
    }
    let points = numbers.map(|times| Point {
        limit: limit(plan, cards, times),
        ..seen.point(times)
    });
    points.collect()
}

fn by_support(plan: &Plan, cards: usize, numbers: impl Iterator<Item = u32>, seen: &mut Seen) {
    let once: f64 = plan.steps().iter().map(|step| step.ln_support(cards)).sum();
    for times in numbers {
        let Some(bound) = bounds::by_reached(once * f64::from(times), cards) else {
            return;
        };
        seen.at_least(times, bound.value);
    }
}

fn by_one_card(
    plan: &Plan,
    cards: usize,
    mut numbers: impl ExactSizeIterator<Item = u32>,
    seen: &mut Seen,
) {
    // Each point is one product from the one before, and the step between them some more.
    let products = numbers.len() as f64 + 2.0 * f64::from(u32::BITS);
    let n = cards as f64;
    if n * n * n * products > PRODUCTS {
        return;
    }
    let (Some(first), Some(once)) = (numbers.next(), plan.one_card(cards)) else {
        return;
    };
    let mut here = once.clone();
    let mut note = |times: u32, chain: &Matrix| {
        let bound = far(chain);
        if let Some(bound) = &bound {
            seen.at_least(times, bound.value);
        }
        bound.is_some()
    };
    if !note(first, &here) {
        return;
    }
    let mut last = first;
    let mut step: Option<(u32, Matrix)> = None;
    for times in numbers {
        let by = times - last;
        let chain = match step.take() {
            Some((known, chain)) if known == by => chain,
            _ => once.power(by),
        };
        here = here.then(&chain);
        step = Some((by, chain));
        last = times;
        if !note(times, &here) {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::search::Search;
    use super::super::{Found, found};
    use super::*;
    use crate::routine::{Letters, Routine};

    fn plan(text: &str) -> Plan {
        let letters = Letters::default();
        Routine::parse(text, &letters).unwrap().plan(&letters)
    }

    #[test]
    fn the_curve_of_riffles_is_their_exact_distance() {
        for (text, cards) in [("G", 52), ("G", 10), ("GG", 60), ("CG", 52), ("G", 300)] {
            let Found {
                thresholds, curve, ..
            } = found(&plan(text), cards, &[0.25, 0.01]);
            let largest = thresholds[1].exact.unwrap();
            assert_eq!(curve.len() as u32, largest + 2, "{text}");
            for (point, times) in curve.iter().zip(1..) {
                assert_eq!(point.times, times);
                let exact = bounds::exact(&plan(text).repeated(times as usize), cards);
                let Some(exact) = exact else {
                    // Cuts between riffles: the law is known of the whole alone.
                    assert!(text == "CG" && times > 1, "{text}, {times}");
                    continue;
                };
                let both = (point.lower.to_bits(), point.upper.to_bits());
                let exact = exact.value.to_bits();
                assert_eq!(both, (exact, exact), "{text}, {times}: {point:?}");
            }
            assert!(curve.is_sorted_by(|a, b| a.upper >= b.upper && a.lower >= b.lower));
        }
    }

    #[test]
    fn of_small_decks_it_is_that_of_the_law_over_all_orders() {
        for text in ["R", "M", "HG", "O", "P G"] {
            let curve = found(&plan(text), 6, &[0.25, 0.1]).curve;
            let once = plan(text).orders(6, 6).unwrap();
            let mut law = once.clone();
            for point in curve {
                let exact = law.total_variation();
                for bound in [point.lower, point.upper] {
                    assert!((bound - exact).abs() < 1e-9, "{text}: {point:?}, {exact}");
                }
                law = law.then(&once);
            }
        }
    }

    /// Compares the bounds alone with decks whose law over all orders is known.
    #[test]
    fn bounds_enclose_the_distance_and_never_rise() {
        for text in ["G", "R", "GC", "M", "HG", "O", "P G", "G*3 C"] {
            let plan = plan(text);
            let mut search = Search::of(&[0.25, 0.01], BEYOND);
            super::super::by_bounds(&plan, 6, &mut search);
            let curve = curve(&plan, 6, &search.all, search.seen);
            let once = plan.orders(6, 6).unwrap();
            let mut law = once.clone();
            let mut times = 1;
            for point in &curve {
                while times < point.times {
                    law = law.then(&once);
                    times += 1;
                }
                let exact = law.total_variation();
                let within = point.lower <= exact + 1e-9 && exact <= point.upper + 1e-9;
                assert!(within, "{text}: {point:?}, {exact}");
            }
            let falls = |a: &Point, b: &Point| a.lower >= b.lower && a.upper >= b.upper;
            assert!(curve.is_sorted_by(falls), "{text}: {curve:?}");
            assert!(curve[0].lower > 0.0, "{text}: {curve:?}");
        }
    }

    #[test]
    fn long_curves_are_thinned_evenly_and_flat_ones_are_short() {
        // Overhand shuffles of 52 cards: about a hundred.
        let found = |text, cards, below: &[f64]| found(&plan(text), cards, below);
        let Found {
            thresholds,
            curve: overhand,
            ..
        } = found("O", 52, &[0.25, 0.1, 1e-4]);
        let most = thresholds[2].at_least.unwrap();
        assert!(
            most > 60 && overhand.len() <= 60 && overhand.len() > 30,
            "{most}"
        );
        let step = overhand[1].times - overhand[0].times;
        assert!(
            overhand
                .windows(2)
                .all(|two| two[1].times - two[0].times == step)
        );
        assert!(overhand[overhand.len() - 1].times >= most + BEYOND);
        assert!(overhand.is_sorted_by(|a, b| a.lower >= b.lower));
        // Each threshold is proved at the same place.
        for one in &thresholds {
            let least = one.at_least.unwrap();
            let above = overhand.iter().filter(|point| point.times < least);
            assert!(above.clone().count() > 5);
            assert!(
                above.clone().all(|point| point.lower >= one.below),
                "{one:?}"
            );
        }
        for (text, distance) in [("S", 0.0), ("C", 1.0)] {
            let curve = found(text, 52, &[0.25]).curve;
            assert_eq!(curve.len(), 3, "{text}");
            for point in curve {
                assert!(point.lower <= point.upper && (point.upper - distance).abs() < 1e-9);
            }
        }
        // Large decks do without the place of one card at each point, and have what the search met.
        let large = found("R", 1_000, &[0.25]).curve;
        assert!(large[0].lower > 0.99 && large.is_sorted_by(|a, b| a.lower >= b.lower));
    }
}
