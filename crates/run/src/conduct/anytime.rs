//! The record of a run that stopped once it was decided.

use std::collections::BTreeMap;

use super::assemble::{columns, described, interval, legend, routine as one_routine, statistics};
use super::departure::{accepted, departure, seen_by_wagers};
use super::group::Group;
use crate::spec::{self, UntilDecided};
use engine::verdict::anytime::Finding;
use engine::verdict::total_variation::enclose;
use record::Answer;
use record::{Anytime, Declared, HardlyShuffled, Outcome, Record, Routine, SCHEMA, Wagered};
use statistic::Design;
use statistic::wager::HARDLY;
use text::judgement::Decision;

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
    let mut described = described(experiment, design, source, 0);
    described.until_decided = Some(Declared {
        delta: until.delta,
        beta: experiment.alpha,
        max_trials: until.max_trials,
        unjudged: until.unjudged.clone(),
        blind_to: experiment.subject.blind_to().to_vec(),
    });
    Record {
        schema: SCHEMA.to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        experiment: described,
        letters: legend(experiment),
        columns: columns(experiment),
        statistics: statistics(experiment, &routines),
        outcome,
        routines,
        claims: Vec::new(),
        interim: None,
        first_control: None,
        would_show: Vec::new(),
        unpromised: None,
        beforehand: Vec::new(),
        more: None,
        answers,
    }
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
        let tests = routine.tests.iter();
        let words = tests
            .filter(|test| test.statistic == name)
            .map(|test| &test.words)
            .find(|words| !words.is_empty());
        Wagered {
            statistic: name.to_owned(),
            log10_e: of.e.log10(),
            log10_e_adjusted: of.adjusted.log10(),
            limit: of.limit.as_ref().map(|(_, limit)| *limit),
            bounds: of.limit.as_ref().map(|(bounds, _)| bounds.clone()),
            hardly_shuffled: of.excluded.map(|excluded| HardlyShuffled {
                rising_at_most: HARDLY,
                decks: excluded.decks,
                share: excluded.share,
            }),
            words: words.cloned().unwrap_or_default(),
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
        let seen = seen_by_wagers(experiment, &found.culprits);
        let evident = found.verdict == Decision::Fail;
        let departure = departure(experiment, &design, group, &routine, (seen, evident));
        routine.departure = Some(departure);
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
            "stopped after {decks}: no law over all decks that its statistics bound departs by more than {} in total variation (error level {alpha})",
            until.delta
        ),
        Decision::Undecided if finding.statistics.iter().all(|of| of.limit.is_none()) => format!(
            "went on to the last of {decks}, and is undecided: not refuted, and none of its statistics bounds a law of the decks themselves, so that it cannot pass"
        ),
        Decision::Undecided => format!(
            "went on to the last of {decks}, and is undecided: neither refuted nor shown to be within {} of ideal in all laws that its statistics bound",
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
