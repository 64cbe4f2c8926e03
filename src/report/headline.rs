//! The answer in plain words, before any table.

use super::anytime;
use super::few_decks::{best_riffles, unpromised_briefly};
use super::nouns;
use super::tables::{adjusted, lower, significant};
use crate::names::grouped;
use crate::record::{Agreement, ClaimVerdict, Outcome, Record, Routine, Test, Verdict};

/// Says the result of the run in some sentences; the first says how many cards an opponent calls, if that
/// was counted.
pub fn headline(record: &Record) -> String {
    let verdict = verdict(record);
    match record.outcome {
        Outcome::FaultyControl | Outcome::FaultySimulation => verdict,
        // The interval of the calls holds for a number of decks that was fixed.
        _ if record.experiment.until_decided.is_some() => verdict,
        _ => opponent(record).map_or(verdict.clone(), |calls| format!("{calls} {verdict}")),
    }
}

fn verdict(record: &Record) -> String {
    match record.outcome {
        Outcome::FaultyControl => "The control group, ideal by construction, failed a test, so nothing here can be trusted. \
             Run again with another seed; if it fails again, this is a fault of colddeck."
            .to_owned(),
        Outcome::FaultySimulation => departs(record),
        Outcome::AsExpected | Outcome::NotAsExpected => claims(record),
        _ if record.experiment.until_decided.is_some() => {
            anytime::headline(record).unwrap_or_default()
        }
        _ => match ours(record).as_slice() {
            [] => match record.answers.len() {
                1 => "One question, answered without simulating.".to_owned(),
                several => format!("{several} questions, answered without simulating."),
            },
            [routine] => one(record, routine),
            _ => several(record),
        },
    }
}

/// Says that the simulation contradicts an exact figure.
fn departs(record: &Record) -> String {
    let departures = record.routines.iter().flat_map(|routine| {
        let departing = routine
            .checks
            .iter()
            .filter(|check| check.verdict == Agreement::Departs);
        departing.map(move |check| {
            let off = check.difference.map_or_else(String::new, |difference| {
                format!(", {} standard errors off", significant(difference, 2))
            });
            format!(
                "{} ({}: {}{off})",
                routine.name, check.statistic, check.check
            )
        })
    });
    let departures: Vec<String> = departures.collect();
    format!(
        "The simulation departs from the exact value for {}, so nothing here can be trusted. This is a fault of \
         colddeck, by an error level of {:e}: please report it with the spec and the seed.",
        departures.join(", "),
        record.experiment.fault_level
    )
}

fn ours(record: &Record) -> Vec<&Routine> {
    record
        .routines
        .iter()
        .filter(|routine| !routine.control)
        .collect()
}

/// Says how many cards an opponent calls right. `None` where that was not counted, or where there were
/// too few decks.
fn opponent(record: &Record) -> Option<String> {
    let routines = ours(record);
    let calls: Vec<(&Routine, Calls)> = routines
        .iter()
        .filter_map(|routine| Some((*routine, Calls::of(routine)?)))
        .collect();
    let cards = record.experiment.deck;
    match calls.as_slice() {
        [] => None,
        [(_, calls)] if routines.len() == 1 => {
            let knows = match record.experiment.source {
                Some(_) => "how these decks were shuffled",
                None => "this routine",
            };
            let (mean, ideal) = calls.beside_ideal();
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
                format!(" One who remembers the last deck calls {remembered:.1}.")
            });
            Some(text + &remembering)
        }
        several => {
            let list = several.iter().map(|(routine, calls)| {
                let last = calls.remembered.map_or_else(String::new, |remembered| {
                    format!(" ({remembered:.1} by the last deck)")
                });
                format!("{} {}{last}", routine.name, calls.beside_ideal().0)
            });
            let list: Vec<String> = list.collect();
            Some(format!(
                "Cards of {cards} that an opponent calls who knows the routine (fair: {:.1}): {}.",
                several[0].1.ideal,
                list.join(", ")
            ))
        }
    }
}

/// The number of cards that an opponent calls in a routine's decks.
struct Calls {
    mean: f64,
    error: f64,
    ideal: f64,
    /// The end of the confidence interval.
    low: f64,
    /// The mean number that an opponent calls who remembers the last deck; `None` where it is not more
    /// beyond doubt.
    remembered: Option<f64>,
}

impl Calls {
    fn of(routine: &Routine) -> Option<Self> {
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
            remembered: last("mean").filter(|_| more),
        })
    }

    fn is_fair(&self) -> bool {
        self.low <= self.ideal
    }

    /// The mean and the ideal one, with as many digits as it takes to tell them apart.
    fn beside_ideal(&self) -> (String, String) {
        let at = |digits| {
            (
                format!("{:.digits$}", self.mean),
                format!("{:.digits$}", self.ideal),
            )
        };
        let told_apart = |digits: &usize| self.is_fair() || at(*digits).0 != at(*digits).1;
        at((1..3).find(told_apart).unwrap_or(3))
    }
}

fn claims(record: &Record) -> String {
    let count = |verdict: ClaimVerdict| {
        record
            .claims
            .iter()
            .filter(|claim| claim.verdict == verdict)
            .count()
    };
    let verdicts: Vec<String> = ClaimVerdict::NAMES
        .iter()
        .filter(|(_, verdict)| count(*verdict) > 0)
        .map(|(_, verdict)| format!("{} {}", count(*verdict), verdict.spoken()))
        .collect();
    let verdicts = verdicts.join(", ");
    let all = record.claims.len();
    let missed: Vec<&str> = record
        .claims
        .iter()
        .filter(|claim| !claim.as_expected())
        .map(|claim| claim.id.as_str())
        .collect();
    if missed.is_empty() {
        format!("All {all} claims came out as the spec expects: {verdicts}.")
    } else {
        format!(
            "{} of {all} claims did not come out as the spec expects: {} ({verdicts}).",
            missed.len(),
            missed.join(", ")
        )
    }
}

fn several(record: &Record) -> String {
    let failed = |routine: &&Routine| {
        routine
            .tests
            .iter()
            .any(|test| test.verdict == Verdict::Fail)
    };
    let names = |wanted: bool| -> Vec<String> {
        let routines = ours(record);
        routines
            .iter()
            .filter(|routine| failed(routine) == wanted)
            .map(|routine| routine.name.clone())
            .collect()
    };
    let (bad, good) = (names(true), names(false));
    match record.outcome {
        Outcome::TooLittle => too_little(record),
        _ if bad.is_empty() => format!(
            "No evidence against any of the {} routines (error level {} for the run as a whole).",
            good.len(),
            record.experiment.alpha
        ),
        _ if good.is_empty() => format!(
            "Evidence against every routine: {} is not an ideal shuffle.",
            bad.join(", none of ")
        ),
        _ => format!(
            "Evidence against {}; none against {}.",
            bad.join(", "),
            good.join(", ")
        ),
    }
}

fn too_little(record: &Record) -> String {
    let many = nouns::unit(&record.experiment, 0);
    let tests = record.routines.iter().flat_map(|routine| &routine.tests);
    let (valid, needing): (Vec<&Test>, Vec<&Test>) = tests.partition(|test| test.p.is_some());
    let needed: Vec<u64> = needing
        .iter()
        .filter_map(|test| test.decks_needed)
        .collect();
    if !valid.is_empty() {
        let given = grouped(record.routines.first().map_or(0, |routine| routine.decks));
        let more = match needed.iter().min() {
            Some(first) => format!("; the next test needs {}", grouped(*first)),
            None => String::new(),
        };
        return format!(
            "Too few {many} to say anything: {given} given, which its valid tests would pass even if all were in one \
             order{more}."
        );
    }
    let first = needed.iter().min().copied().unwrap_or(0);
    let all = needed.iter().max().copied().unwrap_or(0);
    let given = grouped(record.routines.first().map_or(0, |routine| routine.decks));
    if first == all {
        let all = grouped(all);
        return format!("Too few {many} to say anything: {given} given, {all} needed.");
    }
    format!(
        "Too few {many} to say anything: {given} given; the first test needs {}, all of them {}.",
        grouped(first),
        grouped(all)
    )
}

/// Says of one routine how far it is from fair, which test shows it, and what that means at a table.
fn one(record: &Record, routine: &Routine) -> String {
    let p = |test: &Test| test.p_adjusted.unwrap_or(1.0);
    let worst = routine
        .tests
        .iter()
        .filter(|test| test.p.is_some())
        .min_by(|a, b| p(a).total_cmp(&p(b)));
    let Some(worst) = worst.filter(|_| record.outcome != Outcome::TooLittle) else {
        return too_little(record);
    };
    let experiment = &record.experiment;
    let (name, fair) = (nouns::name(experiment, routine), nouns::fair(experiment));
    let (test, p) = (plain(record, &worst.statistic), relation(&adjusted(worst)));
    let decks = nouns::counted(experiment, routine.decks);
    let sentence = match worst.verdict {
        Verdict::Fail => format!(
            "{name} is not {fair}: the test of {test} says so (p {p}){}.{}",
            named(worst),
            meaning(record, routine)
        ),
        Verdict::Suspicious => format!(
            "{name} may not be {fair}: the test of {test} is suspicious (p {p}), \
             but {decks} cannot settle it; try more."
        ),
        _ => format!(
            "no evidence against {name} as {fair}, in {decks}{}.",
            power(record, routine)
        ),
    };
    capitalised(&sentence, routine)
}

/// Names the deck, the cell or the change that a test of a fine grain found; empty for others.
fn named(test: &Test) -> String {
    match test.words.as_str() {
        words if test.fine && !words.is_empty() => format!(": {words}"),
        _ => String::new(),
    }
}

/// A sentence begins with a capital, unless it begins with a routine's name.
pub(super) fn capitalised(sentence: &str, routine: &Routine) -> String {
    let mut chars = sentence.chars();
    match chars.next() {
        Some(first) if !sentence.starts_with(&routine.name) => {
            first.to_uppercase().chain(chars).collect()
        }
        _ => sentence.to_owned(),
    }
}

/// `= 0.03`, but `< 1e-300` as it is.
fn relation(p: &str) -> String {
    if p.starts_with('<') {
        p.to_owned()
    } else {
        format!("= {p}")
    }
}

/// Says how much a pass is worth: which departure would have been seen.
fn power(record: &Record, routine: &Routine) -> String {
    if let Some(riffles) = best_riffles(record) {
        return format!("; {riffles}");
    }
    if let Some(why) = unpromised_briefly(record) {
        return format!("; {why}");
    }
    let sharpest = routine
        .tests
        .iter()
        .find(|test| test.statistic == "rising-sequences");
    match sharpest.and_then(|test| test.detectable.as_ref()) {
        Some(detectable) => format!(
            "; a shift of {} {} would have been seen nine times in ten",
            significant(detectable.value, 2),
            detectable.unit
        ),
        None => String::new(),
    }
}

/// Says what a statistic looks at, in words for a sentence.
pub(super) fn plain<'a>(record: &'a Record, statistic: &'a str) -> &'a str {
    let known = record.statistic(statistic);
    known.map_or(statistic, |known| &known.plain)
}

/// Departures smaller than this, relatively, mean nothing at a table.
const WORTH_SAYING: f64 = 0.05;

/// Says what the result means at a table, in up to three sentences.
pub(super) fn meaning(record: &Record, routine: &Routine) -> String {
    [
        runs(routine),
        likeliest(record, routine),
        told_apart(routine),
    ]
    .into_iter()
    .flatten()
    .fold(String::new(), |mut text, sentence| {
        text.push(' ');
        text.push_str(&sentence);
        text
    })
}

fn runs(routine: &Routine) -> Option<String> {
    let figures = routine.statistics.get("rising-sequences")?;
    let (mean, ideal) = (figures.number("mean")?, figures.number("ideal")?);
    ((mean - ideal).abs() > WORTH_SAYING * ideal).then(|| {
        format!("A deck holds {mean:.1} runs of cards that still lie in their old order, where a fair one has {ideal:.1}.")
    })
}

/// The place that a card prefers most, where it is a strong preference.
fn likeliest(record: &Record, routine: &Routine) -> Option<String> {
    let failed =
        |test: &&Test| test.statistic == "position-matrix" && test.verdict == Verdict::Fail;
    routine.tests.iter().find(failed)?;
    let figures = routine.statistics.get("position-matrix")?;
    // A bin holds several cards, so that no single card can be named.
    if figures.whole("bin")? > 1 {
        return None;
    }
    let rows = figures.matrix("matrix")?.into_iter().enumerate();
    let cells = rows.flat_map(|(position, row)| {
        let row = row.into_iter().enumerate();
        row.map(move |(card, count)| (count, position + 1, card + 1))
    });
    let (count, position, card) = cells.max_by_key(|(count, ..)| *count)?;
    let (share, fair) = (
        count as f64 / routine.decks as f64,
        1.0 / record.experiment.deck as f64,
    );
    (share > fair * (1.0 + 4.0 * WORTH_SAYING)).then(|| {
        format!(
            "The card that started at position {card} ends at position {position} in {:.1}% of decks, where fair is {:.1}%.",
            100.0 * share,
            100.0 * fair
        )
    })
}

/// Says how often someone can tell the routine's decks from fair ones: whoever bets on it wins up to
/// (1 + total variation)/2 of the bets.
fn told_apart(routine: &Routine) -> Option<String> {
    let distance = routine.total_variation.as_ref()?;
    let wins = |distance: f64| 0.5 * (1.0 + distance);
    if distance.lower < WORTH_SAYING {
        return (distance.upper <= 2.0 * WORTH_SAYING).then(|| {
            format!(
                "But nearly: whoever knows the starting order can tell its decks from fair ones at most {:.1}% of the time, \
                 where guessing gives 50% (total variation at most {}).",
                // Rounded up, since it is an upper bound.
                (wins(distance.upper) * 1000.0).ceil() / 10.0,
                significant(distance.upper, 2)
            )
        });
    }
    // Rounded down, since it is a lower bound.
    let share = match wins(distance.lower) {
        wins if wins > 0.9995 => "practically every time".to_owned(),
        wins => format!(
            "at least {:.1}% of the time",
            (wins * 1000.0).floor() / 10.0
        ),
    };
    Some(format!(
        "Whoever knows the starting order can tell its decks from fair ones {share}, where guessing gives 50% (total variation at least {}).",
        lower(distance)
    ))
}
