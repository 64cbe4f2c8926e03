//! The parts that every judgement shares, be it of one run or of many small ones: which tests there are,
//! at which level they are made, and what they say of the counts.

use crate::spec::Experiment;
use engine::simulate::{Machine, Progress};
use statistic::Probe;
use text::shown::is_of_change;

/// The settings that many small runs share.
#[derive(Clone, Copy)]
pub struct Bench<'a> {
    /// The seed that all randomness derives from.
    pub seed: u64,
    /// The machine that they run on.
    pub machine: Machine,
    /// The watcher that is told of the progress.
    pub progress: &'a dyn Progress,
}

/// Names the tests that `probe` makes of what `experiment` looks at. Subjects that are simulated one by one come from one
/// law and cannot change on the way, so that no test looks for that: its share of the level goes to the others. Of the
/// control all tests are made, as a generator that changes is a fault of the program.
pub(super) fn tests_made(
    experiment: &Experiment<'_>,
    probe: &Probe,
) -> impl Iterator<Item = &'static str> + use<> {
    let (name, steady) = (probe.statistic().name(), experiment.makes_independent());
    let tests = probe.statistic().tests().into_iter();
    tests.filter(move |test| !(steady && is_of_change(name, test)))
}

/// Numbers of decks that are tried: twenty in each decade, evenly spaced but for rounding (Renard, 1877).
const STEPS: [u64; 20] = [
    100, 112, 125, 140, 160, 180, 200, 224, 250, 280, 315, 355, 400, 450, 500, 560, 630, 710, 800,
    900,
];

/// Gives the numbers of decks to try that are at most `most`.
pub(crate) fn ladder(most: u64) -> Vec<u64> {
    let decades = (0..10).map(|decade| 10_u64.pow(decade));
    let mut all: Vec<u64> = decades
        .flat_map(|decade| STEPS.map(|step| step * decade / 100))
        .take_while(|decks| *decks <= most)
        .collect();
    all.dedup();
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rungs_grow_and_end_where_they_should() {
        assert_eq!(ladder(10), [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
        let all = ladder(1_000_000);
        assert!(all.windows(2).all(|pair| pair[0] < pair[1]));
        assert_eq!(all.last(), Some(&1_000_000));
    }
}
