//! Statistics of sequences: calibrated on independent draws, blind to none of the bags, the same however draws are cut.

use std::collections::BTreeMap;

use toml::{Table, Value};

use crate::{
    Assessment, Counted, Design, Evidence, Outcome, Probe, Suite, Tally, Wanted, build_on,
};
use deck::batch::Batch;
use deck::kernel::Isa;
use deck::rng::{Draws as _, Generator, PcgDraws, Seed};
use deck::subject::{Draws, Weights};
use laws::known::Known;
use laws::testing::binomial_upper;
use shuffle::draws;
use source::{Drawn, Remembering, Source as _};

fn weights(weights: &[u32]) -> Weights {
    Weights::new(weights.to_vec()).unwrap()
}

/// Draws by a rule, in batches of so many.
fn batches(rule: &str, table: &Table, of: &Weights, (count, run): (u64, u64)) -> Vec<Draws> {
    let rule = draws::build(rule, table.clone(), of).unwrap().rule;
    let seed = Seed::Integer(5);
    let stream = Generator::DEFAULT.stream(&seed, "tests", 0, run).unwrap();
    let mut source = Remembering::new(Drawn::new(&*rule, stream), of.get().len());
    source.go_on(count);
    let mut all = Vec::new();
    loop {
        let mut batch = Draws::new(of.get().len(), Isa::best());
        source.fill(&mut batch).unwrap();
        if batch.is_empty() {
            return all;
        }
        all.push(batch);
    }
}

fn counted(probe: &Probe, batches: &[Draws]) -> Tally {
    let counter = Draws::counter(probe.statistic().counter()).unwrap();
    let mut tally = Tally::empty(counter, batches[0].size());
    for batch in batches {
        tally.count(counter, batch);
    }
    tally
}

fn assessed(probe: &Probe, tally: &Tally, symbols: usize, wanted: Wanted) -> Assessment {
    let evidence = Evidence {
        lag: 0,
        design: Design {
            size: symbols,
            trials: tally.subjects(),
            replicates: 1,
        },
        tally,
        series: None,
        known: &Known::default(),
        level: 0.001,
        wanted,
        lines: None,
    };
    probe.assess(&evidence)
}

fn p_values(probe: &Probe, tally: &Tally, symbols: usize) -> Vec<(String, f64)> {
    let tests = assessed(probe, tally, symbols, Wanted::PValues)
        .tests
        .into_iter();
    let valid = tests.filter_map(|test| match test.outcome {
        Outcome::P(p) => Some((format!("{} {}", probe.name(), test.name), p.get())),
        Outcome::TooFew { .. } => None,
    });
    valid.collect()
}

fn probes(of: &Weights, draws: u64) -> Vec<Probe> {
    let design = Design {
        size: of.get().len(),
        trials: draws,
        replicates: 1,
    };
    Suite::Deep.probes_on(of, &design).unwrap()
}

/// Counts failures in 1,000 runs: no more at 0.05 and at 0.01 than chance lets happen once in ten
/// thousand (binomial; some 100 tests).
#[test]
#[ignore = "some 20 s of processor: .ci/run ignored"]
fn independent_draws_fail_as_often_as_they_should() {
    const RUNS: u64 = 1_000;
    for (list, draws) in [
        (&[1; 7][..], 60),
        (&[1; 7], 1_500),
        (&[50, 25, 20, 5], 200),
        (&[50, 25, 20, 5], 5_000),
        (&[1, 1], 700),
        (&[1; 30], 900),
    ] {
        let of = weights(list);
        for probe in probes(&of, draws) {
            let mut all: BTreeMap<String, Vec<f64>> = BTreeMap::default();
            for run in 0..RUNS {
                let batches = batches("independent", &Table::new(), &of, (draws, run));
                let tally = counted(&probe, &batches);
                for (name, p) in p_values(&probe, &tally, list.len()) {
                    all.entry(name).or_default().push(p);
                }
            }
            for (name, all) in all {
                for level in [0.05, 0.01] {
                    let fails = all.iter().filter(|p| **p <= level).count() as u64;
                    let chance = binomial_upper(fails, all.len() as u64, level);
                    assert!(
                        chance > 1e-4,
                        "{name}, {list:?}, {draws} draws: {fails} of {} at {level}",
                        all.len()
                    );
                }
            }
        }
    }
}

/// The smallest p-value of a statistic's tests of so many draws by a rule.
fn least(name: &str, (rule, table): (&str, &Table), of: &Weights, draws: u64) -> f64 {
    let design = Design {
        size: of.get().len(),
        trials: draws,
        replicates: 1,
    };
    let probe = build_on(of, name, Table::new(), &design).unwrap();
    let tally = counted(&probe, &batches(rule, table, of, (draws, 0)));
    let all = p_values(&probe, &tally, of.get().len());
    all.into_iter().map(|(_, p)| p).fold(1.0, f64::min)
}

#[test]
fn a_bag_of_seven_is_seen_by_all_that_looks_at_the_order_of_draws() {
    let of = weights(&[1; 7]);
    for (name, draws) in [
        ("symbol-gaps", 300),
        ("longest-streak", 2_000),
        ("longest-drought", 1_000),
        ("serial-pairs", 1_500),
        ("serial-triples", 2_500),
        ("dependence", 1_500),
        ("next-draw-calls", 300),
    ] {
        let p = least(name, ("bag", &Table::new()), &of, draws);
        assert!(p < 1e-4, "{name}: {p}");
        let fair = least(name, ("independent", &Table::new()), &of, draws);
        assert!(fair > 1e-3, "{name}: {fair}");
    }
}

#[test]
fn a_bag_of_twenty_and_adaptive_dice_are_seen() {
    let weighted = weights(&[10, 5, 4, 1]);
    for name in ["symbol-gaps", "next-draw-calls", "serial-pairs"] {
        let p = least(name, ("bag", &Table::new()), &weighted, 20_000);
        assert!(p < 1e-4, "{name}: {p}");
    }
    let dice = weights(&[1; 6]);
    let table = Table::from_iter([("unrandomness".to_owned(), Value::Integer(1))]);
    for name in ["symbol-gaps", "serial-pairs"] {
        // Their balance fades: some thousand rolls are hardly enough for what does not know the rule.
        let p = least(name, ("adaptive-dice", &table), &dice, 50_000);
        assert!(p < 1e-4, "{name}: {p}");
    }
}

#[test]
fn weights_that_change_on_the_way_are_seen_by_the_drift_of_symbols() {
    let of = weights(&[1; 4]);
    let table: Table =
        toml::from_str("add = [{ after = 1000, symbol = 1, quantity = 2 }]").unwrap();
    let p = least("symbol-drift", ("bag", &table), &of, 2_000);
    assert!(p < 1e-6, "{p}");
}

/// A rare symbol that surely comes after 50 draws without it is never away for long, although others are.
#[test]
fn a_symbol_that_surely_comes_in_time_is_seen_by_its_own_longest_drought() {
    let of = weights(&[60, 25, 12, 3]);
    let design = Design {
        size: 4,
        trials: 3_000,
        replicates: 1,
    };
    let probe = build_on(&of, "longest-drought", Table::new(), &design).unwrap();
    let mut random = PcgDraws::for_batch(9, "pity", 0, 0);
    for (surely, is_seen) in [(50, true), (u64::MAX, false)] {
        let mut away = 0_u64;
        let mut batch = Draws::new(4, Isa::best());
        batch.clear(0);
        for _ in 0..3_000 {
            let at = random.below(100);
            let rarest = at >= 97 || away >= surely;
            away = if rarest { 0 } else { away + 1 };
            batch.push(if rarest {
                3
            } else {
                u16::from(at >= 60) + u16::from(at >= 85)
            });
        }
        let tally = counted(&probe, &[batch]);
        let p = p_values(&probe, &tally, 4)[0].1;
        assert_eq!(p < 1e-4, is_seen, "{p}");
    }
}

/// Draws of two symbols: the second has so many in 200, or else comes as it did so many draws before, half of the time.
fn coins(share: u32, (count, run): (u64, u64), before: Option<usize>) -> Vec<u16> {
    let mut random = PcgDraws::for_batch(9, "coins", count, run);
    let mut all: Vec<u16> = Vec::new();
    for at in 0..count as usize {
        let again = before.and_then(|before| all.get(at.checked_sub(before)?).copied());
        all.push(match again.filter(|_| random.below(2) == 0) {
            Some(symbol) => symbol,
            None => u16::from(random.below(200) < share),
        });
    }
    all
}

/// Fails where the drift of symbols in so many runs of 1,000 draws alarms more often than chance lets it once in a
/// thousand, at each level.
fn drifts_seldom(runs: u64, draws: impl Fn(u64) -> Vec<u16>) {
    let of = weights(&[1, 1]);
    let probe = build_on(
        &of,
        "symbol-drift",
        Table::new(),
        &Design {
            size: 2,
            trials: 1_000,
            replicates: 1,
        },
    );
    let probe = probe.unwrap();
    let p = (0..runs).map(|run| {
        let mut batch = Draws::new(2, Isa::best());
        batch.clear(0);
        for symbol in draws(run) {
            batch.push(symbol);
        }
        let tally = counted(&probe, &[batch]);
        p_values(&probe, &tally, 2)[0].1
    });
    let all: Vec<f64> = p.collect();
    for level in [0.05, 0.01, 0.001, 1e-4] {
        let fails = all.iter().filter(|p| **p <= level).count() as u64;
        println!("{fails} of {runs} at {level}");
        assert!(
            binomial_upper(fails, runs, level) > 1e-3,
            "{fails} of {runs} at {level}"
        );
    }
}

/// With 1.5% for one of two symbols 64 draws expect a single one: chi-squared tails alarmed 2.2 times too often.
#[test]
fn rare_symbols_that_stay_rare_do_not_drift() {
    drifts_seldom(20_000, |run| coins(3, (1_000, run), None));
}

#[test]
fn shares_that_are_not_the_stated_ones_do_not_drift() {
    drifts_seldom(5_000, |run| coins(130, (1_000, run), None));
}

/// Draws that repeat the one before half of the time: their counts vary three times as much.
#[test]
fn draws_that_depend_on_each_other_do_not_drift() {
    drifts_seldom(5_000, |run| coins(100, (1_000, run), Some(1)));
}

#[test]
fn counts_do_not_depend_on_how_draws_are_cut() {
    let of = weights(&[5, 3, 1, 1]);
    let whole = batches("independent", &Table::new(), &of, (9_000, 3));
    assert!(whole.len() > 1);
    let mut cut = Vec::new();
    let mut past = deck::subject::Past::of(4);
    let all: Vec<u16> = whole
        .iter()
        .flat_map(|batch| batch.drawn().to_vec())
        .collect();
    for (chunk, first) in all.chunks(37).zip((0..).step_by(37)) {
        let mut batch = Draws::new(4, Isa::best());
        batch.clear(first);
        batch.follow(&past);
        for symbol in chunk {
            batch.push(*symbol);
            past.see(*symbol);
        }
        cut.push(batch);
    }
    for probe in probes(&of, 9_000) {
        let name = probe.name().to_owned();
        let (one, other) = (counted(&probe, &whole), counted(&probe, &cut));
        assert_eq!(one.cells(), other.cells(), "{name}");
        let (one, other) = (
            assessed(&probe, &one, 4, Wanted::InFull),
            assessed(&probe, &other, 4, Wanted::InFull),
        );
        assert_eq!(one.tests, other.tests, "{name}");
        assert_eq!(one.figures, other.figures, "{name}");
    }
}

/// A source of two symbols that repeats the draw before with a probability of .6.
#[derive(Debug, Clone)]
struct Sticky(u16);

impl draws::Rule for Sticky {
    fn weights(&self, into: &mut Vec<f64>) {
        into.clear();
        into.extend([0.4, 0.4]);
        into[usize::from(self.0)] = 0.6;
    }

    fn draw(&mut self, draws: &mut dyn deck::rng::Draws) -> u16 {
        self.0 ^= u16::from(draws.below(10) >= 6);
        self.0
    }

    fn see(&mut self, symbol: u16) -> bool {
        self.0 = symbol;
        true
    }

    fn boxed(&self) -> Box<dyn draws::Rule> {
        Box::new(self.clone())
    }
}

/// Of draws that depend on the one before, the limits of what comes next hold, though the farthest cell was chosen: 1,000
/// runs at a stated error of .05 and .01 miss no more often (the .999 quantile of the binomial).
#[test]
fn limits_of_what_comes_next_hold_where_draws_depend_on_the_last() {
    const RUNS: u64 = 1_000;
    let of = weights(&[1, 1]);
    let mut probes = probes(&of, 400);
    probes.retain(|probe| probe.name() == "serial-pairs");
    let mut missed = [0_u64; 2];
    for run in 0..RUNS {
        let seed = Seed::Integer(5);
        let stream = Generator::DEFAULT.stream(&seed, "sticky", 0, run).unwrap();
        let mut source = Remembering::new(Drawn::new(&Sticky(0), stream), 2);
        source.go_on(400);
        let mut batch = Draws::new(2, Isa::best());
        source.fill(&mut batch).unwrap();
        let tally = counted(&probes[0], &[batch]);
        let test = assessed(&probes[0], &tally, 2, Wanted::PValues)
            .tests
            .remove(0);
        let Some(crate::Limited::Cell(named)) = test.named else {
            panic!("no cell");
        };
        let truth = if named.what.contains("after symbol 1, symbol 1")
            || named.what.contains("after symbol 2, symbol 2")
        {
            0.6
        } else {
            0.4
        };
        for (missed, error) in missed.iter_mut().zip([0.05, 0.01]) {
            *missed += u64::from(!named.limits(error).contains(&truth));
        }
    }
    for (missed, error) in missed.into_iter().zip([0.05, 0.01]) {
        let chance = binomial_upper(missed, RUNS, error);
        assert!(chance > 0.001, "{missed} of {RUNS} at {error}");
    }
}
