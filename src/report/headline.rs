//! The answer in plain words, before any table.

use crate::record::{Outcome, Record, Routine};
use crate::report::tables::lower;

/// What the run says, in a sentence or two.
pub fn headline(record: &Record) -> String {
    match record.outcome {
        Outcome::FaultyControl => "The control group, ideal by construction, failed a test, so nothing here can be trusted. \
             Run again with another seed; if it fails again, this is a fault of colddeck."
            .to_owned(),
        Outcome::AsExpected | Outcome::NotAsExpected => claims(record),
        _ => match ours(record).as_slice() {
            [routine] => one(record, routine),
            _ => several(record),
        },
    }
}

fn ours(record: &Record) -> Vec<&Routine> {
    record
        .routines
        .iter()
        .filter(|routine| !routine.control)
        .collect()
}

fn claims(record: &Record) -> String {
    let count = |verdict: &str| {
        record
            .claims
            .iter()
            .filter(|claim| claim.verdict == verdict)
            .count()
    };
    let verdicts: Vec<String> = ["reproduced", "confirmed", "refuted", "undecided"]
        .into_iter()
        .filter(|verdict| count(verdict) > 0)
        .map(|verdict| format!("{} {verdict}", count(verdict)))
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
    let failed = |routine: &&Routine| routine.tests.iter().any(|test| test.verdict == "fail");
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
    let needed = record
        .routines
        .iter()
        .flat_map(|routine| &routine.tests)
        .filter_map(|test| test.decks_needed)
        .max();
    format!(
        "Too few decks to say anything: {} given, {} needed.",
        record.routines.first().map_or(0, |routine| routine.decks),
        needed.unwrap_or(0)
    )
}

/// One routine: how far from fair, which test says so, what it means at a table.
fn one(record: &Record, routine: &Routine) -> String {
    let worst = routine
        .tests
        .iter()
        .filter(|test| test.p.is_some())
        .min_by(|a, b| {
            let key = |test: &crate::record::Test| test.p.unwrap_or(1.0);
            key(a).total_cmp(&key(b))
        });
    let Some(worst) = worst else {
        return too_little(record);
    };
    let cards = record.experiment.deck;
    match worst.verdict.as_str() {
        "fail" => {
            let said = format!("{} is not a fair shuffle of {cards} cards: ", routine.name);
            let test = format!("the test of {} rejects it", plain(&worst.statistic));
            format!("{said}{test}{}.", meaning(routine))
        }
        "suspicious" => format!(
            "{} may not be a fair shuffle of {cards} cards: the test of {} is suspicious, but these {} decks do not settle it; try more.",
            routine.name,
            plain(&worst.statistic),
            routine.decks
        ),
        _ => format!(
            "No evidence against {} as a fair shuffle of {cards} cards, in {} decks.",
            routine.name, routine.decks
        ),
    }
}

fn plain(statistic: &str) -> &str {
    match statistic {
        "position-matrix" => "where cards end up",
        "rising-sequences" => "the order of the cards",
        other => other,
    }
}

/// What it means at a table.
fn meaning(routine: &Routine) -> String {
    let mut text = String::new();
    let rising = routine.statistics.get("rising-sequences");
    if let Some((mean, ideal)) =
        rising.and_then(|figures| Some((figures["mean"].as_f64()?, figures["ideal"].as_f64()?)))
    {
        text.push_str(&format!(
            "; a deck falls apart into {mean:.1} runs that still lie in their old order, where a fair one has {ideal:.1}"
        ));
    }
    if let Some(distance) = &routine.total_variation {
        // Betting on the better of two hypotheses wins (1 + TV)/2 of the bets.
        let wins = 50.0 * (1.0 + distance.lower);
        if distance.lower >= 0.01 {
            text.push_str(&format!(
                ". Who knows the starting order can tell such a deck from a fair one in at least {wins:.1}% of games (total variation at least {})",
                lower(distance)
            ));
        }
    }
    text
}
