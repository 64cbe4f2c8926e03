//! The limits of a few decks: which tests they are enough for, and which bad shuffles they would have shown.

use super::decks;
use crate::record::{Record, Routine, Shown, Test};

/// Paragraphs on the tests that are valid and those that need more decks, and on what these decks would
/// have shown; none where decks are many.
pub(super) fn few(record: &Record) -> Vec<String> {
    let mut routines = record.routines.iter().filter(|routine| !routine.control);
    let (Some(routine), false) = (routines.next(), record.would_show.is_empty()) else {
        return Vec::new();
    };
    let power = record.experiment.power;
    let enough = if routine.decks == 1 {
        "is enough"
    } else {
        "are enough"
    };
    let (decks, valid) = (decks(routine.decks), valid(routine));
    let mut paragraphs = vec![format!("{decks} {enough} for {valid}.")];
    paragraphs.extend(needing(routine));
    let seen = record.would_show.iter().filter(|shown| shown.times > 0);
    let seen: Vec<String> = seen.map(would).collect();
    if !seen.is_empty() {
        paragraphs.push(format!(
            "They would have shown, {power} of the time or more: {}.",
            seen.join("; ")
        ));
    }
    let missed: Vec<String> = (record.would_show.iter())
        .filter_map(|shown| would_not(shown, routine.decks))
        .collect();
    if !missed.is_empty() {
        paragraphs.push(format!("They would not have shown: {}.", missed.join("; ")));
    }
    paragraphs
}

/// `5 riffles or fewer`, for the first line.
pub(super) fn best_riffles(record: &Record) -> Option<String> {
    let riffles = record.would_show.iter();
    let riffles = riffles
        .filter(|shown| shown.routine == "G")
        .find(|shown| shown.times > 0)?;
    let missed = riffles.missed.as_ref()?;
    let needed = match missed.decks {
        Some(decks) => format!(" (for {} it takes about {decks} decks)", missed.times),
        None => format!(" (not {})", missed.times),
    };
    Some(format!("{}{needed}", would(riffles)))
}

/// The titles of the tests on the decks themselves, and how many look from deck to deck.
fn valid(routine: &Routine) -> String {
    let valid = |test: &&Test| test.p.is_some();
    let own: Vec<&str> = (routine.tests.iter().filter(valid))
        .filter(|test| test.lag == 0)
        .map(|test| test.title.as_str())
        .collect();
    let lagged = (routine.tests.iter().filter(valid)).filter(|test| test.lag > 0);
    let lagged = match lagged.count() {
        0 => String::new(),
        1 => ", and one from deck to deck".to_owned(),
        more => format!(", and {more} from deck to deck"),
    };
    let tests = if own.len() == 1 { "test" } else { "tests" };
    if own.is_empty() {
        return format!("no test of single decks{lagged}");
    }
    format!(
        "{} {tests} of single decks ({}){lagged}",
        own.len(),
        own.join(", ")
    )
}

/// The tests that need more decks, by how many.
fn needing(routine: &Routine) -> Option<String> {
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
    needing.sort_by_key(|(decks, _)| *decks);
    let groups = needing
        .iter()
        .map(|(decks, titles)| format!("{decks} decks: {}", titles.join(", ")));
    let mut groups: Vec<String> = groups.collect();
    if lagged > 0 {
        groups.push(format!("{lagged} from deck to deck"));
    }
    (!groups.is_empty()).then(|| format!("More are needed by {}.", groups.join("; ")))
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

/// `few` decks would not.
fn would_not(shown: &Shown, few: u64) -> Option<String> {
    let missed = shown.missed.as_ref()?;
    let percent = (100.0 * missed.caught as f64 / shown.runs as f64).round();
    let decks = match missed.decks {
        Some(decks) => format!("; about {decks} decks would"),
        None if missed.tried_up_to > few => format!("; nor would {} decks", missed.tried_up_to),
        None => String::new(),
    };
    Some(format!(
        "{} ({percent}% of the time{decks})",
        times(shown, missed.times)
    ))
}
