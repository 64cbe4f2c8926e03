//! Judges how much the departure of each routine matters, from what was counted and from what is known of it.

use super::group::Group;
use crate::spec::{self, DEFAULT_DELTA, Stop};
use engine::verdict::departure::{self, Known, decks_needed};
use record::{Departure, Law, Outcome, Routine, TotalVariation};
use statistic::{Design, Probe, unaveraged};
use text::judgement::{Extent, Unaveraged, Verdict};

/// The departure that does not matter in `experiment`.
fn delta(experiment: &spec::Experiment<'_>) -> f64 {
    let watched = match &experiment.stop {
        Stop::Decided(until) => Some(until.delta),
        Stop::Fixed => None,
    };
    let asked = experiment.accept_within.or(watched);
    asked.unwrap_or(DEFAULT_DELTA)
}

/// Says how much the departure of `group` matters; `seen` is the evidence that laws over all decks do not show the size
/// of, and `is_evident` says whether there is any evidence against it.
pub(super) fn departure(
    experiment: &spec::Experiment<'_>,
    design: &Design,
    group: &Group<'_>,
    routine: &Routine,
    (seen, is_evident): (Vec<Unaveraged>, bool),
) -> Departure {
    let (error, delta) = (experiment.alpha, delta(experiment));
    let independent = experiment.policy.is_independent();
    let law = |probe: &Probe| {
        let tally = group.counts.of(probe)?;
        departure::Law::of(probe, design, tally, error)
    };
    let probes = || experiment.statistics.iter();
    // The limits are for decks that each come from one law, whatever came before.
    let own = probes().filter(|probe| independent && probe.lag() == 0);
    let (names, laws): (Vec<&str>, Vec<departure::Law>) = own
        .filter_map(|probe| Some((probe.name(), law(probe)?)))
        .unzip();
    let lagged = probes().filter(|probe| probe.lag() > 0 && seen.contains(&Unaveraged::Memory));
    let from_deck_to_deck = lagged
        .filter_map(law)
        .filter_map(|law| Some(2.0 * law.counted? - law.limit));
    let distance = routine.total_variation.as_ref();
    let known = Known {
        laws: &laws,
        at_least: distance.map_or(0.0, TotalVariation::least),
        at_most: distance
            .filter(|_| independent)
            .map_or(1.0, TotalVariation::most),
        seen: &seen,
        from_deck_to_deck: from_deck_to_deck.fold(0.0, f64::max),
    };
    let extent = known.extent(delta);
    // Evidence that no law shows, or of a law that is not bounded, is not made practical by more decks.
    let mut failing = (routine.tests.iter()).filter(|test| test.verdict == Verdict::Fail);
    let bounded = failing.all(|test| names.contains(&test.statistic.as_str()));
    let open = extent == Extent::Unknown && seen.is_empty() && bounded;
    let more = open.then(|| decks_needed(&laws, (routine.decks, delta, error), is_evident));
    let laws = names.into_iter().zip(laws).map(|(statistic, law)| Law {
        statistic: statistic.to_owned(),
        bounds: law.bounds,
        limit: law.limit,
    });
    Departure {
        extent,
        delta,
        confidence: 1.0 - error,
        laws: laws.collect(),
        unaveraged: seen,
        decks_needed: more.flatten(),
    }
}

/// The evidence in the tests of `routine` that laws over all decks do not show the size of, each kind once.
pub(super) fn seen(experiment: &spec::Experiment<'_>, routine: &Routine) -> Vec<Unaveraged> {
    let failed = |name: &str, test: &str| {
        let mut tests = routine.tests.iter();
        tests.any(|known| {
            (known.statistic.as_str(), known.test.as_str()) == (name, test)
                && known.verdict == Verdict::Fail
        })
    };
    let found = experiment.statistics.iter().flat_map(|probe| {
        let tests = probe.statistic().tests().into_iter();
        let tests = tests.filter(|test| failed(probe.name(), test));
        tests.filter_map(|test| unaveraged(probe.statistic().name(), test, probe.lag()))
    });
    distinct(experiment, found)
}

/// The evidence in the wagers named `culprits`, likewise.
pub(super) fn seen_by_wagers(
    experiment: &spec::Experiment<'_>,
    culprits: &[String],
) -> Vec<Unaveraged> {
    let probes = experiment.statistics.iter();
    let guilty = probes.filter(|probe| culprits.iter().any(|name| name == probe.name()));
    // A wager is on a law as a whole.
    let found = guilty.filter_map(|probe| unaveraged(probe.statistic().name(), "", probe.lag()));
    distinct(experiment, found)
}

/// Each once, in their order. Decks that are simulated one by one cannot depend on each other: orders from deck to deck
/// tell there what the orders themselves tell. Draws by a rule can.
fn distinct(
    experiment: &spec::Experiment<'_>,
    found: impl Iterator<Item = Unaveraged>,
) -> Vec<Unaveraged> {
    let decks = experiment.origin.makes_each_alone();
    let alone = decks && experiment.policy.is_independent();
    let found: Vec<Unaveraged> = found
        .filter(|what| !(alone && *what == Unaveraged::Memory))
        .collect();
    let all = Unaveraged::NAMES.iter().map(|(_, what)| *what);
    all.filter(|what| found.contains(what)).collect()
}

/// The outcome of a run, where evidence is accepted if each routine that it is against is fair for practical purposes.
pub(super) fn accepted(
    experiment: &spec::Experiment<'_>,
    outcome: Outcome,
    guilty: impl IntoIterator<Item = Option<Extent>>,
) -> Outcome {
    let practical = |extent: Option<Extent>| extent == Some(Extent::Practical);
    let asked = experiment.accept_within.is_some() && outcome == Outcome::Evidence;
    if asked && guilty.into_iter().all(practical) {
        Outcome::Accepted
    } else {
        outcome
    }
}
