//! The longest run of cards of a type: the flood or the drought that players remember.

use super::{ARRANGEMENT, About, CARDS, OfMarked, TYPES, stretches};
use crate::{Compares, Kind};
use laws::marked_cards;

pub(crate) const KIND: Kind = Kind {
    name: "longest-run",
    about: "how many cards of a type lie in a row, at most?",
    plain: "long rows of a type",
    causes: "cards of a type that lie together",
    example: "With 24 lands in 60 cards the longest row of lands has 4.0 cards in a fair deck, on average. If all lands lie on top and the deck is riffled three times, it has 4.1. Without a shuffle it has 24.",
    compares: &Compares::Number,
    source: "sequences with bounded runs: Riordan (1958), An introduction to combinatorial analysis",
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
    title: "longest run of a type",
    value: |marks, _| {
        let marked = stretches(marks).filter(|(marked, _)| *marked);
        marked.map(|(_, length)| length).max().unwrap_or(0)
    },
    law: |cards, marked, _| marked_cards::longest_run(cards, marked),
    unit: |name, _| format!("cards of the type {name} in a row, at the most"),
    words: |mean, ideal, name, _| {
        format!("the longest run of the type {name} has {mean:.2} cards; in a fair deck {ideal:.2}")
    },
};
