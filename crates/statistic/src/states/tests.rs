//! All statistics of states: are ideal states rejected as often as they should be, and are bad scrambles seen?

use super::*;
use crate::{AnyCounter, Design, Evidence, Outcome, Probe, Suite, Tally, Test, build_on};
use deck::cube::Metric;
use deck::kernel::Isa;
use deck::rng::{Generator, Seed};
use deck::subject::Puzzle;
use laws::known::Known;
use laws::testing::binomial_upper;
use source::{RandomMoves, Scramble, Scrambling, Source};

const SUBJECT: Puzzle = Puzzle::PocketCube;

fn design(states: u64) -> Design {
    Design {
        size: STATES as usize,
        trials: states,
        replicates: 1,
    }
}

/// The statistics of the standard suite, and the distance in quarter turns.
fn probes(states: u64) -> Vec<Probe> {
    let design = design(states);
    let mut probes = Suite::Standard.probes_on(&SUBJECT, &design).unwrap();
    assert_eq!(probes.len(), 6);
    let table = toml::Table::from_iter([("turns".to_owned(), "quarter".into())]);
    probes.push(build_on(&SUBJECT, DISTANCE.name, table, &design).unwrap());
    probes
}

/// The tests of `probe` on the states of `batches`.
fn judged(probe: &Probe, batches: &[States]) -> Vec<Test> {
    let AnyCounter::States(counter) = probe.statistic().counter() else {
        panic!("{} is of states", probe.name())
    };
    let mut tally = Tally::empty(counter, STATES as usize);
    for batch in batches {
        tally.count(counter, batch);
    }
    let evidence = Evidence {
        lag: 0,
        design: design(tally.subjects()),
        tally: &tally,
        series: None,
        known: &Known::default(),
        level: 0.001,
        wanted: crate::Wanted::InFull,
        lines: None,
    };
    probe.assess(&evidence).tests
}

/// Makes so many states of a run.
fn states(scramble: Scramble, number: u64, run: u64) -> Vec<States> {
    let stream = Generator::DEFAULT.stream(&Seed::Integer(7), "states", 0, run);
    let mut source = Scrambling::new(scramble, stream.unwrap(), 0..number);
    let mut batches = Vec::new();
    loop {
        let mut batch = States::new(STATES as usize, Isa::best());
        source.fill(&mut batch).unwrap();
        if batch.is_empty() {
            return batches;
        }
        batches.push(batch);
    }
}

fn moves(moves: u32, turns: Metric) -> Scramble {
    Scramble::RandomMoves(RandomMoves {
        moves,
        turns,
        no_repeat: false,
    })
}

/// The p-value of a test on so many states of a scramble.
fn p(name: &str, test: &str, scramble: Scramble, number: u64) -> f64 {
    let probe = probes(number)
        .into_iter()
        .find(|probe| probe.name() == name)
        .unwrap();
    let tests = judged(&probe, &states(scramble, number, 0));
    let found = tests.iter().find(|known| known.name == test).unwrap();
    match found.outcome {
        Outcome::P(p) => p.get(),
        Outcome::TooFew { needed } => panic!("{name}.{test} needs {needed}"),
    }
}

/// Counts failures in 2,000 runs: no more at 0.05 and at 0.01 than chance lets happen once in a
/// thousand (binomial).
fn fail_as_often_as_they_should(number: u64) {
    const RUNS: u64 = 2_000;
    let probes = probes(number);
    let mut all: Vec<(String, Vec<f64>)> = Vec::new();
    for run in 0..RUNS {
        let batches = states(Scramble::RandomState, number, run);
        let tests = probes.iter().flat_map(|probe| judged(probe, &batches));
        for (at, test) in tests.enumerate() {
            if run == 0 {
                all.push((test.title.clone(), Vec::new()));
            }
            if let Outcome::P(p) = test.outcome {
                all[at].1.push(p.get());
            }
        }
    }
    let mut judged = 0;
    for (title, all) in all.into_iter().filter(|(_, all)| !all.is_empty()) {
        assert_eq!(all.len() as u64, RUNS, "{title}");
        judged += 1;
        for level in [0.05, 0.01] {
            let fails = all.iter().filter(|p| **p <= level).count() as u64;
            let chance = binomial_upper(fails, RUNS, level);
            assert!(
                chance > 0.001,
                "{title}, {number} states: {fails} of {RUNS} at {level}"
            );
        }
    }
    assert!(judged >= 8, "{judged}");
}

#[test]
fn few_random_states_fail_as_often_as_they_should() {
    fail_as_often_as_they_should(50);
}

#[test]
fn some_random_states_fail_as_often_as_they_should() {
    fail_as_often_as_they_should(400);
}

#[test]
fn many_random_states_fail_as_often_as_they_should() {
    fail_as_often_as_they_should(2_500);
}

#[test]
fn each_statistic_sees_a_scramble_that_is_too_short() {
    let short = moves(5, Metric::Half);
    for (name, test) in [
        ("corner-places", "omnibus"),
        ("corner-places", "cell"),
        ("corner-places", "line"),
        ("corner-turns", "omnibus"),
        ("corner-turns", "cell"),
        ("corner-turns", "law"),
        ("distance", "mean"),
        ("distance", "law"),
        ("state-bins", "law"),
        ("repeated-states", "pairs"),
    ] {
        assert!(p(name, test, short, 2_000) < 1e-6, "{name}.{test}");
    }
}

#[test]
fn eleven_moves_are_too_few_and_forty_are_not_seen_in_so_few_states() {
    let at = |number| p("distance", "mean", moves(number, Metric::Half), 2_000);
    assert!(at(11) < 1e-6 && at(40) > 1e-3);
}

#[test]
fn twelve_quarter_turns_are_seen_by_their_parity_and_so_are_a_hundred() {
    for number in [12, 100] {
        let turns = moves(number, Metric::Quarter);
        assert!(p("permutation-parity", "mean", turns, 100) < 1e-20);
    }
    let half = moves(100, Metric::Half);
    assert!(p("permutation-parity", "mean", half, 100) > 1e-3);
}

/// A scrambler that turns no corner and one that gives each arrangement one way to turn the corners: each is right in all
/// that the other statistics look at.
#[test]
fn what_one_statistic_cannot_see_another_does() {
    let random = states(Scramble::RandomState, 5_000, 1);
    let changed = |change: &dyn Fn(u32) -> u32| -> Vec<States> {
        let batches = random.iter().map(|batch| {
            let mut other = States::new(STATES as usize, Isa::best());
            other.clear(batch.first());
            for numbered in batch.states() {
                let state = deck::cube::State::of_rank(change(numbered.rank));
                other.push(state.unwrap());
            }
            other
        });
        batches.collect()
    };
    let found = |batches: &[States]| -> Vec<&'static str> {
        let probes = probes(5_000);
        let failed = probes.iter().filter(|probe| {
            let tests = judged(probe, batches);
            let p = tests.iter().filter_map(|test| match test.outcome {
                Outcome::P(p) => Some(p.get()),
                Outcome::TooFew { .. } => None,
            });
            p.fold(1.0, f64::min) < 1e-6
        });
        failed.map(|probe| probe.statistic().name()).collect()
    };
    assert_eq!(found(&random), Vec::<&str>::new());
    let unturned = found(&changed(&|rank| rank / 729 * 729));
    assert!(unturned.contains(&"corner-turns") && !unturned.contains(&"corner-places"));
    let one_way = found(&changed(&|rank| rank / 729 * 729 + rank / 729 * 100 % 729));
    assert!(one_way.contains(&"repeated-states") && !one_way.contains(&"state-bins"));
}

#[test]
fn words_speak_of_states() {
    let batches = states(moves(5, Metric::Half), 2_000, 0);
    for test in probes(2_000)
        .iter()
        .flat_map(|probe| judged(probe, &batches))
    {
        let unit = test.detectable.map(|found| found.unit).unwrap_or_default();
        for text in [&test.title, &test.words, &unit] {
            assert!(
                !text.contains("deck") && !text.contains("shuffle"),
                "{text}"
            );
        }
    }
}
