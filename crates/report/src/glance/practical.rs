//! The answer of a player, where that is the answer: little is left for whoever plays, and a program still sees it.

use super::super::nouns;
use super::State;
use super::calls::Calls;
use super::meaning::{is_beyond, won};
use record::{Record, Routine, Unaveraged};

/// Nearly nothing at a table: within this share of what is called of fair decks, as where routines are done again
/// until they are nearly fair.
pub(super) const NEARLY: f64 = 0.1;

/// Says that the rules tried gain little from a routine whose decks can be told from fair ones; `None` if they gain
/// more, or if its harm may lie in single decks.
pub(super) fn little_is_left(record: &Record, routine: &Routine) -> Option<String> {
    let experiment = &record.experiment;
    let known = matches!(
        State::of(record, routine),
        State::NotFair { .. } | State::Departs
    );
    let alike = experiment.source.is_none()
        && experiment.policy.is_none()
        && experiment.until_decided.is_none();
    let departure = routine.departure.as_ref()?;
    let single = [Unaveraged::RareDecks, Unaveraged::Seeds, Unaveraged::Memory];
    let single = single
        .iter()
        .any(|what| departure.unaveraged.contains(what));
    let hands = routine
        .tests
        .iter()
        .filter(|test| test.statistic == "opening-hand");
    if !known || !alike || single || is_beyond(hands) == Some(true) {
        return None;
    }
    let calls = Calls::of(routine)?;
    let nearly = (1.0 + NEARLY) * calls.ideal;
    // A rule that gains more is known, whether it was tried or not.
    let known_rule = calls.best_of_all().is_some_and(|best| best > nearly);
    if !calls.well_learned || calls.high > nearly || known_rule {
        return None;
    }
    let gain = if calls.is_more() {
        format!("{:.1}", calls.mean - calls.ideal)
    } else {
        // No gain was shown; its upper limit is rounded up.
        format!(
            "at most {:.1}",
            (10.0 * (calls.high - calls.ideal)).ceil() / 10.0
        )
    };
    let apart = routine.total_variation.as_ref().and_then(won);
    let program = apart.map_or_else(String::new, |share| {
        format!(
            " Shown one of its {} or a fair one, a program is right {share} (by guessing: 50%).",
            nouns::unit(experiment, 2)
        )
    });
    Some(format!(
        "{} is nearly fair at a table, but not to a program. The rules tried gain {gain} of a card.{program}",
        nouns::name(experiment, routine)
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    /// A routine whose best rule calls so many cards, and that departs in this way.
    fn record(high: f64, unaveraged: &[&str]) -> Record {
        let calls = json!({ "mean": high - 0.02, "standard_error": 0.01, "low": high - 0.04, "high": high });
        let test = json!({
            "statistic": "opponent", "test": "mean", "lag": 0, "title": "", "value": null, "df": null, "p": 1e-9,
            "p_adjusted": 1e-8, "verdict": "fail", "decks_needed": null, "detectable": null, "words": "",
        });
        let unaveraged: Vec<String> = unaveraged.iter().map(|what| (*what).to_owned()).collect();
        serde_json::from_value(json!({
            "schema": record::SCHEMA, "version": "0", "letters": {}, "columns": [], "claims": [], "outcome": "evidence",
            "experiment": {
                "name": "routine", "question": "", "deck": 52, "trials": 1000, "replicates": 1, "seed": "1",
                "generator": "pcg64", "source": null, "alpha": 0.001, "tests": 1, "power": 0.9, "fault_level": 1e-9,
                "subject": {
                    "kind": "deck", "single": false,
                    "words": { "one": "deck", "several": "decks", "read": "decks", "maker": "shuffle",
                               "size": "52 cards", "ideal": "a fair shuffle of 52 cards" },
                },
            },
            "routines": [{
                "name": "M*7C", "control": false, "decks": 1000, "tests": [test], "checks": [], "total_variation": null,
                "statistics": { "opponent": { "rule": "by_both", "by_both": calls, "calls_ideal": 4.538, "learned_from": 16_384 } },
                "departure": { "extent": "not-fair", "delta": 0.05, "confidence": 0.999, "laws": [],
                               "unaveraged": unaveraged, "decks_needed": null },
            }],
        }))
        .unwrap()
    }

    #[test]
    fn little_is_left_only_where_rules_gain_little_and_no_single_deck_is_bad() {
        let said = |record: &Record| little_is_left(record, &record.routines[0]);
        let words = said(&record(4.96, &[])).unwrap();
        assert!(
            words.starts_with(
                "M*7C is nearly fair at a table, but not to a program. The rules tried gain 0.4 of a card."
            ),
            "{words}"
        );
        let words = said(&record(4.57, &[])).unwrap();
        assert!(words.contains("gain at most 0.1 of a card"), "{words}");
        assert_eq!(said(&record(5.2, &[])), None);
        assert_eq!(said(&record(4.96, &["rare-decks"])), None);
        let mut few = record(4.96, &[]);
        let figures = few.routines[0].statistics.get_mut("opponent").unwrap();
        figures.insert("learned_from", 500);
        assert_eq!(said(&few), None);
        let mut read = record(4.96, &[]);
        read.experiment.source = Some("a file".to_owned());
        assert_eq!(said(&read), None);
    }
}
