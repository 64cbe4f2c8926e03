//! The meaning of the answer: at a table in cards, for a program in what would have been seen.

use super::super::anytime;
use super::super::few_decks::{best_riffles, unpromised_briefly};
use super::super::few_subjects::with_these;
use super::super::tables::{lower, significant, upper};
use super::super::{nouns, one_order, rare, stakes};
use super::answer::{self, capital, kind, plainest, sized};
use super::calls::{self, calls};
use super::practical::little_is_left;
use super::{List, State, ours, symbols};
use record::{
    Departure, Experiment, HardlyShuffled, Law, Outcome, Record, Routine, Test, TotalVariation,
    Unaveraged, Verdict,
};
use text::names::{confidence_number, grouped};
use text::shown::unaveraged;
use text::sorting;

/// Departures smaller than this, relatively, mean nothing at a table.
const WORTH_SAYING: f64 = 0.05;

/// Says how the claims came out, where a finding is the answer.
pub(super) fn badge(record: &Record) -> Option<String> {
    let found = record.finding.is_some() && !record.claims.is_empty();
    (found && !is_about_decks(record)).then(|| answer::claims(record))
}

/// Says what the answer means, a sentence or two in each entry, the most important first.
pub(super) fn meaning(record: &Record) -> Vec<String> {
    if !is_about_decks(record) {
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
        State::TooFew => vec![],
        State::NotFair { .. } | State::Departs => {
            let apart = told_apart(record, routine);
            let condition = condition(record, routine, apart.is_some());
            let sign = sign(&record.experiment, routine);
            // The answer names what departs.
            let sign = sign.filter(|_| state != State::Departs || sized(routine).is_none());
            vec![calls(record), apart, condition, sign]
        }
        State::Fair | State::Practical { .. } => vec![
            calls(record),
            told_apart(record, routine),
            anytime::undecided(record, routine),
        ],
        State::Bounded { seen } => {
            let sign = seen.then(|| sign(&record.experiment, routine)).flatten();
            let sign = sign.filter(|_| sized(routine).is_none());
            let mut lines = vec![calls(record), sign];
            lines.extend(limits(record, routine));
            lines
        }
        State::NothingFound | State::Suspicious => {
            let mut lines = vec![calls(record), anytime::undecided(record, routine)];
            lines.extend(limits(record, routine));
            lines
        }
    };
    let hands = hands(record, routine);
    let lines = lines.into_iter().flatten();
    let lines = lines.filter(|text| !text.is_empty());
    let mut lines: Vec<String> = stakes::meaning(record, routine)
        .into_iter()
        .chain(lines)
        .collect();
    let at = lines.len().min(1);
    lines.splice(at..at, hands);
    lines.extend(symbols::meaning(&record.experiment, routine));
    lines
}

/// Returns false where the answer is another: a fault of the program, or claims.
fn is_about_decks(record: &Record) -> bool {
    !matches!(
        record.outcome,
        Outcome::FaultyControl
            | Outcome::FaultySimulation
            | Outcome::AsExpected
            | Outcome::NotAsExpected
    )
}

/// Figures from here on are read in thousands.
const LARGE: f64 = 10_000.0;

/// A figure with so many decimals, and commas if it is large.
fn decimal(value: f64, digits: usize) -> String {
    let text = format!("{value:.digits$}");
    let (whole, rest) = text.split_at(text.find('.').unwrap_or(text.len()));
    match whole.parse::<u64>() {
        Ok(number) if value >= LARGE => grouped(number) + rest,
        _ => text,
    }
}

/// Two figures with as many digits as it takes to tell them apart, if they differ.
pub(super) fn told(here: f64, fair: f64, differ: bool) -> (String, String) {
    let at = |digits| (decimal(here, digits), decimal(fair, digits));
    let least = match here.abs().max(fair.abs()) {
        // Two digits of what is small and known.
        tiny if tiny < 0.005 && fair > 1e-6 => (1.0 - libm::floor(libm::log10(fair))) as usize,
        small if small < 1.0 => 2,
        large if large >= LARGE => 0,
        _ => 1,
    };
    // Figures that do not differ beyond chance should not seem to by rounding.
    let seems =
        (here - fair).abs() < libm::pow(10.0, -(least as f64)) && at(least).0 != at(least).1;
    if !differ {
        return at(least + usize::from(seems));
    }
    let apart = |digits: &usize| at(*digits).0 != at(*digits).1;
    at((least..least + 2).find(apart).unwrap_or(least + 2))
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

/// Returns true for a test of a law over all decks, which means and shares show the size of.
pub(super) fn is_over_all(test: &Test) -> bool {
    unaveraged(&test.statistic, &test.test, test.lag).is_none()
}

/// Returns true if one of `tests` fails; `None` if none is valid.
pub(super) fn is_beyond<'a>(tests: impl Iterator<Item = &'a Test>) -> Option<bool> {
    let mut valid = tests.filter(|test| test.p.is_some()).peekable();
    valid.peek()?;
    Some(valid.any(|test| test.verdict == Verdict::Fail))
}

/// Says on which condition the limits of decks from outside hold, where some are told.
fn condition(record: &Record, routine: &Routine, told_apart: bool) -> Option<String> {
    let outside = record.experiment.source.is_some() && has_one_law(&record.experiment, routine);
    let limits = told_apart || calls::Calls::of(routine).is_some_and(|calls| calls.is_more());
    let counted = record.experiment.until_decided.is_none();
    (outside && limits && counted).then(|| {
        format!(
            "These limits are for {} that do not depend on each other.",
            nouns::unit(&record.experiment, 2)
        )
    })
}

/// Returns true if what was counted tells of one law: not where decks from outside were shown to depend on each other.
pub(super) fn has_one_law(experiment: &Experiment, routine: &Routine) -> bool {
    experiment.source.is_none() || !depends(routine)
}

/// Returns true if decks were shown to depend on those before them.
pub(super) fn depends(routine: &Routine) -> bool {
    let departure = routine.departure.as_ref();
    departure.is_some_and(|known| known.unaveraged.contains(&Unaveraged::Memory))
}

/// Says how often someone can tell the routine's decks from fair ones: whoever bets on it wins up to
/// (1 + total variation)/2 of the bets.
fn told_apart(record: &Record, routine: &Routine) -> Option<String> {
    let experiment = &record.experiment;
    let decks = nouns::unit(experiment, 2);
    if experiment.subject.weights.is_some() || !has_one_law(experiment, routine) {
        return None;
    }
    let distance = routine.total_variation.as_ref()?;
    if distance.least() < WORTH_SAYING {
        return (distance.most() <= 2.0 * WORTH_SAYING && distance.most() > 0.0).then(|| {
            format!(
                "Shown one of its {decks} or a fair one, someone who knows the starting order is right at most {:.1}% \
                 of the time. Guessing gives 50%.",
                // The share is rounded up, since it is an upper bound.
                (wins(distance.most()) * 1000.0).ceil() / 10.0
            )
        });
    }
    let certain = wins(distance.least()) > EVERY_TIME;
    let share = won(distance)?;
    let bound = match distance.exact {
        Some(exact) if exact >= 1.0 || !certain => text::names::share(exact),
        None if !certain => format!("at least {}", lower(distance)),
        // A reader of the first screen needs no more nines.
        _ => "above 0.999".to_owned(),
    };
    if little_is_left(record, routine).is_some() {
        // The answer says the share.
        return Some(format!(
            "Its {decks} are {bound} from fair in total variation."
        ));
    }
    Some(format!(
        "Shown one of its {decks} or a fair one, someone who knows the starting order is right {share}. Guessing gives \
         50%. Their total variation from fair is {bound}."
    ))
}

/// The share of decks that whoever knows the law tells from fair ones, of two decks of which one is fair.
fn wins(distance: f64) -> f64 {
    0.5 * (1.0 + distance)
}

/// A share that is said to be all.
const EVERY_TIME: f64 = 0.9995;

/// The share of right answers to whether a deck is one of the routine's or a fair one, each half of the time; `None` if it is
/// hardly more than by guessing. It is rounded down, since it is a lower bound.
pub(super) fn won(distance: &TotalVariation) -> Option<String> {
    if distance.least() < WORTH_SAYING {
        return None;
    }
    let share = wins(distance.least());
    if share > EVERY_TIME {
        return Some("practically every time".to_owned());
    }
    let at_least = if distance.exact.is_some() {
        ""
    } else {
        "at least "
    };
    let share = (share * 1000.0).floor() / 10.0;
    Some(format!("{at_least}{share:.1}% of the time"))
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
    if let Some(words) = sized(routine) {
        return Some(format!("Plainest sign: {words}."));
    }
    Some(format!("Plainest sign: {}.", plainest(routine)?))
}

/// Limits above this tell nobody anything.
const LOOSEST_TOLD: f64 = 0.5;

/// Says what a pass excludes: the laws that were measured, the loosest named first; hardly shuffled decks; the power of its
/// tests. Few decks bound nothing: their power leads.
fn limits(record: &Record, routine: &Routine) -> Vec<Option<String>> {
    let lines = [
        laws(record, routine),
        anytime::unpromised(record).map(str::to_owned),
        (routine.departure.as_ref()).and_then(|departure| hardly_shuffled(record, departure)),
    ];
    // What few subjects would have shown, or why nobody knows it, is never left out for want of room.
    let few = would_have_shown(record);
    let shift = few.is_none().then(|| shift(routine)).flatten();
    [few].into_iter().chain(lines).chain([shift]).collect()
}

/// Bounds the laws that were measured, each within the largest limit, and names the loosest.
fn laws(record: &Record, routine: &Routine) -> Option<String> {
    let departure = routine.departure.as_ref()?;
    let largest = departure.largest().filter(|limit| *limit < LOOSEST_TOLD)?;
    let mut laws: Vec<&Law> = departure.laws.iter().collect();
    sorting::by(&mut laws, |a, b| b.limit.total_cmp(&a.limit));
    let mut loosest: Vec<&str> = laws
        .iter()
        .map(|law| plain(record, &law.statistic))
        .collect();
    loosest.dedup();
    let (limit, sure) = (upper(largest), confidence_number(departure.confidence));
    Some(match loosest.as_slice() {
        [one] => format!(
            "One thing was measured, {one}: it is at most {limit} from fair ({sure}% confidence)."
        ),
        [first, second, ..] => format!(
            "None of {} measurements is more than {limit} from fair ({sure}% confidence); the loosest are {first} and \
             {second}.",
            laws.len()
        ),
        [] => return None,
    })
}

/// Shares of hardly shuffled decks above this tell nobody anything.
const MOST_HARDLY: f64 = 0.5;

/// Bounds the share of decks that were hardly shuffled.
fn hardly_shuffled(record: &Record, departure: &Departure) -> Option<String> {
    let one_in =
        |found: &HardlyShuffled| format!("1 in {}", grouped((1.0 / found.share).floor() as u64));
    let told = |found: &&HardlyShuffled| found.share <= MOST_HARDLY;
    let share = departure.hardly_shuffled.as_ref().filter(told).map(one_in);
    // No deck that is simulated by itself depends on the one before.
    let since = departure.hardly_shuffled_since.as_ref();
    let since = since.filter(|_| record.experiment.source.is_some());
    let since = since.filter(told).map(one_in);
    let decks = nouns::unit(&record.experiment, 2);
    let how = "(left alone, cut once, or riffled at most twice)";
    Some(match (share, since) {
        (Some(share), Some(since)) => format!(
            "At most {share} {decks} was hardly shuffled {how}, hardly shuffled since the deck before at most {since}."
        ),
        (Some(share), None) => format!("At most {share} {decks} was hardly shuffled {how}."),
        (None, Some(since)) => {
            format!("At most {since} {decks} was hardly shuffled since the deck before it {how}.")
        }
        (None, None) => return None,
    })
}

/// The faults that so few subjects would have shown or missed, and the features that nothing looked at, where nothing was
/// found.
pub(super) fn lists(record: &Record) -> Vec<List> {
    let few = match passing(record) {
        Some(_) if best_riffles(record).is_none() => with_these(record),
        _ => Vec::new(),
    };
    few.into_iter().chain(not_looked_at(record)).collect()
}

/// The one routine, or what was read, if nothing was found of it.
fn passing(record: &Record) -> Option<&Routine> {
    let [routine] = ours(record).as_slice()[..] else {
        return None;
    };
    let passes = matches!(
        State::of(record, routine),
        State::Bounded { .. } | State::NothingFound | State::Suspicious
    );
    let answered = passes && is_about_decks(record) && !nouns::is_single(&record.experiment);
    answered.then_some(routine)
}

/// Names the features that nothing looked at, where nothing was found.
fn not_looked_at(record: &Record) -> Option<List> {
    passing(record)?;
    let declared = record.experiment.until_decided.as_ref();
    let subjects = nouns::unit(&record.experiment, 2);
    let watched = declared.iter().flat_map(|declared| &declared.blind_to);
    let mut all: Vec<String> = watched.map(|what| rare::sought(*what, subjects)).collect();
    for feature in &record.not_looked_at {
        if !all.contains(feature) {
            all.push(feature.clone());
        }
    }
    all.truncate(MOST_FEATURES);
    (!all.is_empty()).then(|| List {
        head: "Not looked at".to_owned(),
        items: all,
    })
}

/// Features that a first screen names.
const MOST_FEATURES: usize = 6;

/// Says which faults so few subjects would have shown, or why that is not known.
fn would_have_shown(record: &Record) -> Option<String> {
    let words = best_riffles(record);
    if words.is_none() && !with_these(record).is_empty() {
        return None;
    }
    let words = words.or_else(|| unpromised_briefly(record).map(str::to_owned))?;
    Some(format!("{}.", capital(&words)))
}

/// Says how large a shift would have been seen.
fn shift(routine: &Routine) -> Option<String> {
    let mut tests = routine.tests.iter();
    let sharpest = tests.find(|test| test.statistic == "rising-sequences")?;
    let detectable = sharpest.detectable.as_ref()?;
    let figures = routine.statistics.get("rising-sequences");
    let fair = figures.and_then(|figures| figures.number("ideal"));
    let of = fair.map_or_else(String::new, |fair| format!(" of {fair:.1}"));
    Some(format!(
        "A shift of {}{of} {} would have been seen nine times in ten.",
        significant(detectable.value, 2),
        detectable.unit
    ))
}

/// Says what a statistic looks at, in words for a sentence.
pub(crate) fn plain<'a>(record: &'a Record, statistic: &'a str) -> &'a str {
    let known = record.statistic(statistic);
    known.map_or(statistic, |known| &known.plain)
}
