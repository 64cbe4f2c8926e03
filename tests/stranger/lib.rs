//! The committed experiments, run by the library alone in a crate where num-traits' `std` is on: every
//! verdict and every claim is the committed one, and p-values are the same but for their last bits.
//!
//! It stays since nothing else runs with `std` on: tests/it/threads.rs guards that no crate of this workspace switches it on,
//! and says nothing of what a user's does then. `.ci/full stranger` runs it.

#![cfg(test)]

use std::path::Path;

use colddeck::conduct::{self, Unwatched};
use colddeck::record::Record;
use colddeck::spec::{self, Overrides};

/// The difference that a p-value may have from the committed one, as a share of it: platforms' `exp` and `ln` differ in
/// the last of 53 bits, and a tail of thousands of degrees of freedom has exponents of thousands.
const CLOSE: f64 = 1e-10;

/// Experiments with more decks than this take too long here.
const MOST_DECKS: u64 = 10_000_000;

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

fn committed(folder: &str, name: &str) -> Record {
    let file = root().join("results").join(folder).join(name);
    let text = std::fs::read_to_string(file.join("record.json")).expect("a committed record");
    serde_json::from_str(&text).expect("a record")
}

fn is_close(new: Option<f64>, old: Option<f64>) -> bool {
    match (new, old) {
        (Some(new), Some(old)) => (new - old).abs() <= CLOSE * old,
        (new, old) => new == old,
    }
}

/// It is on: otherwise this crate would test nothing.
#[test]
fn the_platform_computes() {
    let value = |of: fn(f64) -> f64| (1..100_000).map(|i| of(f64::from(i) / 997.0)).sum::<f64>();
    assert_eq!(value(num_traits::Float::exp), value(f64::exp));
}

#[test]
fn verdicts_do_not_depend_on_who_computes_exp() {
    let (mut tests, mut farthest, mut nearest) = (0, 0.0_f64, f64::INFINITY);
    for file in spec::in_folder(&root().join("experiments")).unwrap() {
        let experiment = spec::read(&file, &Overrides::default()).unwrap();
        let jobs = experiment.routines().len() as u64 + 1;
        if experiment.design.subjects() * jobs > MOST_DECKS {
            continue;
        }
        let folder = experiment.folder.clone().unwrap_or_default();
        let old = committed(&folder, &experiment.name);
        let new = conduct::run(&experiment, 2.into(), &Unwatched).unwrap();
        let what = file.display();
        assert_eq!(new.outcome, old.outcome, "{what}");
        let claims = |record: &Record| {
            let claims = record.claims.iter();
            claims.map(|claim| claim.verdict).collect::<Vec<_>>()
        };
        assert_eq!(claims(&new), claims(&old), "{what}");
        for (new, old) in new.routines.iter().zip(&old.routines) {
            for (new, old) in new.tests.iter().zip(&old.tests) {
                let what = format!("{what}: {} {}", old.statistic, old.test);
                assert_eq!(new.verdict, old.verdict, "{what}");
                assert!(is_close(new.p, old.p), "{what}: {:?} {:?}", new.p, old.p);
                if let (Some(new), Some(old)) = (new.p, old.p) {
                    farthest = farthest.max((new / old - 1.0).abs());
                }
                tests += 1;
                for level in [experiment.alpha, 0.05] {
                    let gap = old.p_adjusted.map(|p| (p / level - 1.0).abs());
                    nearest = nearest.min(gap.unwrap_or(nearest));
                }
            }
        }
    }
    assert!(tests > 2_000, "{tests}");
    // No committed verdict hangs on such a bit.
    assert!(nearest > 1e3 * CLOSE, "{nearest}");
    println!("{tests} tests: p moved by {farthest:.1e} of itself, the nearest is {nearest:.1e} off its level");
}
