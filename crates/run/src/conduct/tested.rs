//! The tests that calibrations make, and the family that they are judged in.

use deck::subject::{Subject, WholeDeck};
use engine::verdict::family::{Member, Part};
use statistic::{Design, Effort, Probe, Suite, Test};

/// The statistics of `suite` that make tests of whole decks, and of which no assessment takes more than `most`.
pub(crate) fn tested(suite: Suite, design: &Design, most: Effort) -> Vec<Probe> {
    tested_on(suite, &WholeDeck, design, most)
}

/// The same of other subjects.
///
/// # Panics
/// Never: the statistics of a suite need no parameters.
pub(crate) fn tested_on(
    suite: Suite,
    subject: &dyn Subject,
    design: &Design,
    most: Effort,
) -> Vec<Probe> {
    let probes = suite.probes_on(subject, design);
    let mut probes = probes.expect("suites need no parameters");
    probes.retain(|probe| {
        let statistic = probe.statistic();
        !statistic.tests().is_empty() && statistic.effort() <= most
    });
    probes
}

/// Gives the members of the family that the tests of `probes`, as [`tests`](super::tests) found them, make up.
pub(crate) fn members(probes: &[Probe], found: &[(String, Test)]) -> Vec<Member> {
    let names = probes.iter().flat_map(|probe| {
        let statistic = probe.statistic();
        let tests = statistic.tests().into_iter();
        tests.map(|test| (statistic.name(), test))
    });
    let found = found.iter().zip(names);
    let members = found.map(|((_, test), (statistic, name))| Member {
        outcome: test.outcome,
        part: Part::of("", statistic, name),
    });
    members.collect()
}
