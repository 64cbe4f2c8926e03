//! Laws of permutations under keys against all permutations of few numbers, and against exact laws.

use super::*;
use crate::hypergeometric;
use crate::matched::common_edges;
use crate::testing::assert_close;

/// All permutations of so many numbers.
fn all(items: usize) -> Vec<Vec<usize>> {
    let mut found = vec![vec![]];
    for item in 0..items {
        found = found
            .into_iter()
            .flat_map(|order: Vec<usize>| {
                (0..=order.len()).map(move |at| {
                    let mut order = order.clone();
                    order.insert(at, item);
                    order
                })
            })
            .collect();
    }
    found
}

fn cycles_of(images: &[usize]) -> u64 {
    let mut seen = vec![false; images.len()];
    let mut cycles = 0;
    for first in 0..images.len() {
        cycles += u64::from(!seen[first]);
        let mut at = first;
        while !std::mem::replace(&mut seen[at], true) {
            at = images[at];
        }
    }
    cycles
}

fn assert_tails(found: Tails, values: &[u64], seen: u64) {
    let share = |of: &dyn Fn(u64) -> bool| {
        values.iter().filter(|value| of(**value)).count() as f64 / values.len() as f64
    };
    assert_close(found.lower, share(&|value| value <= seen), 1e-12);
    assert_close(found.upper, share(&|value| value >= seen), 1e-12);
}

#[test]
fn fixed_points_and_cycles_are_those_of_all_permutations() {
    for items in 1..=6 {
        let all = all(items);
        let fixed: Vec<u64> = (all.iter())
            .map(|images| images.iter().enumerate().filter(|(i, to)| i == *to).count() as u64)
            .collect();
        let cycles: Vec<u64> = all.iter().map(|images| cycles_of(images)).collect();
        let pairs = |one: &[u64]| -> Vec<u64> {
            let sums = one.iter().flat_map(|a| one.iter().map(move |b| a + b));
            sums.collect()
        };
        for seen in 0..=2 * items as u64 {
            assert_tails(fixed_points(items, 1, seen), &fixed, seen);
            assert_tails(super::cycles(items, 1, seen), &cycles, seen);
            if items <= 5 {
                assert_tails(fixed_points(items, 2, seen), &pairs(&fixed), seen);
                assert_tails(super::cycles(items, 2, seen), &pairs(&cycles), seen);
            }
        }
    }
}

/// The law of cycles, all steps one by one.
fn all_steps(items: usize) -> Vec<f64> {
    let mut law = vec![1.0];
    for i in 1..=items {
        let closes = 1.0 / i as f64;
        law = sum(&law, &[1.0 - closes, closes]);
    }
    law
}

/// Above the sizes for which laws are made whole, a law that is near takes their place.
#[test]
fn laws_of_many_numbers_and_keys_are_near_the_exact_ones() {
    let near = |found: Tails, exact: Tails, within: f64, what: &str| {
        for (found, exact) in [(found.upper, exact.upper), (found.lower, exact.lower)] {
            if exact > 1e-9 {
                let off = (found / exact - 1.0).abs();
                assert!(off < within, "{what}: {found:e} for {exact:e}");
            }
        }
    };
    let one = all_steps(3_000);
    assert_close(
        moments_of_cycles(3_000).mean,
        (1..=3_000).map(|i| 1.0 / f64::from(i)).sum(),
        1e-13,
    );
    for keys in [1, 4, 64] {
        let exact = of_all(&one, keys);
        for seen in 0..exact.len() as u64 {
            let found = cycles(3_000, keys, seen);
            near(
                found,
                tails(&exact, seen),
                0.02,
                &format!("{keys} keys, {seen}"),
            );
        }
    }
    let exact = of_all(&one, 150);
    for seen in 0..exact.len() as u64 {
        let found = cycles(3_000, 150, seen);
        near(
            found,
            tails(&exact, seen),
            0.2,
            &format!("150 keys, {seen}"),
        );
    }
    for keys in [1, 4, 64] {
        let exact = of_all(&of_one("fixed-points", 20), keys);
        for seen in 0..keys + 20 {
            let found = fixed_points(21, keys, seen);
            near(found, tails(&exact, seen), 1e-6, &format!("fixed, {seen}"));
        }
    }
}

/// Counts pairs and paths one by one.
fn counted(items: u64, joined: impl Fn(u64, u64) -> bool) -> Graph {
    let mut graph = Graph {
        edges: 0.0,
        paths: 0.0,
    };
    for one in 0..items {
        let others = (0..items).filter(|other| *other != one && joined(one, *other));
        let others = others.count() as f64;
        graph.edges += 0.5 * others;
        graph.paths += others * (others - 1.0);
    }
    graph
}

#[test]
fn graphs_have_the_edges_that_they_say() {
    for items in [4, 5, 7, 8, 13, 16, 37, 64, 100] {
        for xor in 1..items {
            let found = counted(items, |a, b| a ^ b == xor);
            assert_eq!(matching(items, xor), found, "{items}, {xor}");
            let found = counted(items, |a, b| a.abs_diff(b) == xor);
            assert_eq!(steps(items, xor), found, "{items}, {xor}");
        }
        for (from, to) in [(1, 1), (1, 2), (2, items / 2), (items / 2, items / 2)] {
            let apart = |a: u64, b: u64| {
                let apart = a.abs_diff(b);
                (from..=to).contains(&apart.min(items - apart))
            };
            assert_eq!(apart_on_a_ring(items, from, to), counted(items, apart));
        }
        for (shift, bits) in [(0, 1), (1, 1), (2, 1), (0, 3), (2, 2), (1, 4), (0, 7)] {
            let class = |number: u64| number >> shift & ((1 << bits) - 1);
            let sizes = classes(items, shift, bits);
            for (class_at, size) in (0..).zip(&sizes) {
                let own = (0..items).filter(|number| class(*number) == class_at);
                assert_eq!(own.count() as u64, *size);
            }
            for (xor, graph) in (0..).zip(by_xor(&sizes)) {
                let found = counted(items, |a, b| class(a) ^ class(b) == xor);
                assert_eq!(graph, found, "{items}: {shift} {bits} {xor}");
            }
        }
    }
}

/// Mean and variance over all permutations of few numbers.
#[test]
fn pairs_that_differ_in_a_bit_are_those_of_all_permutations() {
    for items in [4_u64, 5, 6] {
        let all = all(items as usize);
        for (from, bit) in [(1, 0), (1, 1), (2, 0), (3, 2), (4, 2)] {
            let pairs: Vec<u64> = (0..items)
                .filter(|i| i ^ from < items && i ^ from > *i)
                .collect();
            let sizes = classes(items, bit, 1);
            if pairs.is_empty() || sizes[1] == 0 {
                continue;
            }
            let values = all.iter().map(|images| {
                let differ = |i: &&u64| {
                    (images[**i as usize] ^ images[(*i ^ from) as usize]) >> bit & 1 == 1
                };
                pairs.iter().filter(differ).count() as f64
            });
            let values: Vec<f64> = values.collect();
            let mean = values.iter().sum::<f64>() / values.len() as f64;
            let squares = values.iter().map(|value| (value - mean) * (value - mean));
            let variance = squares.sum::<f64>() / values.len() as f64;
            let law = common_edges(items as usize, matching(items, from), by_xor(&sizes)[1]);
            assert_close(law.mean, mean, 1e-12);
            assert!(
                (law.variance - variance).abs() < 1e-12,
                "{items}, {from}, {bit}"
            );
        }
    }
}

#[test]
fn images_with_a_bit_set_at_two_keys_have_the_moments_of_draws() {
    for (items, set) in [(16, 8), (37, 5), (100, 36)] {
        let law = set_in_both(items, set);
        let (mut mean, mut squares) = (0.0, 0.0);
        for both in 0..=set {
            if set - both <= items - set {
                let p = hypergeometric::pmf([both, set - both], [set, items - set]);
                mean += p * both as f64;
                squares += p * (both * both) as f64;
            }
        }
        assert_close(law.mean, mean, 1e-12);
        assert_close(law.variance, squares - mean * mean, 1e-9);
    }
}
