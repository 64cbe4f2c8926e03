//! Fair permutations of the numbers below n, an independent one for each of several keys: their fixed points and cycles, and how
//! the numbers in a pair differ after it.
//!
//! A fair permutation puts pairs of numbers on pairs of images, so that the number of pairs with a given difference is one of
//! common edges of two graphs (see [`common_edges`](super::matched::common_edges)): its mean and variance are exact at any n.

use super::matched::{Graph, Moments};
use super::null;
use super::tail::Tails;

/// Steps that close a cycle or do not, one by one.
const MOST_WHOLE: usize = 1_000;

/// Keys up to which laws over all of them are made whole.
const MOST_KEYS: u64 = 100;

/// Probabilities below this are left out at either end of a law: no p-value is as small.
const LEAST: f64 = 1e-300;

/// Fixed points of so many fair permutations together: exact up to 20 numbers and 100 keys, and Poisson's law above, whose
/// distance from the true one is at most 2ⁿ/(n + 1)! for each key (Montmort, 1713; the sum that alternates).
pub fn fixed_points(items: usize, keys: u64, seen: u64) -> Tails {
    const FEW: usize = 20;
    if items <= FEW && keys <= MOST_KEYS {
        return tails(&of_all(&of_one("fixed-points", items), keys), seen);
    }
    let one = Moments {
        mean: 1.0,
        variance: 1.0,
    };
    one.times(keys).of_count(seen)
}

/// The probability of each value from 0 on of a number of one permutation that has a null law, of as many items as that takes.
fn of_one(law: &str, items: usize) -> Vec<f64> {
    let law = null::find(law).expect("it is among the null laws");
    let floats = law.floats(items).expect("it is given for so few items");
    let below = vec![0.0; law.least as usize];
    [&below, floats.probabilities()].concat()
}

/// Cycles of so many fair permutations together: a sum of independent steps, of which the i-th closes a cycle with probability
/// 1/i (Feller, 1945). Exact up to 1,000 numbers; later steps close as many as Poisson's law has it, whose distance from the true
/// one is less than 1/1,000 for each key (Le Cam, 1960). Of more than 100 keys, the binomial law with the exact mean and variance.
pub fn cycles(items: usize, keys: u64, seen: u64) -> Tails {
    if keys <= MOST_KEYS {
        return tails(&of_all(&stirling(items), keys), seen);
    }
    // The first step closes one always.
    let Moments { mean, variance } = moments_of_cycles(items);
    let others = Moments {
        mean: mean - 1.0,
        variance,
    };
    match seen.checked_sub(keys) {
        Some(seen) => others.times(keys).of_count(seen),
        None => Tails {
            lower: 0.0,
            upper: 1.0,
        },
    }
}

/// The mean and the variance of the cycles of one permutation: sums of 1/i, and of 1/i less 1/i².
pub fn moments_of_cycles(items: usize) -> Moments {
    const EULER: f64 = 0.577_215_664_901_532_9;
    const ALL_SQUARES: f64 = 1.644_934_066_848_226_4;
    let n = items as f64;
    let (mean, squares) = if items > MOST_WHOLE {
        // The next terms are less than 1e-14 (Euler and Maclaurin).
        let mean = libm::log(n) + EULER + 0.5 / n - 1.0 / (12.0 * n * n);
        let rest = 1.0 / n - 0.5 / (n * n) + 1.0 / (6.0 * n * n * n);
        (mean, ALL_SQUARES - rest)
    } else {
        let each = (1..=items).rev().map(|i| 1.0 / i as f64);
        each.fold((0.0, 0.0), |(mean, squares), one| {
            (mean + one, squares + one * one)
        })
    };
    Moments {
        mean,
        variance: mean - squares,
    }
}

/// The probability of each number of cycles of one permutation.
fn stirling(items: usize) -> Vec<f64> {
    let mut law = of_one("cycles", items.min(MOST_WHOLE));
    without_rest(&mut law);
    if items > MOST_WHOLE {
        let later = moments_of_cycles(items).mean - moments_of_cycles(MOST_WHOLE).mean;
        law = sum(&law, &poisson(later));
    }
    law
}

/// Poisson's law with this mean.
fn poisson(mean: f64) -> Vec<f64> {
    let terms = (1_u32..).scan(libm::exp(-mean), |term, k| {
        let here = *term;
        *term *= mean / f64::from(k);
        Some(here)
    });
    terms.take_while(|term| *term > LEAST).collect()
}

/// Leaves out what is too rare at the end of a law.
fn without_rest(law: &mut Vec<f64>) {
    while law.len() > 1 && law.last().is_some_and(|last| *last < LEAST) {
        law.pop();
    }
}

/// The law of a sum over so many keys.
fn of_all(one: &[f64], keys: u64) -> Vec<f64> {
    let mut all = vec![1.0];
    for bit in (0..u64::BITS - keys.leading_zeros()).rev() {
        all = sum(&all, &all);
        if keys >> bit & 1 == 1 {
            all = sum(&all, one);
        }
    }
    all
}

fn sum(one: &[f64], other: &[f64]) -> Vec<f64> {
    let mut law = vec![0.0; one.len() + other.len() - 1];
    for (at, p) in one.iter().enumerate() {
        for (cell, q) in law[at..].iter_mut().zip(other) {
            *cell += p * q;
        }
    }
    without_rest(&mut law);
    law
}

/// Both tails of a law.
fn tails(law: &[f64], seen: u64) -> Tails {
    let at = (seen as usize).min(law.len());
    let lower = &law[..(at + 1).min(law.len())];
    Tails {
        lower: lower.iter().sum::<f64>().min(1.0),
        upper: law[at..].iter().rev().sum::<f64>().min(1.0),
    }
}

/// The numbers below `below` whose partners, `number` xor `xor`, lie below it, too: how many.
fn with_partner(below: u64, xor: u64) -> u64 {
    // Blocks of numbers with the same high bits, from each bit of the bound.
    let blocks = (0..u64::BITS).filter(|bit| below >> bit & 1 == 1);
    let blocks: Vec<(u32, u64)> = blocks
        .map(|bit| (bit, below >> bit & !1))
        .map(|(bit, first)| (bit, first << bit))
        .collect();
    let mut all = 0;
    for (size, first) in &blocks {
        for (other_size, other) in &blocks {
            let larger = *size.max(other_size);
            if (first ^ other ^ xor) >> larger == 0 {
                all += 1 << size.min(other_size);
            }
        }
    }
    all
}

/// Pairs of numbers below `below` that differ by xor `xor`, which is not 0.
pub fn matching(below: u64, xor: u64) -> Graph {
    Graph {
        edges: (with_partner(below, xor) / 2) as f64,
        paths: 0.0,
    }
}

/// Pairs of numbers below `below` of which one is the other plus `step`.
pub fn steps(below: u64, step: u64) -> Graph {
    let left = |steps: u64| below.saturating_sub(steps * step) as f64;
    Graph {
        edges: left(1),
        paths: 2.0 * left(2),
    }
}

/// Pairs of numbers below `items` that are `from` to `to` apart on a ring, at most half of it: the difference of one from the
/// other, modulo the number of items, is one of these or its opposite.
pub fn apart_on_a_ring(items: u64, from: u64, to: u64) -> Graph {
    // Half a ring away there is one number, and else there are two.
    let half = u64::from(2 * to == items);
    let neighbours = (2 * (to + 1 - from) - half) as f64;
    let n = items as f64;
    Graph {
        edges: 0.5 * n * neighbours,
        paths: n * neighbours * (neighbours - 1.0),
    }
}

/// Numbers below `items` in each class: that of the bits from bit `shift` on, so many of them.
pub fn classes(items: u64, shift: u32, bits: u32) -> Vec<u64> {
    let (step, number) = (1_u64 << shift, 1_u64 << bits);
    let round = step * number;
    let each = (0..number).map(|class| {
        let rest = (items % round).saturating_sub(class * step);
        items / round * step + rest.min(step)
    });
    each.collect()
}

/// For each xor of two classes of these sizes, a power of two of them, the pairs of numbers whose classes differ by it.
pub fn by_xor(sizes: &[u64]) -> Vec<Graph> {
    let sizes: Vec<f64> = sizes.iter().map(|size| *size as f64).collect();
    let squares: Vec<f64> = sizes.iter().map(|size| size * size).collect();
    let pairs = xor_sums(&sizes, &sizes);
    let threes = xor_sums(&sizes, &squares);
    let all: f64 = sizes.iter().sum();
    let each = pairs.into_iter().zip(threes).enumerate();
    let graphs = each.map(|(xor, (pairs, threes))| {
        let graph = Graph {
            edges: 0.5 * pairs,
            paths: threes - pairs,
        };
        if xor > 0 {
            return graph;
        }
        // No number makes a pair with itself: a number of a class of s has s − 1 others.
        Graph {
            edges: 0.5 * (pairs - all),
            paths: threes - 3.0 * pairs + 2.0 * all,
        }
    });
    graphs.collect()
}

/// For each v, the sum of one\[a\] · other\[a xor v\], by the transform of Hadamard (Fino and Algazi, 1976). Whole sums are exact
/// below 2⁵³ and a little less than exact above.
fn xor_sums(one: &[f64], other: &[f64]) -> Vec<f64> {
    let (mut one, mut other) = (one.to_vec(), other.to_vec());
    transform(&mut one);
    transform(&mut other);
    for (one, other) in one.iter_mut().zip(&other) {
        *one *= other;
    }
    transform(&mut one);
    let n = one.len() as f64;
    one.into_iter().map(|sum| (sum / n).round()).collect()
}

fn transform(values: &mut [f64]) {
    let mut half = 1;
    while half < values.len() {
        for pair in values.chunks_exact_mut(2 * half) {
            let (low, high) = pair.split_at_mut(half);
            for (low, high) in low.iter_mut().zip(high) {
                (*low, *high) = (*low + *high, *low - *high);
            }
        }
        half *= 2;
    }
}

/// Images with a bit set in both of two independent permutations, of the same `set` images of so many: at one key and at another,
/// how many numbers have it set. Exact mean and variance (that of draws without replacement).
pub fn set_in_both(items: u64, set: u64) -> Moments {
    let (n, s) = (items as f64, set as f64);
    let share = s / n;
    Moments {
        mean: s * share,
        variance: s * share * (1.0 - share) * (n - s) / (n - 1.0),
    }
}

#[cfg(test)]
mod tests;
