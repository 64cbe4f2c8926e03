//! Limits that are printed, against the truth: those of a pass on shuffles of few cards, whose laws are found from many
//! decks, and sizes of what a failing test names, of draws whose rates are known.
//!
//! A pass prints the largest limit of all measured laws. It is too small with a probability of at most alpha, and so is each
//! limit by itself. Sizes of all tests of a run hold together with a probability of at least 1 - alpha. Misses
//! may come up to the .999 quantile of their binomial law. All seeds are fixed.

use std::collections::BTreeMap;
use std::path::Path;

use colddeck::conduct::{self, Unwatched};
use colddeck::record::{Departure, Record, Size, Test};
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

/// Shares of draws, and those that were set.
const RATES: [f64; 4] = [0.48, 0.25, 0.20, 0.07];
const SET: &str = "[50, 25, 20, 5]";

/// The sizes of a run of draws with such rates: how many there are, and whether one of them misses its rate. Together they
/// may miss no more often than the run's level.
fn sizes(seed: u64, alpha: f64) -> (usize, bool) {
    let text = format!(
        "name = \"sizes\"\nsubject = \"sequence\"\nweights = {SET}\ntrials = 2_000\nseed = {seed}\nalpha = {alpha}\n\
         draws = [{{ kind = \"weighted\", weights = [48, 25, 20, 7] }}]\nstatistics = [\"frequency\", \"dependence\"]\n\
         control = false\n"
    );
    let overrides = spec::Overrides::default();
    let experiment = spec::parse(Path::new("sizes.toml"), &text, &overrides).unwrap();
    let record = conduct::run(&experiment, 1.into(), &Unwatched).unwrap();
    let routine = &record.routines[0];
    let counts = routine.statistics["frequency"].counts("counts").unwrap();
    let sizes: Vec<_> = routine
        .tests
        .iter()
        .filter_map(|test| test.size.as_ref())
        .collect();
    let errors: f64 = sizes.iter().map(|size| 1.0 - size.confidence).sum();
    assert!(errors <= alpha + 1e-9, "{errors}");
    let missed = sizes.iter().any(|size| {
        let set = [0.5, 0.25, 0.2, 0.05][named(&counts, size)];
        assert!((size.fair - set).abs() < 1e-12, "{size:?}");
        !(size.low..=size.high).contains(&RATES[named(&counts, size)])
    });
    (sizes.len(), missed)
}

/// The symbol of a size, by its count.
fn named(counts: &[u64], size: &Size) -> usize {
    let count = (size.seen * 2_000.0).round() as u64;
    counts.iter().position(|of| *of == count).unwrap()
}

#[test]
fn sizes_that_are_printed_hold_together() {
    const RUNS: u64 = 400;
    for alpha in [0.05, 0.01] {
        let found: Vec<_> = (0..RUNS).map(|seed| sizes(seed, alpha)).collect();
        let told = found.iter().filter(|(sizes, _)| *sizes > 0).count();
        let missed = found.iter().filter(|(_, missed)| *missed).count();
        assert!(told > 200, "{told}");
        check(missed as u64, RUNS, alpha, "sizes");
    }
}

/// Means that failing tests name lie within their limits: of all that a run prints one misses no more often than the run's
/// level. The limits hold for any law, so that they miss hardly ever; those of one statistic leave the fair mean out wherever
/// they are printed.
#[test]
fn means_that_are_printed_lie_within_their_limits() {
    const RUNS: u64 = 100;
    let alpha = 0.05;
    let (mut told, mut missed) = (0, 0);
    for kind in ["GGG", "G*5", "O*5"] {
        let many = record_of(kind, MANY, 1_000_003, alpha);
        let truth = |statistic: &str| many.routines[0].statistics[statistic].number("mean");
        for seed in 0..RUNS {
            let record = record_of(kind, DECKS, seed, alpha);
            let tests = record.routines[0].tests.iter();
            let sized = tests.filter_map(|test| Some((test, test.size.as_ref()?)));
            let errors: f64 = sized.clone().map(|(_, size)| 1.0 - size.confidence).sum();
            assert!(errors <= alpha + 1e-9, "{kind}: {errors}");
            // An opponent is scored on half of the decks: no plain mean of all.
            let means = sized.filter(|(test, _)| test.test == "mean");
            let means: Vec<_> = means
                .filter(|(test, _)| test.statistic != "opponent")
                .collect();
            told += means.len();
            let misses = |(test, size): &(&Test, &Size)| {
                assert!(!(size.low..=size.high).contains(&size.fair));
                let truth = truth(&test.statistic).unwrap();
                // The truth has an error of a hundredth of the limits' width, at most.
                let wide = 0.05 * (size.high - size.low);
                !(size.low - wide..=size.high + wide).contains(&truth)
            };
            missed += u64::from(means.iter().any(misses));
        }
    }
    assert!(told > 300, "{told}");
    check(missed, 3 * RUNS, alpha, "means");
}
