//! Distinct pairs: every sock has one mate (Gilliand, Johnson, Rush and Wood, 2014, The sock matching problem).
//!
//! With h socks aside and r still in the basket, the next one is a mate of one of them with probability h/r. The orders of
//! the draws are those of all matchings of 2n places, each equally likely; U is the most pairs that are open at a place.
//! Read from its end a matching is a matching again, so that it is enough to go to the middle with no more than u aside:
//! with a(h) ways to come there with h aside, Σ a(h)² h! matchings have U ≤ u, of (2n−1)!! in all.

use dashu_int::UBig;
use dashu_ratio::RBig;

use super::{Share, law};

/// Pairs up to which matchings are counted in whole numbers.
pub const MOST_EXACT: usize = 150;

/// Pairs up to which there is a law, in doubles: some seconds.
pub const MOST_PAIRS: usize = 10_000;

/// Counts those of the (2n−1)!! matchings that have U ≤ u, for u from 1 to n.
pub fn counts_at_most(pairs: usize) -> Vec<UBig> {
    (1..=pairs)
        .map(|most| {
            // Ways to the middle by socks aside; a mate that is drawn is one of those.
            let mut ways = vec![UBig::ZERO; most + 2];
            ways[0] = UBig::ONE;
            for _ in 0..pairs {
                let mut next = vec![UBig::ZERO; most + 2];
                for (aside, from) in ways.iter().enumerate().take(most + 1) {
                    if from.is_zero() {
                        continue;
                    }
                    if aside < most {
                        next[aside + 1] += from;
                    }
                    if aside > 0 {
                        next[aside - 1] += from * UBig::from(aside);
                    }
                }
                ways = next;
            }
            let mut joined = UBig::ONE;
            let terms = ways.iter().enumerate().map(|(aside, ways)| {
                joined *= UBig::from(aside.max(1));
                ways * ways * &joined
            });
            terms.sum()
        })
        .collect()
}

/// E(U) as a fraction.
pub fn mean_exactly(pairs: usize) -> RBig {
    let counts = counts_at_most(pairs);
    let all = counts.last().cloned().unwrap_or(UBig::ONE);
    // Σ P(U > u) from u = 0 on.
    let not_more: UBig = counts.into_iter().sum();
    RBig::from(pairs + 1) - RBig::from_parts(not_more.into(), all)
}

/// The law of U, as far as it is not negligible.
pub fn shares(pairs: usize) -> Vec<Share> {
    let at_least = |at_most: &[f64]| -> Vec<f64> { at_most.iter().map(|p| 1.0 - p).collect() };
    if pairs <= MOST_EXACT {
        let counts = counts_at_most(pairs);
        let Some(all) = counts.last() else {
            return Vec::new();
        };
        let part = |count: &UBig| RBig::from_parts((all - count).into(), all.clone());
        let tails = counts[..pairs - 1].iter().map(part);
        let tails = tails.map(|tail| tail.to_f64().value());
        let tails: Vec<f64> = std::iter::once(1.0).chain(tails).collect();
        return law(1, &tails);
    }
    // From where half of the pairs are open in the middle, downwards and upwards.
    let middle = pairs / 2;
    let mut below = Vec::new();
    for most in (1..middle).rev() {
        let p = at_most(pairs, most);
        if p < RARE {
            break;
        }
        below.push(p);
    }
    let first = middle - below.len();
    below.reverse();
    for most in middle..=pairs {
        let p = at_most(pairs, most);
        below.push(p);
        if 1.0 - p < RARE {
            break;
        }
    }
    // The first tail is P(U ≥ first), which is all but a RARE part.
    let tails = at_least(&below);
    let tails: Vec<f64> = std::iter::once(1.0).chain(tails).collect();
    law(first, &tails)
}

/// Probabilities below this end the law.
const RARE: f64 = 1e-16;

/// Probabilities below this are left out on the way to the middle.
const UNSEEN: f64 = 1e-35;

/// Standard deviations between the mean and a number that is as good as never reached: 10⁻²⁷.
const FAR: f64 = 11.0;

/// P(U ≤ `most`), in doubles: the absolute error is below 1e-13.
fn at_most(pairs: usize, most: usize) -> f64 {
    let n = pairs as f64;
    // The socks aside after t draws are t − t²/(2n) in the mean, with a variance of at most n/4. So long as that is far
    // from `most`, nothing has to be looked at.
    let room = n / 2.0 + FAR / 2.0 * n.sqrt() - most as f64;
    let before = if room > 0.0 {
        (2.0 * n * room).sqrt().ceil() as usize
    } else {
        0
    };
    let from = pairs.saturating_sub(before);
    let mut aside = open(pairs, from, most + 1);
    aside[most + 1] = 0.0;
    let mut next = vec![0.0; most + 2];
    let (mut low, mut high) = active(&aside);
    for drawn in from..pairs {
        let left = (2 * pairs - drawn) as f64;
        let (start, end) = (low.saturating_sub(1), (high + 1).min(most));
        next[start..=end].fill(0.0);
        for at in low..=high {
            let mate = aside[at] * (at as f64 / left);
            if at > 0 {
                next[at - 1] += mate;
            }
            next[at + 1] += aside[at] - mate;
        }
        // One more than there may be.
        next[most + 1] = 0.0;
        std::mem::swap(&mut aside, &mut next);
        low = start;
        while low < end && aside[low] < UNSEEN {
            low += 1;
        }
        high = end;
        while high > low && aside[high] < UNSEEN {
            high -= 1;
        }
    }
    let free = open(pairs, pairs, most);
    let terms = (low..=high).filter(|at| free[*at] > 0.0);
    let sum: f64 = terms.map(|at| aside[at] * (aside[at] / free[at])).sum();
    sum.min(1.0)
}

/// The first and the last place with a probability.
fn active(aside: &[f64]) -> (usize, usize) {
    let seen = |p: &f64| *p > 0.0;
    let first = aside.iter().position(seen).unwrap_or(0);
    (first, aside.iter().rposition(seen).unwrap_or(0))
}

/// P(h socks aside after `drawn` draws) for h from 0 to `last`. There are n!/(h! c! (n−h−c)!) 2^h
/// ways for h of the n pairs to be open, c closed and the rest untouched.
fn open(pairs: usize, drawn: usize, last: usize) -> Vec<f64> {
    let ratio = |h: usize| {
        let closed = (drawn - h) / 2;
        let untouched = pairs - h - closed;
        4.0 * closed as f64 * untouched as f64 / ((h + 1) as f64 * (h + 2) as f64)
    };
    let n = pairs as f64;
    let mean = drawn as f64 * (1.0 - drawn as f64 / (2.0 * n));
    // An h that can be: as odd or even as the draws.
    let top = drawn.min(2 * pairs - drawn);
    let mut mode = (mean as usize).min(top);
    // The top is as odd as the draws, too.
    mode += (drawn - mode) % 2;
    let mut weights = vec![0.0; top + 1];
    weights[mode] = 1.0;
    let mut at = mode;
    while at + 2 <= top && weights[at] > UNSEEN {
        weights[at + 2] = weights[at] * ratio(at);
        at += 2;
    }
    at = mode;
    while at >= 2 && weights[at] > UNSEEN {
        weights[at - 2] = weights[at] / ratio(at - 2);
        at -= 2;
    }
    let all: f64 = weights.iter().sum();
    weights.resize(last + 1, 0.0);
    weights.iter().map(|weight| weight / all).collect()
}

#[cfg(test)]
mod tests {
    use super::super::testing::all_orders;
    use super::*;
    use crate::testing::assert_close;

    #[test]
    fn all_orders_of_few_socks_give_the_same() {
        for pairs in 1..=5 {
            let seen = all_orders(pairs, |a, b| a / 2 == b / 2);
            let all: u64 = seen.iter().sum();
            let counts = counts_at_most(pairs);
            let matchings: u64 = (1..2 * pairs as u64).step_by(2).product();
            assert_eq!(counts[pairs - 1], UBig::from(matchings));
            for most in 1..=pairs {
                let orders: u64 = seen[..=most].iter().sum();
                assert_eq!(
                    &counts[most - 1] * UBig::from(all),
                    UBig::from(orders) * UBig::from(matchings),
                    "{pairs} {most}"
                );
            }
            let mean: u64 = (0u64..).zip(&seen).map(|(u, orders)| u * orders).sum();
            assert_eq!(
                mean_exactly(pairs),
                RBig::from_parts(mean.into(), all.into())
            );
        }
    }

    #[test]
    fn doubles_are_those_of_whole_numbers() {
        for pairs in [12, 60, 150] {
            let counts = counts_at_most(pairs);
            let all = counts.last().unwrap();
            for most in 1..=pairs {
                let exact = RBig::from_parts(counts[most - 1].clone().into(), all.clone());
                let exact = exact.to_f64().value();
                let ours = at_most(pairs, most);
                assert!(
                    (ours - exact).abs() < 1e-13,
                    "{pairs} {most}: {ours} {exact}"
                );
            }
        }
    }

    /// A walk from the first draw on, through all draws.
    #[test]
    fn to_begin_late_and_to_stop_in_the_middle_changes_nothing() {
        let pairs = 1_500usize;
        for most in [760, 775, 800] {
            let mut aside = vec![0.0; most + 2];
            aside[0] = 1.0;
            for drawn in 0..2 * pairs {
                let left = (2 * pairs - drawn) as f64;
                let mut next = vec![0.0; most + 2];
                for at in 0..=most {
                    let mate = aside[at] * at as f64 / left;
                    if at > 0 {
                        next[at - 1] += mate;
                    }
                    next[at + 1] += aside[at] - mate;
                }
                next[most + 1] = 0.0;
                aside = next;
            }
            let ours = at_most(pairs, most);
            assert!(
                (ours - aside[0]).abs() < 1e-13,
                "{most}: {ours} {}",
                aside[0]
            );
        }
    }

    #[test]
    fn the_law_is_whole() {
        for pairs in [1, 2, 150, 151, 1_000] {
            let law = shares(pairs);
            let all: f64 = law.iter().map(|share| share.probability).sum();
            assert_close(all, 1.0, 1e-12);
            if pairs <= MOST_EXACT {
                let mean: f64 = law
                    .iter()
                    .map(|share| share.value as f64 * share.probability)
                    .sum();
                assert_close(mean, mean_exactly(pairs).to_f64().value(), 1e-12);
            }
        }
    }
}
