//! Tests that look for a change on the way, on decks that are not ideal and do not change: they fail as seldom as on
//! ideal ones. And on decks that do change: they fail.

use std::collections::BTreeMap;

use super::*;
use crate::spec::{Overrides, parse};
use engine::simulate::{Job, Never};
use engine::verdict::battery::{tested_on, tests};
use laws::testing::binomial_upper;
use statistic::{Effort, Outcome, Probe, Suite, Wanted};
use text::shown::is_of_change;

/// The decks of the one routine of a spec.
fn job(spec: &str) -> Job {
    let text =
        format!("name = \"steady\"\nquestion = \"?\"\nseed = 1\ndeck = 52\ntrials = 10\n{spec}");
    let experiment = parse("steady.toml".as_ref(), &text, &Overrides::default()).unwrap();
    let routine = &experiment.routines()[0];
    Job {
        plan: routine.plan(&experiment.letters),
        label: String::new(),
        generator: experiment.generator,
        seed: experiment.seed.clone(),
        policy: experiment.policy.clone(),
    }
}

/// The p-values of all tests of a change, by name, in each of some runs of so many decks.
fn p_values(spec: &str, trials: u64, runs: usize) -> Vec<Vec<(String, f64)>> {
    let design = Design {
        size: 52,
        trials,
        replicates: 1,
    };
    let mut probes = tested_on(
        Suite::Standard,
        &deck::subject::WholeDeck,
        &design,
        Effort::Counts,
    );
    let of_change = |probe: &Probe| {
        let name = probe.statistic().name();
        let mut tests = probe.statistic().tests().into_iter();
        tests.any(|test| is_of_change(name, test))
    };
    probes.retain(of_change);
    let job = job(spec);
    let labelled = |run: usize| Job {
        plan: job.plan.clone(),
        label: format!("steady {run}"),
        generator: job.generator,
        seed: job.seed.clone(),
        policy: job.policy.clone(),
    };
    let machine = Machine::from(2);
    simulate::each(
        runs,
        |run| (labelled(run), Never),
        &design,
        &probes,
        machine,
        &Unwatched,
        |_, _, counts| {
            let found = tests(&probes, &design, counts, (0.001, Wanted::PValues));
            let names = probes.iter().flat_map(|probe| {
                let statistic = probe.statistic();
                statistic
                    .tests()
                    .into_iter()
                    .map(|test| (statistic.name(), test))
            });
            let found = names
                .zip(found)
                .filter(|((name, test), _)| is_of_change(name, test));
            let valid = found.filter_map(|(_, (name, test))| match test.outcome {
                Outcome::P(p) => Some((name, p.get())),
                Outcome::TooFew { .. } => None,
            });
            valid.collect::<Vec<(String, f64)>>()
        },
    )
    .unwrap()
}

/// Sources whose decks are not ideal, and all come from one law.
const STEADY: [&str; 12] = [
    "routines = [\"G*1\"]",
    "routines = [\"G*2\"]",
    "routines = [\"G*3\"]",
    "routines = [\"G*4\"]",
    "routines = [\"G*5\"]",
    "routines = [\"G*6\"]",
    "routines = [\"G*7\"]",
    "routines = [\"G*8\"]",
    "routines = [\"H\"]",
    "routines = [\"O\"]\n[shuffles]\nO = { kind = \"overhand\", chance = 0.35 }",
    "routines = [\"C\"]",
    "routines = [\"A\"]\n[shuffles]\nA = { kind = \"favoured-place\", card = 1, place = 1, last = 26, times = 1.8 }",
];

/// Each test of each source, at four levels: no more alarms than the .999 quantile of their number, and far out
/// none at all in as many tests.
fn steady_decks_fail_seldom(trials: u64, runs: usize) {
    let mut least = 1.0_f64;
    for spec in STEADY {
        let mut by_name: BTreeMap<String, Vec<f64>> = BTreeMap::default();
        for (name, p) in p_values(spec, trials, runs).into_iter().flatten() {
            least = least.min(p);
            by_name.entry(name).or_default().push(p);
        }
        assert!(by_name.len() > 20, "{}", by_name.len());
        for (name, all) in by_name {
            for level in [0.05, 0.01, 0.001, 1e-4] {
                let alarms = all.iter().filter(|p| **p <= level).count() as u64;
                let chance = binomial_upper(alarms, all.len() as u64, level);
                assert!(
                    chance > 1e-3,
                    "{name}, {spec}: {alarms} of {} at {level}",
                    all.len()
                );
            }
        }
    }
    println!("the least of all: {least}");
    assert!(least > 1e-7, "{least}");
}

#[test]
fn seven_riffles_do_not_change_along_the_way() {
    steady_decks_fail_seldom(1_000, 24);
}

#[test]
#[ignore = "minutes: .ci/full laws"]
fn steady_decks_that_are_not_ideal_fail_as_seldom_as_ideal_ones() {
    steady_decks_fail_seldom(3_000, 500);
}

/// The least p-value of the tests of a statistic in one run.
fn least(spec: &str, trials: u64, name: &str) -> f64 {
    let found = p_values(spec, trials, 1).remove(0);
    let of = found
        .iter()
        .filter(|(test, _)| test.starts_with(&format!("{name}: ")));
    of.map(|(_, p)| *p).fold(1.0, f64::min)
}

#[test]
fn decks_that_change_are_seen_to() {
    let six_then_seven =
        "routines = [\"G*6\"]\nsource = { others = { routine = \"G*7\", from = 10_001 } }";
    let p = least(six_then_seven, 20_000, "rising-sequences");
    assert!(p < 1e-9, "{p}");
    let in_turn = "routines = [\"G*6\"]\nsource = { others = { routine = \"G*7\", every = 2 } }";
    let p = least(in_turn, 20_000, "rising-sequences");
    assert!(p < 1e-9, "{p}");
    let dealer =
        "routines = [\"A\"]\nsource = { others = { routine = \"B\", from = 10_001 } }\n[shuffles]
        A = { kind = \"favoured-place\", card = 1, place = 1, last = 26, times = 1.1 }
        B = { kind = \"favoured-place\", card = 1, place = 1, last = 26, times = 0.9 }";
    let p = least(dealer, 20_000, "position-drift");
    assert!(p < 1e-9, "{p}");
}

/// Seven riffles, whose decks are not ideal: of simulated ones nothing says that they change, and no test asks.
#[test]
fn routines_that_are_simulated_cannot_change() {
    let text = "name = \"steady\"\nquestion = \"?\"\nseed = 1\ndeck = 52\ntrials = 20_000\nroutines = [\"G*7\"]";
    let experiment = parse("steady.toml".as_ref(), text, &Overrides::default()).unwrap();
    let record = run(&experiment, Machine::from(2), &Unwatched).unwrap();
    let [ours, control] = &record.routines[..] else {
        panic!("one routine and its control");
    };
    let changes = |routine: &record::Routine| {
        let tests = routine.tests.iter();
        tests
            .filter(|test| {
                let statistic = test.statistic.rsplit('/').next().unwrap();
                is_of_change(statistic, &test.test)
            })
            .count()
    };
    assert_eq!(changes(ours), 0);
    assert!(changes(control) > 20);
    assert_eq!(record.experiment.tests, ours.tests.len());
    let departure = ours.departure.as_ref().unwrap();
    assert!(
        !departure
            .unaveraged
            .contains(&text::judgement::Unaveraged::Drift)
    );
    let shares: f64 = ours.tests.iter().filter_map(|test| test.share).sum();
    assert!((shares - 1.0).abs() < 1e-9, "{shares}");
}
