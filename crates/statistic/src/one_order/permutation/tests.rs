//! Fair permutations, and generators that are known to be bad.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::super::tests::{findings_of, order, p_values_of};
use super::*;
use crate::{Design, Probe};
use deck::rng::{Draws, PcgDraws, shuffle_items};
use laws::hypergeometric;
use laws::keyed::{by_xor, classes, matching};
use laws::matched::common_edges;
use laws::testing::binomial_upper;
use shuffle::loader::Loader;

/// A permutation for each of so many keys.
fn keyed(keys: u32, of: impl FnMut(u32) -> Vec<u32>) -> Order {
    let epochs: Vec<Arc<[u32]>> = (0..keys).map(of).map(Arc::from).collect();
    Order {
        keyed: true,
        epochs,
        ..order(&[])
    }
}

/// Fair permutations.
fn fair(items: u32, keys: u32, seed: u64) -> Order {
    let mut draws = PcgDraws::for_batch(49, "fair permutations", seed, 0);
    keyed(keys, |_| {
        let mut all: Vec<u32> = (0..items).collect();
        shuffle_items(&mut draws, &mut all);
        all
    })
}

/// Those of a model.
fn modelled(model: &str, items: u32, keys: u32) -> Order {
    let mut draws = PcgDraws::for_batch(49, model, 0, 0);
    let model: Loader = model.parse().unwrap();
    keyed(keys, |_| model.order(items, &mut draws))
}

/// The p-values of the tests of permutations, by statistic; of those of two tests, each.
fn p_values(order: &Order) -> Vec<(&'static str, f64)> {
    let design = Design {
        size: order.items(),
        trials: order.epochs.len() as u64,
        replicates: 1,
    };
    let probes = all(order).into_iter().map(|one| Probe::new(0, one));
    let found = p_values_of(findings_of(&(design, probes.collect()), order));
    found.into_iter().map(|([name, _], p)| (name, p)).collect()
}

/// The statistics that fail at .001 of all tests here.
fn failing(order: &Order) -> Vec<&'static str> {
    let all = p_values(order);
    let each = 0.001 / all.len() as f64;
    let failing = all.iter().filter(|(_, p)| *p <= each);
    failing.map(|(name, _)| *name).collect()
}

/// Counts false alarms of so many families, of each test and of all together.
fn false_alarms(items: u32, keys: u32, families: u64) {
    let levels = [0.05, 0.01, 0.001];
    let mut alarms: BTreeMap<String, [u64; 3]> = BTreeMap::new();
    for seed in 0..families {
        let all = p_values(&fair(items, keys, seed));
        let smallest = all.iter().map(|(_, p)| p * all.len() as f64);
        let smallest = ("all".to_owned(), smallest.fold(1.0, f64::min));
        let each = all.iter().enumerate();
        let each = each.map(|(at, (name, p))| (format!("{name} {at}"), *p));
        for (name, p) in each.chain([smallest]) {
            let alarms = alarms.entry(name).or_default();
            for (level, alarms) in levels.iter().zip(alarms) {
                *alarms += u64::from(p <= *level);
            }
        }
    }
    for (name, alarms) in alarms {
        println!("{items} items, {keys} keys, {name}: {alarms:?} of {families}");
        for (level, alarms) in levels.iter().zip(alarms) {
            let chance = binomial_upper(alarms, families, *level);
            assert!(
                chance > 1e-3,
                "{name}: {alarms} of {families} families of {items}, {keys} keys, at {level}"
            );
        }
    }
}

#[test]
fn few_fair_permutations_fail() {
    for (items, keys) in [(100, 8), (37, 4), (64, 1), (16, 2), (5, 3)] {
        false_alarms(items, keys, 2_000);
    }
    false_alarms(1_000, 16, 100);
}

#[test]
#[ignore = "some minutes, tens of thousands of permutations of up to 10,000 numbers: .ci/full orders"]
fn few_of_many_fair_permutations_fail() {
    for (items, keys) in [(16, 1), (17, 3), (100, 1), (100, 64), (128, 16), (366, 8)] {
        false_alarms(items, keys, 10_000);
    }
    false_alarms(1_000, 64, 2_000);
    false_alarms(10_000, 8, 500);
}

/// How many pairs of all numbers have images that differ in a bit: the law, counted whole.
fn exact(items: u64, pairs: u64, set: u64) -> Vec<f64> {
    let choose = |n: u64, k: u64| libm::exp(laws::counting::ln_choose(n as usize, k as usize));
    let ways = |d: u64| {
        // Images with the bit among those in pairs: d in pairs that differ, the rest two by two.
        let inside = (d..=set.min(2 * pairs)).step_by(2);
        let each = inside.map(|inside| {
            let full = (inside - d) / 2;
            if d + full > pairs || set - inside > items - 2 * pairs {
                return 0.0;
            }
            let chosen =
                hypergeometric::pmf([inside, set - inside], [2 * pairs, items - 2 * pairs]);
            let placed = choose(pairs, d) * libm::pow(2.0, d as f64) * choose(pairs - d, full);
            chosen * placed / choose(2 * pairs, inside)
        });
        each.sum::<f64>()
    };
    (0..=pairs).map(ways).collect()
}

/// The p-values of counts of one key are at least nearly as large as the exact ones, and of the same order.
#[test]
fn tails_of_bits_are_near_the_exact_ones() {
    for (items, from, to) in [
        (100, 0, 0),
        (100, 3, 6),
        (100, 5, 2),
        (37, 1, 5),
        (64, 4, 4),
        (1_000, 0, 9),
    ] {
        let matching = matching(items, 1 << from);
        let pairs = matching.edges as u64;
        let sides = classes(items, to, 1);
        let law = exact(items, pairs, sides[1]);
        assert!((law.iter().sum::<f64>() - 1.0).abs() < 1e-9);
        let moments = common_edges(items as usize, matching, by_xor(&sides)[1]);
        let between = Between {
            least: 0,
            most: pairs.min(sides[0]).min(sides[1]),
            span: 1 + u64::from(2 * pairs == items),
        };
        for seen in 0..law.len() {
            if law[seen] < 1e-12 {
                continue;
            }
            let lower: f64 = law[..=seen].iter().sum();
            let upper: f64 = law[seen..].iter().sum();
            let exact = (2.0 * lower.min(upper)).min(1.0);
            let found = between.p(moments, seen as u64);
            // The smallest of some hundred p-values is multiplied by their number, so that large ones decide nothing. A single test of
            // some hundred cells and twenty tests looks at one in ten million.
            if exact > 0.05 {
                continue;
            }
            let least = if exact > 1e-7 { 0.8 } else { 0.5 };
            assert!(
                found > least * exact || exact < 1e-9,
                "{items}, {from}, {to}: {seen}, {found:e} for {exact:e}"
            );
        }
    }
}

fn random(items: u32, key: u32) -> PcgDraws {
    PcgDraws::for_batch(u128::from(key), "a bad generator", u64::from(items), 0)
}

#[test]
fn generators_that_are_known_to_be_bad_fail() {
    let affine = |n: u32, a: u32| {
        keyed(16, move |key| {
            (0..n)
                .map(|i| ((u64::from(i) * u64::from(a) + u64::from(key) * 7) % u64::from(n)) as u32)
                .collect()
        })
    };
    assert!(failing(&affine(1_000, 387)).contains(&DIFFERENCES.name));
    assert!(failing(&affine(1_024, 389)).contains(&DIFFERENCES.name));
    let xor = keyed(16, |key| {
        (0..1_024).map(|i| (i * 389 % 1_024) ^ key).collect()
    });
    assert!(failing(&xor).contains(&KEY.name));
    let involution = keyed(8, |key| {
        let mut draws = random(1_000, key);
        let mut all: Vec<u32> = (0..1_000).collect();
        shuffle_items(&mut draws, &mut all);
        let mut images = vec![0; 1_000];
        for two in all.chunks_exact(2) {
            images[two[0] as usize] = two[1];
            images[two[1] as usize] = two[0];
        }
        images
    });
    assert!(failing(&involution).contains(&"cycles"));
    // One cycle, as Sattolo's loop makes it.
    let cyclic = keyed(8, |key| {
        let mut draws = random(1_000, key);
        let mut all: Vec<u32> = (0..1_000).collect();
        for last in (1..1_000_u32).rev() {
            all.swap(last as usize, draws.below(last) as usize);
        }
        all
    });
    let found = failing(&cyclic);
    assert!(found.contains(&"cycles"), "{found:?}");
}

#[test]
fn generators_of_few_rounds_fail() {
    for (model, items, keys) in [
        ("feistel 1", 1_000, 16),
        ("feistel 2", 1_000, 16),
        ("feistel 3", 1_000, 16),
        ("feistel 3", 10_000, 4),
        ("feistel 4", 16_384, 16),
        ("swap-or-not 1", 1_000, 16),
        ("swap-or-not 5", 1_000, 16),
        ("swap-or-not 10", 10_000, 16),
    ] {
        let found = failing(&modelled(model, items, keys));
        println!("{model}, {items}, {keys}: {found:?}");
        assert!(!found.is_empty(), "{model}, {items}");
    }
    for (model, items, keys) in [("feistel 12", 1_000, 16), ("swap-or-not 60", 1_000, 16)] {
        assert_eq!(failing(&modelled(model, items, keys)), [""; 0], "{model}");
    }
}
