//! The record of a run that stopped once it was decided.

use std::collections::BTreeMap;

use super::assemble::{
    columns, described, interval, legend, not_looked_at_by, routine as one_routine, statistics,
};
use super::departure::{Evidence, accepted, departure, hardly_shuffled, seen_by_wagers};
use super::group::Group;
use super::stakes;
use super::symbols;
use crate::spec::{self, UntilDecided};
use engine::verdict::anytime::Finding;
use engine::verdict::total_variation::enclose;
use record::Answer;
use record::{Anytime, Declared, Outcome, Record, Routine, SCHEMA, Test, Wagered};
use statistic::Design;
use text::judgement::{Decision, Unaveraged};

/// Makes the record of `experiment` from `groups`, the control last, and from the `answers` to its
/// questions. Each group was counted until it was decided, and comes with its finding. Tests and
/// comparisons that need a number of decks fixed beforehand are left out: this number was not fixed.
pub(super) fn record(
    experiment: &spec::Experiment<'_>,
    until: &UntilDecided,
    design: Design,
    source: Option<String>,
    groups: &[(Group<'_>, Finding)],
    answers: BTreeMap<String, Answer>,
) -> Record {
    let routines: Vec<Routine> = groups
        .iter()
        .map(|(group, finding)| routine(experiment, until, group, finding))
        .collect();
    let guilty = groups.iter().zip(&routines);
    let guilty =
        guilty.filter(|((group, finding), _)| !group.control && finding.decision == Decision::Fail);
    let guilty = guilty.map(|(_, routine)| Some(routine.departure.as_ref()?.extent));
    let outcome = accepted(experiment, outcome(groups), guilty);
    let outcome = stakes::accepted(experiment, outcome, &routines);
    let mut described = described(experiment, design, source, 0);
    described.until_decided = Some(Declared {
        delta: until.delta,
        beta: experiment.alpha,
        max_trials: until.max_trials,
        unjudged: until.unjudged.clone(),
        blind_to: blind_to(experiment),
    });
    let mut record = Record {
        schema: SCHEMA.to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        experiment: described,
        letters: legend(experiment),
        columns: columns(experiment),
        statistics: statistics(experiment, &routines),
        outcome,
        not_looked_at: not_looked_at_by(experiment, &routines),
        routines,
        claims: Vec::new(),
        headline: None,
        finding: None,
        named: Vec::new(),
        interim: None,
        first_control: None,
        would_show: Vec::new(),
        unpromised: None,
        beforehand: Vec::new(),
        landmarks: Vec::new(),
        distances: Vec::new(),
        exact_left_out: false,
        more: None,
        wrong_program: None,
        answers,
    };
    symbols::name(experiment, &mut record);
    record
}

/// The departures that the wagers do not look for. A routine cannot drift, since each deck is made by itself.
fn blind_to(experiment: &spec::Experiment<'_>) -> Vec<Unaveraged> {
    let drifts = !experiment.origin.makes_each_alone();
    let all = experiment.subject.blind_to().iter().copied();
    all.filter(|what| drifts || *what != Unaveraged::Drift)
        .collect()
}

fn routine(
    experiment: &spec::Experiment<'_>,
    until: &UntilDecided,
    group: &Group<'_>,
    finding: &Finding,
) -> Routine {
    let design = Design {
        trials: finding.decks,
        ..experiment.design
    };
    let (mut routine, _) = one_routine(experiment, design, group, experiment.alpha);
    let statistics = finding.statistics.iter().map(|of| {
        let name = experiment.statistics[of.probe].name();
        let of_name = |test: &&Test| test.statistic == name && !test.words.is_empty();
        let first = routine.tests.iter().find(of_name);
        let p = |test: &Test| test.p.unwrap_or(1.0);
        let departs = |test: &&Test| p(test) <= experiment.alpha;
        // The first speaks for all, unless the departure is in another one, or in none of them: what a bet saw by itself has no
        // words.
        let departing = routine.tests.iter().filter(of_name).filter(departs);
        let plainest = first
            .filter(departs)
            .or_else(|| departing.min_by(|a, b| p(a).total_cmp(&p(b))))
            .or_else(|| first.filter(|_| !of.adjusted.reaches(experiment.alpha)));
        Wagered {
            statistic: name.to_owned(),
            log10_e: of.e.log10(),
            log10_e_adjusted: of.adjusted.log10(),
            limit: of.limit.as_ref().map(|(_, limit)| *limit),
            bounds: of.limit.as_ref().map(|(bounds, _)| bounds.clone()),
            hardly_shuffled: of.excluded.map(hardly_shuffled),
            words: plainest.map_or_else(String::new, |test| test.words.clone()),
        }
    });
    let statistics: Vec<Wagered> = statistics.collect();
    let culprits = finding.statistics.iter().zip(&statistics);
    let culprits = culprits.filter(|(of, _)| of.adjusted.reaches(experiment.alpha));
    routine.anytime = Some(Anytime {
        verdict: finding.decision,
        decks: finding.decks,
        log10_e: finding.e.log10(),
        log10_e_adjusted: finding.adjusted.log10(),
        culprits: culprits
            .map(|(_, wagered)| wagered.statistic.clone())
            .collect(),
        words: words(experiment.alpha, until, finding),
        looks: finding
            .looks
            .iter()
            .map(|(decks, e)| (*decks, e.log10()))
            .collect(),
        statistics,
    });
    routine.tests.clear();
    routine.checks.clear();
    // A proved bound holds at any time; one from counts would hold for a fixed number of decks only.
    let proved = group.known.and_then(|known| known.distance.as_ref());
    routine.total_variation = Some(interval(enclose(proved, &[], experiment.alpha), &[]));
    if let (false, Some(found)) = (group.control, &routine.anytime) {
        let fails = found.verdict == Decision::Fail;
        let culprits = found.culprits.iter().filter(|_| fails);
        let evidence = Evidence {
            fails,
            failing: culprits.map(String::as_str).collect(),
            seen: seen_by_wagers(experiment, &routine, &finding.statistics),
        };
        let departure = departure(experiment, &design, group, &routine, evidence);
        routine.departure = Some(departure);
        stakes::give(experiment, group, &mut routine);
    }
    routine
}

fn words(alpha: f64, until: &UntilDecided, finding: &Finding) -> String {
    let decks = match finding.decks {
        1 => "1 deck".to_owned(),
        decks => format!("{decks} decks"),
    };
    match finding.decision {
        Decision::Fail => format!(
            "stopped after {decks}: they are not those of an ideal shuffle (e-value 10^{:.1}, and 10^{:.1} is enough)",
            finding.adjusted.log10(),
            -libm::log10(alpha)
        ),
        Decision::Pass => format!(
            "stopped after {decks}: none of the laws that its statistics measure is more than {} from fair (total variation, error level {alpha})",
            until.delta
        ),
        Decision::Undecided if finding.statistics.iter().all(|of| of.limit.is_none()) => format!(
            "went on to the last of {decks}, and is undecided: it is not refuted. None of its statistics measures a law of \
             the decks themselves, so it cannot pass"
        ),
        Decision::Undecided => format!(
            "went on to the last of {decks}, and is undecided: it is not refuted, and not every law that is measured is \
             shown to be within {} of fair",
            until.delta
        ),
    }
}

fn outcome(groups: &[(Group<'_>, Finding)]) -> Outcome {
    let any = |control: bool, decision: Decision| {
        let mut of = groups.iter();
        of.any(|(group, finding)| group.control == control && finding.decision == decision)
    };
    if any(true, Decision::Fail) {
        Outcome::FaultyControl
    } else if any(false, Decision::Fail) {
        Outcome::Evidence
    } else if any(false, Decision::Undecided) {
        Outcome::TooLittle
    } else {
        Outcome::NoEvidence
    }
}
