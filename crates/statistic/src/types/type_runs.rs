//! The number of runs: stretches of one type, or of all others, as long as they go. Few runs are clumps; many
//! are an order that no shuffle keeps. Source: Wald and Wolfowitz (1940).

use super::{ARRANGEMENT, About, CARDS, OfMarked, TYPES, stretches};
use crate::{Compares, Kind};
use laws::marked_cards;

pub(crate) const KIND: Kind = Kind {
    name: "type-runs",
    about: "do cards of a type come in clumps? counts the runs of this type and of others",
    plain: "clumps of a type",
    causes: "cards of a type that lie together, as after a game, or that a mana weave kept apart",
    example: "Lay out 24 lands and 36 spells, count how often the type changes, and add one. A fair deck has 29.8 such runs on average, and a deck with all lands on top has 2. A deck that was mana-woven and riffled once (letter R) has 38.6.",
    compares: &Compares::Number,
    source: "Wald and Wolfowitz (1940), On a test whether two samples are from the same population",
    parameters: &[TYPES, ARRANGEMENT],
    cards: CARDS,
    covers: &[],
    suite: None,
    on: deck::subject::Kind::DECK,
    lagged: false,
    build: |params, design| Ok(Box::new(OfMarked::build(&ABOUT, params, design, 0)?)),
};

static ABOUT: About = About {
    name: KIND.name,
    title: "runs of a type",
    value: |marks, _| stretches(marks).count() as u32,
    law: |cards, marked, _| marked_cards::runs(cards, marked),
    unit: |name, _| format!("runs of {name} and of others"),
    words: |mean, ideal, name, _| {
        let how = if mean < ideal {
            "in clumps"
        } else {
            "too evenly"
        };
        format!(
            "cards of the type {name} come {how}: a deck has {mean:.1} runs of them and of others; a fair one has {ideal:.1}"
        )
    },
};
