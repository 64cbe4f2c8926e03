//! Records of former schemas, made into records of this one. Up to `colddeck.record/2` several keys of `experiment`
//! said together what the subject is, and reports had the words for it; these words stay here as they were.

use serde::Deserialize;
use serde_json::Value;

use super::subject::{OneOrder, Subject, Words};
use super::{FORMER_SCHEMAS, SCHEMA};
use text::judgement::Extent;
use text::names::grouped;

/// The keys that said what the subject is.
#[derive(Deserialize)]
struct Keys {
    subject: String,
    view: Option<String>,
    weights: Option<Vec<u32>>,
    puzzle: Option<String>,
    order: Option<OneOrder>,
    deck: usize,
}

/// Makes a record of a former schema one of this schema; any other value stays as it is.
pub fn renew(record: &mut Value) -> Result<(), serde_json::Error> {
    let schema = record.get("schema").and_then(Value::as_str);
    if !schema.is_some_and(|schema| FORMER_SCHEMAS.contains(&schema)) {
        return Ok(());
    }
    if let Some(experiment) = record.get_mut("experiment").and_then(Value::as_object_mut) {
        let keys: Keys = serde_json::from_value(Value::Object(experiment.clone()))?;
        for key in ["view", "weights", "puzzle", "order"] {
            experiment.remove(key);
        }
        let subject = serde_json::to_value(subject(keys))?;
        experiment.insert("subject".to_owned(), subject);
    }
    let routines = record.get_mut("routines").and_then(Value::as_array_mut);
    routines.into_iter().flatten().for_each(renew_extent);
    record["schema"] = SCHEMA.into();
    Ok(())
}

/// Former records called a routine practical where its measured laws were near fair; only what is proved of all orders
/// says that now.
fn renew_extent(routine: &mut Value) {
    let distance = routine.get("total_variation");
    let end = |key: &str| distance.and_then(|distance| distance.get(key)?.as_f64());
    let most = end("exact").or_else(|| end("upper")).unwrap_or(1.0);
    let Some(departure) = routine.get_mut("departure") else {
        return;
    };
    let delta = departure.get("delta").and_then(Value::as_f64);
    let practical =
        departure.get("extent").and_then(Value::as_str) == Some(Extent::Practical.name());
    if practical && delta.is_some_and(|delta| most > delta) {
        departure["extent"] = Extent::Bounded.name().into();
    }
}

fn subject(keys: Keys) -> Subject {
    let words = words(&keys);
    let (single, is_sequence) = (keys.order.is_some(), keys.weights.is_some());
    let has_no_decks = single || is_sequence || ["rows", "state"].contains(&keys.subject.as_str());
    Subject {
        of_decks: !has_no_decks,
        single,
        view: keys.view,
        weights: keys.weights,
        puzzle: keys.puzzle,
        order: keys.order,
        ..Subject::new(&keys.subject, words)
    }
}

fn words(keys: &Keys) -> Words {
    let size = keys.deck;
    if keys.order.is_some() {
        return of_order(size);
    }
    if keys.weights.is_some() {
        let size = format!("{size} symbols");
        let ideal = format!("a fair source of {size}");
        return Words::new(
            ["draw", "draws", "draws", "source of these draws"],
            size,
            ideal,
        );
    }
    match (keys.subject.as_str(), &keys.view) {
        ("rows", _) => of_rows(),
        ("state", _) => of_states(keys),
        (_, Some(view)) => {
            let (one, several) = if view.starts_with("hands:") {
                ("deal", "deals")
            } else {
                ("hand", "hands")
            };
            let size = format!("{size} cards ({view})");
            let ideal = format!("a fair shuffle of {size}");
            let maker = "shuffle that made these hands";
            Words::new([one, several, "hands", maker], size, ideal)
        }
        (_, None) => {
            let size = format!("{size} cards");
            let ideal = format!("a fair shuffle of {size}");
            let maker = "shuffle that made these decks";
            Words::new(["deck", "decks", "decks", maker], size, ideal)
        }
    }
}

fn of_order(items: usize) -> Words {
    let size = format!("{items} items");
    let ideal = format!("a fair draw of {size}");
    let never = "One order can never show how it came about: a fair draw gives this one as often as any other. Nobody \
                 can see whether someone picked one that looks fair";
    Words {
        never: Some(never.to_owned()),
        ..Words::new(
            ["order", "orders", "items", "draw that gave this order"],
            size,
            ideal,
        )
    }
}

fn of_rows() -> Words {
    let (size, ideal) = ("different decks", "a fair shuffle of the same decks");
    let never = "The tests look only at the number of cards of the class: nothing else is known of these hands (colddeck list \
                 statistics)";
    Words {
        never: Some(never.to_owned()),
        ..Words::new(
            ["hand", "hands", "rows", "shuffle that made these hands"],
            size.to_owned(),
            ideal.to_owned(),
        )
    }
}

fn of_states(keys: &Keys) -> Words {
    let states = grouped(keys.deck as u64);
    let puzzle = keys.puzzle.as_deref().unwrap_or("puzzle");
    let puzzle = puzzle.replace('-', " ");
    Words::new(
        [
            "state",
            "states",
            "states",
            "scrambler that made these states",
        ],
        format!("{states} states of a {puzzle}"),
        format!("a fair scramble of a {puzzle}, with its {states} states"),
    )
}
