//! Fair orders, and orders that loaders make.

use std::sync::Arc;

use super::*;
use crate::{Counting, Evidence, Outcome, Tally, Test};
use deck::batch::Batch;
use deck::kernel::Isa;
use deck::rng::{PcgDraws, shuffle_items};
use deck::subject::{Groups, Labels, Orders};
use laws::known::Known;
use laws::testing::binomial_upper;
use shuffle::loader::Loader;
use text::figures::Figures;

/// An order of these items.
pub(super) fn order(items: &[u32]) -> Order {
    Order {
        epochs: vec![items.into()],
        place: "line".to_owned(),
        groups: None,
        labels: None,
        batch: None,
        keyed: false,
        source: String::new(),
    }
}

/// The order that a loader makes with this seed.
fn loaded(loader: &str, items: u32, seed: u64) -> Order {
    let mut draws = PcgDraws::for_batch(50, loader, seed, 0);
    let loader: Loader = loader.parse().unwrap();
    order(&loader.order(items, &mut draws))
}

/// The findings of a statistic: its name, its lag, its figures and its tests.
pub(super) type Finding = (&'static str, usize, Figures, Vec<Test>);

fn probes(order: &Order) -> (Design, Vec<Probe>) {
    let design = Design {
        size: order.items(),
        trials: order.epochs.len() as u64,
        replicates: 1,
    };
    (design, of_order(order, &design).unwrap())
}

pub(super) fn findings_of((design, probes): &(Design, Vec<Probe>), order: &Order) -> Vec<Finding> {
    let found = probes.iter().map(|probe| {
        let gauge = probe.gauge::<Orders>();
        let mut orders = Orders::new(design.size, Isa::best());
        for epoch in &order.epochs {
            orders.push(Arc::clone(epoch));
        }
        let mut tally = vec![Tally::empty(gauge.counter, design.size)];
        let mut counting = Counting::new(&[gauge], design.size);
        counting.count(&mut orders, &mut tally);
        counting.settle(&mut tally);
        let found = probe.assess(&Evidence {
            lag: probe.lag(),
            design: *design,
            tally: &tally[0],
            series: None,
            known: &Known::default(),
            level: 0.001,
            wanted: crate::Wanted::InFull,
            lines: None,
        });
        let names: Vec<&str> = found.tests.iter().map(|test| test.name).collect();
        assert_eq!(names, probe.statistic().tests());
        (
            probe.statistic().name(),
            probe.lag(),
            found.figures,
            found.tests,
        )
    });
    found.collect()
}

fn findings(order: &Order) -> Vec<Finding> {
    findings_of(&probes(order), order)
}

/// P-values by statistic and test.
pub(super) fn p_values_of(found: Vec<Finding>) -> Vec<([&'static str; 2], f64)> {
    let tests = found.into_iter().flat_map(|(name, _, _, tests)| {
        tests
            .into_iter()
            .filter_map(move |test| match test.outcome {
                Outcome::P(p) => Some(([name, test.name], p.get())),
                Outcome::TooFew { .. } => None,
            })
    });
    tests.collect()
}

fn p_values(order: &Order) -> Vec<([&'static str; 2], f64)> {
    p_values_of(findings(order))
}

/// True if one of its tests fails at the level .001 of all of them.
fn fails(order: &Order) -> bool {
    some_fails(&p_values(order))
}

fn some_fails(all: &[([&'static str; 2], f64)]) -> bool {
    let each = 0.001 / all.len() as f64;
    all.iter().any(|(_, p)| *p <= each)
}

fn figures(order: &Order, statistic: &str) -> Figures {
    let all = findings(order).into_iter();
    let mut ours = all.filter(|(name, lag, ..)| *name == statistic && *lag == 0);
    ours.next().unwrap().2
}

/// How many fair orders of so many, in so many batches, have a p-value of at most each level, by test.
fn false_alarms((items, batches): (u32, u32), orders: u64) {
    let levels = [0.05, 0.01, 0.001];
    let mut alarms = std::collections::BTreeMap::new();
    let mut known = None;
    let labels: Arc<[u32]> = (0..items).map(|item| item / items.div_ceil(10)).collect();
    for seed in 0..orders {
        let order = Order {
            batch: Some(items.div_ceil(batches)),
            labels: Some(Labels {
                alike: "items of a label".to_owned(),
                number: labels.iter().max().map_or(0, |most| *most as usize + 1),
                of: Arc::clone(&labels),
                are_files: false,
            }),
            ..loaded("fair", items, seed)
        };
        let known = known.get_or_insert_with(|| probes(&order));
        for (name, p) in p_values_of(findings_of(known, &order)) {
            let alarms = alarms.entry(name).or_insert([0; 3]);
            for (level, alarms) in levels.iter().zip(alarms) {
                *alarms += u64::from(p <= *level);
            }
        }
    }
    for (name, alarms) in alarms {
        for (level, alarms) in levels.iter().zip(alarms) {
            let chance = binomial_upper(alarms, orders, *level);
            assert!(
                chance > 1e-3,
                "{name:?}: {alarms} of {orders} orders of {items} at {level}"
            );
        }
    }
}

#[test]
fn few_fair_orders_of_few_items_fail() {
    for (items, orders) in [(25, 2_000), (52, 2_000), (100, 2_000), (366, 1_000)] {
        false_alarms((items, 8), orders);
    }
}

#[test]
fn few_fair_orders_of_many_items_fail() {
    false_alarms((10_000, 8), 300);
    false_alarms((20_000, 300), 300);
}

#[test]
#[ignore = "some minutes, thousands of orders of 100 and 10,000 items, and of a million: .ci/full orders"]
fn few_of_many_fair_orders_of_many_items_fail() {
    false_alarms((100, 8), 5_000);
    false_alarms((10_000, 100), 5_000);
    false_alarms((20_000, 300), 5_000);
    false_alarms((1_000_000, 4_000), 500);
}

/// Counts the orders of 10,000 items, of so many, that no test fails.
fn missed(loader: &str, known: &(Design, Vec<Probe>), orders: u64) -> usize {
    let passes = |seed: &u64| {
        let order = loaded(loader, 10_000, *seed);
        !some_fails(&p_values_of(findings_of(known, &order)))
    };
    (0..orders).filter(passes).count()
}

/// Buffers up to 60% of all items, shards, and both: none of ten orders each passes.
#[test]
fn loaders_fail() {
    let known = probes(&loaded("fair", 10_000, 0));
    for shards in ["", "shards 10, ", "shards 100, ", "shards 1000, "] {
        for buffer in [1, 100, 1_000, 2_000, 4_000, 6_000] {
            let loader = format!("{shards}buffer {buffer}");
            assert_eq!(missed(&loader, &known, 10), 0, "{loader}");
        }
    }
    for loader in [
        "blocks 100",
        "interleave 10",
        "keys 4",
        "feistel 2",
        "swap-or-not 5",
    ] {
        assert_eq!(missed(loader, &known, 10), 0, "{loader}");
    }
}

#[test]
#[ignore = "a minute, three thousand orders of 10,000 items: .ci/full orders"]
fn each_of_many_orders_of_shards_and_a_buffer_fails() {
    let known = probes(&loaded("fair", 10_000, 0));
    for shard in [10, 100, 1_000] {
        for buffer in [500, 1_000, 2_000, 3_000, 4_000] {
            let loader = format!("shards {shard}, buffer {buffer}");
            assert_eq!(missed(&loader, &known, 200), 0, "{loader}");
        }
    }
}

/// A buffer shows its size exactly, and shards with a buffer within limits that hold for at least 95% of orders: as one item
/// leaves at each step, waits make up for each other, and the limits are wider than they need be.
#[test]
fn buffers_are_measured() {
    for (loader, shard, buffer) in [
        ("buffer 100", None, 100.0),
        ("buffer 1000", None, 1_000.0),
        ("shards 100, buffer 100", Some(100.0), 100.0),
        ("shards 100, buffer 1000", Some(100.0), 1_000.0),
        ("shards 1000, buffer 300", Some(1_000.0), 300.0),
        ("shards 10, buffer 500", Some(10.0), 500.0),
        ("shards 100, buffer 5", Some(100.0), 5.0),
        ("shards 1000, buffer 25", Some(1_000.0), 25.0),
        ("shards 64, buffer 200", Some(64.0), 200.0),
    ] {
        let (mut misses, mut named) = (0, 0);
        for seed in 0..40 {
            let figures = figures(&loaded(loader, 20_000, seed), FORWARD.name);
            let Some((least, most)) = figures.number("least").zip(figures.number("most")) else {
                continue;
            };
            named += 1;
            assert_eq!(figures.number("shard"), shard, "{loader}");
            misses += u64::from(!(least..=most).contains(&buffer));
            assert!(
                shard.is_none() || most < 1.2 * least,
                "{loader}: {least} to {most}"
            );
        }
        // The fit of some is rejected at .001.
        assert!(named >= 38, "{loader}: {named}");
        assert!(
            binomial_upper(misses, named, 0.05) > 1e-3,
            "{loader}: {misses}"
        );
    }
    let like = |loader: &str| figures(&loaded(loader, 20_000, 1), FORWARD.name);
    assert_eq!(like("fair").text("like"), None);
    assert_eq!(like("shards 100").text("like"), Some("shards"));
    assert_eq!(like("shards 100").number("buffer"), None);
    assert_eq!(like("buffer 1").text("like"), Some("in order"));
    for loader in [
        "blocks 100",
        "interleave 10",
        "keys 4",
        "interleave 4, buffer 100",
        "interleave 16, buffer 300",
        "shards 100, interleave 4, buffer 500",
        "shards 100, blocks 1000",
        "keys 1",
        "keys 2",
        "keys 3",
    ] {
        assert_eq!(like(loader).text("like"), None, "{loader}");
    }
}

/// Orders of shards that are none: rotated, turned round, by twos.
#[test]
fn shards_by_a_rule_are_not_called_random() {
    let whole = |places: Vec<u32>| figures(&order(&places), FORWARD.name);
    let by =
        |shard: fn(u32) -> u32| whole((0..2_000).map(|at| 50 * shard(at / 50) + at % 50).collect());
    for found in [
        whole((0..2_000).map(|at| (at + 1_999) % 2_000).collect()),
        whole((0..2_000).map(|at| (at + 700) % 2_000).collect()),
        by(|shard| 39 - shard),
        by(|shard| 2 * shard % 40 + shard / 20),
        by(|shard| 7 * shard % 40),
    ] {
        assert_eq!(found.text("like"), None, "{found:?}");
    }
}

/// The same order in both epochs fails by what comes after what; two orders of their own do not.
#[test]
fn epochs_that_are_alike_fail() {
    let (one, other) = (loaded("fair", 1_000, 1), loaded("fair", 1_000, 2));
    let both = |second: &Order| Order {
        epochs: vec![Arc::clone(&one.epochs[0]), Arc::clone(&second.epochs[0])],
        ..one.clone()
    };
    assert!(fails(&both(&one)));
    assert!(!fails(&both(&other)));
}

/// A batch of two files of a hundred holds the variety of two draws.
#[test]
fn batches_of_few_files_hold_little_variety() {
    let labels = Labels {
        alike: "items of a file".to_owned(),
        number: 100,
        of: (0..10_000).map(|item| item / 100).collect(),
        are_files: true,
    };
    let of = |loader: &str| Order {
        labels: Some(labels.clone()),
        batch: Some(200),
        ..loaded(loader, 10_000, 3)
    };
    let figures = |loader| figures(&of(loader), BATCH_MATES.name);
    let few = figures("shards 100");
    assert_eq!(
        few.number("seen").map(|seen| (seen * 199.0).round()),
        Some(99.0)
    );
    let variety = few.number("variety").unwrap();
    assert!((1.9..2.1).contains(&variety), "{variety}");
    let fair = figures("fair").number("variety").unwrap();
    assert!(fair > 150.0, "{fair}");
}

/// A rare label meets itself in bunches, or never: fair orders fail no more often than they may.
#[test]
fn rare_labels_are_no_alarm() {
    let levels = [0.05, 0.01, 0.001];
    for (items, rare, batch, orders) in [
        (1_000, 2, 20, 4_000),
        (1_000, 2, 2, 4_000),
        (2_000, 10, 64, 2_000),
        (1_000, 30, 40, 2_000),
        // All three in one batch: in one order of a hundred, and it moves as many pairs as hundreds of others.
        (3_000, 3, 300, 4_000),
        (1_000, 4, 100, 2_000),
    ] {
        let of: Arc<[u32]> = (0..items).map(|item| u32::from(item < rare)).collect();
        let mut alarms = std::collections::BTreeMap::new();
        for seed in 0..orders {
            let order = Order {
                batch: Some(batch),
                labels: Some(Labels {
                    alike: "items of a label".to_owned(),
                    number: 2,
                    of: Arc::clone(&of),
                    are_files: false,
                }),
                ..loaded("fair", items, seed)
            };
            let design = Design {
                size: items as usize,
                trials: 1,
                replicates: 1,
            };
            let mates = Probe::new(0, Box::new(batches::Mates::of(&order).unwrap()));
            for (name, p) in p_values_of(findings_of(&(design, vec![mates]), &order)) {
                let alarms = alarms.entry(name).or_insert([0; 3]);
                for (level, alarms) in levels.iter().zip(alarms) {
                    *alarms += u64::from(p <= *level);
                }
            }
        }
        for (name, alarms) in alarms {
            for (level, alarms) in levels.iter().zip(alarms) {
                assert!(
                    binomial_upper(alarms, orders, *level) > 1e-3,
                    "{name:?}: {alarms} of {orders} at {level}, {rare} of {items} in batches of {batch}"
                );
            }
        }
    }
}

/// Two readers, of the even and of the odd items, take turns: one buffer never makes that, and none is named.
#[test]
fn readers_that_take_turns_are_no_buffer() {
    let [even, odd] = [1, 2].map(|seed| loaded("buffer 500", 5_000, seed).epochs[0].to_vec());
    let pairs = even.iter().zip(&odd);
    let items: Vec<u32> = pairs.flat_map(|(a, b)| [2 * a, 2 * b + 1]).collect();
    let like = |order: &Order| {
        let figures = figures(order, FORWARD.name);
        figures.text("like").map(str::to_owned)
    };
    assert_eq!(like(&order(&items)), None);
    let one = like(&loaded("buffer 1000", 10_000, 3));
    assert_eq!(one.as_deref(), Some("buffer"));
}

/// An epoch whose first tenth comes from the first fifth of the files, and is fair after that: only the start departs.
#[test]
fn a_start_that_is_less_mixed_is_seen_where_it_is() {
    let mut items: Vec<u32> = loaded("fair", 20_000, 7).epochs[0].to_vec();
    let (early, late): (Vec<u32>, Vec<u32>) = items.iter().partition(|item| **item < 4_000);
    items = early[..2_000].to_vec();
    let mut rest: Vec<u32> = early[2_000..].iter().chain(&late).copied().collect();
    shuffle_items(&mut PcgDraws::for_batch(51, "start", 0, 0), &mut rest);
    items.extend(rest);
    let order = Order {
        labels: Some(Labels {
            alike: "items of a file".to_owned(),
            number: 100,
            of: (0..20_000).map(|item| item / 200).collect(),
            are_files: true,
        }),
        batch: Some(100),
        ..order(&items)
    };
    let found = findings(&order);
    let mut tests = found.iter().flat_map(|(.., tests)| tests);
    let along = tests.find(|test| test.name == "along").unwrap();
    let of_the_start = ["1 to 5,", "6 to 10,", "11 to 15,", "16 to 20,"];
    let names_it = |batches: &&str| along.words.starts_with(&format!("in batches {batches}"));
    assert!(of_the_start.iter().any(names_it), "{along:?}");
    assert!(
        matches!(along.outcome, Outcome::P(p) if p.get() < 1e-6),
        "{along:?}"
    );
    let figures = figures(&order, BATCH_MATES.name);
    let variety: Vec<f64> = figures
        .groups("along")
        .unwrap()
        .iter()
        .filter_map(|window| window.number("variety"))
        .collect();
    assert!(variety[0] < 25.0 && variety[30] > 50.0, "{variety:?}");
    let (seen, fair) = (figures.number("entropy"), figures.number("fair_entropy"));
    assert!(seen < fair, "{seen:?} {fair:?}");
}

/// Every third epoch has the same order: neighbours show it three epochs back, and not before.
#[test]
fn an_order_that_comes_back_after_three_epochs_fails() {
    let orders: Vec<Arc<[u32]>> = (0..3)
        .map(|seed| Arc::clone(&loaded("fair", 500, seed).epochs[0]))
        .collect();
    let order = Order {
        epochs: (0..7).map(|epoch| Arc::clone(&orders[epoch % 3])).collect(),
        ..loaded("fair", 500, 0)
    };
    let level = 1e-4;
    let fails = |test: &Test| matches!(test.outcome, Outcome::P(p) if p.get() < level);
    let lags: Vec<usize> = findings(&order)
        .iter()
        .filter(|(.., tests)| tests.iter().any(fails))
        .map(|(_, lag, ..)| *lag)
        .collect();
    assert_eq!(lags, [3, 6]);
}

#[test]
fn the_old_order_and_its_reverse_are_no_chance() {
    for reversed in [false, true] {
        let items: Vec<u32> = (0..60)
            .map(|place| if reversed { 59 - place } else { place })
            .collect();
        let order = Order {
            groups: Some(Groups {
                column: "group".to_owned(),
                names: (1..=20).map(|name| name.to_string()).collect(),
                of: (0..60).map(|item| item / 3).collect(),
            }),
            ..order(&items)
        };
        let found = findings(&order);
        let tests: Vec<&Test> = found.iter().flat_map(|(.., tests)| tests).collect();
        assert_eq!(tests.len(), 10);
        for test in tests {
            let Outcome::P(p) = test.outcome else {
                panic!("{test:?}");
            };
            // The last item of the reversed order comes as far forward as it can.
            assert!(
                p.get() < 1e-4 || reversed && test.name == "forward",
                "{test:?}"
            );
            let words = &test.words;
            assert!(
                !words.is_empty() && !words.contains("card") && !words.contains("deck"),
                "{words}"
            );
        }
    }
}

/// Three items have six orders: whatever comes is no surprise.
#[test]
fn few_items_have_no_order_that_could_fail() {
    assert!(p_values(&order(&[0, 1, 2])).is_empty());
}
