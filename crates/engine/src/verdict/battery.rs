//! The tests of a list of statistics: how many there are, at which level each is made, and what they say of the counts. They
//! are the same for one run, for many small ones, and for a shuffle that is checked in its own tests.

use deck::Lines;
use deck::subject::Subject;
use laws::known::Known;
use statistic::{Assessment, Design, Effort, Evidence, Grain, Probe, Suite, Tally, Test, Wanted};

use super::family::{Member, Part, level_of_whole};
use crate::count::Counts;

/// The statistics of `suite` that make tests of such subjects, and of which no assessment takes more than `most`.
///
/// # Panics
/// Never: the statistics of a suite need no parameters.
pub fn tested_on(suite: Suite, subject: &dyn Subject, design: &Design, most: Effort) -> Vec<Probe> {
    let probes = suite.probes_on(subject, design);
    let mut probes = probes.expect("suites need no parameters");
    probes.retain(|probe| {
        let statistic = probe.statistic();
        !statistic.tests().is_empty() && statistic.effort() <= most
    });
    probes
}

/// Gives the number of tests that `probes` make on so many subjects, and the share of the level `alpha`
/// that each test of everything together has: the p-value that it must beat in the first step of Holm's procedure.
pub fn level(alpha: f64, probes: &[Probe], subjects: usize) -> (usize, f64) {
    let tests = probes.iter().flat_map(|probe| probe.statistic().tests());
    level_among(alpha, tests, subjects)
}

/// The same of the tests of those names, of each subject.
pub fn level_among(
    alpha: f64,
    tests: impl Iterator<Item = &'static str>,
    subjects: usize,
) -> (usize, f64) {
    let tests = tests.flat_map(|test| std::iter::repeat_n(Grain::of(test), subjects));
    let grains: Vec<Grain> = tests.collect();
    (grains.len(), level_of_whole(alpha, &grains))
}

/// Gives the assessment of each of `probes` on the `counts` of decks of which `known` is known, at the
/// `level` of a single test, as far as they are `wanted`; words with the `lines` that decks stand on.
///
/// # Panics
/// If `counts` are of other statistics.
pub fn assessed<'a>(
    probes: &'a [Probe],
    design: &Design,
    counts: &'a Counts,
    known: &'a Known,
    (level, wanted, lines): (f64, Wanted, Option<&'a Lines>),
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
            wanted,
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
    (level, wanted): (f64, Wanted),
) -> Vec<(String, Test)> {
    let known = Known::default();
    let found = assessed(probes, design, counts, &known, (level, wanted, None));
    let found = found.flat_map(|(probe, _, assessment)| {
        let tests = assessment.tests.into_iter();
        tests.map(move |test| (format!("{}: {}", probe.name(), test.name), test))
    });
    found.collect()
}

/// Gives the members of the family that the tests of `probes` make up, as [`tests`] found them: one for each, in the same order.
pub fn members<'t>(probes: &[Probe], found: impl IntoIterator<Item = &'t Test>) -> Vec<Member> {
    let names = probes.iter().flat_map(|probe| {
        let statistic = probe.statistic();
        let tests = statistic.tests().into_iter();
        tests.map(|test| (statistic.name(), test))
    });
    let found = found.into_iter().zip(names);
    let members = found.map(|(test, (statistic, name))| Member {
        outcome: test.outcome,
        part: Part::of("", statistic, name),
    });
    members.collect()
}
