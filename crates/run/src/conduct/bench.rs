//! The parts that every judgement shares, be it of one run or of many small ones: which tests there are,
//! at which level they are made, and what they say of the counts.

use crate::spec::Experiment;
use deck::Lines;
use engine::simulate::{Counts, Machine, Progress};
use engine::verdict::family::level_of_whole;
use shuffle::theory::Known;
use statistic::{Assessment, Design, Evidence, Grain, Probe, Tally, Test};
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

/// Gives the number of tests that `probes` make on so many subjects, and the share of the level `alpha`
/// that each test of everything together has: the p-value that it must beat in the first step of Holm's procedure.
pub fn level(alpha: f64, probes: &[Probe], subjects: usize) -> (usize, f64) {
    let tests = probes.iter().flat_map(|probe| probe.statistic().tests());
    level_among(alpha, tests, subjects)
}

/// The same of the tests of those names, of each subject.
pub(super) fn level_among(
    alpha: f64,
    tests: impl Iterator<Item = &'static str>,
    subjects: usize,
) -> (usize, f64) {
    let (mut whole, mut all) = (0, 0);
    for test in tests {
        all += subjects;
        if Grain::of(test) == Grain::Whole {
            whole += subjects;
        }
    }
    (all, level_of_whole(alpha, whole, all))
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

/// Gives the assessment of each of `probes` on the `counts` of decks of which `known` is known, at the
/// `level` of a single test; with figures and words if `in_full`, the words with the `lines` that decks stand on.
///
/// # Panics
/// If `counts` are of other statistics.
pub(crate) fn assessed<'a>(
    probes: &'a [Probe],
    design: &Design,
    counts: &'a Counts,
    known: &'a Known,
    (level, in_full, lines): (f64, bool, Option<&'a Lines>),
) -> impl Iterator<Item = (&'a Probe, &'a Tally, Assessment)> {
    let (design, unknown) = (*design, Known::default());
    probes.iter().enumerate().map(move |(at, probe)| {
        let tally = counts
            .of(probe)
            .expect("every statistic's counter was counted");
        let evidence = Evidence {
            lag: probe.lag(),
            design,
            tally,
            series: counts.series(at),
            // The known facts are about the decks themselves, not about the order from deck to deck.
            known: if probe.lag() == 0 { known } else { &unknown },
            level,
            in_full,
            lines,
        };
        (probe, tally, probe.assess(&evidence))
    })
}

/// Gives all tests of `probes`, by name and without words, on the `counts` of decks of which nothing is known.
pub fn tests(
    probes: &[Probe],
    design: &Design,
    counts: &Counts,
    level: f64,
) -> Vec<(String, Test)> {
    let known = Known::default();
    let found = assessed(probes, design, counts, &known, (level, false, None));
    let found = found.flat_map(|(probe, _, assessment)| {
        let tests = assessment.tests.into_iter();
        tests.map(move |test| (format!("{}: {}", probe.name(), test.name), test))
    });
    found.collect()
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
