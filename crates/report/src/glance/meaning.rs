//! The meaning of the answer: at a table in cards, for a program in what would have been seen.

use super::super::anytime;
use super::super::few_decks::{best_riffles, unpromised_briefly};
use super::super::few_subjects::with_these;
use super::super::tables::{findings, lower, significant};
use super::super::{nouns, one_order, rare};
use super::answer::{capital, delta, kind, listed};
use super::{State, ours};
use record::{Experiment, Outcome, Record, Routine, Test, Unaveraged, Verdict};
use text::names::percent_number;

/// Departures smaller than this, relatively, mean nothing at a table.
const WORTH_SAYING: f64 = 0.05;

/// Says what the answer means, a sentence or two in each entry, the most important first.
pub(super) fn meaning(record: &Record) -> Vec<String> {
    if matches!(
        record.outcome,
        Outcome::FaultyControl
            | Outcome::FaultySimulation
            | Outcome::AsExpected
            | Outcome::NotAsExpected
    ) {
        return Vec::new();
    }
    let [routine] = ours(record).as_slice()[..] else {
        return Vec::new();
    };
    if nouns::is_single(&record.experiment) {
        return one_order::meaning(routine);
    }
    let state = State::of(record, routine);
    let lines = match state {
        State::TooFew | State::Suspicious => vec![],
        State::NotFair { .. } | State::Departs => {
            vec![
                calls(record),
                told_apart(&record.experiment, routine),
                sign(&record.experiment, routine),
            ]
        }
        State::Fair | State::Practical { .. } => vec![
            calls(record),
            told_apart(&record.experiment, routine),
            Some(judged(record, routine)),
        ],
        State::NothingFound => vec![calls(record), anytime::passed(record, routine)],
    };
    let hands = hands(record, routine);
    let lines = lines.into_iter().flatten();
    let mut lines: Vec<String> = lines.filter(|text| !text.is_empty()).collect();
    let at = lines.len().min(1);
    lines.splice(at..at, hands);
    lines
}

/// The number of cards that an opponent calls in a routine's decks.
pub(super) struct Calls {
    pub mean: f64,
    error: f64,
    pub ideal: f64,
    /// The ends of the confidence interval.
    pub low: f64,
    pub high: f64,
    /// The mean number that an opponent calls who remembers the last deck; `None` where it is not more
    /// beyond doubt.
    remembered: Option<f64>,
}

impl Calls {
    pub fn of(routine: &Routine) -> Option<Self> {
        let figures = routine.statistics.get("opponent")?;
        let rule = figures.text("rule")?;
        let best = |key: &str| figures.number(&format!("{rule}.{key}"));
        let last = |key: &str| {
            let rule = figures.text("from_last_deck.rule")?;
            figures.number(&format!("from_last_deck.{rule}.{key}"))
        };
        let high = best("high")?;
        let more = last("low").is_some_and(|low| low > high);
        Some(Self {
            mean: best("mean")?,
            error: best("standard_error")?,
            ideal: figures.number("calls_ideal")?,
            low: best("low")?,
            high,
            remembered: last("mean").filter(|_| more),
        })
    }

    fn is_fair(&self) -> bool {
        self.low <= self.ideal
    }
}

/// Two figures with as many digits as it takes to tell them apart, if they differ.
pub(super) fn told(here: f64, fair: f64, differ: bool) -> (String, String) {
    let at = |digits| (format!("{here:.digits$}"), format!("{fair:.digits$}"));
    let least = if here.abs().max(fair.abs()) < 1.0 {
        2
    } else {
        1
    };
    let apart = |digits: &usize| !differ || at(*digits).0 != at(*digits).1;
    at((least..least + 2).find(apart).unwrap_or(least + 2))
}

/// Says how many cards an opponent calls right. `None` where that was not counted, where there were
/// too few decks, or where their number was not fixed: the interval would not hold.
pub(super) fn calls(record: &Record) -> Option<String> {
    let [routine] = ours(record).as_slice()[..] else {
        return None;
    };
    if record.experiment.until_decided.is_some() || record.outcome == Outcome::TooLittle {
        return None;
    }
    let calls = Calls::of(routine)?;
    let cards = record.experiment.deck;
    let knows = match record.experiment.source {
        Some(_) => "how these decks were shuffled",
        None => "this routine",
    };
    let (mean, ideal) = told(calls.mean, calls.ideal, !calls.is_fair());
    let text = if calls.is_fair() {
        let error = significant(calls.error, 1);
        format!(
            "An opponent who knows {knows} calls {mean} ± {error} of {cards} cards, no more than by chance (fair: {ideal})."
        )
    } else {
        format!(
            "An opponent who knows {knows} still calls {mean} of {cards} cards (fair: {ideal})."
        )
    };
    let remembering = calls.remembered.map_or_else(String::new, |remembered| {
        format!(" One who remembers the last deck calls {remembered:.1} (fair: {ideal}).")
    });
    Some(text + &remembering)
}

/// Says what an opening hand holds, where types were given.
fn hands(record: &Record, routine: &Routine) -> Option<String> {
    let known = (record.columns.iter()).find(|column| column.statistic == "opening-hand")?;
    let figures = routine.statistics.get(&known.statistic)?;
    let (mean, ideal) = (figures.number("mean")?, figures.number("ideal")?);
    let seen = known.seen.as_deref()?;
    let ours = |test: &&Test| test.statistic == known.statistic;
    let beyond = is_beyond(routine.tests.iter().filter(ours));
    let (here, fair) = told(mean, ideal, beyond == Some(true));
    Some(format!("{}: {here} (fair: {fair}).", capital(seen)))
}

/// Returns true if one of `tests` fails; `None` if none is valid.
pub(super) fn is_beyond<'a>(tests: impl Iterator<Item = &'a Test>) -> Option<bool> {
    let mut valid = tests.filter(|test| test.p.is_some()).peekable();
    valid.peek()?;
    Some(valid.any(|test| test.verdict == Verdict::Fail))
}

/// Says how often someone can tell the routine's decks from fair ones: whoever bets on it wins up to
/// (1 + total variation)/2 of the bets.
fn told_apart(experiment: &Experiment, routine: &Routine) -> Option<String> {
    let decks = nouns::unit(experiment, 2);
    let distance = routine.total_variation.as_ref()?;
    let wins = |distance: f64| 0.5 * (1.0 + distance);
    if distance.least() < WORTH_SAYING {
        return (distance.most() <= 2.0 * WORTH_SAYING && distance.most() > 0.0).then(|| {
            format!(
                "Whoever knows the starting order can tell its {decks} from fair ones at most {:.1}% of the time, \
                 where guessing gives 50%.",
                // The share is rounded up, since it is an upper bound.
                (wins(distance.most()) * 1000.0).ceil() / 10.0
            )
        });
    }
    // The share is rounded down, since it is a lower bound.
    let share = match (wins(distance.least()), distance.exact) {
        (wins, _) if wins > 0.9995 => "practically every time".to_owned(),
        (wins, exact) => {
            let at_least = if exact.is_some() { "" } else { "at least " };
            format!(
                "{at_least}{:.1}% of the time",
                (wins * 1000.0).floor() / 10.0
            )
        }
    };
    let bound = match distance.exact {
        Some(exact) => text::names::share(exact),
        None => format!("at least {}", lower(distance)),
    };
    Some(format!(
        "Whoever knows the starting order can tell its {decks} from fair ones {share}, where guessing gives 50% (total variation {bound}; fair: 0)."
    ))
}

/// The plainest sign that the decks are not fair.
fn sign(experiment: &Experiment, routine: &Routine) -> Option<String> {
    if routine.anytime.is_some() {
        return anytime::culprit(routine);
    }
    // The answer says it already.
    if kind(experiment, routine).is_some() {
        return None;
    }
    let words = |test: &&Test| !test.words.is_empty() && test.statistic != "opponent";
    let found = findings(routine);
    let test = found.iter().map(|(test, _)| *test).find(words)?;
    Some(format!("Plainest sign: {}.", test.words))
}

/// Says what was judged for practical purposes, and what was not.
fn judged(record: &Record, routine: &Routine) -> String {
    let Some(departure) = &routine.departure else {
        return String::new();
    };
    let decks = nouns::unit(&record.experiment, 2);
    let proved = routine.total_variation.as_ref();
    let watched = routine.anytime.is_some();
    let proved = proved.filter(|distance| distance.most() <= departure.delta && !watched);
    let laws = match (proved, departure.laws.len(), departure.largest()) {
        (Some(distance), ..) if distance.most() <= 0.0 => return String::new(),
        (Some(distance), ..) => format!(
            "Judged by its law: over all orders it is {} from fair ({} does not matter).",
            significant(distance.most(), 2),
            delta(routine)
        ),
        (None, laws, Some(largest)) => format!(
            "Judged were {laws} laws over all {decks}, each shown to be at most {} from fair ({}% confidence).",
            significant(largest, 2),
            percent_number(departure.confidence)
        ),
        (None, ..) => String::new(),
    };
    if watched {
        let beside = anytime::passed(record, routine).unwrap_or_default();
        return format!("{laws} {beside}").trim_end().to_owned();
    }
    let never: Vec<String> = Unaveraged::NAMES
        .iter()
        .filter(|(_, what)| looked_for(routine, *what))
        .map(|(_, what)| rare::sought(*what, decks))
        .collect();
    if never.is_empty() || proved.is_some() {
        return laws;
    }
    format!(
        "{laws} Laws over all {decks} do not show {}; these were looked for by tests of their own, and not found.",
        listed(&never)
    )
}

/// Returns true if valid tests of a routine looked for it. Evidence would not be practical.
fn looked_for(routine: &Routine, what: Unaveraged) -> bool {
    let mut valid = routine.tests.iter().filter(|test| test.p.is_some());
    valid.any(|test| rare::is_shown_by(what, test))
}

/// Says how much a pass is worth: which departure would have been seen. Begins with a semicolon or a point, or is empty.
pub(super) fn power(record: &Record, routine: &Routine) -> String {
    if let Some(riffles) = best_riffles(record) {
        return format!("; {riffles}");
    }
    if let Some(known) = with_these(record) {
        return format!(". {known}");
    }
    if let Some(why) = unpromised_briefly(record) {
        return format!("; {why}");
    }
    let sharpest = routine
        .tests
        .iter()
        .find(|test| test.statistic == "rising-sequences");
    match sharpest.and_then(|test| test.detectable.as_ref()) {
        Some(detectable) => {
            let fair = routine.statistics.get("rising-sequences");
            let fair = fair.and_then(|figures| figures.number("ideal"));
            let of = fair.map_or_else(String::new, |fair| format!(" of {fair:.1}"));
            format!(
                "; a shift of {}{of} {} would have been seen nine times in ten",
                significant(detectable.value, 2),
                detectable.unit
            )
        }
        None => String::new(),
    }
}

/// Says what a statistic looks at, in words for a sentence.
pub(crate) fn plain<'a>(record: &'a Record, statistic: &'a str) -> &'a str {
    let known = record.statistic(statistic);
    known.map_or(statistic, |known| &known.plain)
}
