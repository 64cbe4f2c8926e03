//! Judges how much the departure of each routine matters, from what was counted and from what is known of it.

use super::group::Group;
use super::kinds_of_evidence::{shown, shown_by_wager};
use crate::spec::{self, DEFAULT_DELTA, Stop};
use engine::verdict::anytime::OfStatistic;
use engine::verdict::departure::{self, Known, decks_needed};
use record::{Departure, HardlyShuffled, Law, Outcome, Routine, TotalVariation};
use statistic::wager::{Excluded, HARDLY};
use statistic::{Design, Probe};
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

/// The evidence against a routine.
pub(super) struct Evidence<'a> {
    /// True if there is evidence that it is not ideal.
    pub fails: bool,
    /// The statistics that speak against it, by their names. A run that is watched may fail with none that does by itself.
    pub failing: Vec<&'a str>,
    /// The evidence that laws over all decks do not show the size of.
    pub seen: Vec<Unaveraged>,
}

/// Says how much the departure of `group` matters, for which `evidence` was found.
pub(super) fn departure(
    experiment: &spec::Experiment<'_>,
    design: &Design,
    group: &Group<'_>,
    routine: &Routine,
    evidence: Evidence<'_>,
) -> Departure {
    let Evidence {
        fails,
        failing,
        seen,
    } = evidence;
    let (error, delta) = (experiment.alpha, delta(experiment));
    let independent = experiment.policy.is_independent();
    let alone = experiment.makes_independent();
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
    let bounded =
        failing.iter().all(|name| names.contains(name)) && (!fails || !failing.is_empty());
    let known = Known {
        laws: &laws,
        // Events that were counted say nothing of one law where decks from outside depend on each other.
        at_least: distance
            .filter(|_| alone || !seen.contains(&Unaveraged::Memory))
            .map_or(0.0, TotalVariation::least),
        at_most: distance
            .filter(|_| independent)
            .map_or(1.0, TotalVariation::most),
        seen: &seen,
        unbounded: !bounded,
        from_deck_to_deck: from_deck_to_deck.fold(0.0, f64::max),
    };
    let extent = known.extent(delta);
    // Evidence that no law shows, or of a law that is not bounded, is not made small by more decks.
    let open = extent == Extent::Unknown && seen.is_empty() && bounded;
    let more = open.then(|| decks_needed(&laws, (routine.decks, delta, error), fails));
    let excluded = |lag: usize| {
        let mut probes = probes().filter(|probe| probe.lag() == lag);
        let found = probes.find_map(|probe| {
            let wager = probe.statistic().wager(design)?;
            wager.excluded(group.counts.of(probe)?, error)
        });
        found.map(hardly_shuffled)
    };
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
        hardly_shuffled: excluded(0),
        hardly_shuffled_since: excluded(1),
        decks_needed: more.flatten(),
    }
}

/// The share of hardly shuffled decks that is excluded, for the record.
pub(super) fn hardly_shuffled(excluded: Excluded) -> HardlyShuffled {
    HardlyShuffled {
        rising_at_most: HARDLY,
        decks: excluded.decks,
        share: excluded.share,
    }
}

/// The statistics with a failing test of `routine`.
pub(super) fn failing(routine: &Routine) -> Vec<&str> {
    let tests = routine.tests.iter();
    let failing = tests.filter(|test| test.verdict == Verdict::Fail);
    failing.map(|test| test.statistic.as_str()).collect()
}

/// The evidence in the tests of `routine` that laws over all decks do not show the size of, each kind once.
pub(super) fn seen(experiment: &spec::Experiment<'_>, routine: &Routine) -> Vec<Unaveraged> {
    let failing = routine.tests.iter();
    let failing = failing.filter(|test| test.verdict == Verdict::Fail);
    let found = failing.filter_map(|test| {
        let mut probes = experiment.statistics.iter();
        let probe = probes.find(|probe| probe.name() == test.statistic)?;
        shown(experiment, routine, (probe.statistic().name(), test))
    });
    distinct(experiment, found)
}

/// The evidence in the culprits of a run that was watched, likewise.
pub(super) fn seen_by_wagers(
    experiment: &spec::Experiment<'_>,
    routine: &Routine,
    wagers: &[OfStatistic],
) -> Vec<Unaveraged> {
    let culprits = wagers.iter();
    let culprits = culprits.filter(|of| of.adjusted.reaches(experiment.alpha));
    let found = culprits.filter_map(|of| shown_by_wager(experiment, routine, of, wagers));
    distinct(experiment, found)
}

/// Each once, in their order. Decks that are simulated one by one cannot depend on each other: orders from deck to deck
/// tell there what the orders themselves tell. Draws by a rule can.
fn distinct(
    experiment: &spec::Experiment<'_>,
    found: impl Iterator<Item = Unaveraged>,
) -> Vec<Unaveraged> {
    let alone = experiment.makes_independent();
    let found: Vec<Unaveraged> = found
        .filter(|what| !(alone && *what == Unaveraged::Memory))
        .collect();
    let all = Unaveraged::NAMES.iter().map(|(_, what)| *what);
    all.filter(|what| found.contains(what)).collect()
}

/// The outcome of a run, where evidence is accepted if each routine that it is against is proved to be near fair, or has
/// every test that fails bounded by its own law, and all laws that are bounded near fair.
pub(super) fn accepted(
    experiment: &spec::Experiment<'_>,
    outcome: Outcome,
    guilty: impl IntoIterator<Item = Option<Extent>>,
) -> Outcome {
    let near = |extent| matches!(extent, Some(Extent::Practical | Extent::Bounded));
    let asked = experiment.accept_within.is_some() && outcome == Outcome::Evidence;
    if asked && guilty.into_iter().all(near) {
        Outcome::Accepted
    } else {
        outcome
    }
}
