//! Stakes: how often the events came up on which somebody bets, and what a bet would gain.

mod figures;
mod meaning;
mod tables;

use super::glance::{ours, plain};
use super::nouns;
use super::tables::findings;
pub(crate) use figures::signed;
use figures::{range, written};
pub(super) use meaning::meaning;
use record::{Departure, Outcome, Record, Routine, Stake, Standing, Tolerance};
pub(super) use tables::{full, shorten, small};
use text::judgement::Verdict;
use text::names::confidence_number;

/// Stakes that a sentence names.
const MOST_NAMED: usize = 3;

/// Says how far stakes are off, where they decide the answer.
pub(super) fn answer(record: &Record, routine: &Routine) -> Option<String> {
    if routine.stakes.is_empty() {
        return None;
    }
    let name = nouns::name(&record.experiment, routine);
    let beyond = beyond(routine);
    if let Some(worst) = beyond
        .first()
        .filter(|_| record.outcome == Outcome::Evidence && !depend(routine))
    {
        return Some(format!(
            "{name} is not fair: {}.",
            off(worst, record, routine)
        ));
    }
    let tolerance = record.experiment.tolerance()?;
    let (within, open): (Vec<&Stake>, Vec<&Stake>) = routine
        .stakes
        .iter()
        .partition(|stake| stake.standing == Some(Standing::Within));
    let of_stake = tolerance.in_words();
    match record.outcome {
        Outcome::Accepted => {
            let found = findings(routine);
            let seen = found
                .first()
                .map_or("tests", |(test, _)| plain(record, &test.statistic));
            Some(format!(
                "Evidence found in {seen}; accepted, since only {} asked: {} off by more than {of_stake}.",
                these(routine.stakes.len(), true),
                none(routine.stakes.len())
            ))
        }
        Outcome::NoEvidence if open.is_empty() => Some(format!(
            "{name} is fair for {}: {} off by more than {of_stake}.",
            these(within.len(), false),
            none(within.len())
        )),
        Outcome::NoEvidence | Outcome::TooLittle => {
            let named: Vec<&str> = open.iter().map(|stake| event(stake)).collect();
            let more = named.len().saturating_sub(MOST_NAMED);
            let mut list = named
                .into_iter()
                .take(MOST_NAMED)
                .collect::<Vec<_>>()
                .join("; ");
            if more > 0 {
                list = format!("{list}; and {more} more");
            }
            let units = nouns::unit(&record.experiment, 2);
            let near = match within.len() {
                0 => String::new(),
                1 => format!(" One stake is at most {of_stake} off."),
                several => format!(" {several} stakes are at most {of_stake} off."),
            };
            let enough = open
                .iter()
                .filter_map(|stake| decks_needed(stake, tolerance, routine.decks));
            let enough = match enough.max() {
                None => String::new(),
                Some(needed) if needed > MOST_NEEDED => {
                    format!(" It takes more than 10^12 {units} to tell.")
                }
                Some(needed) => format!(
                    " It mostly takes some {} {units} to tell.",
                    text::names::grouped(needed)
                ),
            };
            let these = if open.len() == 1 {
                "this is"
            } else {
                "these are"
            };
            Some(format!(
                "no evidence against {}.{near} These {units} do not tell how far off {these}: {list}.{enough}",
                nouns::this(&record.experiment, routine)
            ))
        }
        _ => None,
    }
}

/// Numbers of subjects that are larger are not said.
const MOST_NEEDED: u64 = 1_000_000_000_000;

/// Subjects by which the limits of a stake mostly lie within a tolerance, if it is fair: limits narrow with the root of their
/// number.
fn decks_needed(stake: &Stake, tolerance: Tolerance, decks: u64) -> Option<u64> {
    /// The share of the tolerance that half of the limits' distance may take: the rest is for what was seen by chance.
    const SHARE: f64 = 0.6;
    let (width, by) = match tolerance {
        Tolerance::Points(by) => (stake.limits[1] - stake.limits[0], by),
        Tolerance::Edge(by) => {
            let [low, high] = stake.edge?;
            (high - low, by)
        }
    };
    let seen = stake.seen().unwrap_or(stake.fair);
    let needed = if (seen <= 0.0 || seen >= 1.0) && (seen - stake.fair).abs() < f64::EPSILON {
        // All cases are alike, and go on to be: the limit is a power of the error, 1/n of it.
        let share = stake.limits[1] - stake.limits[0];
        decks as f64 * libm::log1p(-share) / libm::log1p(-(by * share / width).min(share))
    } else {
        let times = 0.5 * width / (SHARE * by);
        decks as f64 * (times * times).max(1.0)
    };
    // These decks do not tell.
    let needed = needed.max(decks as f64 + 1.0);
    let unit = second_digit(needed);
    Some(((needed / unit).ceil() * unit) as u64)
}

/// The unit of the second digit of a number.
fn second_digit(number: f64) -> f64 {
    libm::pow(10.0, (libm::log10(number).floor() - 1.0).max(0.0))
}

/// The event of a stake as it was typed, without the odds.
fn event(stake: &Stake) -> &str {
    stake.of.split(" pays ").next().unwrap_or(&stake.of)
}

/// `it is not`, `none is`.
fn none(number: usize) -> &'static str {
    if number == 1 { "it is not" } else { "none is" }
}

/// `this stake`, `these 18 stakes`, perhaps with its verb.
fn these(number: usize, with_verb: bool) -> String {
    let (words, verb) = match number {
        1 => ("this stake".to_owned(), "was"),
        many => (format!("these {many} stakes"), "were"),
    };
    if with_verb {
        format!("{words} {verb}")
    } else {
        words
    }
}

/// The stakes that are shown to be off, the farthest first: by a test that fails, or by the tolerance that was named.
fn beyond(routine: &Routine) -> Vec<&Stake> {
    let fails = routine
        .tests
        .iter()
        .any(|test| is_of_stakes(&test.statistic) && test.verdict == Verdict::Fail);
    let culprit = routine
        .anytime
        .as_ref()
        .is_some_and(|found| found.culprits.iter().any(|name| is_of_stakes(name)));
    let mut all: Vec<&Stake> = routine
        .stakes
        .iter()
        .filter(|stake| match stake.standing {
            Some(Standing::Beyond) => true,
            _ => (fails || culprit) && is_off(stake),
        })
        .collect();
    text::sorting::by(&mut all, |a, b| looks_off(b).total_cmp(&looks_off(a)));
    all
}

/// By how many times its own uncertainty a stake looks off.
fn looks_off(stake: &Stake) -> f64 {
    let [low, high] = stake.limits;
    let seen = stake.seen().unwrap_or(stake.fair);
    (seen - stake.fair).abs() / (high - low).max(f64::MIN_POSITIVE)
}

fn is_of_stakes(statistic: &str) -> bool {
    statistic.starts_with("stakes")
}

/// True if the limits leave out all fair chances.
fn is_off(stake: &Stake) -> bool {
    let ([low, high], [least, most]) = (stake.limits, stake.fair_limits());
    low > most || high < least
}

/// How far the stake is off that is named first, if one is shown to be.
pub(super) fn plainest(record: &Record, routine: &Routine) -> Option<String> {
    beyond(routine)
        .first()
        .map(|stake| off(stake, record, routine))
}

/// Returns true if subjects were shown to go together or to change: nothing was shown of one chance then.
fn depend(routine: &Routine) -> bool {
    let known = routine.departure.as_ref();
    known.is_some_and(Departure::is_between_decks)
}

/// The cases of which the event has a share.
fn unit<'a>(stake: &'a Stake, record: &'a Record, routine: &Routine) -> &'a str {
    match &stake.cases {
        Some(cases) => cases,
        None if stake.hands == routine.decks => nouns::unit(&record.experiment, 2),
        None => "hands",
    }
}

/// How far a stake is off, in words.
fn off(stake: &Stake, record: &Record, routine: &Routine) -> String {
    let unit = unit(stake, record, routine);
    format!(
        "{} in {}% of {unit}; fair is {}%",
        stake.words,
        range([100.0 * stake.limits[0], 100.0 * stake.limits[1]]),
        written(100.0 * stake.fair, 4)
    )
}

fn percent(confidence: f64) -> String {
    format!("{}%", confidence_number(confidence))
}

/// The stakes of a watch in a line of its log: each of a few, or how many are shown to be off.
pub(super) fn in_a_line(stakes: &[Stake]) -> Option<String> {
    if stakes.len() <= MOST_NAMED {
        let each: Vec<String> = stakes.iter().map(seen).collect();
        return (!each.is_empty()).then(|| each.join(", "));
    }
    let off = stakes.iter().filter(|stake| is_off(stake)).count();
    Some(format!("{off} of {} stakes shown to be off", stakes.len()))
}

/// How often the event of a stake comes up: `first:2 pair 5.1 to 6.6% (fair 5.882%)`.
pub(super) fn seen(stake: &Stake) -> String {
    format!(
        "{} {}% (fair {}%{})",
        event(stake),
        range(stake.limits.map(|limit| 100.0 * limit)),
        written(100.0 * stake.fair, 4),
        match stake.standing {
            Some(Standing::Within) => ": within",
            Some(Standing::Beyond) => ": off",
            Some(Standing::Undecided) => ": open",
            None if is_off(stake) => ": off",
            None => "",
        }
    )
}

/// Says what the limits of a watch are.
pub(super) fn of_watch(stakes: &[Stake], first: &Stake) -> String {
    let all = match stakes.len() {
        1 => "These limits hold".to_owned(),
        many => format!("All limits of these {many} stakes hold together,"),
    };
    format!(
        "{all} at all times at once, with {} confidence, for the mean chance of the decks so far",
        percent(first.confidence)
    )
}

/// The place where chances are fair, in words.
pub(super) fn fair(record: &Record) -> &'static str {
    let mut stakes = ours(record).into_iter().flat_map(|routine| &routine.stakes);
    if stakes.any(|stake| stake.cases.is_some()) {
        "among fair draws"
    } else {
        "in fair decks"
    }
}

/// The note above all stakes.
pub(super) fn note(record: &Record) -> String {
    let mut stakes = ours(record).into_iter().flat_map(|routine| &routine.stakes);
    let first = stakes.next();
    let confidence = first.map_or(1.0, |stake| stake.confidence);
    let fair = fair(record);
    format!(
        "How often each event comes up. All `limits` of a routine hold together with {} confidence. `a bet gains more`: with \
         odds, how much more of the stake a bet wins than {fair}; without, how much it wins at fair odds.",
        percent(confidence)
    )
}
