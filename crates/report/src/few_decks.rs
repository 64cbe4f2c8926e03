//! The limits of a few decks: which tests they are enough for, and which bad shuffles they would have shown.

use super::{few_subjects, nouns};
use record::{Record, Routine, Shown, Test, Unpromised};
use text::sorting;

/// Paragraphs on the tests that are valid and those that need more decks, and on what these decks would
/// have shown; where decks are many, only why that is not known, if it is not.
pub(super) fn few(record: &Record) -> Vec<String> {
    let mut routines = record.routines.iter().filter(|routine| !routine.control);
    let Some(routine) = routines.next() else {
        return Vec::new();
    };
    if record.would_show.is_empty() {
        if !record.beforehand.is_empty() {
            return few_subjects::paragraphs(record);
        }
        let known = record.experiment.until_decided.is_some();
        return unpromised(record).filter(|_| !known).into_iter().collect();
    }
    let power = record.experiment.power;
    let enough = if routine.decks == 1 {
        "is enough"
    } else {
        "are enough"
    };
    let (decks, valid) = (
        nouns::counted(&record.experiment, routine.decks),
        valid(record, routine),
    );
    let mut paragraphs = vec![format!("{decks} {enough} for {valid}.")];
    paragraphs.extend(needing(record, routine));
    let of = simulated(record);
    let seen = record.would_show.iter().filter(|shown| shown.times > 0);
    let seen: Vec<String> = seen.map(would).collect();
    if !seen.is_empty() {
        paragraphs.push(format!(
            "At least {} of the time, they would have shown{of}: {}.",
            format_args!("{:.0}%", 100.0 * power),
            seen.join("; ")
        ));
    }
    let missed: Vec<String> = (record.would_show.iter())
        .filter_map(|shown| would_not(record, shown, routine.decks))
        .collect();
    if !missed.is_empty() {
        let of = if seen.is_empty() { of } else { "" };
        paragraphs.push(format!(
            "They may well have missed{of}: {}.",
            missed.join("; ")
        ));
    }
    paragraphs
}

/// `so few would have shown 5 riffles or fewer`, for the first line.
pub(super) fn best_riffles(record: &Record) -> Option<String> {
    let mut riffles = record.would_show.iter();
    let riffles = riffles.find(|shown| shown.routine == "G")?;
    let needed = riffles.missed.as_ref().map_or_else(String::new, |missed| {
        let not = missed.times;
        match missed.decks {
            Some(decks) => {
                let decks = nouns::counted(&record.experiment, decks);
                format!(" (for {not} it takes about {decks})")
            }
            None => format!(" (not {not})"),
        }
    });
    let of = match (&record.experiment.subject.view, has_copies(record)) {
        (Some(_), _) => " of a deck in order",
        (None, true) => " of this decklist, whose copies hide order",
        (None, false) => "",
    };
    Some(match riffles.times {
        0 => format!("so few would not have shown even one riffle{of}"),
        _ => format!("so few would have shown {}{of}{needed}", would(riffles)),
    })
}

/// The kind of thing that was simulated, where that is not decks of distinct cards; empty, or starts with a blank.
fn simulated(record: &Record) -> &'static str {
    match (&record.experiment.subject.view, has_copies(record)) {
        (Some(_), _) => {
            " (simulated, with as much of each deck as is seen here; this assumes that each deck was in the order of the \
             cards' numbers, or of their list, before its shuffle)"
        }
        (None, true) => {
            " (simulated with these very cards, copies told apart as in the decks that were read)"
        }
        (None, false) => "",
    }
}

fn has_copies(record: &Record) -> bool {
    record.unpromised == Some(Unpromised::Copies)
}

/// Says why nothing is known of what the decks would have shown; `None` where something is.
pub(super) fn unpromised(record: &Record) -> Option<String> {
    let why = record.unpromised.filter(|_| record.would_show.is_empty())?;
    Some(match why {
        Unpromised::Copies => {
            "I cannot say how large a fault these decks would have shown: some cards are copies of each other, which hides \
             order. How much it hides is simulated only for up to 200 decks of 8 to 256 cards, read by test or exec (in \
             place, from one program)."
        }
        Unpromised::UnknownOrder => {
            let how = if record.experiment.subject.view.is_some() {
                ""
            } else {
                "; --start FILE (`start` in specs) does"
            };
            let subjects = nouns::unit(&record.experiment, 2);
            return Some(format!(
                "I cannot say how large a fault these {subjects} would have shown, as nothing says how the cards lay \
                 before the shuffle{how}."
            ));
        }
    }.to_owned())
}

/// The same for the middle of a sentence.
pub(super) fn unpromised_briefly(record: &Record) -> Option<&'static str> {
    let why = record.unpromised.filter(|_| record.would_show.is_empty())?;
    Some(match why {
        Unpromised::Copies => {
            "I cannot say how large a fault these would have shown, as copies of cards hide order"
        }
        Unpromised::UnknownOrder => {
            "I cannot say how large a fault these would have shown, as nobody says how the cards lay before the shuffle"
        }
    })
}

/// The titles of the tests on the decks themselves, and how many look from deck to deck.
fn valid(record: &Record, routine: &Routine) -> String {
    let valid = |test: &&Test| test.p.is_some();
    let own: Vec<&str> = (routine.tests.iter().filter(valid))
        .filter(|test| test.lag == 0)
        .map(|test| test.title.as_str())
        .collect();
    let lagged = (routine.tests.iter().filter(valid)).filter(|test| test.lag > 0);
    let lagged = match lagged.count() {
        0 => String::new(),
        1 => format!(", and one {}", on(record)),
        more => format!(", and {more} {}", on(record)),
    };
    let single = nouns::unit(&record.experiment, 2);
    let tests = if own.len() == 1 { "test" } else { "tests" };
    if own.is_empty() {
        return format!("no test of single {single}{lagged}");
    }
    format!(
        "{} {tests} of single {single} ({}){lagged}",
        own.len(),
        own.join(", ")
    )
}

/// `from deck to deck`
fn on(record: &Record) -> String {
    let one = nouns::unit(&record.experiment, 1);
    format!("from {one} to {one}")
}

/// The tests that need more decks, by how many.
fn needing(record: &Record, routine: &Routine) -> Option<String> {
    let mut needing: Vec<(u64, Vec<&str>)> = Vec::new();
    let mut lagged = 0;
    for test in &routine.tests {
        match test.decks_needed {
            Some(_) if test.lag > 0 => lagged += 1,
            Some(decks) => match needing.iter_mut().find(|(known, _)| *known == decks) {
                Some((_, titles)) => titles.push(&test.title),
                None => needing.push((decks, vec![&test.title])),
            },
            None => {}
        }
    }
    sorting::by_key(&mut needing, |(decks, _)| *decks);
    let groups = needing.iter().map(|(decks, titles)| {
        let unit = nouns::unit(&record.experiment, *decks);
        format!("{decks} {unit}: {}", titles.join(", "))
    });
    let mut groups: Vec<String> = groups.collect();
    if lagged > 0 {
        groups.push(format!("{lagged} {}", on(record)));
    }
    (!groups.is_empty()).then(|| format!("Other tests need more: {}.", groups.join("; ")))
}

/// `one cut`, `5 riffles`
fn times(shown: &Shown, times: u64) -> String {
    if times == 1 {
        shown.one.clone()
    } else {
        format!("{times} {}", shown.several)
    }
}

fn would(shown: &Shown) -> String {
    let text = times(shown, shown.times);
    match (shown.times, shown.tried_up_to) {
        (1, _) => text,
        (times, most) if times == most => format!("{text} or fewer, and perhaps more"),
        _ => format!("{text} or fewer"),
    }
}

/// The words for the share of runs in which a shuffle must be shown to count as shown.
const SHOWN: &str = "nine times in ten";

/// `few` decks miss it more than once in ten.
fn would_not(record: &Record, shown: &Shown, few: u64) -> Option<String> {
    let missed = shown.missed.as_ref()?;
    let runs = missed.runs.unwrap_or(shown.runs);
    let counted = |decks: u64| nouns::counted(&record.experiment, decks);
    let decks = match missed.decks {
        Some(decks) => format!("; about {} show it {SHOWN}", counted(decks)),
        None if missed.tried_up_to > few => {
            format!("; even {} miss it too often", counted(missed.tried_up_to))
        }
        None => String::new(),
    };
    Some(format!(
        "{} (missed in {} of {runs} runs{decks})",
        times(shown, missed.times),
        runs - missed.caught
    ))
}
