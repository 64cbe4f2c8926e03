//! The way from counts to the record: figures, tests, verdicts, bounds and claims, in that order.

use std::collections::{BTreeMap, BTreeSet};

use indexmap::IndexMap;
use serde_json::{Value, json};
use thiserror::Error;

use super::bench::tests_made;
use super::departure::{Evidence, accepted, departure, failing, seen};
use super::figures::{Declared, RecordFigures, declared, left_out};
use super::group::Group;
use super::landmarks::{distances, landmarks};
use super::record_file::described as about;
use super::size::{sized, with_limits_of_shares};
use super::stakes;
use super::symbols;
use crate::claims::{Figures, Number, decide};
use crate::spec;
use crate::spec::claim::RoutineName;
use crate::spec::finding::{Found as Figure, Source};
use deck::subject::{Kind, Subject};
use engine::simulate::Crew;
use engine::verdict::battery::{assessed, level_among};
use reader::quoted;
use record::Answer;
use record::{
    Claim, Column, Detectable, Experiment, Named, Outcome, Record, Routine, SCHEMA, SourcePolicy,
    Statistic, Test, TotalVariation, Verification,
};
use shuffle::policy::Policy;
use text::figures::{Place, find};
use text::judgement::{Agreement, Verdict};

use engine::verdict::family::{Member, Part, judge};
use engine::verdict::total_variation::{self, enclose};
use laws::known::Known;
use statistic::{Design, FAULT_LEVEL, Grain, Limited, POWER, Probe, Wanted};

/// A claim that names what the record does not have.
#[derive(Debug, Error)]
#[error("{0}")]
pub struct ClaimError(String);

/// Makes the record of `experiment` from what was counted, the control last, and from the answers to
/// its questions. `design` has the decks that there were, `source` says where they came from if they were
/// not simulated. All threads of `crew` judge.
pub(super) fn record(
    experiment: &spec::Experiment<'_>,
    design: Design,
    source: Option<String>,
    (groups, crew): (&[Group<'_>], &Crew<'_>),
    answers: BTreeMap<String, Answer>,
) -> Result<Record, ClaimError> {
    let (mut routines, tests) = judged(experiment, design, groups, crew);
    for (routine, group) in routines.iter_mut().zip(groups) {
        // No law is known of what gave a single order.
        if !routine.control && experiment.subject.order().is_none() {
            let evidence = Evidence {
                fails: is_evident(routine),
                failing: failing(routine),
                seen: seen(experiment, routine),
            };
            routine.departure = Some(departure(experiment, &design, group, routine, evidence));
            stakes::give(experiment, group, routine);
        }
    }
    let figures = RecordFigures {
        declared: &Declared::new(experiment, &answers),
        routines: &routines,
    };
    let claims = claims(experiment, &figures)?;
    let finding = finding(experiment, &figures, &claims)?;
    let not_looked_at = not_looked_at_by(experiment, &routines);
    let guilty = routines.iter().filter(|routine| is_evident(routine));
    let guilty = guilty.map(|routine| Some(routine.departure.as_ref()?.extent));
    let outcome = accepted(experiment, outcome(&routines, &claims), guilty);
    let outcome = stakes::accepted(experiment, outcome, &routines);
    let mut record = Record {
        schema: SCHEMA.to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        experiment: described(experiment, design, source, tests),
        letters: legend(experiment),
        columns: columns(experiment),
        statistics: statistics(experiment, &routines),
        headline: None,
        finding: finding
            .filter(|_| !matches!(outcome, Outcome::FaultyControl | Outcome::FaultySimulation)),
        named: named(experiment, &figures),
        outcome,
        not_looked_at,
        landmarks: landmarks(experiment, &routines),
        distances: distances(experiment, &routines, &answers),
        routines,
        answers,
        claims,
        interim: None,
        first_control: None,
        would_show: Vec::new(),
        unpromised: None,
        beforehand: Vec::new(),
        exact_left_out: exact_left_out(experiment, groups),
        more: None,
        wrong_program: None,
    };
    symbols::name(experiment, &mut record);
    Ok(record)
}

/// Says if exact figures of the statistics that were asked for were left out, as they take too long.
fn exact_left_out(experiment: &spec::Experiment<'_>, groups: &[Group<'_>]) -> bool {
    let asked = experiment.statistics.iter();
    let mut asked = asked.filter(|probe| probe.lag() == 0);
    let mut known = groups.iter().filter_map(|group| group.known);
    asked.any(|probe| BY_CHAINS.contains(&probe.name())) && known.any(|known| known.too_long)
}

/// The statistics with exact figures by the chains of one card and of two.
const BY_CHAINS: [&str; 6] = [
    "position-matrix",
    "rising-sequences",
    "inversions",
    "descents",
    "successions",
    "successions-cyclic",
];

/// The features that no statistic with a valid test looked at, in words; none of a run that stops once it is decided has a
/// test, and all of its statistics looked.
pub(super) fn not_looked_at_by(
    experiment: &spec::Experiment<'_>,
    routines: &[Routine],
) -> Vec<String> {
    let watched = routines.iter().any(|routine| routine.anytime.is_some());
    let looked = valid(routines);
    not_looked_at(experiment, routines, |probe| {
        watched || looked.contains(probe.name())
    })
}

/// The features that no statistic looked at, in words, where `looked` says which statistics did. The decks of routines
/// are made each by itself: none depends on another.
fn not_looked_at(
    experiment: &spec::Experiment<'_>,
    routines: &[Routine],
    looked: impl Fn(&Probe) -> bool,
) -> Vec<String> {
    if experiment.simulated().is_empty() && experiment.origin.is_simulated() {
        return Vec::new();
    }
    let alone = experiment.origin.makes_each_alone() && experiment.policy.is_independent();
    let subject: &dyn Subject = &*experiment.subject;
    let probes = experiment.statistics.iter();
    let probes: Vec<&Probe> = probes.filter(|probe| looked(probe)).collect();
    let mut departures = routines
        .iter()
        .filter_map(|routine| routine.departure.as_ref());
    let bounded = departures.any(|departure| departure.hardly_shuffled.is_some());
    let mut left = statistic::not_looked_at(subject, &probes, (alone, bounded));
    let logged = (experiment.origin.as_stream()).and_then(|(_, reading)| reading.logged.as_ref());
    if logged.is_some_and(|logged| logged.is_by_player()) {
        left.insert(
            0,
            "players whose draws have other chances than those of others".to_owned(),
        );
    }
    let reading = experiment.origin.reading();
    if subject.kind() == Kind::DECK && reading.is_some_and(|reading| reading.in_place) {
        left.insert(
            0,
            "decks that go on from one further back than the last, as in a log of several tables: for these, leave `--in-place` out".to_owned(),
        );
    }
    left
}

/// The statistics with a valid test of a routine.
fn valid(routines: &[Routine]) -> BTreeSet<&str> {
    let ours = routines.iter().filter(|routine| !routine.control);
    let tests = ours.flat_map(|routine| &routine.tests);
    let valid = tests.filter(|test| test.p.is_some());
    valid.map(|test| test.statistic.as_str()).collect()
}

/// Returns true if a test speaks against the routine.
fn is_evident(routine: &Routine) -> bool {
    let mut tests = routine.tests.iter();
    !routine.control && tests.any(|test| test.verdict == Verdict::Fail)
}

/// Refuses a claim that names what the record will not have.
pub(super) fn check_claims(
    experiment: &spec::Experiment<'_>,
    answers: &BTreeMap<String, Answer>,
) -> Result<(), ClaimError> {
    let declared = Declared::new(experiment, answers);
    let claims = experiment.claims.iter();
    let wrong = claims.filter_map(|claim| {
        let problem = declared.check(claim).err()?;
        Some(claim_error(claim, &problem).0)
    });
    let asked = experiment.finding.iter().flat_map(|finding| {
        let figures = finding.figures().map(|asked| &asked.of);
        figures.map(|of| (&finding.place, of))
    });
    let unknown = asked.filter_map(|(place, of)| {
        let problem = declared.check_finding(of, &experiment.claims).err()?;
        Some(format!("{place}: {problem}"))
    });
    match wrong.chain(unknown).collect::<Vec<_>>() {
        none if none.is_empty() => Ok(()),
        wrong => Err(ClaimError(wrong.join("\n"))),
    }
}

fn claim_error(claim: &spec::claim::Claim, problem: &str) -> ClaimError {
    ClaimError(format!("{}: {problem}", claim.place))
}

/// The largest subjects of which several groups are judged at once: what tests of larger decks hold meanwhile would not fit
/// twice.
const TOGETHER: usize = 1_024;

/// All routines with their verdicts, and the number of tests in their family.
fn judged(
    experiment: &spec::Experiment<'_>,
    design: Design,
    groups: &[Group<'_>],
    crew: &Crew<'_>,
) -> (Vec<Routine>, usize) {
    let ours = groups.iter().filter(|group| !group.control).count();
    let probes = experiment.statistics.iter();
    let made = probes.flat_map(|probe| tests_made(experiment, probe));
    let (tests, level) = level_among(experiment.alpha, made, ours);
    let mut routines: Vec<Routine> = Vec::new();
    let mut members: [Vec<Member>; 2] = Default::default();
    let (mut agreements, mut named) = (Vec::new(), Vec::new());
    let one = |at: usize| routine(experiment, design, &groups[at], level);
    let found: Vec<(Routine, Found)> = if design.size <= TOGETHER {
        crew.each(groups.len(), one)
    } else {
        (0..groups.len()).map(one).collect()
    };
    for (group, (routine, found)) in groups.iter().zip(found) {
        routines.push(routine);
        members[usize::from(group.control)].extend(found.tests);
        agreements.extend(found.checks);
        named.push(found.named);
    }
    let checks = routines.iter_mut().flat_map(|routine| &mut routine.checks);
    for (check, judged) in checks.zip(judge(&agreements, FAULT_LEVEL)) {
        check.p_adjusted = judged.p_adjusted;
        check.verdict = match judged.verdict {
            Verdict::Fail => Agreement::Departs,
            Verdict::Invalid => Agreement::Invalid,
            Verdict::Pass | Verdict::Suspicious => Agreement::Agrees,
        };
    }
    for control in [false, true] {
        let family = routines
            .iter_mut()
            .filter(|routine| routine.control == control);
        let judged = judge(&members[usize::from(control)], experiment.alpha);
        for (test, judged) in family.flat_map(|routine| &mut routine.tests).zip(judged) {
            test.p_adjusted = judged.p_adjusted;
            test.share = judged.share;
            test.verdict = judged.verdict;
        }
    }
    for (routine, named) in routines.iter_mut().zip(named) {
        if !routine.control {
            sized(experiment, routine, named);
            with_limits_of_shares(experiment, routine);
        }
    }
    contests(experiment, design, &groups[..ours], &mut routines);
    (routines, tests)
}

pub(super) fn described(
    experiment: &spec::Experiment<'_>,
    design: Design,
    source: Option<String>,
    tests: usize,
) -> Experiment {
    Experiment {
        name: experiment.name.clone(),
        question: experiment.question.clone(),
        subject: experiment.subject.described(design.size),
        deck: design.size,
        trials: design.trials,
        replicates: design.replicates,
        seed: experiment.seed.to_string(),
        generator: experiment.generator.name().to_owned(),
        source,
        fit: fit(experiment, design.size),
        policy: (experiment.policy != Policy::default()).then(|| SourcePolicy {
            seeding: experiment.policy.seeding.describe(),
            memory: experiment.policy.memory.describe().to_owned(),
            departing: experiment.policy.departing(),
        }),
        alpha: experiment.alpha,
        tests,
        accept_within: experiment.accept_within,
        accept_stakes: experiment.accept_stakes.map(|by| by.to_string()),
        power: POWER,
        fault_level: FAULT_LEVEL,
        until_decided: None,
    }
}

/// The command that says what made the decks, where whole decks of different cards are read from a stream.
fn fit(experiment: &spec::Experiment<'_>, cards: usize) -> Option<String> {
    let origin = experiment
        .subject
        .is_whole_decks()
        .then_some(&experiment.origin);
    let (input, reading) = origin?.as_stream()?;
    let file = match input.file() {
        Some(file) => quoted(&file),
        None if input.is_standard() => "-".to_owned(),
        // Several files in turn are no argument of it.
        None => return None,
    };
    Some(format!(
        "colddeck fit {file} --deck {cards}{}",
        reading.options()?
    ))
}

/// The letters and words that the routines use.
pub(super) fn legend(experiment: &spec::Experiment<'_>) -> BTreeMap<String, String> {
    let others = experiment.policy.others.as_ref();
    let routines = experiment.routines().iter();
    let routines = routines.chain(others.map(|others| &others.routine));
    experiment
        .letters
        .legend(routines.flat_map(shuffle::routine::Routine::letters))
}

/// Describes each statistic, of a record of these routines.
pub(super) fn statistics(
    experiment: &spec::Experiment<'_>,
    routines: &[Routine],
) -> Vec<Statistic> {
    // Laws take time to make, and without routines nothing stands beside them.
    let with_laws = !routines.is_empty();
    let described = experiment.statistics.iter().filter_map(|probe| {
        let ideal_law = with_laws.then(|| probe.histogram_law(&experiment.design));
        Some(Statistic {
            ideal_law: ideal_law.flatten(),
            ..about(probe.name())?
        })
    });
    described.collect()
}

pub(super) fn columns(experiment: &spec::Experiment<'_>) -> Vec<Column> {
    let probes = experiment.statistics.iter();
    let columns = probes.filter(|probe| probe.lag() == 0).flat_map(|probe| {
        let figures = declared(experiment, probe);
        let mut columns = probe.statistic().columns();
        if figures.iter().any(|figure| figure.key == "best") {
            columns.push(statistic::Column::new("came out best", "best.mean", 3));
        }
        columns.into_iter().map(move |column| Column {
            statistic: probe.name().to_owned(),
            title: column.title,
            error: match find(&figures, column.figure) {
                Ok(Place::Figure { error, .. }) => error,
                _ => None,
            },
            figure: column.figure.to_owned(),
            digits: column.digits,
            seen: column.seen,
            fair: column.fair.map(str::to_owned),
        })
    });
    columns.collect()
}

/// The outcomes of the tests and the checks of one group, before their families are looked at.
#[derive(Default)]
pub(super) struct Found {
    tests: Vec<Member>,
    /// The cells and means that the words of the tests name.
    named: Vec<Option<Limited>>,
    checks: Vec<Member>,
}

/// One group's figures and tests; the verdicts are filled in once the families are complete.
pub(super) fn routine(
    experiment: &spec::Experiment<'_>,
    design: Design,
    group: &Group<'_>,
    level: f64,
) -> (Routine, Found) {
    let counts = group.counts;
    let unknown = Known::default();
    let known = group.known.unwrap_or(&unknown);
    let assessed = assessed(
        &experiment.statistics,
        &design,
        counts,
        known,
        (level, Wanted::InFull, group.lines),
    );
    let mut statistics = IndexMap::new();
    let (mut tests, mut checks) = (Vec::new(), Vec::new());
    let mut outcomes = Found::default();
    let (mut events, mut tried) = (Vec::new(), Vec::new());
    for (probe, tally, mut assessment) in assessed {
        // Orders relative to earlier decks are not independent of each other wherever they say
        // something, and a law of pairs of decks is not that of the deck.
        if probe.lag() == 0
            && let Some(event) = probe.statistic().event(tally, &assessment.figures)
        {
            events.push(event);
            tried.push(probe.name());
        }
        if let Some(cells) = left_out(experiment, probe) {
            assessment.figures.remove(cells);
        }
        statistics.insert(probe.name().to_owned(), assessment.figures);
        let made: Vec<&str> = if group.control {
            probe.statistic().tests()
        } else {
            tests_made(experiment, probe).collect()
        };
        let tests_found = assessment.tests.into_iter();
        for found in tests_found.filter(|found| made.contains(&found.name)) {
            outcomes.named.push(found.named.clone());
            outcomes.tests.push(Member {
                outcome: found.outcome,
                part: Part::of(group.name, probe.statistic().name(), found.name),
            });
            tests.push(test(probe, found));
        }
        for found in assessment.checks {
            outcomes.checks.push(found.outcome.into());
            checks.push(check(probe.name(), &found));
        }
    }
    // An event counted in decks that depend on each other says nothing of the law of one.
    if !group.control && !experiment.policy.is_independent() {
        events.clear();
        tried.clear();
    }
    let distance = enclose(known.distance.as_ref(), &events, experiment.alpha);
    let routine = Routine {
        name: group.name.to_owned(),
        control: group.control,
        decks: design.subjects(),
        statistics,
        tests,
        checks,
        total_variation: (experiment.subject.order().is_none()).then(|| interval(distance, &tried)),
        departure: None,
        advise: None,
        stakes: Vec::new(),
        anytime: None,
    };
    (routine, outcomes)
}

/// The p-value, or the decks that are needed for one.
fn split(outcome: statistic::Outcome) -> (Option<f64>, Option<u64>) {
    match outcome {
        statistic::Outcome::P(p) => (Some(p.get()), None),
        statistic::Outcome::TooFew { needed } => (None, Some(needed)),
    }
}

fn check(statistic: &str, found: &statistic::Verification) -> Verification {
    Verification {
        statistic: statistic.to_owned(),
        check: found.name.to_owned(),
        simulated: found.simulated,
        exact: found.exact,
        standard_error: found.standard_error,
        difference: found.difference(),
        p: split(found.outcome).0,
        p_adjusted: None,
        verdict: Agreement::Invalid,
    }
}

fn test(probe: &Probe, found: statistic::Test) -> Test {
    let (p, decks_needed) = split(found.outcome);
    Test {
        statistic: probe.name().to_owned(),
        test: found.name.to_owned(),
        lag: probe.lag(),
        title: found.title,
        value: found.value.filter(|value| value.is_finite()),
        df: found.df,
        p,
        p_adjusted: None,
        share: None,
        fine: Grain::of(found.name) == Grain::Fine,
        verdict: Verdict::Invalid,
        decks_needed,
        // No decks at all, as of lags beyond their number, would show no departure however large.
        detectable: found
            .detectable
            .filter(|detectable| detectable.value.is_finite())
            .map(|detectable| Detectable {
                value: detectable.value,
                unit: detectable.unit,
            }),
        words: found.words,
        size: None,
    }
}

/// `tried` names the statistics of the events that were tried.
pub(super) fn interval(
    distance: total_variation::TotalVariation,
    tried: &[&str],
) -> TotalVariation {
    let names = tried.iter().map(|name| (*name).to_owned());
    TotalVariation {
        lower: distance.lower.value,
        lower_gap: distance.lower.gap,
        lower_by: distance.lower.by,
        confidence: distance.confidence,
        upper: distance.upper.value,
        upper_by: distance.upper.by,
        exact: distance.exact.as_ref().map(|exact| exact.value),
        exact_by: distance.exact.map(|exact| exact.by),
        tried: names.zip(distance.tried).collect(),
    }
}

/// Counts, for statistics with values by replicate, how often each routine comes out highest, alone or with others,
/// when all routines are compared once in each replicate.
fn contests(
    experiment: &spec::Experiment<'_>,
    design: Design,
    groups: &[Group<'_>],
    routines: &mut [Routine],
) {
    let ours = groups.len();
    if ours < 2 {
        return;
    }
    for (at, probe) in experiment.statistics.iter().enumerate() {
        if !probe.statistic().per_replicate() {
            continue;
        }
        let series: Vec<&[u64]> = groups
            .iter()
            .filter_map(|group| group.counts.series(at))
            .map(|series| series.values.as_slice())
            .collect();
        let mut wins = vec![(0u64, 0u64); ours];
        for replicate in 0..design.replicates as usize {
            let best = series.iter().map(|values| values[replicate]).max();
            let winners: Vec<usize> = (0..ours)
                .filter(|&routine| Some(series[routine][replicate]) == best)
                .collect();
            match winners.as_slice() {
                [alone] => wins[*alone].0 += 1,
                several => several.iter().for_each(|&routine| wins[routine].1 += 1),
            }
        }
        let replicates = design.replicates as f64;
        for (routine, (alone, shared)) in routines.iter_mut().zip(wins) {
            let share = alone as f64 / replicates;
            let best = json!({
                "alone": alone,
                "shared": shared,
                "mean": share,
                "standard_error": (share * (1.0 - share) / replicates).sqrt(),
            });
            if let Some(figures) = routine.statistics.get_mut(probe.name()) {
                // The long list of values stays last.
                let values = figures.remove("values");
                figures.insert("best", best);
                figures.insert("values", values);
            }
        }
    }
}

fn claims(
    experiment: &spec::Experiment<'_>,
    figures: &RecordFigures<'_>,
) -> Result<Vec<Claim>, ClaimError> {
    let mut rows = Vec::new();
    for claim in &experiment.claims {
        for decided in decide(claim, figures, experiment.alpha)
            .map_err(|problem| claim_error(claim, &problem))?
        {
            rows.push(Claim {
                id: decided.id,
                text: claim.text.clone(),
                source: claim.source.clone(),
                truth: claim.truth.clone(),
                published: decided.published,
                measured: decided.value.measured.map(shown),
                exact: decided.value.exact.map(shown),
                standard_error: decided.value.standard_error,
                unit: figures.declared.unit(&claim.states),
                test: claim.states.test().map(str::to_owned),
                verdict: decided.verdict,
                expected: claim.expect,
                detail: decided.detail,
            });
        }
    }
    Ok(rows)
}

/// The finding of a spec, if all claims came out as it expects.
fn finding(
    experiment: &spec::Experiment<'_>,
    figures: &RecordFigures<'_>,
    claims: &[Claim],
) -> Result<Option<String>, ClaimError> {
    let Some(finding) = &experiment.finding else {
        return Ok(None);
    };
    if !claims.iter().all(Claim::as_expected) {
        return Ok(None);
    }
    let told = finding.told(|asked| match &asked.of {
        Source::Claim(id) => {
            let row = claims.iter().find(|claim| claim.id == *id);
            let row = row.ok_or_else(|| format!("the claim `{id}` has no row of its own"))?;
            asked.of_row(row)
        }
        Source::Figure(routine, path) => {
            let value = figures.figure(routine, path)?;
            let fair = value.ideal.map(Number::One);
            match asked.pick(value.measured, value.exact, fair) {
                Some(Number::One(value)) => Ok(Figure::Number(value)),
                Some(Number::Range(first, last)) => Ok(Figure::Text(format!("{first} to {last}"))),
                None => Err(format!(
                    "`{path}` of {} has no such value",
                    figures.name(routine)
                )),
            }
        }
    });
    told.map(Some)
        .map_err(|problem| ClaimError(format!("{}: {problem}", finding.place)))
}

/// The figures that the finding of a spec names, each once; of one without figures, those of the claims.
fn named(experiment: &spec::Experiment<'_>, figures: &RecordFigures<'_>) -> Vec<Named> {
    let Some(finding) = &experiment.finding else {
        return Vec::new();
    };
    let of = |routine: &RoutineName, figure: &str| match routine {
        RoutineName::Answer { name, .. } => Named {
            figure: figure.to_owned(),
            routine: None,
            answer: Some(name.clone()),
        },
        routine => Named {
            figure: figure.to_owned(),
            routine: Some(figures.name(routine)),
            answer: None,
        },
    };
    let of_claim = |claim: &spec::claim::Claim, row: Option<&str>| -> Vec<Named> {
        let all = claim.speaks_of().into_iter();
        let all = all.map(|(routine, what)| (figures.name(routine), of(routine, what.path())));
        let rows = all.filter(|(name, _)| row.is_none_or(|row| row == name));
        rows.map(|(_, named)| named).collect()
    };
    let asked = finding.figures().flat_map(|asked| match &asked.of {
        Source::Figure(routine, path) => vec![of(routine, path)],
        Source::Claim(id) => {
            let (id, row) = match id.split_once('/') {
                Some((id, row)) => (id, Some(row)),
                None => (id.as_str(), None),
            };
            let claim = experiment.claims.iter().find(|claim| claim.id == id);
            claim.map_or_else(Vec::new, |claim| of_claim(claim, row))
        }
    });
    let mut all: Vec<Named> = asked.collect();
    if all.is_empty() {
        let claims = experiment.claims.iter();
        all = claims.flat_map(|claim| of_claim(claim, None)).collect();
    }
    let mut each: Vec<Named> = Vec::new();
    for named in all {
        if each.len() < MOST_NAMED && !each.contains(&named) {
            each.push(named);
        }
    }
    each
}

/// Figures that a record names at the most: titles and the order of pictures need no more, and files stay small.
const MOST_NAMED: usize = 8;

fn shown(number: Number) -> Value {
    match number {
        Number::One(value) => json!(value),
        Number::Range(first, last) => json!(format!("{first}-{last}")),
    }
}

fn outcome(routines: &[Routine], claims: &[Claim]) -> Outcome {
    let verdicts = |control: bool| {
        routines
            .iter()
            .filter(move |routine| routine.control == control)
            .flat_map(|routine| &routine.tests)
    };
    let any =
        |control: bool, verdict: Verdict| verdicts(control).any(|test| test.verdict == verdict);
    let departs = |routine: &Routine| {
        let mut checks = routine.checks.iter();
        checks.any(|check| check.verdict == Agreement::Departs)
    };
    if routines.iter().any(departs) {
        Outcome::FaultySimulation
    } else if any(true, Verdict::Fail) {
        Outcome::FaultyControl
    } else if !claims.is_empty() {
        if claims.iter().all(Claim::as_expected) {
            Outcome::AsExpected
        } else {
            Outcome::NotAsExpected
        }
    } else if any(false, Verdict::Fail) {
        Outcome::Evidence
    } else if any(false, Verdict::Pass) || any(false, Verdict::Suspicious) {
        Outcome::NoEvidence
    } else if routines.is_empty() {
        // Questions alone: nothing was tested.
        Outcome::NoEvidence
    } else {
        Outcome::TooLittle
    }
}
