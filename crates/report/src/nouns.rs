//! The nouns by which reports call the subjects of a record.

use super::one_order;
use record::{Experiment, Routine};
use text::names::grouped;

/// The subject of records of rows.
const ROWS: &str = "rows";

/// The subject of records of the states of a puzzle.
const STATE: &str = "state";

/// `1,200 decks`, `1 deck`; of what is seen of decks, hands or deals; of a sequence, draws.
pub(super) fn counted(experiment: &Experiment, number: u64) -> String {
    format!("{} {}", grouped(number), unit(experiment, number))
}

/// The kind of subjects that a record has.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Of {
    Decks,
    /// One hand of each deck, or its first cards.
    Hands,
    /// Several hands of each.
    Deals,
    Draws,
    Rows,
    States,
    Order,
}

fn of(experiment: &Experiment) -> Of {
    match experiment.view.as_deref() {
        _ if is_order(experiment) => Of::Order,
        _ if is_sequence(experiment) => Of::Draws,
        _ if is_rows(experiment) => Of::Rows,
        _ if is_states(experiment) => Of::States,
        Some(view) if view.starts_with("hands:") => Of::Deals,
        Some(_) => Of::Hands,
        None => Of::Decks,
    }
}

/// `decks`, `deals`, `draws`, `hands`, `states` or `orders`; `deck` and so on for one.
pub fn unit(experiment: &Experiment, number: u64) -> &'static str {
    match (of(experiment), number) {
        (Of::Draws, 1) => "draw",
        (Of::Draws, _) => "draws",
        (Of::Rows | Of::Hands, 1) => "hand",
        (Of::Rows | Of::Hands, _) => "hands",
        (Of::States, 1) => "state",
        (Of::States, _) => "states",
        (Of::Order, 1) => "order",
        (Of::Order, _) => "orders",
        (Of::Deals, 1) => "deal",
        (Of::Deals, _) => "deals",
        (Of::Decks, 1) => "deck",
        (Of::Decks, _) => "decks",
    }
}

/// The things that were read, at the beginning of a sentence.
pub(super) fn subjects(experiment: &Experiment) -> &'static str {
    match of(experiment) {
        Of::Order => "Items",
        Of::Draws => "Draws",
        Of::Rows => "Rows",
        Of::States => "States",
        Of::Hands | Of::Deals => "Hands",
        Of::Decks => "Decks",
    }
}

/// `52 cards`, also as they are seen; of a sequence, its symbols.
pub(super) fn size(experiment: &Experiment) -> String {
    let size = experiment.deck;
    match (of(experiment), &experiment.view) {
        (Of::Order, _) => format!("{size} items"),
        (Of::Draws, _) => format!("{size} symbols"),
        (Of::Rows, _) => "decks of their own".to_owned(),
        (Of::States, _) => format!(
            "{} states of a {}",
            grouped(size as u64),
            puzzle(experiment)
        ),
        (_, Some(view)) => format!("{size} cards ({view})"),
        (_, None) => format!("{size} cards"),
    }
}

/// `a fair shuffle of 52 cards`
pub(super) fn fair(experiment: &Experiment) -> String {
    match of(experiment) {
        Of::Order => format!("a fair draw of {}", size(experiment)),
        Of::Draws => format!("a fair source of {}", size(experiment)),
        Of::Rows => "a fair shuffle of the same decks".to_owned(),
        Of::States => format!(
            "a fair scramble of a {}, with its {} states",
            puzzle(experiment),
            grouped(experiment.deck as u64)
        ),
        Of::Hands | Of::Deals | Of::Decks => format!("a fair shuffle of {}", size(experiment)),
    }
}

/// Names what is not looked at because it is not defined on such subjects: `None` for decks and hands.
pub(super) fn undefined(experiment: &Experiment) -> Option<&'static str> {
    match of(experiment) {
        Of::Order => Some(one_order::NEVER),
        Of::Rows => Some(
            "Only numbers of cards of the class are looked at: nothing else is known of these hands (colddeck list statistics)",
        ),
        Of::Draws | Of::States | Of::Hands | Of::Deals | Of::Decks => None,
    }
}

/// The routine, or what made the subjects that were read.
pub(super) fn name(experiment: &Experiment, routine: &Routine) -> String {
    let what = match of(experiment) {
        Of::Order => "draw that gave this order",
        Of::Draws => "source of these draws",
        Of::States => "scrambler that made these states",
        Of::Rows | Of::Hands | Of::Deals => "shuffle that made these hands",
        Of::Decks => "shuffle that made these decks",
    };
    match &experiment.source {
        Some(_) => format!("the {what}"),
        None => routine.name.clone(),
    }
}

/// The subject of the small table, at its head.
pub(super) fn in_one(experiment: &Experiment) -> String {
    match of(experiment) {
        Of::Order => "in this order".to_owned(),
        _ => format!("in a {}", unit(experiment, 1)),
    }
}

/// The things that may be too few to say anything: decks, or the items of a single order.
pub(super) fn lacking(experiment: &Experiment) -> &'static str {
    match of(experiment) {
        Of::Order => "items",
        _ => unit(experiment, 2),
    }
}

pub(super) fn is_order(experiment: &Experiment) -> bool {
    experiment.order.is_some()
}

pub(super) fn is_sequence(experiment: &Experiment) -> bool {
    experiment.weights.is_some()
}

/// The puzzle in words: `pocket cube`.
fn puzzle(experiment: &Experiment) -> String {
    let name = experiment.puzzle.as_deref().unwrap_or("puzzle");
    name.replace('-', " ")
}

/// Returns true if they are states of a puzzle.
pub(super) fn is_states(experiment: &Experiment) -> bool {
    experiment.subject == STATE
}

/// Returns true if each row has a deck of its own.
pub(super) fn is_rows(experiment: &Experiment) -> bool {
    experiment.subject == ROWS
}
