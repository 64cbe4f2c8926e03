//! Limits that a pass prints, against the truth: shuffles of few cards, whose laws are found from many decks.
//!
//! A pass prints the largest limit of all measured laws. It is too small with a probability of at most alpha, and so is each
//! limit by itself. Misses may come up to the .999 quantile of their binomial law. All seeds are fixed.

use std::collections::BTreeMap;
use std::path::Path;

use colddeck::conduct::{self, Unwatched};
use colddeck::record::{Departure, Record};
use colddeck::spec;
use laws::testing::binomial_upper;
use statistic::wager::radius;

/// Decks of each run.
const DECKS: u64 = 400;

/// Decks from which the truth is found: its error is then small beside that of a run.
const MANY: u64 = 400_000;

/// Ten shuffles, from hardly one to nearly fair.
const KINDS: [&str; 10] = ["G", "GG", "GGG", "G*5", "H", "HHH", "O", "O*5", "M", "CR"];

/// The record of so many decks of 12 cards.
fn record_of(routine: &str, decks: u64, seed: u64, alpha: f64) -> Record {
    let text = format!(
        "name = \"limits\"\ndeck = 12\ntrials = {decks}\nseed = {seed}\nroutines = [\"{routine}\"]\nalpha = {alpha}\n\
         control = false\n"
    );
    let overrides = spec::Overrides::default();
    let experiment = spec::parse(Path::new("limits.toml"), &text, &overrides).unwrap();
    conduct::run(&experiment, 1.into(), &Unwatched).unwrap()
}

fn departure(record: &Record) -> &Departure {
    record.routines[0].departure.as_ref().unwrap()
}

/// Each measured law's distance from the fair one, found from many decks, and never too large.
fn truth(routine: &str) -> BTreeMap<String, f64> {
    let alpha = 1e-6;
    let record = record_of(routine, MANY, 1_000_003, alpha);
    let laws = departure(&record).laws.iter();
    let twice = 2.0 * radius(MANY as f64, alpha);
    laws.map(|law| (law.statistic.clone(), (law.limit - twice).max(0.0)))
        .collect()
}

/// Fails if so many misses of `runs` are more than a share of `alpha` explains.
fn check(misses: u64, runs: u64, alpha: f64, what: &str) {
    let chance = binomial_upper(misses, runs, alpha);
    assert!(
        misses == 0 || chance > 0.001,
        "{what}: {misses} of {runs} at {alpha}"
    );
}

fn limits_hold(runs: u64, kinds: &[&str]) {
    for kind in kinds {
        let truth = truth(kind);
        assert!(truth.len() > 10, "{truth:?}");
        let farthest = truth.values().copied().fold(0.0, f64::max);
        for alpha in [0.05, 0.001] {
            let mut misses: BTreeMap<&str, u64> = BTreeMap::new();
            let mut below = 0;
            for seed in 0..runs {
                let record = record_of(kind, DECKS, seed, alpha);
                let found = departure(&record);
                below += u64::from(found.largest().unwrap() < farthest);
                for law in &found.laws {
                    let (name, truth) = truth.get_key_value(&law.statistic).unwrap();
                    *misses.entry(name).or_default() += u64::from(law.limit < *truth);
                }
            }
            check(below, runs, alpha, &format!("{kind}, the largest limit"));
            for (name, misses) in misses {
                check(misses, runs, alpha, &format!("{kind}, {name}"));
            }
        }
    }
}

#[test]
fn limits_of_laws_hold_in_some_runs() {
    limits_hold(20, &["GG", "O"]);
}

#[test]
#[ignore = "some minutes, 1,000 runs of ten shuffles at two levels: .ci/full passes"]
fn limits_of_laws_hold_in_a_thousand_runs_of_ten_shuffles() {
    limits_hold(1_000, &KINDS);
}
