//! The answer: a sentence that needs no statistics.

use super::super::tables::{findings, significant, significant_short, upper};
use super::super::{control, nouns, one_order, rare, stakes};
use super::meaning::is_over_all;
use super::rank::{MOST_NAMED, ranking};
use super::state::{State, suspicious};
use super::{ours, plain, practical, symbols};
use record::{
    Agreement, ClaimVerdict, Experiment, Interim, Outcome, Record, Routine, Test, TotalVariation,
    Unaveraged, Verdict,
};
use text::names::grouped;
use text::shown::{OF_ORDER, unaveraged};

/// Says the result of the run in a sentence or two; of one that was stopped, that it is one of the decks so far.
pub(crate) fn answer(record: &Record) -> String {
    let result = result(record);
    match record.interim {
        None => result,
        Some(Interim { decks, of }) => format!(
            "Interim, after {} of {} decks: {result}",
            grouped(decks),
            grouped(of)
        ),
    }
}

fn result(record: &Record) -> String {
    if let Some(finding) = &record.finding {
        return finding.clone();
    }
    match record.outcome {
        Outcome::FaultyControl => control::faulty(record),
        Outcome::FaultySimulation => departs(record),
        Outcome::AsExpected | Outcome::NotAsExpected => claims(record),
        _ => match ours(record).as_slice() {
            [] => match record.answers.len() {
                1 => "One question, answered without simulating.".to_owned(),
                several => format!("{several} questions, answered without simulating."),
            },
            [routine] if nouns::is_single(&record.experiment) => {
                one_order::answer(routine, record.experiment.deck)
            }
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

/// Says how the claims of a spec came out.
pub(crate) fn claims(record: &Record) -> String {
    let count = |verdict: ClaimVerdict| {
        let claims = record.claims.iter();
        claims.filter(|claim| claim.verdict == verdict).count()
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
    match (missed.as_slice(), all) {
        ([], 1) => format!("The claim came out as the spec expects: {verdicts}."),
        ([], _) => format!("All {all} claims came out as the spec expects: {verdicts}."),
        (missed, _) => format!(
            "{} of {all} claims did not come out as the spec expects: {} ({verdicts}).",
            missed.len(),
            missed.join(", ")
        ),
    }
}

fn one(record: &Record, routine: &Routine) -> String {
    let experiment = &record.experiment;
    let name = nouns::name(experiment, routine);
    let decks = nouns::counted(experiment, routine.decks);
    let delta = delta(routine);
    // Who names stakes asks for these.
    if let Some(stakes) = stakes::answer(record, routine) {
        return capitalised(&stakes, routine);
    }
    if let Some(rate) = symbols::wrong_rate(experiment, routine) {
        return capitalised(
            &format!("{name} has other rates than it should: {rate}."),
            routine,
        );
    }
    if let Some(little) = practical::little_is_left(record, routine) {
        return little;
    }
    let sentence = match State::of(record, routine) {
        State::TooFew => return too_little(record),
        State::NotFair { seen: true } => match kind(experiment, routine) {
            Some(why) => format!("{name} is not fair: {why}."),
            None => format!("{name} is not fair."),
        },
        State::NotFair { seen: false } => format!(
            "{name} is not fair, as is known without counting; what {decks} alone would not show."
        ),
        State::Fair => {
            format!("{name} is fair: it gives every order equally often.")
        }
        State::Practical { seen } => {
            let though = if seen { ", though not ideal" } else { "" };
            let most = routine
                .total_variation
                .as_ref()
                .map_or(1.0, TotalVariation::most);
            format!(
                "{name} is fair for practical purposes{though}: over all orders it is at most {} from fair.",
                upper(most)
            )
        }
        State::Bounded { seen: true } => {
            let laws = routine
                .departure
                .as_ref()
                .map_or(0, |known| known.laws.len());
            let found = match kind(experiment, routine) {
                Some(why) => format!("{name} is not ideal: {why}."),
                None if let Some(words) = sized(routine) => {
                    format!("{name} is not ideal: {words}.")
                }
                None => {
                    let near = format!("each of {laws} measurements is within {delta} of fair.");
                    plainest(routine).map_or_else(
                        || format!("{name} is not ideal, though {near}"),
                        |words| format!("{name} is not ideal: {words}. Yet {near}"),
                    )
                }
            };
            match record.outcome {
                Outcome::Accepted => format!(
                    "{found} This is accepted (--accept-within); whole {} are not bounded.",
                    nouns::unit(experiment, 2)
                ),
                _ => found,
            }
        }
        State::Departs => match kind(experiment, routine) {
            Some(why) if is_sized(routine, &why) => format!("{name} is not ideal: {why}."),
            Some(why) if is_seen_over_all(routine) => {
                format!("{name} is not ideal: {why}. How much that matters is not known yet.")
            }
            Some(why) => format!(
                "{name} is not ideal: {why}. How much that matters is not known: laws over all {} do not show it.",
                nouns::unit(experiment, 2)
            ),
            None if let Some(words) = sized(routine) => format!("{name} is not ideal: {words}."),
            None => format!(
                "{name} is not ideal: it departs from {}. How much that matters is not known yet.",
                nouns::fair(experiment)
            ),
        },
        State::Suspicious => {
            let odd = suspicious(routine);
            let what = odd.map_or_else(String::new, |test| {
                format!(" ({})", plain(record, &test.statistic))
            });
            let p = odd.and_then(|test| test.p_adjusted).unwrap_or(1.0);
            format!(
                "nothing established against {}: at most one fair run of {decks} in {} looks this odd{what}.",
                nouns::this(experiment, routine),
                odds_against(p)
            )
        }
        State::Bounded { seen: false } | State::NothingFound => {
            format!(
                "no evidence against {} in {decks}.",
                nouns::this(experiment, routine)
            )
        }
    };
    capitalised(&sentence, routine)
}

/// Among so many, at most one is as rare as an event of this probability: `55`, for "one in 55". Rounded down, so that
/// it claims no more than is true.
pub(crate) fn odds_against(p: f64) -> String {
    const RAREST: f64 = 1e-9;
    if p < RAREST {
        return "a billion".to_owned();
    }
    let times = (1.0 / p.min(1.0)).floor();
    let unit = libm::pow(10.0, (libm::log10(times).floor() - 1.0).max(0.0));
    grouped(((times / unit).floor() * unit) as u64)
}

/// The departure that does not matter, as it is written.
pub(super) fn delta(routine: &Routine) -> String {
    let departure = routine.departure.as_ref();
    departure.map_or_else(String::new, |known| significant_short(known.delta))
}

/// The strongest evidence that no law over all decks shows the size of, in words: it is what is wrong where these laws
/// are near the ideal ones.
pub(super) fn kind(experiment: &Experiment, routine: &Routine) -> Option<String> {
    if let Some(rate) = symbols::wrong_rate(experiment, routine) {
        return Some(rate);
    }
    let departure = routine.departure.as_ref()?;
    let distance = routine.total_variation.as_ref();
    // Every bad shuffle gives some bad decks, and some cards that prefer their places.
    if distance.is_some_and(|distance| distance.least() > departure.delta) {
        return None;
    }
    let worst = [Unaveraged::RareDecks, Unaveraged::Seeds, Unaveraged::Memory];
    let worst = worst
        .into_iter()
        .chain(departure.unaveraged.iter().copied())
        .find(|kind| departure.unaveraged.contains(kind))?;
    let strongest = (routine.tests.iter())
        .filter(|test| {
            let shows = unaveraged(&test.statistic, &test.test, test.lag);
            test.verdict == Verdict::Fail && shows == Some(worst)
        })
        .min_by(|a, b| {
            // A card and its place are plainer than digits of an order, and one card or one draw with its size than a
            // line or bits.
            let other = |test: &Test| test.statistic != "position-matrix";
            let of_order = |test: &Test| OF_ORDER.contains(&test.statistic.as_str());
            let unsized_cell =
                |test: &Test| (test.test != "cell" && !of_order(test)) || test.size.is_none();
            let p = |test: &Test| test.p.unwrap_or(1.0);
            (other(a).cmp(&other(b)))
                .then(unsized_cell(a).cmp(&unsized_cell(b)))
                .then(p(a).total_cmp(&p(b)))
        });
    match strongest {
        Some(test) if !test.words.is_empty() => Some(test.words.clone()),
        _ => Some(rare::shown(worst, nouns::unit(experiment, 2))),
    }
}

/// The plainest words that say how large a departure is: those of the strongest failing test that has its size.
pub(super) fn sized(routine: &Routine) -> Option<&str> {
    let tests = routine.tests.iter();
    // The table has the calls of an opponent.
    let of_decks = |test: &&Test| test.lag == 0 && test.statistic != "opponent";
    let tests = tests.filter(of_decks);
    let tests = tests.filter(|test| test.verdict == Verdict::Fail && test.size.is_some());
    let strongest = tests.min_by(|a, b| a.p.unwrap_or(1.0).total_cmp(&b.p.unwrap_or(1.0)));
    strongest.map(|test| test.words.as_str())
}

/// The words of the strongest finding that has some.
pub(super) fn plainest(routine: &Routine) -> Option<&str> {
    let found = findings(routine);
    let mut words = found.iter().map(|(test, _)| test);
    let test = words.find(|test| !test.words.is_empty() && test.statistic != "opponent")?;
    Some(test.words.as_str())
}

/// Returns true if these are the words of a test that say how large its departure is.
fn is_sized(routine: &Routine, words: &str) -> bool {
    let mut sized = routine.tests.iter().filter(|test| test.size.is_some());
    sized.any(|test| test.words == words)
}

/// Returns true if a test of a law over all decks fails, so that it does show something.
fn is_seen_over_all(routine: &Routine) -> bool {
    let mut failing = routine.tests.iter();
    failing.any(|test| test.verdict == Verdict::Fail && is_over_all(test))
}

fn several(record: &Record) -> String {
    if record.outcome == Outcome::TooLittle && record.experiment.until_decided.is_none() {
        return too_little(record);
    }
    let ours = ours(record);
    let is_near = |routine: &&&Routine| practical::little_is_left(record, routine).is_some();
    let (near, others): (Vec<&&Routine>, Vec<&&Routine>) = ours.iter().partition(is_near);
    let near: Vec<&str> = near.iter().map(|routine| routine.name.as_str()).collect();
    let of = |wanted: fn(State) -> bool| -> Vec<&str> {
        let routines = others.iter();
        let routines = routines.filter(|routine| wanted(State::of(record, routine)));
        routines.map(|routine| routine.name.as_str()).collect()
    };
    let not_fair = of(|state| matches!(state, State::NotFair { .. }));
    let fair = of(|state| state == State::Fair);
    let practical = of(|state| matches!(state, State::Practical { .. }));
    let departs = of(|state| state == State::Departs);
    let measured = of(|state| state == State::Bounded { seen: true });
    let nothing = of(|state| {
        matches!(
            state,
            State::Bounded { seen: false } | State::NothingFound | State::Suspicious
        )
    });
    let be = |names: &[&str]| if names.len() == 1 { "is" } else { "are" };
    let few = ours.len() <= MOST_NAMED;
    let listed = |names: &[&str]| match names {
        names if few => listed(names),
        [one] => (*one).to_owned(),
        names => format!("{} of {} routines", names.len(), ours.len()),
    };
    let mut parts = Vec::new();
    if !fair.is_empty() {
        parts.push(format!("{} {} fair", listed(&fair), be(&fair)));
    }
    if !practical.is_empty() {
        parts.push(format!(
            "{} {} fair for practical purposes",
            listed(&practical),
            be(&practical)
        ));
    }
    if !nothing.is_empty() {
        parts.push(format!(
            "no evidence was found against {}",
            listed(&nothing)
        ));
    }
    if !measured.is_empty() {
        parts.push(format!(
            "{} {} not ideal, though all that was measured is near fair",
            listed(&measured),
            be(&measured)
        ));
    }
    if !near.is_empty() {
        parts.push(format!(
            "{} {} nearly fair at a table, but not to a program",
            listed(&near),
            be(&near)
        ));
    }
    if !departs.is_empty() {
        let departing = if departs.len() == 1 {
            "departs"
        } else {
            "depart"
        };
        parts.push(format!(
            "{} {departing} from a fair shuffle, by how much is not known yet",
            listed(&departs)
        ));
    }
    match not_fair.as_slice() {
        [] => {}
        all if all.len() == ours.len() => parts.push(match all {
            [one, other] => format!("neither {one} nor {other} is fair"),
            _ if few => format!("none of {} is fair", all.join(", ")),
            _ => format!("none of these {} routines is fair", all.len()),
        }),
        some => parts.push(format!("{} {} not fair", listed(some), be(some))),
    }
    format!("{}. {}", capital(&parts.join("; ")), ranking(record))
        .trim_end()
        .to_owned()
}

/// `A`, `A and B`, `A, B and C`
pub(crate) fn listed(names: &[impl AsRef<str>]) -> String {
    let names: Vec<&str> = names.iter().map(AsRef::as_ref).collect();
    match names.as_slice() {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
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
    let given = grouped(record.routines.first().map_or(0, |routine| routine.decks));
    if !valid.is_empty() {
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

/// A sentence begins with a capital, unless it begins with a routine's name.
fn capitalised(sentence: &str, routine: &Routine) -> String {
    if sentence.starts_with(&routine.name) {
        sentence.to_owned()
    } else {
        capital(sentence)
    }
}

/// The text with a capital.
pub(crate) fn capital(text: &str) -> String {
    let mut chars = text.chars();
    let first = chars.next().into_iter().flat_map(char::to_uppercase);
    first.chain(chars).collect()
}
